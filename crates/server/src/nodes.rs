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
mod local_bus;
mod nats_bus;
pub(crate) mod wire;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use damiera_game::Moment;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

pub(crate) use bus::{BrokerTraffic, Bus, BusError, BusRequest, BusSubscription};
use local_bus::LocalBus;
pub(crate) use nats_bus::NatsBus;
pub(crate) use wire::BadNodeMessage;
use wire::{NodeAnswer, NodeRequest, NodesUpdate};

use crate::clock::Clock;
use crate::jobs::{JobQueue, JobUpdates, LocalJobQueue, NatsJobQueue};
use crate::random::random_id;
use crate::store::{Claim, LeaseKind, LeaseStore, StoreError, StoreResult};

/// How long a lease lasts. After this time without a renewal other nodes take over.
const LEASE: Duration = Duration::from_secs(3);
/// How long a renewal may take.
const RENEWAL: Duration = Duration::from_secs(2);
/// Time between two probes of the broker. The time that is given back after a node is lost is right to within this time.
const PROBE: Duration = Duration::from_millis(250);
/// How long a probe may take.
const PROBE_ANSWER: Duration = Duration::from_millis(500);
/// After this time without a successful probe messages may have been missed, and the log is read instead.
const MISSED: Duration = Duration::from_millis(750);
/// After this time without a successful probe the broker counts as lost, and games are left to nodes that have not lost it.
const BROKER_SILENCE: Duration = Duration::from_millis(1_500);
/// A node whose last successful probe is no older has not lost the broker. Less than the silence, by more than the time between two
/// probes: nodes that have all lost the broker at the same time keep their games.
const REACHABLE: Duration = Duration::from_secs(1);

/// Time between two searches for what nodes owned that are gone.
const SWEEP: Duration = Duration::from_millis(500);
/// Time between two checks whether the lease holds, or whether messages arrive.
const LAPSE_CHECK: Duration = Duration::from_millis(100);

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

/// A period in which the node's lease did not expire. Games that were claimed in an earlier one may have other owners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tenure(u64);

