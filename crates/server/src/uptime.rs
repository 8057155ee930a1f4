//! When the server was running, so that clocks are right after a crash.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use damiera_game::Moment;

use crate::clock::Clock;
use crate::store::{GroupCommit, Store, StoreError, StoreWrite};

/// Interval of heartbeats while a clock runs. After a crash clocks are right to within this time.
const HEARTBEAT: Duration = Duration::from_millis(250);
/// Most that is credited to a side for one outage.
const MAX_CREDIT: Duration = Duration::from_secs(600);

/// The recorded outages, and the number of clocks that run now.
#[derive(Debug)]
pub(crate) struct Uptime {
    outages: Vec<(Moment, Moment)>,
    running_clocks: AtomicUsize,
}

/// A running clock, counted until it is dropped.
#[derive(Debug)]
pub(crate) struct RunningClock(Arc<Uptime>);

impl Uptime {
    /// Records the outage that ends now, and reads all earlier ones.
    pub(crate) async fn begin(store: &dyn Store, clock: &Clock) -> Result<Self, StoreError> {
        if let Some(last) = store.last_heartbeat().await? {
            clock.not_before(Moment(last));
            store.record_outage(last, clock.now().0).await?;
        }
        let outages = store.outages().await?.into_iter().map(|(from, to)| (Moment(from), Moment(to)));
        Ok(Self { outages: outages.collect(), running_clocks: AtomicUsize::new(0) })
    }

    /// How long the server was down since an instant, each outage up to a limit.
    pub(crate) fn downtime_since(&self, last: Moment) -> Duration {
        let since = self.outages.iter().filter(|(_, to)| *to > last);
        since.map(|(from, to)| to.since((*from).max(last)).min(MAX_CREDIT)).sum()
    }

    /// Counts a running clock.
    pub(crate) fn track_clock(self: &Arc<Self>) -> RunningClock {
        self.running_clocks.fetch_add(1, Ordering::Relaxed);
        RunningClock(Arc::clone(self))
    }

    /// How many clocks run.
    pub(crate) fn running_clocks(&self) -> usize {
        self.running_clocks.load(Ordering::Relaxed)
    }

    /// Writes heartbeats while a clock runs, so that it is known after a crash when the server stopped.
    pub(crate) async fn heartbeat(self: Arc<Self>, clock: Clock, writer: GroupCommit) {
        loop {
            clock.sleep(HEARTBEAT).await;
            if self.running_clocks() > 0
                && let Err(error) = writer.write(StoreWrite::Heartbeat(clock.now().0)).await
            {
                tracing::error!(%error, "the heartbeat could not be written");
            }
        }
    }
}

impl Drop for RunningClock {
    fn drop(&mut self) {
        self.0.running_clocks.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_outage_counts_from_the_last_event_and_up_to_the_limit() {
        let outages = vec![(Moment(10_000), Moment(20_000)), (Moment(50_000), Moment(5_000_000))];
        let uptime = Uptime { outages, running_clocks: AtomicUsize::new(0) };
        assert_eq!(uptime.downtime_since(Moment(0)), Duration::from_secs(10) + MAX_CREDIT);
        assert_eq!(uptime.downtime_since(Moment(15_000)), Duration::from_secs(5) + MAX_CREDIT);
        assert_eq!(uptime.downtime_since(Moment(4_999_000)), Duration::from_secs(1));
        assert_eq!(uptime.downtime_since(Moment(6_000_000)), Duration::ZERO);
    }
}
