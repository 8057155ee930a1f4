//! A move as a record writes it, before any rule is asked.

use std::fmt;

use damiera_rules::SquareName;

use super::game_type::NotationStyle;

/// Where a move begins, as far as the record says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// On this square.
    Square(SquareName),
    /// Somewhere on this column (0 for a), in the short form `ab4` of the 64-square tables.
    Column(u8),
}

/// What a record puts between the squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveSeparator {
    /// A stroke: a move that takes nothing.
    Hyphen,
    /// A cross or colon: a capture.
    Cross,
    /// Nothing, as in `c3d4`; it may be either.
    None,
}

/// A move as written: squares by number or by column and row, with as many between as the record gives.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MoveText {
    /// Where it begins.
    pub from: Origin,
    /// The squares between, if any are given.
    pub between: Box<[SquareName]>,
    /// Where it ends.
    pub to: SquareName,
    /// What stands between them.
    pub separator: MoveSeparator,
}

impl MoveText {
    /// A move from one square to another.
    #[must_use]
    pub fn new(from: SquareName, separator: MoveSeparator, to: SquareName) -> Self {
        Self { from: Origin::Square(from), between: Box::default(), to, separator }
    }

    /// A move by all its squares, at least two.
    #[must_use]
    pub fn by(squares: &[SquareName], separator: MoveSeparator) -> Option<Self> {
        let [from, between @ .., to] = squares else { return None };
        Some(Self { from: Origin::Square(*from), between: between.into(), to: *to, separator })
    }

    /// The style to speak of it in: squares called as it calls them.
    #[must_use]
    pub const fn style(&self) -> NotationStyle {
        match self.to {
            SquareName::Number(_) => NotationStyle::Numeric,
            SquareName::Algebraic { .. } => NotationStyle::Algebraic,
        }
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = match self.separator {
            MoveSeparator::Hyphen => "-",
            MoveSeparator::Cross => "x",
            MoveSeparator::None => "",
        };
        match self.from {
            Origin::Square(place) => write!(f, "{place}{separator}")?,
            Origin::Column(column) => write!(f, "{}{separator}", (b'a' + column) as char)?,
        }
        for place in &self.between {
            write!(f, "{place}{separator}")?;
        }
        write!(f, "{}", self.to)
    }
}
