//! `damiera worker`: analyses games for servers on the same PostgreSQL database and NATS broker.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use damiera_server::WorkerSettings;
use damiera_server::store::{Database, PostgresSettings};

use crate::failure::Failure;
use crate::folders;
use crate::serve::{broker_address, logging, shutdown_signal};
use crate::values;

/// Analyse games for servers that share a database and a broker
///
/// Servers with a broker put games that are to be analysed into a JetStream work queue. A worker takes them one by one and
/// writes the results to the database. Start as many as you like, on any machine; if one dies, another gets its game. On
/// SIGTERM or Ctrl-C a worker gives the games in hand back and ends.
#[derive(Args)]
#[command(
    after_help = "The NATS server must be started with JetStream: nats-server --jetstream --store_dir DIRECTORY.

Examples:
  damiera worker --database postgres://damiera@db.example.org/damiera --broker nats://broker.example.org:4222
  DAMIERA_DATABASE=postgres://… DAMIERA_BROKER=nats://… damiera worker --threads 8"
)]
pub(crate) struct WorkerCommand {
    /// Database that the servers share: postgres://USER@HOST/NAME. A password is better given by the environment or by
    /// ~/.pgpass, since other users can see the command line
    #[arg(long, value_name = "DATABASE", env = "DAMIERA_DATABASE", hide_env_values = true)]
    database: Database,
    /// NATS server that the servers share: nats://HOST:PORT
    #[arg(long, value_name = "URL", env = "DAMIERA_BROKER", hide_env_values = true)]
    broker: String,
    /// Games to analyse at a time; by default one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Directory of endgame tables, or "" for none; by default the one in your data directory
    #[arg(long, value_name = "DIRECTORY", value_parser = values::folder_or_none())]
    tables: Option<PathBuf>,
    /// Format of the log: text or json
    #[arg(long, value_name = "FORMAT", env = "DAMIERA_LOG_FORMAT", value_enum, default_value_t)]
    log_format: logging::LogFormat,
}

impl WorkerCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        logging::start(self.log_format)?;
        // Everything but the analysis waits for the network.
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let ran = runtime.block_on(self.work(out));
        runtime.shutdown_timeout(Duration::from_millis(500));
        ran
    }

    async fn work(self, out: &mut dyn Write) -> Result<(), Failure> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or(cores, usize::from);
        let broker = broker_address(&self.broker)?;
        let database = &self.database;
        let failed = |error| Failure::input(format!("the games in {database} cannot be opened: {error}"));
        let connections = u32::try_from(threads).unwrap_or(u32::MAX).clamp(2, 16);
        let settings = PostgresSettings { connections, ..PostgresSettings::default() };
        let Some(shared) = database.open_shared(settings).await.map_err(failed)? else {
            return Err(Failure::input(
                "workers need the PostgreSQL database that the servers share: --database postgres://…",
            ));
        };
        // An empty path was named for no tables.
        let endgame = self.tables.or_else(folders::endgame_tables).filter(|folder| folder.is_dir());
        let settings = WorkerSettings { broker, threads, endgame };
        let mut announced = Ok(());
        let announce = || {
            let line = format!("The worker is ready: {threads} games at a time, from {database}");
            announced = writeln!(out, "{line}\nStop with Ctrl-C.").and_then(|()| out.flush());
        };
        let worked = damiera_server::run_worker(shared.store, settings, announce, shutdown_signal()).await;
        announced?;
        worked.map_err(|error| Failure::input(error.to_string()))?;
        Ok(writeln!(out, "Stopped. Games in hand were given back.")?)
    }
}
