//! The event log and the games in PostgreSQL.

use std::sync::Arc;

use async_trait::async_trait;
use sqlx::Row;
use sqlx::postgres::{PgConnection, PgRow};
use tokio::time::timeout;

use super::{GRACE, PostgresStore, connect, write};
use crate::game_log::{EventLog, GameStore, GameSummary, StoreWrite, StoredEvent, StoredGame};
use crate::row::{digest_bytes, read_events, read_holders, read_summary};
use crate::seat::{Credentials, Holders};
use crate::seek::SeekStore;
use crate::{StoreError, StoreResult};

#[async_trait]
impl EventLog for PostgresStore {
    async fn write(&self, batch: &[StoreWrite]) -> Vec<StoreResult<()>> {
        let mut log = self.log.lock().await;
        // Taken out of its place while in use: after a failure, or if this call is cancelled, it is closed.
        let mut connection = match log.take() {
            Some(connection) => connection,
            None => match connect(&self.options).await {
                Ok(connection) => connection,
                Err(error) => return write::unavailable(batch.len(), &error),
            },
        };
        let longest = self.settings.statement_timeout + GRACE;
        let Ok(results) = timeout(longest, write::batch(&mut connection, batch)).await else {
            return write::unavailable(batch.len(), &StoreError::timed_out());
        };
        if !results.iter().any(|result| matches!(result, Err(error) if error.is_temporary())) {
            *log = Some(connection);
        }
        results
    }

    async fn is_written(&self, write: &StoreWrite) -> StoreResult<bool> {
        match write {
            StoreWrite::Seek(seek) => Ok(self.seek(&seek.id).await?.is_some()),
            StoreWrite::Game(game) => {
                let row = sqlx::query("SELECT 1 FROM game WHERE id = $1").bind(&*game.id);
                Ok(self.bounded(row.fetch_optional(&self.pool)).await?.is_some())
            }
            StoreWrite::Events(events) => {
                let row = sqlx::query("SELECT body FROM game_event WHERE game = $1 AND seq = $2")
                    .bind(&*events.game)
                    .bind(events.seq as i64);
                let row = self.bounded(row.fetch_optional(&self.pool)).await?;
                let first = events.events.first().map(|(_, body)| &**body);
                Ok(row.is_some_and(|row| Some(row.get::<&str, _>(0)) == first))
            }
            StoreWrite::Heartbeat(_) => Ok(true),
        }
    }
}

#[async_trait]
impl GameStore for PostgresStore {
    async fn load(&self, id: &str) -> StoreResult<Option<StoredGame>> {
        self.bounded(async {
            let connection = &mut *self.pool.acquire().await?;
            let game = sqlx::query("SELECT terms, seats FROM game WHERE id = $1").bind(id);
            let Some(game) = game.fetch_optional(&mut *connection).await? else { return Ok(None) };
            let holders = holders(connection, id).await?;
            Ok(Some((game, holders, events_after(connection, id, 0).await?)))
        })
        .await?
        .map(|(game, holders, events)| {
            let (terms, seats) = (serde_json::from_str(game.get(0))?, serde_json::from_str(game.get(1))?);
            Ok(StoredGame { terms, seats, holders, events: read_events(&events, id, 0)? })
        })
        .transpose()
    }

    async fn events_after(&self, id: &str, seq: u64) -> StoreResult<Vec<StoredEvent>> {
        let rows = self.bounded(async { events_after(&mut *self.pool.acquire().await?, id, seq).await });
        read_events(&rows.await?, id, seq)
    }

