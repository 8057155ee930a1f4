//! `damiera serve`, the default subcommand: the web app.

mod config;
pub(crate) mod data_folder;
mod descriptors;
pub(crate) mod logging;

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use damiera_play::SmallTableBuilder;
use damiera_server::store::{Database, PostgresSettings, SharedStore, Store};
use damiera_server::{ClusterSettings, Limits, Mailer, PushTargets, Settings, TrustedProxy};
use tokio::sync::Notify;

use crate::failure::Failure;
use crate::folders;
pub(crate) use config::Config;
use data_folder::{DataFolder, DatabaseLock};

/// The default address.
const DEFAULT_ADDRESS: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 7313);

/// Start the web app and open it in the browser
///
/// Settings that are not given as options are taken from the environment, then from the configuration file
/// (~/.config/damiera/config.toml) with the keys listen, data, database, database-connections, database-timeout, broker, job-threads, base-url,
/// hosts, proxies, metrics-listen, metrics-token, min-free-space, keep-anonymous, smtp, mail-from, browser and endgame-tables, and the table limits.
#[derive(Args)]
#[command(after_help = "Examples:
  damiera serve
  damiera serve --listen 127.0.0.1:8080 --data ./games --no-browser
  damiera serve --listen 0.0.0.0:7313 --base-url https://dama.example.org
  damiera serve --database postgres://damiera@db.example.org/damiera
  damiera serve --database postgres://damiera@db.example.org/damiera --broker nats://broker.example.org:4222")]
pub(crate) struct ServeCommand {
    /// Address to listen on; port 0 picks a free port [default: 127.0.0.1:7313]
    #[arg(long, value_name = "ADDRESS", env = "DAMIERA_LISTEN")]
    listen: Option<SocketAddr>,
    /// Directory for games and endgame tables; by default your data directory
    #[arg(long, value_name = "DIRECTORY", env = "DAMIERA_DATA")]
    data: Option<PathBuf>,
    /// Database for games instead of a file in the data directory: postgres://USER@HOST/NAME, or the path of an SQLite file.
    /// A password is better given by the environment or by ~/.pgpass, since other users can see the command line
    #[arg(long, value_name = "DATABASE", env = "DAMIERA_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// Connections to PostgreSQL [default: 8]
    #[arg(long, value_name = "N", env = "DAMIERA_DATABASE_CONNECTIONS", value_parser = clap::value_parser!(u32).range(1..=1000))]
    database_connections: Option<u32>,
    /// Seconds after which PostgreSQL cancels a statement [default: 10]
    #[arg(long, value_name = "SECONDS", env = "DAMIERA_DATABASE_TIMEOUT", value_parser = clap::value_parser!(u32).range(1..=3600))]
    database_timeout: Option<u32>,
    /// NATS server that connects this server with others on the same PostgreSQL database: nats://HOST:PORT
    #[arg(long, value_name = "URL", env = "DAMIERA_BROKER", hide_env_values = true)]
    broker: Option<String>,
    /// Games to analyse at a time in jobs; 0 leaves them to workers (see damiera worker) [default: half of the cores]
    #[arg(long, value_name = "N", env = "DAMIERA_JOB_THREADS", value_parser = clap::value_parser!(u16).range(..=256))]
    job_threads: Option<u16>,
    /// Public address of the app, if it differs from the listening address
    #[arg(long, value_name = "URL", env = "DAMIERA_BASE_URL")]
    base_url: Option<String>,
    /// Configuration file
    #[arg(long, value_name = "FILE", env = "DAMIERA_CONFIG")]
    config: Option<PathBuf>,
    /// Do not open a browser
    #[arg(long)]
    no_browser: bool,
    /// Do not build the small endgame tables
    #[arg(long)]
    no_tables: bool,
    /// Address or network of a proxy whose X-Forwarded-For header is trusted; may be given several times
    #[arg(long = "proxy", value_name = "ADDRESS", env = "DAMIERA_PROXY", value_delimiter = ',')]
    proxies: Vec<TrustedProxy>,
    /// Host name under which the app answers, besides its public address; may be given several times
    #[arg(long = "host", value_name = "NAME", env = "DAMIERA_HOST", value_delimiter = ',')]
    hosts: Vec<String>,
    /// Serve /metrics on an address of its own
    #[arg(long, value_name = "ADDRESS", env = "DAMIERA_METRICS_LISTEN")]
    metrics_listen: Option<SocketAddr>,
    /// Bearer token for /metrics; without it, only programs on this machine may read them
    #[arg(long, value_name = "TOKEN", env = "DAMIERA_METRICS_TOKEN", hide_env_values = true)]
    metrics_token: Option<String>,
    /// Megabytes that the disk of the data directory must have left for the server to be ready [default: 100]
    #[arg(long, value_name = "MEGABYTES", env = "DAMIERA_MIN_FREE_SPACE", value_parser = clap::value_parser!(u64).range(..=1 << 40))]
    min_free_space: Option<u64>,
    /// Days after which unfinished games and imports of visitors without an account are deleted; 0 keeps them [default: 365]
    #[arg(long, value_name = "DAYS", env = "DAMIERA_KEEP_ANONYMOUS", value_parser = clap::value_parser!(u32).range(..=36_500))]
    keep_anonymous: Option<u32>,
    /// Mail server for links to a new password: smtps://USER:PASSWORD@HOST, or smtp:// within a trusted network.
    /// Needs --base-url and --mail-from; other users can see the command line, so better give it by the environment
    #[arg(long, value_name = "URL", env = "DAMIERA_SMTP", hide_env_values = true)]
    smtp: Option<String>,
    /// Sender of mails, such as "Damiera <dama@example.org>"
    #[arg(long, value_name = "ADDRESS", env = "DAMIERA_MAIL_FROM")]
    mail_from: Option<String>,
    /// Format of the log: text or json
    #[arg(long, value_name = "FORMAT", env = "DAMIERA_LOG_FORMAT", value_enum, default_value_t)]
    log_format: logging::LogFormat,
    /// Disable rate limits, for measurements
    #[arg(long, hide = true)]
    no_limits: bool,
}

