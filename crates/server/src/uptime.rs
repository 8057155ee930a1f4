//! When the server was working, so that no player pays for the time when it was not.
//!
//! The server counts as working while heartbeats complete. Every longer gap between two of them is an outage, whatever
//! its cause: the process was killed, it was stopped by a signal, the machine was overloaded, or the disk did not answer.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use damiera_game::Moment;
use tokio::sync::watch;

use crate::clock::Clock;
use crate::nodes::ClusterNode;
use crate::store::{GroupCommit, Store, StoreError, StoreWrite};

/// Interval of heartbeats. After a crash real-time clocks are right to within this time.
const HEARTBEAT: Duration = Duration::from_millis(250);
/// Heartbeats per write while only clocks with much time left run.
const SLOW_WRITES: u32 = 20;
/// A clock with this much time left does not need precise heartbeats.
const MUCH_TIME: Duration = Duration::from_secs(12 * 3600);
/// The longest gap between heartbeats that is not an outage.
const LONGEST_GAP: Duration = Duration::from_secs(1);
/// How far the recorded time may be ahead of the system's clock before the record is considered wrong.
const TOLERANCE: Duration = Duration::from_secs(60);

/// The outages, and the number of clocks that run now.
#[derive(Debug)]
pub(crate) struct Uptime {
    clock: Clock,
    /// Ordered by their end.
    outages: Mutex<Vec<(Moment, Moment)>>,
    /// Notifies the rooms of a new outage.
    changes: watch::Sender<()>,
    running_clocks: [AtomicUsize; 2],
}

/// The precision that a running clock needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClockPace {
    /// Minutes or hours for the game.
    RealTime,
    /// Days for a move.
    Slow,
}

impl ClockPace {
    /// The pace of a clock that runs out after a time.
    pub(crate) fn of(left: Duration) -> Self {
        if left > MUCH_TIME { Self::Slow } else { Self::RealTime }
    }
}

/// A running clock, counted until it is dropped.
#[derive(Debug)]
pub(crate) struct RunningClock(Arc<Uptime>, ClockPace);

/// How long the server did not work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Downtime {
    pub(crate) total: Duration,
    /// The longest single outage.
    pub(crate) longest: Duration,
}

impl Uptime {
    /// Records the outage that ends now, and reads all earlier ones.
    /// Other nodes that are alive have watched the clocks meanwhile, so that there was no outage.
    pub(crate) async fn begin(
        store: &dyn Store,
        clock: &Clock,
        node: &ClusterNode,
    ) -> Result<Self, StoreError> {
        if node.has_others().await? {
            clock.beat();
            return Ok(Self::new(clock.clone(), Vec::new()));
        }
        let plausible = clock.now().plus(TOLERANCE);
        if store.last_heartbeat(u64::MAX).await?.is_some_and(|last| last > plausible.0) {
            tracing::warn!(
                "the system's clock was ahead when games were last saved; those times are ignored"
            );
        }
        if let Some(last) = store.last_heartbeat(plausible.0).await? {
            clock.not_before(Moment(last));
            store.record_outage(last, clock.now().0).await?;
        }
        store.reset_heartbeat(clock.now().0).await?;
        let outages = store.outages().await?.into_iter().map(|(from, to)| (Moment(from), Moment(to)));
        clock.beat();
        Ok(Self::new(clock.clone(), outages.filter(|(_, to)| *to <= clock.now()).collect()))
    }

    fn new(clock: Clock, outages: Vec<(Moment, Moment)>) -> Self {
        let changes = watch::Sender::new(());
        Self { clock, outages: Mutex::new(outages), changes, running_clocks: Default::default() }
    }

    fn outages(&self) -> MutexGuard<'_, Vec<(Moment, Moment)>> {
        self.outages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long the server did not work since an instant, including an outage that has not ended.
    pub(crate) fn downtime_since(&self, last: Moment) -> Downtime {
        let (now, gap) = (self.clock.now(), self.clock.since_beat());
        let current = (gap > LONGEST_GAP).then(|| (now.minus(gap), now));
        let (mut downtime, mut until) = (Downtime::default(), now);
        let outages = self.outages();
        let latest = current.iter().chain(outages.iter().rev()).take_while(|(_, to)| *to > last);
        for &(from, to) in latest {
            let time = to.min(until).since(from.max(last));
            downtime.total += time;
            downtime.longest = downtime.longest.max(time);
            until = until.min(from);
        }
        downtime
    }

