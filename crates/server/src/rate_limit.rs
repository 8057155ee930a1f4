//! Rate limits: a token bucket for each kind of request and client.
//!
//! A bucket is one number, the time at which it will be full again (the generic cell rate algorithm), and a bucket that
//! is full need not be stored. Buckets are spread over shards. A shard has two generations: once the younger is full, the
//! older is dropped and the younger takes its place. So memory is bounded and no request ever scans the clients.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::clock::Clock;
use crate::nodes::wire::{RateUsage, WireRateKey};
use crate::settings::Limits;
use crate::store::TokenDigest;

/// Token bucket parameters: refill rate and burst size.
#[derive(Clone, Copy, Debug)]
struct Rate {
    /// Time in which one token is refilled.
    refill: Duration,
    /// Time in which an empty bucket is refilled.
    full: Duration,
}

impl Rate {
    /// `count` tokens in a period, and a burst of as many times `count`.
    fn new(count: u32, period: Duration, burst: u32) -> Self {
        let refill = (period / count.max(1)).max(Duration::from_nanos(1));
        Self { refill, full: refill * count.saturating_mul(burst).max(1) }
    }

    /// Takes a token from a bucket that will be full at `full_at`. Returns when it will then be full, or how long to wait.
    fn take(&self, full_at: Duration, now: Duration) -> Result<Duration, Duration> {
        let after = full_at.max(now) + self.refill;
        match after.checked_sub(now + self.full) {
            None | Some(Duration::ZERO) => Ok(after),
            Some(wait) => Err(wait),
        }
    }
}

/// A single token bucket.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenBucket {
    rate: Rate,
    full_at: Duration,
}

impl TokenBucket {
    /// A full bucket of `count` tokens in a period, and a burst of as many times `count`.
    pub(crate) fn new(count: u32, period: Duration, burst: u32) -> Self {
        Self { rate: Rate::new(count, period, burst), full_at: Duration::ZERO }
    }

    /// Takes a token; says whether there was one.
    pub(crate) fn take(&mut self, now: Duration) -> bool {
        self.rate.take(self.full_at, now).map(|full_at| self.full_at = full_at).is_ok()
    }
}

/// What is limited.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LimitedAction {
    /// New seeks and games.
    CreateGame,
    /// New events and exhibitions, by the hour: they stay in memory and in lists.
    Announce,
    /// Withdrawn seeks.
    Withdraw,
    /// Settings and blocked players.
    Social,
    /// Attempts to sign in.
    SignIn,
    /// Mails, by the hour.
    Mail,
    /// Analyses.
    Analyse,
    /// Imports and kept games.
    Import,
    /// Requests for which the server has to work.
    Read,
    /// Requests of any kind but commands.
    Request,
    /// Requests with commands to games, whatever comes of them.
    CommandRequest,
    /// Requests of `/healthz` and `/readyz`.
    Probe,
    /// Moves and other commands to a game.
    Command,
}

/// Whom a limit applies to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum RateKey {
    /// An IPv4 address or an IPv6 /64 prefix, which is what one household gets.
    Address(u64),
    /// An IPv6 /48 prefix, which is what a provider's customer may get.
    Network(u64),
    /// An address that tries to sign in to an account, by the account's lower-case name, whether it exists or not.
    Guess(u64, String),
    /// A browser in which the owner of an account has signed in before.
    Device(TokenDigest),
    /// A signed-in account.
    Account(i64),
    /// The server itself, which pairs online events and replays logs.
    Server,
}

impl RateKey {
    /// The network of an IPv6 household. What is held and not spent, such as places in queues, is also counted for it: a customer
    /// with a /48 prefix has 65,536 households.
    pub(crate) const fn wider(&self) -> Option<Self> {
        match self {
            Self::Address(prefix) if *prefix > u32::MAX as u64 => Some(Self::Network(*prefix >> 16)),
            _ => None,
        }
    }

