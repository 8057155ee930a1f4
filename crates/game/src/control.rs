//! Time controls: how much time a side has, and how a move changes it (FID-IT 14, 15.1.10).

use std::time::Duration;

use crate::time::Moment;

/// The time control of one side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum ClockControl {
    /// No clock.
    #[default]
    Untimed,
    /// Time for the whole game or for each stage of it.
    Timed(StagedTime),
    /// This much time for each move, as in correspondence.
    PerMove(Duration),
}

/// Time for a game in one or more stages.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StagedTime {
    /// The stages in order, at least one. The last is repeated if it has a number of moves.
    pub stages: Vec<TimeStage>,
    /// The bonus per move.
    pub bonus: Bonus,
    /// Byo-yomi after the time has run out.
    pub overtime: Option<Overtime>,
}

/// A stage of a time control: time for a number of moves, or for the rest of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeStage {
    /// The number of moves; `None` for the rest of the game.
    pub moves: Option<u16>,
    /// The time added at its start.
    pub time: Duration,
}

/// The bonus per move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bonus {
    /// No bonus.
    #[default]
    None,
    /// Fischer: this much is added after each move.
    Increment(Duration),
    /// US delay: the clock waits this long before it runs.
    Delay(Duration),
    /// Bronstein: the time used is added back, up to this much.
    Bronstein(Duration),
}

/// Byo-yomi: periods that restart with every move made within them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overtime {
    /// The number of periods.
    pub periods: u8,
    /// The length of a period.
    pub period: Duration,
}

impl ClockControl {
    /// Sudden death: one amount of time for the whole game.
    #[must_use]
    pub fn sudden(time: Duration) -> Self {
        Self::with(time, Bonus::None)
    }

    /// One amount of time for the whole game, and a bonus per move.
    #[must_use]
    pub fn with(time: Duration, bonus: Bonus) -> Self {
        Self::Timed(StagedTime { stages: vec![TimeStage { moves: None, time }], bonus, overtime: None })
    }

    /// The longest single time in the control.
    pub(crate) fn longest(&self) -> Duration {
        match self {
            Self::Untimed => Duration::ZERO,
            Self::PerMove(time) => *time,
            Self::Timed(budget) => {
                let period = budget.overtime.map(|overtime| overtime.period);
                let bonus = match budget.bonus {
                    Bonus::None => Duration::ZERO,
                    Bonus::Increment(time) | Bonus::Delay(time) | Bonus::Bronstein(time) => time,
                };
                let stages = budget.stages.iter().map(|stage| stage.time);
                stages.chain(period).chain([bonus]).max().unwrap_or_default()
            }
        }
    }

    /// The time that a side has for a game of this many moves, if it uses all of it; `None` without a clock.
    #[must_use]
    pub fn time_for(&self, moves: u32) -> Option<Duration> {
        match self {
            Self::Untimed => None,
            Self::PerMove(time) => Some(time.saturating_mul(moves)),
            Self::Timed(budget) => {
                let bonus = match budget.bonus {
                    Bonus::None => Duration::ZERO,
                    Bonus::Increment(time) | Bonus::Delay(time) | Bonus::Bronstein(time) => time,
                };
                let stages = budget.stages.iter().map(|stage| stage.time);
                Some(stages.sum::<Duration>().saturating_add(bonus.saturating_mul(moves)))
            }
        }
    }

    pub(crate) fn dial(&self) -> SideClock {
        let (left, periods) = match self {
            Self::Untimed => (Duration::ZERO, 0),
            Self::PerMove(time) => (*time, 0),
            Self::Timed(budget) => (
                budget.stages.first().map_or(Duration::ZERO, |stage| stage.time),
                budget.overtime.map_or(0, |overtime| overtime.periods),
            ),
        };
        SideClock { left, periods, stage: 0, made: 0, fell: None }
    }

    fn overtime(&self) -> Option<Overtime> {
        if let Self::Timed(budget) = self { budget.overtime } else { None }
    }

    fn bonus(&self) -> Bonus {
        if let Self::Timed(budget) = self { budget.bonus } else { Bonus::None }
    }

    /// The time at the start of a move that is not charged.
    pub(crate) fn delay(&self) -> Duration {
        if let Bonus::Delay(delay) = self.bonus() { delay } else { Duration::ZERO }
    }

    /// The charged part of the time spent on a move.
    fn charged(&self, elapsed: Duration) -> Duration {
        elapsed.saturating_sub(self.delay())
    }

    /// How long after the start of a move the flag falls; `None` without a clock.
    pub(crate) fn falls_after(&self, dial: &SideClock) -> Option<Duration> {
        if matches!(self, Self::Untimed) {
            return None;
        }
        let period = self.overtime().map_or(Duration::ZERO, |overtime| overtime.period);
        let periods = period.saturating_mul(u32::from(dial.periods));
        Some(self.delay().saturating_add(dial.left).saturating_add(periods))
    }

    /// Main time left, periods left and time left in the current period after `elapsed` of a move.
    pub(crate) fn left(&self, dial: &SideClock, elapsed: Duration) -> (Duration, u8, Duration) {
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

    /// The clock after a move that took `elapsed`.
    pub(crate) fn after_move(&self, dial: &SideClock, elapsed: Duration) -> SideClock {
        let (left, periods, _) = self.left(dial, elapsed);
        let mut next = SideClock { left, periods, made: dial.made.saturating_add(1), ..*dial };
        match self {
            Self::Untimed => {}
            Self::PerMove(time) => next.left = *time,
            Self::Timed(budget) => {
                let earned = match budget.bonus {
                    Bonus::Increment(bonus) => bonus,
                    Bonus::Bronstein(most) => elapsed.min(most),
                    Bonus::None | Bonus::Delay(_) => Duration::ZERO,
                };
                next.left = next.left.saturating_add(earned);
                next.enter_stage(budget);
            }
        }
        next
    }
}

/// The state of one side's clock between moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SideClock {
    pub(crate) left: Duration,
    pub(crate) periods: u8,
    stage: usize,
    /// Moves made in this stage.
    made: u16,
    pub(crate) fell: Option<Moment>,
}

impl SideClock {
    /// Enters the next stage once the moves of this stage are made.
    fn enter_stage(&mut self, budget: &StagedTime) {
        let Some(moves) = budget.stages.get(self.stage).and_then(|stage| stage.moves) else { return };
        if self.made >= moves {
            self.made = 0;
            self.stage = (self.stage + 1).min(budget.stages.len() - 1);
            self.left = self.left.saturating_add(budget.stages[self.stage].time);
        }
    }
}
