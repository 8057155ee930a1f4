//! Jobs in PostgreSQL.

use async_trait::async_trait;
use sqlx::{Postgres, Row};

use super::PostgresStore;
use crate::StoreResult;
use crate::job::{
    JobAdmission, JobLimits, JobStore, NewJob, StoredJob, StoredTask, admit, job_number, job_store,
    waiting_games,
};
use crate::row::{digest_bytes, read_digest, storable};
use crate::seat::Credentials;

job_store!(PostgresStore, Postgres);

impl PostgresStore {
    async fn insert_job_result(&self, job: &str, number: u32, at: u64, body: &str) -> StoreResult<()> {
        let add = query("INSERT INTO job_result (job, number, at, body) VALUES ($1, $2, $3, $4)".to_owned());
        let add = add.bind(job.to_owned()).bind(i64::from(number)).bind(at as i64).bind(storable(body));
        self.execute_one(add).await.map(|_| ())
    }

    async fn insert_job(&self, job: &NewJob<'_>, limits: JobLimits) -> StoreResult<JobAdmission> {
        let games: Vec<_> = job.games.iter().map(|game| storable(game)).collect();
        self.bounded(async {
            let mut transaction = self.pool.begin().await?;
            // Requests with the same quota, through whichever server, are counted one after the other.
            let lock = sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))");
            lock.bind(job.quota).execute(&mut *transaction).await?;
            let own = sqlx::query_scalar(waiting_games!("quota = $1")).bind(job.quota);
            let own = own.fetch_one(&mut *transaction).await?;
            let visitors = sqlx::query_scalar(waiting_games!("account IS NULL"));
            let visitors = visitors.fetch_one(&mut *transaction).await?;
            if let Err(refused) = admit(job, limits, own, visitors) {
                return Ok(refused);
            }
            sqlx::query(
                "INSERT INTO job (id, kind, account, visitor, quota, lang, games, created_at, cancelled) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0)",
            )
            .bind(job.id)
            .bind(job.kind)
            .bind(job.owner.account)
            .bind(digest_bytes(&job.owner.visitor.filter(|_| job.owner.account.is_none())))
            .bind(job.quota)
            .bind(job.lang)
            .bind(games.len() as i64)
            .bind(job.at as i64)
            .execute(&mut *transaction)
            .await?;
            sqlx::query(
                "INSERT INTO job_game (job, number, pdn) \
                 SELECT $1, number, pdn FROM unnest($2::text[]) WITH ORDINALITY AS game (pdn, number)",
            )
            .bind(job.id)
            .bind(&games)
            .execute(&mut *transaction)
            .await?;
            transaction.commit().await?;
            Ok(JobAdmission::Added)
        })
        .await
    }
}
