//! Time as a value: the system's clock in production, one that is stepped by hand in tests.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use damiera_game::Moment;
use tokio::sync::watch;

/// Where the server's time comes from. It never goes back, whatever the system's clock is set to. Clones share one time.
#[derive(Clone)]
pub struct Clock(Arc<Inner>);

struct Inner {
    source: Source,
    /// The wall-clock time, in milliseconds since 1970, at which the monotonic time is zero.
    zero: AtomicU64,
    /// Monotonic time of the last heartbeat, in milliseconds.
    beat: AtomicU64,
}

/// No system time is earlier than this (2026): a machine without a battery for its clock starts in 1970.
const EARLIEST: u64 = 1_767_225_600_000;

/// By how much the time is corrected at once: less than the time between two corrections.
const LARGEST_STEP: Duration = Duration::from_millis(50);

enum Source {
    System(Instant),
    Manual(watch::Sender<Duration>),
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Clock").field(&self.now()).finish()
    }
}

impl Clock {
    /// The system's clock.
    #[must_use]
    pub fn system() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let zero = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
        Self::new(Source::System(Instant::now()), zero.max(EARLIEST))
    }

    /// A clock that stands still until it is stepped with [`advance`](Self::advance).
    #[must_use]
    pub fn manual(start: Moment) -> Self {
        Self::new(Source::Manual(watch::Sender::new(Duration::ZERO)), start.0)
    }

    fn new(source: Source, zero: u64) -> Self {
        Self(Arc::new(Inner { source, zero: AtomicU64::new(zero), beat: AtomicU64::new(0) }))
    }

    /// Monotonic time since the clock was made.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        match &self.0.source {
            Source::System(start) => start.elapsed(),
            Source::Manual(time) => *time.borrow(),
        }
    }

    /// The wall-clock time. Games outlive a process, so their time is not counted from its start.
    #[must_use]
    pub fn now(&self) -> Moment {
        Moment(self.0.zero.load(Ordering::Relaxed)).plus(self.elapsed())
    }

    /// Makes sure that the time is not before the latest instant that is on record.
    pub(crate) fn not_before(&self, recorded: Moment) {
        let zero = recorded.minus(self.elapsed());
        self.0.zero.fetch_max(zero.0, Ordering::Relaxed);
    }

    /// Sets the time, before anything depends on it.
    pub(crate) fn start_at(&self, now: Moment) {
        self.0.zero.store(now.minus(self.elapsed()).0, Ordering::Relaxed);
    }

    /// Approaches a reference that was measured to within `precision`: slowly, so that the time never goes back.
    pub(crate) fn follow(&self, reference: Moment, precision: Duration) {
        let now = self.now();
        let (ahead, behind) = (now.since(reference), reference.since(now));
        let step = |off: Duration| Moment(0).plus(off.saturating_sub(precision / 2).min(LARGEST_STEP)).0;
        self.0.zero.fetch_add(step(behind), Ordering::Relaxed);
        self.0.zero.fetch_sub(step(ahead), Ordering::Relaxed);
    }

    /// Notes a heartbeat: the process is running normally now. Returns the time since the one before.
    pub(crate) fn beat(&self) -> Duration {
        let now = u64::try_from(self.elapsed().as_millis()).unwrap_or(u64::MAX);
        let before = self.0.beat.fetch_max(now, Ordering::Relaxed);
        Duration::from_millis(now.saturating_sub(before))
    }

    /// The time since the last heartbeat.
    pub(crate) fn since_beat(&self) -> Duration {
        self.elapsed().saturating_sub(Duration::from_millis(self.0.beat.load(Ordering::Relaxed)))
    }

    /// Waits for a time.
    pub async fn sleep(&self, time: Duration) {
        self.sleep_until(self.elapsed() + time).await;
    }

    /// Waits until the monotonic time has reached a value.
    pub async fn sleep_until(&self, deadline: Duration) {
        match &self.0.source {
            Source::System(start) => tokio::time::sleep_until((*start + deadline).into()).await,
            Source::Manual(time) => {
                // The sender lives as long as the clock, so this cannot fail.
                let _ = time.subscribe().wait_for(|now| *now >= deadline).await;
            }
        }
    }

    /// Steps a manual clock forward and wakes whatever waited for it. The system's clock is left alone.
    pub fn advance(&self, time: Duration) {
        if let Source::Manual(now) = &self.0.source {
            // The heartbeat comes first: a task that wakes up must not take the step for a stall.
            let after = now.borrow().saturating_add(time);
            self.0.beat.fetch_max(u64::try_from(after.as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
            now.send_modify(|now| *now += time);
        }
    }

    /// Steps a manual clock forward as if the process had been stopped meanwhile: without heartbeats.
    pub fn stall(&self, time: Duration) {
        if let Source::Manual(now) = &self.0.source {
            now.send_modify(|now| *now += time);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_manual_clock_wakes_sleepers_when_it_is_stepped() {
        let clock = Clock::manual(Moment(1_000));
        let sleeper = tokio::spawn({
            let clock = clock.clone();
            async move {
                clock.sleep(Duration::from_secs(60)).await;
                clock.now()
            }
        });
        tokio::task::yield_now().await;
        clock.advance(Duration::from_secs(59));
        tokio::task::yield_now().await;
        assert!(!sleeper.is_finished());
        clock.advance(Duration::from_secs(2));
        assert_eq!(sleeper.await.expect("no panic"), Moment(62_000));
    }

    #[test]
    fn a_clock_approaches_its_reference() {
        let clock = Clock::manual(Moment(1_000));
        clock.start_at(Moment(50_000));
        assert_eq!(clock.now(), Moment(50_000));
        clock.follow(Moment(50_020), Duration::from_millis(10));
        assert_eq!(clock.now(), Moment(50_015), "no closer than the measurement");
        clock.follow(Moment(90_000), Duration::ZERO);
        assert_eq!(clock.now(), Moment(50_065), "not at once");
        clock.follow(Moment(50_060), Duration::ZERO);
        assert_eq!(clock.now(), Moment(50_060));
    }

    #[test]
    fn time_starts_no_earlier_than_what_is_on_record() {
        let clock = Clock::manual(Moment(1_000));
        clock.advance(Duration::from_millis(10));
        clock.not_before(Moment(500));
        assert_eq!(clock.now(), Moment(1_010));
        clock.not_before(Moment(5_000));
        assert_eq!(clock.now(), Moment(5_000));
    }
}