    /// A receiver that changes after each outage.
    pub(crate) fn watch(&self) -> watch::Receiver<()> {
        self.changes.subscribe()
    }

    /// Counts a running clock.
    pub(crate) fn track_clock(self: &Arc<Self>, pace: ClockPace) -> RunningClock {
        self.running_clocks[pace as usize].fetch_add(1, Ordering::Relaxed);
        RunningClock(Arc::clone(self), pace)
    }

    fn running(&self, pace: ClockPace) -> usize {
        self.running_clocks[pace as usize].load(Ordering::Relaxed)
    }

    /// How many clocks run.
    pub(crate) fn running_clocks(&self) -> usize {
        self.running(ClockPace::RealTime) + self.running(ClockPace::Slow)
    }

    /// Beats forever. While a clock runs, beats are written, so that it is known after a crash when the server stopped.
    /// The lease of the node is renewed by the same beat: a node that cannot write owns no games.
    pub(crate) async fn heartbeat(
        self: Arc<Self>,
        store: Arc<dyn Store>,
        writer: GroupCommit,
        node: Arc<ClusterNode>,
    ) {
        for count in (0..SLOW_WRITES).cycle() {
            self.clock.sleep(HEARTBEAT).await;
            let due =
                self.running(ClockPace::RealTime) > 0 || (count == 0 && self.running(ClockPace::Slow) > 0);
            if due && let Err(error) = writer.write(StoreWrite::Heartbeat(self.clock.now().0)).await {
                tracing::error!(%error, "the heartbeat could not be written");
                continue; // while nothing can be written, the server does not work
            }
            if let Err(error) = node.renew().await {
                tracing::warn!(%error, "the lease could not be renewed");
                continue;
            }
            if let Some((from, to)) = self.beat() {
                tracing::warn!(milliseconds = to.since(from).as_millis(), "the server was stalled");
                if !node.is_alone() {
                    continue; // it was an outage of this node's games only
                }
                if let Err(error) = store.record_outage(from.0, to.0).await {
                    tracing::error!(%error, "an outage could not be recorded");
                }
            }
        }
    }

    /// Completes a heartbeat. Returns the outage that it ends.
    fn beat(&self) -> Option<(Moment, Moment)> {
        let mut outages = self.outages();
        let (to, gap) = (self.clock.now(), self.clock.beat());
        let outage = (gap > LONGEST_GAP).then(|| (to.minus(gap), to))?;
        outages.push(outage);
        drop(outages);
        self.changes.send_replace(());
        Some(outage)
    }

    /// Writes the last heartbeat of a server that stops in good order.
    pub(crate) async fn end(&self, store: &dyn Store) -> Result<(), StoreError> {
        store.reset_heartbeat(self.clock.now().0).await
    }
}

impl Drop for RunningClock {
    fn drop(&mut self) {
        self.0.running_clocks[self.1 as usize].fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn outages_count_from_the_last_event_and_once_where_they_overlap() {
        let at = |seconds: u64| Moment(1_000 * seconds);
        let outages = vec![(at(10), at(20)), (at(5), at(30)), (at(50), at(5_000))];
        let uptime = Uptime::new(Clock::manual(at(6_000)), outages);
        let downtime = |last| uptime.downtime_since(at(last));
        assert_eq!(downtime(0), Downtime { total: s(25 + 4_950), longest: s(4_950) });
        assert_eq!(downtime(15), Downtime { total: s(15 + 4_950), longest: s(4_950) });
        assert_eq!(downtime(4_999), Downtime { total: s(1), longest: s(1) });
        assert_eq!(downtime(5_500), Downtime::default());
    }

    #[test]
    fn a_gap_between_heartbeats_is_an_outage_before_and_after_the_next_one() {
        let clock = Clock::manual(Moment(0));
        let uptime = Uptime::new(clock.clone(), Vec::new());
        clock.advance(s(60));
        assert_eq!(uptime.downtime_since(Moment(0)), Downtime::default(), "time passes in service");
        clock.stall(s(7));
        let stalled = Downtime { total: s(7), longest: s(7) };
        assert_eq!(uptime.downtime_since(Moment(0)), stalled);
        assert_eq!(uptime.beat(), Some((Moment(60_000), Moment(67_000))));
        assert_eq!(uptime.downtime_since(Moment(0)), stalled);
        assert_eq!(uptime.beat(), None);
        assert_eq!(uptime.downtime_since(Moment(67_000)), Downtime::default());
    }
}
