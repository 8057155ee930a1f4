//! A game over a connection.

use std::fmt;
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use damiera_engine::{
    DrawCounts, Engine, SearchControl, SearchLimits, SearchRequest, SearchRules, TimeAllowance,
};
use damiera_rules::{History, Move, Position, Rules, Side};

use crate::dxp::message::{BadDxp, Message, Reason, Start};

/// What the initiator asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms<R> {
    /// The other's colour.
    pub follower: Side,
    /// Minutes for each side.
    pub minutes: u16,
    /// For so many moves; 0 for the whole game.
    pub moves: u16,
    /// Where the game begins.
    pub start: Start<R>,
}

/// A game that came to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended<R> {
    /// Its positions.
    pub game: History<R>,
    /// Our colour.
    pub ours: Side,
    /// How it ended for us.
    pub reason: Reason,
}

/// Why a game broke off.
#[derive(Debug)]
pub enum Broken {
    /// The connection failed.
    Connection(io::Error),
    /// The other side hung up.
    HungUp,
    /// A message could not be read.
    Message(BadDxp),
    /// The other side does not play; his code.
    Refused(u8),
    /// He moved as the rules do not allow.
    IllegalMove(String),
    /// A message came that has no place there.
    Unexpected(String),
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connection(error) => write!(f, "the connection failed: {error}"),
            Self::HungUp => f.write_str("the other side hung up"),
            Self::Message(error) => error.fmt(f),
            Self::Refused(code) => write!(f, "the other side does not play (code {code})"),
            Self::IllegalMove(text) => write!(f, "the other side's move {text} is not legal"),
            Self::Unexpected(text) => write!(f, "the message {text} was not expected"),
        }
    }
}

impl std::error::Error for Broken {}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Self {
        Self::Connection(error)
    }
}

const NAME: &str = "Damiera";

