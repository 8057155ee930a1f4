//! Settings of the server.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;

use crate::mail::Mailer;
use crate::nodes::ClusterSettings;
use crate::push::PushTargets;

/// Settings of the server.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The public address, such as `https://dama.example`, if it differs from the one the server listens on: behind a
    /// proxy, or under a domain name.
    pub base_url: Option<String>,
    /// The address the server listens on; filled in when it starts.
    pub address: Option<SocketAddr>,
    /// Proxies whose `X-Forwarded-For` header is trusted.
    pub proxies: Vec<TrustedProxy>,
    /// Host names under which the server answers, besides that of the public address, `localhost` and literal addresses.
    pub hosts: Vec<String>,
    /// An address of its own for `/metrics`.
    pub metrics_listen: Option<SocketAddr>,
    /// The bearer token for `/metrics`. Without it, only programs on this machine may read the metrics.
    pub metrics_token: Option<String>,
    /// Limits for clients.
    pub limits: Limits,
    /// The folder of the endgame tables.
    pub endgame: Option<PathBuf>,
    /// The SQLite file, if that is where the games are. Its disk must have space left for the server to be ready.
    pub sqlite: Option<PathBuf>,
    /// That space, in bytes; 100 MB if absent.
    pub min_free_space: Option<u64>,
    /// How long unfinished games and imports of visitors without an account are kept; for ever if absent.
    pub keep_anonymous: Option<Duration>,
    /// Sends mail. Links in it need the public address.
    pub mailer: Option<Mailer>,
    /// Which endpoints push messages are sent to.
    pub push_targets: PushTargets,
    /// How the server becomes one node of several; alone if absent.
    pub cluster: Option<ClusterSettings>,
    /// Tasks of jobs that the server runs at a time; by default half of the cores. With 0 they are left to workers.
    pub job_threads: Option<usize>,
    /// Notified once requests are answered.
    pub on_ready: Option<Arc<Notify>>,
}

impl Settings {
    /// A link to a page: absolute if the public address is known, else from the root.
    pub(crate) fn link(&self, path: &str) -> String {
        format!("{}{path}", self.base_url.as_deref().unwrap_or_default().trim_end_matches('/'))
    }

    /// The port, if nobody but this machine can reach the server: phones in a hall cannot.
    pub(crate) fn private_port(&self) -> Option<u16> {
        let is_public = self.base_url.is_some() || !self.proxies.is_empty();
        self.address.filter(|address| address.ip().is_loopback() && !is_public).map(|address| address.port())
    }

    /// Whether the public address is HTTPS.
    pub(crate) fn is_secure(&self) -> bool {
        self.base_url.as_ref().is_some_and(|url| url.starts_with("https://"))
    }
}

/// The address of a proxy, or a network of proxies such as `10.0.0.0/8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrustedProxy {
    address: IpAddr,
    prefix: u8,
}

impl TrustedProxy {
    /// Whether this address is a proxy of ours.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let differ = own.to_bits() ^ other.to_bits();
                differ.checked_shr(32 - u32::from(self.prefix)).unwrap_or(0) == 0
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let differ = own.to_bits() ^ other.to_bits();
                differ.checked_shr(128 - u32::from(self.prefix)).unwrap_or(0) == 0
            }
            _ => false,
        }
    }
}

impl FromStr for TrustedProxy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let error =
            || format!("\"{text}\" is not an address such as 127.0.0.1 or a network such as 10.0.0.0/8");
        let (address, prefix) = text.split_once('/').map_or((text, None), |(a, p)| (a, Some(p)));
        let address = address.trim().parse::<IpAddr>().map_err(|_| error())?.to_canonical();
        let longest = if address.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.map_or(Ok(longest), |prefix| prefix.trim().parse().map_err(|_| error()))?;
        if prefix > longest {
            return Err(error());
        }
        Ok(Self { address, prefix })
    }
}

