//! The queue of jobs as a JetStream work queue, which all nodes and workers of a broker share.
//!
//! The stream keeps a task until a worker acknowledges it. A subject holds one message at most, so a task that is added
//! twice waits once.

use std::time::Duration;

use async_nats::Client;
use async_nats::jetstream::consumer::{AckPolicy, Consumer, pull};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::stream::{self, DiscardPolicy, RetentionPolicy};
use async_nats::jetstream::{self, AckKind, Context};
use async_trait::async_trait;
use futures_util::StreamExt;
use tokio::sync::Mutex;

use super::queue::{JobDelivery, JobQueue, JobQueueError, JobTask};
use crate::nodes::wire;

/// The stream, with the version of its messages: a worker of another version takes none of them.
const STREAM: &str = "damiera-jobs-1";
/// The first part of all subjects in the stream.
const SUBJECTS: &str = "damiera.1.job";
/// The consumer that all workers share.
const WORKERS: &str = "workers";
/// After this time without a sign of life from its worker a task is delivered to another one.
const ACK_WAIT: Duration = Duration::from_secs(10);
/// How long a request for a task waits at the broker.
const POLL: Duration = Duration::from_secs(5);

/// The queue on a broker.
pub(crate) struct NatsJobQueue {
    context: Context,
    /// The consumer; `None` until it is needed again after a failure.
    consumer: Mutex<Option<Consumer<pull::Config>>>,
}

fn unavailable(error: impl std::error::Error + Send + Sync + 'static) -> JobQueueError {
    JobQueueError(Box::new(error))
}

impl NatsJobQueue {
    /// The queue on the broker of this connection. The stream is created when it is first used.
    pub(crate) fn new(client: Client) -> Self {
        Self { context: jetstream::new(client), consumer: Mutex::default() }
    }

    /// The consumer of the stream. Both are created if they are missing.
    async fn consumer(&self) -> Result<Consumer<pull::Config>, JobQueueError> {
        let mut consumer = self.consumer.lock().await;
        if let Some(consumer) = &*consumer {
            return Ok(consumer.clone());
        }
        let config = stream::Config {
            name: STREAM.to_owned(),
            subjects: vec![format!("{SUBJECTS}.>")],
            retention: RetentionPolicy::WorkQueue,
            max_messages_per_subject: 1,
            discard: DiscardPolicy::New,
            discard_new_per_subject: true,
            ..stream::Config::default()
        };
        let stream = self.context.get_or_create_stream(config).await.map_err(unavailable)?;
        let config = pull::Config {
            durable_name: Some(WORKERS.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            ..pull::Config::default()
        };
        let created = stream.get_or_create_consumer(WORKERS, config).await.map_err(unavailable)?;
        Ok(consumer.insert(created).clone())
    }

    /// The next message; `None` if none came for a while.
    async fn poll(&self) -> Result<Option<jetstream::Message>, JobQueueError> {
        let consumer = self.consumer().await?;
        let batch = consumer.batch().max_messages(1).expires(POLL).messages().await.map_err(unavailable)?;
        let mut batch = std::pin::pin!(batch);
        batch.next().await.transpose().map_err(JobQueueError)
    }
}

#[async_trait]
impl JobQueue for NatsJobQueue {
    async fn add(&self, task: &JobTask) -> Result<(), JobQueueError> {
        self.consumer().await?;
        let subject = format!("{SUBJECTS}.{}.{}", task.job, task.number);
        let sent = self.context.publish(subject, wire::encode("", task)).await.map_err(unavailable)?;
        match sent.await {
            Ok(_) => Ok(()),
            Err(error) if is_there_already(&error) => Ok(()),
            Err(error) => {
                *self.consumer.lock().await = None;
                Err(unavailable(error))
            }
        }
    }

    async fn next(&self) -> Result<Box<dyn JobDelivery>, JobQueueError> {
        loop {
            let message = match self.poll().await {
                Ok(Some(message)) => message,
                Ok(None) => continue,
                Err(error) => {
                    *self.consumer.lock().await = None;
                    return Err(error);
                }
            };
            match wire::decode(&message.payload) {
                Ok((_, task)) => return Ok(Box::new(NatsDelivery { message, task })),
                Err(error) => {
                    tracing::warn!(%error, "a task in the queue of jobs cannot be read, and is removed");
                    acknowledge(&message, AckKind::Term).await;
                }
            }
        }
    }
}

/// Whether a message was rejected because its subject has one already.
fn is_there_already(error: &jetstream::context::PublishError) -> bool {
    error.kind() == PublishErrorKind::Other
        && std::error::Error::source(error).is_some_and(|cause| cause.to_string().contains("per subject"))
}

/// Answers the broker. A lost answer leads to another delivery, which changes nothing.
async fn acknowledge(message: &jetstream::Message, kind: AckKind) {
    if let Err(error) = message.ack_with(kind).await {
        tracing::debug!(%error, "an acknowledgement was lost");
    }
}

struct NatsDelivery {
    message: jetstream::Message,
    task: JobTask,
}

#[async_trait]
impl JobDelivery for NatsDelivery {
    fn task(&self) -> &JobTask {
        &self.task
    }

    fn attempt(&self) -> u64 {
        self.message.info().map_or(1, |info| info.delivered.unsigned_abs())
    }

    async fn keep_alive(&self) {
        acknowledge(&self.message, AckKind::Progress).await;
    }

    async fn finish(self: Box<Self>) {
        acknowledge(&self.message, AckKind::Ack).await;
    }

    async fn give_back(self: Box<Self>, after: Duration) {
        acknowledge(&self.message, AckKind::Nak(Some(after).filter(|after| !after.is_zero()))).await;
    }
}
