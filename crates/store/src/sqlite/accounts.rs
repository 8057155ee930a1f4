//! Accounts and sessions in SQLite.

use async_trait::async_trait;
use sqlx::sqlite::SqliteRow;
use sqlx::{Connection, Row};

use super::{SqliteStore, write_failed};
use crate::StoreResult;
use crate::account::{Account, AccountStore};
use crate::row::{digest_bytes, folded};
use crate::token::TokenDigest;

fn read_account(row: &SqliteRow) -> Account {
    Account { id: row.get(0), name: row.get(1), password_hash: row.get(2) }
}

#[async_trait]
impl AccountStore for SqliteStore {
    async fn create_account(
        &self,
        name: &str,
        password_hash: &str,
        visitor: Option<TokenDigest>,
        at: u64,
    ) -> StoreResult<i64> {
        let mut writer = self.writer().await;
        let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
        let added =
            sqlx::query("INSERT INTO account (name, folded, password, created_at) VALUES (?, ?, ?, ?)")
                .bind(name)
                .bind(folded(name))
                .bind(password_hash)
                .bind(at as i64)
                .execute(&mut *transaction)
                .await?;
        let id = added.last_insert_rowid();
        sqlx::query("UPDATE seat SET account = ? WHERE visitor = ? AND account IS NULL")
            .bind(id)
            .bind(digest_bytes(&visitor))
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await.map_err(write_failed)?;
        Ok(id)
    }

    async fn account(&self, name: &str) -> StoreResult<Option<Account>> {
        let row = sqlx::query("SELECT id, name, password FROM account WHERE folded = ?").bind(folded(name));
        Ok(row.fetch_optional(&self.readers).await?.as_ref().map(read_account))
    }

    async fn open_session(&self, token: TokenDigest, account: i64, expires_at: u64) -> StoreResult<()> {
        sqlx::query("INSERT INTO session (word, account, expires_at) VALUES (?, ?, ?)")
            .bind(&token.0[..])
            .bind(account)
            .bind(expires_at as i64)
            .execute(&mut *self.writer().await)
            .await
            .map_err(write_failed)?;
        Ok(())
    }

    async fn session(&self, token: TokenDigest, at: u64) -> StoreResult<Option<Account>> {
        let row = sqlx::query(
            "SELECT account.id, name, password FROM session JOIN account ON account.id = session.account \
             WHERE word = ? AND expires_at > ?",
        )
        .bind(&token.0[..])
        .bind(at as i64)
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.as_ref().map(read_account))
    }

    async fn close_session(&self, token: TokenDigest) -> StoreResult<()> {
        sqlx::query("DELETE FROM session WHERE word = ?")
            .bind(&token.0[..])
            .execute(&mut *self.writer().await)
            .await
            .map_err(write_failed)?;
        Ok(())
    }
}