    async fn games_with_news(&self, known: &[(Arc<str>, u64)]) -> StoreResult<Vec<String>> {
        let (games, next): (Vec<_>, Vec<_>) =
            known.iter().map(|(id, seq)| (id.to_string(), *seq as i64 + 1)).unzip();
        let rows = sqlx::query(
            "SELECT known.game FROM unnest($1::text[], $2::bigint[]) AS known (game, next) \
             WHERE EXISTS (SELECT 1 FROM game_event WHERE game_event.game = known.game COLLATE \"C\" AND seq = known.next)",
        );
        let rows = rows.bind(games).bind(next);
        Ok(self.bounded(rows.fetch_all(&self.pool)).await?.iter().map(|row| row.get(0)).collect())
    }

    async fn games_of(&self, who: &Credentials, limit: u32) -> StoreResult<Vec<GameSummary>> {
        let rows = sqlx::query(
            "SELECT id, variant, created_at, ended_at, (SELECT COUNT(*) FROM game_event WHERE game = id) \
             FROM game WHERE id IN (SELECT game FROM seat WHERE visitor = $1 UNION SELECT game FROM seat WHERE account = $2) \
             ORDER BY created_at DESC LIMIT $3",
        )
        .bind(digest_bytes(&who.visitor))
        .bind(who.account)
        .bind(i64::from(limit));
        Ok(self.bounded(rows.fetch_all(&self.pool)).await?.iter().map(read_summary).collect())
    }

    async fn unfinished_timed_games(&self) -> StoreResult<Vec<String>> {
        let rows = sqlx::query("SELECT id FROM game WHERE timed AND ended_at IS NULL");
        Ok(self.bounded(rows.fetch_all(&self.pool)).await?.iter().map(|row| row.get(0)).collect())
    }

    async fn last_heartbeat(&self, until: u64) -> StoreResult<Option<u64>> {
        // Events of games whose clocks run are often more recent than the heartbeat.
        let row = sqlx::query(
            "SELECT MAX(at) FROM (SELECT at FROM alive UNION ALL \
             SELECT (SELECT at FROM game_event WHERE game = id ORDER BY seq DESC LIMIT 1) \
             FROM game WHERE timed AND ended_at IS NULL) AS known WHERE at <= $1",
        )
        .bind(i64::try_from(until).unwrap_or(i64::MAX));
        let row = self.bounded(row.fetch_one(&self.pool)).await?;
        Ok(row.get::<Option<i64>, _>(0).map(|at| at as u64))
    }

    async fn reset_heartbeat(&self, at: u64) -> StoreResult<()> {
        let reset = sqlx::query(
            "INSERT INTO alive (one, at) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET at = EXCLUDED.at",
        )
        .bind(at as i64);
        self.bounded(reset.execute(&self.pool)).await?;
        Ok(())
    }

    async fn record_outage(&self, from: u64, to: u64) -> StoreResult<()> {
        let outage = sqlx::query("INSERT INTO outage (from_at, to_at) VALUES ($1, $2)")
            .bind(from as i64)
            .bind(to as i64);
        self.bounded(outage.execute(&self.pool)).await?;
        Ok(())
    }

    async fn outages(&self) -> StoreResult<Vec<(u64, u64)>> {
        let rows = sqlx::query("SELECT from_at, to_at FROM outage ORDER BY to_at");
        let rows = self.bounded(rows.fetch_all(&self.pool)).await?;
        Ok(rows.iter().map(|row| (row.get::<i64, _>(0) as u64, row.get::<i64, _>(1) as u64)).collect())
    }
}

async fn events_after(from: &mut PgConnection, id: &str, seq: u64) -> Result<Vec<PgRow>, sqlx::Error> {
    let events = "SELECT client_move_id, body, seq FROM game_event WHERE game = $1 AND seq > $2 ORDER BY seq";
    sqlx::query(events).bind(id).bind(seq as i64).fetch_all(from).await
}

async fn holders(from: &mut PgConnection, id: &str) -> Result<Holders, sqlx::Error> {
    let rows = sqlx::query("SELECT side, visitor, account, key, name FROM seat WHERE game = $1")
        .bind(id)
        .fetch_all(from)
        .await?;
    Ok(read_holders(&rows))
}
