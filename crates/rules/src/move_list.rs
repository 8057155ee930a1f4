//! Moves and move lists.

use std::ops::Deref;

use smallvec::SmallVec;

use crate::square::{Square, SquareSet};

/// A complete move: its first and last square, the captured pieces, and whether it promotes.
///
/// Captures of the same pieces between the same squares are one move, whatever route they take, because they lead
/// to the same position. [`Position::routes`](crate::Position::routes) lists the routes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move {
    /// The square the piece leaves.
    pub from: Square,
    /// The square it ends on.
    pub to: Square,
    /// Whether a man becomes a king.
    pub promotes: bool,
    /// The squares of the captured pieces.
    pub captured: SquareSet,
}

impl Move {
    /// Whether the move captures anything.
    #[must_use]
    #[inline]
    pub const fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }
}

/// The legal moves of a position. Dereferences to a slice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveList(SmallVec<[Move; 32]>);

impl MoveList {
    #[inline]
    pub(crate) fn push(&mut self, m: Move) {
        self.0.push(m);
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = smallvec::IntoIter<[Move; 32]>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
