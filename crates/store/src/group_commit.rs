//! Group commit: writes that arrive while a commit is in flight share the next one.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};

use crate::backoff::Backoff;
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

    /// How many writes wait for the next commit.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.queue.max_capacity() - self.queue.capacity()
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
        let results = write_until_settled(&*log, &batch).await;
        observe(batch.len(), started.elapsed());
        for (reply, result) in replies.into_iter().zip(results) {
            let _ = reply.send(result); // a receiver that is gone will find the write in the log
        }
    }
}

/// Writes a batch until the outcome of each write is known. While the database is not available, writes are tried again
/// with backoff: their senders wait, and nothing is acknowledged.
async fn write_until_settled(log: &dyn EventLog, batch: &[StoreWrite]) -> Vec<StoreResult<()>> {
    let mut results = log.write(batch).await;
    let mut backoff = Backoff::default();
    loop {
        let waiting: Vec<_> = (0..batch.len()).filter(|&i| is_temporary(&results[i])).collect();
        let Some(Err(error)) = waiting.first().map(|&i| &results[i]) else { break };
        tracing::warn!(%error, writes = waiting.len(), "not saved yet, retrying");
        tokio::time::sleep(backoff.next_delay()).await;
        let again: Vec<_> = waiting.iter().map(|&i| batch[i].clone()).collect();
        for (&i, result) in waiting.iter().zip(log.write(&again).await) {
            results[i] = match result {
                // The earlier attempt may have been committed although its answer was lost.
                Err(StoreError::Conflict) => own_or_conflict(log, &batch[i]).await,
                known => known,
            };
        }
    }
    for (write, result) in batch.iter().zip(&mut results) {
        if let Err(StoreError::OutcomeUnknown) = result {
            *result = read_back(log, write).await;
        }
    }
    results
}

fn is_temporary(result: &StoreResult<()>) -> bool {
    matches!(result, Err(error) if error.is_temporary())
}

/// Whether a conflict is one with an earlier attempt of the same write.
async fn own_or_conflict(log: &dyn EventLog, write: &StoreWrite) -> StoreResult<()> {
    match log.is_written(write).await {
        Ok(true) => Ok(()),
        Ok(false) => Err(StoreError::Conflict),
        Err(error) => Err(error),
    }
}
