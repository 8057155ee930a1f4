//! Levels of play: limits on depth or nodes, and evaluation noise.
//!
//! A weak level does not play random moves: it searches only a few plies and misjudges positions. The noise is a hash of the
//! position and a seed, so the same level with the same seed plays the same game.
//!
//! The settings of each game are in `levels.tsv`, chosen by matches between neighbouring levels (`docs/strength.md`).

use std::sync::LazyLock;

use damiera_rules::{Rules, Variant};

use crate::limits::SearchLimits;
use crate::value::Value;

/// A level from 1, for beginners, to 10, full strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// The settings of a level in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct LevelSettings {
    depth: Option<u32>,
    nodes: Option<u64>,
    /// The largest evaluation error, in hundredths of a man.
    noise: Value,
}

/// A row of the table of levels.
#[derive(Debug)]
struct LevelRow {
    variant: Variant,
    level: u8,
    settings: LevelSettings,
}

static LEVELS: LazyLock<Vec<LevelRow>> = LazyLock::new(|| {
    let rows = include_str!("../levels.tsv").lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(read_row).collect()
});

fn read_row(line: &str) -> Option<LevelRow> {
    let mut fields = line.split('\t');
    let variant = fields.next()?.parse().ok()?;
    let level = fields.next()?.parse().ok()?;
    let depth = fields.next()?.parse().ok();
    let nodes = fields.next()?.parse().ok();
    let noise = fields.next()?.parse().ok()?;
    Some(LevelRow { variant, level, settings: LevelSettings { depth, nodes, noise } })
}

impl Level {
    /// The lowest level.
    pub const LOWEST: Self = Self(1);
    /// Full strength.
    pub const HIGHEST: Self = Self(10);

    /// The level with this number, from 1 to 10.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if Self::LOWEST.0 <= number && number <= Self::HIGHEST.0 { Some(Self(number)) } else { None }
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its settings; a game without a row for it plays at full strength.
    fn settings<R: Rules>(self) -> LevelSettings {
        if self == Self::HIGHEST {
            return LevelSettings::default();
        }
        let row = LEVELS.iter().find(|row| row.variant == R::VARIANT && row.level == self.0);
        row.map(|row| row.settings).unwrap_or_default()
    }

    /// Its search limits in a game.
    #[must_use]
    pub fn limits<R: Rules>(self) -> SearchLimits {
        let LevelSettings { depth, nodes, .. } = self.settings::<R>();
        SearchLimits { depth, nodes, time: None }
    }

    pub(crate) fn noise<R: Rules>(self, seed: u64) -> Option<EvalNoise> {
        match self.settings::<R>().noise {
            0 => None,
            largest => Some(EvalNoise { largest, seed }),
        }
    }
}

/// Errors of the evaluation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EvalNoise {
    largest: Value,
    seed: u64,
}

impl EvalNoise {
    /// A value with the error of a position, given by its key.
    pub(crate) const fn apply(self, value: Value, key: u64) -> Value {
        let mut mixed =
            (key ^ self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        mixed ^= mixed >> 32;
        mixed = mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        // A triangular distribution: small errors are more frequent than large ones.
        let (one, other) = ((mixed >> 20 & 0xFFFF) as i64, (mixed >> 40 & 0xFFFF) as i64);
        value + ((one + other - 0xFFFF) * self.largest as i64 / 0xFFFF) as Value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_settings_for_every_level() {
        for &variant in Variant::ALL {
            let levels: Vec<u8> =
                LEVELS.iter().filter(|row| row.variant == variant).map(|row| row.level).collect();
            assert_eq!(levels, (Level::LOWEST.0..Level::HIGHEST.0).collect::<Vec<_>>(), "{variant}");
        }
    }
}
