//! The one who writes: whoever waits while a commit is under way shares the next.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::{mpsc, oneshot};

use crate::store::{Log, StoreError, Write};
use crate::tally::Commits;

/// Writes that may wait; who comes later waits for a place.
const WAITING: usize = 4096;
/// Writes in one commit.
const TOGETHER: usize = 1024;

type Waiting = (Write, oneshot::Sender<Result<(), StoreError>>);

/// Hands writes to the task that makes them.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    queue: mpsc::Sender<Waiting>,
    commits: Arc<Commits>,
}

impl Writer {
    /// Starts the task. It ends when nobody can write any more, having written all that waited.
    pub(crate) fn start<L: Log>(store: Arc<L>) -> Self {
        let (queue, waiting) = mpsc::channel(WAITING);
        let commits = Arc::<Commits>::default();
        tokio::spawn(work(store, waiting, Arc::clone(&commits)));
        Self { queue, commits }
    }

    /// What has been done.
    pub(crate) fn commits(&self) -> &Commits {
        &self.commits
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

async fn work<L: Log>(store: Arc<L>, mut waiting: mpsc::Receiver<Waiting>, commits: Arc<Commits>) {
    let mut next = Vec::new();
    while waiting.recv_many(&mut next, TOGETHER).await > 0 {
        let (batch, answers): (Vec<_>, Vec<_>) = next.drain(..).unzip();
        let begun = Instant::now();
        let results = store.write(&batch).await;
        commits.count(batch.len(), begun.elapsed());
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
async fn read_back<L: Log>(store: &L, write: &Write) -> Result<(), StoreError> {
    match store.is_written(write).await {
        Ok(true) => Ok(()),
        Ok(false) => Err(StoreError::Failed("the commit failed, and nothing was written".into())),
        Err(error) => {
            tracing::error!(%error, "it is not known whether a commit succeeded");
            Err(StoreError::Unknown)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use damiera_game::{Profile, Terms, wire};
    use damiera_rules::Variant;
    use tempfile::TempDir;

    use super::*;
    use crate::seat::{Holders, Seat, Seats};
    use crate::store::{Append, Begin, Sqlite, Store};

    /// A real store over a bad line: its answers are lost, or what was asked of it never arrives.
    struct BadLine {
        store: Sqlite,
        arrives: AtomicBool,
    }

    impl Log for BadLine {
        async fn write(&self, batch: &[Write]) -> Vec<Result<(), StoreError>> {
            if self.arrives.load(Ordering::Relaxed) {
                self.store.write(batch).await;
            }
            batch.iter().map(|_| Err(StoreError::Unknown)).collect()
        }

        async fn is_written(&self, write: &Write) -> Result<bool, StoreError> {
            self.store.is_written(write).await
        }
    }

    fn begin(id: &str) -> Write {
        let seats = Seats { white: Seat::Person, black: Seat::Person };
        Write::Begin(Box::new(Begin {
            id: id.into(),
            at: 1,
            terms: wire::WireTerms::from(&Terms::new(Variant::Italian, Profile::ONLINE)),
            timed: false,
            seats,
            holders: Holders::default(),
            seek: None,
            first: None,
        }))
    }

    fn append(id: &str, seq: u64, name: &str, at: u64) -> Write {
        let body = format!("{{\"at\":{at},\"kind\":\"started\"}}");
        let client_move_id = Some(name.to_owned());
        Write::Append(Append {
            game: id.into(),
            seq,
            client_move_id,
            events: vec![(at, body)],
            ended_at: None,
        })
    }

    async fn bad_line() -> (TempDir, Arc<BadLine>) {
        let folder = TempDir::new().expect("a folder");
        let store = Sqlite::open(&folder.path().join("damiera.sqlite")).await.expect("a store");
        (folder, Arc::new(BadLine { store, arrives: AtomicBool::new(true) }))
    }

    #[tokio::test]
    async fn a_commit_whose_answer_was_lost_is_found_in_the_log() {
        let (_folder, line) = bad_line().await;
        let writer = Writer::start(Arc::clone(&line));
        assert!(writer.write(begin("game")).await.is_ok());
        assert!(writer.write(append("game", 1, "w:a", 5)).await.is_ok());
        let kept = line.store.load("game").await.expect("an answer").expect("the game");
        assert_eq!(kept.events.len(), 1, "once");
        // The place is another's: what is there is not what was to be written.
        let other = writer.write(append("game", 1, "b:b", 9)).await;
        assert!(matches!(other, Err(StoreError::Failed(_))), "{other:?}");
    }

    #[tokio::test]
    async fn a_commit_that_never_arrived_is_known_to_have_failed() {
        let (_folder, line) = bad_line().await;
        let writer = Writer::start(Arc::clone(&line));
        assert!(writer.write(begin("game")).await.is_ok());
        line.arrives.store(false, Ordering::Relaxed);
        for write in [append("game", 1, "w:a", 5), begin("other")] {
            let answer = writer.write(write).await;
            assert!(matches!(answer, Err(StoreError::Failed(_))), "{answer:?}");
        }
        let kept = line.store.load("game").await.expect("an answer").expect("the game");
        assert!(kept.events.is_empty());
        assert!(line.store.load("other").await.expect("an answer").is_none());
    }

    #[tokio::test]
    async fn one_bad_write_does_not_take_the_others_with_it() {
        let (_folder, line) = bad_line().await;
        let store = &line.store;
        assert!(store.write(&[begin("game")]).await.iter().all(Result::is_ok));
        let batch: Vec<_> = (1..=9)
            .map(|i| {
                if i == 6 {
                    begin("game")
                } else {
                    append("game", i - u64::from(i > 6), &format!("w:{i}"), i)
                }
            })
            .collect();
        let answers = store.write(&batch).await;
        for (i, answer) in (1..).zip(&answers) {
            assert_eq!(matches!(answer, Err(StoreError::Taken)), i == 6, "{i}: {answer:?}");
            assert_eq!(answer.is_ok(), i != 6, "{i}: {answer:?}");
        }
        let kept = store.load("game").await;
        assert!(kept.is_ok_and(|kept| kept.is_some_and(|kept| kept.events.len() == 8)));
    }
}
