//! The one who writes: whoever waits while a commit is under way shares the next.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

use crate::store::{Store, StoreError, Write};

/// Writes that may wait; who comes later waits for a place.
const WAITING: usize = 4096;
/// Writes in one commit.
const TOGETHER: usize = 1024;

type Waiting = (Write, oneshot::Sender<Result<(), StoreError>>);

/// Hands writes to the task that makes them.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    queue: mpsc::Sender<Waiting>,
}

impl Writer {
    /// Starts the task. It ends when nobody can write any more, having written all that waited.
    pub(crate) fn start<S: Store>(store: Arc<S>) -> Self {
        let (queue, waiting) = mpsc::channel(WAITING);
        tokio::spawn(work(store, waiting));
        Self { queue }
    }

    /// Writes; when it returns `Ok` what was written is safe.
    pub(crate) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (answer, written) = oneshot::channel();
        if self.queue.send((write, answer)).await.is_err() {
            return Err(StoreError::Failed("the writer has stopped".into()));
        }
        written.await.unwrap_or(Err(StoreError::Unknown))
    }
}

async fn work<S: Store>(store: Arc<S>, mut waiting: mpsc::Receiver<Waiting>) {
    let mut next = Vec::new();
    while waiting.recv_many(&mut next, TOGETHER).await > 0 {
        let (batch, answers): (Vec<_>, Vec<_>) = next.drain(..).unzip();
        let results = store.write(&batch).await;
        for ((write, answer), result) in batch.iter().zip(answers).zip(results) {
            let result = match result {
                Err(StoreError::Unknown) => read_back(&*store, write).await,
                known => known,
            };
            let _ = answer.send(result); // who no longer waits will find it in the log
        }
    }
}

/// Never guess: what the log holds is what happened.
async fn read_back<S: Store>(store: &S, write: &Write) -> Result<(), StoreError> {
    match store.is_written(write).await {
        Ok(true) => Ok(()),
        Ok(false) => Err(StoreError::Failed("the commit failed, and nothing was written".into())),
        Err(error) => {
            tracing::error!(%error, "it is not known whether a commit succeeded");
            Err(StoreError::Unknown)
        }
    }
}
