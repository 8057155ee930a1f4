//! Why the store did not do what was asked.

use std::error::Error;

/// Why the store did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A unique key is in use, or a referenced row is gone: another writer was first.
    #[error("another writer was first")]
    Conflict,
    /// The commit may or may not have happened; only reading back can tell.
    #[error("the outcome of the write is unknown")]
    OutcomeUnknown,
    /// The database reported an error; nothing was written.
    #[error("the database failed: {0}")]
    Database(#[source] Box<dyn Error + Send + Sync>),
    /// Stored data cannot be decoded.
    #[error("stored data cannot be decoded: {0}")]
    Corrupt(#[from] serde_json::Error),
}

/// What a store operation returns.
pub type StoreResult<T> = Result<T, StoreError>;
