//! The generator against published and independent counts, one data file per variant.
//!
//! Counts up to a few million run here. `damiera perft` with `--threads` and `--hash` goes further; the README names the
//! command that verifies every count of these files.
#![allow(clippy::unwrap_used)] // a test may stop where it stands

use damiera_rules::perft::{PerftPool, perft};
use damiera_rules::{Position, Rules, Variant, with_rules};

/// A line of a data file.
struct Case {
    name: String,
    fen: String,
    counts: Vec<u64>,
}

fn cases(variant: Variant) -> Vec<Case> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/perft/").to_owned() + variant.name() + ".tsv";
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let mut fields = line.split('\t');
            let mut next = || fields.next().unwrap();
            let (name, fen, counts) = (next(), next(), next());
            let (name, fen) = (name.to_owned(), fen.to_owned());
            Case { name, fen, counts: counts.split(' ').map(|n| n.parse().unwrap()).collect() }
        })
        .collect()
}

/// Checks every count up to a limit.
fn check<R: Rules>(most: u64) {
    let cases = cases(R::VARIANT);
    assert!(!cases.is_empty());
    for Case { name, fen, counts } in cases {
        let position = Position::<R>::from_fen(&fen).unwrap();
        for (depth, &count) in (1..).zip(&counts).take_while(|&(_, &count)| count <= most) {
            assert_eq!(perft(&position, depth), count, "{} {name} depth {depth}", R::VARIANT);
        }
    }
}

#[test]
fn counts_agree_with_the_tables() {
    for &variant in Variant::ALL {
        with_rules!(variant, R => check::<R>(5_000_000));
    }
}

#[test]
fn threads_and_table_change_no_count() {
    for &variant in Variant::ALL {
        with_rules!(variant, R => {
            let start = Position::<R>::start();
            for depth in 0..=7 {
                assert_eq!(PerftPool::new(3, 1).perft(&start, depth), perft(&start, depth), "{variant} depth {depth}");
            }
        });
    }
}

#[test]
fn divide_adds_up() {
    for &variant in Variant::ALL {
        with_rules!(variant, R => {
            let start = Position::<R>::start();
            for (m, nodes) in PerftPool::new(1, 0).divide(&start, 5) {
                assert_eq!(perft(&start.after(&m), 4), nodes);
            }
        });
    }
}

#[test]
fn one_table_serves_several_games() {
    let pool = PerftPool::new(1, 4);
    for &variant in Variant::ALL {
        with_rules!(variant, R => {
            let start = Position::<R>::start();
            assert_eq!(pool.perft(&start, 8), perft(&start, 8), "{variant}");
        });
    }
}