    /// The network that an IPv6 address belongs to.
    pub(crate) fn network(address: IpAddr) -> Option<Self> {
        match address.to_canonical() {
            IpAddr::V4(_) => None,
            IpAddr::V6(address) => Some(Self::Network((address.to_bits() >> 80) as u64)),
        }
    }
}

impl From<IpAddr> for RateKey {
    fn from(address: IpAddr) -> Self {
        Self::Address(household(address))
    }
}

impl RateKey {
    /// An address that tries to sign in to the account of a name.
    pub(crate) fn guess(address: IpAddr, name: &str) -> Self {
        Self::Guess(household(address), name.to_lowercase())
    }
}

/// An IPv4 address, or an IPv6 /64 prefix.
fn household(address: IpAddr) -> u64 {
    match address.to_canonical() {
        IpAddr::V4(address) => u64::from(address.to_bits()),
        IpAddr::V6(address) => (address.to_bits() >> 64) as u64,
    }
}

/// A client has to wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("too many requests; retry in {} s", retry_after.as_secs())]
pub(crate) struct RateLimited {
    /// How long.
    pub(crate) retry_after: Duration,
}

/// People who may play from one address at the same time: a club shares one.
const CLUB: u32 = 10;
/// Mails to one account in an hour.
const MAILS: u32 = 5;
/// How many households' worth an IPv6 network of many households gets.
pub(crate) const NETWORK: u32 = 16;
/// How many households' worth such a network may hold of what is shared by all: connections, seeks, places in queues, memory.
pub(crate) const NETWORK_SHARE: usize = 4;
/// How long a request may wait for its token.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// A power of two.
const SHARDS: usize = 64;
/// Buckets in a generation of a shard.
const GENERATION: usize = 1024;
/// Clients whose spending is shared with other nodes at a time.
const MOST_SHARED: usize = 4096;

type Buckets = HashMap<(LimitedAction, RateKey), Duration>;

#[derive(Default, Debug)]
struct Shard {
    young: Buckets,
    old: Buckets,
}

impl Shard {
    /// The time at which a bucket will be full; a bucket that is not stored is full.
    fn full_at(&self, key: &(LimitedAction, RateKey)) -> Duration {
        self.young.get(key).or_else(|| self.old.get(key)).copied().unwrap_or_default()
    }

    fn put(&mut self, key: (LimitedAction, RateKey), full_at: Duration) {
        if self.young.len() >= GENERATION && !self.young.contains_key(&key) {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, full_at);
    }
}

/// The token buckets of all clients.
#[derive(Debug)]
pub(crate) struct RateLimiter {
    limits: Limits,
    clock: Clock,
    /// Keyed at random, so that a client cannot choose whose bucket its own pushes out.
    hasher: RandomState,
    shards: [Mutex<Shard>; SHARDS],
    /// What clients have spent here and other nodes have yet to hear of; none if there are no other nodes.
    spent: Option<Mutex<HashMap<(LimitedAction, RateKey), u32>>>,
}

impl RateLimiter {
    pub(crate) fn new(limits: Limits, clock: Clock) -> Self {
        let shards = std::array::from_fn(|_| Mutex::default());
        Self { limits, clock, hasher: RandomState::new(), shards, spent: None }
    }

    /// The same for one node of several, which share what clients have spent.
    pub(crate) fn shared(limits: Limits, clock: Clock) -> Self {
        Self { spent: Some(Mutex::default()), ..Self::new(limits, clock) }
    }

