//! From what is asked to what follows, or why not.

use damiera_game::{Moment, has_unseen};

use super::at_once::RoundOrder;
use super::command::{TournamentActor, TournamentAsk, TournamentCommand};
use super::event::{TournamentEvent, TournamentFact};
use super::refusal::TournamentRefusal;
use super::state::{RoundStage, Tournament};
use crate::csv::read_players;
use crate::next_round::pair_next_until;
use crate::outcome::{PairingNumber, RoundOutcome};
use crate::pairing::RoundPairing;
use crate::stop::StopSignal;
use crate::teams::{CompetitorKind, board_pairing};

pub(super) type Facts = Result<Vec<TournamentFact>, TournamentRefusal>;

impl Tournament {
    /// The events that follow from a command, or why it is refused. Nothing changes until they are applied. A result that holds
    /// already and is entered once more leads to no event: a message sent twice does no harm.
    pub fn decide(&self, command: &TournamentCommand) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        self.decide_until(command, &StopSignal::default())
    }

    /// [`decide`](Self::decide), unless it is told to stop while it pairs a round or numbers the players.
    pub fn decide_until(
        &self,
        command: &TournamentCommand,
        stop: &StopSignal,
    ) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        let at = command.at.max(self.now);
        let now = self.rounds.len();
        if let Some(meant) = command.round.filter(|&round| round != now) {
            return Err(TournamentRefusal::OtherRound { meant, now });
        }
        let facts = match (&command.by, &command.ask) {
            (TournamentActor::Player(number), TournamentAsk::EnterResult { board, result }) => {
                self.claim(*number, *board, *result)
            }
            (TournamentActor::Player(number), TournamentAsk::ProposeDate { board, date }) => {
                self.propose_date(*number, *board, *date, at)
            }
            (TournamentActor::Player(number), TournamentAsk::AcceptDate { board, date }) => {
                self.accept_date(*number, *board, *date, at)
            }
            (TournamentActor::Player(number), TournamentAsk::PlayNow { board }) => {
                self.play_now(*number, *board, at)
            }
            (TournamentActor::Player(own), TournamentAsk::Pause(number)) if own == number => self.pause(*own),
            (TournamentActor::Player(own), TournamentAsk::Resume(number)) if own == number => {
                self.resume(*own)
            }
            (TournamentActor::Player(_), _) => Err(TournamentRefusal::OfficialsOnly),
            (TournamentActor::Official(_), ask) => {
                if let Some(seen) = command.seen.filter(|&seen| seen != self.entries) {
                    return Err(TournamentRefusal::OutOfDate { seen, entries: self.entries });
                }
                self.answer(ask, at, stop)
            }
        };
        let event = |fact| TournamentEvent { by: command.by.clone(), at, fact };
        Ok(facts?.into_iter().map(event).collect())
    }

    fn answer(&self, ask: &TournamentAsk, at: Moment, stop: &StopSignal) -> Facts {
        if self.settings.arena.is_some() && ask.is_about_rounds() {
            return Err(TournamentRefusal::NoRounds);
        }
        match ask {
            TournamentAsk::OpenArena => self.open_arena(at),
            TournamentAsk::PairFree { present, seed } => self.pair_free(present, *seed, at),
            TournamentAsk::Pause(number) => self.pause(*number),
            TournamentAsk::Resume(number) => self.resume(*number),
            TournamentAsk::Enter(new) => self.enter_player(new),
            TournamentAsk::EnterList(list) => self.enter_list(list),
            TournamentAsk::EnterText(text) => self.enter_list(&read_players(text)?),
            TournamentAsk::CorrectPlayer { number, to } => self.correct_player(*number, to),
            TournamentAsk::NumberPlayers(order) => self.number_players(*order, stop),
            TournamentAsk::Withdraw(number) => self.withdraw(*number),
            TournamentAsk::Readmit(number) => self.readmit(*number),
            TournamentAsk::GrantBye { number, round, outcome } => self.grant_bye(*number, *round, *outcome),
            TournamentAsk::KeepApart { numbers, until } => self.keep_apart(numbers, *until),
            TournamentAsk::KeepClubsApart { until } => self.keep_clubs_apart(*until),
            TournamentAsk::AdjustPoints { number, round, points, reason } => {
                self.adjust_points(*number, *round, *points, reason)
            }
            TournamentAsk::LetMeet { numbers } => self.let_meet(numbers),
            TournamentAsk::FixColour { number, side } => self.fix_colour(*number, *side),
            TournamentAsk::EnterTeam { name, members } => self.enter_team(name, members),
            TournamentAsk::RemoveTeam { name } => self.remove_team(name),
            TournamentAsk::PairRound => self.pair_round(stop),
            TournamentAsk::SteerFirstRound { upper, seed } => self.steer_first_round(*upper, *seed),
            TournamentAsk::EditPairing { pairing, reason } => self.edit_pairing(pairing, reason, stop),
            TournamentAsk::CheckRound => self.move_on(RoundStage::Draft, TournamentFact::RoundChecked),
            TournamentAsk::PublishRound => self.move_on(RoundStage::Checked, TournamentFact::RoundPublished),
            TournamentAsk::StartRound => self.move_on(RoundStage::Published, TournamentFact::RoundStarted),
            TournamentAsk::EnterResult { board, result } => self.enter_result(*board, *result),
            TournamentAsk::CorrectResult { round, board, result, reason } => {
                self.correct_result(*round, *board, *result, reason)
            }
            TournamentAsk::OpenGame { board, game } => self.open_game(*board, game),
            TournamentAsk::NoteRuling { board, ruling } => self.note_ruling(*board, *ruling),
            TournamentAsk::CloseRound => self.close_round(),
            TournamentAsk::ProposeDate { .. }
            | TournamentAsk::AcceptDate { .. }
            | TournamentAsk::PlayNow { .. } => Err(TournamentRefusal::PlayersOnly),
            TournamentAsk::CloseWindows => self.close_windows(at),
            TournamentAsk::ExtendWindow { board, until, reason } => {
                self.extend_window(*board, *until, reason, at)
            }
            TournamentAsk::DecideUnplayed { board, result, reason } => {
                self.decide_unplayed(*board, *result, reason)
            }
            TournamentAsk::TakeBack { reason } => self.take_round_back(reason),
            TournamentAsk::ReopenRound { reason } => {
                required(reason)?;
                let fact = TournamentFact::RoundReopened { reason: reason.clone() };
                self.move_on(RoundStage::Closed, fact)
            }
        }
    }

    pub(super) fn known(&self, number: PairingNumber) -> Result<(), TournamentRefusal> {
        self.table.index_of(number).map(|_| ()).ok_or(TournamentRefusal::UnknownPlayer(number))
    }

    fn withdraw(&self, number: PairingNumber) -> Facts {
        self.known(number)?;
        if self.is_withdrawn(number) {
            return Err(TournamentRefusal::HasWithdrawn(number));
        }
        Ok(vec![TournamentFact::Withdrawn { number, from: self.next_to_pair()? }])
    }

    fn readmit(&self, number: PairingNumber) -> Facts {
        self.known(number)?;
        if !self.is_withdrawn(number) {
            return Err(TournamentRefusal::NotWithdrawn(number));
        }
        Ok(vec![TournamentFact::Readmitted { number, from: self.next_to_pair()? }])
    }

    /// The next round that has no draft yet; a draft must be taken back before the field changes.
    pub(super) fn next_to_pair(&self) -> Result<usize, TournamentRefusal> {
        match self.rounds.last().map(|round| round.stage) {
            Some(stage @ (RoundStage::Draft | RoundStage::Checked)) => {
                Err(TournamentRefusal::WrongStage(Some(stage)))
            }
            _ => Ok(self.rounds.len() + 1),
        }
    }

    /// An error if the event has no round of this number.
    pub(super) fn planned(&self, round: usize) -> Result<(), TournamentRefusal> {
        match self.table.planned_rounds.filter(|&rounds| round > rounds) {
            Some(rounds) => Err(TournamentRefusal::NoSuchRound { round, rounds }),
            None => Ok(()),
        }
    }

    fn grant_bye(&self, number: PairingNumber, round: usize, outcome: RoundOutcome) -> Facts {
        self.known(number)?;
        if self.is_withdrawn(number) {
            return Err(TournamentRefusal::HasWithdrawn(number));
        }
        if round <= self.rounds.len() {
            return Err(TournamentRefusal::RoundPaired(round));
        }
        self.planned(round)?;
        match outcome {
            RoundOutcome::HalfBye | RoundOutcome::ZeroBye | RoundOutcome::FullBye => {
                Ok(vec![TournamentFact::ByeGranted { number, round, outcome }])
            }
            _ => Err(TournamentRefusal::NotABye),
        }
    }

    fn pair_round(&self, stop: &StopSignal) -> Facts {
        if let Some(stage) = self.rounds.last().map(|round| round.stage).filter(|s| *s != RoundStage::Closed)
        {
            return Err(TournamentRefusal::WrongStage(Some(stage)));
        }
        if let RoundOrder::AllAtOnce { cycles } = self.settings.order {
            return self.pair_all_rounds(cycles);
        }
        let table = self.table_to_pair();
        let pairing =
            pair_next_until(&table, self.settings.system, stop).map_err(TournamentRefusal::NoPairing)?;
        Ok(self.accelerated().chain([TournamentFact::RoundDrafted { pairing }]).collect())
    }

    /// The virtual points that go with the first round.
    pub(super) fn accelerated(&self) -> impl Iterator<Item = TournamentFact> {
        let new = self.table_to_pair().accelerations.into_iter().skip(self.table.accelerations.len());
        new.map(TournamentFact::Accelerated)
    }

    fn edit_pairing(&self, pairing: &RoundPairing, reason: &str, stop: &StopSignal) -> Facts {
        required(reason)?;
        let mut pairing = pairing.clone();
        pairing.round = self.rounds.len();
        let breaks = self.preview_edit_until(&pairing, stop)?;
        if self.table.competitors() == CompetitorKind::Team {
            pairing = board_pairing(&self.table_before_draft(), &pairing);
        }
        Ok(vec![TournamentFact::PairingEdited { pairing, reason: reason.trim().to_owned(), breaks }])
    }

    pub(super) fn move_on(&self, from: RoundStage, fact: TournamentFact) -> Facts {
        let stage = self.rounds.last().map(|round| round.stage);
        if stage == Some(from) { Ok(vec![fact]) } else { Err(TournamentRefusal::WrongStage(stage)) }
    }

    fn take_round_back(&self, reason: &str) -> Facts {
        required(reason)?;
        let Some(round) = self.rounds.last() else { return Err(TournamentRefusal::WrongStage(None)) };
        if round.stage == RoundStage::Closed {
            return Err(TournamentRefusal::WrongStage(Some(round.stage)));
        }
        if round.boards.iter().any(|board| board.result.is_some() || board.claims != [None; 2]) {
            return Err(TournamentRefusal::HasResults);
        }
        Ok(vec![TournamentFact::RoundTakenBack { reason: reason.trim().to_owned() }])
    }
}

