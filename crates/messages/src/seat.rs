//! Who plays each side.

use damiera_rules::Side;
use serde::{Deserialize, Serialize};

/// Who plays a side.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Seat {
    /// A person.
    Person,
    /// The engine, at a level from 1 to 10.
    Engine {
        /// The level.
        level: u8,
    },
}

impl Seat {
    /// Whether the engine plays this side.
    #[must_use]
    pub const fn is_engine(self) -> bool {
        matches!(self, Self::Engine { .. })
    }
}

/// Both seats of a game.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, utoipa::ToSchema)]
pub struct Seats {
    /// White's.
    pub white: Seat,
    /// Black's.
    pub black: Seat,
}

impl Seats {
    /// A game between two people.
    pub const PEOPLE: Self = Self { white: Seat::Person, black: Seat::Person };

    /// The seat of a side.
    #[must_use]
    pub const fn of(&self, side: Side) -> Seat {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// Whether the engine plays either side.
    #[must_use]
    pub const fn has_engine(&self) -> bool {
        self.white.is_engine() || self.black.is_engine()
    }

    /// The same seats with the colours exchanged.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self { white: self.black, black: self.white }
    }
}
