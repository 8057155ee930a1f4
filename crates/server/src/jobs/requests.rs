//! The requester's side of jobs: request, follow, cancel.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use damiera_game::Lang;
use tokio::time::sleep;

use super::TASKS_AHEAD;
use super::queue::{JobQueue, JobTask};
use super::review::REVIEW;
use super::updates::{JobUpdate, JobUpdateStream, JobUpdates};
use crate::clock::Clock;
use crate::random::{derived_id, random_id};
use crate::settings::Limits;
use crate::store::{Credentials, JobAdmission, JobLimits, NewJob, Store, StoreError, StoredJob};

/// How often lost tasks are looked for.
const REQUEUE: Duration = Duration::from_secs(30);
/// Open jobs that are looked at.
const MOST_OPEN: u32 = 1_000;
/// How often a follower reads the store, in case an update was lost.
const REREAD: Duration = Duration::from_secs(2);
/// How long jobs of visitors and of accounts are kept.
const KEEP_VISITORS: Duration = Duration::from_secs(24 * 3600);
const KEEP_ACCOUNTS: Duration = Duration::from_secs(30 * 24 * 3600);
/// Old jobs that are deleted at a time.
const DELETE: u32 = 20;

/// Why a job cannot be requested or shown.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JobError {
    /// There is no such job, or it is somebody else's.
    #[error("there is no such job")]
    Unknown,
    /// The requester has too many games waiting.
    #[error("too many games of one owner wait for analysis")]
    OwnLimit { limit: u32 },
    /// Too many games of visitors wait.
    #[error("too many games of visitors wait for analysis")]
    VisitorLimit,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("no random numbers: {0}")]
    Random(#[from] std::io::Error),
}

/// Games to be reviewed.
pub(crate) struct JobRequest<'a> {
    /// The games as PDN.
    pub(crate) games: &'a [String],
    pub(crate) owner: &'a Credentials,
    /// The address of a visitor, as a text that is the same for the whole household.
    pub(crate) address: &'a str,
    pub(crate) lang: Lang,
}

/// How far a job is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct JobProgress {
    pub(crate) job: StoredJob,
    /// The game that a worker was last seen at: its number, the half-move and the number of half-moves.
    pub(crate) at: Option<(u32, u32, u32)>,
}

/// Requests, follows and cancels jobs.
#[derive(Clone)]
pub(crate) struct JobRequests {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) queue: Arc<dyn JobQueue>,
    pub(crate) updates: JobUpdates,
    pub(crate) clock: Clock,
    pub(crate) limits: Limits,
}

impl JobRequests {
    /// Requests a new job.
    pub(crate) async fn request(&self, request: JobRequest<'_>) -> Result<StoredJob, JobError> {
        let id = random_id()?;
        self.add(&id, &request).await
    }

    /// Requests a job, unless its owner has requested the same before: then that one is shown, so that a page that is
    /// loaded again finds its job. A cancelled job begins anew.
    pub(crate) async fn request_once(&self, request: JobRequest<'_>) -> Result<StoredJob, JobError> {
        let Credentials { account, visitor, .. } = request.owner;
        let visitor = visitor.filter(|_| account.is_none()).map(|digest| digest.0);
        let id = derived_id(&format!(
            "{REVIEW} {account:?} {visitor:?} {} {:?}",
            request.lang.code(),
            request.games
        ));
        match self.store.job(&id).await? {
            Some(job) if !job.cancelled => return Ok(job),
            Some(_) => self.store.delete_job(&id).await?,
            None => {}
        }
        self.add(&id, &request).await
    }

    async fn add(&self, id: &str, request: &JobRequest<'_>) -> Result<StoredJob, JobError> {
        let JobRequest { games, owner, address, lang } = *request;
        let (quota, own) = match owner.account {
            Some(account) => (format!("account {account}"), self.limits.account_jobs),
            None => (format!("address {address}"), self.limits.visitor_jobs),
        };
        let limits = JobLimits { own, visitors: self.limits.waiting_jobs };
        let (at, lang) = (self.clock.now().0, lang.code());
        let job = NewJob { id, kind: REVIEW, at, owner, quota: &quota, lang, games };
        match self.store.add_job(&job, limits).await? {
            JobAdmission::OwnLimit => return Err(JobError::OwnLimit { limit: own }),
            JobAdmission::VisitorLimit => return Err(JobError::VisitorLimit),
            JobAdmission::Added | JobAdmission::Exists => {}
        }
        let job = self.store.job(id).await?.ok_or(JobError::Unknown)?;
        self.queue_tasks(&job, &HashSet::new()).await;
        Ok(job)
    }

