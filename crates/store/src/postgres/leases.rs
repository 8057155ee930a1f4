//! Leases in PostgreSQL.

use std::time::Duration;

use async_trait::async_trait;
use sqlx::Row;

use super::PostgresStore;
use crate::lease::{Claim, LeaseStore};
use crate::{StoreError, StoreResult};

/// Attempts to claim a game that changes hands meanwhile.
const ATTEMPTS: u32 = 4;

#[async_trait]
impl LeaseStore for PostgresStore {
    async fn renew_node(&self, node: &str, time: Duration) -> StoreResult<u64> {
        let renew = sqlx::query(
            "INSERT INTO node_lease (node, renewed_at, expires_at) VALUES ($1, database_time(), database_time() + $2) \
             ON CONFLICT (node) DO UPDATE SET renewed_at = EXCLUDED.renewed_at, expires_at = EXCLUDED.expires_at \
             RETURNING renewed_at",
        )
        .bind(node)
        .bind(i64::try_from(time.as_millis()).unwrap_or(i64::MAX));
        let row = self.bounded(renew.fetch_one(&self.pool)).await?;
        Ok(row.get::<i64, _>(0) as u64)
    }

    async fn expire_node(&self, node: &str) -> StoreResult<()> {
        let expire = sqlx::query(
            "UPDATE node_lease SET renewed_at = database_time(), expires_at = database_time() WHERE node = $1",
        );
        self.bounded(expire.bind(node).execute(&self.pool)).await?;
        // Nodes that have been gone for a day, and whose games have found other owners.
        let forget = sqlx::query(
            "DELETE FROM node_lease WHERE expires_at < database_time() - 86400000 \
             AND NOT EXISTS (SELECT 1 FROM game_lease WHERE game_lease.node = node_lease.node)",
        );
        match self.bounded(forget.execute(&self.pool)).await {
            Ok(_) | Err(StoreError::Conflict) => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn live_nodes(&self) -> StoreResult<Vec<String>> {
        let rows = sqlx::query("SELECT node FROM node_lease WHERE expires_at > database_time()");
        Ok(self.bounded(rows.fetch_all(&self.pool)).await?.iter().map(|row| row.get(0)).collect())
    }

    async fn claim(&self, game: &str, node: &str) -> StoreResult<Claim> {
        for _ in 0..ATTEMPTS {
            let before = sqlx::query(
                "SELECT node, renewed_at, expires_at > database_time() FROM game_lease JOIN node_lease USING (node) \
                 WHERE game = $1",
            );
            let before = self.bounded(before.bind(game).fetch_optional(&self.pool)).await?;
            let before =
                before.map(|row| (row.get::<String, _>(0), row.get::<i64, _>(1), row.get::<bool, _>(2)));
            match &before {
                Some((owner, ..)) if owner == node => return Ok(Claim::Owned),
                Some((owner, _, true)) => return Ok(Claim::OwnedBy(owner.clone())),
                _ => {}
            }
            let take = sqlx::query(
                "INSERT INTO game_lease (game, node, epoch) VALUES ($1, $2, 1) \
                 ON CONFLICT (game) DO UPDATE SET node = EXCLUDED.node, epoch = game_lease.epoch + 1 \
                 WHERE game_lease.node = $3",
            )
            .bind(game)
            .bind(node)
            .bind(before.as_ref().map(|(owner, ..)| owner));
            if self.bounded(take.execute(&self.pool)).await?.rows_affected() == 1 {
                return Ok(match before {
                    Some((_, alive_at, _)) => Claim::TakenOver { alive_at: alive_at as u64 },
                    None => Claim::Owned,
                });
            }
        }
        Err(StoreError::Unavailable("the game changes hands too often".into()))
    }

    async fn owner(&self, game: &str) -> StoreResult<Option<String>> {
        let row = sqlx::query(
            "SELECT node FROM game_lease JOIN node_lease USING (node) WHERE game = $1 AND expires_at > database_time()",
        );
        Ok(self.bounded(row.bind(game).fetch_optional(&self.pool)).await?.map(|row| row.get(0)))
    }

    async fn claim_orphans(&self, node: &str, most: u32) -> StoreResult<Vec<(String, u64)>> {
        // Nodes that sweep at the same time share the orphans.
        let rows = sqlx::query(
            "UPDATE game_lease SET node = $1, epoch = epoch + 1 FROM ( \
                 SELECT game, renewed_at FROM node_lease JOIN game_lease USING (node) \
                 WHERE expires_at <= database_time() AND node <> $1 LIMIT $2 FOR UPDATE OF game_lease SKIP LOCKED \
             ) AS orphan WHERE game_lease.game = orphan.game RETURNING game_lease.game, orphan.renewed_at",
        )
        .bind(node)
        .bind(i64::from(most));
        let rows = self.bounded(rows.fetch_all(&self.pool)).await?;
        Ok(rows.iter().map(|row| (row.get(0), row.get::<i64, _>(1) as u64)).collect())
    }

    async fn release(&self, game: &str, node: &str) -> StoreResult<()> {
        let release =
            sqlx::query("DELETE FROM game_lease WHERE game = $1 AND node = $2").bind(game).bind(node);
        self.bounded(release.execute(&self.pool)).await?;
        Ok(())
    }
}
