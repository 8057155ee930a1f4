//! Settings of the server.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Settings of the server.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The public address, such as `https://dama.example`, if it differs from the one the server listens on: behind a
    /// proxy, or under a domain name.
    pub base_url: Option<String>,
    /// Proxies whose `X-Forwarded-For` header is trusted.
    pub proxies: Vec<IpAddr>,
    /// Limits for clients.
    pub limits: Limits,
    /// The folder of the endgame tables.
    pub endgame: Option<PathBuf>,
}

impl Settings {
    /// A link to a page: absolute if the public address is known, else from the root.
    pub(crate) fn link(&self, path: &str) -> String {
        format!("{}{path}", self.base_url.as_deref().unwrap_or_default().trim_end_matches('/'))
    }

    /// Whether the public address is HTTPS.
    pub(crate) fn is_secure(&self) -> bool {
        self.base_url.as_ref().is_some_and(|url| url.starts_with("https://"))
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
        silence: Duration::from_secs(45),
        introduction: Duration::from_secs(10),
    };
}