    fn note(&self, key: &(LimitedAction, RateKey)) {
        let Some(spent) = &self.spent else { return };
        let mut spent = spent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tokens) = spent.get_mut(key) {
            *tokens = tokens.saturating_add(1);
        } else if spent.len() < MOST_SHARED {
            spent.insert(key.clone(), 1);
        }
    }

    /// What clients have spent here since the last time.
    pub(crate) fn take_spent(&self) -> RateUsage {
        let Some(spent) = &self.spent else { return RateUsage(Vec::new()) };
        let spent = std::mem::take(&mut *spent.lock().unwrap_or_else(PoisonError::into_inner));
        let wire = |((action, client), tokens): ((LimitedAction, RateKey), u32)| {
            Some((action, WireRateKey::new(&client)?, tokens))
        };
        RateUsage(spent.into_iter().filter_map(wire).collect())
    }

    /// Takes the tokens from the buckets here that clients have spent at another node. A bucket becomes empty at most.
    pub(crate) fn charge(&self, RateUsage(spent): RateUsage) {
        for (action, client, tokens) in spent {
            let client = RateKey::from(client);
            let (rate, key) = (self.rate(action, &client), (action, client));
            let mut shard = self.shard(&key);
            let now = self.clock.elapsed();
            let full_at = shard.full_at(&key).max(now) + rate.refill.saturating_mul(tokens);
            shard.put(key, full_at.min(now + rate.full));
        }
    }

    fn shard(&self, key: &(LimitedAction, RateKey)) -> MutexGuard<'_, Shard> {
        let shard = self.hasher.hash_one(key) as usize % SHARDS;
        self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a token from a client's bucket.
    pub(crate) fn take(&self, action: LimitedAction, client: RateKey) -> Result<(), RateLimited> {
        let (rate, key) = (self.rate(action, &client), (action, client));
        let mut shard = self.shard(&key);
        match rate.take(shard.full_at(&key), self.clock.elapsed()) {
            Ok(full_at) => {
                self.note(&key);
                shard.put(key, full_at);
                Ok(())
            }
            Err(retry_after) => Err(RateLimited { retry_after }),
        }
    }

    /// Takes a token, or the next one that comes within [`LONGEST_WAIT`]. Returns how long the client has to wait for it.
    pub(crate) fn reserve(&self, action: LimitedAction, client: RateKey) -> Result<Duration, RateLimited> {
        let (rate, key) = (self.rate(action, &client), (action, client));
        let mut shard = self.shard(&key);
        let (full_at, now) = (shard.full_at(&key), self.clock.elapsed());
        let wait = rate.take(full_at, now).err().unwrap_or_default();
        if wait > LONGEST_WAIT {
            return Err(RateLimited { retry_after: wait });
        }
        self.note(&key);
        shard.put(key, full_at.max(now) + rate.refill);
        Ok(wait)
    }

    /// Takes a token from the buckets of an address and of an account.
    pub(crate) fn allow(
        &self,
        action: LimitedAction,
        address: IpAddr,
        account: Option<i64>,
    ) -> Result<(), RateLimited> {
        self.take(action, address.into())?;
        if let Some(network) = RateKey::network(address) {
            self.take(action, network)?;
        }
        account.map_or(Ok(()), |account| self.take(action, RateKey::Account(account)))
    }

    fn rate(&self, action: LimitedAction, client: &RateKey) -> Rate {
        let factor = if matches!(client, RateKey::Network(_)) { NETWORK } else { 1 };
        if matches!(action, LimitedAction::Request | LimitedAction::CommandRequest | LimitedAction::Probe) {
            return Rate::new(self.limits.requests.saturating_mul(factor), Duration::from_secs(1), 12);
        }
        if action == LimitedAction::Mail {
            // A household or a club has more people than an account has owners.
            let each = if matches!(client, RateKey::Account(_)) { 1 } else { CLUB };
            return Rate::new(MAILS * each, Duration::from_secs(3600), 1);
        }
        if action == LimitedAction::Announce {
            return Rate::new(self.limits.games.saturating_mul(factor), Duration::from_secs(3600), 1);
        }
        let per_minute = match action {
            LimitedAction::CreateGame
            | LimitedAction::Announce
            | LimitedAction::Withdraw
            | LimitedAction::Social => self.limits.games,
            LimitedAction::SignIn => match client {
                RateKey::Address(_) => self.limits.sign_ins.saturating_mul(CLUB),
                _ => self.limits.sign_ins,
            },
            LimitedAction::Analyse => self.limits.analyses,
            LimitedAction::Import => self.limits.imports,
            LimitedAction::Read
            | LimitedAction::Request
            | LimitedAction::CommandRequest
            | LimitedAction::Probe
            | LimitedAction::Mail => self.limits.reads,
            LimitedAction::Command => match client {
                RateKey::Address(_) | RateKey::Network(_) => self.limits.moves.saturating_mul(CLUB),
                _ => self.limits.moves,
            },
        };
        Rate::new(per_minute.saturating_mul(factor), Duration::from_secs(60), 1)
    }
}

