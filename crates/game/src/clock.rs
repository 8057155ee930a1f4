//! Clocks: how much time each side has, and when its flag falls (FID-IT 14, 15.1.10; CBD 97a).
//!
//! A clock never asks what time it is. It is told when a move was made, and can be asked what it would show, so a
//! replayed game shows the same times to the millisecond.

use std::time::Duration;

use damiera_rules::Side;

use crate::time::Moment;

/// The time one side has for its moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Control {
    /// No clock.
    #[default]
    Untimed,
    /// A budget for the game or for its parts.
    Timed(Budget),
    /// So long for each move, as in correspondence.
    PerMove(Duration),
}

/// Time for a game or for its parts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// The parts in order, at least one; the last is repeated if it ends after a number of moves.
    pub stages: Vec<Stage>,
    /// What each move is given.
    pub bonus: Bonus,
    /// What follows when the time is used up.
    pub overtime: Option<Overtime>,
}

/// A part of a game: so much time for so many moves, or for all that follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Moves to be made in it; none for the rest of the game.
    pub moves: Option<u16>,
    /// Time added when it begins.
    pub time: Duration,
}

/// What each move is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bonus {
    /// Nothing.
    #[default]
    None,
    /// Fischer: added after the move, used or not.
    Increment(Duration),
    /// The clock waits so long before it runs.
    Delay(Duration),
    /// Bronstein: the time used is given back, up to so much.
    Bronstein(Duration),
}

/// Byo-yomi: periods that begin anew with each move made within them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overtime {
    /// How many.
    pub periods: u8,
    /// How long each.
    pub period: Duration,
}

impl Control {
    /// One budget for the whole game.
    #[must_use]
    pub fn sudden(time: Duration) -> Self {
        Self::with(time, Bonus::None)
    }

    /// One budget for the whole game, and a bonus for each move.
    #[must_use]
    pub fn with(time: Duration, bonus: Bonus) -> Self {
        Self::Timed(Budget { stages: vec![Stage { moves: None, time }], bonus, overtime: None })
    }

    fn dial(&self) -> Dial {
        let (left, periods) = match self {
            Self::Untimed => (Duration::ZERO, 0),
            Self::PerMove(time) => (*time, 0),
            Self::Timed(budget) => (
                budget.stages.first().map_or(Duration::ZERO, |stage| stage.time),
                budget.overtime.map_or(0, |overtime| overtime.periods),
            ),
        };
        Dial { left, periods, stage: 0, made: 0, fell: None }
    }

    fn overtime(&self) -> Option<Overtime> {
        if let Self::Timed(budget) = self { budget.overtime } else { None }
    }

    fn bonus(&self) -> Bonus {
        if let Self::Timed(budget) = self { budget.bonus } else { Bonus::None }
    }

    /// What of a move's time counts.
    fn charged(&self, elapsed: Duration) -> Duration {
        match self.bonus() {
            Bonus::Delay(delay) => elapsed.saturating_sub(delay),
            _ => elapsed,
        }
    }

    /// How long into a move the flag falls; never without a clock.
    fn falls_after(&self, dial: &Dial) -> Option<Duration> {
        if matches!(self, Self::Untimed) {
            return None;
        }
        let delay = if let Bonus::Delay(delay) = self.bonus() { delay } else { Duration::ZERO };
        let period = self.overtime().map_or(Duration::ZERO, |overtime| overtime.period);
        Some(delay + dial.left + period * u32::from(dial.periods))
    }

    /// Main time and periods left after so long in a move.
    fn left(&self, dial: &Dial, elapsed: Duration) -> (Duration, u8, Duration) {
        let charged = self.charged(elapsed);
        let left = dial.left.saturating_sub(charged);
        let Some(overtime) = self.overtime().filter(|overtime| !overtime.period.is_zero()) else {
            return (left, 0, Duration::ZERO);
        };
        let over = charged.saturating_sub(dial.left).as_millis();
        let period = overtime.period.as_millis();
        let begun = u8::try_from(over / period).unwrap_or(u8::MAX);
        let periods = dial.periods.saturating_sub(begun);
        let in_period = if left.is_zero() && periods > 0 {
            overtime.period - Duration::from_millis(u64::try_from(over % period).unwrap_or_default())
        } else {
            Duration::ZERO
        };
        (left, periods, in_period)
    }

