//! Why a game could not be created, found or played on.

use std::sync::Arc;

use damiera_game::{Game, Refusal};

use crate::blindfold::BoardAccess;
use crate::invalid_input::InvalidInput;
use crate::store::StoreError;

/// A command that the rules or the terms forbid, and the game it was meant for.
#[derive(Debug)]
pub(crate) struct RefusedCommand {
    /// Why.
    pub(crate) refusal: Refusal,
    /// The game, unchanged.
    pub(crate) game: Arc<Game>,
}

/// Why a game could not be created, found or played on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RoomError {
    /// There is no such game.
    #[error("there is no such game")]
    UnknownGame,
    /// The sender may not act for this side.
    #[error("the sender may not act for this side")]
    NotAllowed,
    /// A side plays blindfold, and the sender may not see the board before the game ends.
    #[error("the board is concealed until the game ends")]
    BoardConcealed,
    /// The rules or the terms forbid the command.
    #[error("refused: {:?}", .0.refusal.why)]
    Refused(Box<RefusedCommand>),
    /// The game has as many events or moves as a game may have; it can only be ended.
    #[error("the game is too long")]
    TooLong,
    /// The command was based on an earlier state of the game.
    #[error("the game has moved on to event {head}")]
    Outdated {
        /// The number of the last event.
        head: u64,
    },
    /// The input cannot be read or is not valid.
    #[error("{0}")]
    Invalid(InvalidInput),
    /// The stored game cannot be read.
    #[error("the stored game is damaged: {0}")]
    Damaged(String),
    /// The game's task has ended; the next request loads the game again.
    #[error("the game was closed")]
    Closed,
    /// Another node owns the game and does not answer.
    #[error("the node that owns the game does not answer")]
    Unreachable,
    /// No random numbers.
    #[error("no random numbers: {0}")]
    Random(#[from] std::io::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl RoomError {
    /// The error as somebody gets it from whom the board is kept: a refusal must not tell what stands on it.
    pub(crate) fn for_access(self, access: BoardAccess) -> Self {
        match self {
            Self::Refused(refused) if access.conceals(&refused.game) => {
                let RefusedCommand { refusal, game } = *refused;
                Self::Refused(Box::new(RefusedCommand { refusal: refusal.without_board(), game }))
            }
            error => error,
        }
    }

    /// Input that cannot be read, with the reason.
    pub(crate) fn invalid(reason: impl Into<InvalidInput>) -> Self {
        Self::Invalid(reason.into())
    }

    /// A stored game that cannot be read, with the reason.
    #[expect(clippy::needless_pass_by_value, reason = "`map_err` passes errors by value")]
    pub(crate) fn damaged(reason: impl ToString) -> Self {
        Self::Damaged(reason.to_string())
    }

    /// Whether it is unknown what the log holds, so that the game has to be loaded again.
    pub(crate) const fn invalidates_room(&self) -> bool {
        matches!(self, Self::Store(_) | Self::Unreachable)
    }
}
