//! Why something asked is not done. A refusal changes nothing.

use damiera_rules::{Article, Illegal, Irregularity, SetupFaults, Side, Square};

use crate::classify::UnclassifiedReason;

/// A refusal, with the article it rests on where a book has one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Why.
    pub why: RefusalReason,
    /// Where the book says so.
    pub article: Option<Article>,
}

/// Why not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RefusalReason {
    /// The game is over.
    GameOver,
    /// The clocks are stopped.
    Paused,
    /// The clocks are not stopped.
    NotPaused,
    /// The game has begun already.
    Begun,
    /// It is the other side's move.
    NotYourTurn(Side),
    /// The move is not legal.
    Illegal(Illegal),
    /// That piece may not be moved: this one was touched first.
    TouchedFirst(Square),
    /// Only a player can ask that.
    OnlyPlayer,
    /// Only the arbiter can ask that.
    OnlyArbiter,
    /// Only at a real board can that happen.
    OnlyAtTable,
    /// Only the opponent of the one who erred decides.
    OnlyOpponent,
    /// The opponent has to decide first whether what was done stands.
    Undecided,
    /// There is nothing to keep or to correct.
    NothingToCorrect,
    /// The right to have it corrected is gone.
    CorrectionLapsed,
    /// A correction undoes the irregularity whole.
    PartialCorrection,
    /// No offer is on the table.
    NoOffer,
    /// An offer is on the table already.
    OfferMade,
    /// Draws may be offered from that move on.
    OfferTooEarly(u16),
    /// No draw can be claimed.
    NothingToClaim,
    /// The flag is up.
    FlagUp(Side),
    /// One's own flag is down.
    OwnFlagDown,
    /// There is no clock.
    NoClock,
    /// A count runs already.
    Counting,
    /// No count runs.
    NoCount,
    /// A count needs a king on each side; these have none.
    NeedsKings(Vec<Side>),
    /// Nobody has a king whose moves could be counted.
    NoKings,
    /// The number of moves lies outside what the book allows.
    CountLimit {
        /// The lowest it allows here.
        least: u8,
        /// The highest.
        most: u8,
    },
    /// Moves are not taken back in this game.
    NoTakebacks,
    /// There is no move to take back.
    NothingToTakeBack,
    /// Nobody has asked to take back a move.
    NoTakebackAsked,
    /// Touching means nothing in this game.
    TouchIsFree,
    /// No piece stands there.
    NoPiece(Square),
    /// The piece there is not a king just made.
    NotCrowned(Square),
    /// The board has no such position.
    BadBoard(SetupFaults),
    /// What was done cannot be told.
    CannotTell(UnclassifiedReason),
    /// What was done is an irregularity, and this game does not take it.
    Irregular(Irregularity),
    /// Too many moves were played to annul the game.
    TooLateToAnnul {
        /// Moves by each side.
        moves: u16,
        /// Minutes, where the book has them.
        minutes: Option<u16>,
    },
    /// The book does not know this.
    BookSilent,
    /// Nothing was disturbed.
    NotDisturbed,
    /// Who has moved since cannot have it restored.
    MovedSince,
    /// The square is not free.
    Occupied(Square),
}

impl RefusalReason {
    /// With the article it rests on.
    pub(crate) fn citing(self, article: Option<Article>) -> Refusal {
        Refusal { why: self, article }
    }
}

impl From<RefusalReason> for Refusal {
    fn from(why: RefusalReason) -> Self {
        why.citing(None)
    }
}