    /// The dial after a move that took so long.
    fn after_move(&self, dial: &Dial, elapsed: Duration) -> Dial {
        let (left, periods, _) = self.left(dial, elapsed);
        let mut next = Dial { left, periods, made: dial.made.saturating_add(1), ..*dial };
        match self {
            Self::Untimed => {}
            Self::PerMove(time) => next.left = *time,
            Self::Timed(budget) => {
                next.left += match budget.bonus {
                    Bonus::Increment(bonus) => bonus,
                    Bonus::Bronstein(most) => elapsed.min(most),
                    Bonus::None | Bonus::Delay(_) => Duration::ZERO,
                };
                next.enter_stage(budget);
            }
        }
        next
    }
}

/// What a side's clock holds between moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Dial {
    left: Duration,
    periods: u8,
    stage: usize,
    /// Moves made in this stage.
    made: u16,
    fell: Option<Moment>,
}

impl Dial {
    /// Goes on to the next stage once the moves of this one are made.
    fn enter_stage(&mut self, budget: &Budget) {
        let Some(moves) = budget.stages.get(self.stage).and_then(|stage| stage.moves) else { return };
        if self.made >= moves {
            self.made = 0;
            self.stage = (self.stage + 1).min(budget.stages.len() - 1);
            self.left += budget.stages[self.stage].time;
        }
    }
}

/// Who is thinking, and since when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Thinking {
    side: Side,
    /// Since when; none while the clocks are stopped.
    since: Option<Moment>,
    /// Time already used on this move before the clocks were last stopped.
    before: Duration,
}

/// Both clocks of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    controls: [Control; 2],
    dials: [Dial; 2],
    thinking: Option<Thinking>,
}

/// What a clock shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Face {
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
    pub fn new(controls: [Control; 2]) -> Self {
        let dials = [controls[0].dial(), controls[1].dial()];
        Self { controls, dials, thinking: None }
    }

    /// Whether a side plays with a clock.
    #[must_use]
    pub fn timed(&self, side: Side) -> bool {
        self.controls[side as usize] != Control::Untimed
    }

    /// Lets a side's clock run from now on, as after a start or a stop.
    pub(crate) fn run(&mut self, side: Side, at: Moment) {
        let before = match self.thinking {
            Some(thinking) if thinking.side == side => thinking.before,
            _ => Duration::ZERO,
        };
        self.thinking = Some(Thinking { side, since: Some(at), before });
    }

    /// Stops both clocks; the time used on the move under way is kept.
    pub(crate) fn stop(&mut self, at: Moment) {
        if let Some(thinking) = &mut self.thinking {
            thinking.before += thinking.since.map_or(Duration::ZERO, |since| at.since(since));
            thinking.since = None;
        }
    }

    /// A side has moved: its time is taken, its bonus given, and the other clock runs.
    pub(crate) fn press(&mut self, side: Side, at: Moment) {
        let elapsed = self.elapsed(side, at);
        self.note_flag(side, at);
        let dial = &mut self.dials[side as usize];
        let next = self.controls[side as usize].after_move(dial, elapsed);
        *dial = if dial.fell.is_some() { Dial { left: Duration::ZERO, periods: 0, ..*dial } } else { next };
        self.thinking = Some(Thinking { side: !side, since: Some(at), before: Duration::ZERO });
    }

    /// Lets another side think without a move having been made: the time used is taken, no bonus given.
    pub(crate) fn hand_to(&mut self, side: Side, at: Moment) {
        if let Some(thinking) = self.thinking.filter(|thinking| thinking.side != side) {
            self.charge(thinking.side, at);
            let since = thinking.since.map(|_| at);
            self.thinking = Some(Thinking { side, since, before: Duration::ZERO });
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
    pub fn face(&self, side: Side, now: Moment) -> Option<Face> {
        let (control, dial) = (&self.controls[side as usize], &self.dials[side as usize]);
        if *control == Control::Untimed {
            return None;
        }
        let (left, periods, in_period) = control.left(dial, self.elapsed(side, now));
        let runs = self.thinking.is_some_and(|thinking| thinking.side == side && thinking.since.is_some());
        let fallen = self.fell(side, now).is_some();
        Some(Face { left, periods, in_period, runs, fallen })
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
