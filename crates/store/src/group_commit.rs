//! Group commit: writes that arrive while a commit is in flight share the next one.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};

use crate::game_log::{EventLog, StoreWrite, read_back};
use crate::{StoreError, StoreResult};

/// Length of the queue. Writers wait while it is full.
const QUEUE: usize = 4096;
/// Writes in one commit at most.
const BATCH: usize = 1024;

type Queued = (StoreWrite, oneshot::Sender<StoreResult<()>>);

/// A handle to the task that commits. Cloning it is cheap.
#[derive(Clone)]
pub struct GroupCommit {
    queue: mpsc::Sender<Queued>,
}

impl fmt::Debug for GroupCommit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GroupCommit").finish_non_exhaustive()
    }
}

impl GroupCommit {
    /// Starts the task. It commits everything in its queue and ends once all handles are dropped. `observe` is called
    /// after each commit with its number of writes and its duration.
    pub fn start(log: Arc<dyn EventLog>, observe: impl Fn(usize, Duration) + Send + 'static) -> Self {
        let (queue, receiver) = mpsc::channel(QUEUE);
        tokio::spawn(commit_batches(log, receiver, Box::new(observe)));
        Self { queue }
    }

    /// Writes. After `Ok` the write is durable.
    pub async fn write(&self, write: StoreWrite) -> StoreResult<()> {
        let (reply, outcome) = oneshot::channel();
        if self.queue.send((write, reply)).await.is_err() {
            return Err(StoreError::Database("the writer has stopped".into()));
        }
        outcome.await.unwrap_or(Err(StoreError::OutcomeUnknown))
    }
}

async fn commit_batches(
    log: Arc<dyn EventLog>,
    mut receiver: mpsc::Receiver<Queued>,
    observe: Box<dyn Fn(usize, Duration) + Send>,
) {
    let mut queued = Vec::new();
    while receiver.recv_many(&mut queued, BATCH).await > 0 {
        let (batch, replies): (Vec<_>, Vec<_>) = queued.drain(..).unzip();
        let started = Instant::now();
        let results = log.write(&batch).await;
        observe(batch.len(), started.elapsed());
        for ((write, reply), result) in batch.iter().zip(replies).zip(results) {
            let result = match result {
                Err(StoreError::OutcomeUnknown) => read_back(&*log, write).await,
                known => known,
            };
            let _ = reply.send(result); // a receiver that is gone will find the write in the log
        }
    }
}
