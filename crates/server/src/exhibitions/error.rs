//! Why an exhibition does not do what is asked.

use super::terms::ExhibitionFault;
use crate::rooms::RoomError;
use crate::store::StoreError;
use crate::work::WorkError;

/// Why an exhibition does not do what is asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ExhibitionError {
    /// There is no such exhibition.
    #[error("there is no such exhibition")]
    Unknown,
    /// No exhibition can be held on these terms.
    #[error(transparent)]
    Terms(#[from] ExhibitionFault),
    /// Only the host may do this.
    #[error("only the host may do this")]
    NotHost,
    /// The host does not play against the host.
    #[error("the host cannot take a board")]
    HostJoins,
    /// The host has blocked the sender.
    #[error("the host has blocked the sender")]
    Blocked,
    /// The sender has a board already.
    #[error("the sender has board {0} already")]
    HasBoard(u16),
    /// The board belongs to somebody else.
    #[error("the board belongs to somebody else")]
    NotYours,
    /// There is no such board, or nobody has taken it.
    #[error("there is no such board")]
    NoBoard,
    /// Somebody else has taken the board.
    #[error("the board is taken")]
    BoardTaken,
    /// Every board is taken.
    #[error("every board is taken")]
    Full,
    /// Nobody can join any more.
    #[error("nobody can join any more")]
    Closed,
    /// The board's game has begun.
    #[error("the game has begun")]
    Begun,
    /// Nobody has joined yet.
    #[error("nobody has joined")]
    NobodyJoined,
    /// It is too late or too early for this.
    #[error("the exhibition is at another stage")]
    OtherStage,
    /// The games could not be written now.
    #[error(transparent)]
    Work(#[from] WorkError),
    /// A game failed.
    #[error(transparent)]
    Room(#[from] Box<RoomError>),
    /// No random numbers.
    #[error(transparent)]
    Random(#[from] std::io::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ExhibitionError {
    /// Whether the stored exhibition cannot be read here: a newer version has written it, or it is damaged.
    pub(crate) const fn is_unreadable(&self) -> bool {
        matches!(self, Self::Terms(_) | Self::Store(StoreError::Corrupt(_) | StoreError::NewerVersion(_)))
    }
}

impl From<RoomError> for ExhibitionError {
    fn from(error: RoomError) -> Self {
        match error {
            RoomError::Store(error) => Self::Store(error),
            other => Self::Room(Box::new(other)),
        }
    }
}
