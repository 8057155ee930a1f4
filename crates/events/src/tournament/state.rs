//! The state of a tournament.

use std::collections::BTreeMap;

use damiera_game::Moment;
use damiera_rules::Side;

use super::appointments::{Appointment, AppointmentTerms};
use super::arena::{ArenaState, ArenaTerms};
use super::at_once::RoundOrder;
use super::board_result::BoardResult;
use super::event::TournamentEvent;
use super::ruling::BoardRuling;
use crate::acceleration::baku;
use crate::crosstable::{ByeRequest, Crosstable};
use crate::matches::MatchLength;
use crate::outcome::{PairingNumber, RoundOutcome};
use crate::pairing::{Pairing, RoundPairing};
use crate::points::Points;
use crate::round_robin::LastRounds;
use crate::scoring::Scoring;
use crate::system::PairingSystem;
use crate::teams::board_colours;

/// What an organiser decides before the first round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentSettings {
    /// How rounds are paired.
    pub system: PairingSystem,
    /// What outcomes are worth.
    pub scoring: Scoring,
    /// How many rounds there will be.
    pub rounds: usize,
    /// The colour drawn for the first player.
    pub initial_side: Side,
    /// Whether the upper half of the list starts with virtual points.
    pub acceleration: AccelerationMethod,
    /// How many games a pairing has.
    pub match_length: MatchLength,
    /// How an arena is held; none with any other system.
    pub arena: Option<ArenaTerms>,
    /// Whether rounds follow each other or are played at the same time.
    pub order: RoundOrder,
    /// How many boards a match of teams has, if teams are paired; none if players are.
    pub team_boards: Option<usize>,
    /// The order of the last two rounds of a round robin's first cycle.
    pub last_rounds: LastRounds,
    /// How the players arrange the dates of their games; none if games begin with the round.
    pub appointments: Option<AppointmentTerms>,
}

/// Virtual points by which the first rounds of a large field bring the leaders together sooner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum AccelerationMethod {
    /// None.
    #[default]
    None,
    /// Baku acceleration (FIDE C.04.7).
    Baku,
}

/// How far a round is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RoundStage {
    /// Paired, and seen by officials only.
    Draft,
    /// Looked at.
    Checked,
    /// Public.
    Published,
    /// Being played.
    Playing,
    /// Final.
    Closed,
}

/// A board of the current round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardState {
    /// Who plays.
    pub pair: Pairing,
    /// The number of the log entry that paired it. Together with the number of the board it names the pairing for good,
    /// also after a round was taken back and paired again.
    pub entry: usize,
    /// The round of the crosstable in which it stands.
    pub table_round: usize,
    /// What White and Black have entered, while no result holds.
    pub claims: [Option<BoardResult>; 2],
    /// The result, once it holds.
    pub result: Option<BoardResult>,
    /// The game on the server, if there is one.
    pub game: Option<String>,
    /// What officials did in that game, oldest first.
    pub rulings: Vec<BoardRuling>,
    /// When the pairing is played, at its first board, if the players arrange that.
    pub appointment: Option<Appointment>,
}

/// A round that has been paired.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundState {
    /// How far it is.
    pub stage: RoundStage,
    /// Who is free, by the pairing.
    pub bye: Vec<PairingNumber>,
    /// The boards, board 1 first; both games of a micro-match follow each other as boards of their own.
    pub boards: Vec<BoardState>,
    /// How many games a pairing has.
    pub match_length: MatchLength,
}

impl BoardState {
    pub(super) const fn new(pair: Pairing, entry: usize, table_round: usize) -> Self {
        Self {
            pair,
            entry,
            table_round,
            claims: [None; 2],
            result: None,
            game: None,
            rulings: Vec::new(),
            appointment: None,
        }
    }
}

impl RoundState {
    /// A round that was paired by an entry of the log.
    pub(super) fn new(
        pairing: &RoundPairing,
        match_length: MatchLength,
        number: usize,
        entry: usize,
    ) -> Self {
        let game = |pair: Pairing| BoardState::new(pair, entry, number);
        let games = |pair: &Pairing| {
            let exchanged = Pairing { white: pair.black, black: pair.white };
            [*pair, exchanged].into_iter().take(match_length.games())
        };
        Self {
            stage: RoundStage::Draft,
            bye: pairing.bye.clone(),
            boards: pairing.pairs.iter().flat_map(games).map(game).collect(),
            match_length,
        }
    }

    /// The first games of the pairings.
    pub fn first_games(&self) -> impl Iterator<Item = &BoardState> {
        self.boards.iter().step_by(self.match_length.games())
    }

    /// The boards of a table, from 1: the games of one pairing.
    #[must_use]
    pub fn at_table(&self, table: usize) -> &[BoardState] {
        let games = self.match_length.games();
        let first = table.checked_sub(1).map(|index| games * index);
        first.and_then(|first| self.boards.get(first..first + games)).unwrap_or_default()
    }

