//! Jobs: games that wait for the engine, and the results.
//!
//! Each game of a job is a task. A queue delivers tasks to workers, perhaps more than once; the primary key of the results
//! decides which delivery counts.

use async_trait::async_trait;

use crate::seat::Credentials;
use crate::token::TokenDigest;
use crate::{StoreError, StoreResult};

/// A job to be stored.
#[derive(Clone, Debug)]
pub struct NewJob<'a> {
    /// Its id.
    pub id: &'a str,
    /// What is to be done with its games.
    pub kind: &'a str,
    /// When it was requested, in milliseconds since 1970.
    pub at: u64,
    /// Who may see and cancel it.
    pub owner: &'a Credentials,
    /// Open jobs with the same quota share one limit.
    pub quota: &'a str,
    /// The language of the results.
    pub lang: &'a str,
    /// The games as PDN, numbered from 1.
    pub games: &'a [String],
}

/// How many games may wait for a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JobLimits {
    /// In open jobs with the same quota.
    pub own: u32,
    /// In open jobs of all visitors without an account; a job of an account is not subject to it.
    pub visitors: u32,
}

/// What became of a new job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobAdmission {
    /// It is stored.
    Added,
    /// There is a job with this id already.
    Exists,
    /// Too many games with its quota wait.
    OwnLimit,
    /// Too many games of visitors wait.
    VisitorLimit,
}

/// A job as the store holds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredJob {
    /// Its id.
    pub id: String,
    /// What is to be done with its games.
    pub kind: String,
    /// When it was requested, in milliseconds since 1970.
    pub at: u64,
    /// The number of its games.
    pub games: u32,
    /// How many of them have a result.
    pub done: u32,
    /// When it got its last result or was cancelled; `None` while it is open.
    pub finished_at: Option<u64>,
    /// Whether it was cancelled.
    pub cancelled: bool,
    /// The account that may see it.
    pub account: Option<i64>,
    /// The visitor who may see it.
    pub visitor: Option<TokenDigest>,
}

impl StoredJob {
    /// Whether these credentials belong to its owner.
    #[must_use]
    pub fn is_of(&self, shown: &Credentials) -> bool {
        match self.account {
            Some(account) => shown.account == Some(account),
            None => self.visitor.is_some() && self.visitor == shown.visitor,
        }
    }
}

/// A game of a job, as a worker needs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredTask {
    /// What is to be done with it.
    pub kind: String,
    /// The language of the result.
    pub lang: String,
    /// The game.
    pub pdn: String,
    /// The number of games of the job.
    pub games: u32,
    /// Whether the job still wants results.
    pub is_open: bool,
    /// Whether there is a result.
    pub has_result: bool,
}

/// Storage of jobs.
#[async_trait]
pub trait JobStore: Send + Sync + 'static {
    /// Stores a job with its games, unless that exceeds a limit.
    async fn add_job(&self, job: &NewJob<'_>, limits: JobLimits) -> StoreResult<JobAdmission>;

    /// A job by its id.
    async fn job(&self, id: &str) -> StoreResult<Option<StoredJob>>;

    /// The latest jobs of an owner.
    async fn jobs_of(&self, owner: &Credentials, most: u32) -> StoreResult<Vec<StoredJob>>;

    /// Open jobs, the oldest first.
    async fn open_jobs(&self, most: u32) -> StoreResult<Vec<StoredJob>>;

    /// A game of a job.
    async fn job_task(&self, job: &str, number: u32) -> StoreResult<Option<StoredTask>>;

    /// Stores the result of a game. `Conflict` if there is one already, or if the job was deleted.
    async fn add_job_result(&self, job: &str, number: u32, at: u64, body: &str) -> StoreResult<()>;

    /// Closes a job that has a result for every game, and empties its games, which the results contain. Says whether it is closed.
    async fn finish_job(&self, job: &str, at: u64) -> StoreResult<bool>;

    /// Cancels an open job. Its results stay, its games are emptied.
    async fn cancel_job(&self, job: &str, at: u64) -> StoreResult<()>;

    /// Deletes a job with its games and results.
    async fn delete_job(&self, job: &str) -> StoreResult<()>;

    /// The numbers of the games that have a result, in order.
    async fn job_result_numbers(&self, job: &str) -> StoreResult<Vec<u32>>;

    /// Results after a number, in order.
    async fn job_results(&self, job: &str, after: u32, most: u32) -> StoreResult<Vec<(u32, String)>>;

    /// Deletes a few jobs from before an instant: jobs of visitors and jobs of accounts have different ages. Says how many.
    async fn delete_old_jobs(&self, visitors: u64, accounts: u64, most: u32) -> StoreResult<u64>;
}

