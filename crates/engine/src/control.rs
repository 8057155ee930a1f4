//! Stopping a search from outside: at once, or at a time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::limits::Allowance;

/// A handle on a running search, shared between whoever asked for it and the threads that search.
#[derive(Debug)]
pub struct Control {
    begun: Instant,
    stopped: AtomicBool,
    /// Microseconds after the beginning.
    deadline: AtomicU64,
}

impl Control {
    /// A search that begins at that time, until it is stopped.
    #[must_use]
    pub fn new(begun: Instant) -> Self {
        Self { begun, stopped: AtomicBool::new(false), deadline: AtomicU64::new(u64::MAX) }
    }

    /// Ends the search as soon as it notices, well within a few milliseconds.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    /// Ends the search at that time at the latest.
    pub fn stop_at(&self, time: Instant) {
        let micros = time.saturating_duration_since(self.begun).as_micros();
        self.deadline.store(u64::try_from(micros).unwrap_or(u64::MAX), Relaxed);
    }

    /// Ends the search so long after its beginning at the latest.
    pub fn stop_within(&self, time: Duration) {
        self.stop_at(self.begun + time);
    }

    /// The move pondered on was played at that time: from then on the clock counts.
    pub fn allow(&self, now: Instant, time: Allowance) {
        self.stop_at(now + time.budget().soft);
    }

    /// Whether it has been stopped or its time is up.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stopped.load(Relaxed)
            || self.deadline.load(Relaxed) != u64::MAX
                && self.elapsed().as_micros() >= u128::from(self.deadline.load(Relaxed))
    }

    /// How long it has been going on.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }
}

impl Default for Control {
    fn default() -> Self {
        Self::new(Instant::now())
    }
}
