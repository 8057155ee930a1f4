//! Seeks in SQLite.

use async_trait::async_trait;
use sqlx::sqlite::SqlitePool;

use super::sound::Sound;
use super::{SqliteStore, write_failed};
use crate::StoreResult;
use crate::row::read_seek;
use crate::seek::{SeekStore, StoredSeek};

pub(super) async fn read(readers: &SqlitePool, id: &str) -> StoreResult<Option<StoredSeek>> {
    let row = sqlx::query(
        "SELECT seek.id, seek.created_at, body, name, visitor, account, key, game.id \
         FROM seek LEFT JOIN game ON game.seek = seek.id WHERE seek.id = ?",
    )
    .bind(id)
    .fetch_optional(readers)
    .await?
    .sound()?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(read_seek(&row)?))
}

#[async_trait]
impl SeekStore for SqliteStore {
    async fn seek(&self, id: &str) -> StoreResult<Option<StoredSeek>> {
        read(&self.readers, id).await
    }

    async fn delete_seek(&self, id: &str) -> StoreResult<()> {
        sqlx::query("DELETE FROM seek WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM game WHERE seek = ?1)")
            .bind(id)
            .execute(&mut *self.writer().await)
            .await
            .map_err(write_failed)?;
        Ok(())
    }
}
