//! A value in one byte, as the tables are made of.

/// A position's value for the side to move: 0 for a draw, else one more than the plies to the end. The side
/// to move makes the last of an odd number of plies: it wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlyCode(pub(crate) u8);

impl PlyCode {
    pub(crate) const DRAW: Self = Self(0);
    pub(crate) const LOST_NOW: Self = Self(1);

    /// The most plies a code can say; while tables are made, the highest bytes mark something else.
    pub(crate) const MOST_PLIES: u8 = 252;

    pub(crate) const fn is_win(self) -> bool {
        self.0 != 0 && self.0.is_multiple_of(2)
    }

    pub(crate) const fn is_loss(self) -> bool {
        !self.0.is_multiple_of(2)
    }
}
