//! Levels of play: how far to look, and how blurred to see.
//!
//! A weak level does not wait or play at random: it looks only a little ahead and misjudges what it sees, as
//! people do. The blur depends on the position and a seed, so the same level with the same seed plays the same.

use damiera_rules::Rules;

use crate::limits::Limits;
use crate::value::Value;

/// A level from 1, a beginner, to 10, as strong as can be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// How one level thinks: plies ahead, nodes, and the blur in hundredths of a man.
struct Means {
    depth: Option<u32>,
    nodes: Option<u64>,
    blur: Value,
}

const fn plies(depth: u32, blur: Value) -> Means {
    Means { depth: Some(depth), nodes: None, blur }
}

const fn nodes(nodes: u64, blur: Value) -> Means {
    Means { depth: None, nodes: Some(nodes), blur }
}

const FULL_STRENGTH: Means = Means { depth: None, nodes: None, blur: 0 };

/// Chosen by matches of neighbours, such that each step is about the same. Against the level below, 40 games each,
/// levels 2 to 9 scored 62 to 83 % in English, 64 to 83 % in Italian and 67 to 88 % in Brazilian. With two plies, level 4
/// lost every game to three.
const MEANS: [Means; 10] = [
    plies(1, 700),
    plies(1, 400),
    plies(1, 180),
    plies(3, 215),
    plies(3, 125),
    plies(4, 90),
    nodes(1_500, 35),
    nodes(10_000, 12),
    nodes(80_000, 0),
    FULL_STRENGTH,
];

/// The same on a hundred squares, where games are longer and a blur hides more: levels 2 to 9 scored 81 to 93 % against the
/// level below, 60 games each, 40 of level 9 (60 to 96 % by the means of the smaller board).
const MEANS_ON_100: [Means; 10] = [
    plies(1, 700),
    plies(1, 330),
    plies(1, 150),
    plies(3, 172),
    plies(3, 125),
    plies(4, 100),
    nodes(2_500, 28),
    nodes(10_000, 12),
    nodes(80_000, 0),
    FULL_STRENGTH,
];

impl Level {
    /// The beginner.
    pub const LOWEST: Self = Self(1);
    /// Full strength.
    pub const HIGHEST: Self = Self(10);

    /// The level of that number, from 1 to 10.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if Self::LOWEST.0 <= number && number <= Self::HIGHEST.0 { Some(Self(number)) } else { None }
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    const fn means<R: Rules>(self) -> &'static Means {
        let means = if R::GEOMETRY.squares() == 50 { &MEANS_ON_100 } else { &MEANS };
        &means[self.0 as usize - 1]
    }

    /// How far it looks in that game.
    #[must_use]
    pub const fn limits<R: Rules>(self) -> Limits {
        let means = self.means::<R>();
        Limits { depth: means.depth, nodes: means.nodes, time: None }
    }

    pub(crate) const fn noise<R: Rules>(self, seed: u64) -> Option<Noise> {
        match self.means::<R>().blur {
            0 => None,
            blur => Some(Noise { blur, seed }),
        }
    }
}

/// Errors of judgement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Noise {
    blur: Value,
    seed: u64,
}

impl Noise {
    /// A value as it is misjudged.
    pub(crate) const fn blur(self, value: Value, key: u64) -> Value {
        let mut mixed =
            (key ^ self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        mixed ^= mixed >> 32;
        mixed = mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        // The sum of two dice is more often small than large.
        let (one, other) = ((mixed >> 20 & 0xFFFF) as i64, (mixed >> 40 & 0xFFFF) as i64);
        value + ((one + other - 0xFFFF) * self.blur as i64 / 0xFFFF) as Value
    }
}
