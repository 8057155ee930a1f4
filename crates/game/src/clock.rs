//! Clocks: the time left of each side, and when its flag falls (FID-IT 14, 15.1.10; CBD 97a).
//!
//! A clock never reads the system time. Every function takes the time as an argument, so a replayed game shows the same
//! times to the millisecond.

use std::sync::Arc;
use std::time::Duration;

use damiera_rules::Side;

use crate::control::{ClockControl, SideClock};
use crate::time::Moment;
use crate::vacation::VacationAllowance;

/// The side whose time is being used, and since when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TurnTimer {
    side: Side,
    /// When its clock was started; `None` while the clocks are stopped, or the side is on vacation.
    since: Option<Moment>,
    /// The time used on this move before the clocks were last stopped.
    before: Duration,
}

/// Both clocks of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    controls: [Arc<ClockControl>; 2],
    dials: [SideClock; 2],
    thinking: Option<TurnTimer>,
    /// Whether both clocks are stopped.
    stopped: bool,
    vacations: [VacationAllowance; 2],
    /// Incremented when the arbiter sets, swaps or resets the clocks: older marks no longer apply.
    epoch: u16,
}

/// A side's clock before a move, and the time the move took: what an undone move is settled with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClockMark {
    side: Side,
    before: SideClock,
    spent: Duration,
    epoch: u16,
}

/// The display of a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockFace {
    /// The remaining delay, during which the other values do not change.
    pub free: Duration,
    /// The main time left.
    pub left: Duration,
    /// The number of byo-yomi periods left, including the current one.
    pub periods: u8,
    /// The time left in the current period.
    pub in_period: Duration,
    /// Whether it runs.
    pub runs: bool,
    /// Whether its flag has fallen.
    pub fallen: bool,
}

impl Clocks {
    /// Stopped clocks for these time controls, White's first.
    #[must_use]
    pub fn new(controls: [ClockControl; 2]) -> Self {
        let dials = [controls[0].dial(), controls[1].dial()];
        Self {
            controls: controls.map(Arc::new),
            dials,
            thinking: None,
            stopped: false,
            vacations: [VacationAllowance::default(); 2],
            epoch: 0,
        }
    }

    /// The same clocks with this much vacation for each side.
    #[must_use]
    pub fn with_vacation(self, left: Duration) -> Self {
        Self { vacations: [VacationAllowance { left, since: None }; 2], ..self }
    }

    /// What a side has of its vacation.
    #[must_use]
    pub fn vacation(&self, side: Side) -> VacationAllowance {
        self.vacations[side as usize]
    }

    /// Begins a side's vacation: its clock stands still.
    pub(crate) fn begin_vacation(&mut self, side: Side, at: Moment) {
        self.vacations[side as usize].begin(at);
        self.hold(side, at);
    }

    /// Ends a side's vacation: its clock goes on if it is that side's turn.
    pub(crate) fn end_vacation(&mut self, side: Side, at: Moment) {
        self.vacations[side as usize].end(at);
        let since = self.start_of(side, at);
        if let Some(thinking) = self.thinking.as_mut().filter(|thinking| thinking.side == side) {
            thinking.since = since;
        }
    }

    /// Since when a side's clock runs if it is started now.
    fn start_of(&self, side: Side, at: Moment) -> Option<Moment> {
        (!self.stopped && self.vacations[side as usize].since.is_none()).then_some(at)
    }

    /// Notes the time that a side has used on its move, and stops its clock.
    fn hold(&mut self, side: Side, at: Moment) {
        if let Some(thinking) = self.thinking.as_mut().filter(|thinking| thinking.side == side) {
            let ran = thinking.since.map_or(Duration::ZERO, |since| at.since(since));
            thinking.before = thinking.before.saturating_add(ran);
            thinking.since = None;
        }
    }

    /// Whether a side plays with a clock.
    #[must_use]
    pub fn timed(&self, side: Side) -> bool {
        *self.controls[side as usize] != ClockControl::Untimed
    }

