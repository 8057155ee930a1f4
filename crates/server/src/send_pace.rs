//! How fast updates are sent to one client. Whoever has many connections and makes a game change often would otherwise have the
//! server send gigabytes, and moves would wait behind them.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::rate_limit::RateKey;

/// Bytes in a second, over all connections of a client.
const RATE: u32 = 4 << 20;
/// Bytes that a client gets at once after a pause.
const BURST: u32 = 8 << 20;
/// Clients that are remembered before those are forgotten that have nothing to wait for.
const REMEMBERED: usize = 4096;

/// When each client has got what it may get by then.
#[derive(Default, Debug)]
pub(crate) struct SendPace(Mutex<HashMap<RateKey, Duration>>);

impl SendPace {
    /// Counts what is sent to a client, at a time since the start. Returns how long the next update has to wait.
    pub(crate) fn count(&self, client: &RateKey, bytes: usize, now: Duration) -> Duration {
        let burst = Duration::from_secs(1) * BURST / RATE;
        let mut paces = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if paces.len() >= REMEMBERED && !paces.contains_key(client) {
            paces.retain(|_, until| *until > now);
        }
        let until = paces.entry(client.clone()).or_default();
        let took = Duration::from_secs(1).mul_f64(bytes as f64 / f64::from(RATE));
        *until = (*until).max(now) + took;
        until.saturating_sub(now + burst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_gets_a_burst_and_then_so_much_in_a_second() {
        let (pace, one, other) = (SendPace::default(), RateKey::Address(1), RateKey::Address(2));
        let at = Duration::from_secs;
        let megabytes = |client, count: usize, now| pace.count(client, count << 20, now);
        assert_eq!(megabytes(&one, 8, at(10)), Duration::ZERO);
        assert_eq!(megabytes(&one, 4, at(10)), at(1), "more than the burst");
        assert_eq!(megabytes(&other, 4, at(10)), Duration::ZERO, "others do not wait");
        assert_eq!(megabytes(&one, 0, at(11)), Duration::ZERO);
        assert_eq!(megabytes(&one, 12, at(100)), at(1), "a pause gives no more than the burst");
        for n in 10..2 * REMEMBERED as u64 {
            pace.count(&RateKey::Address(n), 1, at(n));
        }
        assert!(
            pace.0.lock().expect("no panic").len() <= REMEMBERED,
            "who has nothing to wait for is forgotten"
        );
    }
}
