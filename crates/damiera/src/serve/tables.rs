//! Small endgame tables, made in the background the first time the app is started.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;

use damiera_rules::{Variant, with_rules};

/// A build under way. What it has finished stays, and the next start goes on from there.
pub(super) struct Making {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Making {
    /// Begins to make, for every game, the tables that take seconds; those that are there are left as they are.
    pub(super) fn begin(dir: PathBuf) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stop);
        let thread = std::thread::Builder::new().name("endgame tables".to_owned()).spawn(move || {
            for &variant in Variant::ALL {
                let mut go_on =
                    |_| if asked.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
                let made = with_rules!(variant, R => {
                    damiera_endgame::build::<R>(&dir, damiera_endgame::quick_pieces::<R>(), 1, &mut go_on)
                });
                match made {
                    Ok(()) => tracing::info!(%variant, "endgame tables are ready"),
                    Err(_) if asked.load(Relaxed) => return,
                    Err(error) => tracing::warn!(%variant, %error, "endgame tables were not made"),
                }
            }
        });
        Self { stop, thread: thread.ok() }
    }
}

impl Drop for Making {
    /// Stops at the end of the table under way.
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
    fn a_build_can_be_stopped_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = folder.path().join("endgame");
        drop(Making::begin(dir.clone()));
        // Whatever was begun, no unfinished table is left.
        for &variant in Variant::ALL {
            let opened = with_rules!(variant, R => damiera_endgame::Tables::<R>::open(&dir).map(|tables| tables.pieces()));
            assert!(opened.is_ok(), "{variant}");
        }
    }
}
