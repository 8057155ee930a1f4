//! `damiera store check`: replays every log.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use damiera_server::store::{StoreCheck, check_store};

use super::StoreLocation;
use super::progress::ProgressLine;
use crate::failure::Failure;

/// Replay the log of every game and report what is wrong; the server may be running
///
/// An SQLite file is checked for damage first. Then every game is replayed: its events must be numbered without gaps, every
/// move must be legal, and the game must be marked as ended exactly if it has ended.
#[derive(Args)]
#[command(
    after_help = "The exit code is 1 if a game has a problem. Ctrl-C stops the check and says how to go on.

Examples:
  damiera store check
  damiera store check --database postgres://damiera@db.example.org/damiera --after xp2u4c4c9s"
)]
pub(super) struct CheckCommand {
    #[command(flatten)]
    location: StoreLocation,
    /// Go on after this game, where an earlier check was stopped
    #[arg(long, value_name = "ID")]
    after: Option<String>,
}

impl CheckCommand {
    pub(super) async fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let database = self.location.database()?;
        let stopped = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stopped);
        tokio::spawn(async move {
            if tokio::signal::ctrl_c().await.is_ok() {
                flag.store(true, Ordering::Relaxed);
            }
        });
        let mut progress = ProgressLine::start();
        let observe = |report: &StoreCheck| {
            progress.show(|| format!("{} of {} games replayed", report.games, report.total));
            match stopped.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let report = check_store(&database, self.after, observe)
            .await
            .map_err(|error| Failure::input(format!("{database} cannot be checked: {error}")))?;
        for (game, problem) in &report.problems {
            writeln!(out, "{game}: {problem}")?;
        }
        let StoreCheck { games, events, problems, last, .. } = &report;
        writeln!(out, "{games} games with {events} events replayed, {} with a problem", problems.len())?;
        if stopped.load(Ordering::Relaxed) {
            eprintln!("damiera: stopped; go on with --after {}", last.as_deref().unwrap_or_default());
            return Err(Failure::Reported(130));
        }
        if problems.is_empty() { Ok(()) } else { Err(Failure::Reported(1)) }
    }
}
