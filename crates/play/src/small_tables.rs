//! The small endgame tables, which take seconds to build: no program that plays has to be without them.

use std::fmt;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;

use damiera_endgame::{TableRules, build, build_quick, has_quick, quick_pieces};
use damiera_rules::{Variant, with_rules};

use crate::table_folder::TableFolder;

/// Whether a folder is the program's own and misses some of a game's small tables.
#[must_use]
pub fn lacks_small_tables<R: TableRules>(folder: &TableFolder) -> bool {
    matches!(folder, TableFolder::Own(path) if !has_quick::<R>(path))
}

/// What happens to the small tables of a game while a program waits for them. Displayed as a sentence in English.
#[derive(Debug)]
pub enum SmallTableNotice<'a> {
    /// A build begins.
    Building {
        /// The most pieces of a table.
        pieces: u8,
        /// Where they are written.
        folder: &'a Path,
    },
    /// A build failed; the program goes on without them.
    Failed(String),
}

impl fmt::Display for SmallTableNotice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Building { pieces, folder } => {
                let folder = folder.display();
                write!(f, "building endgame tables of up to {pieces} pieces in {folder} (only once)")
            }
            Self::Failed(why) => write!(f, "continuing without the small endgame tables: {why}"),
        }
    }
}

/// Builds the small tables that the program's own folder misses. `notify` is called when a build begins or fails.
pub fn build_small_tables<R: TableRules>(
    folder: &TableFolder,
    threads: usize,
    notify: impl Fn(SmallTableNotice<'_>),
) {
    let TableFolder::Own(path) = folder else { return };
    if !lacks_small_tables::<R>(folder) {
        return;
    }
    let pieces = quick_pieces::<R>();
    notify(SmallTableNotice::Building { pieces, folder: path });
    if let Err(error) = build_quick::<R>(path, threads) {
        notify(SmallTableNotice::Failed(error.to_string()));
    }
}

/// A background thread that builds the small tables of every game. Finished tables stay, and the next start resumes.
pub struct SmallTableBuilder {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl SmallTableBuilder {
    /// Starts to build the tables that a folder misses.
    #[must_use]
    pub fn start(dir: PathBuf) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let build_all = move || {
            for &variant in Variant::ALL {
                let built = with_rules!(variant, R => build::<R>(&dir, quick_pieces::<R>(), 1, &mut |_| {
                    if stopped.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                }));
                match built {
                    Ok(()) => tracing::info!(%variant, "endgame tables are ready"),
                    Err(_) if stopped.load(Relaxed) => return,
                    Err(error) => tracing::warn!(%variant, %error, "endgame tables could not be built"),
                }
            }
        };
        let thread = std::thread::Builder::new().name("endgame tables".to_owned()).spawn(build_all);
        Self { stop, thread: thread.ok() }
    }
}

impl Drop for SmallTableBuilder {
    /// Stops after the table in progress.
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_build_leaves_no_unfinished_table() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = folder.path().join("endgame");
        drop(SmallTableBuilder::start(dir.clone()));
        for &variant in Variant::ALL {
            let opened = with_rules!(variant, R => damiera_endgame::Tables::<R>::open(&dir).map(|tables| tables.pieces()));
            assert!(opened.is_ok(), "{variant}");
        }
    }
}
