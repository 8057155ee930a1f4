//! Players who come back from a node that is gone: it was not their fault that they could not move.

use std::time::Duration;

use damiera_game::Moment;
use damiera_rules::Side;

use super::{Flow, RoomTask, flow_after};
use crate::rooms::RoomError;
use crate::store::NodeState;

/// The most that is given back: within this time a page notices that its server is gone, and connects to another one.
const MOST: Duration = Duration::from_secs(10);

impl RoomTask {
    /// Gives the side to move the time back during which its node was gone, if its player is now connected to another one: this
    /// one, unless `node` is named.
    pub(super) async fn welcome_from_lost_node(&mut self, sides: [bool; 2], node: Option<&str>) -> Flow {
        let turn = self.game.turn();
        let awaited = self.awaited[turn as usize] && !self.subscribers.is_present(turn);
        for side in Side::BOTH {
            self.awaited[side as usize] &= !sides[side as usize];
        }
        if self.node().is_alone() || !sides[turn as usize] || self.game.flag_falls().is_none() {
            return Flow::Continue(());
        }
        let result = self.give_back(turn, node, awaited).await;
        if let Err(error) = &result {
            tracing::debug!(game = &*self.id, %error, "the time of a node that is gone was not given back");
        }
        flow_after(&result)
    }

    async fn give_back(&mut self, turn: Side, node: Option<&str>, awaited: bool) -> Result<(), RoomError> {
        let before = self.subscribers.nodes_of(turn);
        let is_known = before.iter().any(|known| Some(&**known) == node);
        if is_known || (before.is_empty() && !awaited) || !self.owns().await? {
            return Ok(());
        }
        let (mut was_lost, mut since) = (awaited, self.clock.server_time(self.game.last_event_at()));
        for node in &before {
            match self.node().state_of(node).await? {
                NodeState::There => return Ok(()), // the player was connected to several nodes
                NodeState::Lost { since: lost } => (was_lost, since) = (true, since.max(Moment(lost))),
                NodeState::Left => {}
            }
        }
        before.iter().for_each(|node| self.subscribers.forget_node(node));
        let lost = self.services().clock.now().since(since).min(MOST);
        let Some(credit) = self.game.credit(self.now(), lost).filter(|_| was_lost) else { return Ok(()) };
        tracing::debug!(game = &*self.id, ?turn, ?before, ?lost, "a player comes from a node that was lost");
        let mut after = (*self.game).clone();
        after.apply(&credit);
        self.commit(&[credit], after, None).await.map(|_| ())
    }
}
