//! Jobs in SQLite. Their games and results are written part by part.

use async_trait::async_trait;
use sqlx::{Row, Sqlite};

use super::long_text::{LongWrite, PART, SplitText};
use super::{SqliteStore, write_failed};
use crate::StoreResult;
use crate::job::{
    JobAdmission, JobLimits, JobStore, NewJob, StoredJob, StoredTask, admit, job_number, job_store,
    waiting_games,
};
use crate::row::{digest_bytes, read_digest};
use crate::seat::Credentials;

job_store!(SqliteStore, Sqlite);

impl SqliteStore {
    async fn insert_job(&self, job: &NewJob<'_>, limits: JobLimits) -> StoreResult<JobAdmission> {
        let mut long = self.long_write().await?;
        let (own, visitors) = {
            let mut writer = self.writer().await;
            let own = sqlx::query_scalar(waiting_games!("quota = ?")).bind(job.quota);
            let own = own.fetch_one(&mut *writer).await?;
            let visitors = sqlx::query_scalar(waiting_games!("account IS NULL"));
            (own, visitors.fetch_one(&mut *writer).await?)
        };
        // No other job comes in between, since this is the only long write.
        if let Err(refused) = admit(job, limits, own, visitors) {
            return Ok(refused);
        }
        let add = sqlx::query(
            "INSERT INTO job (id, kind, account, visitor, quota, lang, games, created_at, finished_at, cancelled) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, 2)",
        )
        .bind(job.id)
        .bind(job.kind)
        .bind(job.owner.account)
        .bind(digest_bytes(&job.owner.visitor.filter(|_| job.owner.account.is_none())))
        .bind(job.quota)
        .bind(job.lang)
        .bind(job.games.len() as i64)
        .bind(job.at as i64);
        long.execute(add).await?;
        insert_job_games(&mut long, job).await?;
        let open = sqlx::query("UPDATE job SET finished_at = NULL, cancelled = 0 WHERE id = ?");
        open.bind(job.id).execute(&mut *self.writer().await).await.map_err(write_failed)?;
        long.complete();
        Ok(JobAdmission::Added)
    }

    async fn insert_job_result(&self, job: &str, number: u32, at: u64, body: &str) -> StoreResult<()> {
        let mut long = self.long_write().await?;
        let SplitText { first, rest } = long.split(body).await?;
        sqlx::query("INSERT INTO job_result (job, number, at, body, rest) VALUES (?, ?, ?, ?, ?)")
            .bind(job)
            .bind(number)
            .bind(at as i64)
            .bind(first)
            .bind(rest)
            .execute(&mut *self.writer().await)
            .await
            .map_err(write_failed)?;
        long.complete();
        Ok(())
    }
}

/// Writes the games of a job, about a part at a time.
async fn insert_job_games(long: &mut LongWrite<'_>, job: &NewJob<'_>) -> StoreResult<()> {
    const INSERT: &str = "INSERT INTO job_game (job, number, pdn, rest) \
         SELECT ?, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)";
    let (mut rows, mut bytes) = (Vec::new(), 0);
    for (number, game) in (1_u32..).zip(job.games) {
        let SplitText { first, rest } = long.split(game).await?;
        rows.push((number, first, rest));
        bytes += first.len();
        if bytes >= PART || number as usize == job.games.len() {
            long.execute(sqlx::query(INSERT).bind(job.id).bind(serde_json::to_string(&rows)?)).await?;
            (rows, bytes) = (Vec::new(), 0);
        }
    }
    Ok(())
}
