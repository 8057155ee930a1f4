//! The thread that answers requests.
//!
//! A page takes about a millisecond of a processor, and clients ask for many at once. On the threads that play games, every step of a
//! move would wait behind those that came before it, so requests are answered on a thread of their own, of lower priority. It
//! belongs to the runtime of the games all the same: what a request starts, such as the task of a game, runs there.

use std::io;
use std::pin::Pin;

use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio::task::{LocalSet, spawn_local};

use crate::work::{Priority, lower_priority};

/// Requests that are on their way to the thread. A connection has one at a time, and waits while the queue is full.
const QUEUE: usize = 256;

type Answering = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A handle to the thread, which ends with the last of them.
#[derive(Clone, Debug)]
pub(super) struct RequestThread(mpsc::Sender<Answering>);

/// The answer was not completed: there was a panic, or the thread has ended.
pub(super) struct Unanswered;

impl RequestThread {
    /// Starts the thread in the current runtime.
    pub(super) fn start() -> io::Result<Self> {
        let (queue, mut requests) = mpsc::channel::<Answering>(QUEUE);
        let runtime = Handle::current();
        std::thread::Builder::new().name("requests".to_owned()).spawn(move || {
            lower_priority(Priority::Requests);
            runtime.block_on(LocalSet::new().run_until(async move {
                while let Some(request) = requests.recv().await {
                    spawn_local(request);
                }
            }));
        })?;
        Ok(Self(queue))
    }

    /// Answers a request on the thread. If the returned future is dropped, because the connection is closed, the answer is given up.
    pub(super) async fn answer<T: Send + 'static>(
        &self,
        answer: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, Unanswered> {
        let (mut reply, answered) = oneshot::channel();
        let answering = async move {
            let answer = tokio::select! {
                biased;
                () = reply.closed() => return,
                answer = answer => answer,
            };
            let _ = reply.send(answer); // the connection may have been closed meanwhile
        };
        self.0.send(Box::pin(answering)).await.map_err(|_| Unanswered)?;
        answered.await.map_err(|_| Unanswered)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::thread;

    use super::*;

    fn thread_name() -> Option<String> {
        thread::current().name().map(str::to_owned)
    }

    #[tokio::test]
    async fn requests_are_answered_on_the_thread_and_tasks_run_on_the_runtime() {
        let requests = RequestThread::start().expect("a thread");
        let here = thread::current().id();
        let answer = requests.answer(async {
            let task = tokio::spawn(async { thread::current().id() });
            (thread_name(), task.await.expect("no panic"))
        });
        let Ok((name, task)) = answer.await else { panic!("no answer") };
        assert_eq!((name.as_deref(), task), (Some("requests"), here));
    }

    #[tokio::test]
    async fn a_panic_ends_one_answer_and_a_closed_connection_gives_its_own_up() {
        let requests = RequestThread::start().expect("a thread");
        let panicking = async { std::panic::resume_unwind(Box::new(())) };
        assert!(requests.answer::<()>(panicking).await.is_err());
        let held = Arc::new(());
        let (given_up, begun) = (Arc::clone(&held), Arc::new(tokio::sync::Notify::new()));
        let mut answer = Box::pin(requests.answer({
            let begun = Arc::clone(&begun);
            async move {
                begun.notify_one();
                std::future::pending::<()>().await;
                drop(given_up);
            }
        }));
        tokio::select! {
            _ = &mut answer => panic!("it never ends"),
            () = begun.notified() => {}
        }
        drop(answer);
        while Arc::strong_count(&held) > 1 {
            assert!(requests.answer(async {}).await.is_ok());
        }
    }
}