    /// The pairing of the round.
    #[must_use]
    pub fn pairing(&self, round: usize) -> RoundPairing {
        RoundPairing {
            round,
            pairs: self.first_games().map(|board| board.pair).collect(),
            bye: self.bye.clone(),
        }
    }
}

/// A tournament: the fold of its events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tournament {
    pub(super) settings: TournamentSettings,
    pub(super) table: Crosstable,
    pub(super) rounds: Vec<RoundState>,
    /// Players who have left, with the first round they miss.
    pub(super) withdrawn: Vec<(PairingNumber, usize)>,
    /// Bonuses and penalties, by player and round.
    pub(super) adjusted: BTreeMap<(PairingNumber, usize), Points>,
    /// Records of a report file that the event goes on from.
    pub(super) kept_records: Vec<String>,
    pub(super) arena: ArenaState,
    pub(super) entries: usize,
    pub(super) now: Moment,
}

impl Tournament {
    /// A tournament without players.
    #[must_use]
    pub fn new(settings: TournamentSettings) -> Self {
        let table = Crosstable {
            // The rounds of an arena's table are as many as somebody has games; those of a round robin that is played at
            // once are known when it is paired.
            planned_rounds: (settings.arena.is_none() && settings.order == RoundOrder::OneByOne)
                .then_some(settings.rounds),
            initial_side: Some(settings.initial_side),
            scoring: settings.scoring.for_matches(settings.match_length),
            match_length: settings.match_length,
            system: Some(settings.system),
            last_rounds: settings.last_rounds,
            team_colours: board_colours(settings.team_boards.unwrap_or(0)),
            ..Crosstable::default()
        };
        Self {
            settings,
            table,
            rounds: Vec::new(),
            withdrawn: Vec::new(),
            adjusted: BTreeMap::new(),
            kept_records: Vec::new(),
            arena: ArenaState::default(),
            entries: 0,
            now: Moment::default(),
        }
    }

    /// The tournament that a list of events makes.
    #[must_use]
    pub fn replay(settings: TournamentSettings, events: &[TournamentEvent]) -> Self {
        let mut tournament = Self::new(settings);
        events.iter().for_each(|event| tournament.apply(event));
        tournament
    }

    /// The players and what every published round was for them.
    #[must_use]
    pub const fn table(&self) -> &Crosstable {
        &self.table
    }

    /// What was decided before round 1.
    #[must_use]
    pub const fn settings(&self) -> &TournamentSettings {
        &self.settings
    }

    /// The rounds that have been paired.
    #[must_use]
    pub fn rounds(&self) -> &[RoundState] {
        &self.rounds
    }

    /// Records of the report file that the event goes on from.
    #[must_use]
    pub fn kept_records(&self) -> &[String] {
        &self.kept_records
    }

    /// How many entries the log has.
    #[must_use]
    pub const fn entries(&self) -> usize {
        self.entries
    }

    /// The number of the round being prepared or played: the last one, or the next if that is closed.
    #[must_use]
    pub fn current_round(&self) -> usize {
        let closed = self.rounds.last().is_none_or(|round| round.stage == RoundStage::Closed);
        self.rounds.len() + usize::from(closed)
    }

    /// Whether a player has left.
    #[must_use]
    pub fn is_withdrawn(&self, number: PairingNumber) -> bool {
        self.withdrawn.iter().any(|(who, _)| *who == number)
    }

    /// The table as a report file tells it: withdrawn players are away from the rounds that are still to be paired.
    #[must_use]
    pub fn table_to_report(&self) -> Crosstable {
        let mut table = self.table.clone();
        let next = table.paired_rounds() + 1;
        let last = table.planned_rounds.unwrap_or(next);
        for &(number, from) in &self.withdrawn {
            let away = |request: &ByeRequest| request.number == number && request.round >= from;
            table.requests.retain(|request| !away(request));
            let rounds = from.max(next)..=last;
            let request = |round| ByeRequest { round, number, outcome: RoundOutcome::ZeroBye };
            table.requests.extend(rounds.map(request));
        }
        table
    }

    /// The table as the next pairing sees it: withdrawn players are away.
    pub(super) fn table_to_pair(&self) -> Crosstable {
        let round = self.rounds.len() + 1;
        let mut table = self.table.clone();
        if round == 1 {
            table.planned_rounds = self.rounds_to_plan();
        }
        if round == 1 && self.settings.acceleration == AccelerationMethod::Baku {
            table.accelerations = baku(&table);
        }
        for &(number, from) in &self.withdrawn {
            if from <= round
                && let Some(index) = table.index_of(number)
            {
                table.entrants[index].enter(round, RoundOutcome::ZeroBye);
            }
        }
        table
    }
}
