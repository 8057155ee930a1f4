//! Exponential backoff with jitter.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

const FIRST: Duration = Duration::from_millis(50);
const LONGEST: Duration = Duration::from_secs(2);

/// Delays between attempts: each twice as long as the one before, up to two seconds, and each varied by up to half, so
/// that servers that failed together do not come back together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Backoff {
    next: Duration,
}

impl Default for Backoff {
    fn default() -> Self {
        Self { next: FIRST }
    }
}

impl Backoff {
    pub(crate) fn next_delay(&mut self) -> Duration {
        let delay = self.next;
        self.next = (delay * 2).min(LONGEST);
        let jitter = (RandomState::new().hash_one(delay) % 512) as u32;
        delay / 2 + delay * jitter / 1024
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_grow_up_to_a_limit() {
        let mut backoff = Backoff::default();
        assert!(backoff.next_delay() <= FIRST);
        for _ in 0..20 {
            assert!(backoff.next_delay() <= LONGEST);
        }
        assert!(backoff.next_delay() >= LONGEST / 2);
    }
}
