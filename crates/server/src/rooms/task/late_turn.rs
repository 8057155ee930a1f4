//! Players who learn late that it is their turn. A move counts from when it reached a node; if its commit or the news of it took long, the
//! opponent's clock ran meanwhile, and the opponent could not know. The node that shows the turn knows when it did: from then on the
//! clock counts.

use std::time::Duration;

use damiera_game::{Game, Moment};
use damiera_rules::Side;

use super::{Flow, RoomTask, flow_after};
use crate::rooms::RoomError;
use crate::store::NodeState;

/// A player who is shown the turn later than this gets the time back. What is shorter is not worth an event.
const LATE: Duration = Duration::from_millis(250);

/// Where events were written to the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NewsFrom {
    /// At this node, just now, so that nobody knew of them before.
    Here,
    Elsewhere,
}

/// When the side to move was shown its turn at this node.
#[derive(Clone, Copy, Debug)]
pub(super) struct LateTurn {
    /// By the server's time.
    shown: Moment,
    from: NewsFrom,
    /// Whether the owner of the game was told, or is this node and has acted on it.
    reported: bool,
}

impl RoomTask {
    /// When the side to move was shown its turn here, if that was late.
    pub(super) fn turn_shown_late(&self) -> Option<Moment> {
        self.late_turn.map(|late| late.shown)
    }

    /// Notes when the side to move is shown its turn, which is now if the state before was in another turn. What happened elsewhere is
    /// shown to nobody by this node unless the player is connected to it, and may have been shown before.
    pub(super) fn note_turn(&mut self, before: &Game, from: NewsFrom) {
        let turn_of = |game: &Game| (game.plies().len(), game.has_begun());
        if turn_of(before) == turn_of(&self.game) {
            return;
        }
        let now = self.now();
        let is_late = self.game.running_time(now).is_some_and(|time| time > LATE);
        let shown = self.clock.server_time(now);
        let is_first = from == NewsFrom::Here || self.subscribers.is_here(self.game.turn());
        self.late_turn = (is_late && is_first).then_some(LateTurn { shown, from, reported: false });
    }

    /// Has the owner know as soon as possible that a turn was shown late, so that no flag falls meanwhile. The next command tells it again.
    pub(super) async fn report_late_turn(&mut self) -> Flow {
        let Some(late) = self.late_turn.as_mut().filter(|late| !late.reported) else {
            return Flow::Continue(());
        };
        late.reported = true;
        let LateTurn { shown, from, .. } = *late;
        match from {
            NewsFrom::Here => flow_after(&self.start_turn_at(shown, self.now()).await),
            NewsFrom::Elsewhere if self.is_owner() => self.hear_of_late_turn(Some(shown)).await,
            NewsFrom::Elsewhere => {
                self.report_attendance();
                Flow::Continue(())
            }
        }
    }

    /// Some node has shown the side to move its turn late.
    pub(super) async fn hear_of_late_turn(&mut self, shown: Option<Moment>) -> Flow {
        if shown.is_none() || !self.is_owner() || !self.owns().await.unwrap_or(false) {
            return Flow::Continue(());
        }
        let result = self.start_turn_when_shown(shown, self.now()).await;
        if let Err(error) = &result {
            tracing::debug!(game = &*self.id, %error, "the time until a turn was shown was not given back");
        }
        flow_after(&result)
    }

    /// Has the running clock count from when its side was shown the turn, by one node. A player who is connected to several nodes may have
    /// seen it before.
    pub(super) async fn start_turn_when_shown(
        &mut self,
        shown: Option<Moment>,
        at: Moment,
    ) -> Result<(), RoomError> {
        let Some(shown) = shown.map(|shown| shown.min(self.services().clock.now())) else { return Ok(()) };
        let is_late = self.game.credit_until(at, self.clock.game_time(shown)).is_some();
        if is_late && !self.is_at_several_nodes(self.game.turn()).await {
            self.start_turn_at(shown, at).await?;
        }
        Ok(())
    }

    /// Has the running clock count from an instant of the server's time, if it counts from an earlier one. An instant in an earlier turn
    /// changes nothing.
    async fn start_turn_at(&mut self, shown: Moment, at: Moment) -> Result<(), RoomError> {
        let Some(credit) = self.game.credit_until(at, self.clock.game_time(shown)) else { return Ok(()) };
        let mut after = (*self.game).clone();
        after.apply(&credit);
        self.commit(&[credit], after, None).await.map(|_| ())
    }

    /// Whether a player is connected to several nodes that are there, as far as is known.
    async fn is_at_several_nodes(&mut self, side: Side) -> bool {
        let (others, mut there) =
            (self.subscribers.other_nodes_of(side), usize::from(self.subscribers.is_here(side)));
        if others.len() + there < 2 {
            return false;
        }
        for node in others {
            match self.node().state_of(&node).await {
                Ok(NodeState::There) | Err(_) => there += 1,
                Ok(NodeState::Lost { .. } | NodeState::Left) => self.subscribers.forget_node(&node),
            }
        }
        there > 1
    }
}
