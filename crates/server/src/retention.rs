//! Deletes what visitors without an account left behind, after the time that the operator has set.

use std::sync::Arc;
use std::time::Duration;

use crate::clock::Clock;
use crate::rooms::RoomRegistry;
use crate::store::{Store, StoreError};
use crate::work::WorkPool;

/// How often leftovers are looked for.
const SWEEP: Duration = Duration::from_secs(3600);
/// Leftovers that are looked up at a time.
const BATCH: u32 = 200;

/// Deletes leftovers.
pub(crate) struct Retention {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) rooms: Arc<RoomRegistry>,
    pub(crate) work: Arc<WorkPool>,
    pub(crate) clock: Clock,
    /// How long leftovers are kept.
    pub(crate) keep: Duration,
}

impl Retention {
    /// Deletes leftovers now and every hour.
    pub(crate) async fn run(self) {
        loop {
            match self.sweep().await {
                Ok(0) => {}
                Ok(deleted) => tracing::info!(deleted, "games and imports that visitors left were deleted"),
                Err(error) => tracing::error!(%error, "what visitors left could not be deleted"),
            }
            self.clock.sleep(SWEEP).await;
        }
    }

    async fn sweep(&self) -> Result<u64, StoreError> {
        let before = self.clock.now().minus(self.keep).0;
        let mut deleted = 0;
        loop {
            let games = self.store.abandoned_games(before, BATCH).await?;
            // A game that somebody has open stays until the next time.
            let closed: Vec<_> = games.iter().filter(|game| !self.rooms.is_loaded(game)).collect();
            for game in &closed {
                self.work.write(self.store.delete_game(game)).await?;
                deleted += 1;
            }
            if games.len() < BATCH as usize || closed.is_empty() {
                break;
            }
        }
        loop {
            let imports = self.store.old_imports(before, BATCH).await?;
            for import in &imports {
                self.work.write(self.store.delete_import(import)).await?;
                deleted += 1;
            }
            if imports.len() < BATCH as usize {
                return Ok(deleted);
            }
        }
    }
}
