//! How long to think.

use std::time::Duration;

/// Where a search ends; whatever is reached first. Without any it goes on until it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Time to use.
    pub time: Option<Allowance>,
}

/// Time for a move, or for several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowance {
    /// For this move, to be used whole.
    Move(Duration),
    /// On the clock.
    Clock {
        /// What is left.
        left: Duration,
        /// What each move adds.
        increment: Duration,
        /// Moves to the next control, if there is one.
        moves: Option<u32>,
    },
}

/// When a search ends under an allowance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Past this no deeper search is begun.
    pub soft: Duration,
    /// At this it ends, wherever it is.
    pub hard: Duration,
}

impl Allowance {
    /// Moves a game is expected to last still.
    const MOVES_TO_COME: u32 = 28;
    /// What passing the move on costs.
    const OVERHEAD: Duration = Duration::from_millis(10);

    /// When a search under this allowance ends.
    #[must_use]
    pub fn budget(self) -> Budget {
        match self {
            Self::Move(time) => Budget { soft: time, hard: time },
            Self::Clock { left, increment, moves } => {
                let usable = left.saturating_sub(Self::OVERHEAD.min(left / 2));
                let share = moves.unwrap_or(u32::MAX).clamp(1, Self::MOVES_TO_COME);
                let even = (usable / share + increment * 3 / 4).min(usable);
                Budget { soft: even * 6 / 10, hard: (even * 3).min(usable * 2 / 3).max(even.min(usable / 2)) }
            }
        }
    }
}

impl Limits {
    /// Only the depth is limited.
    #[must_use]
    pub const fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), nodes: None, time: None }
    }

    /// Only the number of positions is limited.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { depth: None, nodes: Some(nodes), time: None }
    }

    /// So much time for the move.
    #[must_use]
    pub const fn move_time(time: Duration) -> Self {
        Self { depth: None, nodes: None, time: Some(Allowance::Move(time)) }
    }

    /// The closer of two limits in each respect.
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
            let clock = Allowance::Clock { left, increment: Duration::from_millis(increment), moves };
            let Budget { soft, hard } = clock.budget();
            prop_assert!(hard <= left && soft <= hard.max(left));
        }
    }
}
