//! Rematches: offered by one side, created when the other agrees.

use damiera_messages::ServerMessage;
use damiera_rules::Side;

use super::{Flow, RoomTask, flow_after};
use crate::nodes::wire::{Audience, ForwardedAsk};
use crate::rate_limit::RateKey;

/// The state of a rematch; forgotten with the room.
#[derive(Default, Debug)]
pub(super) struct Rematch {
    offered_by: Option<Side>,
    /// The id of the new game.
    game: Option<String>,
}

impl Rematch {
    /// What subscribers are told, once a rematch is offered.
    pub(super) fn message(&self) -> Option<ServerMessage> {
        Some(ServerMessage::Rematch { by: self.offered_by?.into(), game: self.game.clone() })
    }

    /// Takes note of what another node told its subscribers.
    pub(super) fn follow(&mut self, message: &ServerMessage) {
        if let ServerMessage::Rematch { by, game } = message {
            self.offered_by = Some((*by).into());
            self.game.clone_from(game);
        }
    }
}

impl RoomTask {
    /// Offers a rematch, or has the owner of the game do it, so that it is created once.
    pub(super) async fn handle_rematch(&mut self, by: Side) -> Flow {
        let left = self.leave_to_owner(|| ForwardedAsk::Rematch { by: by.into() }).await;
        if let Ok(false) = left {
            self.offer_rematch(by).await;
        }
        flow_after(&left)
    }

    /// Offers a rematch, or creates it if the other side has offered it or has nobody who could.
    pub(super) async fn offer_rematch(&mut self, by: Side) {
        if self.game.end().is_none() || self.rematch.game.is_some() {
            return;
        }
        let alone = self.holders.are_same() || self.seats.of(!by).is_engine();
        if self.rematch.offered_by == Some(!by) || alone {
            let client = self.registry.loaded(&self.id).map_or(RateKey::Server, |room| room.client());
            match self.registry.create_rematch(&self.game, self.seats, &self.holders, client).await {
                Ok(game) => self.rematch.game = Some(game),
                Err(error) => {
                    tracing::error!(game = &*self.id, %error, "a rematch could not be created");
                    return;
                }
            }
        }
        self.rematch.offered_by = Some(by);
        if let Some(message) = self.rematch.message() {
            self.relay(Audience::Everybody, &message);
        }
    }
}