/// Limits for clients.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Open connections in all.
    pub connections: usize,
    /// Open connections from one address.
    pub connections_each: usize,
    /// Commands per second on one connection, with a burst of ten times as many.
    pub commands: u32,
    /// Commands per minute from one account, and ten times as many from one address.
    pub moves: u32,
    /// New seeks and games per minute from one client.
    pub games: u32,
    /// Open seeks from one client.
    pub seeks: usize,
    /// Attempts to sign in per minute from one client, and for one account.
    pub sign_ins: u32,
    /// Analyses and imports per minute from one client.
    pub analyses: u32,
    /// Requests per second from one client, with a burst of twelve times as many. Commands to games are counted apart.
    pub requests: u32,
    /// Imports and kept games per minute from one client.
    pub imports: u32,
    /// Requests per minute from one client for which the server has to work: studies, positions, searches, pictures.
    pub reads: u32,
    /// Imported and kept games of a visitor without an account.
    pub visitor_games: u32,
    /// Imported and kept games of an account.
    pub account_games: u32,
    /// Bytes of the imported and kept games of a visitor without an account.
    pub visitor_bytes: u64,
    /// Bytes of the imported and kept games of an account.
    pub account_bytes: u64,
    /// Games of a visitor without an account that may wait for analysis in jobs.
    pub visitor_jobs: u32,
    /// Games of an account that may wait for analysis in jobs.
    pub account_jobs: u32,
    /// Games of all visitors without an account that may wait for analysis in jobs.
    pub waiting_jobs: u32,
    /// Players of one tournament: the time and memory of a pairing grow with their cube and square.
    pub players: usize,
    /// Entries in the log of one tournament: each is copied for every new one, and replayed when the event is loaded.
    pub entries: usize,
    /// Entries in the log of one tournament that one player makes.
    pub entries_each: usize,
    /// How long a connection may be silent, without even answering a ping, before it is closed.
    pub silence: Duration,
    /// How long a connection may take to send its first message.
    pub introduction: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 19_000,
            connections_each: 1_000,
            commands: 10,
            moves: 300,
            games: 60,
            seeks: 50,
            sign_ins: 10,
            analyses: 240,
            requests: 100,
            imports: 30,
            reads: 900,
            visitor_games: 4_000,
            account_games: 40_000,
            visitor_bytes: 16 << 20,
            account_bytes: 160 << 20,
            visitor_jobs: 16,
            account_jobs: 500,
            waiting_jobs: 256,
            players: 500,
            entries: 100_000,
            entries_each: 1_000,
            silence: Duration::from_secs(45),
            introduction: Duration::from_secs(10),
        }
    }
}

impl Limits {
    /// No limits but the machine's, for measurements.
    pub const NONE: Self = Self {
        connections: usize::MAX >> 4,
        connections_each: usize::MAX >> 4,
        commands: 1_000_000,
        moves: 100_000_000,
        games: 1_000_000_000,
        seeks: usize::MAX,
        sign_ins: 1_000_000,
        analyses: 1_000_000,
        requests: 1_000_000,
        imports: 1_000_000,
        reads: 100_000_000,
        visitor_games: u32::MAX,
        account_games: u32::MAX,
        visitor_bytes: u64::MAX,
        account_bytes: u64::MAX,
        visitor_jobs: u32::MAX,
        account_jobs: u32::MAX,
        waiting_jobs: u32::MAX,
        players: 9_999,
        entries: 100_000,
        entries_each: 100_000,
        silence: Duration::from_secs(45),
        introduction: Duration::from_secs(10),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proxy_is_an_address_or_a_network() {
        let proxy = |text: &str| text.parse::<TrustedProxy>().expect(text);
        let address = |text: &str| text.parse::<IpAddr>().expect(text);
        for (network, inside, outside) in [
            ("127.0.0.1", "127.0.0.1", "127.0.0.2"),
            ("10.0.0.0/8", "10.9.8.7", "11.0.0.1"),
            ("0.0.0.0/0", "203.0.113.9", "::1"),
            ("::1", "::1", "::2"),
            ("fd00::/8", "fd12::1", "fe00::1"),
            ("127.0.0.1", "::ffff:127.0.0.1", "::1"),
        ] {
            assert!(proxy(network).contains(address(inside)), "{network} {inside}");
            assert!(!proxy(network).contains(address(outside)), "{network} {outside}");
        }
        for wrong in ["", "proxy", "10.0.0.0/33", "::1/129", "10.0.0.0/x"] {
            assert!(wrong.parse::<TrustedProxy>().is_err(), "{wrong}");
        }
    }
}