/// The longest reason, in characters.
const LONGEST_REASON: usize = 500;

pub(super) fn required(reason: &str) -> Result<(), TournamentRefusal> {
    let reason = reason.trim();
    if reason.is_empty() {
        return Err(TournamentRefusal::ReasonMissing);
    }
    let is_long = reason.chars().count() > LONGEST_REASON
        || reason.contains(|c: char| c.is_control() && !c.is_whitespace())
        || has_unseen(reason);
    if is_long { Err(TournamentRefusal::ReasonTooLong(LONGEST_REASON)) } else { Ok(()) }
}

/// Whether a pairing holds everybody of another exactly once, and leaves no more of them free than one.
pub(super) fn same_players(engine: &RoundPairing, edited: &RoundPairing) -> Result<(), TournamentRefusal> {
    let all = |pairing: &RoundPairing| {
        let pairs = pairing.pairs.iter().flat_map(|pair| [pair.white, pair.black]);
        let mut numbers: Vec<PairingNumber> = pairs.chain(pairing.bye.iter().copied()).collect();
        numbers.sort_unstable();
        numbers
    };
    if edited.bye.len() > 1 {
        return Err(TournamentRefusal::TooManyByes);
    }
    let (wanted, given) = (all(engine), all(edited));
    if wanted == given {
        return Ok(());
    }
    let count = |list: &[PairingNumber], number| list.iter().filter(|&&other| other == number).count();
    let wrong = wanted.iter().chain(&given).find(|&&n| count(&wanted, n) != count(&given, n));
    Err(TournamentRefusal::NotEverybodyOnce(wrong.copied().unwrap_or_default()))
}
