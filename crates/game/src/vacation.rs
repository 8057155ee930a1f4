//! Vacation in correspondence games: a player may stop their own clock for a number of days in all.
//!
//! The rulebook leaves the details of correspondence to the players (FID-IT 15.1.3, 15.2), so this is a term of the game.

use std::time::Duration;

use damiera_rules::Side;

use crate::decide::{Decision, Draft};
use crate::event::{Event, Fact};
use crate::game::Game;
use crate::refusal::RefusalReason;
use crate::time::Moment;

/// What a side has of its vacation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct VacationAllowance {
    /// What was left when the current vacation began, or is left now.
    pub left: Duration,
    /// When the current vacation began.
    pub since: Option<Moment>,
}

impl VacationAllowance {
    /// When the current vacation ends at the latest.
    #[must_use]
    pub fn ends(&self) -> Option<Moment> {
        Some(self.since?.plus(self.left))
    }

    /// What is left at an instant.
    #[must_use]
    pub fn left_at(&self, now: Moment) -> Duration {
        self.left.saturating_sub(self.since.map_or(Duration::ZERO, |since| now.since(since)))
    }

    pub(crate) fn begin(&mut self, at: Moment) {
        self.since = Some(at);
    }

    pub(crate) fn end(&mut self, at: Moment) {
        *self = Self { left: self.left_at(at), since: None };
    }
}

impl Game {
    /// What a side has of its vacation.
    #[must_use]
    pub fn vacation(&self, side: Side) -> VacationAllowance {
        self.clocks.vacation(side)
    }

    /// When the next vacation ends because it is used up.
    #[must_use]
    pub fn vacation_ends(&self) -> Option<Moment> {
        let ends = Side::BOTH.into_iter().filter_map(|side| self.vacation(side).ends());
        if self.end.is_some() { None } else { ends.min() }
    }

    /// The ends of the vacations that are used up by an instant, in order.
    #[must_use]
    pub fn lapsed_vacations(&self, at: Moment) -> Vec<Event> {
        if self.end.is_some() {
            return Vec::new();
        }
        let mut ended: Vec<_> = Side::BOTH
            .into_iter()
            .filter_map(|by| {
                let ends = self.vacation(by).ends().filter(|&ends| ends <= at)?;
                Some(Event::new(ends.max(self.now), Fact::VacationEnded { by }))
            })
            .collect();
        ended.sort_by_key(|event| event.at);
        ended
    }
}

impl Draft {
    pub(crate) fn start_vacation(&mut self, by: Side) -> Decision {
        let vacation = self.game.vacation(by);
        if self.game.terms.vacation.is_zero() {
            return Err(RefusalReason::NoVacation.into());
        }
        if vacation.since.is_some() {
            return Err(RefusalReason::OnVacation.into());
        }
        if vacation.left.is_zero() {
            return Err(RefusalReason::VacationUsedUp.into());
        }
        self.add(Fact::VacationStarted { by });
        Ok(())
    }

    pub(crate) fn end_vacation(&mut self, by: Side) -> Decision {
        if self.game.vacation(by).since.is_none() {
            return Err(RefusalReason::NotOnVacation.into());
        }
        self.add(Fact::VacationEnded { by });
        Ok(())
    }
}
