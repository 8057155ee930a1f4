//! The two sides and the two kinds of piece.

use std::fmt;
use std::ops::Not;

/// A side, named by the colour of its pieces. White starts on the high-numbered squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Side {
    /// The light pieces, which move towards square 1.
    White,
    /// The dark pieces, which move away from square 1.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// The side's letter in PDN and FEN.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Black => 'B',
        }
    }
}

impl Not for Side {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// The rank of a piece: a man moves forward only, a king in all directions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Rank {
    /// An uncrowned piece.
    Man,
    /// A crowned piece.
    King,
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Man => "man",
            Self::King => "king",
        })
    }
}

/// A man or king of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Piece {
    /// The side it belongs to.
    pub side: Side,
    /// Man or king.
    pub rank: Rank,
}
