//! Jobs: work of the engine on whole games and files, which may take minutes and outlives the request.
//!
//! A request stores a job with its games ([`JobRequests`]), and a queue delivers each game as a task to a worker
//! ([`JobRunner`]). Without a broker the queue is in the process; with one it is a JetStream stream that nodes and
//! `damiera worker` share. The store decides: the queue only names tasks, results are written once by their primary key,
//! and tasks that the queue has lost are added again from the store.

mod local_queue;
mod nats_queue;
mod queue;
mod requests;
pub(crate) mod review;
mod runner;
mod updates;
mod worker;

pub(crate) use local_queue::LocalJobQueue;
pub(crate) use nats_queue::NatsJobQueue;
pub(crate) use queue::{JobQueue, JobTask};
pub(crate) use requests::{JobError, JobProgress, JobRequest, JobRequests};
pub(crate) use runner::JobRunner;
pub(crate) use updates::JobUpdates;
pub use worker::{WorkerSettings, run_worker};

/// Tasks of one job that are in the queue at a time: so small jobs need not wait for a large one. Each finished task adds
/// the one that many numbers later.
const TASKS_AHEAD: u32 = 4;
