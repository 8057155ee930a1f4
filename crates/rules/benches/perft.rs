//! Nodes per second of the move generator: one thread, no hash table, last moves counted without being made.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use damiera_rules::{Position, Variant, perft::perft, with_rules};

fn generator(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    for &variant in Variant::ALL {
        with_rules!(variant, R => {
            let start = Position::<R>::start();
            let depth = 8;
            group.throughput(Throughput::Elements(perft(&start, depth)));
            group.bench_function(variant.name(), |bencher| bencher.iter(|| perft(&start, depth)));
        });
    }
    group.finish();
}

criterion_group!(benches, generator);
criterion_main!(benches);