/// A number as the store holds it.
pub(crate) fn job_number(stored: i64) -> u32 {
    u32::try_from(stored).unwrap_or(u32::MAX)
}

/// Deletes a job, statement by statement in one transaction. `$1` is its id.
pub(crate) const DELETE_JOB: &[&str] = &[
    "DELETE FROM job_result WHERE job = $1",
    "DELETE FROM job_game WHERE job = $1",
    "DELETE FROM job WHERE id = $1",
];

/// How many games of open jobs wait, for a condition on `job`.
macro_rules! waiting_games {
    ($condition:literal) => {
        concat!(
            "SELECT CAST(COALESCE(SUM(games - (SELECT COUNT(*) FROM job_result WHERE job_result.job = job.id)), 0) AS bigint) \
             FROM job WHERE finished_at IS NULL AND ",
            $condition
        )
    };
}
pub(crate) use waiting_games;

/// Decides on a new job by the numbers of games that wait.
pub(crate) fn admit(
    job: &NewJob<'_>,
    limits: JobLimits,
    own: i64,
    visitors: i64,
) -> Result<(), JobAdmission> {
    let new = i64::try_from(job.games.len()).unwrap_or(i64::MAX);
    if own.saturating_add(new) > i64::from(limits.own) {
        return Err(JobAdmission::OwnLimit);
    }
    if job.owner.account.is_none() && visitors.saturating_add(new) > i64::from(limits.visitors) {
        return Err(JobAdmission::VisitorLimit);
    }
    Ok(())
}

/// Of two equal jobs that are added at a time, one is added.
pub(crate) fn admitted(added: StoreResult<JobAdmission>) -> StoreResult<JobAdmission> {
    match added {
        Err(StoreError::Conflict) => Ok(JobAdmission::Exists),
        other => other,
    }
}

