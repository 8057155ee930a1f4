//! Who plays: people at the screen, or the engine.

use damiera_engine::Level;
use damiera_rules::Side;
use serde::{Deserialize, Serialize};

/// A player's place.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Seat {
    /// Somebody at the screen.
    Person,
    /// The engine, at a level from 1 to 10.
    Engine {
        /// The level.
        level: u8,
    },
}

impl Seat {
    /// The engine's level, if it sits here.
    #[must_use]
    pub fn level(self) -> Option<Level> {
        match self {
            Self::Person => None,
            Self::Engine { level } => Some(Level::new(level).unwrap_or(Level::HIGHEST)),
        }
    }
}

/// Both places.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seats {
    /// White's.
    pub white: Seat,
    /// Black's.
    pub black: Seat,
}

impl Seats {
    /// The place of a side.
    #[must_use]
    pub const fn of(&self, side: Side) -> Seat {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }
}
