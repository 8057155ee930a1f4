//! Progress on standard error, about once a second.

use std::time::{Duration, Instant};

const INTERVAL: Duration = Duration::from_secs(1);

/// Prints a line now and then.
pub(super) struct ProgressLine {
    last: Instant,
}

impl ProgressLine {
    pub(super) fn start() -> Self {
        Self { last: Instant::now() }
    }

    /// Prints the text if it is time.
    pub(super) fn show(&mut self, text: impl FnOnce() -> String) {
        if self.last.elapsed() >= INTERVAL {
            self.last = Instant::now();
            eprintln!("damiera: {}", text());
        }
    }
}
