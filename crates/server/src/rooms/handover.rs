//! Seats that change hands in the store while their games are in memory.

use std::sync::Arc;

use super::{RoomMessage, RoomRegistry};
use crate::nodes::NODES;
use crate::nodes::wire::NodesUpdate;
use crate::store::{Holder, TokenDigest};

/// Who has held the seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FormerHolder {
    /// A browser in which an account was opened.
    Visitor(TokenDigest),
    /// An account that was deleted.
    Account(i64),
}

impl FormerHolder {
    fn held(self, holder: &Holder) -> bool {
        match self {
            Self::Visitor(visitor) => holder.account.is_none() && holder.visitor == Some(visitor),
            Self::Account(account) => holder.account == Some(account),
        }
    }
}

impl RoomRegistry {
    /// Loads games again of which somebody held a seat, at this and all other nodes.
    pub(crate) async fn seats_changed_hands(self: &Arc<Self>, former: FormerHolder) {
        self.services.node.publish(NODES, &NodesUpdate::SeatsChangedHands(former.into()));
        self.reload_held_by(former).await;
    }

    /// The same at this node alone. Where several people hold a side, they are read again.
    pub(crate) async fn reload_held_by(self: &Arc<Self>, former: FormerHolder) {
        let (mut held, mut shared) = (Vec::new(), Vec::new());
        for room in self.rooms().values() {
            if room.holders.0.iter().flatten().any(|holder| former.held(holder)) {
                held.push(Arc::clone(room));
            } else if room.game().terms().consultation != [None, None] {
                shared.push(Arc::clone(room));
            }
        }
        for room in shared {
            let _ = room.send(RoomMessage::MembersChanged).await; // the room may be gone
        }
        for room in held {
            let _ = room.send(RoomMessage::Close).await; // it has ended already if this fails
            room.mailbox.closed().await;
            if let Err(error) = self.find(room.id()).await {
                tracing::warn!(game = room.id(), %error, "a game could not be loaded again");
            }
        }
    }
}
