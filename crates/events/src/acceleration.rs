//! Baku acceleration (C.04.7): the upper half of the list starts with virtual points.

use crate::crosstable::{Acceleration, Crosstable};
use crate::points::Points;

/// The virtual points of an event: the first 2·⌈n/4⌉ players have the worth of a win in the first half of the
/// accelerated rounds, and half of that in the second; the accelerated rounds are the first half of the event.
#[must_use]
pub fn baku(table: &Crosstable) -> Vec<Acceleration> {
    let (Some(rounds), false) = (table.planned_rounds, table.entrants.is_empty()) else {
        return Vec::new();
    };
    let upper = 2 * table.entrants.len().div_ceil(4);
    let first = table.entrants[0].number;
    let last = table.entrants[upper.min(table.entrants.len()) - 1].number;
    let accelerated = rounds.div_ceil(2);
    let full = accelerated.div_ceil(2);
    let half = Points::tenths(table.scoring.win.in_tenths() / 2);
    let of = |points, rounds| Acceleration { points, rounds, numbers: first..=last };
    let mut accelerations = vec![of(table.scoring.win, 1..=full)];
    if full < accelerated {
        accelerations.push(of(half, full + 1..=accelerated));
    }
    accelerations
}
