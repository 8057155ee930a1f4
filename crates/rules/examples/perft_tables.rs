//! Verifies every count of the perft data files, the deep ones too: `./prove perft`.
//!
//! `cargo run --release --example perft_tables -- THREADS MIB` counts with so many threads and a table of so many
//! mebibytes, and stops with an error at the first count that differs.

use std::process::ExitCode;
use std::time::Instant;

use damiera_rules::perft::PerftPool;
use damiera_rules::{Position, Variant, with_rules};

const USAGE: &str = "usage: perft_tables THREADS MIB";

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1).map(|word| word.parse().expect(USAGE));
    let mut next = || words.next().expect(USAGE);
    let pool = PerftPool::new(next(), next());
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/perft/");
    let agrees = Variant::ALL.iter().all(|&variant| {
        let text =
            std::fs::read_to_string(format!("{folder}{variant}.tsv")).expect("a data file per variant");
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.all(|line| verify(&pool, variant, line))
    });
    if agrees { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn verify(pool: &PerftPool, variant: Variant, line: &str) -> bool {
    let [name, fen, counts] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
    (1..).zip(counts.split(' ')).all(|(depth, count)| {
        let begun = Instant::now();
        let nodes = with_rules!(variant, R => {
            let position = Position::<R>::from_fen(fen).expect("the data files hold positions");
            pool.perft(&position, depth)
        });
        let agrees = nodes.to_string() == count;
        let verdict = if agrees { "agrees" } else { "DIFFERS FROM THE TABLE" };
        println!(
            "{variant} {name} depth {depth}: {nodes} {verdict} ({:.2} s)",
            begun.elapsed().as_secs_f64()
        );
        agrees
    })
}