impl ServeCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        logging::start(self.log_format)?;
        let config = Config::find(self.config.as_deref())?;
        let runtime = damiera_server::runtime()?;
        let served = runtime.block_on(self.serve(&config, out));
        // Every acknowledged move is on disk. Work that nobody waits for any more must not keep the process alive.
        runtime.shutdown_timeout(Duration::from_millis(500));
        served
    }

    async fn serve(self, config: &Config, out: &mut dyn Write) -> Result<(), Failure> {
        let folder = match self.data.as_ref().or(config.data.as_ref()) {
            Some(folder) => folder.clone(),
            None => folders::data().ok_or_else(|| {
                Failure::input("there is no home directory to keep games in; name a directory with --data")
            })?,
        };
        let folder = DataFolder::open(folder)?;
        let database = self.database(&folder, config);
        let sqlite = match &database {
            Database::Sqlite(path) => Some(path.clone()),
            Database::Postgres(_) => None,
        };
        let mut lock = sqlite.as_deref().map(DatabaseLock::take).transpose()?;
        let (store, cluster) = self.open_store(&database, config).await?;
        lock.as_mut().map_or(Ok(()), DatabaseLock::lock_created)?;
        let listen = self.listen.or(config.listen).unwrap_or(DEFAULT_ADDRESS);
        let listener = tokio::net::TcpListener::bind(listen).await.map_err(|error| {
            Failure::input(format!(
                "cannot listen on {listen}: {error}; choose another address with --listen"
            ))
        })?;
        let base = self.base_url.as_ref().or(config.base_url.as_ref());
        let base = base.map(|base| base_address(base)).transpose()?;
        let address = match &base {
            Some(base) => base.clone(),
            None => format!("http://{}/", listener.local_addr()?),
        };
        let opens_browser = !self.no_browser && config.browser.unwrap_or(true);
        let wanted = !self.no_tables && config.endgame_tables.unwrap_or(true);
        let builder = wanted.then(|| SmallTableBuilder::start(folder.path().join("endgame")));
        let ready = Arc::new(Notify::new());
        let mut limits = if self.no_limits { Limits::NONE } else { config.limits.limits() };
        descriptors::fit(&mut limits);
        let (mailer, keep_anonymous) = (self.mailer(config, base.is_some())?, self.keep_anonymous(config));
        let settings = Settings {
            address: None, // the server fills it in
            base_url: base,
            proxies: if self.proxies.is_empty() { config.trusted_proxies()? } else { self.proxies },
            hosts: if self.hosts.is_empty() { config.hosts.clone() } else { self.hosts },
            metrics_listen: self.metrics_listen.or(config.metrics_listen),
            metrics_token: self.metrics_token.or_else(|| config.metrics_token.clone()),
            endgame: Some(folder.path().join("endgame")),
            sqlite,
            keep_anonymous,
            push_targets: PushTargets::Public,
            mailer,
            min_free_space: self.min_free_space.or(config.min_free_space).map(|megabytes| megabytes << 20),
            job_threads: self.job_threads.or(config.job_threads).map(usize::from),
            cluster,
            on_ready: Some(Arc::clone(&ready)),
            limits,
        };
        let announce = async {
            ready.notified().await;
            writeln!(out, "Damiera is ready: {address}\nGames are kept in {database}\nStop with Ctrl-C.")?;
            out.flush()?;
            if opens_browser {
                open_browser(&address);
            }
            std::future::pending::<Result<(), Failure>>().await
        };
        let served = damiera_server::serve(listener, store, settings, shutdown_signal());
        tokio::select! {
            served = served => served?,
            failed = announce => failed?,
        }
        // A table in progress is not waited for: its thread ends with the process, and the next start builds it again.
        std::mem::forget(builder);
        writeln!(out, "Stopped. All games are saved.")?;
        Ok(())
    }
}

