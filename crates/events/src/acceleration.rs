//! Baku acceleration (C.04.7): the upper half of the list starts with virtual points.

use std::ops::RangeInclusive;

use crate::crosstable::{Acceleration, Crosstable};
use crate::outcome::PairingNumber;
use crate::points::Points;

/// The virtual points of an event: the first 2·⌈n/4⌉ players have the worth of a win in the first half of the
/// accelerated rounds, and half of that in the second; the accelerated rounds are the first half of the event.
#[must_use]
pub fn baku(table: &Crosstable) -> Vec<Acceleration> {
    let (Some(rounds), false) = (table.planned_rounds, table.entrants.is_empty()) else {
        return Vec::new();
    };
    let upper = 2 * table.entrants.len().div_ceil(4);
    let ranked: Vec<PairingNumber> = table.ranked().into_iter().map(|entrant| entrant.number).collect();
    let first_ranked = &ranked[..upper.min(ranked.len())];
    let groups = match table.ranking.is_empty() {
        true => vec![first_ranked[0]..=first_ranked[first_ranked.len() - 1]],
        false => first_ranked.iter().map(|number| *number..=*number).collect(),
    };
    let accelerated = rounds.div_ceil(2);
    let full = accelerated.div_ceil(2);
    let half = Points::tenths(table.scoring.win.in_tenths() / 2);
    let mut terms = vec![(table.scoring.win, 1..=full)];
    if full < accelerated {
        terms.push((half, full + 1..=accelerated));
    }
    let of = |(points, rounds): &(Points, RangeInclusive<usize>), numbers: &RangeInclusive<PairingNumber>| {
        Acceleration { points: *points, rounds: rounds.clone(), numbers: numbers.clone() }
    };
    terms.iter().flat_map(|term| groups.iter().map(move |numbers| of(term, numbers))).collect()
}
