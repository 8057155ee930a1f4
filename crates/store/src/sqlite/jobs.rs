//! Jobs in SQLite.

use async_trait::async_trait;
use sqlx::{Connection, Row, Sqlite};

use super::people::storable;
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
        let mut writer = self.writer().await;
        let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
        let own = sqlx::query_scalar(waiting_games!("quota = ?")).bind(job.quota);
        let own = own.fetch_one(&mut *transaction).await?;
        let visitors =
            sqlx::query_scalar(waiting_games!("account IS NULL")).fetch_one(&mut *transaction).await?;
        if let Err(refused) = admit(job, limits, own, visitors) {
            return Ok(refused);
        }
        sqlx::query(
            "INSERT INTO job (id, kind, account, visitor, quota, lang, games, created_at, cancelled) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)",
        )
        .bind(job.id)
        .bind(job.kind)
        .bind(job.owner.account)
        .bind(digest_bytes(&job.owner.visitor.filter(|_| job.owner.account.is_none())))
        .bind(job.quota)
        .bind(job.lang)
        .bind(job.games.len() as i64)
        .bind(job.at as i64)
        .execute(&mut *transaction)
        .await?;
        sqlx::query("INSERT INTO job_game (job, number, pdn) SELECT ?, key + 1, value FROM json_each(?)")
            .bind(job.id)
            .bind(serde_json::to_string(job.games)?)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await.map_err(write_failed)?;
        Ok(JobAdmission::Added)
    }
}
