//! The runner takes tasks from the queue, and writes their results to the store. The server and `damiera worker` use it alike.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use damiera_engine::EngineResources;
use damiera_game::Lang;
use damiera_play::{Engines, TableRegistry};
use tokio::sync::{oneshot, watch};
use tokio::time::{MissedTickBehavior, interval_at, sleep};

use super::queue::{JobDelivery, JobQueue};
use super::review::{REVIEW, WireGameReview, review_game};
use super::updates::{JobUpdate, JobUpdates};
use super::{JobTask, TASKS_AHEAD};
use crate::clock::Clock;
use crate::store::{Store, StoreError, StoreResult, StoredTask};
use crate::work::{Priority, lower_priority};

/// Time between two signs of life for a task, and between two looks whether its job was cancelled.
const KEEP_ALIVE: Duration = Duration::from_secs(3);
/// When a task is tried again that cannot be done now.
const RETRY: Duration = Duration::from_secs(5);
/// When a task is delivered again whose kind is not known here: a newer worker may know it.
const OTHER_KIND: Duration = Duration::from_secs(60);
/// A task that was delivered more often has ended its workers, and is given up.
const MOST_ATTEMPTS: u64 = 5;
/// Time between two reports of progress.
const REPORT: Duration = Duration::from_millis(100);
/// Size of the transposition table in MiB.
const TABLE_MIB: usize = 8;

/// Runs tasks, one at a time.
pub(crate) struct JobRunner {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) queue: Arc<dyn JobQueue>,
    pub(crate) updates: JobUpdates,
    pub(crate) clock: Clock,
    pub(crate) tables: Arc<TableRegistry>,
    /// True once the runner is to stop.
    pub(crate) stop: watch::Receiver<bool>,
}

/// What became of a delivery.
enum TaskOutcome {
    /// There is nothing left to do.
    Finished,
    /// It is not for this version.
    UnknownKind,
    /// The runner stops.
    Stopped,
}

impl JobRunner {
    /// Takes tasks until the runner is stopped. A task in hand is then given back.
    pub(crate) async fn run(self) {
        let resources = EngineResources { threads: 1, table_mib: TABLE_MIB };
        let engines = Arc::new(Engines::new(Arc::clone(&self.tables), resources));
        loop {
            let delivery = tokio::select! {
                () = self.stopped() => return,
                next = self.queue.next() => next,
            };
            match delivery {
                Ok(delivery) => self.handle(delivery, &engines).await,
                Err(error) => {
                    tracing::warn!(%error, "waiting for jobs");
                    tokio::select! {
                        () = self.stopped() => return,
                        () = sleep(RETRY) => {}
                    }
                }
            }
        }
    }

    /// Waits until the runner is to stop.
    async fn stopped(&self) {
        let _ = self.stop.clone().wait_for(|stop| *stop).await; // an error means that the server is gone
    }

    async fn handle(&self, delivery: Box<dyn JobDelivery>, engines: &Arc<Engines>) {
        let outcome = tokio::select! {
            () = self.stopped() => Ok(TaskOutcome::Stopped),
            outcome = self.carry_out(&*delivery, engines) => outcome,
        };
        match outcome {
            Ok(TaskOutcome::Stopped) => delivery.give_back(Duration::ZERO).await,
            Ok(TaskOutcome::Finished) => delivery.finish().await,
            Ok(TaskOutcome::UnknownKind) => delivery.give_back(OTHER_KIND).await,
            Err(error) => {
                tracing::warn!(%error, task = ?delivery.task(), "a task is tried again later");
                delivery.give_back(RETRY).await;
            }
        }
    }