impl ServeCommand {
    /// The database that was named, or a file in the data directory.
    fn database(&self, folder: &DataFolder, config: &Config) -> Database {
        match self.database.as_ref().or(config.database.as_ref()) {
            Some(named) => named.parse().unwrap_or_else(|never| match never {}),
            None => Database::Sqlite(folder.path().join(folders::DATABASE)),
        }
    }

    /// Opens the store, and with a broker the leases that several servers share.
    async fn open_store(
        &self,
        database: &Database,
        config: &Config,
    ) -> Result<(Arc<dyn Store>, Option<ClusterSettings>), Failure> {
        let settings = self.postgres_settings(config);
        let failed = |error| Failure::input(format!("the games in {database} cannot be opened: {error}"));
        let Some(broker) = self.broker.as_ref().or(config.broker.as_ref()) else {
            return Ok((database.open(settings).await.map_err(failed)?, None));
        };
        let broker = broker_address(broker)?;
        match database.open_shared(settings).await.map_err(failed)? {
            Some(SharedStore { store, leases }) => Ok((store, Some(ClusterSettings { broker, leases }))),
            None => Err(Failure::input(
                "several servers need a PostgreSQL database that they share: give it with --database postgres://…, or leave out --broker",
            )),
        }
    }

    /// How long leftovers of visitors are kept: as long as their cookie, unless the operator says otherwise.
    fn keep_anonymous(&self, config: &Config) -> Option<Duration> {
        let days = self.keep_anonymous.or(config.keep_anonymous).unwrap_or(365);
        (days > 0).then(|| Duration::from_secs(u64::from(days) * 24 * 3600))
    }

    fn mailer(&self, config: &Config, has_base_url: bool) -> Result<Option<Mailer>, Failure> {
        let Some(smtp) = self.smtp.as_ref().or(config.smtp.as_ref()) else { return Ok(None) };
        let from = self.mail_from.as_ref().or(config.mail_from.as_ref());
        let (Some(from), true) = (from, has_base_url) else {
            return Err(Failure::input(
                "mail needs a sender (--mail-from) and the public address (--base-url)",
            ));
        };
        Mailer::new(smtp, from).map(Some).map_err(|error| Failure::input(error.to_string()))
    }

    fn postgres_settings(&self, config: &Config) -> PostgresSettings {
        let default = PostgresSettings::default();
        let timeout = self.database_timeout.or(config.database_timeout);
        PostgresSettings {
            connections: self
                .database_connections
                .or(config.database_connections)
                .unwrap_or(default.connections),
            statement_timeout: timeout.map_or(default.statement_timeout, |s| Duration::from_secs(s.into())),
            ..default
        }
    }
}

/// Validates the address of a broker.
pub(crate) fn broker_address(broker: &str) -> Result<String, Failure> {
    let host = broker.strip_prefix("nats://").or_else(|| broker.strip_prefix("tls://"));
    match host.map(|host| host.rsplit('@').next().unwrap_or_default()) {
        Some(host) if !host.is_empty() && !host.contains(|c: char| c == '/' || c.is_whitespace()) => {
            Ok(broker.to_owned())
        }
        _ => Err(Failure::input(
            "the address of the broker is not valid; it is like nats://127.0.0.1:4222, or tls://broker.example.org",
        )),
    }
}

/// Validates a public address and gives it exactly one slash at the end.
fn base_address(base: &str) -> Result<String, Failure> {
    let host = base.strip_prefix("https://").or_else(|| base.strip_prefix("http://"));
    let host = host.map(|host| host.trim_end_matches('/'));
    match host {
        // Pages link to each other by absolute paths, so the app cannot be served below a path.
        Some(host) if !host.is_empty() && !host.contains(|c: char| c == '/' || c.is_whitespace()) => {
            Ok(format!("{}/", base.trim_end_matches('/')))
        }
        _ => Err(Failure::input(format!(
            "\"{base}\" is not a valid public address; it must be http:// or https:// and a host name, without a path"
        ))),
    }
}

/// Waits for Ctrl-C or SIGTERM.
pub(crate) async fn shutdown_signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminated) = signal(SignalKind::terminate()) else {
            let _ = tokio::signal::ctrl_c().await;
            return;
        };
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminated.recv() => {}
        }
    }
    #[cfg(not(unix))]
    let _ = tokio::signal::ctrl_c().await;
}

/// Opens the page in a browser; does nothing if the machine has no browser.
fn open_browser(address: &str) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let quiet = std::process::Stdio::null;
    let _ = std::process::Command::new(opener)
        .arg(address)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .spawn();
}
