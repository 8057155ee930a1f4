//! A tournament with its log, to which commands are given as the server gives them.

use damiera_events::tournament::{
    AccelerationMethod, NewEntrant, RoundOrder, Tournament, TournamentActor, TournamentAsk,
    TournamentCommand, TournamentEvent, TournamentRefusal, TournamentSettings,
};
use damiera_events::{LastRounds, MatchLength, Pairing, PairingSystem, Scoring};
use damiera_game::Moment;
use damiera_rules::Side;

pub(crate) fn settings(system: PairingSystem, rounds: usize) -> TournamentSettings {
    TournamentSettings {
        system,
        scoring: Scoring::TWO_ONE,
        rounds,
        initial_side: Side::White,
        acceleration: AccelerationMethod::None,
        match_length: MatchLength::SingleGame,
        arena: None,
        order: RoundOrder::OneByOne,
        team_boards: None,
        last_rounds: LastRounds::InOrder,
        appointments: None,
    }
}

/// A tournament whose time the test moves on.
pub(crate) struct RecordedTournament {
    pub(crate) live: Tournament,
    pub(crate) log: Vec<TournamentEvent>,
    pub(crate) now: Moment,
}

impl RecordedTournament {
    pub(crate) fn new(players: usize, settings: TournamentSettings) -> Self {
        let mut new = Self { live: Tournament::new(settings), log: Vec::new(), now: Moment(0) };
        (0..players).for_each(|_| new.enter());
        new
    }

    pub(crate) fn enter(&mut self) {
        let name = format!("Player {}", self.live.table().entrants.len() + 1);
        self.ask(TournamentAsk::Enter(NewEntrant { name, ..NewEntrant::default() })).expect("entered");
    }

    /// Returns the number of new entries in the log.
    pub(crate) fn send(
        &mut self,
        by: TournamentActor,
        ask: TournamentAsk,
    ) -> Result<usize, TournamentRefusal> {
        let before = self.live.clone();
        let events = self.live.decide(&TournamentCommand { by, at: self.now, seen: None, ask });
        assert_eq!(self.live, before, "deciding changes nothing");
        let events = events?;
        events.iter().for_each(|event| self.live.apply(event));
        self.log.extend(events.iter().cloned());
        Ok(events.len())
    }

    pub(crate) fn ask(&mut self, ask: TournamentAsk) -> Result<usize, TournamentRefusal> {
        self.send(TournamentActor::Official("Anna".into()), ask)
    }

    pub(crate) fn start_round(&mut self) {
        for ask in [
            TournamentAsk::PairRound,
            TournamentAsk::CheckRound,
            TournamentAsk::PublishRound,
            TournamentAsk::StartRound,
        ] {
            self.ask(ask).expect("the next stage");
        }
    }

    /// The pairs of the last round.
    pub(crate) fn pairs(&self) -> Vec<Pairing> {
        self.live.rounds().last().map(|r| r.boards.iter().map(|b| b.pair).collect()).unwrap_or_default()
    }
}
