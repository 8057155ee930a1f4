//! Whether this node reaches the other nodes and the database, and what it does if it alone does not.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::watch;

use super::lease::{LAPSE_CHECK, in_time};
use super::wire::{NodeAnswer, NodeRequest, NodesUpdate};
use super::{ClusterNode, NODES, millis};
use crate::store::{LeaseStore, StoreResult};

/// Time between two probes of the broker. The time that is given back after a node is lost is right to within this time.
const PROBE: Duration = Duration::from_millis(250);
/// How long a probe may take.
const PROBE_ANSWER: Duration = Duration::from_millis(500);
/// After this time without a successful probe messages may have been missed, and the log is read instead.
const MISSED: Duration = Duration::from_millis(500);
/// After this time without a successful probe the broker counts as lost, and games are left to nodes that have not lost it.
const BROKER_SILENCE: Duration = Duration::from_millis(1_500);
/// A node whose last successful probe is no older has not lost the broker. Less than the silence, by more than the time between two
/// probes: nodes that have all lost the broker at the same time keep their games.
pub(super) const REACHABLE: Duration = Duration::from_secs(1);

impl ClusterNode {
    /// Whether other nodes can reach each other.
    pub(super) async fn others_are_reachable(&self, leases: &dyn LeaseStore) -> StoreResult<bool> {
        let reachable = in_time(leases.reachable_nodes(REACHABLE)).await?;
        Ok(reachable.iter().any(|node| **node != *self.id))
    }

    /// Gives the lease up, since this node alone has lost the broker. The players get their time back since then.
    pub(super) async fn leave_games(&self, leases: &dyn LeaseStore) -> StoreResult<()> {
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
    pub(super) fn silent(&self) -> Duration {
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

    /// The nodes that games can be handed over to: they can be reached now, and say that they take them. Those that are about to stop or
    /// have an earlier version do not.
    pub(crate) async fn heirs(&self) -> Vec<String> {
        let Some(leases) = self.leases.as_ref().filter(|_| !self.misses_messages()) else {
            return Vec::new();
        };
        let reachable = in_time(leases.reachable_nodes(REACHABLE)).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "the other nodes could not be listed");
            Vec::new()
        });
        let mut heirs = Vec::new();
        for node in reachable.into_iter().filter(|node| **node != *self.id) {
            if let Ok(NodeAnswer::Alive) = self.request(&node, &NodeRequest::TakesGames, PROBE_ANSWER).await {
                heirs.push(node);
            }
        }
        heirs
    }

    /// Whether this node takes nothing over from others: it is about to stop, or is cut off.
    pub(crate) fn leaves_games(&self) -> bool {
        self.is_draining() || self.is_cut_off()
    }
}
