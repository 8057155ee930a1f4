//! What is agreed before a game: variant, profile, clocks and start position (FID-IT 15.1).

use std::fmt;

use damiera_rules::{MoveError, Setup, SetupFaults, Square, Variant};

use crate::control::ClockControl;
use crate::profile::Profile;

/// The position a game starts from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum StartPosition {
    /// The initial position of the variant.
    #[default]
    Initial,
    /// The initial position without these pieces, given as odds (15.1.9).
    Odds(Vec<Square>),
    /// A set-up.
    Set(Setup),
}

/// How a player follows the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Sight {
    /// With sight of the board.
    #[default]
    Board,
    /// Blindfold (15.1.4 to 15.1.6).
    Blindfold,
    /// By touch, on a board for blind players (15.1.8).
    ByTouch,
}

/// Whether the game is part of a simultaneous display.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Simultaneity {
    /// It is not.
    #[default]
    Single,
    /// This side plays several games at once (15.1.2, 15.1.5).
    Simultaneous(damiera_rules::Side),
}

/// What is agreed before a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The variant.
    pub variant: Variant,
    /// How the rules are enforced.
    pub profile: Profile,
    /// The start position.
    pub start: StartPosition,
    /// The balloted opening moves in notation; they count as moves played (FID 7.2, note).
    pub opening: Vec<String>,
    /// The time controls of White and Black, which may differ (15.1.10).
    pub controls: [ClockControl; 2],
    /// How White and Black follow the game.
    pub sight: [Sight; 2],
    /// Whether it is part of a simultaneous display.
    pub company: Simultaneity,
}

impl Terms {
    /// Terms without clocks, odds or opening.
    #[must_use]
    pub fn new(variant: Variant, profile: Profile) -> Self {
        Self {
            variant,
            profile,
            start: StartPosition::Initial,
            opening: Vec::new(),
            controls: [ClockControl::Untimed, ClockControl::Untimed],
            sight: [Sight::Board; 2],
            company: Simultaneity::Single,
        }
    }
}

/// Why no game can be created with these terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadTerms {
    /// The set-up is not a valid position of the variant.
    Start(SetupFaults),
    /// There is no piece on a square given as odds.
    Odds(Square),
    /// A move of the balloted opening is illegal.
    Opening {
        /// The number of the move in the opening, from 1.
        number: usize,
        /// Why it is illegal.
        why: MoveError,
    },
    /// A clock has no time.
    NoTime,
}

impl fmt::Display for BadTerms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(faults) => write!(f, "the set-up is not a valid position of this game: {faults}"),
            Self::Odds(square) => write!(f, "there is no piece on square {square} to give as odds"),
            Self::Opening { number, why } => write!(f, "move {number} of the opening: {why}"),
            Self::NoTime => f.write_str("a clock has no time"),
        }
    }
}

impl std::error::Error for BadTerms {}
