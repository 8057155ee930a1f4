//! Who plays, and how he proves it.

use damiera_engine::Level;
use damiera_game::Actor;
use damiera_rules::Side;
use serde::{Deserialize, Serialize};

use crate::secret::Digest;

/// A player's place.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, utoipa::ToSchema)]
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
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, utoipa::ToSchema)]
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

/// What a place is held by; any of them will do.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Holder {
    /// What he is called.
    pub name: Option<String>,
    /// A browser's cookie.
    pub visitor: Option<Digest>,
    /// An account.
    pub account: Option<i64>,
    /// A key given out once, for programs.
    pub key: Option<Digest>,
}

/// What somebody shows to be let act.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Credentials {
    /// A browser's cookie.
    pub visitor: Option<Digest>,
    /// The account of a session.
    pub account: Option<i64>,
    /// A key.
    pub key: Option<Digest>,
    /// The session, which may end.
    pub session: Option<Digest>,
}

impl Holder {
    /// Whether it is he.
    #[must_use]
    pub fn is(&self, shown: &Credentials) -> bool {
        let same = |held: &Option<Digest>, shown: &Option<Digest>| held.is_some() && held == shown;
        same(&self.visitor, &shown.visitor)
            || same(&self.key, &shown.key)
            || (self.account.is_some() && self.account == shown.account)
    }
}

/// Who holds White's and Black's places. A place that nobody holds is open to all, as in games of the first version.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Holders(pub [Option<Holder>; 2]);

impl Holders {
    /// One person holds both: a game at one screen.
    #[must_use]
    pub fn both(holder: Holder) -> Self {
        Self([Some(holder.clone()), Some(holder)])
    }

    /// The sides that somebody may act for, White first.
    #[must_use]
    pub fn sides(&self, shown: &Credentials) -> [bool; 2] {
        self.0.each_ref().map(|held| held.as_ref().is_none_or(|holder| holder.is(shown)))
    }

    /// Whether somebody may act as this actor. The arbiter's powers go with a board of which one holds both sides:
    /// between two people far apart the software is the arbiter, and nobody speaks for it.
    #[must_use]
    pub fn may_act(&self, shown: &Credentials, seats: &Seats, by: Actor) -> bool {
        let own = self.sides(shown);
        let person = |side: Side| own[side as usize] && seats.of(side) == Seat::Person;
        match by {
            Actor::Player(side) => person(side),
            Actor::Arbiter => Side::BOTH.into_iter().all(person),
        }
    }
}
