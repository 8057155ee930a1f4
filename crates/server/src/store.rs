//! Where games are kept: an append-only log of events for each.
//!
//! The trait is what the rest of the server knows. A position in the log is a number without gaps; two writers that
//! try to write the same one cannot both succeed.

mod sqlite;

use std::fmt;
use std::future::Future;

use damiera_game::wire;

use crate::seat::Seats;

pub use sqlite::Sqlite;

/// A game as it is kept.
#[derive(Clone, Debug)]
pub struct Kept {
    /// What was agreed.
    pub terms: wire::Terms,
    /// Who plays.
    pub seats: Seats,
    /// What happened, in order.
    pub events: Vec<wire::Event>,
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
}

/// Why the store did not do as asked.
#[derive(Debug)]
pub enum StoreError {
    /// Somebody else has written that place of the log.
    Taken,
    /// The database said no.
    Database(sqlx::Error),
    /// What is kept cannot be read.
    Unreadable(serde_json::Error),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Taken => f.write_str("another writer was first"),
            Self::Database(error) => write!(f, "the database failed: {error}"),
            Self::Unreadable(error) => write!(f, "a kept game cannot be read: {error}"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(said) if said.is_unique_violation() => Self::Taken,
            _ => Self::Database(error),
        }
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::Unreadable(error)
    }
}

/// A place to keep games.
pub trait Store: Send + Sync + 'static {
    /// Keeps a new game.
    fn create(
        &self,
        id: &str,
        at: i64,
        terms: &wire::Terms,
        seats: &Seats,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Adds events after the first `seq`; when it returns they are safe.
    fn append(
        &self,
        id: &str,
        seq: u64,
        events: &[wire::Event],
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// A game, if it is kept.
    fn load(&self, id: &str) -> impl Future<Output = Result<Option<Kept>, StoreError>> + Send;

    /// The newest games.
    fn newest(&self, most: u32) -> impl Future<Output = Result<Vec<Listed>, StoreError>> + Send;
}
