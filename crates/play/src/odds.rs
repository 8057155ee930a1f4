//! Which odds make players of different strength even, from measured engine matches.
//!
//! `odds.tsv` has the form that `damiera odds` writes. A line says at which rating the opponent of a level is even if the level gives
//! men, or what a fraction of the time costs, and in how many games that was measured.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use damiera_engine::Level;
use damiera_rules::Variant;

/// What the stronger player gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OddsGiven {
    /// A level does without men (FID-IT 15.1.9).
    Men {
        /// The level of the giver.
        level: Level,
        /// How many.
        men: u8,
    },
    /// The giver has the given fraction of the opponent's time (15.1.10): 2 is half of it.
    Time {
        /// The divisor.
        fraction: u8,
    },
}

/// The result of a measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeasuredOdds {
    /// The game.
    pub variant: Variant,
    /// What is given.
    pub given: OddsGiven,
    /// What it costs the giver, in rating points.
    pub cost: u16,
    /// The number of games that this comes from.
    pub games: u32,
}

/// All measurements.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OddsTable {
    /// The measurements, by game.
    pub rows: Vec<MeasuredOdds>,
}

/// A line of a table that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OddsTableError(String);

impl fmt::Display for OddsTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a line of measured odds: {}", self.0)
    }
}

impl std::error::Error for OddsTableError {}

const HEADER: &str = "\
# What odds cost the giver, in rating points, from matches of the engine with itself (`damiera odds`).
# men: a level gives this many men to another level. time: full strength with this fraction of the nodes of its opponent.
# game	odds	amount	level	cost	games
";

impl fmt::Display for OddsTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HEADER)?;
        self.rows.iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}

impl fmt::Display for MeasuredOdds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { variant, given, cost, games } = self;
        match given {
            OddsGiven::Men { level, men } => {
                write!(f, "{}\tmen\t{men}\t{}\t{cost}\t{games}", variant.name(), level.number())
            }
            OddsGiven::Time { fraction } => {
                write!(f, "{}\ttime\t{fraction}\t-\t{cost}\t{games}", variant.name())
            }
        }
    }
}

impl FromStr for MeasuredOdds {
    type Err = OddsTableError;

    fn from_str(line: &str) -> Result<Self, OddsTableError> {
        let read = || {
            let fields: Vec<_> = line.split('\t').collect();
            let &[variant, kind, amount, level, cost, games] = fields.as_slice() else { return None };
            let amount = amount.parse().ok()?;
            let given = match kind {
                "men" => OddsGiven::Men { level: Level::new(level.parse().ok()?)?, men: amount },
                "time" => OddsGiven::Time { fraction: amount },
                _ => return None,
            };
            let (cost, games) = (cost.parse().ok()?, games.parse().ok()?);
            Some(Self { variant: variant.parse().ok()?, given, cost, games })
        };
        read().ok_or_else(|| OddsTableError(line.to_owned()))
    }
}

impl FromStr for OddsTable {
    type Err = OddsTableError;

    fn from_str(text: &str) -> Result<Self, OddsTableError> {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        Ok(Self { rows: lines.map(str::parse).collect::<Result<_, _>>()? })
    }
}

impl OddsTable {
    /// The table that the program was built with.
    #[must_use]
    pub fn built_in() -> &'static Self {
        static TABLE: LazyLock<OddsTable> =
            LazyLock::new(|| include_str!("../odds.tsv").parse().unwrap_or_default());
        &TABLE
    }

    /// What it costs a level to give so many men.
    #[must_use]
    pub fn of_men(&self, variant: Variant, level: Level, men: u8) -> Option<MeasuredOdds> {
        let given = OddsGiven::Men { level, men };
        self.rows.iter().copied().find(|row| row.variant == variant && row.given == given)
    }

    /// What it costs to have a fraction of the opponent's time.
    #[must_use]
    pub fn of_time(&self, variant: Variant, fraction: u8) -> Option<MeasuredOdds> {
        let given = OddsGiven::Time { fraction };
        self.rows.iter().copied().find(|row| row.variant == variant && row.given == given)
    }

    /// What it costs a player of this rating to give so many men: between the measured levels in a straight line, beyond them
    /// as at the last one. The number of games is that of the level next to the rating.
    #[must_use]
    pub fn of_men_at(&self, variant: Variant, rating: u16, men: u8) -> Option<MeasuredOdds> {
        let known: Vec<_> = (Level::LOWEST.number()..=Level::HIGHEST.number())
            .filter_map(Level::new)
            .filter_map(|level| Some((level.rating(variant)?, self.of_men(variant, level, men)?)))
            .collect();
        let &nearest = known.iter().min_by_key(|(own, _)| own.abs_diff(rating))?;
        let (below, above) = (
            known.iter().rev().find(|(own, _)| *own <= rating).unwrap_or(&nearest),
            known.iter().find(|(own, _)| *own >= rating).unwrap_or(&nearest),
        );
        let (from, to) = (f64::from(below.1.cost), f64::from(above.1.cost));
        let part = match above.0 - below.0 {
            0 => 0.0,
            gap => f64::from(rating - below.0) / f64::from(gap),
        };
        Some(MeasuredOdds { cost: (from + part * (to - from)).round() as u16, ..nearest.1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_table_is_read_and_written_alike() {
        let text = include_str!("../odds.tsv");
        let table: OddsTable = text.parse().expect("a table");
        assert_eq!(table.to_string(), text);
        assert_eq!(OddsTable::built_in(), &table);
    }

    #[test]
    fn more_men_cost_more_at_every_level() {
        for &variant in Variant::ALL {
            let costs_of = |level| -> Vec<_> {
                let rows = (1..=3).filter_map(|men| OddsTable::built_in().of_men(variant, level, men));
                rows.map(|row| row.cost).collect()
            };
            let all: Vec<_> = (2..=9).filter_map(Level::new).map(costs_of).collect();
            assert!(
                all.iter().all(|costs| costs.is_sorted() && [0, 3].contains(&costs.len())),
                "{variant}: {all:?}"
            );
            assert!(all.iter().filter(|costs| !costs.is_empty()).count() >= 4, "{variant}: {all:?}");
            assert!(OddsTable::built_in().of_time(variant, 2).is_some(), "{variant}");
        }
    }

    #[test]
    fn between_two_levels_the_cost_is_between_theirs() {
        let variant = Variant::ALL[0];
        let [low, high] = [3, 4].map(|number| Level::new(number).expect("a level"));
        let row =
            |level, cost| MeasuredOdds { variant, given: OddsGiven::Men { level, men: 1 }, cost, games: 10 };
        let table = OddsTable { rows: vec![row(low, 100), row(high, 200)] };
        let ratings = [low, high].map(|level| level.rating(variant).expect("a rating"));
        let cost = |rating| table.of_men_at(variant, rating, 1).expect("a cost").cost;
        assert_eq!((cost(ratings[0]), cost(ratings[1])), (100, 200));
        assert_eq!(cost(u16::midpoint(ratings[0], ratings[1])), 150);
        assert_eq!((cost(0), cost(4000)), (100, 200));
        assert_eq!(table.of_men_at(variant, 1000, 2), None);
    }

    #[test]
    fn other_lines_are_refused() {
        for line in ["", "italian\tmen\t1", "italian\tkings\t1\t3\t100\t20", "italian\tmen\t1\t11\t100\t20"] {
            assert!(line.parse::<MeasuredOdds>().is_err(), "{line}");
        }
    }
}
