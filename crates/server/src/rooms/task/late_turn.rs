//! Players who learn late that it is their turn. A move counts from when it reached a node; if its commit or the news of it took long, the
//! opponent's clock ran meanwhile, and the opponent could not know. The node that shows the turn knows when it did: from then on the
//! clock counts.

use std::time::Duration;

use damiera_game::{Game, Moment};
use damiera_rules::Side;

use super::updates::REPORT;
use super::{Flow, RoomTask, flow_after};
use crate::rooms::RoomError;
use crate::store::NodeState;

/// A player who is shown the turn later than this gets the time back. What is shorter is not worth an event.
const LATE: Duration = Duration::from_millis(250);
/// A node that has not said for so long that a player is connected to it may have lost that player.
const FRESH: Duration = REPORT.saturating_add(Duration::from_secs(1));
/// A player who is shown the turn later than this gets the time back at once, and not only with the next move.
const VERY_LATE: Duration = Duration::from_secs(1);

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
    /// Whether it was so late that the time is given back without waiting for the next command, and that was not done yet.
    is_due: bool,
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
        let late = self.game.running_time(now).filter(|late| *late > LATE);
        let late = late.filter(|_| from == NewsFrom::Here || self.subscribers.is_here(self.game.turn()));
        let shown = self.clock.server_time(now);
        self.late_turn = late.map(|late| LateTurn { shown, from, is_due: late > VERY_LATE });
    }

    /// Gives the time back at once if a turn was shown very late, or tells the owner of the game. Otherwise it comes with the next command.
    pub(super) async fn report_late_turn(&mut self) -> Flow {
        let Some(late) = self.late_turn.as_mut().filter(|late| late.is_due) else {
            return Flow::Continue(());
        };
        late.is_due = false;
        if late.from == NewsFrom::Elsewhere && !self.is_owner() {
            self.report_attendance();
            return Flow::Continue(());
        }
        self.hear_of_late_turn(None).await
    }

    /// Some node, or this one, has shown the side to move its turn very late.
    pub(super) async fn hear_of_late_turn(&mut self, shown: Option<Moment>) -> Flow {
        let is_late = shown.or(self.turn_shown_late()).is_some();
        if !is_late || !self.is_owner() || !self.owns().await.unwrap_or(false) {
            return Flow::Continue(());
        }
        let result = self.start_turn_when_shown(shown, self.now()).await;
        if let Err(error) = &result {
            tracing::debug!(game = &*self.id, %error, "the time until a turn was shown was not given back");
        }
        flow_after(&result)
    }

    /// Has the running clock count from when its side was shown the turn, here or at another node, if it counts from an earlier time. An
    /// instant in an earlier turn changes nothing.
    pub(super) async fn start_turn_when_shown(
        &mut self,
        elsewhere: Option<Moment>,
        at: Moment,
    ) -> Result<(), RoomError> {
        let here = self.late_turn.map(|late| (late.shown, late.from));
        let elsewhere = elsewhere.map(|shown| (shown, NewsFrom::Elsewhere));
        for (shown, from) in here.into_iter().chain(elsewhere) {
            let shown = self.clock.game_time(shown.min(self.services().clock.now()));
            let Some(credit) = self.game.credit_until(at, shown) else { continue };
            // Who is connected to several nodes may have seen it before, unless it was not there to be seen.
            if from == NewsFrom::Elsewhere && self.is_at_several_nodes(self.game.turn()).await {
                continue;
            }
            let mut after = (*self.game).clone();
            after.apply(&credit);
            self.commit(&[credit], after, None).await?;
        }
        Ok(())
    }

    /// Whether a player is connected to several nodes that are there, as far as is known.
    async fn is_at_several_nodes(&mut self, side: Side) -> bool {
        let (others, mut there) = (
            self.subscribers.other_nodes_of(side, self.now().minus(FRESH)),
            usize::from(self.subscribers.is_here(side)),
        );
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
