//! The event log and the games in SQLite.

use std::sync::Arc;

use async_trait::async_trait;
use sqlx::Row;

use super::sound::Sound;
use super::{SqliteStore, seeks, write, write_failed};
use crate::game_log::{EventLog, GameStore, GameSummary, StoreWrite, StoredEvent, StoredGame};
use crate::row::{digest_bytes, read_events, read_holders, read_summary};
use crate::seat::{Credentials, Holders};
use crate::{StoreError, StoreResult};

#[async_trait]
impl EventLog for SqliteStore {
    async fn write(&self, batch: &[StoreWrite]) -> Vec<StoreResult<()>> {
        write::batch(&mut *self.writer().await, batch).await
    }

    async fn is_written(&self, write: &StoreWrite) -> StoreResult<bool> {
        match write {
            StoreWrite::Seek(seek) => Ok(seeks::read(&self.readers, &seek.id).await?.is_some()),
            StoreWrite::Game(game) => {
                let row = sqlx::query("SELECT 1 FROM game WHERE id = ?").bind(&*game.id);
                Ok(row.fetch_optional(&self.readers).await?.is_some())
            }
            StoreWrite::Events(events) => {
                let row = sqlx::query("SELECT body FROM game_event WHERE game = ? AND seq = ?")
                    .bind(&*events.game)
                    .bind(events.seq as i64)
                    .fetch_optional(&self.readers)
                    .await?
                    .sound()?;
                let first = events.events.first().map(|(_, body)| &**body);
                Ok(row.is_some_and(|row| Some(row.get::<&str, _>(0)) == first))
            }
            StoreWrite::Heartbeat(_) => Ok(true),
        }
    }
}

#[async_trait]
impl GameStore for SqliteStore {
    async fn load(&self, id: &str) -> StoreResult<Option<StoredGame>> {
        let game = sqlx::query("SELECT terms, seats FROM game WHERE id = ?").bind(id);
        let Some(game) = game.fetch_optional(&self.readers).await?.sound()? else { return Ok(None) };
        Ok(Some(StoredGame {
            terms: serde_json::from_str(game.get(0))?,
            seats: serde_json::from_str(game.get(1))?,
            holders: self.holders(id).await?,
            events: self.events_after(id, 0).await?,
        }))
    }

    async fn events_after(&self, id: &str, seq: u64) -> StoreResult<Vec<StoredEvent>> {
        let rows = sqlx::query(
            "SELECT client_move_id, body, seq FROM game_event WHERE game = ? AND seq > ? ORDER BY seq",
        )
        .bind(id)
        .bind(seq as i64)
        .fetch_all(&self.readers)
        .await?
        .sound()?;
        read_events(&rows, id, seq)
    }

    async fn games_with_news(&self, known: &[(Arc<str>, u64)]) -> StoreResult<Vec<String>> {
        let mut games = Vec::new();
        for (id, seq) in known {
            let next = sqlx::query("SELECT 1 FROM game_event WHERE game = ? AND seq = ?");
            let next = next.bind(&**id).bind(*seq as i64 + 1).fetch_optional(&self.readers).await?.sound()?;
            games.extend(next.map(|_| id.to_string()));
        }
        Ok(games)
    }

    async fn games_of(&self, who: &Credentials, limit: u32) -> StoreResult<Vec<GameSummary>> {
        let rows = sqlx::query(
            "SELECT id, variant, created_at, ended_at, (SELECT COUNT(*) FROM game_event WHERE game = id) \
             FROM game WHERE id IN (SELECT game FROM seat WHERE visitor = ? UNION SELECT game FROM seat WHERE account = ?) \
             ORDER BY created_at DESC LIMIT ?",
        )
        .bind(digest_bytes(&who.visitor))
        .bind(who.account)
        .bind(limit)
        .fetch_all(&self.readers)
        .await?.sound()?;
        Ok(rows.iter().map(read_summary).collect())
    }

    async fn unfinished_timed_games(&self) -> StoreResult<Vec<String>> {
        let rows = sqlx::query("SELECT id FROM game WHERE timed = 1 AND ended_at IS NULL")
            .fetch_all(&self.readers)
            .await?
            .sound()?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    async fn last_heartbeat(&self, until: u64) -> StoreResult<Option<u64>> {
        // Events of games whose clocks run are often more recent than the heartbeat.
        let row = sqlx::query(
            "SELECT MAX(at) FROM (SELECT at FROM alive UNION ALL \
             SELECT (SELECT at FROM game_event WHERE game = id ORDER BY seq DESC LIMIT 1) \
             FROM game WHERE timed = 1 AND ended_at IS NULL) WHERE at <= ?",
        )
        .bind(i64::try_from(until).unwrap_or(i64::MAX))
        .fetch_one(&self.readers)
        .await?
        .sound()?;
        Ok(row.get::<Option<i64>, _>(0).map(|at| at as u64))
    }

    async fn reset_heartbeat(&self, at: u64) -> StoreResult<()> {
        sqlx::query(
            "INSERT INTO alive (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at",
        )
        .bind(at as i64)
        .execute(&mut *self.writer().await)
        .await
        .map_err(write_failed)?;
        Ok(())
    }

    async fn record_outage(&self, from: u64, to: u64) -> StoreResult<()> {
        sqlx::query("INSERT INTO outage (from_at, to_at) VALUES (?, ?)")
            .bind(from as i64)
            .bind(to as i64)
            .execute(&mut *self.writer().await)
            .await
            .map_err(write_failed)?;
        Ok(())
    }

    async fn outages(&self) -> StoreResult<Vec<(u64, u64)>> {
        let rows = sqlx::query("SELECT from_at, to_at FROM outage ORDER BY to_at")
            .fetch_all(&self.readers)
            .await?
            .sound()?;
        Ok(rows.iter().map(|row| (row.get::<i64, _>(0) as u64, row.get::<i64, _>(1) as u64)).collect())
    }
}

impl SqliteStore {
    async fn holders(&self, id: &str) -> Result<Holders, StoreError> {
        let rows = sqlx::query("SELECT side, visitor, account, key, name FROM seat WHERE game = ?")
            .bind(id)
            .fetch_all(&self.readers)
            .await?
            .sound()?;
        Ok(read_holders(&rows))
    }
}
