//! The bus over a NATS server. Everything goes through one connection, so messages from one node arrive in order.

use std::sync::atomic::Ordering;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Request, RequestErrorKind};
use async_trait::async_trait;
use bytes::Bytes;
use futures_util::StreamExt;
use tokio::sync::mpsc;

use super::JoinError;
use super::bus::{BrokerTraffic, Bus, BusAnswer, BusError, BusRequest, BusSubscription, SUBSCRIPTION};

/// Messages that wait for the connection at most. Later ones are lost.
const OUTGOING: usize = 16_384;
/// Requests from other nodes that wait to be handled at most.
const REQUESTS: usize = 4096;
/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(3);
/// After this time without an answer to a ping the connection counts as broken.
const PING: Duration = Duration::from_secs(2);
/// The longest pause between attempts to connect again.
const LONGEST_PAUSE: Duration = Duration::from_millis(500);

/// The first part of all subjects, with the version of the wire format: nodes with different versions do not hear each other.
const PREFIX: &str = "damiera.1";

/// The bus over a NATS server.
pub(crate) struct NatsBus {
    client: Client,
    outgoing: mpsc::Sender<(String, Bytes)>,
}

fn topic_subject(topic: &str) -> String {
    format!("{PREFIX}.topic.{topic}")
}

fn node_subject(node: &str) -> String {
    format!("{PREFIX}.node.{node}")
}

impl NatsBus {
    /// Connects to a broker. An error names its host.
    pub(crate) async fn join(url: &str, node: &str) -> Result<Self, JoinError> {
        let host = url.rsplit('@').next().unwrap_or_default().to_owned(); // without the password
        Self::connect(url, node).await.map_err(|error| JoinError::Broker { host, error })
    }

    /// The connection.
    pub(crate) fn client(&self) -> Client {
        self.client.clone()
    }

    /// Waits until what was sent has reached the broker.
    pub(crate) async fn flush(&self) {
        if let Err(error) = self.client.flush().await {
            tracing::debug!(%error, "messages to the broker were lost");
        }
    }

    /// Connects to a broker such as `nats://127.0.0.1:4222`. Later the connection is made again whenever it breaks.
    async fn connect(url: &str, node: &str) -> Result<Self, async_nats::ConnectError> {
        let client = ConnectOptions::new()
            .name(format!("damiera {node}"))
            .connection_timeout(CONNECT)
            .ping_interval(PING)
            .reconnect_delay_callback(|attempts| {
                LONGEST_PAUSE.min(Duration::from_millis(20 << attempts.min(6)))
            })
            .event_callback(async |event| tracing::info!(%event, "broker"))
            .connect(url)
            .await?;
        let (outgoing, mut queued) = mpsc::channel::<(String, Bytes)>(OUTGOING);
        let sender = client.clone();
        tokio::spawn(async move {
            while let Some((subject, message)) = queued.recv().await {
                if let Err(error) = sender.publish(subject, message).await {
                    tracing::debug!(%error, "a message to other nodes was lost");
                }
            }
        });
        Ok(Self { client, outgoing })
    }
}

#[async_trait]
impl Bus for NatsBus {
    fn publish(&self, topic: &str, message: Bytes) {
        if self.outgoing.try_send((topic_subject(topic), message)).is_err() {
            tracing::debug!(topic, "a message to other nodes was lost");
        }
    }

    async fn subscribe(&self, topic: &str) -> Result<BusSubscription, BusError> {
        let subscribed = self.client.subscribe(topic_subject(topic)).await;
        let mut published = subscribed.map_err(|_| BusError::Disconnected)?;
        let (sender, messages) = mpsc::channel(SUBSCRIPTION);
        let task = tokio::spawn(async move {
            while let Some(message) = published.next().await {
                let _ = sender.try_send(message.payload); // lost if the subscriber is slow
            }
        });
        Ok(BusSubscription { messages, task: task.abort_handle() })
    }

    async fn request(&self, node: &str, message: Bytes, limit: Duration) -> Result<Bytes, BusError> {
        let request = Request::new().payload(message).timeout(Some(limit));
        match self.client.send_request(node_subject(node), request).await {
            Ok(answer) => Ok(answer.payload),
            Err(error) => Err(match error.kind() {
                RequestErrorKind::NoResponders => BusError::NoSuchNode,
                RequestErrorKind::TimedOut => BusError::TimedOut,
                _ => BusError::Disconnected,
            }),
        }
    }

    fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    fn traffic(&self) -> BrokerTraffic {
        let counted = self.client.statistics();
        BrokerTraffic {
            messages_in: counted.in_messages.load(Ordering::Relaxed),
            messages_out: counted.out_messages.load(Ordering::Relaxed),
            bytes_in: counted.in_bytes.load(Ordering::Relaxed),
            bytes_out: counted.out_bytes.load(Ordering::Relaxed),
        }
    }

    async fn requests_to(&self, node: &str) -> Result<mpsc::Receiver<BusRequest>, BusError> {
        let subscribed = self.client.subscribe(node_subject(node)).await;
        let mut received = subscribed.map_err(|_| BusError::Disconnected)?;
        let (sender, requests) = mpsc::channel(REQUESTS);
        let outgoing = self.outgoing.clone();
        tokio::spawn(async move {
            while let Some(message) = received.next().await {
                let Some(address) = message.reply else { continue };
                let answer = BusAnswer::Remote(outgoing.clone(), address.to_string());
                let request = BusRequest { message: message.payload, answer };
                if let Err(mpsc::error::TrySendError::Closed(_)) = sender.try_send(request) {
                    return;
                }
            }
        });
        Ok(requests)
    }
}
