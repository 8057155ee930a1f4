//! Clocks: how much time each side has, and when its flag falls (FID-IT 14, 15.1.10; CBD 97a).
//!
//! A clock never asks what time it is. It is told when a move was made, and can be asked what it would show, so a
//! replayed game shows the same times to the millisecond.

use std::time::Duration;

use damiera_rules::Side;

use crate::control::{ClockControl, SideClock};
use crate::time::Moment;

/// Who is thinking, and since when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TurnTimer {
    side: Side,
    /// Since when; none while the clocks are stopped.
    since: Option<Moment>,
    /// Time already used on this move before the clocks were last stopped.
    before: Duration,
}

/// Both clocks of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    controls: [ClockControl; 2],
    dials: [SideClock; 2],
    thinking: Option<TurnTimer>,
}

/// What a clock shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockFace {
    /// What is left of a delay: the rest of the face stands still until it has passed.
    pub free: Duration,
    /// Time left before any byo-yomi.
    pub left: Duration,
    /// Byo-yomi periods left, the running one included.
    pub periods: u8,
    /// Time left in the running period.
    pub in_period: Duration,
    /// Whether it runs.
    pub runs: bool,
    /// Whether its flag is down.
    pub fallen: bool,
}

impl Clocks {
    /// Clocks set for a game, not yet running; White's control first.
    #[must_use]
    pub fn new(controls: [ClockControl; 2]) -> Self {
        let dials = [controls[0].dial(), controls[1].dial()];
        Self { controls, dials, thinking: None }
    }

    /// Whether a side plays with a clock.
    #[must_use]
    pub fn timed(&self, side: Side) -> bool {
        self.controls[side as usize] != ClockControl::Untimed
    }

    /// Lets a side's clock run from now on, as after a start or a stop.
    pub(crate) fn run(&mut self, side: Side, at: Moment) {
        let before = match self.thinking {
            Some(thinking) if thinking.side == side => thinking.before,
            _ => Duration::ZERO,
        };
        self.thinking = Some(TurnTimer { side, since: Some(at), before });
    }

    /// Stops both clocks; the time used on the move under way is kept.
    pub(crate) fn stop(&mut self, at: Moment) {
        if let Some(thinking) = &mut self.thinking {
            thinking.before += thinking.since.map_or(Duration::ZERO, |since| at.since(since));
            thinking.since = None;
        }
    }

    /// A side has moved: its time is taken but for what is spared, its bonus given, and the other clock runs.
    pub(crate) fn press(&mut self, side: Side, at: Moment, spared: Duration) {
        let elapsed = self.elapsed(side, at).saturating_sub(spared);
        self.note_flag(side, at.minus(spared));
        let dial = &mut self.dials[side as usize];
        let next = self.controls[side as usize].after_move(dial, elapsed);
        if dial.fell.is_none() {
            *dial = next;
        } else {
            (dial.left, dial.periods) = (Duration::ZERO, 0); // a bonus does not raise a flag
        }
        self.thinking = Some(TurnTimer { side: !side, since: Some(at), before: Duration::ZERO });
    }

    /// Lets another side think without a move having been made: the time used is taken, no bonus given.
    pub(crate) fn hand_to(&mut self, side: Side, at: Moment) {
        if let Some(thinking) = self.thinking.filter(|thinking| thinking.side != side) {
            self.charge(thinking.side, at);
            let since = thinking.since.map(|_| at);
            self.thinking = Some(TurnTimer { side, since, before: Duration::ZERO });
        }
    }

    /// Takes what a side has used on the move under way.
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

    /// The arbiter sets what a side has left; the move under way is charged from now on.
    pub(crate) fn set(&mut self, side: Side, left: Duration, at: Moment) {
        self.charge(side, at);
        let dial = &mut self.dials[side as usize];
        (dial.left, dial.fell) = (left, None);
    }

    /// Time in which a side's clock should not have run; never more than it ran.
    pub(crate) fn credit(&mut self, side: Side, time: Duration, at: Moment) {
        if let Some(thinking) = self.thinking.as_mut().filter(|thinking| thinking.side == side) {
            thinking.since = thinking.since.map(|since| since.plus(time).min(at.max(since)));
        }
    }

    /// Whose clock runs, and since when.
    pub(crate) fn running(&self) -> Option<(Side, Moment)> {
        let thinking = self.thinking.filter(|thinking| self.timed(thinking.side))?;
        Some((thinking.side, thinking.since?))
    }

    /// Sets both clocks to what they showed before the game, for a game that begins anew without charge.
    pub(crate) fn reset(&mut self, at: Moment) {
        for side in Side::BOTH {
            self.charge(side, at);
            self.dials[side as usize] = self.controls[side as usize].dial();
        }
    }

    /// The players change colours and keep their times (FID 7.4).
    pub(crate) fn swap(&mut self, at: Moment) {
        for side in Side::BOTH {
            self.charge(side, at);
        }
        self.dials.swap(0, 1);
        self.controls.swap(0, 1);
    }

    fn elapsed(&self, side: Side, at: Moment) -> Duration {
        match self.thinking {
            Some(thinking) if thinking.side == side => {
                thinking.before + thinking.since.map_or(Duration::ZERO, |since| at.since(since))
            }
            _ => Duration::ZERO,
        }
    }

    fn note_flag(&mut self, side: Side, at: Moment) {
        let fell = self.fell(side, at);
        self.dials[side as usize].fell = fell;
    }

    /// When a side's flag fell, if it has by now.
    #[must_use]
    pub fn fell(&self, side: Side, now: Moment) -> Option<Moment> {
        self.dials[side as usize].fell.or_else(|| self.falls(side).filter(|&falls| falls <= now))
    }

    /// When a side's flag will fall if nothing happens; only the running clock's.
    #[must_use]
    pub fn falls(&self, side: Side) -> Option<Moment> {
        let thinking = self.thinking.filter(|thinking| thinking.side == side)?;
        let after = self.controls[side as usize].falls_after(&self.dials[side as usize])?;
        Some(thinking.since?.plus(after.saturating_sub(thinking.before)))
    }

    /// What a side's clock shows; nothing if it has none.
    #[must_use]
    pub fn face(&self, side: Side, now: Moment) -> Option<ClockFace> {
        let (control, dial) = (&self.controls[side as usize], &self.dials[side as usize]);
        if *control == ClockControl::Untimed {
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
    /// Whether it is a side's time that is being used.
    pub(crate) fn thinks(&self, side: Side) -> bool {
        self.thinking.is_some_and(|thinking| thinking.side == side)
    }

    /// Whether a side that has a clock has any time on it.
    pub(crate) fn has_time(&self, side: Side) -> bool {
        let dial = &self.dials[side as usize];
        self.controls[side as usize].falls_after(dial).is_some_and(|time| !time.is_zero())
    }
}
