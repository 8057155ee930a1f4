//! Knockout: the loser of a match leaves; the list is seeded so that the best meet last.

use damiera_rules::Side;

use crate::colour::allocate;
use crate::crosstable::{Crosstable, Entrant};
use crate::outcome::{GameResult, PairingNumber, RoundOutcome};
use crate::pairing::{NoPairing, Pairing, RoundPairing};
use crate::pool::Pool;

/// Places of a draw of so many players, a power of two: neighbours meet, 1 and 2 only in the final.
#[must_use]
pub fn seeding(size: usize) -> Vec<usize> {
    let mut places = vec![1];
    while places.len() < size {
        let sum = 2 * places.len() + 1;
        places = places.into_iter().flat_map(|place| [place, sum - place]).collect();
    }
    places
}

/// Pairs the next round: winners meet along the draw; in round 1 places without a player are byes.
pub fn pair(table: &Crosstable) -> Result<RoundPairing, NoPairing> {
    let round = table.paired_rounds() + 1;
    let size = table.entrants.len().next_power_of_two();
    if table.entrants.len() < 2 {
        return Err(NoPairing::TooFewPlayers);
    }
    let ranked = table.ranked();
    let number = |place: usize| ranked.get(place - 1).map(|entrant| entrant.number);
    let mut standing: Vec<Option<PairingNumber>> = seeding(size).into_iter().map(number).collect();
    for earlier in 1..round {
        standing = standing.chunks(2).map(|two| winner(table, two, earlier)).collect::<Result<_, _>>()?;
    }
    if standing.len() < 2 {
        return Err(NoPairing::AllRoundsPaired { rounds: round - 1 });
    }
    let pool = Pool::next(table);
    let mut pairing = RoundPairing { round, ..RoundPairing::default() };
    for two in standing.chunks(2) {
        match *two {
            [Some(a), Some(b)] => pairing.pairs.push(coloured(&pool, a, b)),
            [Some(free), None] | [None, Some(free)] => pairing.bye.push(free),
            _ => {}
        }
    }
    Ok(pairing)
}

fn winner(
    table: &Crosstable,
    two: &[Option<PairingNumber>],
    round: usize,
) -> Result<Option<PairingNumber>, NoPairing> {
    let [Some(a), Some(b)] = *two else { return Ok(two.iter().copied().flatten().next()) };
    let outcome = |number| table.entrant(number).map_or(RoundOutcome::Absent, |e: &Entrant| e.outcome(round));
    let worth = |number| table.entrant(number).map(|entrant| table.worth(entrant, round));
    // A drawn match that was decided by further games is worth more to one of the two.
    let won = |own, other| match outcome(own).result() {
        Some(GameResult::Draw) => worth(own) > worth(other),
        result => result == Some(GameResult::Win) || matches!(outcome(own), RoundOutcome::ForfeitWin { .. }),
    };
    match (won(a, b), won(b, a)) {
        (true, false) => Ok(Some(a)),
        (false, true) => Ok(Some(b)),
        _ if matches!(outcome(a), RoundOutcome::ForfeitLoss { .. }) => Ok(None), // neither appeared
        _ => Err(NoPairing::Undecided { round, number: a }),
    }
}

fn coloured(pool: &Pool, a: PairingNumber, b: PairingNumber) -> Pairing {
    let find = |number| pool.contestants.iter().find(|contestant| contestant.number == number);
    let (Some(higher), Some(lower)) = (find(a.min(b)), find(a.max(b))) else {
        return Pairing { white: a, black: b };
    };
    match allocate(pool, higher, lower).0 {
        Side::White => Pairing { white: higher.number, black: lower.number },
        Side::Black => Pairing { white: lower.number, black: higher.number },
    }
}
