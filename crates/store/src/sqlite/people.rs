//! What belongs to accounts, in SQLite.

use async_trait::async_trait;
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{Connection, Row, Sqlite};

use super::sound::Sound;
use super::{SqliteStore, write_failed};
use crate::StoreResult;
use crate::account::{Account, AccountStatus, StoredSession};
use crate::people::{AuditEntry, ConductReport, PeopleStore, SeekKind, StoredKey, people_store};
use crate::recovery::{MailLink, MailPurpose, RecoveryStore, StoredPasskey, recovery_store};
use crate::retention::{RetentionStore, retention_store};
use crate::row::read_digest;
use crate::token::TokenDigest;

/// SQLite stores any text.
pub(super) fn storable(text: &str) -> String {
    text.to_owned()
}

impl SqliteStore {
    pub(super) async fn execute_one(&self, query: Query<'_, Sqlite, SqliteArguments>) -> StoreResult<u64> {
        let done = query.execute(&mut *self.writer().await).await.map_err(write_failed)?;
        Ok(done.rows_affected())
    }

    pub(super) async fn fetch_rows(
        &self,
        query: Query<'_, Sqlite, SqliteArguments>,
    ) -> StoreResult<Vec<SqliteRow>> {
        query.fetch_all(&self.readers).await?.sound()
    }

    /// Runs statements that have one parameter in one transaction.
    pub(super) async fn in_transaction<T>(&self, statements: &[&'static str], parameter: T) -> StoreResult<()>
    where
        T: Clone + Send + Sync + 'static + sqlx::Type<Sqlite> + for<'q> sqlx::Encode<'q, Sqlite>,
    {
        let mut writer = self.writer().await;
        let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
        for statement in statements {
            sqlx::query(*statement).bind(parameter.clone()).execute(&mut *transaction).await?;
        }
        transaction.commit().await.map_err(write_failed)
    }
}

people_store!(SqliteStore, Sqlite);
recovery_store!(SqliteStore, Sqlite);
retention_store!(SqliteStore);
