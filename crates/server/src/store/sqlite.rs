//! Games in an SQLite file: one connection writes, others read.

mod journal;
mod library;
mod people;
mod schema;
mod write;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{Connection, Row};
use tokio::sync::Mutex;

use super::{Account, Kept, KeptEvent, KeptSeek, Listed, Log, Store, StoreError, Write};
use crate::seat::{Credentials, Holder, Holders};
use crate::secret::Digest;

/// An SQLite file.
#[derive(Clone, Debug)]
pub struct Sqlite {
    /// SQLite has one writer at a time; waiting for a lock of our own is fairer than waiting for the file's.
    writer: Arc<Mutex<SqliteConnection>>,
    readers: SqlitePool,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            // What it refers to is gone: somebody was first there too.
            sqlx::Error::Database(said) if said.is_unique_violation() || said.is_foreign_key_violation() => {
                Self::Taken
            }
            _ => Self::Failed(Box::new(error)),
        }
    }
}

impl Sqlite {
    /// Opens the file, making it and its tables if need be.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            // A committed event must survive a power cut.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(5));
        let mut writer =
            SqliteConnection::connect_with(&options.clone().pragma("wal_autocheckpoint", journal::LONGEST))
                .await?;
        schema::migrator().run(&mut writer).await.map_err(|error| StoreError::Failed(Box::new(error)))?;
        let readers = SqlitePoolOptions::new().max_connections(4).connect_with(options).await?;
        let writer = Arc::new(Mutex::new(writer));
        tokio::spawn(journal::keep_short(path.to_owned(), readers.clone(), Arc::downgrade(&writer)));
        Ok(Self { writer, readers })
    }
}

fn digest(bytes: Option<Vec<u8>>) -> Option<Digest> {
    bytes.and_then(|bytes| Digest::from_bytes(&bytes))
}

fn kept_event(row: &SqliteRow) -> Result<KeptEvent, StoreError> {
    Ok(KeptEvent { client_move_id: row.get(0), event: serde_json::from_str(row.get(1))? })
}

fn listed(row: &SqliteRow) -> Listed {
    Listed {
        id: row.get(0),
        variant: row.get(1),
        created_at: row.get(2),
        ended: row.get::<Option<i64>, _>(3).is_some(),
        events: row.get(4),
    }
}

impl Sqlite {
    async fn holders(&self, id: &str) -> Result<Holders, StoreError> {
        let rows = sqlx::query("SELECT side, visitor, account, key, name FROM seat WHERE game = ?")
            .bind(id)
            .fetch_all(&self.readers)
            .await?;
        let mut holders = Holders::default();
        for row in rows {
            let (visitor, key) = (digest(row.get(1)), digest(row.get(3)));
            let holder = Holder { name: row.get(4), visitor, account: row.get(2), key };
            holders.0[usize::from(row.get::<i64, _>(0) != 0)] = Some(holder);
        }
        Ok(holders)
    }
}

impl Log for Sqlite {
    async fn write(&self, batch: &[Write]) -> Vec<Result<(), StoreError>> {
        let mut connection = self.writer.lock().await;
        write::batch(&mut connection, batch).await
    }

    async fn is_written(&self, write: &Write) -> Result<bool, StoreError> {
        match write {
            Write::Seek(seek) => Ok(people::seek(&self.readers, &seek.id).await?.is_some()),
            Write::Begin(begin) => {
                let row = sqlx::query("SELECT 1 FROM game WHERE id = ?").bind(&*begin.id);
                Ok(row.fetch_optional(&self.readers).await?.is_some())
            }
            Write::Append(append) => {
                let row = sqlx::query("SELECT body FROM game_event WHERE game = ? AND seq = ?")
                    .bind(&*append.game)
                    .bind(append.seq as i64)
                    .fetch_optional(&self.readers)
                    .await?;
                let first = append.events.first().map(|(_, body)| body.as_str());
                Ok(row.is_some_and(|row| Some(row.get::<&str, _>(0)) == first))
            }
            Write::Alive(_) => Ok(true),
        }
    }
}

