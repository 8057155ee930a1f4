//! Why something cannot be studied, analysed or imported.

use std::time::Duration;

use super::path::PositionQueryError;
use crate::analysis::QueueFull;
use crate::jobs::JobError;
use crate::rate_limit::RateLimited;
use crate::store::StoreError;
use crate::work::WorkError;

/// Why something cannot be studied, analysed or imported.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StudyError {
    /// There is no such game.
    #[error("there is no such game")]
    UnknownGame,
    /// There is no such position.
    #[error("there is no such position: {0:?}")]
    Position(PositionQueryError),
    /// The server has no endgame table of a position.
    #[error("there is no endgame table of this position")]
    NotInTables {
        /// The largest number of pieces that its tables have.
        most: u8,
    },
    /// Every place in the queue for analysis is taken.
    #[error("the queue for analysis is full")]
    Busy,
    /// The client has too much work waiting.
    #[error(transparent)]
    TooMuchWork(#[from] RateLimited),
    /// The library of a visitor or an account is full.
    #[error("the library is full")]
    LibraryFull {
        /// How many games it can have.
        limit: u64,
    },
    /// The games in the library of a visitor or an account take too many bytes.
    #[error("the library has too many bytes")]
    LibraryBytes {
        /// How many bytes they can take.
        limit: u64,
    },
    /// A side plays blindfold, so the board is shown to nobody here before the game ends.
    #[error("the board is concealed until the game ends")]
    BoardConcealed,
    /// The game is still being played, so it is not analysed.
    #[error("the game is still being played")]
    InPlay,
    /// A file has no game that can be reviewed.
    #[error("there is no game to review")]
    NoGames,
    /// A job cannot be requested or shown.
    #[error(transparent)]
    Job(#[from] JobError),
    /// A file is too large.
    #[error("the file is too large")]
    TooLarge,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something failed on the server.
    #[error("{0}")]
    Internal(String),
}

impl From<QueueFull> for StudyError {
    fn from(full: QueueFull) -> Self {
        match full {
            QueueFull::All => Self::Busy,
            QueueFull::OwnShare => Self::TooMuchWork(RateLimited { retry_after: Duration::from_secs(4) }),
        }
    }
}

impl From<WorkError> for StudyError {
    fn from(error: WorkError) -> Self {
        match error {
            WorkError::Busy(limited) => Self::TooMuchWork(limited),
            WorkError::Failed => Self::Internal(error.to_string()),
        }
    }
}

impl From<PositionQueryError> for StudyError {
    fn from(error: PositionQueryError) -> Self {
        Self::Position(error)
    }
}
