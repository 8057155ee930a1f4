//! What other nodes publish to all: seeks, notices to accounts, sessions that have ended, seats that have changed hands,
//! challenges for passkeys, and what they leave to others.

use std::sync::Arc;

use crate::clock::Clock;
use crate::connections::ConnectionTracker;
use crate::exhibitions::ExhibitionRegistry;
use crate::lobby::Lobby;
use crate::nodes::wire::{NodesUpdate, WireLeaseKind};
use crate::nodes::{ClusterNode, NODES};
use crate::notices::Notices;
use crate::passkeys::{PasskeyCeremony, PasskeyChallenges};
use crate::rooms::RoomRegistry;
use crate::store::TokenDigest;
use crate::tournaments::TournamentRegistry;

/// Passes on what other nodes publish.
pub(crate) struct NodeUpdates {
    pub(crate) node: Arc<ClusterNode>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) notices: Arc<Notices>,
    pub(crate) connections: Arc<ConnectionTracker>,
    pub(crate) passkeys: Arc<PasskeyChallenges>,
    pub(crate) rooms: Arc<RoomRegistry>,
    pub(crate) tournaments: Arc<TournamentRegistry>,
    pub(crate) exhibitions: Arc<ExhibitionRegistry>,
    pub(crate) clock: Clock,
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
            NodesUpdate::SeatsChangedHands(former) => {
                let rooms = Arc::clone(&self.rooms);
                tokio::spawn(async move { rooms.reload_held_by(former.into()).await });
            }
            NodesUpdate::PasskeyChallenge { challenge, account } => {
                let ceremony = account.map_or(PasskeyCeremony::SignIn, PasskeyCeremony::Register);
                self.passkeys.insert(challenge, ceremony, &self.clock);
            }
            NodesUpdate::PasskeyAnswered(challenge) => self.passkeys.forget(&challenge),
            NodesUpdate::WhoHoldsLease => self.node.say_whether_lease_holds(),
            NodesUpdate::LeaseHeld => self.node.another_holds_lease(),
            NodesUpdate::Offered { kind, id } => self.take_offer(kind, id),
        }
    }

    /// Takes what another node could not read, if this one can.
    fn take_offer(&self, kind: WireLeaseKind, id: String) {
        let (rooms, tournaments, exhibitions) =
            (Arc::clone(&self.rooms), Arc::clone(&self.tournaments), Arc::clone(&self.exhibitions));
        tokio::spawn(async move {
            let taken = match kind {
                WireLeaseKind::Game => rooms.find(&id).await.map(|_| ()).map_err(|error| error.to_string()),
                WireLeaseKind::Tournament => tournaments.take(&id).await.map_err(|error| error.to_string()),
                WireLeaseKind::Exhibition => {
                    exhibitions.find(&id).await.map(|_| ()).map_err(|error| error.to_string())
                }
            };
            if let Err(error) = taken {
                tracing::debug!(error, ?kind, id, "what another node offers was not taken");
            }
        });
    }
}
