//! Round robin by Berger's tables: everybody meets everybody once in every cycle.

use std::collections::BTreeMap;

use crate::crosstable::Crosstable;
use crate::outcome::PairingNumber;
use crate::pairing::{NoPairing, Pairing, RoundPairing};
use crate::stop::StopSignal;

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
pub fn order_by_club(
    players: &[(PairingNumber, String)],
    stop: &StopSignal,
) -> Result<Vec<PairingNumber>, NoPairing> {
    let seating = &mut Seating::new(players);
    // Exchange two places as long as that brings meetings of club mates forward.
    loop {
        let mut improved = false;
        for a in 0..players.len() {
            stop.check()?;
            for b in a + 1..players.len() {
                improved |= seating.exchange_if_better(a, b);
            }
        }
        if !improved {
            return Ok(seating.order.iter().map(|&player| players[player].0).collect());
        }
    }
}

/// Who sits at which place of the table, and how late club mates meet.
struct Seating {
    /// The squares of the rounds in which two places meet, row by row.
    late: Vec<u64>,
    /// The player at each place.
    order: Vec<usize>,
    /// The place of each player.
    place: Vec<usize>,
    /// The club of each player, if there is one.
    club: Vec<Option<usize>>,
    members: Vec<Vec<usize>>,
}

impl Seating {
    fn new(players: &[(PairingNumber, String)]) -> Self {
        let size = players.len();
        let mut late = vec![0; size * size];
        for round in 1..=rounds_in_cycle(size) {
            for [a, b] in berger(size, round) {
                if a.max(b) <= size {
                    let square = (round * round) as u64;
                    late[(a - 1) * size + b - 1] = square;
                    late[(b - 1) * size + a - 1] = square;
                }
            }
        }
        let (mut numbers, mut members) = (BTreeMap::new(), Vec::new());
        let mut club = Vec::with_capacity(size);
        for (player, (_, name)) in players.iter().enumerate() {
            let number = (!name.is_empty()).then(|| {
                *numbers.entry(name).or_insert_with(|| {
                    members.push(Vec::new());
                    members.len() - 1
                })
            });
            if let Some(number) = number {
                members[number].push(player);
            }
            club.push(number);
        }
        Self { late, order: (0..size).collect(), place: (0..size).collect(), club, members }
    }

    /// How late a player would meet the club mates from a place.
    fn lateness(&self, player: usize, place: usize) -> u64 {
        let mates = self.club[player].map_or(&[][..], |club| &self.members[club]);
        let row = &self.late[place * self.order.len()..][..self.order.len()];
        mates.iter().filter(|&&mate| mate != player).map(|&mate| row[self.place[mate]]).sum()
    }

    fn exchange_if_better(&mut self, a: usize, b: usize) -> bool {
        let [one, other] = [self.order[a], self.order[b]];
        if self.club[one] == self.club[other] {
            return false;
        }
        let before = self.lateness(one, a) + self.lateness(other, b);
        let better = self.lateness(one, b) + self.lateness(other, a) < before;
        if better {
            self.order.swap(a, b);
            self.place.swap(one, other);
        }
        better
    }
}
