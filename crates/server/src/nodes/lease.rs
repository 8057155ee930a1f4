//! What this node owns, through its lease in the database.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use damiera_game::Moment;
use tokio::time::timeout;

use super::reach::REACHABLE;
use super::wire::NodesUpdate;
use super::{BusSubscription, ClusterNode, NODES, millis};
use crate::store::{Claim, LeaseKind, NodeState, StoreError, StoreResult};

/// How long a lease lasts. After this time without a renewal other nodes take over.
const LEASE: Duration = Duration::from_secs(3);
/// How long a renewal may take.
const RENEWAL: Duration = Duration::from_secs(2);
/// Time between two searches for what nodes owned that are gone.
const SWEEP: Duration = Duration::from_millis(500);
/// Time between two checks whether the lease holds, or whether messages arrive.
pub(super) const LAPSE_CHECK: Duration = Duration::from_millis(100);

/// A period in which the node's lease did not expire. Games that were claimed in an earlier one may have other owners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tenure(u64);

impl Tenure {
    /// A tenure that never holds.
    pub(crate) const OVER: Self = Self(u64::MAX);
}

/// The answer of the database, if it comes in time.
pub(super) async fn in_time<T>(answer: impl Future<Output = StoreResult<T>>) -> StoreResult<T> {
    let answer = timeout(RENEWAL, answer).await;
    answer.unwrap_or_else(|_| Err(StoreError::Unavailable("no answer in time".into())))
}

impl ClusterNode {
    /// Takes the first lease, and sets the clock to the database's time.
    pub(super) async fn start_clock(&self) -> StoreResult<()> {
        let Some(leases) = &self.leases else { return Ok(()) };
        let sent = self.clock.elapsed();
        let now = leases.renew_node(&self.id, LEASE, Duration::ZERO).await?;
        let took = self.clock.elapsed().saturating_sub(sent);
        self.clock.start_at(Moment(now).plus(took / 2));
        self.holds_until.store(millis(sent + LEASE), Ordering::Relaxed);
        Ok(())
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

    /// Claims a game, a tournament or an exhibition. A node that has left its games to others gets none.
    pub(crate) async fn claim(&self, kind: LeaseKind, id: &str) -> StoreResult<Claim> {
        let Some(leases) = &self.leases else { return Ok(Claim::Owned) };
        if self.has_left() || self.is_cut_off() {
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

    /// Gives a game of this node to another one. Says whether it was this node's.
    pub(crate) async fn hand_over(&self, game: &str, heir: &str) -> StoreResult<bool> {
        let Some(leases) = &self.leases else { return Ok(false) };
        leases.seize(LeaseKind::Game, game, heir, &self.id).await
    }

    /// Whether another node is there.
    pub(crate) async fn state_of(&self, node: &str) -> StoreResult<NodeState> {
        let Some(leases) = &self.leases else { return Ok(NodeState::Left) };
        leases.node_state(node, REACHABLE).await
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
        let Some(leases) = self.leases.as_ref().filter(|_| !self.has_left()) else { return Ok(()) };
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
}
