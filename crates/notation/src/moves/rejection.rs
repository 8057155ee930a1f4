//! Why a written move is not legal, as data that a program can translate.

use std::fmt;

use damiera_rules::{Article, Geometry, Illegal, Move, Side, SquareName};

use super::square_name;
use crate::pdn::NotationStyle;

/// A written move that matches no legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RejectedMove {
    /// Why it is not legal.
    pub reason: RejectionReason,
    /// The article that forbids it.
    pub article: Article,
}

/// The reason why a written move is not legal. `Display` gives it as an English sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RejectionReason {
    /// The rules forbid it.
    Illegal {
        /// The rule that is broken.
        illegal: Illegal,
        /// The board, to name squares on it.
        board: Geometry,
        /// How the record names squares.
        style: NotationStyle,
    },
    /// The board has no such playing square.
    NoSuchSquare(SquareName),
    /// The move names only the column it starts from, and the side to move has no piece there.
    EmptyColumn {
        /// The side to move.
        side: Side,
        /// The column, 0 for a.
        column: u8,
    },
}

impl RejectedMove {
    /// The legal moves to play instead, if the rules leave little choice.
    #[must_use]
    pub fn due(&self) -> &[Move] {
        match &self.reason {
            RejectionReason::Illegal { illegal, .. } => illegal.due(),
            RejectionReason::NoSuchSquare(_) | RejectionReason::EmptyColumn { .. } => &[],
        }
    }
}

impl fmt::Display for RejectionReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal { illegal, board, style } => {
                f.write_str(&illegal.sentence(|square| square_name(*board, square, *style).to_string()))
            }
            Self::NoSuchSquare(name) => write!(f, "this board has no playing square {name}"),
            Self::EmptyColumn { side, column } => {
                write!(f, "{side} has no piece on column {}", char::from(b'a' + column))
            }
        }
    }
}
