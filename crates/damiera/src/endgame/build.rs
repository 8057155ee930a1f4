//! `damiera endgame build`: builds tables.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use clap::Args;
use damiera_endgame::{BuildProgress, ClassStats, Tables, build, build_outcomes};
use damiera_game::Lang;
use damiera_rules::{Variant, with_rules};

use super::TableFolderArg;
use crate::failure::Failure;
use crate::texts::say;
use crate::values;

/// Build the tables of 2 to N pieces
#[derive(Args)]
#[command(after_help = "A build that was interrupted resumes where it stopped when the command is run again.

Examples:
  damiera endgame build italian --pieces 4
  damiera endgame build english --pieces 6 --wdl
  damiera endgame build english --pieces 6 --threads 2 --dir tables")]
pub(crate) struct EndgameBuildCommand {
    /// Rules to use
    #[arg(value_name = "GAME", value_parser = values::variant())]
    variant: Variant,
    /// Largest number of pieces
    #[arg(long)]
    pieces: u8,
    /// Store only who wins and no distances: about a twentieth of the size, built in half the time
    #[arg(long)]
    wdl: bool,
    /// Number of threads; by default one per core
    #[arg(long)]
    threads: Option<usize>,
    #[command(flatten)]
    folder: TableFolderArg,
}

impl EndgameBuildCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let dir = self.folder.path()?;
        let threads =
            self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        let (started, lang) = (Instant::now(), self.folder.language.lang);
        let mut report = |progress: BuildProgress| {
            show_progress(&progress, started.elapsed(), lang);
            ControlFlow::Continue(())
        };
        with_rules!(self.variant, R => {
            let build = if self.wdl { build_outcomes::<R> } else { build::<R> };
            build(&dir, self.pieces, threads, &mut report).map_err(Failure::input)?;
            let mut stats = Tables::<R>::open(&dir).map_err(Failure::input)?.stats();
            stats.retain(|stats| stats.class.pieces() <= self.pieces);
            let classes = stats.len();
            let positions: u64 = stats.iter().map(ClassStats::positions).sum();
            let bytes: u64 = stats.iter().map(|stats| stats.bytes).sum();
            let values = [
                ("game", self.variant.name().into()),
                ("name", lang.game(self.variant).into()),
                ("pieces", self.pieces.into()),
                ("path", dir.display().to_string().into()),
                ("classes", classes.into()),
                ("positions", positions.into()),
                ("megabytes", lang.decimal(format!("{:.1}", bytes as f64 / 1e6)).into()),
                ("seconds", lang.decimal(format!("{:.1}", started.elapsed().as_secs_f64())).into()),
            ];
            Ok(writeln!(out, "{}", say(lang, "endgame-built", &values))?)
        })
    }
}

/// Shows progress on standard error: one line that is updated on a terminal, otherwise one line per class.
fn show_progress(progress: &BuildProgress, passed: Duration, lang: Lang) {
    if progress.kept {
        return;
    }
    let part = progress.done as f64 / progress.total.max(1) as f64;
    let left = passed.mul_f64((1.0 - part) / part.max(1e-9));
    let values = [
        ("class", format!("{:<7}", progress.class.to_string()).into()),
        ("percent", lang.decimal(format!("{:5.1}", 100.0 * part)).into()),
        ("passed", clock(passed).into()),
        ("left", clock(left).into()),
    ];
    let text = say(lang, "endgame-progress", &values);
    let mut err = io::stderr().lock();
    // A closed standard error does not stop the build.
    let _ = if err.is_terminal() {
        let end = if progress.done == progress.total { "\n" } else { "" };
        write!(err, "\r{text}\x1b[K{end}").and_then(|()| err.flush())
    } else {
        writeln!(err, "{text}")
    };
}

/// Minutes and seconds.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
