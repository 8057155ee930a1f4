//! This server among others on the same database.
//!
//! A game is owned by one node at a time, through a lease in the database. Other nodes forward commands to the owner and
//! follow what it publishes. Leases and messages only avoid conflicts: the log decides between writers, so a node that was
//! stopped and wakes up, a lost message or two owners at a time cannot fork a game.
//!
//! In the same way one node acts for an online tournament or an exhibition.
//!
//! A server alone is a node without leases: it owns every game, and its bus reaches nobody.

mod bus;
mod lease;
mod local_bus;
mod nats_bus;
mod reach;
pub(crate) mod wire;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::{mpsc, watch};

pub(crate) use bus::{BrokerTraffic, Bus, BusError, BusRequest, BusSubscription};
pub(crate) use lease::Tenure;
use local_bus::LocalBus;
pub(crate) use nats_bus::NatsBus;
pub(crate) use wire::BadNodeMessage;
use wire::{NodeAnswer, NodeRequest, NodesUpdate};

use crate::clock::Clock;
use crate::jobs::{JobQueue, JobUpdates, LocalJobQueue, NatsJobQueue};
use crate::random::random_id;
use crate::store::{LeaseStore, StoreError, StoreResult};

/// How a server becomes one node of several.
#[derive(Clone)]
pub struct ClusterSettings {
    /// The address of the NATS server, such as `nats://127.0.0.1:4222`.
    pub broker: String,
    /// The leases in the database that the nodes share.
    pub leases: Arc<dyn LeaseStore>,
}

impl std::fmt::Debug for ClusterSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClusterSettings").finish_non_exhaustive()
    }
}

