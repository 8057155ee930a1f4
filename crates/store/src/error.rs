//! Why the store did not do what was asked.

use std::error::Error;

use sqlx::error::DatabaseError;

/// Why the store did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A unique key is in use, or a referenced row is gone: another writer was first.
    #[error("another writer was first")]
    Conflict,
    /// The commit may or may not have happened; only reading back can tell.
    #[error("the outcome of the write is unknown")]
    OutcomeUnknown,
    /// The database cannot be reached or cannot work at the moment. A write may or may not have happened; the same write
    /// can be tried again, since a conflict with itself is recognised by reading it back.
    #[error("the database is not available: {0}")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
    /// The database reported an error; nothing was written.
    #[error("the database failed: {0}")]
    Database(#[source] Box<dyn Error + Send + Sync>),
    /// The database file is damaged.
    #[error(
        "the database is damaged ({0}); restore it from a backup, or move it away to start with an empty one"
    )]
    Damaged(String),
    /// A copy to this store was begun and not completed.
    #[error(
        "this is an unfinished copy of another store; run the same damiera store copy again to complete it"
    )]
    UnfinishedCopy,
    /// Stored data was written by a newer version of this program.
    #[error("it was written in version {0} of the format, which this program does not know")]
    NewerVersion(u32),
    /// Stored data cannot be decoded.
    #[error("stored data cannot be decoded: {0}")]
    Corrupt(#[from] serde_json::Error),
}

/// What a store operation returns.
pub type StoreResult<T> = Result<T, StoreError>;

impl StoreError {
    /// Whether the same request may succeed later.
    #[must_use]
    pub const fn is_temporary(&self) -> bool {
        matches!(self, Self::Unavailable(_))
    }

    /// Whether a write may have happened in spite of the error.
    #[must_use]
    pub const fn is_uncertain(&self) -> bool {
        matches!(self, Self::OutcomeUnknown | Self::Unavailable(_))
    }

    /// The database did not answer in time.
    pub(crate) fn timed_out() -> Self {
        Self::Unavailable("it did not answer in time".into())
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            // A missing referenced row, like a used key, means that another writer was first.
            sqlx::Error::Database(cause)
                if cause.is_unique_violation() || cause.is_foreign_key_violation() =>
            {
                Self::Conflict
            }
            sqlx::Error::Database(cause) if is_temporary(&**cause) => Self::Unavailable(Box::new(error)),
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed => Self::Unavailable(Box::new(error)),
            _ => Self::Database(Box::new(error)),
        }
    }
}

/// Whether PostgreSQL may accept the same statement later, by the class of its SQLSTATE: lost connections (08), read-only
/// after a failover (25006), deadlocks (40), no resources (53), locks (55), shutdowns and timeouts (57), system errors (58).
/// SQLite's codes have other lengths and are never temporary: its busy timeout has passed already.
fn is_temporary(cause: &dyn DatabaseError) -> bool {
    const CLASSES: [&str; 6] = ["08", "40", "53", "55", "57", "58"];
    cause.code().is_some_and(|code| {
        code.len() == 5 && (code == "25006" || CLASSES.iter().any(|class| code.starts_with(class)))
    })
}
