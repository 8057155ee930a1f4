//! What other nodes publish to all: seeks, notices to accounts, sessions that have ended.

use std::sync::Arc;

use crate::connections::ConnectionTracker;
use crate::lobby::Lobby;
use crate::nodes::wire::NodesUpdate;
use crate::nodes::{ClusterNode, NODES};
use crate::notices::Notices;
use crate::store::TokenDigest;

/// Passes on what other nodes publish.
pub(crate) struct NodeUpdates {
    pub(crate) node: Arc<ClusterNode>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) notices: Arc<Notices>,
    pub(crate) connections: Arc<ConnectionTracker>,
}

impl NodeUpdates {
    pub(crate) async fn run(self) {
        let Some(mut updates) = self.node.subscribe(NODES).await else { return };
        loop {
            let message = updates.next().await;
            if let Some((_, update)) = self.node.read(&message) {
                self.pass_on(update);
            }
        }
    }

    fn pass_on(&self, update: NodesUpdate) {
        match update {
            NodesUpdate::Leaving => {} // the registry of rooms listens for it
            NodesUpdate::Seeks(seeks) => {
                let seeks = seeks.into_iter().map(|(seek, holder)| (seek, holder.into()));
                self.lobby.open_elsewhere(seeks.collect());
            }
            NodesUpdate::SeekClosed(id) => {
                self.lobby.close_here(&id);
            }
            NodesUpdate::SeekMatched { seeker, seek, game } => {
                self.lobby.notify_seeker_here(&seeker.into(), &seek, &game);
            }
            NodesUpdate::Notice { account, message } => self.notices.send_here(account, &message),
            NodesUpdate::SignedOut(session) => self.connections.sign_out_here(TokenDigest(session)),
        }
    }
}
