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
        f.write_str(&self.sentence(|square| square.to_string()))
    }
}

impl Illegal {
    /// The reason as a sentence, with squares called as the reader calls them.
    ///
    /// ```
    /// use damiera_rules::{Attempt, Position, Rules, Square, variant::Brazilian};
    /// let (from, to) = (Square::new(18).unwrap(), Square::new(14).unwrap());
    /// let refused = Position::<Brazilian>::start().judge(&Attempt::new(from, to)).unwrap_err();
    /// assert_eq!(refused.to_string(), "there is no piece on square 18");
    /// assert_eq!(refused.sentence(|s| Brazilian::GEOMETRY.algebraic(s)), "there is no piece on square d4");
    /// ```
    #[must_use]
    pub fn sentence(&self, name: impl Fn(Square) -> String) -> String {
        let name = |square: &Square| name(*square);
        match self {
            Self::OffBoard { square } => format!("this board has no square {}", name(square)),
            Self::NoPiece { at } => format!("there is no piece on square {}", name(at)),
            Self::NotYours { at, turn } => {
                format!("the piece on square {} is not {turn}'s, and it is {turn}'s move", name(at))
            }
            Self::MustCapture { .. } => "a capture is due, and this move takes nothing".to_owned(),
            Self::TakesFewer { taken, must, .. } => {
                format!("this takes {}, and a capture of {must} is due", pieces(*taken))
            }
            Self::KingMustTake { .. } => {
                "a king can take as many pieces as this man, so a king must take".to_owned()
            }
            Self::TakesFewerKings { taken, must, .. } => {
                format!("this takes {}, and another capture of as many pieces takes {must}", kings(*taken))
            }
            Self::MeetsKingLater { .. } => {
                "another capture of as many pieces and kings meets a king earlier".to_owned()
            }
            Self::GoesOn { at, .. } => {
                format!("the capture cannot stop on square {}: there is more to take", name(at))
            }
            Self::MenGoForward { .. } => "a man moves forward only".to_owned(),
            Self::MenTakeForward { over } => {
                format!("a man takes forward only, and square {} is behind it", name(over))
            }
            Self::ManTakesKing { over } => {
                format!("a man does not take a king, and a king stands on square {}", name(over))
            }
            Self::CrownedTooSoon { at } => {
                format!(
                    "a man that reaches the last row on square {} does not take as a king in the same move",
                    name(at)
                )
            }
            Self::NotDiagonal { .. } => {
                "the two squares are not on one diagonal, and no capture joins them".to_owned()
            }
            Self::TooFar { rank } => format!("a {rank} moves one square at a time"),
            Self::LandsTooFar { over, .. } => {
                format!("taking the piece on square {} lands on the square next behind it", name(over))
            }
            Self::Occupied { at, .. } => format!("square {} is not free", name(at)),
            Self::OverOwn { over } => {
                format!("one's own piece stands on square {}, and it cannot be jumped", name(over))
            }
            Self::NoFreeSquareBehind { over } => {
                format!(
                    "the piece on square {} cannot be taken: the square behind it is not free",
                    name(over)
                )
            }
            Self::OverTwice { over } => format!("the piece on square {} may be jumped only once", name(over)),
            Self::NothingToTake { from, to } => {
                format!("from {} to {} there is nothing to take", name(from), name(to))
            }
            Self::NoSuchRoute { from, to } => {
                format!("no capture goes from {} to {} by these squares", name(from), name(to))
            }
            Self::Ambiguous { .. } => {
                "several captures join these squares: give the squares between as well".to_owned()
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
