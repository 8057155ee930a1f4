//! Deletes what visitors without an account left behind, after the time that the operator has set.

use std::sync::Arc;
use std::time::Duration;

use damiera_game::{FlagPolicy, Moment};

use crate::clock::Clock;
use crate::rooms::RoomRegistry;
use crate::rooms::log::{LoadedGame, replay};
use crate::store::{Store, StoreError};
use crate::uptime::Uptime;
use crate::work::WorkPool;

/// How often leftovers are looked for.
const SWEEP: Duration = Duration::from_secs(3600);
/// Leftovers that are looked up at a time.
const BATCH: u32 = 200;

/// The longest time in which the server was away does not count if it was as long as this. A clock that is wrong at a start looks
/// the same, and what is deleted does not come back when the clock is set right.
const AWAY: Duration = Duration::from_secs(7 * 24 * 3600);

/// Deletes leftovers.
pub(crate) struct Retention {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) rooms: Arc<RoomRegistry>,
    pub(crate) work: Arc<WorkPool>,
    pub(crate) clock: Clock,
    pub(crate) uptime: Arc<Uptime>,
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
        let before = self.kept_since().0;
        let (mut deleted, mut after) = (0, String::new());
        loop {
            let games = self.store.abandoned_games(before, &after, BATCH).await?;
            let games_in_batch = games.len();
            for game in &games {
                // A game that somebody has open stays until the next time.
                if !self.rooms.is_loaded(game) && !self.runs(game).await? {
                    self.work.write(self.store.delete_game(game)).await?;
                    deleted += 1;
                }
            }
            match games.into_iter().next_back().filter(|_| games_in_batch == BATCH as usize) {
                Some(last) => after = last,
                None => break,
            }
        }
        loop {
            let imports = self.store.old_imports(before, BATCH).await?;
            for import in &imports {
                self.work.write(self.store.delete_import(import)).await?;
                deleted += 1;
            }
            if imports.len() < BATCH as usize {
                break;
            }
        }
        Ok(deleted + self.work.write(self.store.delete_visitor_leftovers(before)).await?)
    }

    /// The instant from which on leftovers are kept.
    fn kept_since(&self) -> Moment {
        let due = self.clock.now().minus(self.keep);
        let mut since = due;
        loop {
            let away = self.uptime.downtime_since(since).longest;
            // Only the part of an outage after that instant is known: further back there may be more of it.
            match due.minus(if away < AWAY { Duration::ZERO } else { away }) {
                earlier if earlier < since => since = earlier,
                _ => return since,
            }
        }
    }

    /// Whether a game is still played although nothing has happened in it for long: in a correspondence game a player may have
    /// weeks for a move or be on vacation. It ends by itself when the time is over.
    async fn runs(&self, id: &str) -> Result<bool, StoreError> {
        let Some(stored) = self.store.load(id).await? else { return Ok(false) };
        let Ok(LoadedGame { game, .. }) = replay(&stored) else { return Ok(false) };
        let ends_by_itself = game.terms().profile.flags != FlagPolicy::Claimed;
        Ok(ends_by_itself && (game.flag_falls().is_some() || game.vacation_ends().is_some()))
    }
}
