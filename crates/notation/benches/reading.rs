//! Megabytes per second of the PDN reader, one thread: as text alone, and with every game played by its rules.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use damiera_notation::moves::shortest_text;
use damiera_notation::pdn::{GameRecord, ParsedGame, PdnChecker, PdnReader, PdnResult, usual_style};
use damiera_rules::{Position, Rules, Variant, with_rules};

/// Games of legal moves, each chosen by its number.
fn archive<R: Rules>(games: usize) -> String {
    let game = |seed: usize| {
        let (mut position, mut game) = (Position::<R>::start(), GameRecord::new(R::VARIANT));
        game.tags.set("Event", "Bench");
        for ply in 0..80 {
            let legal = position.legal();
            let Some(m) = legal.get((seed * 7 + ply * (seed + 3)) % legal.len().max(1)) else { break };
            game.main_line.play(shortest_text(&position, m, &legal, usual_style(R::VARIANT)));
            position = position.after(m);
        }
        game.end(PdnResult::Draw);
        game.to_string()
    };
    (0..games).map(game).collect()
}

fn reading(criterion: &mut Criterion) {
    for (name, checked) in [("read", None), ("read and check", Some(PdnChecker::new(None)))] {
        let mut group = criterion.benchmark_group(name);
        for &variant in Variant::ALL {
            let text = with_rules!(variant, R => archive::<R>(4000));
            group.throughput(Throughput::Bytes(text.len() as u64));
            group.bench_function(variant.name(), |bencher| bencher.iter(|| all(&text, checked.clone())));
        }
        group.finish();
    }
}

/// Reads every game; counts the legal ones if they are checked.
fn all(text: &str, mut check: Option<PdnChecker>) -> usize {
    let (mut reader, mut record) = (PdnReader::new(text.as_bytes()), ParsedGame::default());
    let mut games = 0;
    while reader.read(&mut record).is_ok_and(|more| more) {
        games += usize::from(check.as_mut().is_none_or(|check| check.check(&record).is_legal()));
    }
    games
}

criterion_group!(benches, reading);
criterion_main!(benches);
