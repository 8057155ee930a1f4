//! Playing a game over a connection.

use std::fmt;
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use damiera_engine::{
    DrawCounts, Engine, Level, SearchControl, SearchLimits, SearchRequest, SearchRules, TimeAllowance,
};
use damiera_play::OpeningBook;
use damiera_rules::{History, Move, Position, Rules, Side};

use crate::dxp::message::{DxpMessage, DxpMessageError, DxpOutcome, DxpStart};

/// The terms that the initiator proposes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DxpTerms<R> {
    /// The follower's colour.
    pub follower: Side,
    /// Minutes on each clock.
    pub minutes: u16,
    /// Number of moves in that time; 0 for the whole game.
    pub moves: u16,
    /// The start position.
    pub start: DxpStart<R>,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DxpResult<R> {
    /// The positions of the game.
    pub game: History<R>,
    /// Our colour.
    pub ours: Side,
    /// The result for us.
    pub reason: DxpOutcome,
}

/// Why a game ended without a result.
#[derive(Debug)]
pub enum DxpError {
    /// The connection failed.
    Connection(io::Error),
    /// The other program closed the connection.
    ConnectionClosed,
    /// A message is invalid.
    Message(DxpMessageError),
    /// The other program declined, with this code.
    Refused(u8),
    /// The other program sent an illegal move.
    IllegalMove(String),
    /// A message was not expected at this point.
    Unexpected(String),
}

impl fmt::Display for DxpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connection(error) => write!(f, "the connection failed: {error}"),
            Self::ConnectionClosed => f.write_str("the other program closed the connection"),
            Self::Message(error) => error.fmt(f),
            Self::Refused(code) => write!(f, "the other program declined the game (code {code})"),
            Self::IllegalMove(text) => write!(f, "the other program sent the illegal move {text}"),
            Self::Unexpected(text) => write!(f, "the message {text} was not expected"),
        }
    }
}

impl std::error::Error for DxpError {}

impl From<io::Error> for DxpError {
    fn from(error: io::Error) -> Self {
        Self::Connection(error)
    }
}

const NAME: &str = "Damiera";

/// Our side of a game. Every search stays within the limits and the agreed clock.
#[derive(Clone, Copy)]
pub struct DxpPlayer<'a, R: SearchRules> {
    /// The engine.
    pub engine: &'a Engine<R>,
    /// Limits besides the clock.
    pub limits: SearchLimits,
    /// The opening book.
    pub book: Option<&'a OpeningBook>,
}

/// Requests a game and plays it.
pub fn initiate<R: SearchRules>(
    player: DxpPlayer<'_, R>,
    terms: DxpTerms<R>,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> Result<DxpResult<R>, DxpError> {
    let DxpTerms { follower, minutes, moves, start } = terms;
    send(output, &DxpMessage::<R>::Request { name: NAME.to_owned(), follower, minutes, moves, start })?;
    match receive::<R>(input)? {
        DxpMessage::Accept { code: 0, .. } => {}
        DxpMessage::Accept { code, .. } => return Err(DxpError::Refused(code)),
        other => return Err(DxpError::Unexpected(other.to_string())),
    }
    DxpGame::new(player, terms, !follower).play(input, output)
}

/// Waits for a request and plays the game.
pub fn follow<R: SearchRules>(
    player: DxpPlayer<'_, R>,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> Result<DxpResult<R>, DxpError> {
    match receive::<R>(input) {
        Ok(DxpMessage::Request { follower, minutes, moves, start, .. }) => {
            send(output, &DxpMessage::<R>::Accept { name: NAME.to_owned(), code: 0 })?;
            let terms = DxpTerms { follower, minutes, moves, start };
            DxpGame::new(player, terms, follower).play(input, output)
        }
        Ok(other) => Err(DxpError::Unexpected(other.to_string())),
        Err(DxpError::Message(error)) => {
            send(output, &DxpMessage::<R>::Accept { name: NAME.to_owned(), code: 1 })?;
            Err(DxpError::Message(error))
        }
        Err(broken) => Err(broken),
    }
}

fn send<R: Rules>(output: &mut impl Write, message: &DxpMessage<R>) -> io::Result<()> {
    output.write_all(message.to_string().as_bytes())?;
    output.write_all(&[0])?;
    output.flush()
}

/// Receives the next message other than chat.
fn receive<R: Rules>(input: &mut impl BufRead) -> Result<DxpMessage<R>, DxpError> {
    /// The longest message with its NUL.
    const LONGEST: u64 = 128;
    loop {
        let mut bytes = Vec::new();
        io::Read::take(&mut *input, LONGEST).read_until(0, &mut bytes)?;
        match bytes.pop() {
            None => return Err(DxpError::ConnectionClosed),
            Some(0) => {}
            Some(_) => return Err(DxpError::Message(DxpMessageError::Field("end"))),
        }
        let text = String::from_utf8_lossy(&bytes);
        match DxpMessage::parse(&text).map_err(DxpError::Message)? {
            DxpMessage::Chat(_) => {}
            message => return Ok(message),
        }
    }
}

/// A game in progress.
struct DxpGame<'a, R: SearchRules> {
    player: DxpPlayer<'a, R>,
    game: History<R>,
    ours: Side,
    /// The time left on our clock.
    left: Duration,
    terms: DxpTerms<R>,
    /// Our moves to the time control; 0 without one.
    to_go: u32,
}

