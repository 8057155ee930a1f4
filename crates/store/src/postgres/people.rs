//! What belongs to accounts, in PostgreSQL.

use async_trait::async_trait;
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::Query;
use sqlx::{Postgres, Row};

use super::PostgresStore;
use crate::StoreResult;
use crate::account::{Account, AccountStatus, StoredSession};
use crate::people::{AuditEntry, ConductReport, PeopleStore, SeekKind, StoredKey, people_store};
use crate::recovery::{MailLink, MailPurpose, RecoveryStore, StoredPasskey, recovery_store};
use crate::retention::{RetentionStore, retention_store};
use crate::row::{read_digest, storable};
use crate::token::TokenDigest;

impl PostgresStore {
    pub(super) async fn execute_one(&self, query: Query<'_, Postgres, PgArguments>) -> StoreResult<u64> {
        Ok(self.bounded(query.execute(&self.pool)).await?.rows_affected())
    }

    pub(super) async fn fetch_rows(
        &self,
        query: Query<'_, Postgres, PgArguments>,
    ) -> StoreResult<Vec<PgRow>> {
        self.bounded(query.fetch_all(&self.pool)).await
    }

    /// Runs statements that have one parameter in one transaction.
    pub(super) async fn in_transaction<T>(&self, statements: &[&'static str], parameter: T) -> StoreResult<()>
    where
        T: Clone + Send + Sync + 'static + sqlx::Type<Postgres> + for<'q> sqlx::Encode<'q, Postgres>,
    {
        self.bounded(async {
            let mut transaction = self.pool.begin().await?;
            for statement in statements {
                sqlx::query(*statement).bind(parameter.clone()).execute(&mut *transaction).await?;
            }
            transaction.commit().await
        })
        .await
    }
}

people_store!(PostgresStore, Postgres);
recovery_store!(PostgresStore, Postgres);
retention_store!(PostgresStore);
