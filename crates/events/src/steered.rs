//! A steered first round: the organiser says which groups meet, and lots decide within them.

use crate::chance::SeededNumbers;
use crate::outcome::PairingNumber;
use crate::pairing::{Pairing, RoundPairing};

/// Two groups whose players meet in round 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SteeredGroups {
    /// One group, for instance the higher categories.
    pub upper: Vec<PairingNumber>,
    /// The other.
    pub lower: Vec<PairingNumber>,
}

/// Draws round 1: everybody of one group against somebody of the other, who has White by lot; those a larger group has
/// too many meet each other, and a last one is free.
#[must_use]
pub fn draw_first_round(groups: &[SteeredGroups], seed: u64) -> RoundPairing {
    let mut chance = SeededNumbers::new(seed);
    let mut pairing = RoundPairing { round: 1, ..RoundPairing::default() };
    let mut rest = Vec::new();
    for groups in groups {
        let (mut upper, mut lower) = (groups.upper.clone(), groups.lower.clone());
        chance.shuffle(&mut upper);
        chance.shuffle(&mut lower);
        let both = upper.len().min(lower.len());
        rest.extend(upper.drain(both..));
        rest.extend(lower.drain(both..));
        for (a, b) in upper.into_iter().zip(lower) {
            pairing.pairs.push(coloured(a, b, &mut chance));
        }
    }
    for two in rest.chunks(2) {
        match *two {
            [a, b] => pairing.pairs.push(coloured(a, b, &mut chance)),
            _ => pairing.bye.extend(two),
        }
    }
    pairing
}

fn coloured(a: PairingNumber, b: PairingNumber, chance: &mut SeededNumbers) -> Pairing {
    if chance.below(2) == 0 { Pairing { white: a, black: b } } else { Pairing { white: b, black: a } }
}