    /// Starts a side's clock.
    pub(crate) fn run(&mut self, side: Side, at: Moment) {
        let before = match self.thinking {
            Some(thinking) if thinking.side == side => thinking.before,
            _ => Duration::ZERO,
        };
        self.stopped = false;
        self.thinking = Some(TurnTimer { side, since: self.start_of(side, at), before });
    }

    /// Stops both clocks. The time used on the current move is remembered.
    pub(crate) fn stop(&mut self, at: Moment) {
        self.stopped = true;
        if let Some(thinking) = self.thinking {
            self.hold(thinking.side, at);
        }
    }

    /// Starts the clock that was stopped, for the same side.
    pub(crate) fn restart(&mut self, at: Moment) {
        if let Some(thinking) = self.thinking {
            self.run(thinking.side, at);
        }
    }

    /// Presses the clock after a move: charges the time except `spared`, adds the bonus, and starts the other clock.
    pub(crate) fn press(&mut self, side: Side, at: Moment, spared: Duration) -> ClockMark {
        let elapsed = self.elapsed(side, at).saturating_sub(spared);
        let mark = ClockMark { side, before: self.dials[side as usize], spent: elapsed, epoch: self.epoch };
        self.note_flag(side, at.minus(spared));
        let dial = &mut self.dials[side as usize];
        let next = self.controls[side as usize].after_move(dial, elapsed);
        if dial.fell.is_none() {
            *dial = next;
        } else {
            (dial.left, dial.periods) = (Duration::ZERO, 0); // a bonus does not undo a flag fall
        }
        self.stopped = false;
        self.thinking =
            Some(TurnTimer { side: !side, since: self.start_of(!side, at), before: Duration::ZERO });
        mark
    }

    /// Undoes moves, the last one first: the side to move thinks on as if it had not moved. The time used stays used,
    /// but an undone move earns nothing: no increment, no delay, no moves of a stage, no new byo-yomi period.
    pub(crate) fn undo(&mut self, undone: impl IntoIterator<Item = ClockMark>, turn: Side, at: Moment) {
        let Some(thinking) = self.thinking else { return };
        self.note_flag(thinking.side, at);
        let mut spent = Side::BOTH.map(|side| self.elapsed(side, at));
        for mark in undone.into_iter().filter(|mark| mark.epoch == self.epoch) {
            let dial = &mut self.dials[mark.side as usize];
            let fell = dial.fell;
            *dial = mark.before;
            dial.fell = fell;
            spent[mark.side as usize] = spent[mark.side as usize].saturating_add(mark.spent);
        }
        let dial = &mut self.dials[!turn as usize];
        let (left, periods, _) = self.controls[!turn as usize].left(dial, spent[!turn as usize]);
        (dial.left, dial.periods) = (left, periods);
        let since = self.start_of(turn, at);
        self.thinking = Some(TurnTimer { side: turn, since, before: spent[turn as usize] });
    }

    /// Passes the turn without a move: charges the time used, without a bonus.
    pub(crate) fn hand_to(&mut self, side: Side, at: Moment) {
        if let Some(thinking) = self.thinking.filter(|thinking| thinking.side != side) {
            self.charge(thinking.side, at);
            let since = self.start_of(side, at);
            self.thinking = Some(TurnTimer { side, since, before: Duration::ZERO });
        }
    }

    /// Charges the time a side has used on the current move.
    fn charge(&mut self, side: Side, at: Moment) {
        let elapsed = self.elapsed(side, at);
        self.note_flag(side, at);
        let dial = &mut self.dials[side as usize];
        let (left, periods, _) = self.controls[side as usize].left(dial, elapsed);
        (dial.left, dial.periods) = (left, periods);
        if let Some(thinking) = self.thinking.as_mut().filter(|thinking| thinking.side == side) {
            thinking.before = Duration::ZERO;
            thinking.since = thinking.since.map(|_| at);
        }
    }

