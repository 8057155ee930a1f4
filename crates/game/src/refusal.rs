//! Why a command is refused. A refused command changes nothing.

use damiera_rules::{Article, Illegal, Irregularity, SetupFaults, Side, Square};

use crate::classify::UnclassifiedReason;

/// A refusal with the article it is based on, if the rulebook has one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The reason.
    pub why: RefusalReason,
    /// The article it is based on.
    pub article: Option<Article>,
}

/// The reason why a command is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RefusalReason {
    /// The game is over.
    GameOver,
    /// The clocks are stopped.
    Paused,
    /// The clocks are not stopped.
    NotPaused,
    /// The game has already started.
    Begun,
    /// It is the other side's move.
    NotYourTurn(Side),
    /// The move is not legal.
    Illegal(Illegal),
    /// This other piece was touched first and must be moved.
    TouchedFirst(Square),
    /// Only a player can do that.
    OnlyPlayer,
    /// Only the arbiter can do that.
    OnlyArbiter,
    /// That can happen on a real board only.
    OnlyAtTable,
    /// Only the opponent of the side that committed the irregularity decides.
    OnlyOpponent,
    /// The opponent must first decide whether to keep the irregularity.
    Undecided,
    /// There is nothing to keep or to correct.
    NothingToCorrect,
    /// The right to a correction has lapsed.
    CorrectionLapsed,
    /// A correction must undo the irregularity completely.
    PartialCorrection,
    /// There is no draw offer.
    NoOffer,
    /// There is already a draw offer.
    OfferMade,
    /// Draws may be offered from this move number on.
    OfferTooEarly(u16),
    /// No draw can be claimed.
    NothingToClaim,
    /// That side's flag has not fallen.
    FlagUp(Side),
    /// Both flags are down, and nobody can say which fell first.
    FlagsFellTogether,
    /// The claimant's own flag has fallen.
    OwnFlagDown,
    /// There is no clock.
    NoClock,
    /// A count is already in progress.
    Counting,
    /// No count is in progress.
    NoCount,
    /// A count requires a king on each side; these sides have none.
    NeedsKings(Vec<Side>),
    /// Neither side has a king whose moves could be counted.
    NoKings,
    /// The rulebook does not allow this limit.
    CountLimit {
        /// The lowest limit it allows here.
        least: u8,
        /// The highest limit it allows.
        most: u8,
    },
    /// Takebacks are not allowed in this game.
    NoTakebacks,
    /// There is no move to take back.
    NothingToTakeBack,
    /// There is no takeback request.
    NoTakebackAsked,
    /// The touch-move rule is off in this game.
    TouchIsFree,
    /// There is no piece on the square.
    NoPiece(Square),
    /// The piece on the square was not just promoted.
    NotCrowned(Square),
    /// The piece on the square is a king already, and marked as one.
    CrownedAlready(Square),
    /// The set-up is not a position of this board.
    BadBoard(SetupFaults),
    /// The change on the board cannot be classified.
    CannotTell(UnclassifiedReason),
    /// It is an irregularity, and this game does not record irregularities.
    Irregular(Irregularity),
    /// It is too late to annul the game.
    TooLateToAnnul {
        /// The number of moves by each side up to which it is possible.
        moves: u16,
        /// The number of minutes up to which it is possible, if the rulebook has such a limit.
        minutes: Option<u16>,
    },
    /// The direction is named as the one to blame, and that makes no difference.
    BlameHasNoEffect,
    /// Both sides have moved, or something else depends on the game: it cannot be aborted.
    TooLateToAbort,
    /// A player who is declared absent has made a move.
    HasAppeared,
    /// The rulebook has no such rule.
    BookSilent,
    /// No accident was reported.
    NotDisturbed,
    /// An accident was reported, and nothing has happened on the board since.
    DisturbedAlready,
    /// The player has moved since the accident and cannot have the position restored.
    MovedSince,
    /// The square is not free.
    Occupied(Square),
    /// The draw is due after this many moves by each side: it must be declared.
    DrawDue(u8),
    /// No count makes the game a draw, so the arbiter cannot declare one.
    NoDrawDue,
    /// The piece lies too far from the square for it to be half on it.
    TooFar(Square),
    /// A man cannot be placed on its crown row.
    ManOnCrownRow(Square),
    /// Nothing would change.
    NothingPlaced,
    /// A piece that is partly on a free square is in play and cannot be removed.
    PieceInPlay,
    /// No such piece was taken off the board, so none can be put back.
    NothingSetAside,
    /// The opponent's last move is not a capture that can be objected to.
    NothingToObject,
    /// There is no entry to withdraw.
    NothingToUndo,
    /// A clock cannot have that much time.
    TooMuchTime,
    /// The move can be made in several ways: all squares have to be given.
    WriteAllSquares,
    /// The game has no vacation.
    NoVacation,
    /// The player is on vacation already.
    OnVacation,
    /// The player is not on vacation.
    NotOnVacation,
    /// The player has no vacation left.
    VacationUsedUp,
    /// The reason would tell a player without sight of the board what stands on it.
    WithoutReason,
}

impl RefusalReason {
    /// The refusal for this reason, with the article it is based on.
    pub(crate) fn citing(self, article: Option<Article>) -> Refusal {
        Refusal { why: self, article }
    }
}

impl From<RefusalReason> for Refusal {
    fn from(why: RefusalReason) -> Self {
        why.citing(None)
    }
}
