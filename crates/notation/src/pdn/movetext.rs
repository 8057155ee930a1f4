//! The text of a move, before any rules are applied.

use std::fmt;

use damiera_rules::SquareName;
use smallvec::SmallVec;

use super::game_type::NotationStyle;

/// The first square of a move, as far as the record gives it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// This square.
    Square(SquareName),
    /// A square of this column (0 for a), in the short form `ab4`.
    Column(u8),
}

/// The separator between the squares of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveSeparator {
    /// A hyphen: a quiet move.
    Hyphen,
    /// A cross or colon: a capture.
    Cross,
    /// None, as in `c3d4`; it may be either.
    None,
}

/// A move as written: numeric or algebraic squares, with the intermediate squares that the record gives.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MoveText {
    /// The first square.
    pub from: Origin,
    /// The intermediate squares, if given. Boxed, because few moves have any and a record is mostly moves.
    between: Option<Box<SmallVec<[SquareName; 6]>>>,
    /// The last square.
    pub to: SquareName,
    /// The separator.
    pub separator: MoveSeparator,
}

impl MoveText {
    /// A move from one square to another.
    #[must_use]
    pub fn new(from: SquareName, separator: MoveSeparator, to: SquareName) -> Self {
        Self { from: Origin::Square(from), between: None, to, separator }
    }

    /// A move with the intermediate squares that the record gives.
    #[must_use]
    pub fn via(from: Origin, between: &[SquareName], separator: MoveSeparator, to: SquareName) -> Self {
        let between = (!between.is_empty()).then(|| Box::new(SmallVec::from_slice(between)));
        Self { from, between, to, separator }
    }

    /// A move with all its squares, at least two.
    #[must_use]
    pub fn by(squares: &[SquareName], separator: MoveSeparator) -> Option<Self> {
        let [from, between @ .., to] = squares else { return None };
        Some(Self::via(Origin::Square(*from), between, separator, *to))
    }

    /// The intermediate squares, if given.
    #[must_use]
    #[inline]
    pub fn between(&self) -> &[SquareName] {
        self.between.as_ref().map_or(&[], |between| between.as_slice())
    }

    /// Whether it is just two squares, or a column and a square.
    pub(super) const fn is_short(&self) -> bool {
        self.between.is_none()
    }

    /// The notation style of its squares.
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
        for place in self.between() {
            write!(f, "{place}{separator}")?;
        }
        write!(f, "{}", self.to)
    }
}