    /// Sets a side's time; the current move is charged from now on.
    pub(crate) fn set(&mut self, side: Side, left: Duration, at: Moment) {
        self.charge(side, at);
        let dial = &mut self.dials[side as usize];
        (dial.left, dial.fell) = (left, None);
        if self.timed(side) && !self.has_time(side) {
            self.dials[side as usize].fell = Some(at); // set to nothing, whether it runs or not
        }
        self.epoch = self.epoch.wrapping_add(1);
    }

    /// Gives back time during which a side's clock should not have run, at most the time it ran.
    pub(crate) fn credit(&mut self, side: Side, time: Duration, at: Moment) {
        if let Some(thinking) = self.thinking.as_mut().filter(|thinking| thinking.side == side) {
            thinking.since = thinking.since.map(|since| since.plus(time).min(at.max(since)));
        }
    }

    /// The side whose clock is running, and since when.
    pub(crate) fn running(&self) -> Option<(Side, Moment)> {
        let thinking = self.thinking.filter(|thinking| self.timed(thinking.side))?;
        Some((thinking.side, thinking.since?))
    }

    /// Resets both clocks, for a game that is restarted without charge.
    pub(crate) fn reset(&mut self, at: Moment) {
        for side in Side::BOTH {
            self.charge(side, at);
            self.dials[side as usize] = self.controls[side as usize].dial();
        }
        self.epoch = self.epoch.wrapping_add(1);
    }

    /// Swaps the clocks of players who change colours and keep their time (FID 7.4).
    pub(crate) fn swap(&mut self, at: Moment) {
        for side in Side::BOTH {
            self.charge(side, at);
        }
        self.dials.swap(0, 1);
        self.controls.swap(0, 1);
        self.epoch = self.epoch.wrapping_add(1);
    }

    fn elapsed(&self, side: Side, at: Moment) -> Duration {
        match self.thinking {
            Some(thinking) if thinking.side == side => {
                let ran = thinking.since.map_or(Duration::ZERO, |since| at.since(since));
                thinking.before.saturating_add(ran)
            }
            _ => Duration::ZERO,
        }
    }

    fn note_flag(&mut self, side: Side, at: Moment) {
        let fell = self.fell(side, at);
        self.dials[side as usize].fell = fell;
    }

    /// When a side's flag fell; `None` if it has not fallen by `now`.
    #[must_use]
    pub fn fell(&self, side: Side, now: Moment) -> Option<Moment> {
        self.dials[side as usize].fell.or_else(|| self.falls(side).filter(|&falls| falls <= now))
    }

    /// When a side's flag will fall if nothing happens; `None` if its clock is not running.
    #[must_use]
    pub fn falls(&self, side: Side) -> Option<Moment> {
        let thinking = self.thinking.filter(|thinking| thinking.side == side)?;
        let after = self.controls[side as usize].falls_after(&self.dials[side as usize])?;
        Some(thinking.since?.plus(after.saturating_sub(thinking.before)))
    }

    /// The display of a side's clock; `None` without a clock.
    #[must_use]
    pub fn face(&self, side: Side, now: Moment) -> Option<ClockFace> {
        let (control, dial) = (&self.controls[side as usize], &self.dials[side as usize]);
        if **control == ClockControl::Untimed {
            return None;
        }
        let elapsed = self.elapsed(side, now);
        let (left, periods, in_period) = control.left(dial, elapsed);
        let free = control.delay().saturating_sub(elapsed);
        let runs = self.thinking.is_some_and(|thinking| thinking.side == side && thinking.since.is_some());
        let fallen = self.fell(side, now).is_some();
        Some(ClockFace { free, left, periods, in_period, runs, fallen })
    }
}

impl Clocks {
    /// Whether this side's time is being used.
    pub(crate) fn thinks(&self, side: Side) -> bool {
        self.thinking.is_some_and(|thinking| thinking.side == side)
    }

    /// Whether a side has a clock with time on it.
    pub(crate) fn has_time(&self, side: Side) -> bool {
        let dial = &self.dials[side as usize];
        self.controls[side as usize].falls_after(dial).is_some_and(|time| !time.is_zero())
    }
}
