//! The store in an SQLite file: one connection writes, a pool of others reads.

mod accounts;
mod backup;
mod checkpoint;
mod collections;
mod consultation;
mod correspondence;
mod exhibitions;
mod file;
mod games;
mod jobs;
mod library;
mod long_text;
mod people;
mod push;
mod ratings;
mod schema;
mod seeks;
mod social;
mod sound;
mod tournaments;
mod write;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::Connection;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use tokio::sync::{Mutex, MutexGuard};

use crate::tables::UNFINISHED;
use crate::{StoreError, StoreResult};
pub use backup::backup_sqlite;
use checkpoint::CheckpointedStore;
pub(crate) use file::{check, damage};
use long_text::LastLongWrite;
pub(crate) use schema::latest_version;

/// A store in an SQLite file.
#[derive(Clone, Debug)]
pub struct SqliteStore {
    /// SQLite allows one writer at a time. A fair lock of our own avoids polling for the lock on the file.
    writer: Arc<Mutex<SqliteConnection>>,
    readers: SqlitePool,
    /// Long texts are written one at a time, part by part.
    long_writes: Arc<Mutex<LastLongWrite>>,
}

impl SqliteStore {
    /// Opens the file, creates it if it is missing, checks it for damage, and migrates its schema.
    pub async fn open(path: &Path) -> StoreResult<Self> {
        file::prepare(path)?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            // A committed event must survive a power failure.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(5));
        let writing = options.clone().pragma("wal_autocheckpoint", checkpoint::AUTO_PAGES);
        let mut writer = SqliteConnection::connect_with(&writing).await.map_err(file::damage)?;
        file::check(&mut writer).await?;
        schema::migrator_to_latest()
            .run(&mut writer)
            .await
            .map_err(|error| StoreError::Database(Box::new(error)))?;
        let unfinished = sqlx::query("SELECT 1 FROM sqlite_schema WHERE name = ?").bind(UNFINISHED);
        if unfinished.fetch_optional(&mut writer).await?.is_some() {
            return Err(StoreError::UnfinishedCopy);
        }
        long_text::delete_unfinished(&mut writer).await?;
        library::add_fingerprints(&mut writer).await?;
        let readers = SqlitePoolOptions::new().max_connections(4).connect_with(options).await?;
        let writer = Arc::new(Mutex::new(writer));
        let long_writes = Arc::new(Mutex::new(LastLongWrite::Complete));
        let store = Self { writer, readers, long_writes };
        tokio::spawn(checkpoint::run(path.to_owned(), CheckpointedStore::of(&store)));
        Ok(store)
    }

    async fn writer(&self) -> MutexGuard<'_, SqliteConnection> {
        self.writer.lock().await
    }
}

/// The error of a statement or a commit that writes. Unless a constraint was violated, it may have been written.
fn write_failed(error: sqlx::Error) -> StoreError {
    match StoreError::from(error) {
        StoreError::Database(error) => {
            tracing::error!(%error, "a write failed");
            StoreError::OutcomeUnknown
        }
        known => known,
    }
}
