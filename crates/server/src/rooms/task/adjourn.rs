//! What a game does after an outage: time is given back, and an adjourned game goes on when its players are back.

use std::time::Duration;

use damiera_game::{Action, Actor, Command, IrregularPolicy, Moment};
use damiera_rules::Side;

use super::RoomTask;
use crate::rooms::RoomError;
use crate::rooms::downtime::ADJOURNMENT;

/// How long a player counts as present after a command.
const PRESENT: Duration = Duration::from_secs(60);

impl RoomTask {
    /// Gives back the time during which the server did not work.
    pub(super) async fn compensate_downtime(&mut self) -> Result<(), RoomError> {
        let events = self.clock.compensate(&self.game, &self.services().uptime, self.owned_time());
        if events.is_empty() {
            return Ok(());
        }
        let mut after = (*self.game).clone();
        events.iter().for_each(|event| after.apply(event));
        self.commit(&events, after, None).await.map(|_| ())
    }

    /// Ends the vacations that are used up: the clocks of their players run again.
    pub(super) async fn end_used_up_vacations(&mut self) -> Result<(), RoomError> {
        let events = self.game.lapsed_vacations(self.now());
        if events.is_empty() {
            return Ok(());
        }
        let mut after = (*self.game).clone();
        events.iter().for_each(|event| after.apply(event));
        self.commit(&events, after, None).await.map(|_| ())
    }

    /// Prepares the game for a command of somebody who may have waited for it: credits downtime, and ends an
    /// adjournment if both players are back.
    pub(super) async fn welcome_back(&mut self, command: &Command) -> Result<(), RoomError> {
        self.compensate_downtime().await?;
        if let Actor::Player(side) = command.by {
            self.last_command[side as usize] = Some(self.now());
        }
        if self.may_resume() {
            let resume = Command { by: Actor::Arbiter, at: command.at, action: Action::Resume };
            self.carry_out(&resume, Duration::ZERO, None).await?;
        }
        Ok(())
    }

    /// When an adjourned game goes on without its players, so that an abandoned game ends. At a real board only the
    /// arbiter restarts the clocks.
    pub(super) fn resumes_at(&self) -> Option<Moment> {
        let at_table = self.game.terms().profile.irregular == IrregularPolicy::Recorded;
        let since = self.adjournment.since.filter(|_| !at_table && self.game.end().is_none())?;
        Some(since.plus(ADJOURNMENT))
    }

    /// Whether the game is adjourned, and goes on now.
    pub(super) fn may_resume(&self) -> bool {
        let Some(due) = self.resumes_at() else { return false };
        due <= self.now() || Side::BOTH.into_iter().all(|side| self.is_here(side))
    }

    fn is_here(&self, side: Side) -> bool {
        let recently = |at: Moment| self.now().since(at) < PRESENT;
        self.seats.of(side).is_engine()
            || self.subscribers.is_present(side)
            || self.last_command[side as usize].is_some_and(recently)
    }
}
