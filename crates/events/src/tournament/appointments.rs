//! Rounds that last for days: the two players of a pairing arrange when they play.
//!
//! A round has a window. Either player proposes a date within it and the other accepts, or both say that they would play at
//! once. An agreed date can be changed in the same way until it is near. A pairing that is not played when the window closes
//! is the organiser's to decide.

use std::time::Duration;

use damiera_game::Moment;

use super::board_result::BoardResult;
use super::decide::{Facts, required};
use super::event::TournamentFact;
use super::refusal::TournamentRefusal;
use super::state::{BoardState, RoundStage, Tournament};
use crate::outcome::PairingNumber;

/// An agreed date stands from this long before it.
pub const DATE_IS_FIXED: Duration = Duration::from_secs(60 * 60);
/// Somebody who would play at once waits for the opponent this long.
pub const WAITS_TO_PLAY: Duration = Duration::from_secs(10 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How the players of an event arrange their games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AppointmentTerms {
    /// How many days the window of a round is open.
    pub days: u32,
}

/// Whether a pairing can still be arranged and played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayingWindow {
    /// It can.
    Open,
    /// The window closed before the pairing was played.
    Closed,
}

/// When a pairing is played, as far as its players have arranged it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Appointment {
    /// When the window of the pairing closes.
    pub closes_at: Moment,
    /// Whether it has closed.
    pub window: PlayingWindow,
    /// The dates that White and Black propose.
    pub proposals: [Option<Moment>; 2],
    /// The date that both have agreed on.
    pub agreed: Option<Moment>,
    /// When White and Black last said that they would play at once.
    pub ready_since: [Option<Moment>; 2],
}

impl Appointment {
    pub(super) const fn until(closes_at: Moment) -> Self {
        let (proposals, ready_since) = ([None; 2], [None; 2]);
        Self { closes_at, window: PlayingWindow::Open, proposals, agreed: None, ready_since }
    }

    /// Whether a player, White as 0 and Black as 1, waits to play at once.
    #[must_use]
    pub fn waits(&self, seat: usize, now: Moment) -> bool {
        self.ready_since[seat].is_some_and(|since| now.since(since) < WAITS_TO_PLAY)
    }

    /// Whether the agreed date can no longer be changed.
    #[must_use]
    pub fn is_fixed(&self, now: Moment) -> bool {
        self.agreed.is_some_and(|date| date <= now.plus(DATE_IS_FIXED))
    }
}

/// A player at a pairing that can be arranged.
struct ArrangedSeat<'a> {
    /// The first board of the pairing.
    board: usize,
    /// 0 for White of the first game, 1 for Black.
    seat: usize,
    appointment: &'a Appointment,
}

impl Tournament {
    /// The first board of the pairing to which a board belongs.
    const fn first_board(&self, board: usize) -> usize {
        board - (board - 1) % self.settings.match_length.games()
    }

    /// The appointment of a board's pairing.
    #[must_use]
    pub fn appointment(&self, board: usize) -> Option<&Appointment> {
        let boards = &self.rounds.last()?.boards;
        board.checked_sub(1)?;
        boards.get(self.first_board(board) - 1)?.appointment.as_ref()
    }

    /// A pairing of the round being played that has not begun, with its first board.
    fn unplayed(&self, board: usize) -> Result<(usize, &BoardState, &Appointment), TournamentRefusal> {
        self.open_board(board)?;
        let first = self.first_board(board);
        let state = self.open_board(first)?;
        let appointment = state.appointment.as_ref().ok_or(TournamentRefusal::NoAppointments)?;
        match (state.result, &state.game) {
            (Some(result), _) => Err(self.already_entered(first, result)),
            (None, Some(_)) => Err(TournamentRefusal::HasBegun(first)),
            (None, None) => Ok((first, state, appointment)),
        }
    }

