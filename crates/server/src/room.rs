//! A game that is being played or looked at: one task owns it, and others write to the task.

mod owner;
mod watchers;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use damiera_game::{Actor, Command, Game, Refusal};
use damiera_rules::Side;
use tokio::sync::{mpsc, oneshot, watch};

use crate::store::StoreError;
use crate::store::{Credentials, Holders, Seats};

pub(crate) use owner::Owner;
pub(crate) use watchers::{Outbox, Watcher};

/// Letters that may wait in a room; who writes more waits himself.
pub(crate) const LETTERS: usize = 64;

/// Why a game could not be made, found or moved on.
#[derive(Debug)]
pub enum RoomError {
    /// There is no such game.
    Unknown,
    /// He may not do that.
    Forbidden,
    /// The book or the terms are against it.
    Refused(Box<(Refusal, Arc<Game>)>),
    /// It was meant for another state of the game, which has come so far.
    Resync(u64),
    /// It cannot be read.
    Bad(String),
    /// Too much was asked in too short a time.
    TooMuch(Duration),
    /// It could not be kept.
    Store(StoreError),
}

impl fmt::Display for RoomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("there is no such game"),
            Self::Forbidden => f.write_str("that is for others to do"),
            Self::Refused(refused) => write!(f, "refused: {:?}", refused.0.why),
            Self::Resync(seq) => write!(f, "the game has gone on to event {seq}"),
            Self::Bad(said) => f.write_str(said),
            Self::TooMuch(wait) => write!(f, "too much at once; wait {} s", wait.as_secs()),
            Self::Store(error) => error.fmt(f),
        }
    }
}

impl From<StoreError> for RoomError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<std::io::Error> for RoomError {
    fn from(error: std::io::Error) -> Self {
        Self::Bad(error.to_string())
    }
}

/// The way to the task that owns a game.
pub(crate) struct Room {
    pub(crate) id: Arc<str>,
    pub(crate) seats: Seats,
    pub(crate) holders: Holders,
    pub(crate) mailbox: mpsc::Sender<Letter>,
    pub(crate) game: watch::Receiver<Arc<Game>>,
}

/// What can be written to a room.
pub(crate) enum Letter {
    Do(Box<Request>),
    Premove(Box<Premove>),
    CancelPremove(Side),
    Rematch(Side),
    Join(Box<Watcher>, Option<u64>),
    Leave(u64),
    /// The engine has chosen, when the game had so many events.
    Thought(u64, Box<Command>),
}

/// A command, and who waits for the answer.
pub(crate) struct Request {
    pub(crate) command: Command,
    /// What the server measured of the sender's line.
    pub(crate) lag: Duration,
    /// The name the sender gave it.
    pub(crate) name: Option<String>,
    /// The number of the last event the sender knows.
    pub(crate) seq: Option<u64>,
    pub(crate) answer: Answer,
}

/// A move kept for the next turn.
pub(crate) struct Premove {
    pub(crate) name: String,
    pub(crate) seq: u64,
    pub(crate) by: Side,
    pub(crate) attempt: damiera_rules::Attempt,
}

/// Where the answer to a command goes.
pub(crate) enum Answer {
    /// To whoever waits for it: the number of the first event that followed.
    Waiting(oneshot::Sender<Result<u64, RoomError>>),
    /// Down a connection.
    Socket(Outbox),
}

impl Room {
    /// Its name.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The game as it stands.
    pub(crate) fn game(&self) -> Arc<Game> {
        self.game.borrow().clone()
    }

    /// Tells each time it changes.
    pub(crate) fn watch(&self) -> watch::Receiver<Arc<Game>> {
        self.game.clone()
    }

    /// Whether somebody may act as this actor.
    pub(crate) fn may_act(&self, shown: &Credentials, by: Actor) -> bool {
        self.holders.may_act(shown, &self.seats, by)
    }

    /// Writes to the task; waits while too many letters wait.
    pub(crate) async fn send(&self, letter: Letter) -> Result<(), RoomError> {
        self.mailbox.send(letter).await.map_err(|_| RoomError::Store(StoreError::OutcomeUnknown))
    }

    /// Asks, and waits for the answer: the number of the first event that followed.
    pub(crate) async fn ask(
        &self,
        command: Command,
        name: Option<String>,
        seq: Option<u64>,
    ) -> Result<u64, RoomError> {
        let (answer, answered) = oneshot::channel();
        let answer = Answer::Waiting(answer);
        self.send(Letter::Do(Box::new(Request { command, lag: Duration::ZERO, name, seq, answer }))).await?;
        answered.await.unwrap_or(Err(RoomError::Store(StoreError::OutcomeUnknown)))
    }
}
