//! What is due in a game without a message: its start, the flag, the end of a vacation or of a vote, and unloading it.

use std::time::Duration;

use damiera_game::{Action, FlagPolicy, Moment};

use super::{Flow, IDLE, RoomTask, flow_after};
use crate::store::LeaseKind;

impl RoomTask {
    pub(super) fn has_not_started(&self) -> bool {
        !self.game.has_begun() && self.game.end().is_none()
    }

    /// How long until something has to be done without a message.
    pub(super) fn next_check(&self) -> Duration {
        let starts = self.starts_at.filter(|_| self.has_not_started());
        let vacation = self.game.vacation_ends();
        let decided = self
            .flag_due()
            .into_iter()
            .chain(starts)
            .chain(self.resumes_at())
            .chain(vacation)
            .chain(self.vote_due())
            .min();
        let due = decided.filter(|_| self.is_owner()).into_iter().chain(self.next_report()).min();
        let until = |due| self.clock.until(due) + Duration::from_millis(1);
        due.map_or(IDLE, |due| until(due).min(IDLE))
    }

    /// When to check the flag: a move on its way may still have been made in time.
    fn flag_due(&self) -> Option<Moment> {
        if self.game.terms().profile.flags == FlagPolicy::Claimed {
            return None;
        }
        let falls = self.game.flag_falls()?;
        Some(falls.plus(self.subscribers.lag(self.game.turn())))
    }

    pub(super) async fn check_time(&mut self) -> Flow {
        if let Some(flow) = self.check_as_follower().await {
            return flow;
        }
        let now = self.now();
        if let Err(error) = self.compensate_downtime().await {
            tracing::error!(game = &*self.id, %error, "the downtime could not be credited");
            return flow_after::<()>(&Err(error));
        }
        if let Err(error) = self.end_used_up_vacations().await {
            return flow_after::<()>(&Err(error));
        }
        if self.may_resume() {
            return self.act_as_arbiter(Action::Resume).await;
        }
        if self.flag_due().is_some_and(|due| due <= now) {
            return self.act_as_arbiter(Action::Flag).await;
        }
        if self.play_chosen_move().await.is_break() {
            return Flow::Break(());
        }
        if self.has_not_started() && self.starts_at.is_some_and(|starts| starts <= now) {
            return self.act_as_arbiter(Action::Start).await;
        }
        let due = self.flag_due().or_else(|| self.resumes_at()).or_else(|| self.game.vacation_ends());
        let due = due.into_iter().chain(self.vote_due()).min();
        self.unload_if_idle(due)
    }

    /// What is due at a node that does not own the game; `None` if this one does.
    async fn check_as_follower(&mut self) -> Option<Flow> {
        if self.next_report().is_some_and(|due| due <= self.now()) {
            self.report_attendance();
        }
        match self.owns().await {
            Ok(true) => None,
            Ok(false) => Some(self.unload_if_idle(None)),
            Err(error) => {
                tracing::debug!(game = &*self.id, %error, "the owner of a game is not known");
                Some(Flow::Continue(()))
            }
        }
    }

    fn unload_if_idle(&mut self, due: Option<Moment>) -> Flow {
        let idle = self.subscribers.is_empty();
        if !idle || !self.registry.unload(&self.id, &self.clock, due, &mut self.running) {
            return Flow::Continue(());
        }
        if due.is_none() && self.is_owner() {
            self.node().release(LeaseKind::Game, &self.id);
        }
        Flow::Break(())
    }
}
