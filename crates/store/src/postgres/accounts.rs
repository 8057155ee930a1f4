//! Accounts and sessions in PostgreSQL.

use async_trait::async_trait;
use sqlx::Row;
use sqlx::postgres::PgRow;

use super::{PostgresStore, storable};
use crate::StoreResult;
use crate::account::{Account, AccountStore};
use crate::row::{digest_bytes, folded};
use crate::token::TokenDigest;

fn read_account(row: &PgRow) -> Account {
    Account { id: row.get(0), name: row.get(1), password_hash: row.get(2) }
}

#[async_trait]
impl AccountStore for PostgresStore {
    async fn create_account(
        &self,
        name: &str,
        password_hash: &str,
        visitor: Option<TokenDigest>,
        at: u64,
    ) -> StoreResult<i64> {
        let created = sqlx::query(
            "WITH created AS (INSERT INTO account (name, folded, password, created_at) VALUES ($1, $2, $3, $4) \
             RETURNING id), \
             taken_over AS (UPDATE seat SET account = created.id FROM created WHERE visitor = $5 AND account IS NULL) \
             SELECT id FROM created",
        )
        .bind(storable(name))
        .bind(storable(&folded(name)))
        .bind(password_hash)
        .bind(at as i64)
        .bind(digest_bytes(&visitor));
        Ok(self.bounded(created.fetch_one(&self.pool)).await?.get(0))
    }

    async fn account(&self, name: &str) -> StoreResult<Option<Account>> {
        let row = sqlx::query("SELECT id, name, password FROM account WHERE folded = $1")
            .bind(storable(&folded(name)));
        Ok(self.bounded(row.fetch_optional(&self.pool)).await?.as_ref().map(read_account))
    }

    async fn open_session(&self, token: TokenDigest, account: i64, expires_at: u64) -> StoreResult<()> {
        let open = sqlx::query("INSERT INTO session (word, account, expires_at) VALUES ($1, $2, $3)")
            .bind(&token.0[..])
            .bind(account)
            .bind(expires_at as i64);
        self.bounded(open.execute(&self.pool)).await?;
        Ok(())
    }

    async fn session(&self, token: TokenDigest, at: u64) -> StoreResult<Option<Account>> {
        let row = sqlx::query(
            "SELECT account.id, name, password FROM session JOIN account ON account.id = session.account \
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