impl<'a, R: SearchRules> DxpGame<'a, R> {
    fn new(player: DxpPlayer<'a, R>, terms: DxpTerms<R>, ours: Side) -> Self {
        let start = match terms.start {
            DxpStart::Standard => Position::start(),
            DxpStart::Position(position) => position,
        };
        let left = Duration::from_secs(60 * u64::from(terms.minutes));
        Self { player, game: History::new(start), ours, left, terms, to_go: u32::from(terms.moves) }
    }

    fn play(mut self, input: &mut impl BufRead, output: &mut impl Write) -> Result<DxpResult<R>, DxpError> {
        loop {
            if self.game.position().turn() == self.ours {
                if let Some(reason) = self.over() {
                    return self.end(reason, input, output);
                }
                self.move_ours(output)?;
            } else if let Some(reason) = self.move_theirs(input, output)? {
                let Self { game, ours, .. } = self;
                return Ok(DxpResult { game, ours, reason });
            }
        }
    }

    /// The result for us if the game is over, before our move.
    fn over(&self) -> Option<DxpOutcome> {
        let drawn = DrawCounts::of(&self.game).run_out
            || R::REPETITION_DRAW.is_some() && self.game.occurrences() >= 3
            || self.terms.moves > 0 && self.to_go == 0;
        if self.game.position().legal().is_empty() {
            Some(DxpOutcome::Lost)
        } else {
            drawn.then_some(DxpOutcome::Draw)
        }
    }

    fn move_ours(&mut self, output: &mut impl Write) -> Result<(), DxpError> {
        let begun = Instant::now();
        let moves = (self.to_go > 0).then_some(self.to_go);
        let clock = TimeAllowance::Clock { left: self.left, increment: Duration::ZERO, moves };
        let DxpPlayer { engine, limits, book } = self.player;
        let limits = SearchLimits { time: Some(clock), ..limits };
        let known = book.and_then(|book| book.choose(self.game.position(), Level::HIGHEST, 0));
        let m = known.or_else(|| {
            let request = SearchRequest::best(&self.game, limits);
            engine.think(&request, &SearchControl::new(begun), |_| ()).best()
        });
        let Some(m) = m else { return Err(DxpError::Unexpected("no move".to_owned())) };
        self.left = self.left.saturating_sub(begun.elapsed());
        self.to_go = self.to_go.saturating_sub(1);
        let seconds = u16::try_from(begun.elapsed().as_secs()).unwrap_or(u16::MAX);
        send(output, &DxpMessage::<R>::of_move(&m, seconds))?;
        self.game.push(&m);
        Ok(())
    }

    /// Processes the next message of the other program; the result if the message ends the game.
    fn move_theirs(
        &mut self,
        input: &mut impl BufRead,
        output: &mut impl Write,
    ) -> Result<Option<DxpOutcome>, DxpError> {
        let message = receive::<R>(input)?;
        match message {
            DxpMessage::Move { from, to, captured, .. } => {
                let fits = |m: &Move| m.from == from && m.to == to && m.captured == captured;
                let m = self.game.position().legal().into_iter().find(fits);
                let m = m.ok_or_else(|| DxpError::IllegalMove(message.to_string()))?;
                self.game.push(&m);
                Ok(None)
            }
            DxpMessage::End { reason, .. } => {
                let ours = match reason {
                    DxpOutcome::Lost => DxpOutcome::Won,
                    DxpOutcome::Won => DxpOutcome::Lost,
                    other => other,
                };
                send(output, &DxpMessage::<R>::End { reason: ours, leaves: true })?;
                Ok(Some(ours))
            }
            DxpMessage::Back => {
                send(output, &DxpMessage::<R>::BackAnswer(1))?;
                Ok(None)
            }
            other => Err(DxpError::Unexpected(other.to_string())),
        }
    }

    /// Ends the game and waits for the confirmation.
    fn end(
        self,
        reason: DxpOutcome,
        input: &mut impl BufRead,
        output: &mut impl Write,
    ) -> Result<DxpResult<R>, DxpError> {
        send(output, &DxpMessage::<R>::End { reason, leaves: true })?;
        match receive::<R>(input) {
            Ok(DxpMessage::End { .. }) | Err(DxpError::ConnectionClosed) => {}
            Ok(other) => return Err(DxpError::Unexpected(other.to_string())),
            Err(broken) => return Err(broken),
        }
        Ok(DxpResult { game: self.game, ours: self.ours, reason })
    }
}
