//! Why a move is not legal.

use std::fmt;

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

impl Illegal {
    /// The captures that had to be chosen from, where that is the reason.
    #[must_use]
    pub fn due(&self) -> &[Move] {
        match self {
            Self::MustCapture { due }
            | Self::TakesFewer { due, .. }
            | Self::KingMustTake { due }
            | Self::TakesFewerKings { due, .. }
            | Self::MeetsKingLater { due }
            | Self::GoesOn { due, .. } => due,
            Self::Ambiguous { candidates } => candidates,
            _ => &[],
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard { square } => write!(f, "this board has no square {square}"),
            Self::NoPiece { at } => write!(f, "there is no piece on square {at}"),
            Self::NotYours { at, turn } => {
                write!(f, "the piece on square {at} is not {turn}'s, and it is {turn}'s move")
            }
            Self::MustCapture { .. } => f.write_str("a capture is due, and this move takes nothing"),
            Self::TakesFewer { taken, must, .. } => {
                write!(f, "this takes {}, and a capture of {must} is due", pieces(*taken))
            }
            Self::KingMustTake { .. } => {
                f.write_str("a king can take as many pieces as this man, so a king must take")
            }
            Self::TakesFewerKings { taken, must, .. } => {
                write!(f, "this takes {}, and another capture of as many pieces takes {must}", kings(*taken))
            }
            Self::MeetsKingLater { .. } => {
                f.write_str("another capture of as many pieces and kings meets a king earlier")
            }
            Self::GoesOn { at, .. } => {
                write!(f, "the capture cannot stop on square {at}: there is more to take")
            }
            Self::MenGoForward { .. } => f.write_str("a man moves forward only"),
            Self::MenTakeForward { over } => {
                write!(f, "a man takes forward only, and square {over} is behind it")
            }
            Self::ManTakesKing { over } => {
                write!(f, "a man does not take a king, and a king stands on square {over}")
            }
            Self::CrownedTooSoon { at } => {
                write!(
                    f,
                    "a man that reaches the last row on square {at} does not take as a king in the same move"
                )
            }
            Self::NotDiagonal { .. } => {
                f.write_str("the two squares are not on one diagonal, and no capture joins them")
            }
            Self::TooFar { rank } => write!(f, "a {rank} moves one square at a time"),
            Self::LandsTooFar { over, .. } => {
                write!(f, "taking the piece on square {over} lands on the square next behind it")
            }
            Self::Occupied { at, .. } => write!(f, "square {at} is not free"),
            Self::OverOwn { over } => {
                write!(f, "one's own piece stands on square {over}, and it cannot be jumped")
            }
            Self::NoFreeSquareBehind { over } => {
                write!(f, "the piece on square {over} cannot be taken: the square behind it is not free")
            }
            Self::OverTwice { over } => write!(f, "the piece on square {over} may be jumped only once"),
            Self::NothingToTake { from, to } => write!(f, "from {from} to {to} there is nothing to take"),
            Self::NoSuchRoute { from, to } => {
                write!(f, "no capture goes from {from} to {to} by these squares")
            }
            Self::Ambiguous { .. } => {
                f.write_str("several captures join these squares: give the squares between as well")
            }
        }
    }
}

fn pieces(count: u32) -> String {
    if count == 1 { "one piece".to_owned() } else { format!("{count} pieces") }
}

fn kings(count: u32) -> String {
    match count {
        0 => "no king".to_owned(),
        1 => "one king".to_owned(),
        _ => format!("{count} kings"),
    }
}
