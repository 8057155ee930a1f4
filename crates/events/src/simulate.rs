//! Random events, for tests, proofs and rehearsals: players come late, stay away, forfeit and withdraw.

use damiera_rules::Side;

use crate::acceleration::baku;
use crate::chance::SeededNumbers;
use crate::crosstable::{Crosstable, Entrant, ForbiddenGroup};
use crate::outcome::{GameResult, PairingNumber, RoundOutcome};
use crate::pairing::{Pairing, RoundPairing};
use crate::points::Points;
use crate::scoring::Scoring;
use crate::system::PairingSystem;

/// An event under way, and how often things happen in it, out of a thousand.
#[derive(Clone, Debug)]
pub struct RandomEvent {
    /// The players and their rounds so far.
    pub table: Crosstable,
    absences: usize,
    forfeits: usize,
}

impl RandomEvent {
    /// An event of 2 to `most` players and 1 to 11 rounds.
    #[must_use]
    pub fn new(chance: &mut SeededNumbers, most: usize) -> Self {
        let players = 2 + chance.below(most.max(3) - 2);
        let scoring = if chance.below(2) == 0 { Scoring::ONE_HALF } else { Scoring::TWO_ONE };
        let entrants = (1..=players as PairingNumber)
            .map(|number| Entrant {
                number,
                name: format!("Player {number}"),
                rating: Some(2400 - 3 * number.min(700)),
                ..Entrant::default()
            })
            .collect();
        let mut table = Crosstable {
            entrants,
            planned_rounds: Some(1 + chance.below(11)),
            initial_side: Some(if chance.below(2) == 0 { Side::White } else { Side::Black }),
            scoring,
            system: Some(PairingSystem::Dutch),
            ..Crosstable::default()
        };
        if chance.below(4) == 0 {
            let numbers = (0..2 + chance.below(3)).map(|_| 1 + chance.below(players) as PairingNumber);
            table.forbidden.push(ForbiddenGroup { rounds: 1..=99, numbers: numbers.collect() });
        }
        Self { table, absences: [0, 20, 100, 250][chance.below(4)], forfeits: 30 }
    }

    /// An event in which more is out of the ordinary: other scorings, virtual points, many forfeits and late players.
    #[must_use]
    pub fn odd(chance: &mut SeededNumbers, most: usize) -> Self {
        let mut event = Self::new(chance, most);
        let table = &mut event.table;
        table.scoring = match chance.below(6) {
            0 => Scoring::THREE_ONE,
            1 => Scoring { pairing_bye: Points::HALF, ..Scoring::ONE_HALF },
            _ => table.scoring,
        };
        if chance.below(4) == 0 && table.scoring.win == table.scoring.draw * 2 {
            table.accelerations = baku(table);
        }
        for entrant in &mut table.entrants {
            if chance.below(1000) < event.absences {
                entrant.enter(1, RoundOutcome::ZeroBye);
            }
        }
        event.forfeits = [3, 30, 300][chance.below(3)];
        event
    }

    /// Enters byes of the next round for some players; nobody is announced twice.
    pub fn announce_byes(&mut self, chance: &mut SeededNumbers) {
        let round = self.table.paired_rounds() + 1;
        for entrant in &mut self.table.entrants {
            let gone =
                round > 2 && entrant.outcome(round - 1) == RoundOutcome::ZeroBye && chance.below(2) == 0;
            if entrant.outcome(round) != RoundOutcome::Absent {
                continue; // announced before
            }
            if !gone && chance.below(1000) >= self.absences {
                continue;
            }
            let kinds = [RoundOutcome::ZeroBye, RoundOutcome::HalfBye, RoundOutcome::FullBye];
            let kind = if gone { RoundOutcome::ZeroBye } else { kinds[chance.below(20).min(2)] };
            entrant.enter(round, kind);
        }
    }

    /// Plays a round with random results, some of them forfeits.
    pub fn play(&mut self, pairing: &RoundPairing, chance: &mut SeededNumbers) {
        play_round(&mut self.table, pairing, self.forfeits, chance);
    }
}

fn play_round(table: &mut Crosstable, pairing: &RoundPairing, forfeits: usize, chance: &mut SeededNumbers) {
    let round = pairing.round;
    for pair in &pairing.pairs {
        let [white, black] = played(*pair, forfeits, chance);
        for (number, outcome) in [(pair.white, white), (pair.black, black)] {
            if let Some(index) = table.index_of(number) {
                table.entrants[index].enter(round, outcome);
            }
        }
    }
    for &number in &pairing.bye {
        if let Some(index) = table.index_of(number) {
            table.entrants[index].enter(round, RoundOutcome::PairingBye);
        }
    }
}

/// The outcomes of a pair; so many of a thousand forfeit.
fn played(pair: Pairing, forfeits: usize, chance: &mut SeededNumbers) -> [RoundOutcome; 2] {
    let sides = [(pair.black, Side::White), (pair.white, Side::Black)];
    match chance.below(1000) {
        lot if 4 * lot < forfeits => {
            sides.map(|(opponent, side)| RoundOutcome::ForfeitLoss { opponent, side: Some(side) })
        }
        lot if lot < forfeits => {
            let won = chance.below(2);
            let outcome = |index: usize, (opponent, side): (PairingNumber, Side)| {
                if index == won {
                    RoundOutcome::ForfeitWin { opponent, side: Some(side) }
                } else {
                    RoundOutcome::ForfeitLoss { opponent, side: Some(side) }
                }
            };
            [outcome(0, sides[0]), outcome(1, sides[1])]
        }
        _ => {
            // The better number wins more often, as in life.
            let better_is_white = pair.white < pair.black;
            let result = match chance.below(10) {
                0..=4 if better_is_white => GameResult::Win,
                0..=4 => GameResult::Loss,
                5..=7 => GameResult::Draw,
                _ if better_is_white => GameResult::Loss,
                _ => GameResult::Win,
            };
            let [white, black] = sides;
            [
                RoundOutcome::played(white.0, white.1, result),
                RoundOutcome::played(black.0, black.1, result.reversed()),
            ]
        }
    }
}
