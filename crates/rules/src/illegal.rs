//! Reasons why a move is illegal.

use std::fmt;

use crate::move_list::Move;
use crate::piece::{Rank, Side};
use crate::square::Square;

/// The reason why a move is illegal, with the squares and moves needed to show it on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// The board has no such square.
    OffBoard {
        /// The square that was named.
        square: Square,
    },
    /// The first square is empty.
    NoPiece {
        /// The first square.
        at: Square,
    },
    /// The piece belongs to the side that is not to move.
    NotYours {
        /// The piece's square.
        at: Square,
        /// The side to move.
        turn: Side,
    },
    /// A capture is compulsory, and this move does not capture.
    MustCapture {
        /// The legal captures.
        due: Vec<Move>,
    },
    /// Another capture takes more pieces.
    TakesFewer {
        /// The number of pieces this capture takes.
        taken: u32,
        /// The number of pieces that must be captured.
        must: u32,
        /// The legal captures.
        due: Vec<Move>,
    },
    /// A king can capture as many pieces as this man, so a king must capture.
    KingMustTake {
        /// The legal captures.
        due: Vec<Move>,
    },
    /// Another capture takes as many pieces, but more kings.
    TakesFewerKings {
        /// The number of kings this capture takes.
        taken: u32,
        /// The number of kings that must be captured.
        must: u32,
        /// The legal captures.
        due: Vec<Move>,
    },
    /// Another capture takes as many pieces and kings, but takes a king earlier.
    MeetsKingLater {
        /// The legal captures.
        due: Vec<Move>,
    },
    /// The capture stops although it can be continued.
    GoesOn {
        /// The rank of the capturing piece.
        rank: Rank,
        /// Where it stopped.
        at: Square,
        /// The legal captures.
        due: Vec<Move>,
    },
    /// A man moves forward only.
    MenGoForward {
        /// The man's square.
        at: Square,
    },
    /// A man captures forward only.
    MenTakeForward {
        /// The square of the piece behind it.
        over: Square,
    },
    /// A man may not capture a king.
    ManTakesKing {
        /// The king's square.
        over: Square,
    },
    /// A man that reaches the crown row ends its move there or continues as a man; it does not capture as a king in
    /// the same move.
    CrownedTooSoon {
        /// Where it reached the crown row.
        at: Square,
    },
    /// The two squares are not on the same diagonal.
    NotDiagonal {
        /// The rank of the moving piece.
        rank: Rank,
    },
    /// The piece moves one square at a time.
    TooFar {
        /// The rank of the moving piece.
        rank: Rank,
    },
    /// A capture must land on the square right behind the captured piece.
    LandsTooFar {
        /// The rank of the capturing piece.
        rank: Rank,
        /// The square of the piece to capture.
        over: Square,
    },
    /// The destination is not free.
    Occupied {
        /// The rank of the moving piece.
        rank: Rank,
        /// The occupied square.
        at: Square,
    },
    /// A piece of the same side is in the way and cannot be jumped.
    OverOwn {
        /// That piece's square.
        over: Square,
    },
    /// The piece to capture has no free square behind it.
    NoFreeSquareBehind {
        /// That piece's square.
        over: Square,
    },
    /// The same piece would be jumped twice.
    OverTwice {
        /// That piece's square.
        over: Square,
    },
    /// There is nothing to capture between these squares.
    NothingToTake {
        /// The first square.
        from: Square,
        /// The last square.
        to: Square,
    },
    /// No capture takes this route.
    NoSuchRoute {
        /// The first square.
        from: Square,
        /// The last square.
        to: Square,
    },
    /// Several captures match the attempt.
    Ambiguous {
        /// The matching captures.
        candidates: Vec<Move>,
    },
}

impl Illegal {
    /// The legal captures, if the move was refused in favour of them; for an ambiguous attempt, the matching captures.
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
    /// The reason as an English sentence, with squares named by `name`.
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
            Self::MustCapture { .. } => "a capture is compulsory, and this move does not capture".to_owned(),
            Self::TakesFewer { taken, must, .. } => {
                format!("this captures {}, and a capture of {must} is compulsory", pieces(*taken))
            }
            Self::KingMustTake { .. } => {
                "a king can capture as many pieces as this man, so a king must capture".to_owned()
            }
            Self::TakesFewerKings { taken, must, .. } => {
                format!(
                    "this captures {}, and another capture of as many pieces captures {must}",
                    kings(*taken)
                )
            }
            Self::MeetsKingLater { .. } => {
                "another capture of as many pieces and kings captures a king earlier".to_owned()
            }
            Self::GoesOn { at, .. } => {
                format!("the capture cannot stop on square {}: it must be continued", name(at))
            }
            Self::MenGoForward { .. } => "a man moves forward only".to_owned(),
            Self::MenTakeForward { over } => {
                format!("a man captures forward only, and square {} is behind it", name(over))
            }
            Self::ManTakesKing { over } => {
                format!("a man may not capture a king, and the piece on square {} is a king", name(over))
            }
            Self::CrownedTooSoon { at } => {
                format!(
                    "a man that reaches the crown row on square {} does not capture as a king in the same move",
                    name(at)
                )
            }
            Self::NotDiagonal { .. } => {
                "the two squares are not on the same diagonal, and no capture connects them".to_owned()
            }
            Self::TooFar { rank } => format!("a {rank} moves one square at a time"),
            Self::LandsTooFar { over, .. } => {
                format!(
                    "a capture of the piece on square {} must land on the square right behind it",
                    name(over)
                )
            }
            Self::Occupied { at, .. } => format!("square {} is not free", name(at)),
            Self::OverOwn { over } => {
                format!("the piece on square {} belongs to the same side and cannot be jumped", name(over))
            }
            Self::NoFreeSquareBehind { over } => {
                format!(
                    "the piece on square {} cannot be captured: the square behind it is not free",
                    name(over)
                )
            }
            Self::OverTwice { over } => format!("the piece on square {} may be jumped only once", name(over)),
            Self::NothingToTake { from, to } => {
                format!("there is nothing to capture from {} to {}", name(from), name(to))
            }
            Self::NoSuchRoute { from, to } => {
                format!("no capture goes from {} to {} by these squares", name(from), name(to))
            }
            Self::Ambiguous { .. } => {
                "several captures connect these squares: name the intermediate squares as well".to_owned()
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