#[cfg(test)]
mod tests {
    use damiera_game::Moment;

    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn limiter(limits: Limits) -> (RateLimiter, Clock) {
        let clock = Clock::manual(Moment(0));
        (RateLimiter::new(limits, clock.clone()), clock)
    }

    #[test]
    fn a_bucket_empties_and_refills() {
        let mut bucket = TokenBucket::new(2, Duration::from_secs(1), 3);
        for _ in 0..6 {
            assert!(bucket.take(ms(0)));
        }
        assert!(!bucket.take(ms(499)));
        assert!(bucket.take(ms(500)));
        assert!(!bucket.take(ms(999)));
        for _ in 0..6 {
            assert!(bucket.take(ms(9_000)), "full again, and no fuller");
        }
        assert!(!bucket.take(ms(9_000)));
    }

    #[test]
    fn clients_do_not_share_buckets() {
        let (limiter, clock) = limiter(Limits { sign_ins: 1, ..Limits::default() });
        let one = RateKey::guess(IpAddr::from([10, 0, 0, 1]), "Marion");
        let other = RateKey::guess(IpAddr::from([10, 0, 0, 2]), "Marion");
        assert!(limiter.take(LimitedAction::SignIn, one.clone()).is_ok());
        clock.advance(ms(15_000));
        let refused = limiter.take(LimitedAction::SignIn, one.clone());
        assert_eq!(refused, Err(RateLimited { retry_after: ms(45_000) }));
        assert!(limiter.take(LimitedAction::SignIn, other).is_ok());
        assert!(limiter.take(LimitedAction::CreateGame, one.clone()).is_ok());
        clock.advance(ms(45_000));
        assert!(limiter.take(LimitedAction::SignIn, one).is_ok());
    }

    #[test]
    fn a_guesser_waits_and_is_refused_if_the_wait_is_long() {
        let (limiter, clock) = limiter(Limits { sign_ins: 10, ..Limits::default() });
        let guesser = || RateKey::guess(IpAddr::from([10, 0, 0, 1]), "marion");
        for _ in 0..10 {
            assert_eq!(limiter.reserve(LimitedAction::SignIn, guesser()), Ok(Duration::ZERO));
        }
        assert_eq!(limiter.reserve(LimitedAction::SignIn, guesser()), Ok(ms(6_000)));
        let refused = limiter.reserve(LimitedAction::SignIn, guesser());
        assert_eq!(refused, Err(RateLimited { retry_after: ms(12_000) }));
        let owner = RateKey::Device(TokenDigest::of("device"));
        assert_eq!(limiter.reserve(LimitedAction::SignIn, owner), Ok(Duration::ZERO));
        clock.advance(ms(12_000));
        assert_eq!(limiter.reserve(LimitedAction::SignIn, guesser()), Ok(Duration::ZERO));
    }

