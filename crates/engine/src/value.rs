//! Values and scores.
//!
//! The search works with integers: hundredths of a man for the side to move, or a number near ±[`WIN`] when the game is decided;
//! the sooner it ends, the closer to ±[`WIN`]. A [`Score`] is the same for display.

use std::fmt;

/// Hundredths of a man for the side to move; near ±[`WIN`] when the game is decided.
pub type Value = i32;

/// The value of a man.
pub const MAN: Value = 100;
/// The value of a game that is won in this position.
pub const WIN: Value = 30_000;
/// A bound above every value.
pub(crate) const INFINITE: Value = 32_000;
/// The greatest distance from the root, in plies.
pub(crate) const MAX_PLY: usize = 128;
/// Values at least this far from zero are wins that the search has proved.
pub(crate) const PROVED: Value = WIN - 1_000;
/// A win by an endgame table, which does not say how far away it is.
pub(crate) const TABLE_WIN: Value = 20_000;
/// Values at least this far from zero are wins, by search or by table.
pub const DECIDED: Value = TABLE_WIN - 5_000;

/// The value of having no legal move at this distance from the root.
pub(crate) const fn lost_at(ply: usize) -> Value {
    -WIN + ply as Value
}

/// A value for display, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// An estimate, in hundredths of a man.
    Estimate(Value),
    /// A forced win in this many plies.
    WinIn(u32),
    /// A forced loss in this many plies.
    LossIn(u32),
    /// A win by the endgame tables.
    TableWin,
    /// A loss by the endgame tables.
    TableLoss,
    /// A draw by the endgame tables.
    TableDraw,
}

impl Score {
    /// The score of a value.
    #[must_use]
    pub const fn of(value: Value) -> Self {
        if value >= PROVED {
            Self::WinIn((WIN - value) as u32)
        } else if value <= -PROVED {
            Self::LossIn((WIN + value) as u32)
        } else if value >= DECIDED {
            Self::TableWin
        } else if value <= -DECIDED {
            Self::TableLoss
        } else {
            Self::Estimate(value)
        }
    }

    /// The score in men; a decided game counts as a hundred.
    #[must_use]
    pub fn men(self) -> f64 {
        match self {
            Self::Estimate(value) => f64::from(value) / f64::from(MAN),
            Self::WinIn(_) | Self::TableWin => 100.0,
            Self::LossIn(_) | Self::TableLoss => -100.0,
            Self::TableDraw => 0.0,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Estimate(value) => write!(f, "{:+.2}", f64::from(value) / f64::from(MAN)),
            Self::WinIn(plies) => write!(f, "wins in {}", plies.div_ceil(2)),
            Self::LossIn(plies) => write!(f, "loses in {}", plies.div_ceil(2)),
            Self::TableWin => f.write_str("wins"),
            Self::TableLoss => f.write_str("loses"),
            Self::TableDraw => f.write_str("draw"),
        }
    }
}
