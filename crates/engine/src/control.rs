//! Stopping a search from another thread: at once, or at a deadline.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::limits::TimeAllowance;

/// A handle to a running search, shared by the caller and the search threads.
#[derive(Debug)]
pub struct SearchControl {
    started: Instant,
    stopped: AtomicBool,
    /// In microseconds after the start; `u64::MAX` for none.
    deadline: AtomicU64,
}

impl SearchControl {
    /// A search that starts at `started` and has no deadline.
    #[must_use]
    pub fn new(started: Instant) -> Self {
        Self { started, stopped: AtomicBool::new(false), deadline: AtomicU64::new(u64::MAX) }
    }

    /// Stops the search. It returns within a few milliseconds.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    /// Sets the deadline.
    pub fn stop_at(&self, time: Instant) {
        let micros = time.saturating_duration_since(self.started).as_micros();
        self.deadline.store(u64::try_from(micros).unwrap_or(u64::MAX), Relaxed);
    }

    /// Sets the deadline relative to the start.
    pub fn stop_within(&self, time: Duration) {
        self.stop_at(self.started + time);
    }

    /// Turns pondering into a normal search: the expected move was played at `now`, and the clock runs from then on.
    pub fn allow(&self, now: Instant, time: TimeAllowance) {
        self.stop_at(now + time.budget().soft);
    }

    /// Whether the search was stopped or has reached its deadline.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stopped.load(Relaxed)
            || self.deadline.load(Relaxed) != u64::MAX
                && self.elapsed().as_micros() >= u128::from(self.deadline.load(Relaxed))
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

impl Default for SearchControl {
    fn default() -> Self {
        Self::new(Instant::now())
    }
}
