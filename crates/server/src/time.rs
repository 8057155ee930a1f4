//! The server's clock: milliseconds since 1970 that never go back, whatever the system's clock is set to.

use std::sync::OnceLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use damiera_game::Moment;

/// An instant of the system's clock, and the same by the one that only goes forward.
static BEGAN: OnceLock<(u64, Instant)> = OnceLock::new();

fn began(not_before: u64) -> (u64, Instant) {
    *BEGAN.get_or_init(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        (u64::try_from(since.as_millis()).unwrap_or(u64::MAX).max(not_before), Instant::now())
    })
}

/// Starts the clock no earlier than the last instant of which a record exists.
pub(crate) fn begin(not_before: Moment) {
    began(not_before.0);
}

/// Now. Games outlive a process, so their time does too.
pub(crate) fn now() -> Moment {
    let (system, instant) = began(0);
    Moment(system).plus(instant.elapsed())
}

/// How long until an instant.
pub(crate) fn until(at: Moment) -> std::time::Duration {
    at.since(now())
}