/// Implements [`JobStore`] for a store with `insert_job`, `insert_job_result`, `execute_one`, `fetch_rows` and `in_transaction`. A job
/// with the mark 2 does not exist yet: its games are being written.
macro_rules! job_store {
    ($store:ty, $database:ty) => {
        const SELECT_JOB: &str = "SELECT id, kind, created_at, games, \
            (SELECT COUNT(*) FROM job_result WHERE job_result.job = job.id), finished_at, cancelled, account, visitor FROM job \
            WHERE cancelled < 2 AND";

        #[async_trait]
        impl JobStore for $store {
            async fn add_job(&self, job: &NewJob<'_>, limits: JobLimits) -> StoreResult<JobAdmission> {
                crate::job::admitted(self.insert_job(job, limits).await)
            }

            async fn job(&self, id: &str) -> StoreResult<Option<StoredJob>> {
                let job = query(format!("{SELECT_JOB} id = $1")).bind(id.to_owned());
                Ok(self.fetch_rows(job).await?.first().map(stored))
            }

            async fn jobs_of(&self, owner: &Credentials, most: u32) -> StoreResult<Vec<StoredJob>> {
                let jobs = query(format!(
                    "{SELECT_JOB} (account = $1 OR (account IS NULL AND visitor = $2)) \
                     ORDER BY created_at DESC, id LIMIT $3"
                ));
                let visitor = owner.visitor.map(|visitor| visitor.0.to_vec());
                let jobs = jobs.bind(owner.account).bind(visitor).bind(i64::from(most));
                Ok(self.fetch_rows(jobs).await?.iter().map(stored).collect())
            }

            async fn open_jobs(&self, most: u32) -> StoreResult<Vec<StoredJob>> {
                let jobs = query(format!(
                    "{SELECT_JOB} finished_at IS NULL ORDER BY created_at, id LIMIT $1"
                ));
                Ok(self.fetch_rows(jobs.bind(i64::from(most))).await?.iter().map(stored).collect())
            }

            async fn job_task(&self, job: &str, number: u32) -> StoreResult<Option<StoredTask>> {
                let task = query(
                    concat!(
                        "SELECT kind, lang, ",
                        crate::row::whole_text!("pdn"),
                        ", games, finished_at, (SELECT COUNT(*) FROM job_result \
                         WHERE job_result.job = job_game.job AND job_result.number = job_game.number) \
                         FROM job_game JOIN job ON job.id = job_game.job \
                         WHERE job_game.job = $1 AND job_game.number = $2 AND cancelled < 2"
                    )
                    .to_owned(),
                );
                let rows = self.fetch_rows(task.bind(job.to_owned()).bind(i64::from(number))).await?;
                Ok(rows.first().map(|row| StoredTask {
                    kind: row.get(0),
                    lang: row.get(1),
                    pdn: row.get(2),
                    games: job_number(row.get(3)),
                    is_open: row.get::<Option<i64>, _>(4).is_none(),
                    has_result: row.get::<i64, _>(5) > 0,
                }))
            }

            async fn add_job_result(&self, job: &str, number: u32, at: u64, body: &str) -> StoreResult<()> {
                self.insert_job_result(job, number, at, body).await
            }

            async fn finish_job(&self, job: &str, at: u64) -> StoreResult<bool> {
                let finish = query(
                    "UPDATE job SET finished_at = $2 WHERE id = $1 AND finished_at IS NULL \
                     AND games <= (SELECT COUNT(*) FROM job_result WHERE job_result.job = $1)"
                        .to_owned(),
                );
                if self.execute_one(finish.bind(job.to_owned()).bind(at as i64)).await? > 0 {
                    self.empty_job_games(job).await?;
                    return Ok(true);
                }
                let open = query("SELECT id FROM job WHERE id = $1 AND finished_at IS NULL".to_owned());
                Ok(self.fetch_rows(open.bind(job.to_owned())).await?.is_empty())
            }

            async fn cancel_job(&self, job: &str, at: u64) -> StoreResult<()> {
                let cancel = query(
                    "UPDATE job SET finished_at = $2, cancelled = 1 WHERE id = $1 AND finished_at IS NULL".to_owned(),
                );
                if self.execute_one(cancel.bind(job.to_owned()).bind(at as i64)).await? > 0 {
                    self.empty_job_games(job).await?;
                }
                Ok(())
            }

            async fn delete_job(&self, job: &str) -> StoreResult<()> {
                self.in_transaction(crate::job::DELETE_JOB, job.to_owned()).await
            }

            async fn job_result_numbers(&self, job: &str) -> StoreResult<Vec<u32>> {
                let numbers = query("SELECT number FROM job_result WHERE job = $1 ORDER BY number".to_owned());
                let rows = self.fetch_rows(numbers.bind(job.to_owned())).await?;
                Ok(rows.iter().map(|row| job_number(row.get(0))).collect())
            }

            async fn job_results(&self, job: &str, after: u32, most: u32) -> StoreResult<Vec<(u32, String)>> {
                let results = query(
                    concat!(
                        "SELECT number, ",
                        crate::row::whole_text!("body"),
                        " FROM job_result WHERE job = $1 AND number > $2 ORDER BY number LIMIT $3"
                    )
                    .to_owned(),
                );
                let results = results.bind(job.to_owned()).bind(i64::from(after)).bind(i64::from(most));
                let rows = self.fetch_rows(results).await?;
                Ok(rows.iter().map(|row| (job_number(row.get(0)), row.get(1))).collect())
            }

            async fn delete_old_jobs(&self, visitors: u64, accounts: u64, most: u32) -> StoreResult<u64> {
                let old = query(
                    "SELECT id FROM job WHERE (account IS NULL AND created_at < $1) \
                     OR (account IS NOT NULL AND created_at < $2) ORDER BY created_at, id LIMIT $3"
                        .to_owned(),
                );
                let old = old.bind(visitors as i64).bind(accounts as i64).bind(i64::from(most));
                let rows = self.fetch_rows(old).await?;
                for row in &rows {
                    self.delete_job(row.get(0)).await?;
                }
                Ok(rows.len() as u64)
            }
        }

        impl $store {
            /// Empties the games of a job that nobody works at any more. Their rows stay, since results refer to them.
            async fn empty_job_games(&self, job: &str) -> StoreResult<()> {
                let empty = query("UPDATE job_game SET pdn = '', rest = NULL WHERE job = $1".to_owned());
                self.execute_one(empty.bind(job.to_owned())).await.map(|_| ())
            }
        }

        fn stored(row: &<$database as sqlx::Database>::Row) -> StoredJob {
            StoredJob {
                id: row.get(0),
                kind: row.get(1),
                at: row.get::<i64, _>(2) as u64,
                games: job_number(row.get(3)),
                done: job_number(row.get(4)),
                finished_at: row.get::<Option<i64>, _>(5).map(|at| at as u64),
                cancelled: row.get::<i64, _>(6) != 0,
                account: row.get(7),
                visitor: read_digest(row.get(8)),
            }
        }

        fn query(
            sql: String,
        ) -> sqlx::query::Query<'static, $database, <$database as sqlx::Database>::Arguments> {
            sqlx::query(sqlx::AssertSqlSafe(sql))
        }
    };
}
pub(crate) use job_store;
