//! Captures on a crowded board.
//!
//! A flying king among many pieces can take the same ones in many orders, and following each order costs time
//! that grows without a bound one would like to state. The squares it can be on with a given set of pieces taken
//! are far fewer. When following orders costs more than [`PATIENCE`] jumps, this way takes over: it goes through
//! the *states* (square, pieces taken) by the number of pieces taken, each once. The result is the same, and
//! complete: no capture is ever left out.

use std::collections::HashSet;

use crate::board::each_bit;
use crate::capture::{Hunt, Trail};
use crate::geometry::Dir;
use crate::position::Position;
use crate::rules::Rules;

/// Jumps of one king to follow before going through states instead.
pub(crate) const PATIENCE: u32 = 2_000;

/// Adds a flying king's captures, state by state.
#[cold]
pub(crate) fn flights<R: Rules>(hunt: &mut Hunt<R>, start: Trail) {
    let mut states = HashSet::from([(start.from, start)]);
    while !states.is_empty() {
        let mut next = HashSet::new();
        for &(at, trail) in &states {
            let mut ended = true;
            for dir in Dir::ALL {
                if let Some((over, landings)) = hunt.flight(at, dir, trail) {
                    ended = false;
                    hunt.effort = hunt.effort.saturating_add(1);
                    let trail = hunt.taking(trail, over);
                    each_bit(landings, |to| {
                        next.insert((to, trail));
                    });
                }
            }
            if ended && trail.taken != 0 {
                hunt.finish(at, trail);
            }
        }
        states = next;
    }
}

impl<R: Rules> Position<R> {
    /// Jumps of flying kings that were looked at to find the legal moves: a measure of work for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn effort(&self) -> u32 {
        let mut hunt = Hunt::on(self);
        hunt.run_for(self.turn());
        hunt.effort
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Leap, White};
    use crate::capture::Field;
    use crate::{Brazilian, International};

    /// Captures of all of White's kings with that patience, sorted.
    fn captures<R: Rules>(position: &Position<R>, patience: u32) -> Vec<Leap> {
        let mut hunt = Hunt::new(Field::<R>::new::<White>(position.board()));
        each_bit(hunt.field.kings, |king| hunt.flights(king, patience));
        let mut leaps = hunt.harvest.leaps.to_vec();
        leaps.sort_unstable();
        leaps
    }

    fn agree<R: Rules>(fen: &str) {
        let position = Position::<R>::from_fen(fen).unwrap();
        let followed = captures(&position, u32::MAX);
        for patience in [0, 1, 10, 100] {
            assert_eq!(captures(&position, patience), followed, "{fen} with patience {patience}");
        }
    }

    #[test]
    fn states_and_orders_find_the_same_captures() {
        for line in include_str!("../tests/data/crowded.tsv").lines() {
            match line.split('\t').collect::<Vec<_>>()[..] {
                ["brazilian", _, fen] => agree::<Brazilian>(fen),
                ["international", _, fen] => agree::<International>(fen),
                _ => {}
            }
        }
    }
}