/// Why a server could not join the others.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JoinError {
    #[error("the broker {host} cannot be used: {error}; is the NATS server running?")]
    Broker { host: String, error: async_nats::ConnectError },
    #[error(transparent)]
    Bus(#[from] BusError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("no random numbers: {0}")]
    Random(#[from] std::io::Error),
}

/// This server as one of several.
pub(crate) struct ClusterNode {
    id: Arc<str>,
    clock: Clock,
    bus: Arc<dyn Bus>,
    jobs: Arc<dyn JobQueue>,
    /// `None` if this is the only node.
    leases: Option<Arc<dyn LeaseStore>>,
    /// Monotonic time in milliseconds until which the lease holds.
    holds_until: AtomicU64,
    /// How often the lease has expired.
    lapses: AtomicU64,
    /// Whether the last attempt to renew the lease failed.
    renewal_failed: AtomicBool,
    /// Monotonic time in milliseconds of the last successful probe of the broker.
    probed: AtomicU64,
    draining: AtomicBool,
    /// Whether the lease was given up for good, since this node stops.
    left: AtomicBool,
    /// Whether this node has left its games to others, since it alone has lost the broker or the database.
    cut_off: watch::Sender<bool>,
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl ClusterNode {
    fn new(
        id: Arc<str>,
        clock: Clock,
        bus: Arc<dyn Bus>,
        jobs: Arc<dyn JobQueue>,
        leases: Option<Arc<dyn LeaseStore>>,
    ) -> Self {
        let probed = AtomicU64::new(millis(clock.elapsed()));
        let (holds_until, lapses) = (AtomicU64::new(0), AtomicU64::new(0));
        let (draining, left) = (AtomicBool::new(false), AtomicBool::new(false));
        let (renewal_failed, cut_off) = (AtomicBool::new(false), watch::Sender::new(false));
        Self {
            id,
            clock,
            bus,
            jobs,
            leases,
            holds_until,
            lapses,
            renewal_failed,
            probed,
            draining,
            left,
            cut_off,
        }
    }

    /// The only node.
    pub(crate) fn alone(clock: Clock) -> Self {
        let jobs = Arc::new(LocalJobQueue::default());
        Self::new("alone".into(), clock, Arc::new(LocalBus::default()), jobs, None)
    }

    /// Joins other nodes, and sets the clock to the database's time.
    pub(crate) async fn join(clock: Clock, settings: &ClusterSettings) -> Result<Self, JoinError> {
        let id: Arc<str> = random_id()?.into();
        let bus = NatsBus::join(&settings.broker, &id).await?;
        let jobs = Arc::new(NatsJobQueue::new(bus.client()));
        let node = Self::new(id, clock, Arc::new(bus), jobs, Some(Arc::clone(&settings.leases)));
        node.start_clock().await?;
        Ok(node)
    }

    /// Its name among the others.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Whether there are no other nodes.
    pub(crate) fn is_alone(&self) -> bool {
        self.leases.is_none()
    }

    /// What went through the broker since the start.
    pub(crate) fn broker_traffic(&self) -> BrokerTraffic {
        self.bus.traffic()
    }

    /// The queue of jobs that the nodes share.
    pub(crate) fn job_queue(&self) -> Arc<dyn JobQueue> {
        Arc::clone(&self.jobs)
    }

    /// What followers of jobs hear, at whichever node.
    pub(crate) fn job_updates(&self) -> JobUpdates {
        JobUpdates(Arc::clone(&self.bus))
    }

    /// The other nodes that are alive.
    pub(crate) async fn others(&self) -> StoreResult<Vec<String>> {
        let Some(leases) = &self.leases else { return Ok(Vec::new()) };
        Ok(leases.live_nodes().await?.into_iter().filter(|node| **node != *self.id).collect())
    }

    /// Whether another node is alive.
    pub(crate) async fn has_others(&self) -> StoreResult<bool> {
        Ok(!self.others().await?.is_empty())
    }

    /// This node is about to stop: it is not ready any more, and takes nothing over from other nodes. It goes on with what it
    /// owns until that is handed over.
    pub(crate) fn start_draining(&self) {
        self.draining.store(true, Ordering::Release);
        if !self.is_alone() {
            tracing::info!("handing games over to other nodes");
        }
    }

    /// Gives up what was not handed over: other nodes take it at once, and this one gets nothing more.
    pub(crate) async fn leave(&self) {
        self.left.store(true, Ordering::Release);
        self.holds_until.store(0, Ordering::Release);
        let Some(leases) = &self.leases else { return };
        if let Err(error) = leases.expire_node(&self.id, Duration::ZERO).await {
            tracing::error!(%error, "the games could not be handed over; other nodes take them when the lease expires");
        }
        self.publish(NODES, &NodesUpdate::Leaving);
    }

    /// Whether the node is about to stop.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Acquire)
    }

    /// Whether it has given its lease up and is about to end.
    fn has_left(&self) -> bool {
        self.left.load(Ordering::Acquire)
    }

    /// Publishes to the other nodes.
    pub(crate) fn publish(&self, topic: &str, body: &impl Serialize) {
        if !self.is_alone() {
            self.bus.publish(topic, wire::encode(&self.id, body));
        }
    }

    /// Subscribes to what other nodes publish; nothing if there are none.
    pub(crate) async fn subscribe(&self, topic: &str) -> Option<BusSubscription> {
        if self.is_alone() {
            return None;
        }
        self.bus.subscribe(topic).await.ok()
    }

    /// Reads a message that another node published; nothing if it is this node's own or cannot be read.
    pub(crate) fn read<T: DeserializeOwned>(&self, message: &[u8]) -> Option<(Arc<str>, T)> {
        if wire::is_from(message, &self.id) {
            return None;
        }
        match wire::decode(message) {
            Ok((from, body)) => Some((from.into(), body)),
            Err(error) => {
                tracing::warn!(%error, "a message from another node was rejected");
                None
            }
        }
    }

    /// Sends a request to a node and waits for its answer.
    pub(crate) async fn request(
        &self,
        node: &str,
        request: &NodeRequest,
        limit: Duration,
    ) -> Result<NodeAnswer, BusError> {
        let answer = self.bus.request(node, wire::encode(&self.id, request), limit).await?;
        match wire::decode(&answer) {
            Ok((_, answer)) => Ok(answer),
            Err(error) => {
                tracing::warn!(%error, "an answer from another node was rejected");
                Ok(NodeAnswer::Rejected)
            }
        }
    }

    /// Receives the requests of other nodes.
    pub(crate) async fn requests(&self) -> Result<mpsc::Receiver<BusRequest>, BusError> {
        self.bus.requests_to(&self.id).await
    }

    /// Reads a request, and which node sent it.
    pub(crate) fn read_request(&self, request: &BusRequest) -> Result<(String, NodeRequest), BadNodeMessage> {
        wire::decode(&request.message)
    }

    /// Answers a request.
    pub(crate) fn answer(&self, request: BusRequest, answer: &NodeAnswer) {
        request.answer(wire::encode(&self.id, answer));
    }
}

/// The topic of what concerns all nodes.
pub(crate) const NODES: &str = "nodes";

/// The topic of what clients have spent of their rate limits.
pub(crate) const LIMITS: &str = "limits";

/// The topic of tournaments and exhibitions.
pub(crate) const EVENTS: &str = "events";

/// The topic of a game.
pub(crate) fn game_topic(game: &str) -> String {
    format!("game.{game}")
}