impl Store for Sqlite {
    async fn load(&self, id: &str) -> Result<Option<Kept>, StoreError> {
        let game = sqlx::query("SELECT terms, seats FROM game WHERE id = ?").bind(id);
        let Some(game) = game.fetch_optional(&self.readers).await? else { return Ok(None) };
        Ok(Some(Kept {
            terms: serde_json::from_str(game.get(0))?,
            seats: serde_json::from_str(game.get(1))?,
            holders: self.holders(id).await?,
            events: self.events_after(id, 0).await?,
        }))
    }

    async fn events_after(&self, id: &str, seq: u64) -> Result<Vec<KeptEvent>, StoreError> {
        let rows = sqlx::query(
            "SELECT client_move_id, body FROM game_event WHERE game = ? AND seq > ? ORDER BY seq",
        )
        .bind(id)
        .bind(seq as i64)
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(kept_event).collect()
    }

    async fn newest(&self, most: u32) -> Result<Vec<Listed>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, variant, created_at, ended_at, (SELECT COUNT(*) FROM game_event WHERE game = id) \
             FROM game ORDER BY created_at DESC LIMIT ?",
        )
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.iter().map(listed).collect())
    }

    async fn unfinished(&self) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("SELECT id FROM game WHERE timed = 1 AND ended_at IS NULL")
            .fetch_all(&self.readers)
            .await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    async fn last_alive(&self) -> Result<Option<u64>, StoreError> {
        // What happened in games whose clocks run tells too, often better than the heartbeat.
        let row = sqlx::query(
            "SELECT MAX(at) FROM (SELECT at FROM alive UNION ALL \
             SELECT (SELECT at FROM game_event WHERE game = id ORDER BY seq DESC LIMIT 1) \
             FROM game WHERE timed = 1 AND ended_at IS NULL)",
        )
        .fetch_one(&self.readers)
        .await?;
        Ok(row.get::<Option<i64>, _>(0).map(|at| at as u64))
    }

    async fn note_outage(&self, from: u64, to: u64) -> Result<(), StoreError> {
        let mut connection = self.writer.lock().await;
        sqlx::query("INSERT INTO outage (from_at, to_at) VALUES (?, ?)")
            .bind(from as i64)
            .bind(to as i64)
            .execute(&mut *connection)
            .await?;
        Ok(())
    }

    async fn outages(&self) -> Result<Vec<(u64, u64)>, StoreError> {
        let rows =
            sqlx::query("SELECT from_at, to_at FROM outage ORDER BY to_at").fetch_all(&self.readers).await?;
        Ok(rows.iter().map(|row| (row.get::<i64, _>(0) as u64, row.get::<i64, _>(1) as u64)).collect())
    }

    async fn games_of(&self, who: &Credentials, most: u32) -> Result<Vec<Listed>, StoreError> {
        people::games_of(&self.readers, who, most).await
    }

    async fn add_account(
        &self,
        name: &str,
        password: &str,
        visitor: Option<Digest>,
        at: u64,
    ) -> Result<i64, StoreError> {
        people::add_account(&mut *self.writer.lock().await, name, password, visitor, at).await
    }

    async fn account(&self, name: &str) -> Result<Option<Account>, StoreError> {
        people::account(&self.readers, name).await
    }

    async fn open_session(&self, word: Digest, account: i64, expires_at: u64) -> Result<(), StoreError> {
        people::open_session(&mut *self.writer.lock().await, word, account, expires_at).await
    }

    async fn session(&self, word: Digest, at: u64) -> Result<Option<Account>, StoreError> {
        people::session(&self.readers, word, at).await
    }

    async fn close_session(&self, word: Digest) -> Result<(), StoreError> {
        people::close_session(&mut *self.writer.lock().await, word).await
    }

    async fn seek(&self, id: &str) -> Result<Option<KeptSeek>, StoreError> {
        people::seek(&self.readers, id).await
    }

    async fn drop_seek(&self, id: &str) -> Result<(), StoreError> {
        people::drop_seek(&mut *self.writer.lock().await, id).await
    }
}
