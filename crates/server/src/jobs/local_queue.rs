//! The queue of jobs within one process. It is filled from the store when the server starts.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::Notify;

use super::queue::{JobDelivery, JobQueue, JobQueueError, JobTask};

/// The queue within one process.
#[derive(Clone, Default)]
pub(crate) struct LocalJobQueue(Arc<LocalQueueState>);

#[derive(Default)]
struct LocalQueueState {
    tasks: Mutex<LocalTasks>,
    added: Notify,
}

#[derive(Default)]
struct LocalTasks {
    waiting: VecDeque<JobTask>,
    /// Tasks that wait or that a worker has.
    known: HashSet<JobTask>,
}

impl LocalQueueState {
    fn tasks(&self) -> MutexGuard<'_, LocalTasks> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a known task wait again.
    fn put_back(&self, task: JobTask) {
        self.tasks().waiting.push_back(task);
        self.added.notify_one();
    }
}

#[async_trait]
impl JobQueue for LocalJobQueue {
    async fn add(&self, task: &JobTask) -> Result<(), JobQueueError> {
        let is_new = self.0.tasks().known.insert(task.clone());
        if is_new {
            self.0.put_back(task.clone());
        }
        Ok(())
    }

    async fn next(&self) -> Result<Box<dyn JobDelivery>, JobQueueError> {
        loop {
            let task = self.0.tasks().waiting.pop_front();
            if let Some(task) = task {
                return Ok(Box::new(LocalDelivery {
                    queue: Arc::clone(&self.0),
                    task: Some(task.clone()),
                    named: task,
                }));
            }
            self.0.added.notified().await;
        }
    }
}

struct LocalDelivery {
    queue: Arc<LocalQueueState>,
    named: JobTask,
    /// The task, until it is finished or given back.
    task: Option<JobTask>,
}

impl Drop for LocalDelivery {
    fn drop(&mut self) {
        if let Some(task) = self.task.take() {
            self.queue.put_back(task);
        }
    }
}

#[async_trait]
impl JobDelivery for LocalDelivery {
    fn task(&self) -> &JobTask {
        &self.named
    }

    fn attempt(&self) -> u64 {
        1 // a worker that dies takes the queue with it
    }

    async fn keep_alive(&self) {}

    async fn finish(mut self: Box<Self>) {
        if let Some(task) = self.task.take() {
            self.queue.tasks().known.remove(&task);
        }
    }

    async fn give_back(self: Box<Self>, after: Duration) {
        tokio::spawn(async move {
            tokio::time::sleep(after).await;
            drop(self);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(number: u32) -> JobTask {
        JobTask { job: "a".to_owned(), number }
    }

    #[tokio::test]
    async fn a_task_waits_once_and_comes_back_until_it_is_finished() {
        let queue = LocalJobQueue::default();
        for number in [1, 1, 2] {
            queue.add(&task(number)).await.expect("added");
        }
        let first = queue.next().await.expect("a task");
        assert_eq!(*first.task(), task(1));
        queue.add(&task(1)).await.expect("a worker has it");
        drop(first);
        let second = queue.next().await.expect("a task");
        assert_eq!(*second.task(), task(2));
        second.finish().await;
        let again = queue.next().await.expect("the dropped one");
        assert_eq!(*again.task(), task(1));
        again.give_back(Duration::ZERO).await;
        let again = queue.next().await.expect("the one given back");
        again.finish().await;
        assert!(queue.0.tasks().known.is_empty() && queue.0.tasks().waiting.is_empty());
        queue.add(&task(1)).await.expect("it may be added again");
        assert_eq!(*queue.next().await.expect("a task").task(), task(1));
    }
}
