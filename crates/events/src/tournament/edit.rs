//! What a pairing made by hand breaks that the system's own pairing keeps.

use crate::crosstable::Crosstable;
use crate::dutch::{colour_faults, compatible};
use crate::next_round::pair_next_until;
use crate::outcome::PairingNumber;
use crate::pairing::{NoPairing, Pairing, RoundPairing};
use crate::pool::{ByeRight, Contestant, Pool};
use crate::stop::StopSignal;
use crate::system::PairingSystem;

/// A criterion of C.04.3 that a pairing breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenCriterion {
    /// Its number: 1 to 3 are absolute, 5 is about the bye, 6 about scores, 10 to 13 about colours.
    pub criterion: u8,
    /// Whose pairing breaks it; empty if it is about the round as a whole.
    pub numbers: Vec<PairingNumber>,
}

/// What a pairing breaks: absolute criteria pair by pair, others where it does worse than the system would. It fails only if it is
/// told to stop.
pub fn broken_criteria(
    table: &Crosstable,
    system: PairingSystem,
    pairing: &RoundPairing,
    stop: &StopSignal,
) -> Result<Vec<BrokenCriterion>, NoPairing> {
    let pool = Pool::next(table);
    let mut broken = Vec::new();
    for pair in &pairing.pairs {
        let (Some(white), Some(black)) = (find(&pool, pair.white), find(&pool, pair.black)) else { continue };
        let numbers = vec![pair.white, pair.black];
        if white.has_met(black) || pool.keeps_apart(white, black) {
            broken.push(BrokenCriterion { criterion: 1, numbers });
        } else if system == PairingSystem::Dutch && !compatible(&pool, white, black) {
            broken.push(BrokenCriterion { criterion: 3, numbers });
        }
    }
    for &number in &pairing.bye {
        if find(&pool, number).is_some_and(|contestant| contestant.bye == ByeRight::Spent) {
            broken.push(BrokenCriterion { criterion: 2, numbers: vec![number] });
        }
    }
    let engine = match system {
        PairingSystem::Dutch => Some(pair_next_until(table, system, stop)),
        _ => None,
    };
    if let Some(Err(stopped @ NoPairing::Stopped)) = engine {
        return Err(stopped);
    }
    if let Some(Ok(engine)) = engine {
        let (own, best) = (totals(&pool, pairing), totals(&pool, &engine));
        let criteria = [5, 6, 10, 11, 12, 13];
        for (criterion, (own, best)) in criteria.into_iter().zip(own.into_iter().zip(best)) {
            if own > best {
                broken.push(BrokenCriterion { criterion, numbers: Vec::new() });
            }
        }
    }
    Ok(broken)
}

fn find(pool: &Pool, number: PairingNumber) -> Option<&Contestant> {
    pool.contestants.iter().find(|contestant| contestant.number == number)
}

/// The score of the bye, the differences of scores within pairs, and the colour criteria, of a whole round.
fn totals(pool: &Pool, pairing: &RoundPairing) -> [i64; 6] {
    let mut totals = [0; 6];
    for &number in &pairing.bye {
        totals[0] += find(pool, number).map_or(0, |c| i64::from(c.score.in_tenths()));
    }
    for Pairing { white, black } in &pairing.pairs {
        let (Some(white), Some(black)) = (find(pool, *white), find(pool, *black)) else { continue };
        totals[1] += i64::from((white.score - black.score).in_tenths().abs());
        let [higher, lower] = if white.order() < black.order() { [white, black] } else { [black, white] };
        for (total, fault) in totals[2..].iter_mut().zip(colour_faults(pool, higher, lower)) {
            *total += fault as i64;
        }
    }
    totals
}
