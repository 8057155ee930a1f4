//! What carries messages between nodes: requests to one node, and publications to all that subscribe to a topic.
//!
//! Any message may be lost, repeated or late. Whoever depends on one repairs the loss from the log.

use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use tokio::sync::{mpsc, oneshot};
use tokio::task::AbortHandle;

/// Messages that wait for a subscriber at most. Later ones are lost.
pub(super) const SUBSCRIPTION: usize = 256;

/// Why a message could not be delivered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum BusError {
    /// No node has that name now.
    #[error("the node is not connected")]
    NoSuchNode,
    /// No answer came in time.
    #[error("no answer in time")]
    TimedOut,
    /// There is no connection to the broker.
    #[error("no connection to the broker")]
    Disconnected,
}

/// What went through the broker since the start. Bytes are those of messages, without the protocol's own.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct BrokerTraffic {
    pub(crate) messages_in: u64,
    pub(crate) messages_out: u64,
    pub(crate) bytes_in: u64,
    pub(crate) bytes_out: u64,
}

/// Carries messages between nodes.
#[async_trait]
pub(crate) trait Bus: Send + Sync + 'static {
    /// Sends a message to all subscribers of a topic, this node's own among them, without waiting.
    fn publish(&self, topic: &str, message: Bytes);

    /// Subscribes to a topic.
    async fn subscribe(&self, topic: &str) -> Result<BusSubscription, BusError>;

    /// Sends a request to a node and waits for its answer.
    async fn request(&self, node: &str, message: Bytes, limit: Duration) -> Result<Bytes, BusError>;

    /// Whether there is a connection. Messages may be lost even so.
    fn is_connected(&self) -> bool {
        true
    }

    /// What went through a broker; nothing without one.
    fn traffic(&self) -> BrokerTraffic {
        BrokerTraffic::default()
    }

    /// Receives the requests to a node.
    async fn requests_to(&self, node: &str) -> Result<mpsc::Receiver<BusRequest>, BusError>;
}

/// A request from another node. It is answered in the order of what is published.
pub(crate) struct BusRequest {
    pub(crate) message: Bytes,
    pub(super) answer: BusAnswer,
}

/// Where the answer to a request goes.
pub(super) enum BusAnswer {
    Local(oneshot::Sender<Bytes>),
    /// The broker's address of the waiting request.
    Remote(mpsc::Sender<(String, Bytes)>, String),
}

impl BusRequest {
    /// Answers.
    pub(crate) fn answer(self, message: Bytes) {
        match self.answer {
            BusAnswer::Local(waiting) => {
                let _ = waiting.send(message); // it may have stopped waiting
            }
            BusAnswer::Remote(outgoing, address) => {
                let _ = outgoing.try_send((address, message)); // a lost answer is asked for again
            }
        }
    }
}

/// Messages of a topic. Dropping it ends the subscription.
pub(crate) struct BusSubscription {
    pub(super) messages: mpsc::Receiver<Bytes>,
    pub(super) task: AbortHandle,
}

impl BusSubscription {
    /// The next message. Waits for ever once the bus is gone.
    pub(crate) async fn next(&mut self) -> Bytes {
        match self.messages.recv().await {
            Some(message) => message,
            None => std::future::pending().await,
        }
    }
}

impl Drop for BusSubscription {
    fn drop(&mut self) {
        self.task.abort();
    }
}
