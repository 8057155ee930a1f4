//! A move as a record writes it, before any rule is asked.

use std::fmt;

use damiera_rules::Place;

use super::game_type::Style;

/// Where a move begins, as far as the record says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// On this square.
    Square(Place),
    /// Somewhere on this column (0 for a), in the short form `ab4` of the 64-square tables.
    Column(u8),
}

/// What a record puts between the squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Joint {
    /// A stroke: a move that takes nothing.
    Stroke,
    /// A cross or colon: a capture.
    Cross,
    /// Nothing, as in `c3d4`; it may be either.
    Bare,
}

/// A move as written: squares by number or by column and row, with as many between as the record gives.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MoveText {
    /// Where it begins.
    pub from: Origin,
    /// The squares between, if any are given.
    pub between: Box<[Place]>,
    /// Where it ends.
    pub to: Place,
    /// What stands between them.
    pub joint: Joint,
}

impl MoveText {
    /// A move from one square to another.
    #[must_use]
    pub fn new(from: Place, joint: Joint, to: Place) -> Self {
        Self { from: Origin::Square(from), between: Box::default(), to, joint }
    }

    /// A move by all its squares, at least two.
    #[must_use]
    pub fn by(squares: &[Place], joint: Joint) -> Option<Self> {
        let [from, between @ .., to] = squares else { return None };
        Some(Self { from: Origin::Square(*from), between: between.into(), to: *to, joint })
    }

    /// The style to speak of it in: squares called as it calls them.
    #[must_use]
    pub const fn style(&self) -> Style {
        match self.to {
            Place::Number(_) => Style::Numeric,
            Place::Named { .. } => Style::Algebraic,
        }
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joint = match self.joint {
            Joint::Stroke => "-",
            Joint::Cross => "x",
            Joint::Bare => "",
        };
        match self.from {
            Origin::Square(place) => write!(f, "{place}{joint}")?,
            Origin::Column(column) => write!(f, "{}{joint}", (b'a' + column) as char)?,
        }
        for place in &self.between {
            write!(f, "{place}{joint}")?;
        }
        write!(f, "{}", self.to)
    }
}
