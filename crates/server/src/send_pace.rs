//! How fast updates are sent to one client. Whoever has many connections and makes a game change often would otherwise have the
//! server send gigabytes, and moves would wait behind them.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::rate_limit::{NETWORK_SHARE, RateKey};

/// Bytes in a second, over all connections of a client.
const RATE: u32 = 4 << 20;
/// Bytes that a client gets at once after a pause.
const BURST: u32 = 8 << 20;
/// Clients that are remembered before those are forgotten that have nothing to wait for.
const REMEMBERED: usize = 4096;

/// When each client has got what it may get by then.
#[derive(Default, Debug)]
pub(crate) struct SendPace(Mutex<Paces>);

#[derive(Debug)]
struct Paces {
    until: HashMap<RateKey, Duration>,
    /// The number of clients at which the next sweep is due: twice those that the last one kept. So a sweep looks at no more
    /// clients than twice those that have come since the one before, however many are kept.
    sweep_at: usize,
}

impl Default for Paces {
    fn default() -> Self {
        Self { until: HashMap::new(), sweep_at: REMEMBERED }
    }
}

impl Paces {
    /// Forgets the clients that have nothing to wait for.
    fn sweep(&mut self, now: Duration) {
        self.until.retain(|_, until| *until > now);
        self.sweep_at = (2 * self.until.len()).max(REMEMBERED);
        self.until.shrink_to(self.sweep_at);
    }
}

impl SendPace {
    /// Counts what is sent to a client, at a time since the start. Returns how long the next update has to wait.
    pub(crate) fn count(&self, client: &RateKey, bytes: usize, now: Duration) -> Duration {
        let burst = Duration::from_secs(1) * BURST / RATE;
        let mut paces = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if paces.until.len() >= paces.sweep_at && !paces.until.contains_key(client) {
            paces.sweep(now);
        }
        let took = Duration::from_secs(1).mul_f64(bytes as f64 / f64::from(RATE));
        let mut pause = |client: RateKey, took: Duration| {
            let until = paces.until.entry(client).or_default();
            *until = (*until).max(now) + took;
            until.saturating_sub(now + burst)
        };
        let network = client.wider().map(|network| pause(network, took / NETWORK_SHARE as u32));
        pause(client.clone(), took).max(network.unwrap_or_default())
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
            pace.0.lock().expect("no panic").until.len() <= REMEMBERED,
            "who has nothing to wait for is forgotten"
        );
    }

    #[test]
    fn sweeps_are_as_rare_as_clients_are_many() {
        const CLIENTS: u64 = 100_000;
        let (pace, waiting) = (SendPace::default(), 16 << 20);
        let mut looked_at = 0;
        for n in 0..CLIENTS {
            let state = || {
                let paces = pace.0.lock().expect("no panic");
                (paces.sweep_at, paces.until.len())
            };
            let (before, kept) = state();
            pace.count(&RateKey::Address(n), waiting, Duration::from_secs(1));
            looked_at += if state().0 == before { 0 } else { kept };
        }
        assert!(looked_at as u64 <= 2 * CLIENTS, "{looked_at} entries were looked at for {CLIENTS} clients");
        let later = Duration::from_secs(99);
        assert_eq!(pace.count(&RateKey::Address(0), 0, Duration::from_secs(1)), Duration::from_secs(2));
        for n in 0..2 * CLIENTS {
            pace.count(&RateKey::Network(n), 1, later + Duration::from_secs(n));
        }
        let paces = pace.0.lock().expect("no panic");
        assert!(
            paces.until.len() <= REMEMBERED && paces.sweep_at == REMEMBERED,
            "all have got what they may"
        );
        assert!(paces.until.capacity() <= 4 * REMEMBERED, "{}", paces.until.capacity());
    }
}
