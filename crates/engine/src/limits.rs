//! Search limits and time management.

use std::time::Duration;

/// The limits of a search; the first one reached ends it. Without limits it runs until it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchLimits {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Number of nodes, all threads together.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<TimeAllowance>,
}

/// The time for a move or for the rest of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeAllowance {
    /// For this move; all of it is used.
    Move(Duration),
    /// A clock.
    Clock {
        /// Remaining time.
        left: Duration,
        /// Increment per move.
        increment: Duration,
        /// Moves to the next time control, if there is one.
        moves: Option<u32>,
    },
}

/// When to end a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeBudget {
    /// No further iteration is started after this.
    pub soft: Duration,
    /// The search is interrupted at this time.
    pub hard: Duration,
}

impl TimeAllowance {
    /// The number of moves that a game is expected to last.
    const MOVES_TO_COME: u32 = 28;
    /// Reserve for transmitting the move.
    const OVERHEAD: Duration = Duration::from_millis(10);

    /// The share of the time to use for this move.
    #[must_use]
    pub fn budget(self) -> TimeBudget {
        match self {
            Self::Move(time) => TimeBudget { soft: time, hard: time },
            Self::Clock { left, increment, moves } => {
                let usable = left.saturating_sub(Self::OVERHEAD.min(left / 2));
                let share = moves.unwrap_or(u32::MAX).clamp(1, Self::MOVES_TO_COME);
                let even = (usable / share + increment * 3 / 4).min(usable);
                TimeBudget {
                    soft: even * 6 / 10,
                    hard: (even * 3).min(usable * 2 / 3).max(even.min(usable / 2)),
                }
            }
        }
    }
}

impl SearchLimits {
    /// A depth limit.
    #[must_use]
    pub const fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), nodes: None, time: None }
    }

    /// A node limit.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { depth: None, nodes: Some(nodes), time: None }
    }

    /// A fixed time for the move.
    #[must_use]
    pub const fn move_time(time: Duration) -> Self {
        Self { depth: None, nodes: None, time: Some(TimeAllowance::Move(time)) }
    }

    /// The smaller of each pair of limits; the time of `self` takes precedence.
    #[must_use]
    pub fn within(self, other: Self) -> Self {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            match (a, b) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            }
        }
        Self {
            depth: least(self.depth, other.depth),
            nodes: least(self.nodes, other.nodes),
            time: self.time.or(other.time),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_clock_is_never_overdrawn(left in 0..10_000_000_u64, increment in 0..60_000_u64, moves in proptest::option::of(0..80_u32)) {
            let left = Duration::from_millis(left);
            let clock = TimeAllowance::Clock { left, increment: Duration::from_millis(increment), moves };
            let TimeBudget { soft, hard } = clock.budget();
            prop_assert!(hard <= left && soft <= hard.max(left));
        }
    }
}
