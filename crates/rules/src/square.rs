//! Squares by number, and sets of squares.
//!
//! A [`Square`] is the number printed in game records, so it means the same on paper, in a file and in memory.
//! Which squares are adjacent depends on the board: see [`Geometry`](crate::Geometry).

use std::fmt;
use std::ops::{BitAnd, BitOr, Not, Sub};

/// A playing square by its number, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The highest square number on any supported board.
    pub const MAX: u8 = 50;

    /// The square with this number, if some supported board has it.
    ///
    /// ```
    /// use damiera_rules::Square;
    /// assert_eq!(Square::new(32).map(Square::number), Some(32));
    /// assert_eq!(Square::new(0), None);
    /// assert_eq!(Square::new(51), None);
    /// ```
    #[must_use]
    #[inline]
    pub const fn new(number: u8) -> Option<Self> {
        if 1 <= number && number <= Self::MAX { Some(Self(number)) } else { None }
    }

    /// The square's number, from 1.
    #[must_use]
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The zero-based index: the number minus one.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// The inverse of [`Square::index`]. The index must be less than [`Square::MAX`].
    #[inline]
    pub(crate) const fn from_index(index: usize) -> Self {
        debug_assert!(index < Self::MAX as usize);
        Self(index as u8 + 1)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of squares as a bit mask: bit *n* − 1 stands for square *n*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct SquareSet(u64);

impl SquareSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The set with this bit mask; bits beyond square 50 are ignored.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & ((1 << Square::MAX) - 1))
    }

    /// The bit mask: bit *n* − 1 for square *n*.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The number of squares in the set.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains a square.
    #[must_use]
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.index();
    }

    /// The squares in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Square> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let square = Square::from_index(rest.trailing_zeros() as usize);
                rest &= rest - 1;
                square
            })
        })
    }
}

impl From<Square> for SquareSet {
    #[inline]
    fn from(square: Square) -> Self {
        Self(1 << square.index())
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.into())
    }
}

impl BitOr for SquareSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for SquareSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for SquareSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for SquareSet {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self::from_bits(!self.0)
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
