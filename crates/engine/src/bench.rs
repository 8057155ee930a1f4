//! A fixed piece of work, to see whether the search has changed and how fast it is.
//!
//! The number of nodes is the search's signature: on one thread it is the same on every machine, and a change
//! that is meant to leave the search alone must leave it alone too.

use std::time::{Duration, Instant};

use damiera_rules::{History, Position, Rules};

use crate::control::Control;
use crate::engine::{Engine, Question, Resources};
use crate::limits::Limits;

/// The result of the work in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Benched {
    /// Positions searched.
    pub positions: usize,
    /// Nodes looked at: the signature.
    pub nodes: u64,
    /// Time it took.
    pub elapsed: Duration,
}

/// Positions of a game walked through in a fixed way, from the opening to the ending.
fn positions<R: Rules>(count: usize, apart: usize) -> Vec<Position<R>> {
    let mut positions = Vec::new();
    let (mut position, mut stride, mut plies) = (Position::<R>::start(), 1, 0);
    while positions.len() < count {
        let legal = position.legal();
        if legal.is_empty() || plies > 120 {
            (position, plies, stride) = (Position::start(), 0, stride + 1);
            continue;
        }
        position = position.after(&legal[(plies * stride + stride / 3) % legal.len()]);
        plies += 1;
        if plies % apart == 0 {
            positions.push(position);
        }
    }
    positions
}

/// Searches the game's fixed positions to a depth, each from an empty memory.
#[must_use]
pub fn bench<R: Rules>(depth: u32) -> Benched {
    const POSITIONS: usize = 24;
    const PLIES_APART: usize = 7;
    let engine = Engine::<R>::new(Resources { threads: 1, table_mib: 16 });
    let positions = positions::<R>(POSITIONS, PLIES_APART);
    let begun = Instant::now();
    let nodes = positions
        .iter()
        .map(|&position| {
            engine.forget();
            let game = History::new(position);
            let question = Question::best(&game, Limits::depth(depth));
            engine.think(&question, &Control::default(), |_| ()).nodes
        })
        .sum();
    Benched { positions: positions.len(), nodes, elapsed: begun.elapsed() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damiera_rules::variant::{Brazilian, English, International, Italian};

    #[test]
    fn the_signature_is_the_same_each_time() {
        assert_eq!(bench::<English>(5).nodes, bench::<English>(5).nodes);
        assert_eq!(bench::<Italian>(5).nodes, bench::<Italian>(5).nodes);
        assert_eq!(bench::<Brazilian>(5).nodes, bench::<Brazilian>(5).nodes);
        assert_eq!(bench::<International>(4).nodes, bench::<International>(4).nodes);
    }
}
