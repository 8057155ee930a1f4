//! Accounts and sessions in PostgreSQL.

use async_trait::async_trait;
use sqlx::Row;

use super::PostgresStore;
use crate::StoreResult;
use crate::account::{Account, AccountStore, NewAccount, StoredSession, TAKEN_OVER};
use crate::row::{digest_bytes, folded, read_account, storable};
use crate::token::TokenDigest;

#[async_trait]
impl AccountStore for PostgresStore {
    async fn create_account(&self, new: &NewAccount<'_>) -> StoreResult<i64> {
        let keys: Vec<String> = new.name_keys.iter().map(|key| storable(key)).collect();
        let take_over = TAKEN_OVER.map(|(table, more)| {
            format!(
                "taken_{table} AS (UPDATE {table} SET account = created.id, visitor = NULL{more} FROM created \
                 WHERE visitor = $5 AND account IS NULL)"
            )
        });
        let sql = format!(
            "WITH created AS (INSERT INTO account (name, folded, password, created_at) VALUES ($1, $2, $3, $4) \
             RETURNING id), \
             named AS (INSERT INTO name_key (key, account) SELECT key, created.id FROM created, unnest($6::text[]) AS key), \
             {}, \
             rights AS (UPDATE tournament_pass SET account = created.id FROM created WHERE digest = $5 AND account IS NULL) \
             SELECT id FROM created",
            take_over.join(", ")
        );
        let created = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(storable(new.name))
            .bind(storable(&folded(new.name)))
            .bind(new.password_hash)
            .bind(new.at as i64)
            .bind(digest_bytes(&new.visitor))
            .bind(keys);
        Ok(self.bounded(created.fetch_one(&self.pool)).await?.get(0))
    }

    async fn account(&self, name: &str) -> StoreResult<Option<Account>> {
        let row = sqlx::query("SELECT id, name, password, operator, muted, banned, account.created_at FROM account WHERE folded = $1")
            .bind(storable(&folded(name)));
        Ok(self.bounded(row.fetch_optional(&self.pool)).await?.as_ref().map(read_account))
    }

    async fn open_session(&self, account: i64, session: &StoredSession) -> StoreResult<()> {
        let open = sqlx::query(
            "INSERT INTO session (word, account, expires_at, created_at, label) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(&session.token.0[..])
        .bind(account)
        .bind(session.expires_at as i64)
        .bind(session.created_at as i64)
        .bind(storable(&session.label));
        self.bounded(open.execute(&self.pool)).await?;
        Ok(())
    }

    async fn session(&self, token: TokenDigest, at: u64) -> StoreResult<Option<Account>> {
        let row = sqlx::query(
            "SELECT id, name, password, operator, muted, banned, account.created_at FROM session JOIN account ON account.id = session.account \
             WHERE word = $1 AND expires_at > $2",
        )
        .bind(&token.0[..])
        .bind(at as i64);
        Ok(self.bounded(row.fetch_optional(&self.pool)).await?.as_ref().map(read_account))
    }

    async fn close_session(&self, token: TokenDigest) -> StoreResult<()> {
        let close = sqlx::query("DELETE FROM session WHERE word = $1").bind(&token.0[..]);
        self.bounded(close.execute(&self.pool)).await?;
        Ok(())
    }
}