impl Tenure {
    /// A tenure that never holds.
    pub(crate) const OVER: Self = Self(u64::MAX);
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
    /// Whether this node has left its games to others, since it alone has lost the broker or the database.
    cut_off: watch::Sender<bool>,
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The answer of the database, if it comes in time.
async fn in_time<T>(answer: impl Future<Output = StoreResult<T>>) -> StoreResult<T> {
    let answer = timeout(RENEWAL, answer).await;
    answer.unwrap_or_else(|_| Err(StoreError::Unavailable("no answer in time".into())))
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
        let (draining, renewal_failed) = (AtomicBool::new(false), AtomicBool::new(false));
        let cut_off = watch::Sender::new(false);
        Self { id, clock, bus, jobs, leases, holds_until, lapses, renewal_failed, probed, draining, cut_off }
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

    async fn start_clock(&self) -> StoreResult<()> {
        let Some(leases) = &self.leases else { return Ok(()) };
        let sent = self.clock.elapsed();
        let now = leases.renew_node(&self.id, LEASE, Duration::ZERO).await?;
        let took = self.clock.elapsed().saturating_sub(sent);
        self.clock.start_at(Moment(now).plus(took / 2));
        self.holds_until.store(millis(sent + LEASE), Ordering::Relaxed);
        Ok(())
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

    /// The present tenure.
    pub(crate) fn tenure(&self) -> Tenure {
        Tenure(self.lapses.load(Ordering::Acquire))
    }

    /// Whether games that were claimed in this tenure are still this node's.
    pub(crate) fn holds(&self, tenure: Tenure) -> bool {
        self.is_alone() || (tenure == self.tenure() && self.holds_lease())
    }

    /// Whether the lease has not expired.
    pub(crate) fn holds_lease(&self) -> bool {
        self.is_alone() || millis(self.clock.elapsed()) < self.holds_until.load(Ordering::Acquire)
    }

    /// Claims a game, a tournament or an exhibition. A node that leaves its games to others gets none.
    pub(crate) async fn claim(&self, kind: LeaseKind, id: &str) -> StoreResult<Claim> {
        let Some(leases) = &self.leases else { return Ok(Claim::Owned) };
        if self.leaves_games() {
            return match leases.owner(kind, id).await? {
                Some(owner) if *owner != *self.id => Ok(Claim::OwnedBy(owner)),
                _ => Err(StoreError::Unavailable("it has no owner yet".into())),
            };
        }
        leases.claim(kind, id, &self.id).await
    }

    /// Takes a game over from its owner, which cannot be asked since messages do not arrive. Says whether it did.
    pub(crate) async fn seize(&self, game: &str, owner: &str) -> StoreResult<bool> {
        let Some(leases) = self.leases.as_ref().filter(|_| !self.leaves_games() && self.holds_lease()) else {
            return Ok(false);
        };
        leases.seize(LeaseKind::Game, game, &self.id, owner).await
    }

    /// When a node could last be reached that is gone, by the nodes' common time.
    pub(crate) async fn gone_since(&self, node: &str) -> StoreResult<Option<Moment>> {
        let Some(leases) = &self.leases else { return Ok(None) };
        Ok(leases.gone_since(node, REACHABLE).await?.map(Moment))
    }

    /// Gives something up that needs no owner any more, such as a game that nobody follows and whose clocks do not run.
    pub(crate) fn release(&self, kind: LeaseKind, id: &str) {
        let Some(leases) = self.leases.clone() else { return };
        let (id, node) = (id.to_owned(), Arc::clone(&self.id));
        tokio::spawn(async move {
            if let Err(error) = leases.release(kind, &id, &node).await {
                tracing::debug!(%error, ?kind, id, "a lease was not released");
            }
        });
    }

    /// Leaves something that this node has claimed and cannot read to nodes that can.
    pub(crate) fn offer(self: &Arc<Self>, kind: LeaseKind, id: &str) {
        let Some(leases) = self.leases.clone() else { return };
        let (node, id) = (Arc::clone(self), id.to_owned());
        tokio::spawn(async move {
            if let Err(error) = leases.release(kind, &id, &node.id).await {
                tracing::warn!(%error, ?kind, id, "a lease was not released");
            }
            node.publish(NODES, &NodesUpdate::Offered { kind: kind.into(), id });
        });
    }

    /// What nodes own that are gone, up to a number. None if the database does not answer, or if this node gets nothing.
    pub(crate) async fn orphans(&self, kind: LeaseKind, most: u32) -> Vec<String> {
        let Some(leases) = self.leases.as_ref().filter(|_| self.holds_lease() && !self.leaves_games()) else {
            return Vec::new();
        };
        leases.orphans(kind, &self.id, most).await.unwrap_or_else(|error| {
            tracing::debug!(%error, ?kind, "leases of nodes that are gone could not be listed");
            Vec::new()
        })
    }

    /// Takes over what nodes owned that are gone, up to a number.
    pub(crate) async fn claim_orphans(&self, kind: LeaseKind, most: u32) -> Vec<String> {
        let mut claimed = Vec::new();
        for id in self.orphans(kind, most).await {
            if matches!(self.claim(kind, &id).await, Ok(Claim::Owned | Claim::TakenOver { .. })) {
                claimed.push(id);
            }
        }
        claimed
    }

    /// Waits until leases of other nodes may have expired: for a time, or until a node says that it stops.
    pub(crate) async fn wait_for_orphans(&self, updates: &mut Option<BusSubscription>) {
        let leaving = async {
            let Some(updates) = updates else { return std::future::pending().await };
            loop {
                let message = updates.next().await;
                if let Some((_, NodesUpdate::Leaving)) = self.read(&message) {
                    return;
                }
            }
        };
        tokio::select! {
            () = self.clock.sleep(SWEEP) => {}
            () = leaving => {}
        }
    }

    /// Waits until what was claimed in this tenure may belong to another node.
    pub(crate) async fn wait_for_lapse(&self, tenure: Tenure) {
        while self.holds(tenure) {
            tokio::time::sleep(LAPSE_CHECK).await;
        }
    }

    /// Renews the lease. If other nodes cannot reach this one through the broker, but each other, it is given up instead: they
    /// take its games over. If no node has the broker, all keep their games, and find each other's moves in the log.
    pub(crate) async fn renew(&self) -> StoreResult<()> {
        let Some(leases) = self.leases.as_ref().filter(|_| !self.is_draining()) else { return Ok(()) };
        // An attempt may have renewed the lease though its answer was lost, so the next one waits until answers come.
        if self.renewal_failed.load(Ordering::Relaxed) {
            in_time(leases.live_nodes()).await?;
        }
        let cut_off = !self.is_connected() && self.others_are_reachable(&**leases).await?;
        let was_cut_off = self.cut_off.send_replace(cut_off);
        if cut_off {
            return if was_cut_off { Ok(()) } else { self.leave_games(&**leases).await };
        }
        let sent = self.clock.elapsed();
        let renewed = in_time(leases.renew_node(&self.id, LEASE, self.silent())).await;
        self.renewal_failed.store(renewed.is_err(), Ordering::Relaxed);
        let (now, took) = (renewed?, self.clock.elapsed().saturating_sub(sent));
        if !self.holds_lease() {
            tracing::warn!("the lease had expired; other nodes may have taken over games");
            self.lapses.fetch_add(1, Ordering::AcqRel);
        }
        self.holds_until.store(millis(sent + LEASE), Ordering::Release);
        self.clock.follow(Moment(now).plus(took / 2), took);
        Ok(())
    }

    /// Whether other nodes can reach each other.
    async fn others_are_reachable(&self, leases: &dyn LeaseStore) -> StoreResult<bool> {
        let reachable = in_time(leases.reachable_nodes(REACHABLE)).await?;
        Ok(reachable.iter().any(|node| **node != *self.id))
    }

    /// Gives the lease up, since this node alone has lost the broker. The players get their time back since then.
    async fn leave_games(&self, leases: &dyn LeaseStore) -> StoreResult<()> {
        tracing::warn!("the broker is lost here alone; other nodes take the games over");
        self.holds_until.store(0, Ordering::Release);
        leases.expire_node(&self.id, self.silent()).await
    }

    /// Asks the other nodes whether they reach the database, as long as this one does not.
    pub(crate) async fn compare_leases(self: Arc<Self>) {
        while !self.is_alone() {
            self.clock.sleep(PROBE).await;
            if self.lease_is_long_over() && !self.leaves_games() {
                self.publish(NODES, &NodesUpdate::WhoHoldsLease);
            }
        }
    }

    /// Whether the lease expired some time ago: not renewed because the process stood still, it would be renewed by now.
    fn lease_is_long_over(&self) -> bool {
        let over_since = Duration::from_millis(self.holds_until.load(Ordering::Acquire));
        self.clock.elapsed() > over_since + PROBE
    }

    /// Answers a node that does not reach the database.
    pub(crate) fn say_whether_lease_holds(&self) {
        if self.holds_lease() {
            self.publish(NODES, &NodesUpdate::LeaseHeld);
        }
    }

    /// Another node reaches the database.
    pub(crate) fn another_holds_lease(&self) {
        if self.lease_is_long_over() && !self.is_draining() && !self.cut_off.send_replace(true) {
            tracing::warn!("the database is lost here alone; other nodes have the games");
        }
    }

    /// Probes the broker again and again, by requests of this node to itself.
    pub(crate) async fn probe_broker(self: Arc<Self>) {
        if self.is_alone() {
            return;
        }
        loop {
            let sent = self.clock.elapsed();
            if self.request(&self.id, &NodeRequest::Probe, PROBE_ANSWER).await.is_ok() {
                self.probed.fetch_max(millis(sent), Ordering::Relaxed);
            }
            self.clock.sleep_until(sent + PROBE).await;
        }
    }

    /// How long ago a message reached this node through the broker.
    fn silent(&self) -> Duration {
        self.clock.elapsed().saturating_sub(Duration::from_millis(self.probed.load(Ordering::Relaxed)))
    }

    /// Whether messages reach this node through the broker.
    pub(crate) fn is_connected(&self) -> bool {
        self.is_alone() || self.silent() < BROKER_SILENCE
    }

    /// Whether messages of other nodes may have been missed just now.
    pub(crate) fn misses_messages(&self) -> bool {
        !self.is_alone() && (!self.bus.is_connected() || self.silent() >= MISSED)
    }

    /// Waits until messages of other nodes may have been missed.
    pub(crate) async fn wait_for_silence(&self) {
        while !self.misses_messages() {
            tokio::time::sleep(LAPSE_CHECK).await;
        }
    }

    /// Whether this node has left its games to others, since it alone has lost the broker or the database; changes are notified.
    pub(crate) fn watch_cut_off(&self) -> watch::Receiver<bool> {
        self.cut_off.subscribe()
    }

    /// Whether it has now.
    pub(crate) fn is_cut_off(&self) -> bool {
        *self.cut_off.borrow()
    }

    /// Whether this node owns nothing, and claims nothing: it is about to stop, or is cut off.
    pub(crate) fn leaves_games(&self) -> bool {
        self.is_draining() || self.is_cut_off()
    }

    /// Gives all games up: other nodes take them over at once, and this one gets no more.
    pub(crate) async fn drain(&self) {
        self.draining.store(true, Ordering::Release);
        self.holds_until.store(0, Ordering::Release);
        let Some(leases) = &self.leases else { return };
        tracing::info!("handing games over to other nodes");
        if let Err(error) = leases.expire_node(&self.id, Duration::ZERO).await {
            tracing::error!(%error, "the games could not be handed over; other nodes take them when the lease expires");
        }
        self.publish(NODES, &NodesUpdate::Leaving);
    }

    /// Whether the node is about to stop.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Acquire)
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

    /// Reads a request.
    pub(crate) fn read_request(&self, request: &BusRequest) -> Result<NodeRequest, BadNodeMessage> {
        wire::decode(&request.message).map(|(_, request)| request)
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
