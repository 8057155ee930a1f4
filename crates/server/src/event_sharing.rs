//! Tournaments and exhibitions that several nodes have in memory: each node reads again what others have changed, and acts
//! for those whose acting node is gone.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use crate::exhibitions::ExhibitionRegistry;
use crate::nodes::wire::EventUpdate;
use crate::nodes::{ClusterNode, EVENTS, NODES};
use crate::store::LeaseKind;
use crate::tournaments::TournamentRegistry;

/// Leases that are taken over at a time, so that nodes share them.
const ORPHANS: u32 = 8;
/// What is in use is read again after this time even if nothing was published: messages can be lost.
const POLL: Duration = Duration::from_secs(2);

/// Keeps the tournaments and exhibitions of several nodes together.
pub(crate) struct EventSharing {
    pub(crate) node: Arc<ClusterNode>,
    pub(crate) tournaments: Arc<TournamentRegistry>,
    pub(crate) exhibitions: Arc<ExhibitionRegistry>,
}

impl EventSharing {
    pub(crate) async fn run(self) {
        if !self.node.is_alone() {
            tokio::join!(self.follow_updates(), self.take_over_orphans(), self.poll());
        }
    }

    async fn follow_updates(&self) {
        let Some(mut updates) = self.node.subscribe(EVENTS).await else { return };
        loop {
            let message = updates.next().await;
            match self.node.read(&message) {
                Some((_, EventUpdate::Tournament(id))) => self.tournaments.refresh(&id).await,
                Some((_, EventUpdate::Exhibition(id))) => self.exhibitions.refresh(&id).await,
                Some((_, EventUpdate::Present { tournament, number })) => {
                    self.tournaments.note_presence_elsewhere(&tournament, number);
                }
                None => {}
            }
        }
    }

    async fn take_over_orphans(&self) {
        let mut updates = self.node.subscribe(NODES).await;
        loop {
            for id in self.node.claim_orphans(LeaseKind::Tournament, ORPHANS).await {
                self.tournaments.adopt(&id).await;
            }
            for id in self.node.claim_orphans(LeaseKind::Exhibition, ORPHANS).await {
                self.exhibitions.adopt(&id).await;
            }
            self.node.wait_for_orphans(&mut updates).await;
        }
    }

    async fn poll(&self) {
        loop {
            sleep(POLL).await;
            for id in self.tournaments.in_use() {
                self.tournaments.refresh(&id).await;
            }
            for id in self.exhibitions.in_use() {
                self.exhibitions.refresh(&id).await;
            }
        }
    }
}
