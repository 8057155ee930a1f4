//! Seeks in PostgreSQL.

use async_trait::async_trait;

use super::PostgresStore;
use crate::StoreResult;
use crate::row::read_seek;
use crate::seek::{SeekStore, StoredSeek};

#[async_trait]
impl SeekStore for PostgresStore {
    async fn seek(&self, id: &str) -> StoreResult<Option<StoredSeek>> {
        let row = sqlx::query(
            "SELECT seek.id, seek.created_at, body, name, visitor, account, key, game.id \
             FROM seek LEFT JOIN game ON game.seek = seek.id WHERE seek.id = $1",
        )
        .bind(id);
        let Some(row) = self.bounded(row.fetch_optional(&self.pool)).await? else { return Ok(None) };
        Ok(Some(read_seek(&row)?))
    }

    async fn delete_seek(&self, id: &str) -> StoreResult<()> {
        let delete =
            sqlx::query("DELETE FROM seek WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM game WHERE seek = $1)");
        match self.bounded(delete.bind(id).execute(&self.pool)).await {
            // A game that is created at the same time keeps its seek.
            Ok(_) | Err(crate::StoreError::Conflict) => Ok(()),
            Err(error) => Err(error),
        }
    }
}
