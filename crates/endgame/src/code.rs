//! The one-byte encoding of values during a build.

/// The value of a position for the side to move: 0 for a draw, otherwise the plies to the end plus one. An odd number of
/// plies is a win, because the side to move makes the last of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlyCode(pub(crate) u8);

impl PlyCode {
    pub(crate) const DRAW: Self = Self(0);
    pub(crate) const LOST_NOW: Self = Self(1);

    /// The largest number of plies. The bytes above it are used as marks during a build.
    pub(crate) const MOST_PLIES: u8 = 252;

    pub(crate) const fn is_win(self) -> bool {
        self.0 != 0 && self.0.is_multiple_of(2)
    }

    pub(crate) const fn is_loss(self) -> bool {
        !self.0.is_multiple_of(2)
    }
}
