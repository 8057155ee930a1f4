//! Checkpoints of the write-ahead log run concurrently with commits.
//!
//! By default SQLite runs a checkpoint inside the commit that makes the log too long, and every waiting command waits
//! for it. Here another connection runs passive checkpoints while commits go on. The log restarts from its beginning
//! only if at some instant all of it has been copied, which under load never happens by itself. So commits are paused
//! for the last few pages, after everything before them was copied and synced. Long texts wait from the beginning: the few
//! pages are those of moves.

use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnection, SqlitePool};
use sqlx::{Executor, Row, Sqlite};
use tokio::sync::Mutex;

use super::SqliteStore;
use super::long_text::LastLongWrite;

/// Log length in pages at which a commit runs a checkpoint itself, in case this task falls behind.
pub(super) const AUTO_PAGES: &str = "32000";
/// Log length in pages up to which nothing is done.
const SHORT: i64 = 1000;
const INTERVAL: Duration = Duration::from_secs(1);

/// The parts of a store that checkpoints need. They do not keep it open.
pub(super) struct CheckpointedStore {
    readers: SqlitePool,
    writer: Weak<Mutex<SqliteConnection>>,
    long_writes: Weak<Mutex<LastLongWrite>>,
}

impl CheckpointedStore {
    pub(super) fn of(store: &SqliteStore) -> Self {
        let (writer, long_writes) = (Arc::downgrade(&store.writer), Arc::downgrade(&store.long_writes));
        Self { readers: store.readers.clone(), writer, long_writes }
    }

    fn upgrade(&self) -> Option<SqliteStore> {
        let (writer, long_writes) = (self.writer.upgrade()?, self.long_writes.upgrade()?);
        Some(SqliteStore { writer, readers: self.readers.clone(), long_writes })
    }
}

/// Runs checkpoints until the store is dropped.
pub(super) async fn run(path: PathBuf, store: CheckpointedStore) {
    let file = match open_forever(&path) {
        Ok(file) => file,
        Err(error) => {
            return tracing::error!(%error, "no background checkpoints: commits will run them");
        }
    };
    let mut ticks = tokio::time::interval(INTERVAL);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let Some(store) = store.upgrade() else { return };
        if let Err(error) = checkpoint(file, &store).await {
            tracing::warn!(%error, "a checkpoint failed");
        }
    }
}

/// Opens the database file and never closes it: closing it would release the POSIX locks that SQLite holds on it, which
/// belong to the whole process.
fn open_forever(path: &Path) -> io::Result<&'static std::fs::File> {
    Ok(Box::leak(Box::new(OpenOptions::new().read(true).write(true).open(path)?)))
}

async fn checkpoint(file: &'static std::fs::File, store: &SqliteStore) -> Result<(), sqlx::Error> {
    if passive(&store.readers).await? <= SHORT {
        return Ok(());
    }
    let _pause = store.long_writes.lock().await;
    passive(&store.readers).await?;
    // Sync what was copied now, so that little is left to sync while commits are paused below.
    tokio::task::spawn_blocking(|| file.sync_data()).await.map_err(io::Error::other)??;
    passive(&mut *store.writer().await).await?;
    Ok(())
}

/// Copies what can be copied without waiting. Returns the length of the log in pages.
async fn passive<'c>(connection: impl Executor<'c, Database = Sqlite>) -> Result<i64, sqlx::Error> {
    let row = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(connection).await?;
    Ok(row.get(1))
}
