//! Long texts, written part by part.
//!
//! A move waits for whatever the writer is doing, and a megabyte takes ten times as long to commit as a move. So a row holds
//! only the first part of a long text. The rest is written before it, each part in a commit of its own with a pause after it in
//! which moves are written. What an interrupted write leaves is deleted before the next one.

use std::time::Duration;

use sqlx::sqlite::SqliteConnection;
use tokio::sync::MutexGuard;

use super::{SqliteStore, write_failed};
use crate::StoreResult;

/// The most bytes in a part: a commit of as many takes hardly longer than that of a move.
pub(super) const PART: usize = 64 << 10;
/// The pause after a part. It bounds what long texts take of the disk, which moves need too.
const PAUSE: Duration = Duration::from_millis(4);

/// A text whose row names it in `rest` is complete; others were left by an interrupted write. So were jobs with the mark 2.
const DELETE_UNFINISHED: &[&str] = &[
    "DELETE FROM job_game WHERE job IN (SELECT id FROM job WHERE cancelled = 2)",
    "DELETE FROM job WHERE cancelled = 2",
    "DELETE FROM text_part WHERE text NOT IN (SELECT rest FROM imported WHERE rest IS NOT NULL \
     UNION ALL SELECT rest FROM job_game WHERE rest IS NOT NULL \
     UNION ALL SELECT rest FROM job_result WHERE rest IS NOT NULL)",
];

/// Whether the last long write was completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LastLongWrite {
    Complete,
    Interrupted,
}

/// The turn of one long write; the others wait.
pub(super) struct LongWrite<'a> {
    store: &'a SqliteStore,
    last: MutexGuard<'a, LastLongWrite>,
}

/// A text as a row holds it: its first part, and the name of the rest.
pub(super) struct SplitText<'a> {
    pub(super) first: &'a str,
    pub(super) rest: Option<String>,
}

/// Deletes what interrupted writes left.
pub(super) async fn delete_unfinished(connection: &mut SqliteConnection) -> StoreResult<()> {
    for statement in DELETE_UNFINISHED {
        sqlx::query(*statement).execute(&mut *connection).await.map_err(write_failed)?;
    }
    Ok(())
}

impl SqliteStore {
    /// Waits for other long writes.
    pub(super) async fn long_write(&self) -> StoreResult<LongWrite<'_>> {
        let mut last = self.long_writes.lock().await;
        if *last == LastLongWrite::Interrupted {
            delete_unfinished(&mut *self.writer().await).await?;
            *last = LastLongWrite::Complete;
        }
        Ok(LongWrite { store: self, last })
    }
}

impl LongWrite<'_> {
    /// Writes all of a text but its first part, if it is long.
    pub(super) async fn split<'t>(&mut self, text: &'t str) -> StoreResult<SplitText<'t>> {
        let (first, mut others) = text.split_at(text.floor_char_boundary(PART));
        if others.is_empty() {
            return Ok(SplitText { first, rest: None });
        }
        let name = sqlx::query_scalar("SELECT lower(hex(randomblob(8)))").fetch_one(&self.store.readers);
        let name: String = name.await?;
        for part in 1_i64.. {
            let (body, after) = others.split_at(others.floor_char_boundary(PART));
            let insert = sqlx::query("INSERT INTO text_part (text, part, body) VALUES (?, ?, ?)");
            self.execute(insert.bind(&name).bind(part).bind(body)).await?;
            others = after;
            if others.is_empty() {
                break;
            }
        }
        Ok(SplitText { first, rest: Some(name) })
    }

    /// Writes something that is not complete by itself, and then leaves the writer to moves for a while.
    pub(super) async fn execute(
        &mut self,
        query: sqlx::query::Query<'_, sqlx::Sqlite, sqlx::sqlite::SqliteArguments>,
    ) -> StoreResult<()> {
        *self.last = LastLongWrite::Interrupted;
        query.execute(&mut *self.store.writer().await).await.map_err(write_failed)?;
        tokio::time::sleep(PAUSE).await;
        Ok(())
    }

    /// Ends the turn, after the row that refers to all the rest was written.
    pub(super) fn complete(mut self) {
        *self.last = LastLongWrite::Complete;
    }
}
