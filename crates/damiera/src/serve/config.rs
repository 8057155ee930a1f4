//! The configuration file of the web app: what the command line and the environment do not say.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use damiera_server::{Limits, TrustedProxy};
use serde::Deserialize;

use crate::failure::Failure;
use crate::folders;

/// The configuration file. Every key is optional.
#[derive(Deserialize, Default, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Config {
    pub(super) listen: Option<SocketAddr>,
    pub(crate) data: Option<PathBuf>,
    /// Where games are kept instead of the data directory, such as `postgres://host/name`.
    pub(crate) database: Option<String>,
    /// Connections to PostgreSQL.
    pub(super) database_connections: Option<u32>,
    /// Seconds after which PostgreSQL cancels a statement.
    pub(super) database_timeout: Option<u32>,
    /// The NATS server that connects this server with others, such as `nats://host:4222`.
    pub(super) broker: Option<String>,
    /// Games to analyse at a time in jobs.
    pub(super) job_threads: Option<u16>,
    pub(super) base_url: Option<String>,
    /// Proxies whose `X-Forwarded-For` header is trusted.
    #[serde(default)]
    pub(super) proxies: Vec<String>,
    /// Host names under which the app answers.
    #[serde(default)]
    pub(super) hosts: Vec<String>,
    pub(super) metrics_listen: Option<SocketAddr>,
    pub(super) metrics_token: Option<String>,
    /// Megabytes that must be left on the disk for the server to be ready.
    pub(super) min_free_space: Option<u64>,
    /// Days after which leftovers of visitors are deleted; 0 keeps them.
    pub(super) keep_anonymous: Option<u32>,
    /// The mail server, such as `smtps://user:password@host`.
    pub(super) smtp: Option<String>,
    /// The sender of mails.
    pub(super) mail_from: Option<String>,
    /// Whether to open a browser.
    pub(super) browser: Option<bool>,
    /// Whether to build the small endgame tables.
    pub(super) endgame_tables: Option<bool>,
    /// Limits for clients, where they differ from the default.
    #[serde(default)]
    pub(super) limits: LimitsConfig,
}

/// The table `limits` of the configuration file.
#[derive(Deserialize, Default, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct LimitsConfig {
    connections: Option<usize>,
    connections_each: Option<usize>,
    commands: Option<u32>,
    moves: Option<u32>,
    games: Option<u32>,
    seeks: Option<usize>,
    sign_ins: Option<u32>,
    analyses: Option<u32>,
    requests: Option<u32>,
    imports: Option<u32>,
    reads: Option<u32>,
    visitor_games: Option<u32>,
    account_games: Option<u32>,
    visitor_megabytes: Option<u32>,
    account_megabytes: Option<u32>,
    visitor_jobs: Option<u32>,
    account_jobs: Option<u32>,
    waiting_jobs: Option<u32>,
    players: Option<usize>,
    entries: Option<usize>,
    entries_each: Option<usize>,
}

/// So many megabytes, in bytes.
fn megabytes(count: u32) -> u64 {
    u64::from(count) << 20
}

impl LimitsConfig {
    /// The default limits with these in their place.
    pub(super) fn limits(&self) -> Limits {
        let default = Limits::default();
        Limits {
            connections: self.connections.unwrap_or(default.connections),
            connections_each: self.connections_each.unwrap_or(default.connections_each),
            commands: self.commands.unwrap_or(default.commands),
            moves: self.moves.unwrap_or(default.moves),
            games: self.games.unwrap_or(default.games),
            seeks: self.seeks.unwrap_or(default.seeks),
            sign_ins: self.sign_ins.unwrap_or(default.sign_ins),
            analyses: self.analyses.unwrap_or(default.analyses),
            requests: self.requests.unwrap_or(default.requests),
            imports: self.imports.unwrap_or(default.imports),
            reads: self.reads.unwrap_or(default.reads),
            visitor_games: self.visitor_games.unwrap_or(default.visitor_games),
            account_games: self.account_games.unwrap_or(default.account_games),
            visitor_bytes: self.visitor_megabytes.map_or(default.visitor_bytes, megabytes),
            account_bytes: self.account_megabytes.map_or(default.account_bytes, megabytes),
            visitor_jobs: self.visitor_jobs.unwrap_or(default.visitor_jobs),
            account_jobs: self.account_jobs.unwrap_or(default.account_jobs),
            waiting_jobs: self.waiting_jobs.unwrap_or(default.waiting_jobs),
            players: self.players.unwrap_or(default.players),
            entries: self.entries.unwrap_or(default.entries),
            entries_each: self.entries_each.unwrap_or(default.entries_each),
            ..default
        }
    }
}

impl Config {
    /// Reads the named file, or the user's own file if there is one.
    pub(crate) fn find(named: Option<&Path>) -> Result<Self, Failure> {
        let own = folders::config_file().filter(|file| file.exists());
        match named.map(Path::to_path_buf).or(own) {
            Some(file) => Self::read(&file),
            None => Ok(Self::default()),
        }
    }

    /// The trusted proxies.
    pub(super) fn trusted_proxies(&self) -> Result<Vec<TrustedProxy>, Failure> {
        let parse = |text: &String| text.parse().map_err(|error| Failure::input(format!("proxies: {error}")));
        self.proxies.iter().map(parse).collect()
    }

    fn read(file: &Path) -> Result<Self, Failure> {
        let text = std::fs::read_to_string(file).map_err(|error| {
            Failure::input(format!("the configuration file {} cannot be read: {error}", file.display()))
        })?;
        Self::parse(&text).map_err(|error| Failure::input(format!("{}: {error}", file.display())))
    }

    /// Parses the text of a file; an error is one sentence with the line number.
    fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
            let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
            format!("{place}{}", error.message())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_optional() {
        assert_eq!(Config::parse(""), Ok(Config::default()));
        let config =
            Config::parse("listen = \"0.0.0.0:80\"\nbase-url = \"https://dama.example\"\nbrowser = false\n");
        let config = config.expect("a configuration");
        assert_eq!(config.listen, Some(SocketAddr::from(([0, 0, 0, 0], 80))));
        assert_eq!(config.browser, Some(false));
        let config = Config::parse("proxies = [\"10.0.0.0/8\", \"::1\"]\nhosts = [\"dama.example\"]\n");
        assert_eq!(config.expect("a configuration").trusted_proxies().map_or(0, |proxies| proxies.len()), 2);
        assert!(Config::parse("proxies = [\"here\"]").expect("a list").trusted_proxies().is_err());
    }

    #[test]
    fn limits_replace_the_default() {
        let config = Config::parse("[limits]\ngames = 5\nconnections-each = 7\n").expect("a configuration");
        let (limits, default) = (config.limits.limits(), Limits::default());
        assert_eq!((limits.games, limits.connections_each, limits.moves), (5, 7, default.moves));
        assert!(Config::parse("[limits]\ngames = -1\n").is_err());
    }

    #[test]
    fn an_error_names_its_line() {
        let fault =
            Config::parse("listen = \"127.0.0.1:1\"\nlevel = 3\n").expect_err("there is no such line");
        assert!(fault.starts_with("line 2: ") && fault.contains("level"), "{fault}");
    }
}
