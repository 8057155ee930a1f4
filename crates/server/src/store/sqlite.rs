//! Games in an SQLite file.

use std::path::Path;

use damiera_game::wire;
use sqlx::Row;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

use super::{Kept, Listed, Store, StoreError};
use crate::seat::Seats;

/// An SQLite file.
#[derive(Clone, Debug)]
pub struct Sqlite {
    pool: SqlitePool,
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
            .busy_timeout(std::time::Duration::from_secs(5));
        let pool = SqlitePoolOptions::new().max_connections(4).connect_with(options).await?;
        sqlx::migrate!("migrations/sqlite")
            .run(&pool)
            .await
            .map_err(|error| StoreError::Database(error.into()))?;
        Ok(Self { pool })
    }
}

impl Store for Sqlite {
    async fn create(&self, id: &str, at: i64, terms: &wire::Terms, seats: &Seats) -> Result<(), StoreError> {
        sqlx::query("INSERT INTO game (id, created_at, variant, terms, seats) VALUES (?, ?, ?, ?, ?)")
            .bind(id)
            .bind(at)
            .bind(&terms.variant)
            .bind(serde_json::to_string(terms)?)
            .bind(serde_json::to_string(seats)?)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn append(&self, id: &str, seq: u64, events: &[wire::Event]) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        for (seq, event) in (seq as i64 + 1..).zip(events) {
            sqlx::query("INSERT INTO game_event (game, seq, at, body) VALUES (?, ?, ?, ?)")
                .bind(id)
                .bind(seq)
                .bind(event.at as i64)
                .bind(serde_json::to_string(event)?)
                .execute(&mut *transaction)
                .await?;
        }
        Ok(transaction.commit().await?)
    }

    async fn load(&self, id: &str) -> Result<Option<Kept>, StoreError> {
        let Some(game) = sqlx::query("SELECT terms, seats FROM game WHERE id = ?")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?
        else {
            return Ok(None);
        };
        let rows = sqlx::query("SELECT body FROM game_event WHERE game = ? ORDER BY seq")
            .bind(id)
            .fetch_all(&self.pool)
            .await?;
        let events: Result<_, _> = rows.iter().map(|row| serde_json::from_str(row.get(0))).collect();
        Ok(Some(Kept {
            terms: serde_json::from_str(game.get(0))?,
            seats: serde_json::from_str(game.get(1))?,
            events: events?,
        }))
    }

    async fn newest(&self, most: u32) -> Result<Vec<Listed>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, variant, created_at, (SELECT COUNT(*) FROM game_event WHERE game = id) \
             FROM game ORDER BY created_at DESC LIMIT ?",
        )
        .bind(most)
        .fetch_all(&self.pool)
        .await?;
        let listed = |row: &sqlx::sqlite::SqliteRow| Listed {
            id: row.get(0),
            variant: row.get(1),
            created_at: row.get(2),
            events: row.get(3),
        };
        Ok(rows.iter().map(listed).collect())
    }
}
