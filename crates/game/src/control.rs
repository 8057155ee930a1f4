//! How much time a side has, and what a move does to it (FID-IT 14, 15.1.10).

use std::time::Duration;

use crate::time::Moment;

/// The time one side has for its moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum ClockControl {
    /// No clock.
    #[default]
    Untimed,
    /// A budget for the game or for its parts.
    Timed(TimeBudget),
    /// So long for each move, as in correspondence.
    PerMove(Duration),
}

/// Time for a game or for its parts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TimeBudget {
    /// The parts in order, at least one; the last is repeated if it ends after a number of moves.
    pub stages: Vec<TimeStage>,
    /// What each move is given.
    pub bonus: Bonus,
    /// What follows when the time is used up.
    pub overtime: Option<Overtime>,
}

/// A part of a game: so much time for so many moves, or for all that follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeStage {
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

impl ClockControl {
    /// One budget for the whole game.
    #[must_use]
    pub fn sudden(time: Duration) -> Self {
        Self::with(time, Bonus::None)
    }

    /// One budget for the whole game, and a bonus for each move.
    #[must_use]
    pub fn with(time: Duration, bonus: Bonus) -> Self {
        Self::Timed(TimeBudget { stages: vec![TimeStage { moves: None, time }], bonus, overtime: None })
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

    /// How long into a move nothing is charged.
    pub(crate) fn delay(&self) -> Duration {
        if let Bonus::Delay(delay) = self.bonus() { delay } else { Duration::ZERO }
    }

    /// What of a move's time counts.
    fn charged(&self, elapsed: Duration) -> Duration {
        elapsed.saturating_sub(self.delay())
    }

    /// How long into a move the flag falls; never without a clock.
    pub(crate) fn falls_after(&self, dial: &SideClock) -> Option<Duration> {
        if matches!(self, Self::Untimed) {
            return None;
        }
        let period = self.overtime().map_or(Duration::ZERO, |overtime| overtime.period);
        Some(self.delay() + dial.left + period * u32::from(dial.periods))
    }

    /// Main time and periods left after so long in a move.
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

    /// The dial after a move that took so long.
    pub(crate) fn after_move(&self, dial: &SideClock, elapsed: Duration) -> SideClock {
        let (left, periods, _) = self.left(dial, elapsed);
        let mut next = SideClock { left, periods, made: dial.made.saturating_add(1), ..*dial };
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
pub(crate) struct SideClock {
    pub(crate) left: Duration,
    pub(crate) periods: u8,
    stage: usize,
    /// Moves made in this stage.
    made: u16,
    pub(crate) fell: Option<Moment>,
}

impl SideClock {
    /// Goes on to the next stage once the moves of this one are made.
    fn enter_stage(&mut self, budget: &TimeBudget) {
        let Some(moves) = budget.stages.get(self.stage).and_then(|stage| stage.moves) else { return };
        if self.made >= moves {
            self.made = 0;
            self.stage = (self.stage + 1).min(budget.stages.len() - 1);
            self.left += budget.stages[self.stage].time;
        }
    }
}