    /// Adds to the queue the first task without a result of each of the job's sequences of tasks.
    async fn queue_tasks(&self, job: &StoredJob, done: &HashSet<u32>) {
        for first in 1..=TASKS_AHEAD.min(job.games) {
            let mut sequence = (first..=job.games).step_by(TASKS_AHEAD as usize);
            let Some(number) = sequence.find(|number| !done.contains(number)) else { continue };
            if let Err(error) = self.queue.add(&JobTask { job: job.id.clone(), number }).await {
                tracing::warn!(%error, job = job.id, "a job waits until the queue is available");
                return;
            }
        }
    }

    /// Adds the tasks of open jobs to the queue, now and again and again, so that none is lost with the queue. Deletes old jobs.
    pub(crate) async fn keep_queued(self) {
        loop {
            if let Err(error) = self.requeue().await {
                tracing::warn!(%error, "open jobs could not be read");
            }
            sleep(REQUEUE).await;
        }
    }

    async fn requeue(&self) -> Result<(), StoreError> {
        for job in self.store.open_jobs(MOST_OPEN).await? {
            let done = self.store.job_result_numbers(&job.id).await?;
            if done.len() as u64 >= u64::from(job.games) {
                self.store.finish_job(&job.id, self.clock.now().0).await?; // a worker died before it did so
            } else {
                self.queue_tasks(&job, &done.into_iter().collect()).await;
            }
        }
        let now = self.clock.now();
        self.store.delete_old_jobs(now.minus(KEEP_VISITORS).0, now.minus(KEEP_ACCOUNTS).0, DELETE).await?;
        Ok(())
    }

    /// A job of these credentials.
    pub(crate) async fn find(&self, id: &str, who: &Credentials) -> Result<StoredJob, JobError> {
        self.store.job(id).await?.filter(|job| job.is_of(who)).ok_or(JobError::Unknown)
    }

    /// Cancels a job of these credentials.
    pub(crate) async fn cancel(&self, id: &str, who: &Credentials) -> Result<(), JobError> {
        let job = self.find(id, who).await?;
        self.store.cancel_job(&job.id, self.clock.now().0).await?;
        self.updates.publish(&job.id, JobUpdate::Changed);
        Ok(())
    }

    /// Follows a job to its end.
    pub(crate) async fn follow(&self, job: StoredJob) -> JobFollower {
        let updates = self.updates.follow(&job.id).await;
        let progress = JobProgress { job, at: None };
        JobFollower { store: Arc::clone(&self.store), updates, progress, shown: None }
    }
}

/// Follows a job.
pub(crate) struct JobFollower {
    store: Arc<dyn Store>,
    updates: Option<JobUpdateStream>,
    progress: JobProgress,
    shown: Option<JobProgress>,
}

impl JobFollower {
    /// The job's progress, first at once and then whenever it has changed; `None` after its end.
    pub(crate) async fn next(&mut self) -> Option<JobProgress> {
        if self.shown.as_ref().is_some_and(|shown| shown.job.finished_at.is_some()) {
            return None;
        }
        if self.shown.is_none() {
            self.reread().await?; // it may have changed before it was followed
        }
        while self.shown.as_ref() == Some(&self.progress) {
            let update = async {
                match &mut self.updates {
                    Some(updates) => updates.next().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                update = update => match update {
                    JobUpdate::Progress { number, ply, plies } => self.progress.at = Some((number, ply, plies)),
                    JobUpdate::Changed => self.reread().await?,
                },
                () = sleep(REREAD) => self.reread().await?,
            }
        }
        self.shown = Some(self.progress.clone());
        self.shown.clone()
    }

    /// Reads the job; `None` if it was deleted. A store that does not answer is asked again later.
    async fn reread(&mut self) -> Option<()> {
        match self.store.job(&self.progress.job.id).await {
            Ok(job) => self.progress.job = job?,
            Err(error) => tracing::debug!(%error, "a job could not be read"),
        }
        Some(())
    }
}
