//! The one-byte encodings of values during a build. Both have the same bytes for a draw and for a lost game.

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

/// The outcome of a position for the side to move, with the marks of an index that a file does not have to store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OutcomeCode(pub(crate) u8);

impl OutcomeCode {
    pub(crate) const DRAW: u8 = 0;
    pub(crate) const LOSS: u8 = 1;
    pub(crate) const WIN: u8 = 2;
    /// A capture is mandatory.
    pub(crate) const CAPTURE: u8 = 4;
    /// No position at this index.
    pub(crate) const HOLE: u8 = 8;

    /// The outcome without the marks.
    #[inline(always)]
    pub(crate) const fn outcome(self) -> u8 {
        self.0 & 3
    }

    pub(crate) const fn is_position(self) -> bool {
        self.0 & Self::HOLE == 0
    }

    /// Whether the outcome is stored in a file.
    pub(crate) const fn is_stored(self) -> bool {
        self.0 & (Self::HOLE | Self::CAPTURE) == 0
    }
}
