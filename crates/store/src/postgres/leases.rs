//! Leases in PostgreSQL.

use std::time::Duration;

use async_trait::async_trait;
use sqlx::{AssertSqlSafe, Row};

use super::PostgresStore;
use crate::lease::{Claim, LeaseKind, LeaseStore, NodeState};
use crate::{StoreError, StoreResult};

/// Attempts to claim what changes hands meanwhile.
const ATTEMPTS: u32 = 4;

#[async_trait]
impl LeaseStore for PostgresStore {
    async fn renew_node(&self, node: &str, time: Duration, silent: Duration) -> StoreResult<u64> {
        let renew = sqlx::query(
            "INSERT INTO node_lease (node, renewed_at, expires_at) \
             VALUES ($1, database_time() - $3, database_time() + $2) \
             ON CONFLICT (node) DO UPDATE SET renewed_at = EXCLUDED.renewed_at, expires_at = EXCLUDED.expires_at \
             RETURNING renewed_at + $3",
        )
        .bind(node)
        .bind(millis(time))
        .bind(millis(silent));
        let row = self.bounded(renew.fetch_one(&self.pool)).await?;
        Ok(row.get::<i64, _>(0) as u64)
    }

    async fn expire_node(&self, node: &str, silent: Duration) -> StoreResult<()> {
        let expire = sqlx::query(
            "UPDATE node_lease SET (renewed_at, expires_at) = \
             (SELECT now - $2, now - $2 + LEAST($2, 1) FROM (SELECT database_time() AS now) AS time) WHERE node = $1",
        );
        self.bounded(expire.bind(node).bind(millis(silent)).execute(&self.pool)).await?;
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

    async fn reachable_nodes(&self, within: Duration) -> StoreResult<Vec<String>> {
        let rows = sqlx::query(
            "SELECT node FROM node_lease WHERE expires_at > database_time() AND renewed_at > database_time() - $1",
        );
        let rows = self.bounded(rows.bind(millis(within)).fetch_all(&self.pool)).await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    async fn node_state(&self, node: &str, within: Duration) -> StoreResult<NodeState> {
        let row = sqlx::query(
            "SELECT renewed_at, renewed_at < database_time() - $2, expires_at > renewed_at FROM node_lease WHERE node = $1",
        );
        let row = row.bind(node).bind(millis(within)).fetch_optional(&self.pool);
        Ok(match self.bounded(row).await? {
            Some(row) if !row.get::<bool, _>(2) => NodeState::Left,
            Some(row) if row.get::<bool, _>(1) => NodeState::Lost { since: row.get::<i64, _>(0) as u64 },
            Some(_) => NodeState::There,
            None => NodeState::Left,
        })
    }

    async fn claim(&self, kind: LeaseKind, id: &str, node: &str) -> StoreResult<Claim> {
        for _ in 0..ATTEMPTS {
            let before = about(
                kind,
                "SELECT node, renewed_at, expires_at > database_time() FROM {kind}_lease JOIN node_lease USING (node) \
                 WHERE {kind} = $1",
            );
            let before = self.bounded(sqlx::query(before).bind(id).fetch_optional(&self.pool)).await?;
            let before =
                before.map(|row| (row.get::<String, _>(0), row.get::<i64, _>(1), row.get::<bool, _>(2)));
            match &before {
                Some((owner, ..)) if owner == node => return Ok(Claim::Owned),
                Some((owner, _, true)) => return Ok(Claim::OwnedBy(owner.clone())),
                _ => {}
            }
            let take = about(
                kind,
                "INSERT INTO {kind}_lease AS lease ({kind}, node, epoch) VALUES ($1, $2, 1) \
                 ON CONFLICT ({kind}) DO UPDATE SET node = EXCLUDED.node, epoch = lease.epoch + 1 \
                 WHERE lease.node = $3",
            );
            let owner_before = before.as_ref().map(|(owner, ..)| owner);
            let take = sqlx::query(take).bind(id).bind(node).bind(owner_before);
            if self.bounded(take.execute(&self.pool)).await?.rows_affected() == 1 {
                return Ok(match before {
                    Some((_, alive_at, _)) => Claim::TakenOver { alive_at: alive_at as u64 },
                    None => Claim::Owned,
                });
            }
        }
        Err(StoreError::Unavailable("it changes hands too often".into()))
    }

    async fn seize(&self, kind: LeaseKind, id: &str, node: &str, owner: &str) -> StoreResult<bool> {
        let take = about(
            kind,
            "UPDATE {kind}_lease SET node = $2, epoch = epoch + 1 WHERE {kind} = $1 AND node = $3",
        );
        let take = sqlx::query(take).bind(id).bind(node).bind(owner);
        Ok(self.bounded(take.execute(&self.pool)).await?.rows_affected() == 1)
    }

    async fn owner(&self, kind: LeaseKind, id: &str) -> StoreResult<Option<String>> {
        let row = about(
            kind,
            "SELECT node FROM {kind}_lease JOIN node_lease USING (node) \
             WHERE {kind} = $1 AND expires_at > database_time()",
        );
        let row = self.bounded(sqlx::query(row).bind(id).fetch_optional(&self.pool)).await?;
        Ok(row.map(|row| row.get(0)))
    }

    async fn orphans(&self, kind: LeaseKind, node: &str, most: u32) -> StoreResult<Vec<String>> {
        let rows = about(
            kind,
            "SELECT {kind} FROM node_lease JOIN {kind}_lease USING (node) \
             WHERE expires_at <= database_time() AND node <> $1 ORDER BY md5({kind} || $1) LIMIT $2",
        );
        let rows = sqlx::query(rows).bind(node).bind(i64::from(most));
        Ok(self.bounded(rows.fetch_all(&self.pool)).await?.iter().map(|row| row.get(0)).collect())
    }

    async fn release(&self, kind: LeaseKind, id: &str, node: &str) -> StoreResult<()> {
        let release = about(kind, "DELETE FROM {kind}_lease WHERE {kind} = $1 AND node = $2");
        self.bounded(sqlx::query(release).bind(id).bind(node).execute(&self.pool)).await?;
        Ok(())
    }
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// A statement about one kind of lease. Their tables are alike.
fn about(kind: LeaseKind, statement: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(statement.replace("{kind}", kind.name())) // no input, one of three names
}
