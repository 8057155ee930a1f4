//! What is on the board, squares apart: the classes a set of tables is made of.

use std::fmt;
use std::str::FromStr;

use damiera_rules::{Position, Rules, Side};

/// The most pieces any table can have.
pub const MOST_PIECES: u8 = 6;

/// The pieces of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SideMaterial {
    /// Men.
    pub men: u8,
    /// Kings.
    pub kings: u8,
}

impl SideMaterial {
    /// Men and kings.
    #[must_use]
    pub const fn pieces(self) -> u8 {
        self.men + self.kings
    }

    /// What that side has in a position.
    #[must_use]
    pub fn of<R: Rules>(position: &Position<R>, side: Side) -> Self {
        Self { men: position.men(side).len() as u8, kings: position.kings(side).len() as u8 }
    }

    /// More pieces before fewer, then more kings.
    const fn strength(self) -> (u8, u8) {
        (self.pieces(), self.kings)
    }
}

/// A material class: what the two sides have, whichever colour has it and whoever is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MaterialClass {
    strong: SideMaterial,
    weak: SideMaterial,
}

impl MaterialClass {
    /// The class in which one side has the one and the other the other.
    #[must_use]
    pub fn new(one: SideMaterial, other: SideMaterial) -> Self {
        if one.strength() >= other.strength() {
            Self { strong: one, weak: other }
        } else {
            Self { strong: other, weak: one }
        }
    }

    /// The class of a position.
    #[must_use]
    pub fn of<R: Rules>(position: &Position<R>) -> Self {
        Self::new(SideMaterial::of(position, Side::White), SideMaterial::of(position, Side::Black))
    }

    /// The side with more pieces, or more kings among as many; White in the tables.
    #[must_use]
    pub const fn strong(self) -> SideMaterial {
        self.strong
    }

    /// The other side; Black in the tables.
    #[must_use]
    pub const fn weak(self) -> SideMaterial {
        self.weak
    }

    /// Pieces of both sides.
    #[must_use]
    pub const fn pieces(self) -> u8 {
        self.strong.pieces() + self.weak.pieces()
    }

    /// Men of both sides.
    #[must_use]
    pub const fn men(self) -> u8 {
        self.strong.men + self.weak.men
    }

    /// Whether both sides have the same, so that every position with Black to move is the twin of one with
    /// White to move.
    #[must_use]
    pub fn is_even(self) -> bool {
        self.strong == self.weak
    }

    /// Every class of so many pieces, in an order in which no class comes before one that its moves lead to.
    #[must_use]
    pub fn with_pieces(pieces: u8) -> Vec<Self> {
        let mut classes = Vec::new();
        for weak_pieces in 1..=pieces / 2 {
            let strong_pieces = pieces - weak_pieces;
            for strong_men in 0..=strong_pieces {
                for weak_men in 0..=weak_pieces {
                    let strong = SideMaterial { men: strong_men, kings: strong_pieces - strong_men };
                    let weak = SideMaterial { men: weak_men, kings: weak_pieces - weak_men };
                    if strong.strength() >= weak.strength() {
                        classes.push(Self { strong, weak });
                    }
                }
            }
        }
        classes.sort_by_key(|class| class.men());
        classes
    }

    /// Every class of two to so many pieces, in that order.
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

/// A text that names no class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownMaterial(String);

impl fmt::Display for UnknownMaterial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" names no material: write it like KKMvKM, two to {MOST_PIECES} pieces", self.0)
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
            let mut force = SideMaterial { men: 0, kings: 0 };
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
