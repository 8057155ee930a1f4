//! Round robin by Berger's tables: everybody meets everybody once in every cycle.

use std::collections::BTreeMap;

use crate::crosstable::Crosstable;
use crate::outcome::PairingNumber;
use crate::pairing::{NoPairing, Pairing, RoundPairing};

/// The order of the last two rounds of a first cycle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum LastRounds {
    /// As in the table.
    #[default]
    InOrder,
    /// Exchanged, so that nobody has the same colour three times where the second cycle begins.
    Exchanged,
}

/// How many rounds a cycle of so many players has.
#[must_use]
pub const fn rounds_in_cycle(players: usize) -> usize {
    players.next_multiple_of(2).saturating_sub(1)
}

/// A round of the table for so many players, as places from 1, White first. In an odd field the place after the last stands
/// for nobody, and whoever meets it is free.
#[must_use]
pub fn berger(players: usize, round: usize) -> Vec<[usize; 2]> {
    let even = players.next_multiple_of(2);
    if players < 2 || round == 0 {
        return Vec::new();
    }
    let circle = even - 1;
    let turn = (round - 1) % circle + 1;
    // The last place meets every other; the rest pair up around its opponent, who has White in odd rounds.
    let centre = if turn % 2 == 1 { turn.div_ceil(2) } else { even / 2 + turn / 2 };
    let mut pairs = vec![if turn % 2 == 1 { [centre, even] } else { [even, centre] }];
    let place = |offset: usize| (centre + offset - 1) % circle + 1;
    pairs.extend((1..even / 2).map(|step| [place(step), place(circle - step)]));
    pairs
}

/// The pairing of a round of an event: cycle after cycle, with colours exchanged in every second one.
pub fn pair(table: &Crosstable, round: usize, last: LastRounds) -> Result<RoundPairing, NoPairing> {
    let players = table.entrants.len();
    if players < 2 {
        return Err(NoPairing::TooFewPlayers);
    }
    let cycle_length = rounds_in_cycle(players);
    let cycles = table.planned_rounds.map_or(1, |planned| planned.div_ceil(cycle_length)).max(1);
    let cycle = (round - 1) / cycle_length;
    if cycle >= cycles {
        return Err(NoPairing::AllRoundsPaired { rounds: cycles * cycle_length });
    }
    let turn = table_round(round, cycle_length, cycle, cycles, last);
    let mut pairing = RoundPairing { round, ..RoundPairing::default() };
    let ranked = table.ranked();
    for [white, black] in berger(players, turn) {
        let [white, black] = if cycle.is_multiple_of(2) { [white, black] } else { [black, white] };
        let number = |place: usize| ranked.get(place - 1).map(|entrant| entrant.number);
        match (number(white), number(black)) {
            (Some(white), Some(black)) => pairing.pairs.push(Pairing { white, black }),
            (free, other) => pairing.bye.extend(free.or(other)),
        }
    }
    Ok(pairing)
}

fn table_round(round: usize, length: usize, cycle: usize, cycles: usize, last: LastRounds) -> usize {
    let turn = (round - 1) % length + 1;
    if cycle != 0 || cycles < 2 || last == LastRounds::InOrder || length < 2 {
        return turn;
    }
    match length - turn {
        0 => length - 1,
        1 => length,
        _ => turn,
    }
}

/// An order of players for the table in which those of the same club meet as early as possible: nobody plays a club
/// mate in the last rounds, when places are decided. Players without a club may stand anywhere.
#[must_use]
pub fn order_by_club(players: &[(PairingNumber, String)]) -> Vec<PairingNumber> {
    let size = players.len();
    let mut meets = BTreeMap::new();
    for round in 1..=rounds_in_cycle(size) {
        for [a, b] in berger(size, round) {
            meets.insert((a.min(b), a.max(b)), round);
        }
    }
    let late = |order: &[usize], place: usize| -> usize {
        let club = &players[order[place]].1;
        let mates =
            (0..size).filter(|&other| other != place && !club.is_empty() && players[order[other]].1 == *club);
        mates.map(|other| meets[&(place.min(other) + 1, place.max(other) + 1)].pow(2)).sum()
    };
    let mut order: Vec<usize> = (0..size).collect();
    // Exchange two places as long as that brings meetings of club mates forward.
    loop {
        let mut improved = false;
        for a in 0..size {
            for b in a + 1..size {
                let before = late(&order, a) + late(&order, b);
                order.swap(a, b);
                if late(&order, a) + late(&order, b) < before {
                    improved = true;
                } else {
                    order.swap(a, b);
                }
            }
        }
        if !improved {
            break;
        }
    }
    order.into_iter().map(|index| players[index].0).collect()
}
