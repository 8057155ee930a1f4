//! A tournament with its log, to which commands are given as the server gives them.

use damiera_events::tournament::{
    AccelerationMethod, BoardResult, NewEntrant, RoundOrder, Tournament, TournamentActor, TournamentAsk,
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
        let events = self.live.decide(&TournamentCommand { by, at: self.now, seen: None, round: None, ask });
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

/// A reason that an official gives.
pub(crate) fn reason() -> String {
    "the arbiter says so".into()
}

/// The pairs of a new draft, the lower number first.
pub(crate) fn draft(hall: &mut RecordedTournament) -> Vec<[u16; 2]> {
    hall.ask(TournamentAsk::PairRound).expect("a draft");
    let mut pairs: Vec<_> = hall.pairs().iter().map(|pair| [pair.white, pair.black]).collect();
    pairs.iter_mut().for_each(|pair| pair.sort_unstable());
    pairs
}

/// Takes a draft back.
pub(crate) fn drop_draft(hall: &mut RecordedTournament) {
    hall.ask(TournamentAsk::TakeBack { reason: reason() }).expect("taken back");
}

/// Plays the next round with the same result on all boards.
pub(crate) fn play_round(hall: &mut RecordedTournament, result: BoardResult) {
    hall.start_round();
    for board in 1..=hall.pairs().len() {
        hall.ask(TournamentAsk::EnterResult { board, result }).expect("entered");
    }
    hall.ask(TournamentAsk::CloseRound).expect("closed");
}
