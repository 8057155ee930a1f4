//! Material classes: the numbers of men and kings of both sides. Each class has a table of its own.

use std::fmt;
use std::str::FromStr;

use damiera_rules::{Position, Rules, Side};

/// The largest number of pieces in any table.
pub const MOST_PIECES: u8 = 6;

/// The men and kings of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MaterialCount {
    /// Number of men.
    pub men: u8,
    /// Number of kings.
    pub kings: u8,
}

impl MaterialCount {
    /// Number of pieces.
    #[must_use]
    pub const fn pieces(self) -> u8 {
        self.men + self.kings
    }

    /// The material of a side in a position.
    #[must_use]
    pub fn of<R: Rules>(position: &Position<R>, side: Side) -> Self {
        Self { men: position.men(side).len() as u8, kings: position.kings(side).len() as u8 }
    }

    /// Sort key: number of pieces, then number of kings.
    const fn strength(self) -> (u8, u8) {
        (self.pieces(), self.kings)
    }
}

/// A material class: the material of both sides, regardless of colours and of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MaterialClass {
    strong: MaterialCount,
    weak: MaterialCount,
}

impl MaterialClass {
    /// The class of two sides, in either order.
    #[must_use]
    pub fn new(one: MaterialCount, other: MaterialCount) -> Self {
        if one.strength() >= other.strength() {
            Self { strong: one, weak: other }
        } else {
            Self { strong: other, weak: one }
        }
    }

    /// The class of a position.
    #[must_use]
    pub fn of<R: Rules>(position: &Position<R>) -> Self {
        Self::new(MaterialCount::of(position, Side::White), MaterialCount::of(position, Side::Black))
    }

    /// The side with more pieces or, with equal numbers, more kings; White in the tables.
    #[must_use]
    pub const fn strong(self) -> MaterialCount {
        self.strong
    }

    /// The other side; Black in the tables.
    #[must_use]
    pub const fn weak(self) -> MaterialCount {
        self.weak
    }

    /// Number of pieces of both sides.
    #[must_use]
    pub const fn pieces(self) -> u8 {
        self.strong.pieces() + self.weak.pieces()
    }

    /// Number of men of both sides.
    #[must_use]
    pub const fn men(self) -> u8 {
        self.strong.men + self.weak.men
    }

    /// Whether both sides have the same material. Every position with Black to move then equals one with White to move,
    /// with colours reversed.
    #[must_use]
    pub fn is_even(self) -> bool {
        self.strong == self.weak
    }

    /// Every class with this many pieces, in build order: the classes that moves lead to come first.
    #[must_use]
    pub fn with_pieces(pieces: u8) -> Vec<Self> {
        let mut classes = Vec::new();
        for weak_pieces in 1..=pieces / 2 {
            let strong_pieces = pieces - weak_pieces;
            for strong_men in 0..=strong_pieces {
                for weak_men in 0..=weak_pieces {
                    let strong = MaterialCount { men: strong_men, kings: strong_pieces - strong_men };
                    let weak = MaterialCount { men: weak_men, kings: weak_pieces - weak_men };
                    if strong.strength() >= weak.strength() {
                        classes.push(Self { strong, weak });
                    }
                }
            }
        }
        classes.sort_by_key(|class| class.men());
        classes
    }

    /// Every class with two to this many pieces, in build order.
    #[must_use]
    pub fn up_to(pieces: u8) -> Vec<Self> {
        (2..=pieces).flat_map(Self::with_pieces).collect()
    }
}

/// Kings before men, the strong side first: `KKvKM`.
impl fmt::Display for MaterialClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (between, force) in [("", self.strong), ("v", self.weak)] {
            f.write_str(between)?;
            f.write_str(&"K".repeat(force.kings.into()))?;
            f.write_str(&"M".repeat(force.men.into()))?;
        }
        Ok(())
    }
}

/// A text that is not the name of a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownMaterial(String);

impl fmt::Display for UnknownMaterial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "\"{}\" is not a material class; write it like KKMvKM, with 2 to {MOST_PIECES} pieces",
            self.0
        )
    }
}

impl std::error::Error for UnknownMaterial {}

impl FromStr for MaterialClass {
    type Err = UnknownMaterial;

    fn from_str(text: &str) -> Result<Self, UnknownMaterial> {
        let unknown = || UnknownMaterial(text.to_owned());
        if text.len() > usize::from(MOST_PIECES) + 1 {
            return Err(unknown());
        }
        let (one, other) = text.split_once(['v', 'V']).ok_or_else(unknown)?;
        let force = |side: &str| {
            let mut force = MaterialCount { men: 0, kings: 0 };
            for letter in side.chars() {
                match letter.to_ascii_uppercase() {
                    'K' => force.kings += 1,
                    'M' => force.men += 1,
                    _ => return None,
                }
            }
            (force.pieces() > 0).then_some(force)
        };
        Ok(Self::new(force(one).ok_or_else(unknown)?, force(other).ok_or_else(unknown)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_classes_come_after_those_they_lead_to() {
        let classes = MaterialClass::up_to(MOST_PIECES);
        for (i, class) in classes.iter().enumerate() {
            assert_eq!(class.to_string().parse(), Ok(*class));
            assert!(classes[..i].iter().all(|earlier| {
                (earlier.pieces(), earlier.men()) <= (class.pieces(), class.men()) && earlier != class
            }));
        }
        assert_eq!(MaterialClass::with_pieces(4).len(), 14);
    }

    #[test]
    fn nonsense_is_no_class() {
        for text in ["", "K", "KK", "v", "Kv", "vK", "KxK", "QvK", "KvKvK", "KKKKvKKKK"] {
            assert!(text.parse::<MaterialClass>().is_err(), "{text}");
        }
    }
}
