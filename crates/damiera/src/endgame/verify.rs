//! `damiera endgame verify`: checks tables against the move generator.

use std::io::Write;

use clap::Args;
use damiera_endgame::{Disagreement, TableRules, TableValue, VerifyExtent};
use damiera_rules::{Rules, Variant, with_rules};

use super::TableFolderArg;
use crate::failure::Failure;
use crate::values;

/// Check that the value of every position follows from its moves
#[derive(Args)]
#[command(after_help = "Checksums are verified when the files are opened.

Examples:
  damiera endgame verify brazilian --pieces 3
  damiera endgame verify english --pieces 6 --sample 100000")]
pub(crate) struct EndgameVerifyCommand {
    /// Rules to use
    #[arg(value_name = "GAME", value_parser = values::variant())]
    variant: Variant,
    /// Largest number of pieces; by default all tables are checked
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..))]
    pieces: Option<u8>,
    /// Check a random sample of this size of each class instead of all positions
    #[arg(long)]
    sample: Option<u64>,
    /// Seed for the sample
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads; by default one per core
    #[arg(long)]
    threads: Option<usize>,
    #[command(flatten)]
    folder: TableFolderArg,
}

impl EndgameVerifyCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        with_rules!(self.variant, R => self.check::<R>(out))
    }

    fn check<R: TableRules>(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let tables = match self.pieces {
            Some(pieces) => self.folder.open_to::<R>(pieces.into())?,
            None => self.folder.open_any::<R>()?, // includes the classes of an unfinished build
        };
        let most = self.pieces.unwrap_or(u8::MAX);
        let extent = self
            .sample
            .map_or(VerifyExtent::All, |positions| VerifyExtent::Sample { positions, seed: self.seed });
        let threads =
            self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        let mut total = 0;
        for class in tables.classes().filter(|class| class.pieces() <= most) {
            let checked = tables.verify(class, extent, threads).map_err(|wrong| disagreement(&wrong))?;
            writeln!(out, "{class:<7} {checked:>12} positions correct")?;
            out.flush()?;
            total += checked;
        }
        writeln!(out, "all correct: {total} positions")?;
        Ok(())
    }
}

fn disagreement<R: Rules>(wrong: &Disagreement<R>) -> Failure {
    let text = |value: Option<TableValue>| {
        value.map_or("nothing".to_owned(), |value| match value.distance() {
            Some(distance) => {
                format!("{} (dtw {}, dtz {})", value.outcome().name(), distance.dtw, distance.dtz)
            }
            None => "draw".to_owned(),
        })
    };
    Failure::input(format!(
        "the tables are wrong at {}: they have {}, but {} follows from the moves",
        wrong.position.fen(),
        text(wrong.stored),
        text(wrong.follows)
    ))
}
