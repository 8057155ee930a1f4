//! Searches for positions whose captures cost the generator as much work as possible, or are as many as possible.
//!
//! `cargo run --release --example crowded -- international work 60 7` searches for a minute from seed 7 and prints each
//! position that is worse than those before. The worst found are kept in `tests/data/crowded.tsv`.

use std::time::{Duration, Instant};

use damiera_rules::{Piece, Position, Rank, Rules, Setup, Side, Square, Variant, with_rules};

const USAGE: &str = "usage: crowded VARIANT work|moves SECONDS SEED";

fn main() {
    let mut words = std::env::args().skip(1);
    let mut next = || words.next().expect(USAGE);
    let variant: Variant = next().parse().expect(USAGE);
    let measure = match next().as_str() {
        "work" => Measure::Work,
        "moves" => Measure::Moves,
        _ => panic!("{USAGE}"),
    };
    let time = Duration::from_secs(next().parse().expect(USAGE));
    let chance = Chance(next().parse::<u64>().expect(USAGE).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    with_rules!(variant, R => search::<R>(measure, time, chance));
}

/// What makes a position bad.
#[derive(Clone, Copy)]
enum Measure {
    Work,
    Moves,
}

impl Measure {
    fn of<R: Rules>(self, position: &Position<R>) -> usize {
        match self {
            Self::Work => position.capture_work() as usize,
            Self::Moves => position.legal().len(),
        }
    }
}

/// A xorshift generator.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % limit
    }
}

/// What stands on each square: nothing, a king that takes, or one to be taken.
type Board = Vec<Option<Side>>;

fn position<R: Rules>(board: &Board) -> Option<Position<R>> {
    let pieces = (1..).zip(board).filter_map(|(number, side)| {
        Some((Square::new(number)?.into(), Piece { side: (*side)?, rank: Rank::King }))
    });
    Setup { turn: Some(Side::White), pieces: pieces.collect() }.position().ok()
}

/// Anneals one random board after another.
fn search<R: Rules>(measure: Measure, time: Duration, mut chance: Chance) {
    const STEPS: usize = 3000;
    let (begun, squares, mut worst) = (Instant::now(), usize::from(R::GEOMETRY.squares()), 0);
    while begun.elapsed() < time {
        let mut board: Board = vec![None; squares];
        for _ in 0..R::MEN {
            board[chance.below(squares)] = Some(Side::Black);
            board[chance.below(squares)] = Some(Side::White);
        }
        let mut here = 0;
        for step in 0..STEPS {
            let before = board.clone();
            match chance.below(3) {
                0 => board.swap(chance.below(squares), chance.below(squares)),
                1 => board[chance.below(squares)] = None,
                _ => board[chance.below(squares)] = Some(Side::BOTH[chance.below(2)]),
            }
            let Some(position) = position::<R>(&board) else {
                board = before;
                continue;
            };
            let there = measure.of(&position);
            // Early on a board half as bad will do.
            let tolerance = 50 * (STEPS - step) / STEPS;
            if there * 100 >= here * (100 - tolerance) {
                here = there;
            } else {
                board = before;
            }
            if here > worst {
                worst = here;
                println!("{}\t{here}\t{}\t{}", R::VARIANT, position.legal().len(), position.fen());
            }
        }
    }
}
