//! Where games are kept: an append-only log of events for each.
//!
//! The trait is what the rest of the server knows. A position in the log is a number without gaps; two writers that
//! try to write the same one cannot both succeed. Writes come in batches, because making one safe costs as much as
//! making a thousand safe.

mod library;
mod sqlite;

use std::error::Error;
use std::fmt;
use std::future::Future;
use std::sync::Arc;

use damiera_game::wire;

use crate::lobby::Wanted;
use crate::seat::{Credentials, Holder, Holders, Seats};
use crate::secret::Digest;

pub use library::{Card, Found, Imported, Library, Search, Source};
pub use sqlite::Sqlite;

/// A game as it is kept.
#[derive(Clone, Debug)]
pub struct Kept {
    /// What was agreed.
    pub terms: wire::WireTerms,
    /// Who plays.
    pub seats: Seats,
    /// Who may act for whom.
    pub holders: Holders,
    /// What happened, in order.
    pub events: Vec<KeptEvent>,
}

/// An event as it is kept.
#[derive(Clone, Debug)]
pub struct KeptEvent {
    /// The name its sender gave the command, on the first event that followed from it.
    pub client_move_id: Option<String>,
    /// What happened.
    pub event: wire::WireEvent,
}

/// A line of the library.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Which game.
    pub id: String,
    /// Its rules.
    pub variant: String,
    /// When it was begun, in milliseconds since 1970.
    pub created_at: i64,
    /// How many events it has.
    pub events: i64,
    /// Whether it has ended.
    pub ended: bool,
}

/// Somebody who wants to be known again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// Its number.
    pub id: i64,
    /// What he is called.
    pub name: String,
    /// A digest of his password.
    pub password: String,
}

/// An offer to play.
#[derive(Clone, Debug)]
pub struct KeptSeek {
    /// Its name.
    pub id: String,
    /// When it was made, in milliseconds since 1970.
    pub at: u64,
    /// What is wanted.
    pub wanted: Wanted,
    /// Who seeks.
    pub holder: Holder,
    /// The game it led to.
    pub game: Option<String>,
}

/// A new game.
#[derive(Clone, Debug)]
pub struct Begin {
    /// Its name.
    pub id: Arc<str>,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What was agreed.
    pub terms: wire::WireTerms,
    /// Whether a clock runs in it.
    pub timed: bool,
    /// Who plays.
    pub seats: Seats,
    /// Who may act for whom.
    pub holders: Holders,
    /// The offer it came from, which it settles.
    pub seek: Option<String>,
    /// What has happened in it already.
    pub first: Option<Append>,
}

/// Events that follow from one command.
#[derive(Clone, Debug)]
pub struct Append {
    /// Of which game.
    pub game: Arc<str>,
    /// The number of the first: one more than the log has.
    pub seq: u64,
    /// The name its sender gave the command.
    pub client_move_id: Option<String>,
    /// When each happened, in milliseconds since 1970, and what, as JSON.
    pub events: Vec<(u64, String)>,
    /// When the game ended, if it did.
    pub ended_at: Option<u64>,
}

/// Something to be written whole or not at all.
#[derive(Clone, Debug)]
pub enum Write {
    /// An offer to play.
    Seek(Box<KeptSeek>),
    /// A new game; `Taken` if its offer led to one already, or is gone.
    Begin(Box<Begin>),
    /// Events of a game.
    Append(Append),
    /// The server is up at this instant.
    Alive(u64),
}

/// Why the store did not do as asked.
#[derive(Debug)]
pub enum StoreError {
    /// Somebody else has written that place of the log.
    Taken,
    /// It is not known whether it was written.
    Unknown,
    /// The database said no.
    Failed(Box<dyn Error + Send + Sync>),
    /// What is kept cannot be read.
    Unreadable(serde_json::Error),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Taken => f.write_str("another writer was first"),
            Self::Unknown => f.write_str("it is not known whether it was written"),
            Self::Failed(error) => write!(f, "the database failed: {error}"),
            Self::Unreadable(error) => write!(f, "a kept game cannot be read: {error}"),
        }
    }
}

impl Error for StoreError {}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::Unreadable(error)
    }
}

/// What a store answers, some time later.
pub trait Answer<T>: Future<Output = Result<T, StoreError>> + Send {}
impl<T, F: Future<Output = Result<T, StoreError>> + Send> Answer<T> for F {}

/// Where things are written for good.
pub trait Log: Send + Sync + 'static {
    /// Writes a batch. Each stands or falls by itself, and what is answered with `Ok` is safe.
    fn write(&self, batch: &[Write]) -> impl Future<Output = Vec<Result<(), StoreError>>> + Send;

    /// Whether something was written, where an earlier answer left it open.
    fn is_written(&self, write: &Write) -> impl Answer<bool>;
}

/// A place to keep games.
pub trait Store: Log {
    /// A game, if it is kept.
    fn load(&self, id: &str) -> impl Answer<Option<Kept>>;

    /// The events of a game after the first so many.
    fn events_after(&self, id: &str, seq: u64) -> impl Answer<Vec<KeptEvent>>;

    /// The newest games.
    fn newest(&self, most: u32) -> impl Answer<Vec<Listed>>;

    /// Games with clocks that have not ended.
    fn unfinished(&self) -> impl Answer<Vec<String>>;

    /// The last instant at which the server is known to have been up.
    fn last_alive(&self) -> impl Answer<Option<u64>>;

    /// Notes that the server was away between two instants.
    fn note_outage(&self, from: u64, to: u64) -> impl Answer<()>;

    /// When the server was away.
    fn outages(&self) -> impl Answer<Vec<(u64, u64)>>;

    /// The newest games of a visitor or of an account.
    fn games_of(&self, who: &Credentials, most: u32) -> impl Answer<Vec<Listed>>;

    /// Opens an account; `Taken` if the name is, whatever its capitals. The visitor's games become its own too.
    fn add_account(&self, name: &str, password: &str, visitor: Option<Digest>, at: u64) -> impl Answer<i64>;

    /// An account by its name, whatever its capitals.
    fn account(&self, name: &str) -> impl Answer<Option<Account>>;

    /// Opens a session.
    fn open_session(&self, word: Digest, account: i64, expires_at: u64) -> impl Answer<()>;

    /// The account of a session that has not expired.
    fn session(&self, word: Digest, at: u64) -> impl Answer<Option<Account>>;

    /// Ends a session.
    fn close_session(&self, word: Digest) -> impl Answer<()>;

    /// An offer, if it is kept.
    fn seek(&self, id: &str) -> impl Answer<Option<KeptSeek>>;

    /// Forgets an offer that led to nothing.
    fn drop_seek(&self, id: &str) -> impl Answer<()>;
}
