//! What the one who runs the server decides.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// What the one who runs the server decides.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The address people use, such as `https://dama.example`, where it differs from what the server sees: behind a
    /// proxy, or under a name of its own.
    pub base_url: Option<String>,
    /// Proxies whose word is taken for whom they speak for.
    pub proxies: Vec<IpAddr>,
    /// How much one client may ask.
    pub limits: Limits,
    /// The folder of the endgame tables.
    pub endgame: Option<PathBuf>,
}

impl Settings {
    /// The address of a page as people send it to each other: whole if we know where we are, else from the root.
    pub(crate) fn link(&self, path: &str) -> String {
        format!("{}{path}", self.base_url.as_deref().unwrap_or_default().trim_end_matches('/'))
    }

    /// Whether people come by HTTPS.
    pub(crate) fn is_secure(&self) -> bool {
        self.base_url.as_ref().is_some_and(|url| url.starts_with("https://"))
    }
}

/// How much may be asked.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at a time, all together.
    pub connections: usize,
    /// Connections at a time from one address.
    pub connections_each: usize,
    /// Commands a second on one connection; ten times as many may come at once.
    pub commands: u32,
    /// Moves and other commands a minute from one account, and ten times as many from one address.
    pub moves: u32,
    /// Seeks and new games a minute from one client.
    pub games: u32,
    /// Attempts to sign in a minute from one client, and for one account.
    pub sign_ins: u32,
    /// Analyses and imports a minute from one client.
    pub analyses: u32,
    /// How long a connection may be silent, not even answering a ping: nobody is there any more.
    pub silence: Duration,
    /// How long one may be connected and not say what one wants.
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
            sign_ins: 10,
            analyses: 240,
            silence: Duration::from_secs(45),
            introduction: Duration::from_secs(10),
        }
    }
}

impl Limits {
    /// No limits but the machine's: for measuring it.
    pub const NONE: Self = Self {
        connections: usize::MAX >> 4,
        connections_each: usize::MAX >> 4,
        commands: 1_000_000,
        moves: 100_000_000,
        games: 1_000_000_000,
        sign_ins: 1_000_000,
        analyses: 1_000_000,
        silence: Duration::from_secs(45),
        introduction: Duration::from_secs(10),
    };
}