    /// Does what is left to do for a task. The result is written first: whoever gets the task after a failure finds it,
    /// and does the rest.
    async fn carry_out(
        &self,
        delivery: &dyn JobDelivery,
        engines: &Arc<Engines>,
    ) -> Result<TaskOutcome, TaskError> {
        let JobTask { job, number } = delivery.task();
        let Some(task) = self.store.job_task(job, *number).await?.filter(|task| task.is_open) else {
            return Ok(TaskOutcome::Finished); // deleted, cancelled or finished
        };
        if task.kind != REVIEW {
            return Ok(TaskOutcome::UnknownKind);
        }
        let games = task.games;
        if !task.has_result {
            let Some(review) = self.review(delivery, task, engines).await? else {
                return Ok(TaskOutcome::Finished); // cancelled
            };
            let body = serde_json::to_string(&review).map_err(StoreError::from)?;
            match self.store.add_job_result(job, *number, self.clock.now().0, &body).await {
                Ok(()) | Err(StoreError::Conflict) => {} // written once, by whichever worker
                Err(error) => return Err(error.into()),
            }
        }
        if let Some(next) = number.checked_add(TASKS_AHEAD).filter(|next| *next <= games) {
            self.queue.add(&JobTask { job: job.clone(), number: next }).await?;
        }
        self.store.finish_job(job, self.clock.now().0).await?;
        self.updates.publish(job, JobUpdate::Changed);
        Ok(TaskOutcome::Finished)
    }

    /// Reviews a game on a thread of its own; `None` if the job is cancelled meanwhile.
    async fn review(
        &self,
        delivery: &dyn JobDelivery,
        task: StoredTask,
        engines: &Arc<Engines>,
    ) -> StoreResult<Option<WireGameReview>> {
        if delivery.attempt() > MOST_ATTEMPTS {
            tracing::error!(task = ?delivery.task(), "a task was given up: its workers died");
            return Ok(Some(WireGameReview::failed(&task.pdn)));
        }
        let JobTask { job, number } = delivery.task().clone();
        let stop = StopOnDrop(Arc::default());
        let (stopped, updates, engines) = (Arc::clone(&stop.0), self.updates.clone(), Arc::clone(engines));
        let (reply, mut result) = oneshot::channel();
        let pdn = task.pdn.clone();
        let work = move || {
            lower_priority(Priority::Work);
            let lang = task.lang.parse().unwrap_or(Lang::English);
            let mut reported = None::<Instant>;
            let review = || {
                review_game(&task.pdn, lang, &engines, |ply, plies| {
                    if stopped.load(Ordering::Relaxed) {
                        return ControlFlow::Break(());
                    }
                    if reported.is_none_or(|at| at.elapsed() >= REPORT) {
                        reported = Some(Instant::now());
                        let plies = u32::try_from(plies).unwrap_or(u32::MAX);
                        updates.publish(&job, JobUpdate::Progress { number, ply, plies });
                    }
                    ControlFlow::Continue(())
                })
            };
            // A panic is our bug; the game is recorded as failed, and the worker goes on.
            let review = catch_unwind(AssertUnwindSafe(review));
            let _ = reply.send(review.unwrap_or_else(|_| Some(WireGameReview::failed(&task.pdn))));
        };
        if let Err(error) = std::thread::Builder::new().name("job".to_owned()).spawn(work) {
            return Err(StoreError::Unavailable(Box::new(error)));
        }
        let mut alive = interval_at(tokio::time::Instant::now() + KEEP_ALIVE, KEEP_ALIVE);
        alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                review = &mut result => {
                    return Ok(review.unwrap_or_else(|_| Some(WireGameReview::failed(&pdn))));
                }
                _ = alive.tick() => delivery.keep_alive().await,
            }
            let JobTask { job, number } = delivery.task();
            // While the store does not answer the work goes on.
            if let Ok(task) = self.store.job_task(job, *number).await
                && !task.is_some_and(|task| task.is_open)
            {
                return Ok(None);
            }
        }
    }
}

/// Why a task cannot be done now.
#[derive(Debug, thiserror::Error)]
enum TaskError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Queue(#[from] super::queue::JobQueueError),
}

/// Stops the computation of a task when nobody waits for it.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
