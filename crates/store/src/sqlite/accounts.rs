//! Accounts and sessions in SQLite.

use async_trait::async_trait;
use sqlx::Connection;

use super::sound::Sound;
use super::{SqliteStore, write_failed};
use crate::StoreResult;
use crate::account::{Account, AccountStore, NewAccount, StoredSession, TAKEN_OVER};
use crate::row::{digest_bytes, folded, read_account};
use crate::token::TokenDigest;

#[async_trait]
impl AccountStore for SqliteStore {
    async fn create_account(&self, new: &NewAccount<'_>) -> StoreResult<i64> {
        let mut writer = self.writer().await;
        let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
        let added =
            sqlx::query("INSERT INTO account (name, folded, password, created_at) VALUES (?, ?, ?, ?)")
                .bind(new.name)
                .bind(folded(new.name))
                .bind(new.password_hash)
                .bind(new.at as i64)
                .execute(&mut *transaction)
                .await?;
        let id = added.last_insert_rowid();
        for key in new.name_keys {
            let add = sqlx::query("INSERT INTO name_key (key, account) VALUES (?, ?)");
            add.bind(key).bind(id).execute(&mut *transaction).await?;
        }
        let take_over = TAKEN_OVER.map(|(table, more)| {
            format!(
                "UPDATE {table} SET account = ?, visitor = NULL{more} WHERE visitor = ? AND account IS NULL"
            )
        });
        let rights = "UPDATE tournament_pass SET account = ? WHERE digest = ? AND account IS NULL".to_owned();
        for update in take_over.into_iter().chain([rights]) {
            let update = sqlx::query(sqlx::AssertSqlSafe(update)).bind(id).bind(digest_bytes(&new.visitor));
            update.execute(&mut *transaction).await?;
        }
        transaction.commit().await.map_err(write_failed)?;
        Ok(id)
    }

    async fn account(&self, name: &str) -> StoreResult<Option<Account>> {
        let row = sqlx::query("SELECT id, name, password, operator, muted, banned, account.created_at FROM account WHERE folded = ?")
            .bind(folded(name));
        Ok(row.fetch_optional(&self.readers).await?.sound()?.as_ref().map(read_account))
    }

    async fn open_session(&self, account: i64, session: &StoredSession) -> StoreResult<()> {
        sqlx::query(
            "INSERT INTO session (word, account, expires_at, created_at, label) VALUES (?, ?, ?, ?, ?)",
        )
        .bind(&session.token.0[..])
        .bind(account)
        .bind(session.expires_at as i64)
        .bind(session.created_at as i64)
        .bind(&session.label)
        .execute(&mut *self.writer().await)
        .await
        .map_err(write_failed)?;
        Ok(())
    }

    async fn session(&self, token: TokenDigest, at: u64) -> StoreResult<Option<Account>> {
        let row = sqlx::query(
            "SELECT id, name, password, operator, muted, banned, account.created_at FROM session \
             JOIN account ON account.id = session.account WHERE word = ? AND expires_at > ?",
        )
        .bind(&token.0[..])
        .bind(at as i64)
        .fetch_optional(&self.readers)
        .await?
        .sound()?;
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