    fn seat(
        &self,
        number: PairingNumber,
        board: usize,
        at: Moment,
    ) -> Result<ArrangedSeat<'_>, TournamentRefusal> {
        let (first, state, appointment) = self.unplayed(board)?;
        if !state.pair.has(number) {
            return Err(TournamentRefusal::NotAtBoard { board, own: self.own_open_board(number) });
        }
        if appointment.window == PlayingWindow::Closed || appointment.closes_at <= at {
            return Err(TournamentRefusal::WindowClosed(appointment.closes_at));
        }
        let seat = usize::from(state.pair.black == number);
        Ok(ArrangedSeat { board: first, seat, appointment })
    }

    /// A date holds when the opponent has proposed the same.
    pub(super) fn propose_date(
        &self,
        number: PairingNumber,
        board: usize,
        date: Moment,
        at: Moment,
    ) -> Facts {
        let ArrangedSeat { board, seat, appointment } = self.seat(number, board, at)?;
        if appointment.is_fixed(at) {
            return Err(TournamentRefusal::DateIsFixed);
        }
        if date <= at || date > appointment.closes_at {
            return Err(TournamentRefusal::OutsideWindow(appointment.closes_at));
        }
        if appointment.proposals[seat] == Some(date) {
            return Ok(Vec::new());
        }
        let mut facts = vec![TournamentFact::DateProposed { board, number, date }];
        if appointment.proposals[1 - seat] == Some(date) {
            facts.push(TournamentFact::DateAgreed { board, date });
        }
        Ok(facts)
    }

    /// The date is named, so that nobody accepts another than the one they have read.
    pub(super) fn accept_date(&self, number: PairingNumber, board: usize, date: Moment, at: Moment) -> Facts {
        let ArrangedSeat { board, seat, appointment } = self.seat(number, board, at)?;
        if appointment.agreed == Some(date) {
            return Ok(Vec::new()); // a message sent again does no harm
        }
        if appointment.is_fixed(at) {
            return Err(TournamentRefusal::DateIsFixed);
        }
        if appointment.proposals[1 - seat] != Some(date) {
            return Err(TournamentRefusal::NotProposed);
        }
        if date <= at || date > appointment.closes_at {
            return Err(TournamentRefusal::OutsideWindow(appointment.closes_at));
        }
        Ok(vec![TournamentFact::DateAgreed { board, date }])
    }

    /// The game begins once both would play at once, whatever date they had agreed on.
    pub(super) fn play_now(&self, number: PairingNumber, board: usize, at: Moment) -> Facts {
        let ArrangedSeat { board, seat, appointment } = self.seat(number, board, at)?;
        let ready = TournamentFact::ReadyToPlay { board, number };
        match (appointment.waits(seat, at), appointment.waits(1 - seat, at)) {
            (_, true) => Ok(vec![ready, TournamentFact::DateAgreed { board, date: at }]),
            (true, false) => Ok(Vec::new()),
            (false, false) => Ok(vec![ready]),
        }
    }

    /// When the first window closes of those whose pairings have no date yet.
    #[must_use]
    pub fn next_window_end(&self) -> Option<Moment> {
        self.undated().map(|(_, appointment)| appointment.closes_at).min()
    }

    /// Pairings without a date, a game or a result whose window is open, with their first boards.
    fn undated(&self) -> impl Iterator<Item = (usize, &Appointment)> {
        let playing = self.rounds.last().filter(|round| round.stage == RoundStage::Playing);
        let boards = playing.map_or(&[][..], |round| &round.boards);
        (1..).zip(boards).filter_map(|(number, board)| {
            let appointment = board.appointment.as_ref()?;
            let waits = board.result.is_none() && board.game.is_none() && appointment.agreed.is_none();
            (waits && appointment.window == PlayingWindow::Open).then_some((number, appointment))
        })
    }

    pub(super) fn close_windows(&self, at: Moment) -> Facts {
        let over = self.undated().filter(|(_, appointment)| appointment.closes_at <= at);
        Ok(over.map(|(board, _)| TournamentFact::LeftUnplayed { board }).collect())
    }

    pub(super) fn extend_window(&self, board: usize, until: Moment, reason: &str, at: Moment) -> Facts {
        required(reason)?;
        let (board, _, appointment) = self.unplayed(board)?;
        if until <= at.max(appointment.closes_at) {
            return Err(TournamentRefusal::NotLater(appointment.closes_at));
        }
        Ok(vec![TournamentFact::WindowExtended { board, until, reason: reason.trim().to_owned() }])
    }

    /// The organiser's decision about a game that was not played.
    pub(super) fn decide_unplayed(&self, board: usize, result: BoardResult, reason: &str) -> Facts {
        required(reason)?;
        self.has_worth(result)?;
        let state = self.open_board(board)?;
        self.appointment(board).ok_or(TournamentRefusal::NoAppointments)?;
        match (state.result, &state.game) {
            (Some(result), _) => Err(self.already_entered(board, result)),
            (None, Some(_)) => Err(TournamentRefusal::HasBegun(board)),
            (None, None) => {
                Ok(vec![TournamentFact::UnplayedDecided { board, result, reason: reason.trim().to_owned() }])
            }
        }
    }

    /// The windows of a round open when it starts.
    pub(super) fn open_windows(&mut self) {
        let Some(AppointmentTerms { days }) = self.settings.appointments else { return };
        let closes_at = self.now.plus(DAY * days);
        let games = self.settings.match_length.games();
        for board in
            self.rounds.last_mut().into_iter().flat_map(|round| round.boards.iter_mut().step_by(games))
        {
            board.appointment = Some(Appointment::until(closes_at));
        }
    }

    /// Changes what a pairing's players have arranged.
    pub(super) fn arrange(&mut self, board: usize, change: impl FnOnce(&mut BoardState, &mut Appointment)) {
        if let Some(state) = self.last_board(board)
            && let Some(mut appointment) = state.appointment.take()
        {
            change(state, &mut appointment);
            state.appointment = Some(appointment);
        }
    }
}
