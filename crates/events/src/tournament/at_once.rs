//! A round robin whose rounds are all played at the same time, as in correspondence.
//!
//! It is one open round with the boards of every round of Berger's table. In the crosstable each game stands in its own round.

use super::decide::Facts;
use super::event::TournamentFact;
use super::refusal::TournamentRefusal;
use super::state::{BoardState, RoundState, Tournament};
use crate::outcome::{PairingNumber, RoundOutcome};
use crate::pairing::RoundPairing;
use crate::round_robin::{self, rounds_in_cycle};
use crate::teams::CompetitorKind;

/// The most players of a round robin whose rounds are played at once: 780 games in a cycle.
pub const MOST_AT_ONCE: usize = 40;

/// Whether rounds follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RoundOrder {
    /// One after the other.
    #[default]
    OneByOne,
    /// One after the other, as many as a round robin of the field has.
    InCycles {
        /// How often everybody meets everybody.
        cycles: usize,
    },
    /// All rounds of a round robin at the same time.
    AllAtOnce {
        /// How often everybody meets everybody.
        cycles: usize,
    },
}

impl RoundState {
    /// The pairings of a round; one for each round of the table if they are played at once.
    #[must_use]
    pub fn pairings(&self, number: usize) -> Vec<RoundPairing> {
        let mut pairings: Vec<RoundPairing> = Vec::new();
        for board in self.first_games() {
            match pairings.last_mut() {
                Some(last) if last.round == board.table_round => last.pairs.push(board.pair),
                _ => pairings.push(RoundPairing {
                    round: board.table_round,
                    pairs: vec![board.pair],
                    bye: Vec::new(),
                }),
            }
        }
        match pairings.len() {
            0 | 1 => vec![self.pairing(number)],
            _ => pairings,
        }
    }
}

impl Tournament {
    pub(super) fn pair_all_rounds(&self, cycles: usize) -> Facts {
        if !self.rounds.is_empty() {
            return Err(TournamentRefusal::RoundPaired(1));
        }
        let mut table = self.table_to_pair();
        let players = table.entrants.len();
        if players > MOST_AT_ONCE {
            return Err(TournamentRefusal::TooManyAtOnce(MOST_AT_ONCE));
        }
        let rounds = cycles * rounds_in_cycle(players);
        table.planned_rounds = Some(rounds);
        let paired = (1..=rounds).map(|round| round_robin::pair(&table, round, table.last_rounds));
        let rounds: Vec<RoundPairing> =
            paired.collect::<Result<_, _>>().map_err(TournamentRefusal::NoPairing)?;
        if rounds.is_empty() {
            return Err(TournamentRefusal::NoPairing(crate::NoPairing::TooFewPlayers));
        }
        Ok(vec![TournamentFact::AllRoundsDrafted { rounds }])
    }

    pub(super) fn draft_all_rounds(&mut self, rounds: &[RoundPairing]) {
        self.table.planned_rounds = Some(rounds.len());
        let (length, entry) = (self.settings.match_length, self.entries);
        let mut all = RoundState::new(&RoundPairing::default(), length, 1, entry);
        for pairing in rounds {
            all.boards.extend(RoundState::new(pairing, length, pairing.round, entry).boards);
        }
        self.rounds.push(all);
    }

    /// How many rounds the event will have, as far as that is known before they are paired.
    pub(super) fn rounds_to_plan(&self) -> Option<usize> {
        let competitors = match self.table.competitors() {
            CompetitorKind::Player => self.table.entrants.len(),
            CompetitorKind::Team => self.table.teams.len(),
        };
        match self.settings.order {
            RoundOrder::InCycles { cycles } => Some(cycles * rounds_in_cycle(competitors)),
            _ => self.table.planned_rounds,
        }
    }

    /// Where rounds are played at once, whoever has no opponent in a round of the table rests in it.
    pub(super) fn rest_in_turn(&mut self) {
        let RoundOrder::AllAtOnce { .. } = self.settings.order else { return };
        let Some(round) = self.rounds.last() else { return };
        let plays = |number: PairingNumber, in_round: usize| {
            let own = |board: &BoardState| board.table_round == in_round && board.pair.has(number);
            round.boards.iter().any(own)
        };
        let last = round.boards.iter().map(|board| board.table_round).max().unwrap_or(0);
        let numbers: Vec<PairingNumber> = self.table.entrants.iter().map(|entrant| entrant.number).collect();
        let rests: Vec<(usize, PairingNumber)> = (1..=last)
            .flat_map(|in_round| numbers.iter().map(move |number| (in_round, *number)))
            .filter(|(in_round, number)| !plays(*number, *in_round))
            .collect();
        for (in_round, number) in rests {
            self.enter(in_round, number, RoundOutcome::PairingBye);
        }
    }
}
