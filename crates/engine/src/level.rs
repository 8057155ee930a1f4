//! Levels of play: how far a level looks ahead, and the mistakes it makes.
//!
//! A weak level does not play random moves. Like people it looks only a few plies ahead, does not play captures out to the end,
//! overlooks sacrifices, misjudges positions and counts men for more than they are worth. What it overlooks is a hash of the
//! position and a seed, so the same level with the same seed plays the same game.
//!
//! The settings of each game are in `levels.tsv`, chosen by matches between neighbouring levels (`docs/strength.md`).

use std::sync::LazyLock;

use damiera_rules::{Position, Rules, Variant};

use crate::limits::SearchLimits;
use crate::value::{DECIDED, Value};

/// A level from 1, for beginners, to 10, full strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// The settings of a level in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct LevelSettings {
    depth: Option<u32>,
    nodes: Option<u64>,
    mistakes: Mistakes,
}

/// A row of the table of levels.
#[derive(Debug)]
struct LevelRow {
    variant: Variant,
    level: u8,
    settings: LevelSettings,
    rating: u16,
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
    let mut number = || fields.next()?.parse().ok();
    let mistakes =
        Mistakes { noise: number()?, greed: number()?, oversight: number()?, sight: number()?, seed: 0 };
    let rating = fields.next()?.parse().ok()?;
    Some(LevelRow { variant, level, settings: LevelSettings { depth, nodes, mistakes }, rating })
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

    fn row(self, variant: Variant) -> Option<&'static LevelRow> {
        LEVELS.iter().find(|row| row.variant == variant && row.level == self.0)
    }

    /// Its settings; none at full strength.
    fn settings<R: Rules>(self) -> Option<LevelSettings> {
        self.row(R::VARIANT).map(|row| row.settings)
    }

    /// Its Elo rating in a game, on a scale of our own on which level 1 has 800. Full strength has none, because it depends on
    /// the machine and the time; it is more than that of the level below.
    #[must_use]
    pub fn rating(self, variant: Variant) -> Option<u16> {
        self.row(variant).map(|row| row.rating)
    }

    /// Its search limits in a game.
    #[must_use]
    pub fn limits<R: Rules>(self) -> SearchLimits {
        let settings = self.settings::<R>();
        SearchLimits {
            depth: settings.and_then(|settings| settings.depth),
            nodes: settings.and_then(|settings| settings.nodes),
            time: None,
        }
    }

    /// Whether it searches on one thread only, however many the engine has: the mistakes of a level can be repeated from
    /// their seed, and helper threads would make them depend on timing.
    #[must_use]
    pub fn is_single_threaded<R: Rules>(self) -> bool {
        self.mistakes::<R>(0).is_some()
    }

    /// Its mistakes in a game, if it makes any.
    pub(crate) fn mistakes<R: Rules>(self, seed: u64) -> Option<Mistakes> {
        let mistakes = self.settings::<R>()?.mistakes;
        (mistakes != Mistakes::NONE).then_some(Mistakes { seed, ..mistakes })
    }
}

/// The mistakes of a level, like those of people: they follow from the position and a seed, not from the moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mistakes {
    /// Misjudgement: the largest error of the evaluation, in hundredths of a man.
    noise: Value,
    /// Greed: how much more than it is worth a man counts, in hundredths.
    greed: Value,
    /// Missed shots: how many of a thousand moves that offer a piece are overlooked, own moves and replies.
    oversight: i32,
    /// Missed exchanges: how many captures in a row are foreseen at the end of a line.
    sight: i32,
    seed: u64,
}

impl Mistakes {
    const NONE: Self = Self { noise: 0, greed: 0, oversight: 0, sight: Self::ALL, seed: 0 };
    /// No capture is missed.
    const ALL: i32 = 99;

    /// The static evaluation with its error.
    pub(crate) fn misjudge<R: Rules>(self, value: Value, position: &Position<R>, key: u64) -> Value {
        let men = |side| position.pieces(side).len() as Value;
        let more = men(position.turn()) - men(!position.turn());
        // A triangular distribution: small errors are more frequent than large ones.
        let mixed = self.mixed(key);
        let (one, other) = ((mixed >> 20 & 0xFFFF) as i64, (mixed >> 40 & 0xFFFF) as i64);
        let error = (one + other - 0xFFFF) * i64::from(self.noise) / 0xFFFF;
        (value + self.greed * more + error as Value).clamp(1 - DECIDED, DECIDED - 1)
    }

    /// Whether the captures after this many in a row are no longer foreseen.
    pub(crate) const fn is_out_of_sight(self, captures: i32) -> bool {
        captures >= self.sight
    }

    /// Whether a quiet move that leads to this position is overlooked, because it offers a piece.
    pub(crate) fn overlooks<R: Rules>(self, after: &Position<R>, key: u64) -> bool {
        self.oversight > 0
            && (self.mixed(!key) >> 24) % 1_000 < self.oversight as u64
            && after.can_capture(after.turn())
    }

    const fn mixed(self, key: u64) -> u64 {
        let mut mixed =
            (key ^ self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        mixed ^= mixed >> 32;
        mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93)
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

    #[test]
    fn ratings_rise_from_the_same_beginning() {
        for &variant in Variant::ALL {
            let all = (Level::LOWEST.0..=Level::HIGHEST.0).filter_map(Level::new);
            let ratings: Vec<_> = all.filter_map(|level| level.rating(variant)).collect();
            assert_eq!((ratings.len(), ratings[0]), (9, 800), "{variant}");
            assert!(ratings.is_sorted_by(|lower, higher| lower < higher), "{variant}: {ratings:?}");
        }
    }
}
