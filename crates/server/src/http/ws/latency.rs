//! The latency of a connection, measured by pings.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Interval of the first pings, until enough measurements are kept.
const FIRST_PINGS: Duration = Duration::from_millis(500);
/// Interval of later pings. With thousands of games, frequent pings would be half of the traffic.
const PING: Duration = Duration::from_secs(20);
/// A page that sends heartbeats is pinged after this silence: browsers answer pings even where the page's own timers are
/// throttled, as in a hidden tab.
const HEARTBEAT: Duration = Duration::from_secs(3);
/// A page that sends heartbeats counts as gone after this silence.
const HEARTBEAT_SILENCE: Duration = Duration::from_secs(8);
/// How many measurements are kept.
const KEPT: usize = 5;
/// With fewer measurements the latency counts as zero: after a restart all clients reconnect at once, and the first pings
/// measure the load of the server.
const ENOUGH: usize = 3;
/// The most that is compensated for one move, since a client could delay its pongs.
const MOST_LAG: Duration = Duration::from_millis(300);

/// Measures the latency of a connection. All times are monotonic.
pub(super) struct LatencyMonitor {
    opened: Duration,
    heard: Duration,
    asked: Option<(u32, Duration)>,
    next: Duration,
    pinged: Duration,
    /// Whether the client sends heartbeats.
    heartbeat: bool,
    count: u32,
    /// The last measurements. The shortest counts, since delays can only make them longer.
    last: Vec<Duration>,
    lag: Arc<AtomicU32>,
}

impl LatencyMonitor {
    pub(super) fn new(now: Duration) -> Self {
        let (last, lag) = (Vec::new(), Arc::default());
        let (next, pinged, heartbeat) = (now, now, false);
        Self { opened: now, heard: now, asked: None, next, pinged, heartbeat, count: 0, last, lag }
    }

    /// A message was received.
    pub(super) fn received(&mut self, now: Duration) {
        self.heard = now;
    }

    /// The client sends heartbeats, so its silence is noticed sooner.
    pub(super) fn expect_heartbeats(&mut self) {
        self.heartbeat = true;
    }

    /// Whether nothing was received for too long.
    pub(super) fn is_silent(&self, now: Duration, longest_silence: Duration) -> bool {
        now.saturating_sub(self.heard) >= self.longest_silence(longest_silence)
    }

    fn longest_silence(&self, limit: Duration) -> Duration {
        if self.heartbeat { limit.min(HEARTBEAT_SILENCE) } else { limit }
    }

    /// When the next ping is due.
    fn next_ping(&self) -> Duration {
        let unheard = self.heard.max(self.pinged) + HEARTBEAT;
        if self.heartbeat { self.next.min(unheard) } else { self.next }
    }

    /// When the connection was opened.
    pub(super) const fn opened(&self) -> Duration {
        self.opened
    }

    /// When to ping, or to check whether the connection was silent for too long.
    pub(super) fn next_check(&self, longest_silence: Duration) -> Duration {
        self.next_ping().min(self.heard + self.longest_silence(longest_silence))
    }

    /// The payload of a ping, if one is due.
    pub(super) fn ping(&mut self, now: Duration) -> Option<[u8; 4]> {
        if now < self.next_ping() {
            return None;
        }
        self.pinged = now;
        self.count = self.count.wrapping_add(1);
        self.next = now + if (self.count as usize) < KEPT { FIRST_PINGS } else { PING };
        self.asked = Some((self.count, now));
        Some(self.count.to_be_bytes())
    }

    /// What was sent has come back.
    pub(super) fn pong(&mut self, payload: &[u8], now: Duration) {
        let Some((_, asked)) = self.asked.take_if(|(count, _)| count.to_be_bytes() == *payload) else {
            return;
        };
        if self.last.len() == KEPT {
            self.last.remove(0);
        }
        self.last.push(now.saturating_sub(asked));
        let shortest = self.last.iter().min().filter(|_| self.last.len() >= ENOUGH);
        let lag = shortest.copied().unwrap_or_default().min(MOST_LAG);
        self.lag.store(u32::try_from(lag.as_millis()).unwrap_or(0), Ordering::Relaxed);
    }

    /// The latency that a move is compensated for.
    pub(super) fn lag(&self) -> Duration {
        Duration::from_millis(self.lag.load(Ordering::Relaxed).into())
    }

    /// The same in milliseconds, shared with the room.
    pub(super) fn shared_lag(&self) -> Arc<AtomicU32> {
        Arc::clone(&self.lag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    /// A line whose pings were answered after these times, each as soon as the next was due.
    fn measured(took: &[u64]) -> LatencyMonitor {
        let mut now = ms(1_000);
        let mut line = LatencyMonitor::new(now);
        for &took in took {
            now = now.max(line.next);
            let payload = line.ping(now).expect("it is time");
            line.pong(&payload, now + ms(took));
        }
        line
    }

    #[test]
    fn the_shortest_of_the_last_measures_counts_once_there_are_enough() {
        assert_eq!(measured(&[80, 90]).lag(), ms(0));
        assert_eq!(measured(&[250, 90, 80]).lag(), ms(80));
        assert_eq!(measured(&[40, 90, 80, 85, 95]).lag(), ms(40));
        assert_eq!(measured(&[40, 90, 80, 85, 95, 99]).lag(), ms(80), "the first no longer counts");
        assert_eq!(measured(&[900, 1900, 2900]).lag(), MOST_LAG);
    }

    #[test]
    fn an_answer_counts_once_and_only_to_what_was_asked_last() {
        let now = ms(1_000);
        let mut line = LatencyMonitor::new(now);
        for i in 0..20 {
            let at = now + PING * i;
            let payload = line.ping(at).expect("it is time");
            assert_eq!(line.ping(at), None, "not twice");
            for strange in [&[][..], &[9; 4], &[0; 125]] {
                line.pong(strange, at + ms(1));
            }
            line.pong(&payload, at + ms(70));
            line.pong(&payload, at + ms(1));
        }
        assert_eq!(line.lag(), ms(70));
    }

    #[test]
    fn a_silent_line_is_looked_at_when_its_time_is_up() {
        let now = ms(1_000);
        let mut line = LatencyMonitor::new(now);
        while line.ping(line.next).is_some() && line.count < 9 {}
        let heard = line.next - ms(500);
        line.received(heard);
        assert_eq!(line.next_check(ms(100)), heard + ms(100));
        assert_eq!(line.next_check(ms(900)), line.next);
        assert!(!line.is_silent(heard + ms(99), ms(100)));
        assert!(line.is_silent(heard + ms(100), ms(100)));
    }

    #[test]
    fn a_page_with_heartbeats_is_pinged_when_it_is_silent_and_gone_soon() {
        let mut line = measured(&[80; 9]);
        let heard = line.next - PING + ms(100);
        line.received(heard);
        line.expect_heartbeats();
        let limit = Duration::from_secs(45);
        assert_eq!(line.next_check(limit), heard + HEARTBEAT);
        assert_eq!(line.ping(heard + HEARTBEAT - ms(1)), None);
        assert!(line.ping(heard + HEARTBEAT).is_some());
        assert_eq!(line.next_check(limit), heard + HEARTBEAT * 2, "pinged again, but not at once");
        assert!(!line.is_silent(heard + HEARTBEAT_SILENCE - ms(1), limit));
        assert!(line.is_silent(heard + HEARTBEAT_SILENCE, limit));
    }
}
