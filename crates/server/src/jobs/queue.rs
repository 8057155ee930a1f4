//! The queue of jobs: it carries the names of tasks, and the store has everything else.
//!
//! A task may be delivered more than once, so whatever is done for it must be safe to repeat.

use std::time::Duration;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

/// One game of a job.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct JobTask {
    /// The job's id.
    pub(crate) job: String,
    /// The number of the game, from 1.
    pub(crate) number: u32,
}

/// The queue cannot be used now.
#[derive(Debug, thiserror::Error)]
#[error("the queue of jobs is not available: {0}")]
pub(crate) struct JobQueueError(#[source] pub(crate) Box<dyn std::error::Error + Send + Sync>);

/// A work queue: each task goes to one worker at a time.
#[async_trait]
pub(crate) trait JobQueue: Send + Sync + 'static {
    /// Adds a task, unless it waits already or a worker has it.
    async fn add(&self, task: &JobTask) -> Result<(), JobQueueError>;

    /// Waits for a task.
    async fn next(&self) -> Result<Box<dyn JobDelivery>, JobQueueError>;
}

/// A task in the hands of a worker. If it is dropped, because the worker has died, the task is delivered again.
#[async_trait]
pub(crate) trait JobDelivery: Send + Sync {
    /// The task.
    fn task(&self) -> &JobTask;

    /// How often the task was delivered, this time included.
    fn attempt(&self) -> u64;

    /// Says that the worker is alive, so that the task is not delivered to another one.
    async fn keep_alive(&self);

    /// Removes the task from the queue.
    async fn finish(self: Box<Self>);

    /// Gives the task back, to be delivered again after a time.
    async fn give_back(self: Box<Self>, after: Duration);
}
