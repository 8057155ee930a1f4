//! Matters that the rulebooks regulate besides the movement of pieces: the end of a game, counts, touched pieces,
//! irregularities at a physical board.
//!
//! [`Rules::provision`](crate::Rules::provision) gives the article for each, so that every ruling can cite it.

/// A matter that some rulebook regulates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Provision {
    /// The players move in turn.
    Turn,
    /// A player resigns.
    Resignation,
    /// The side to move has no legal move.
    NoMove,
    /// A side has no pieces left.
    NoPieces,
    /// A player's time is used up.
    TimeUp,
    /// Both players' time is used up.
    BothFlags,
    /// A player refuses to comply with the rules.
    RefusesRules,
    /// The players agree to a draw.
    Agreement,
    /// The arbiter finds that neither player can win.
    NobodyCanWin,
    /// What makes a game a draw.
    DrawGrounds,
    /// What must be on the board for a king-move count.
    CountNeeds,
    /// Who may request a king-move count.
    CountAsked,
    /// A man's move or a capture restarts the count.
    CountRestarts,
    /// The arbiter may lower the limit of the count.
    CountReduced,
    /// The arbiter may cancel the count.
    CountCancelled,
    /// A player touches a piece that can move.
    Touched,
    /// A player touches several pieces that can move.
    TouchedSeveral,
    /// A player announces that they will adjust pieces.
    Adjusting,
    /// A player touches a piece that cannot move.
    TouchedUnplayable,
    /// A player touches a piece out of turn.
    TouchedOutOfTurn,
    /// A man that reaches the crown row is crowned at once.
    Crowning,
    /// Whose duty crowning is.
    CrowningDuty,
    /// A man that was not marked as a king.
    Unmarked,
    /// The board was placed with the wrong orientation.
    BoardTurned,
    /// The game began with the wrong colours.
    ColoursSwapped,
    /// How a game restarts after such a fault.
    BeginsAnew,
    /// A piece stands on no free playing square.
    InactivePiece,
    /// A piece stands partly on one free playing square.
    PieceAstride,
    /// A piece stands across two free playing squares.
    DoubtfulPiece,
    /// The position was disturbed by accident.
    Disturbed,
    /// Who decides whether an irregularity is corrected.
    CorrectionRight,
    /// When the right to a correction lapses.
    CorrectionLapsed,
    /// An irregularity cannot be corrected in part.
    PartialCorrection,
    /// A capture must be shown jump by jump.
    CaptureShown,
    /// The order in which captured pieces are removed.
    RemovalOrder,
    /// An irregularity.
    Irregular(Irregularity),
}

/// An irregularity of movement or capture at a physical board (FID 8.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Irregularity {
    /// Moved twice in a row.
    MovedTwice,
    /// Moved a man or a king in a way it cannot move.
    WrongMove,
    /// Touched one piece and moved another.
    TouchedOther,
    /// Took back a move that was played.
    TookBack,
    /// Moved an opponent's piece.
    MovedOpponents,
    /// Did not make a compulsory capture.
    MissedCapture,
    /// Removed pieces without a capture.
    RemovedPieces,
    /// Captured more or fewer pieces than allowed.
    WrongNumber,
    /// Stopped before the end of a capture.
    StoppedShort,
    /// Left the captured piece of a single capture on the board.
    NotRemoved,
    /// Removed fewer pieces than a multiple capture takes.
    FewerRemoved,
    /// Removed pieces that the capture did not take.
    OthersRemoved,
    /// Removed own pieces after a capture.
    OwnRemoved,
    /// Made an impossible capture.
    ImpossibleCapture,
    /// Did not respect the precedence of captures.
    Precedence,
    /// Moved a king that is not marked as one.
    UnmarkedKing,
    /// Crowned the wrong man.
    WrongCrown,
    /// Crowned a man that only passed the crown row in a capture.
    CrownedInPassing,
    /// Made the first move of the game although the other side begins.
    WrongSideFirst,
}

impl Irregularity {
    /// Every kind, in the order of the Italian rulebook.
    pub const ALL: [Self; 19] = [
        Self::MovedTwice,
        Self::WrongMove,
        Self::TouchedOther,
        Self::TookBack,
        Self::MovedOpponents,
        Self::MissedCapture,
        Self::RemovedPieces,
        Self::WrongNumber,
        Self::StoppedShort,
        Self::NotRemoved,
        Self::FewerRemoved,
        Self::OthersRemoved,
        Self::OwnRemoved,
        Self::ImpossibleCapture,
        Self::Precedence,
        Self::UnmarkedKing,
        Self::WrongCrown,
        Self::CrownedInPassing,
        Self::WrongSideFirst,
    ];
}

/// Until when a game that started wrongly may be annulled (FID 7.2, 7.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Annulment {
    /// The number of moves by each side after which the game stands.
    pub moves: u16,
    /// Minutes into the round after which the game stands, if the book sets a limit.
    pub minutes: Option<u16>,
    /// Whether, without clocks, the time used is split between the players, and not charged if the organisers were at
    /// fault.
    pub shares_time: bool,
}
