//! `damiera endgame verify`: checks tables against the move generator.

use std::io::Write;

use clap::Args;
use damiera_endgame::{Disagreement, ProbedValue, TableRules, VerifyExtent};
use damiera_game::Lang;
use damiera_rules::{Rules, Variant, with_rules};

use super::{TableFolderArg, value_word};
use crate::failure::Failure;
use crate::texts::{say, word};
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
            Some(pieces) => self.folder.open_outcomes_to::<R>(pieces.into())?,
            None => self.folder.open_any::<R>()?, // includes the classes of an unfinished build
        };
        let lang = self.folder.language.lang;
        let most = self.pieces.unwrap_or(u8::MAX);
        let extent = self
            .sample
            .map_or(VerifyExtent::All, |positions| VerifyExtent::Sample { positions, seed: self.seed });
        let threads =
            self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        let mut total = 0;
        for class in tables.classes().filter(|class| class.pieces() <= most) {
            let checked =
                tables.verify(class, extent, threads).map_err(|wrong| disagreement(&wrong, lang))?;
            writeln!(out, "{class:<7} {checked:>12} {}", word(lang, "endgame-verified"))?;
            out.flush()?;
            total += checked;
        }
        writeln!(out, "{}", say(lang, "endgame-all-correct", &[("positions", total.into())]))?;
        Ok(())
    }
}

fn disagreement<R: Rules>(wrong: &Disagreement<R>, lang: Lang) -> Failure {
    let text = |value: Option<ProbedValue>| {
        let Some(value) = value else { return word(lang, "endgame-nothing") };
        let name = value_word(value.outcome().name(), lang);
        match value.distance() {
            Some(distance) => format!("{name} (dtw {}, dtz {})", distance.dtw, distance.dtz),
            None => name,
        }
    };
    let values = [
        ("fen", wrong.position.fen().into()),
        ("stored", text(wrong.stored).into()),
        ("follows", text(wrong.follows).into()),
    ];
    Failure::input(say(lang, "endgame-wrong", &values))
}
