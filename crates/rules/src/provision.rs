//! What the books rule on besides the movement of pieces: the end of a game, counting, the arbiter's table.
//!
//! A rule set answers where its book says so; a game asks, and cites the answer with every ruling.

/// A matter that some book rules on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Provision {
    /// The players move in turn.
    Turn,
    /// A player gives up the game.
    Resignation,
    /// The side to move has no legal move.
    NoMove,
    /// A side has no pieces left.
    NoPieces,
    /// A player's time is used up.
    TimeUp,
    /// Both players' time is used up.
    BothFlags,
    /// A player refuses to follow a provision of the rules.
    RefusesRules,
    /// The players agree to a draw.
    Agreement,
    /// Neither player can win, as the arbiter sees it.
    NobodyCanWin,
    /// What a count of king moves needs on the board.
    CountNeeds,
    /// Who may have king moves counted.
    CountAsked,
    /// A man's move or a capture annuls the count, which begins again.
    CountRestarts,
    /// The arbiter may lower the number of moves.
    CountReduced,
    /// A player touches a piece that can move.
    Touched,
    /// A player touches several pieces that can move.
    TouchedSeveral,
    /// A player announces that pieces will be put straight.
    Adjusting,
    /// A player touches a piece that cannot move.
    TouchedUnplayable,
    /// A player touches a piece out of turn.
    TouchedOutOfTurn,
    /// A man that reaches the last row is crowned at once.
    Crowning,
    /// A man that was not marked as a king.
    Unmarked,
    /// The board was set with the wrong corner to the player's hand.
    BoardTurned,
    /// The game began with the wrong colours.
    ColoursSwapped,
    /// How a game begins anew after such a fault.
    BeginsAnew,
    /// A piece stands on no playing square of its own.
    InactivePiece,
    /// A piece stands half on one free square.
    PieceAstride,
    /// A piece stands on two free squares.
    DoubtfulPiece,
    /// The position was disturbed by accident.
    Disturbed,
    /// Who decides about an irregularity.
    CorrectionRight,
    /// When that right is gone.
    CorrectionLapsed,
    /// An irregularity is not corrected in part.
    PartialCorrection,
    /// An irregularity.
    Irregular(Irregularity),
}

/// What a player can do on a real board against the rules of movement and capture (FID 8.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Irregularity {
    /// Moved twice running.
    MovedTwice,
    /// Moved a man or a king as it does not move.
    WrongMove,
    /// Touched one piece and moved another.
    TouchedOther,
    /// Took back a move that was played.
    TookBack,
    /// Moved a piece of the opponent's.
    MovedOpponents,
    /// Left out a capture.
    MissedCapture,
    /// Took pieces off without reason.
    RemovedPieces,
    /// Took more or fewer pieces than allowed.
    WrongNumber,
    /// Stopped in the middle of a capture.
    StoppedShort,
    /// Left the piece of a simple capture on the board.
    NotRemoved,
    /// Took off fewer pieces than a multiple capture takes.
    FewerRemoved,
    /// Took off pieces that the capture did not take.
    OthersRemoved,
    /// Took off pieces of one's own after a capture.
    OwnRemoved,
    /// Made a capture that cannot be made.
    ImpossibleCapture,
    /// Did not keep the precedence of captures.
    Precedence,
    /// Moved a king that is not marked as one.
    UnmarkedKing,
    /// Crowned the wrong man.
    WrongCrown,
}

impl Irregularity {
    /// Every kind, in the order of the Italian book.
    pub const ALL: [Self; 17] = [
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
    ];
}

/// Until when a game begun wrongly may be annulled (FID 7.2, 7.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Annulment {
    /// Moves by each side after which it stands.
    pub moves: u16,
    /// Minutes into the round after which it stands, where the book says so.
    pub minutes: Option<u16>,
    /// Whether the time used is split where there are no clocks, and not charged where the direction was at fault.
    pub shares_time: bool,
}
