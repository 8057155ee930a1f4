//! What a position is worth.
//!
//! Inside the search a value is a number: hundredths of a man for the side to move, or near ±[`WIN`] for a game
//! that is decided, closer to it the sooner it ends. A [`Score`] says the same to people.

use std::fmt;

/// Hundredths of a man for the side to move; near ±[`WIN`] when the game is decided.
pub type Value = i32;

/// A man.
pub const MAN: Value = 100;
/// A game won here and now.
pub const WIN: Value = 30_000;
/// More than any value.
pub(crate) const INFINITE: Value = 32_000;
/// The longest line a search may follow.
pub(crate) const MAX_PLY: usize = 128;
/// Values at least this far from zero are proved wins by play.
pub(crate) const PROVED: Value = WIN - 1_000;
/// A win an endgame table knows of without saying how far it is.
pub(crate) const TABLE_WIN: Value = 20_000;
/// Values at least this far from zero are wins, by play or by table.
pub const DECIDED: Value = TABLE_WIN - 5_000;

/// The value of having no move left, so many plies from the root.
pub(crate) const fn lost_at(ply: usize) -> Value {
    -WIN + ply as Value
}

/// A value as people read it, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// An estimate, in hundredths of a man.
    Estimate(Value),
    /// Won by force in so many plies.
    WinIn(u32),
    /// Lost by force in so many plies.
    LossIn(u32),
    /// Won, as an endgame table knows.
    TableWin,
    /// Lost, as an endgame table knows.
    TableLoss,
    /// Drawn, as an endgame table knows.
    TableDraw,
}

impl Score {
    /// What a value says.
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

    /// In men; a decided game counts a hundred.
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