    #[test]
    fn memory_is_bounded_and_recent_clients_are_remembered() {
        let (limiter, _) = limiter(Limits { sign_ins: 1, ..Limits::default() });
        let key = |i: u64| RateKey::Guess(i, String::new());
        for i in 0..1_000_000 {
            assert!(limiter.take(LimitedAction::SignIn, key(i)).is_ok());
        }
        let stored: usize =
            limiter.shards.iter().map(|shard| shard.lock().map_or(0, |s| s.young.len() + s.old.len())).sum();
        assert!(stored <= 2 * SHARDS * GENERATION, "{stored}");
        assert!(limiter.take(LimitedAction::SignIn, key(999_999)).is_err());
        assert!(limiter.take(LimitedAction::SignIn, key(0)).is_ok(), "forgotten long ago");
    }

    #[test]
    fn a_network_of_many_households_is_limited_too() {
        let (limiter, _) = limiter(Limits { games: 1, ..Limits::default() });
        let allowed = |text: String| {
            let address = text.parse().expect("an address");
            limiter.allow(LimitedAction::CreateGame, address, None).is_ok()
        };
        assert_eq!(
            (0..999).take_while(|i| allowed(format!("2001:db8:1:{i:x}::1"))).count(),
            NETWORK as usize
        );
        assert!(allowed("2001:db8:2::1".to_owned()));
    }

    #[test]
    fn households_of_ipv6_have_a_network_and_addresses_of_ipv4_have_none() {
        let address = |text: &str| text.parse::<IpAddr>().expect("an address");
        for text in ["2001:db8:1:2::9", "fe80::1", "2001::"] {
            assert_eq!(RateKey::from(address(text)).wider(), RateKey::network(address(text)), "{text}");
        }
        for text in ["255.255.255.255", "10.0.0.1", "::ffff:10.0.0.1"] {
            assert_eq!(RateKey::from(address(text)).wider(), None, "{text}");
        }
    }

    #[test]
    fn requests_of_a_network_are_counted_together() {
        let (limiter, _) = limiter(Limits { requests: 1, ..Limits::default() });
        let allowed = |i: u32| {
            let address = format!("2001:db8:1:{i:x}::1").parse().expect("an address");
            limiter.allow(LimitedAction::Request, address, None).is_ok()
        };
        assert_eq!((0..9_999).take_while(|&i| allowed(i)).count(), 12 * NETWORK as usize);
    }

    #[test]
    fn nodes_share_what_clients_spend() {
        let limits = Limits { games: 10, ..Limits::default() };
        let clock = Clock::manual(Moment(0));
        let [one, other] = [(); 2].map(|()| RateLimiter::shared(limits, clock.clone()));
        let (client, device) = (RateKey::Address(7), RateKey::Device(TokenDigest::of("device")));
        for _ in 0..6 {
            assert!(one.take(LimitedAction::CreateGame, client.clone()).is_ok());
        }
        assert!(one.take(LimitedAction::SignIn, device).is_ok());
        let json = serde_json::to_string(&one.take_spent()).expect("JSON");
        assert!(one.take_spent().0.is_empty(), "each token is published once");
        other.charge(serde_json::from_str(&json).expect("what was published"));
        let left = || (0..20).take_while(|_| other.take(LimitedAction::CreateGame, client.clone()).is_ok());
        assert_eq!(left().count(), 4);
        assert!(other.take(LimitedAction::CreateGame, RateKey::Address(8)).is_ok());
        let much = RateUsage(vec![(LimitedAction::CreateGame, WireRateKey::Address(7), u32::MAX)]);
        other.charge(much);
        clock.advance(Duration::from_secs(60));
        assert_eq!(left().count(), 10, "a bucket is never more than empty");
        assert_eq!(other.take_spent().0.iter().map(|(_, _, tokens)| tokens).sum::<u32>(), 15);
    }

    #[test]
    fn a_household_is_one_client() {
        let address = |text: &str| RateKey::from(text.parse::<IpAddr>().expect("an address"));
        assert_eq!(address("2001:db8:1:2::1"), address("2001:db8:1:2:ffff::9"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert_eq!(address("::ffff:10.0.0.1"), address("10.0.0.1"));
    }
}
