//! `damiera odds`: measures which odds make players of different strength even.

use std::io::Write;

use clap::Args;
use damiera_engine::Level;
use damiera_lab::{OddsSettings, measure_odds};
use damiera_play::OddsTable;
use damiera_rules::Variant;

use crate::failure::Failure;
use crate::values;

/// Measure what odds cost in rating points, by matches of the engine with itself
///
/// Every level gives one, two and three men to lower and lower levels until the match is even; full strength plays itself with a
/// half, a quarter and an eighth of the nodes. Writes the file that the program is built with: crates/play/odds.tsv.
#[derive(Args)]
#[command(after_help = "Example:
  damiera odds --levels 6 --games 20 --boards 2 > odds.tsv")]
pub(crate) struct OddsCommand {
    /// Measure this game alone
    #[arg(long, value_name = "GAME", value_parser = values::variant())]
    variant: Option<Variant>,
    /// Highest level that gives men; the higher ones take most of the time
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(2..=9))]
    levels: u8,
    /// Games of each match, two from each opening
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    games: u32,
    /// Number of games to play at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    boards: u16,
    /// Seed for the random number generator
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl OddsCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut table = OddsTable::default();
        for &variant in Variant::ALL.iter().filter(|&&one| self.variant.is_none_or(|only| only == one)) {
            let Self { games, seed, .. } = self;
            let highest = Level::new(self.levels).unwrap_or(Level::HIGHEST);
            let settings = OddsSettings { variant, highest, games, boards: self.boards.into(), seed };
            measure_odds(&settings, &mut |measured| {
                eprintln!("{measured}");
                table.rows.push(measured);
            })
            .map_err(Failure::input)?;
        }
        write!(out, "{table}")?;
        Ok(())
    }
}