/// Asks for a game and plays it; each move keeps within the limits, and within the clock agreed on.
pub fn initiate<R: SearchRules>(
    engine: &Engine<R>,
    limits: SearchLimits,
    terms: Terms<R>,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> Result<Ended<R>, Broken> {
    let Terms { follower, minutes, moves, start } = terms;
    say(output, &Message::<R>::Request { name: NAME.to_owned(), follower, minutes, moves, start })?;
    match hear::<R>(input)? {
        Message::Accept { code: 0, .. } => {}
        Message::Accept { code, .. } => return Err(Broken::Refused(code)),
        other => return Err(Broken::Unexpected(other.to_string())),
    }
    Board::new(engine, limits, terms, !follower).play(input, output)
}

/// Waits to be asked for a game, and plays it; each move keeps within the limits, and within the clock agreed on.
pub fn follow<R: SearchRules>(
    engine: &Engine<R>,
    limits: SearchLimits,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> Result<Ended<R>, Broken> {
    match hear::<R>(input) {
        Ok(Message::Request { follower, minutes, moves, start, .. }) => {
            say(output, &Message::<R>::Accept { name: NAME.to_owned(), code: 0 })?;
            let terms = Terms { follower, minutes, moves, start };
            Board::new(engine, limits, terms, follower).play(input, output)
        }
        Ok(other) => Err(Broken::Unexpected(other.to_string())),
        Err(Broken::Message(error)) => {
            say(output, &Message::<R>::Accept { name: NAME.to_owned(), code: 1 })?;
            Err(Broken::Message(error))
        }
        Err(broken) => Err(broken),
    }
}

fn say<R: Rules>(output: &mut impl Write, message: &Message<R>) -> io::Result<()> {
    output.write_all(message.to_string().as_bytes())?;
    output.write_all(&[0])?;
    output.flush()
}

/// The next message that is not mere words.
fn hear<R: Rules>(input: &mut impl BufRead) -> Result<Message<R>, Broken> {
    /// No message is longer; whoever sends more is not speaking the protocol.
    const LONGEST: u64 = 128;
    loop {
        let mut bytes = Vec::new();
        io::Read::take(&mut *input, LONGEST).read_until(0, &mut bytes)?;
        match bytes.pop() {
            None => return Err(Broken::HungUp),
            Some(0) => {}
            Some(_) => return Err(Broken::Message(BadDxp::Field("end"))),
        }
        let text = String::from_utf8_lossy(&bytes);
        match Message::read(&text).map_err(Broken::Message)? {
            Message::Chat(_) => {}
            message => return Ok(message),
        }
    }
}

/// A game under way.
struct Board<'a, R: SearchRules> {
    engine: &'a Engine<R>,
    limits: SearchLimits,
    game: History<R>,
    ours: Side,
    /// Time left and moves to go, ours.
    left: Duration,
    terms: Terms<R>,
    to_go: u32,
}

impl<'a, R: SearchRules> Board<'a, R> {
    fn new(engine: &'a Engine<R>, limits: SearchLimits, terms: Terms<R>, ours: Side) -> Self {
        let start = match terms.start {
            Start::Standard => Position::start(),
            Start::Position(position) => position,
        };
        let left = Duration::from_secs(60 * u64::from(terms.minutes));
        Self { engine, limits, game: History::new(start), ours, left, terms, to_go: u32::from(terms.moves) }
    }

    fn play(mut self, input: &mut impl BufRead, output: &mut impl Write) -> Result<Ended<R>, Broken> {
        loop {
            if self.game.position().turn() == self.ours {
                if let Some(reason) = self.over() {
                    return self.end(reason, input, output);
                }
                self.move_ours(output)?;
            } else if let Some(reason) = self.move_theirs(input, output)? {
                let Self { game, ours, .. } = self;
                return Ok(Ended { game, ours, reason });
            }
        }
    }

    /// How the game is over for us, before our move.
    fn over(&self) -> Option<Reason> {
        let drawn = DrawCounts::of(&self.game).run_out
            || R::REPETITION_DRAW.is_some() && self.game.occurrences() >= 3
            || self.terms.moves > 0 && self.to_go == 0;
        if self.game.position().legal().is_empty() {
            Some(Reason::Lost)
        } else {
            drawn.then_some(Reason::Draw)
        }
    }

    fn move_ours(&mut self, output: &mut impl Write) -> Result<(), Broken> {
        let begun = Instant::now();
        let moves = (self.to_go > 0).then_some(self.to_go);
        let clock = TimeAllowance::Clock { left: self.left, increment: Duration::ZERO, moves };
        let limits = SearchLimits { time: Some(clock), ..self.limits };
        let report =
            self.engine.think(&SearchRequest::best(&self.game, limits), &SearchControl::new(begun), |_| ());
        let Some(m) = report.best() else { return Err(Broken::Unexpected("no move".to_owned())) };
        self.left = self.left.saturating_sub(begun.elapsed());
        self.to_go = self.to_go.saturating_sub(1);
        let seconds = u16::try_from(begun.elapsed().as_secs()).unwrap_or(u16::MAX);
        say(output, &Message::<R>::of_move(&m, seconds))?;
        self.game.push(&m);
        Ok(())
    }

    /// The other side's next message; the result if he ended the game.
    fn move_theirs(
        &mut self,
        input: &mut impl BufRead,
        output: &mut impl Write,
    ) -> Result<Option<Reason>, Broken> {
        let message = hear::<R>(input)?;
        match message {
            Message::Move { from, to, captured, .. } => {
                let fits = |m: &Move| m.from == from && m.to == to && m.captured == captured;
                let m = self.game.position().legal().into_iter().find(fits);
                let m = m.ok_or_else(|| Broken::IllegalMove(message.to_string()))?;
                self.game.push(&m);
                Ok(None)
            }
            Message::End { reason, .. } => {
                let ours = match reason {
                    Reason::Lost => Reason::Won,
                    Reason::Won => Reason::Lost,
                    other => other,
                };
                say(output, &Message::<R>::End { reason: ours, leaves: true })?;
                Ok(Some(ours))
            }
            Message::Back => {
                say(output, &Message::<R>::BackAnswer(1))?;
                Ok(None)
            }
            other => Err(Broken::Unexpected(other.to_string())),
        }
    }

    /// Says that the game is over, and waits for the other side to say so too.
    fn end(
        self,
        reason: Reason,
        input: &mut impl BufRead,
        output: &mut impl Write,
    ) -> Result<Ended<R>, Broken> {
        say(output, &Message::<R>::End { reason, leaves: true })?;
        match hear::<R>(input) {
            Ok(Message::End { .. }) | Err(Broken::HungUp) => {}
            Ok(other) => return Err(Broken::Unexpected(other.to_string())),
            Err(broken) => return Err(broken),
        }
        Ok(Ended { game: self.game, ours: self.ours, reason })
    }
}
