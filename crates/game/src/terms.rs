//! What is agreed before a game begins: the game, the profile, the clocks, the set-up (FID-IT 15.1).

use std::fmt;

use damiera_rules::{MoveError, Setup, SetupFaults, Square, Variant};

use crate::control::ClockControl;
use crate::profile::Profile;

/// The position a game begins from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum StartPosition {
    /// The game's own.
    #[default]
    Initial,
    /// The same without these pieces: the stronger side gives odds (15.1.9).
    Odds(Vec<Square>),
    /// Any other.
    Set(Setup),
}

/// How a player follows the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Sight {
    /// At the board.
    #[default]
    Board,
    /// Without seeing it (15.1.4 to 15.1.6).
    Blindfold,
    /// By touch, at a board with raised pieces (15.1.8).
    ByTouch,
}

/// Whether the game is one of several that a player plays at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Simultaneity {
    /// One against one.
    #[default]
    Single,
    /// That side plays several games at once (15.1.2, 15.1.5).
    Simultaneous(damiera_rules::Side),
}

/// What is agreed before a game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Which game.
    pub variant: Variant,
    /// How its rules are kept.
    pub profile: Profile,
    /// The position it begins from.
    pub start: StartPosition,
    /// Moves drawn by lot, in writing; they count as played (FID 7.2, note).
    pub opening: Vec<String>,
    /// White's and Black's time, which may differ (15.1.10).
    pub controls: [ClockControl; 2],
    /// How White and Black follow the game.
    pub sight: [Sight; 2],
    /// Whether it is one of several at once.
    pub company: Simultaneity,
}

impl Terms {
    /// A game from its own start, without clocks or odds.
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

/// Why no game can be played on such terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadTerms {
    /// The set-up is not a position of the game.
    Start(SetupFaults),
    /// No piece stands where odds are given.
    Odds(Square),
    /// A drawn move cannot be played.
    Opening {
        /// Which, from 1.
        number: usize,
        /// Why not.
        why: MoveError,
    },
    /// A clock has no time on it.
    NoTime,
}

impl fmt::Display for BadTerms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(faults) => write!(f, "the set-up is not a position of this game: {faults}"),
            Self::Odds(square) => write!(f, "no piece stands on square {square} to be given as odds"),
            Self::Opening { number, why } => write!(f, "move {number} of the drawn opening: {why}"),
            Self::NoTime => f.write_str("a clock has no time on it"),
        }
    }
}

impl std::error::Error for BadTerms {}
