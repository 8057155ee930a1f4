//! `damiera endgame verify`: check tables against the rules.

use std::io::Write;

use clap::Args;
use damiera_endgame::{Disagreement, Extent, TableRules, Value};
use damiera_rules::{Rules, Variant, with_rules};

use super::Folder;
use crate::failure::Failure;

/// Check every position against the moves from it
#[derive(Args)]
#[command(after_help = "The files' checksums are checked first. Then each value must follow from the moves.

Examples:
  damiera endgame verify brazilian --pieces 3
  damiera endgame verify english --pieces 6 --sample 100000")]
pub(crate) struct Verify {
    /// The game: english, italian, brazilian or international
    variant: Variant,
    /// The most pieces on the board; all tables there are if not given
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..))]
    pieces: Option<u8>,
    /// Check about so many positions of each class instead of all
    #[arg(long)]
    sample: Option<u64>,
    /// Another seed picks another sample
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads to work with; one a core if not given
    #[arg(long)]
    threads: Option<usize>,
    #[command(flatten)]
    folder: Folder,
}

impl Verify {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        with_rules!(self.variant, R => self.check::<R>(out))
    }

    fn check<R: TableRules>(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let tables = match self.pieces {
            Some(pieces) => self.folder.open_to::<R>(pieces.into())?,
            None => self.folder.open_any::<R>()?, // what an unfinished build has made counts too
        };
        let most = self.pieces.unwrap_or(u8::MAX);
        let extent =
            self.sample.map_or(Extent::All, |positions| Extent::Sample { positions, seed: self.seed });
        let threads =
            self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        let mut total = 0;
        for class in tables.classes().filter(|class| class.pieces() <= most) {
            let checked = tables.verify(class, extent, threads).map_err(|wrong| told(&wrong))?;
            writeln!(out, "{class:<7} {checked:>12} positions right")?;
            out.flush()?;
            total += checked;
        }
        writeln!(out, "all right: {total} positions")?;
        Ok(())
    }
}

fn told<R: Rules>(wrong: &Disagreement<R>) -> Failure {
    let text = |value: Option<Value>| {
        value.map_or("nothing".to_owned(), |value| match value.distance() {
            Some(distance) => {
                format!("{} (dtw {}, dtz {})", value.outcome().name(), distance.dtw, distance.dtz)
            }
            None => "draw".to_owned(),
        })
    };
    Failure::input(format!(
        "the tables are wrong at {}: they say {}, the moves say {}",
        wrong.position.fen(),
        text(wrong.stored),
        text(wrong.follows)
    ))
}
