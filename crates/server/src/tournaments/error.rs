//! Why a tournament does not do what is asked.

use damiera_events::tournament::TournamentRefusal;
use damiera_events::trf::TrfFault;
use damiera_events::wire::BadTournamentWire;

use crate::invalid_input::InvalidInput;
use crate::rooms::RoomError;
use crate::store::StoreError;
use crate::work::WorkError;

/// Why a tournament does not do what is asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TournamentError {
    /// There is no such tournament.
    #[error("there is no such tournament")]
    Unknown,
    /// The sender may not do this.
    #[error("the sender may not do this")]
    NotAllowed,
    /// The games of the event are rated, and the sender has no account.
    #[error("a rated event needs an account")]
    AccountNeeded,
    /// The code of a board is wrong, or an invitation is not known.
    #[error("the link is not valid")]
    BadLink,
    /// The phone was used for another player.
    #[error("the phone belongs to {0}")]
    OtherPlayer(String),
    /// The rules of the tournament refuse it.
    #[error("refused: {0:?}")]
    Refused(Box<TournamentRefusal>),
    /// The terms cannot be read.
    #[error(transparent)]
    Terms(#[from] BadTournamentWire),
    /// The game has no such deck.
    #[error("no deck is called {0}")]
    UnknownDeck(String),
    /// Without a seed, or with every opening barred, nothing can be drawn.
    #[error("nothing can be drawn")]
    NothingToDraw,
    /// Something in the request cannot be used.
    #[error("{0}")]
    Invalid(InvalidInput),
    /// A report file cannot be read.
    #[error(transparent)]
    Trf(#[from] TrfFault),
    /// A game of an online event failed.
    #[error(transparent)]
    Room(#[from] Box<RoomError>),
    /// The id of a command was used for another one.
    #[error("the id was used for another command")]
    CommandIdUsed,
    /// The board has another game than the one that the sender has in view.
    #[error("the board has another game")]
    OtherGame,
    /// The event has as many players as the server allows.
    #[error("an event can have {0} players")]
    TooManyPlayers(usize),
    /// The log has as many entries as one may have, or the player has made as many as one may.
    #[error("the log of the event has too many entries")]
    TooManyEntries,
    /// The pairing could not be computed now.
    #[error(transparent)]
    Work(#[from] WorkError),
    /// The task that waits for a game panicked.
    #[error(transparent)]
    Task(#[from] tokio::task::JoinError),
    /// No random numbers.
    #[error(transparent)]
    Random(#[from] std::io::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl TournamentError {
    /// Whether the stored tournament cannot be read here: a newer version has written it, or it is damaged.
    pub(crate) const fn is_unreadable(&self) -> bool {
        matches!(self, Self::Terms(_) | Self::Store(StoreError::Corrupt(_) | StoreError::NewerVersion(_)))
    }
}

impl From<TournamentRefusal> for TournamentError {
    fn from(refusal: TournamentRefusal) -> Self {
        Self::Refused(Box::new(refusal))
    }
}
