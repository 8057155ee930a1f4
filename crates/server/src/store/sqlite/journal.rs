//! Keeps SQLite's journal short without holding up those who write.
//!
//! What is committed goes to the journal, and has to be brought from there into the file itself some time. SQLite does so
//! in a commit once the journal is long enough, and everybody waits for it. Here another connection does it while
//! commits go on. But the journal begins anew only if, at one moment, all of it has been brought in; under load that
//! moment never comes by itself. So commits are held up for the last few pages, once all others are safe.

use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnection, SqlitePool};
use sqlx::{Executor, Row, Sqlite};
use tokio::sync::Mutex;

/// Pages after which a commit brings them in itself, should we not keep up.
pub(super) const LONGEST: &str = "32000";
/// Pages up to which it is left as it is.
const SHORT: i64 = 1000;
/// How often we look.
const EVERY: Duration = Duration::from_secs(1);

/// Brings the journal in and lets it begin anew, as long as anybody writes.
pub(super) async fn keep_short(path: PathBuf, readers: SqlitePool, writer: Weak<Mutex<SqliteConnection>>) {
    let file = match open_for_good(&path) {
        Ok(file) => file,
        Err(error) => {
            return tracing::error!(%error, "commits bring in the journal themselves");
        }
    };
    let mut every = tokio::time::interval(EVERY);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        let Some(writer) = writer.upgrade() else { return };
        if let Err(error) = shorten(file, &readers, &writer).await {
            tracing::warn!(%error, "the journal was not brought in");
        }
    }
}

/// The file, never to be closed: to close it would drop the locks that SQLite has on it, which belong to the whole process.
fn open_for_good(path: &Path) -> io::Result<&'static std::fs::File> {
    Ok(Box::leak(Box::new(OpenOptions::new().read(true).write(true).open(path)?)))
}

async fn shorten(
    file: &'static std::fs::File,
    readers: &SqlitePool,
    writer: &Arc<Mutex<SqliteConnection>>,
) -> Result<(), sqlx::Error> {
    if bring_in(readers).await? <= SHORT {
        return Ok(());
    }
    // Others wrote meanwhile. What was brought in is made safe now, so that there is little to be made safe below.
    tokio::task::spawn_blocking(|| file.sync_data()).await.map_err(io::Error::other)??;
    let mut writer = writer.lock().await;
    bring_in(&mut *writer).await?;
    Ok(())
}

/// Brings in what can be brought in without waiting for anybody. Returns how many pages the journal had.
async fn bring_in<'c>(connection: impl Executor<'c, Database = Sqlite>) -> Result<i64, sqlx::Error> {
    let row = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(connection).await?;
    Ok(row.get(1))
}
