//! What the server knows of the line to a client, by its own measure.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How often the line is measured to begin with, until there are as many measures as are kept.
const FIRST_PINGS: Duration = Duration::from_millis(500);
/// How often later: with thousands of games, pings would be half of all that is sent.
const PING: Duration = Duration::from_secs(20);
/// The last measures count.
const KEPT: usize = 5;
/// Until there are so many, the line is taken for short: the first comes when many may be coming back at once, and tells
/// more of the crowd than of the line.
const ENOUGH: usize = 3;
/// The most that is spared for one move, however long the line: a client could hold its answers back.
const MOST_LAG: Duration = Duration::from_millis(300);

/// What is known of the line to a client.
pub(super) struct Line {
    opened: Instant,
    heard: Instant,
    asked: Option<(u32, Instant)>,
    next: Instant,
    count: u32,
    /// The last measures; the shortest counts, for a client, or a busy server, can only make them longer.
    last: Vec<Duration>,
    lag: Arc<AtomicU32>,
}

impl Line {
    pub(super) fn new(now: Instant) -> Self {
        let (last, lag) = (Vec::new(), Arc::default());
        Self { opened: now, heard: now, asked: None, next: now, count: 0, last, lag }
    }

    /// Something came.
    pub(super) fn hear(&mut self, now: Instant) {
        self.heard = now;
    }

    /// How long nothing has come.
    pub(super) fn silence(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.heard)
    }

    /// Since when it is open.
    pub(super) const fn opened(&self) -> Instant {
        self.opened
    }

    /// When to measure, or to look whether it is still there: a line that should not be silent for so long.
    pub(super) fn next_look(&self, longest_silence: Duration) -> Instant {
        self.next.min(self.heard + longest_silence)
    }

    /// What to send to measure the line, if that is due.
    pub(super) fn ping(&mut self, now: Instant) -> Option<[u8; 4]> {
        if now < self.next {
            return None;
        }
        self.count = self.count.wrapping_add(1);
        self.next = now + if (self.count as usize) < KEPT { FIRST_PINGS } else { PING };
        self.asked = Some((self.count, now));
        Some(self.count.to_be_bytes())
    }

    /// What was sent has come back.
    pub(super) fn pong(&mut self, payload: &[u8], now: Instant) {
        let Some((_, asked)) = self.asked.take_if(|(count, _)| count.to_be_bytes() == *payload) else {
            return;
        };
        if self.last.len() == KEPT {
            self.last.remove(0);
        }
        self.last.push(now.saturating_duration_since(asked));
        let shortest = self.last.iter().min().filter(|_| self.last.len() >= ENOUGH);
        let lag = shortest.copied().unwrap_or_default().min(MOST_LAG);
        self.lag.store(u32::try_from(lag.as_millis()).unwrap_or(0), Ordering::Relaxed);
    }

    /// What a move that came down it is not charged.
    pub(super) fn lag(&self) -> Duration {
        Duration::from_millis(self.lag.load(Ordering::Relaxed).into())
    }

    /// The same in milliseconds, for others to look at.
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
    fn measured(took: &[u64]) -> Line {
        let mut now = Instant::now();
        let mut line = Line::new(now);
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
        let now = Instant::now();
        let mut line = Line::new(now);
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
        let now = Instant::now();
        let mut line = Line::new(now);
        while line.ping(line.next).is_some() && line.count < 9 {}
        let heard = line.next - ms(500);
        line.hear(heard);
        assert_eq!(line.next_look(ms(100)), heard + ms(100));
        assert_eq!(line.next_look(ms(900)), line.next);
        assert_eq!(line.silence(heard + ms(7)), ms(7));
    }
}
