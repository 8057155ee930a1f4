//! Why a move is not legal.

use crate::moves::Move;
use crate::piece::{Rank, Side};
use crate::square::Square;

/// The reason a move is refused, with what a person needs to see it on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Illegal {
    /// The board has no such square.
    OffBoard {
        /// The number that was meant.
        square: Square,
    },
    /// Nothing stands where the move begins.
    NoPiece {
        /// That square.
        at: Square,
    },
    /// The piece belongs to the side that is not to move.
    NotYours {
        /// Where it stands.
        at: Square,
        /// Whose move it is.
        turn: Side,
    },
    /// A capture is due, and this move takes nothing.
    MustCapture {
        /// The captures to choose from.
        due: Vec<Move>,
    },
    /// Another capture takes more pieces.
    TakesFewer {
        /// Pieces this one takes.
        taken: u32,
        /// Pieces that must be taken.
        must: u32,
        /// The captures to choose from.
        due: Vec<Move>,
    },
    /// A man takes as many pieces as a king could; the king must.
    KingMustTake {
        /// The captures to choose from.
        due: Vec<Move>,
    },
    /// Another capture takes as many pieces, but more kings.
    TakesFewerKings {
        /// Kings this one takes.
        taken: u32,
        /// Kings that must be taken.
        must: u32,
        /// The captures to choose from.
        due: Vec<Move>,
    },
    /// Another capture takes the same pieces in number and kind, but meets a king earlier.
    MeetsKingLater {
        /// The captures to choose from.
        due: Vec<Move>,
    },
    /// The capture stops while there is more to take.
    GoesOn {
        /// What takes.
        rank: Rank,
        /// Where it stopped.
        at: Square,
        /// The legal captures to choose from.
        due: Vec<Move>,
    },
    /// A man moves forward only.
    MenGoForward {
        /// Where it stands.
        at: Square,
    },
    /// A man takes forward only.
    MenTakeForward {
        /// The piece behind it.
        over: Square,
    },
    /// A man does not take a king.
    ManTakesKing {
        /// Where that king stands.
        over: Square,
    },
    /// A man that reaches the last row stops there, or goes on as a man; it does not take as a king at once.
    CrownedTooSoon {
        /// Where it reached the last row.
        at: Square,
    },
    /// The two squares are not on one diagonal.
    NotDiagonal {
        /// What was to move.
        rank: Rank,
    },
    /// The piece goes one square at a time.
    TooFar {
        /// What was to move.
        rank: Rank,
    },
    /// A capture lands on the square next behind the piece taken.
    LandsTooFar {
        /// What was to take.
        rank: Rank,
        /// The piece to take.
        over: Square,
    },
    /// The square to go to is not free.
    Occupied {
        /// What was to move.
        rank: Rank,
        /// That square.
        at: Square,
    },
    /// One's own piece stands in the way and cannot be jumped.
    OverOwn {
        /// Where it stands.
        over: Square,
    },
    /// The piece to jump has no free square behind it.
    NoFreeSquareBehind {
        /// Where it stands.
        over: Square,
    },
    /// The same piece would be jumped twice.
    OverTwice {
        /// Where it stands.
        over: Square,
    },
    /// The move is written as a capture, but there is nothing to take that way.
    NothingToTake {
        /// Where it begins.
        from: Square,
        /// Where it was to end.
        to: Square,
    },
    /// No capture goes by these squares.
    NoSuchRoute {
        /// Where it begins.
        from: Square,
        /// Where it was to end.
        to: Square,
    },
    /// Several captures go from the one square to the other.
    Ambiguous {
        /// They.
        candidates: Vec<Move>,
    },
}
