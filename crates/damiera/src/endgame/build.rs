//! `damiera endgame build`: make the tables.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use clap::Args;
use damiera_endgame::{ClassStats, Progress, Tables, build};
use damiera_rules::{Variant, with_rules};

use super::Folder;
use crate::failure::Failure;

/// Make the tables of 2 to N pieces
#[derive(Args)]
#[command(after_help = "A build that is stopped goes on where it was when it is started again.

Examples:
  damiera endgame build italian --pieces 4
  damiera endgame build english --pieces 6 --threads 2 --dir tables")]
pub(crate) struct Build {
    /// The game: english, italian, brazilian or international
    variant: Variant,
    /// The most pieces on the board
    #[arg(long)]
    pieces: u8,
    /// Threads to work with; one a core if not given
    #[arg(long)]
    threads: Option<usize>,
    #[command(flatten)]
    folder: Folder,
}

impl Build {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let dir = self.folder.path()?;
        let threads =
            self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        let started = Instant::now();
        let mut report = |progress: Progress| {
            say(&progress, started.elapsed());
            ControlFlow::Continue(())
        };
        with_rules!(self.variant, R => {
            build::<R>(&dir, self.pieces, threads, &mut report).map_err(Failure::input)?;
            let mut stats = Tables::<R>::open(&dir).map_err(Failure::input)?.stats();
            stats.retain(|stats| stats.class.pieces() <= self.pieces);
            let classes = stats.len();
            let positions: u64 = stats.iter().map(ClassStats::positions).sum();
            let bytes: u64 = stats.iter().map(|stats| stats.bytes).sum();
            writeln!(
                out,
                "{} tables to {} pieces in {}: {classes} classes, {positions} positions, {:.1} MB, {:.1} s",
                self.variant, self.pieces, dir.display(), bytes as f64 / 1e6, started.elapsed().as_secs_f64()
            )?;
            Ok(())
        })
    }
}

/// How far it is: one line that changes on a terminal, a line a class elsewhere.
fn say(progress: &Progress, passed: Duration) {
    if progress.kept {
        return;
    }
    let part = progress.done as f64 / progress.total.max(1) as f64;
    let left = passed.mul_f64((1.0 - part) / part.max(1e-9));
    let text = format!(
        "{:<7} done, {:5.1} % after {}, about {} left",
        progress.class.to_string(),
        100.0 * part,
        clock(passed),
        clock(left)
    );
    let mut err = io::stderr().lock();
    // Nobody may be reading; that is no reason to stop.
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
