//! How much one client may ask in a time.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::settings::Limits;

/// An allowance that fills again with time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    left: f32,
    most: f32,
    /// Of one.
    refill: Duration,
    at: Instant,
}

impl Bucket {
    /// So many in a time, and so many times as many at once.
    pub(crate) fn new(count: u32, time: Duration, at_once: u32) -> Self {
        let most = count.saturating_mul(at_once).max(1) as f32;
        Self { left: most, most, refill: time / count.max(1), at: Instant::now() }
    }

    /// Takes one, if there is one.
    pub(crate) fn take(&mut self) -> bool {
        self.fill();
        let enough = self.left >= 1.0;
        if enough {
            self.left -= 1.0;
        }
        enough
    }

    fn fill(&mut self) {
        let now = Instant::now();
        let since = now.duration_since(self.at).as_secs_f32();
        self.left = (self.left + since / self.refill.as_secs_f32().max(1e-9)).min(self.most);
        self.at = now;
    }

    fn wait(&self) -> Duration {
        self.refill.mul_f32((1.0 - self.left).max(0.0))
    }

    fn is_full(&mut self) -> bool {
        self.fill();
        self.left >= self.most
    }
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    /// Seeks and new games.
    Game,
    /// Attempts to sign in.
    SignIn,
    /// Analyses and imports.
    Analysis,
    /// Moves and whatever else is asked of a game.
    Command,
}

/// On whom it is counted.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Client {
    /// An address; the first half of one that has 128 bits, for a household has them all.
    Address(u64),
    /// An account that somebody tries to get into, by its name in small letters: there may be none.
    Account(String),
    /// An account that somebody is signed in to.
    Member(i64),
}

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Self {
        Self::Address(match address.to_canonical() {
            IpAddr::V4(address) => u64::from(address.to_bits()),
            IpAddr::V6(address) => (address.to_bits() >> 64) as u64,
        })
    }
}

/// The allowances of all clients.
#[derive(Debug)]
pub(crate) struct Allowances {
    limits: Limits,
    buckets: Mutex<HashMap<(Kind, Client), Bucket>>,
}

/// People who may play from one address at the same time: a club has one line.
const CLUB: u32 = 10;
/// Clients that are remembered; above it, those whose allowance is full are forgotten.
const REMEMBERED: usize = 10_000;

impl Allowances {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, buckets: Mutex::default() }
    }

    /// Takes one of a client's allowance, or says how long to wait.
    pub(crate) fn take(&self, kind: Kind, client: Client) -> Result<(), Duration> {
        let a_minute = match kind {
            Kind::Game => self.limits.games,
            Kind::SignIn => self.limits.sign_ins,
            Kind::Analysis => self.limits.analyses,
            Kind::Command => self.limits.moves,
        };
        let a_minute = match client {
            Client::Address(_) if kind == Kind::Command => a_minute.saturating_mul(CLUB),
            _ => a_minute,
        };
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= REMEMBERED {
            buckets.retain(|_, bucket| !bucket.is_full());
        }
        let fresh = || Bucket::new(a_minute, Duration::from_secs(60), 1);
        let bucket = buckets.entry((kind, client)).or_insert_with(fresh);
        if bucket.take() { Ok(()) } else { Err(bucket.wait()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowance_ends_and_fills_again() {
        let mut bucket = Bucket::new(2, Duration::from_secs(1), 3);
        for _ in 0..6 {
            assert!(bucket.take());
        }
        assert!(!bucket.take());
        bucket.at -= Duration::from_millis(600); // as if so long had passed
        assert!(bucket.take());
        assert!(!bucket.take());
    }

    #[test]
    fn clients_do_not_share_theirs() {
        let allowances = Allowances::new(Limits { sign_ins: 1, ..Limits::default() });
        let one: Client = IpAddr::from([10, 0, 0, 1]).into();
        let other: Client = IpAddr::from([10, 0, 0, 2]).into();
        assert!(allowances.take(Kind::SignIn, one.clone()).is_ok());
        assert!(allowances.take(Kind::SignIn, one.clone()).is_err());
        assert!(allowances.take(Kind::SignIn, other).is_ok());
        assert!(allowances.take(Kind::Game, one).is_ok());
    }

    #[test]
    fn a_household_is_one_client() {
        let address = |text: &str| Client::from(text.parse::<IpAddr>().expect("an address"));
        assert_eq!(address("2001:db8:1:2::1"), address("2001:db8:1:2:ffff::9"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert_eq!(address("::ffff:10.0.0.1"), address("10.0.0.1"));
    }
}
