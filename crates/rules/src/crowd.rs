//! Captures on a crowded board.
//!
//! A flying king among many pieces can take the same ones in very many orders: following each order can take
//! hours, though the squares it can be on with a given set of pieces taken are few. When following them costs
//! more than [`AFTER`] jumps, this way takes over: it goes through the *states* (square, pieces taken) by the
//! number of pieces taken, each once. The result is the same, and complete.

use std::collections::HashSet;

use crate::board::each_bit;
use crate::capture::{Hunt, Trail};
use crate::geometry::Dir;
use crate::rules::Rules;

/// Jumps to follow one by one before going through states instead.
pub(crate) const AFTER: u32 = 2_000;

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
