//! A move, and the list of them.

use std::ops::Deref;

use smallvec::SmallVec;

use crate::square::{Square, SquareSet};

/// A whole move: where from, where to, what it takes, and whether it crowns.
///
/// Two captures that differ only in the way round are the same move, for the board after them is the same.
/// [`Position::routes`](crate::Position::routes) tells the ways.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move {
    /// Where the piece stood.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// Whether a man becomes a king by it.
    pub promotes: bool,
    /// The squares of the pieces it takes.
    pub captured: SquareSet,
}

impl Move {
    /// Whether it takes anything.
    #[must_use]
    pub const fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }
}

/// The legal moves of a position. It reads as a slice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves(SmallVec<[Move; 32]>);

impl Moves {
    pub(crate) fn push(&mut self, m: Move) {
        self.0.push(m);
    }
}

impl Deref for Moves {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl IntoIterator for Moves {
    type Item = Move;
    type IntoIter = smallvec::IntoIter<[Move; 32]>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Moves {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
