//! `damiera bench server`: the latency of live games over real WebSockets, compared with an echo server in the same run.

mod players;
mod process;
mod report;
mod shared;

use std::fs::{self, File};
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use damiera_client::ApiClient;
use damiera_messages::UpdateForm;
use damiera_rules::Variant;
use damiera_server::echo::Journal;
use tokio::sync::{Semaphore, mpsc, oneshot, watch};
use tokio::task::JoinSet;

use crate::failure::Failure;
use crate::values;
use players::{SendSchedule, connect, echo_on, play_on, read_until, script, seat_pair};
use process::{ResourceUsage, ServerProcess};
use report::{LoadReport, LoadResult};
use shared::SharedServices;

/// Measure the server with live games over real WebSockets, and compare it with an echo server
#[derive(Args)]
#[command(
    after_help = "Moves are sent at a fixed rate, spread over all games, with two connections per game. The latency is the time from \
one player's send to the other player's receipt; in between the move is committed to disk. The echo server has as \
many connections and the same rate, but writes nothing. The safe echo appends each message to a file with group \
commit and fsync before it replies: about the least that a durable server can take. The line \"commits\" shows the \
commit times that the server itself measured. Servers and players share this machine; 9,000 games need 20,000 file \
descriptors.

With --database the same load is also measured on PostgreSQL: \"pg echo\" commits each message to a table without an \
index, many in one statement, before it replies, and \"pg games\" is one server. With --broker, \"two nodes\" are two servers with \
White at one and Black at the other, so that half of the moves are forwarded. What one move costs in the database and in the \
broker is shown below: committed transactions, bytes of write-ahead log, CPU time of PostgreSQL if it runs on this machine, and \
messages. The games stay in the database, so use an empty one that nothing else uses.

Examples:
  damiera bench server
  damiera bench server --games 1000 --rate 500,1000,2000 --seconds 10
  damiera bench server --games 1000 --database postgres://127.0.0.1/bench --broker nats://127.0.0.1:4222"
)]
pub(crate) struct BenchServerCommand {
    /// Numbers of live games to measure, one after the other
    #[arg(long, value_delimiter = ',', default_value = "1000,4000,9000")]
    games: Vec<usize>,
    /// Rates to measure, in moves per second over all games, one after the other
    #[arg(long, value_delimiter = ',', default_value = "2000", value_parser = clap::value_parser!(u32).range(1..))]
    rate: Vec<u32>,
    /// Duration of each measurement in seconds
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// Send every player the whole game as a page shows it, not only events
    #[arg(long)]
    views: bool,
    /// Directory for the temporary database; by default the system's directory for temporary files
    #[arg(long, value_name = "DIRECTORY")]
    data: Option<PathBuf>,
    /// Rules of the games
    #[arg(long, value_name = "GAME", default_value = "italian", value_parser = values::variant())]
    variant: Variant,
    /// Measure a PostgreSQL database too: postgres://USER@HOST/NAME
    #[arg(long, value_name = "URL", env = DATABASE_VARIABLE, hide_env_values = true)]
    database: Option<String>,
    /// Measure two nodes on the database and this NATS server too: nats://HOST:PORT
    #[arg(
        long,
        value_name = "URL",
        requires = "database",
        env = "DAMIERA_BENCH_BROKER",
        hide_env_values = true
    )]
    broker: Option<String>,
    /// Program to measure instead of this one, such as another version
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Write one JSON object per line
    #[arg(long)]
    json: bool,
    /// Run as the echo server
    #[arg(long, hide = true)]
    be_echo: bool,
    /// As the echo server, append each message to this file before replying
    #[arg(long, hide = true, value_name = "FILE")]
    journal: Option<PathBuf>,
}

/// The load on a server.
#[derive(Clone, Copy)]
struct ServerLoad {
    games: usize,
    /// Messages per second, over all games.
    rate: u32,
    seconds: u64,
    form: UpdateForm,
    variant: Variant,
}

/// The environment variable with the database. It is not that of `serve`, whose games must not be mixed with these.
const DATABASE_VARIABLE: &str = "DAMIERA_BENCH_DATABASE";

/// How a server is started for a measurement; the data directory follows.
const SERVE: [&str; 7] =
    ["serve", "--listen", "127.0.0.1:0", "--no-browser", "--no-limits", "--no-tables", "--data"];

/// Number of games that are set up concurrently.
const CONCURRENT_SETUPS: usize = 64;

impl BenchServerCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.be_echo {
            return damiera_server::runtime()?.block_on(self.echo(out)); // the same runtime as the server
        }
        let parent = self.data.clone().unwrap_or_else(std::env::temp_dir);
        let folder = parent.join(format!("damiera-bench-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        // All players share one thread and leave the rest of the machine to the server.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let result = runtime.block_on(self.measure_all(&folder, &mut LoadReport::begin(out, self.json)?));
        let _ = fs::remove_dir_all(&folder);
        result
    }

    async fn measure_all(&self, folder: &Path, report: &mut LoadReport<'_>) -> Result<(), Failure> {
        let form = if self.views { UpdateForm::View } else { UpdateForm::Events };
        let program = self.program.clone().map_or_else(std::env::current_exe, Ok)?;
        for &games in &self.games {
            for &rate in &self.rate {
                let load = ServerLoad { games, rate, seconds: self.seconds, form, variant: self.variant };
                load.measure(&program, &folder.join(format!("{games}-{rate}")), report).await?;
                if let Some(database) = &self.database {
                    let folder = folder.join(format!("{games}-{rate}"));
                    let shared = SharedServices { database, broker: self.broker.as_deref() };
                    load.measure_shared(&program, &folder, &shared, report).await?;
                }
            }
        }
        Ok(())
    }
}

impl ServerLoad {
    async fn measure(
        self,
        program: &Path,
        folder: &Path,
        report: &mut LoadReport<'_>,
    ) -> Result<(), Failure> {
        fs::create_dir_all(folder)?;
        let own = std::env::current_exe()?;
        let at = |name: &str| folder.join(name).display().to_string();
        let echo = ServerProcess::start(&own, &["bench", "server", "--be-echo"], &[])?;
        let echoed = self.measure_echo("echo", &echo).await?;
        drop(echo);
        report.show(&echoed)?;
        let echo =
            ServerProcess::start(&own, &["bench", "server", "--be-echo", "--journal", &at("journal")], &[])?;
        let safely = self.measure_echo("safe echo", &echo).await?;
        drop(echo);
        report.show(&safely)?;
        let server = ServerProcess::start(program, &[&SERVE[..], &[&at("data")]].concat(), &[])?;
        let played = self.measure_games("games", &[server]).await?;
        report.show(&played)?;
        report.compare(&played, &[&echoed, &safely])
    }

    /// Measures the servers on a database that several can share.
    async fn measure_shared(
        self,
        program: &Path,
        folder: &Path,
        shared: &SharedServices<'_>,
        report: &mut LoadReport<'_>,
    ) -> Result<(), Failure> {
        let at = |name: &str| folder.join(name).display().to_string();
        let SharedServices { database, broker } = *shared;
        let alone = [("DAMIERA_DATABASE", database)];
        let echo = ServerProcess::start(
            &std::env::current_exe()?,
            &["bench", "server", "--be-echo"],
            &[(DATABASE_VARIABLE, database)],
        )?;
        let before = shared.costs(std::slice::from_ref(&echo)).await?;
        let echoed = self.measure_echo("pg echo", &echo).await?;
        let after = shared.costs(std::slice::from_ref(&echo)).await?;
        drop(echo);
        shared.remove_yardstick().await?;
        let echoed = echoed.costing(after.since(&before));
        report.show(&echoed)?;
        let server = [ServerProcess::start(program, &[&SERVE[..], &[&at("pg")]].concat(), &alone)?];
        let played = self.measure_shared_games("pg games", &server, shared).await?;
        drop(server);
        report.show(&played)?;
        report.compare(&played, &[&echoed])?;
        let Some(broker) = broker else { return Ok(()) };
        let variables = [("DAMIERA_DATABASE", database), ("DAMIERA_BROKER", broker)];
        let nodes = [
            ServerProcess::start(program, &[&SERVE[..], &[&at("node-1")]].concat(), &variables)?,
            ServerProcess::start(program, &[&SERVE[..], &[&at("node-2")]].concat(), &variables)?,
        ];
        let played = self.measure_shared_games("two nodes", &nodes, shared).await?;
        report.show(&played)?;
        report.compare(&played, &[&echoed])
    }

    async fn measure_shared_games(
        self,
        what: &'static str,
        nodes: &[ServerProcess],
        shared: &SharedServices<'_>,
    ) -> Result<LoadResult, Failure> {
        let (begin, begun) = oneshot::channel();
        let costs = async {
            let _ = begun.await; // the games are set up
            shared.costs(nodes).await
        };
        let (played, before) = tokio::join!(self.measure_games_from(what, nodes, begin), costs);
        let after = shared.costs(nodes).await?;
        Ok(played?.costing(after.since(&before?)))
    }

    /// The schedule of one pair of players.
    fn schedule(self, begun: Instant, number: usize) -> SendSchedule {
        let interval = Duration::from_secs_f64(self.games as f64 / f64::from(self.rate));
        let first = begun + interval.mul_f64(number as f64 / self.games as f64);
        SendSchedule { first, interval, until: begun + Duration::from_secs(self.seconds) }
    }

    async fn measure_echo(self, what: &'static str, echo: &ServerProcess) -> Result<LoadResult, Failure> {
        let client = ApiClient::new(echo.address);
        let (begun, mut pairs) = (Instant::now(), Vec::new());
        for _ in 0..self.games {
            pairs.push([connect(&client).await?, connect(&client).await?]);
        }
        let (setup, before, begun) = (begun.elapsed(), echo.used(), Instant::now());
        let mut tasks = JoinSet::new();
        for (i, lines) in pairs.into_iter().enumerate() {
            tasks.spawn(echo_on(lines, self.schedule(begun, i)));
        }
        let echo = std::slice::from_ref(echo);
        let took = gather(tasks, echo, before).await;
        Ok(LoadResult::new(what, self, echo, took, setup))
    }

    async fn measure_games(self, what: &'static str, nodes: &[ServerProcess]) -> Result<LoadResult, Failure> {
        self.measure_games_from(what, nodes, oneshot::channel().0).await
    }

    /// Measures games; White plays at the first node and Black at the last. `begin` is told when the games are set up; the
    /// first move comes two seconds later.
    async fn measure_games_from(
        self,
        what: &'static str,
        nodes: &[ServerProcess],
        begin: oneshot::Sender<()>,
    ) -> Result<LoadResult, Failure> {
        let (Some(first), Some(last)) = (nodes.first(), nodes.last()) else {
            return Err(Failure::input("there is no server"));
        };
        let (begun, go) = (Instant::now(), watch::Sender::new(None));
        let scripts = Arc::new((0..64).map(|seed| script(self.variant, seed)).collect::<Vec<_>>());
        let setups = Arc::new(Semaphore::new(CONCURRENT_SETUPS));
        let (seated, mut all_seated) = mpsc::unbounded_channel();
        let mut tasks = JoinSet::new();
        for i in 0..self.games {
            let clients = [player_client(first.address, i), player_client(last.address, i)];
            let (setups, seated) = (Arc::clone(&setups), seated.clone());
            let (mut go, at, scripts) = (go.subscribe(), self.schedule(begun, i), Arc::clone(&scripts));
            tasks.spawn(async move {
                let permit = setups.acquire_owned().await;
                let pair = seat_pair(&clients, self.variant, self.form).await;
                drop(permit);
                let (setup, lines) = match pair {
                    Ok(lines) => (Ok(()), Some(lines)),
                    Err(failure) => (Err(failure), None),
                };
                let _ = seated.send(setup);
                let Some(mut lines) = lines else { return Vec::new() };
                let start = async { go.wait_for(Option::is_some).await.ok().and_then(|start| *start) };
                let mut seq = 1;
                let Some(Some(start)) = read_until(&mut lines, &mut seq, start).await else {
                    return Vec::new();
                };
                play_on(lines, seq, &scripts[i % scripts.len()], at.later(start - begun)).await
            });
        }
        for _ in 0..self.games {
            all_seated.recv().await.unwrap_or_else(|| Err(Failure::input("a connection was closed")))?;
        }
        let (setup, before, commits) = (begun.elapsed(), used_by(nodes), first.commits().await?);
        let _ = begin.send(());
        go.send_replace(Some(Instant::now() + Duration::from_secs(2)));
        let took = gather(tasks, nodes, before).await;
        let commits = first.commits().await?.since(&commits);
        Ok(LoadResult::new(what, self, nodes, took, setup).with(&commits))
    }
}

/// What all servers use together.
fn used_by(servers: &[ServerProcess]) -> ResourceUsage {
    servers.iter().map(ServerProcess::used).fold(ResourceUsage::default(), |all, one| ResourceUsage {
        kib: all.kib + one.kib,
        cpu: all.cpu + one.cpu,
    })
}

/// Waits for all players and returns the latencies of their messages and the resources that the server used.
async fn gather(
    mut tasks: JoinSet<Vec<Duration>>,
    servers: &[ServerProcess],
    before: ResourceUsage,
) -> (Vec<Duration>, ResourceUsage) {
    let mut all = Vec::new();
    while let Some(done) = tasks.join_next().await {
        all.extend(done.unwrap_or_default());
    }
    let used = used_by(servers);
    (all, ResourceUsage { kib: used.kib.max(before.kib), cpu: used.cpu.saturating_sub(before.cpu) })
}

/// The client of one pair of players. A game takes four connections to the server, so thousands of games would use up the
/// ports of one address; on Linux every address of 127.0.0.0/8 is this machine.
fn player_client(server: SocketAddr, number: usize) -> ApiClient {
    const ADDRESSES: usize = 200;
    let client = ApiClient::new(server);
    if cfg!(target_os = "linux") && server.ip().is_loopback() && server.is_ipv4() {
        let last = u8::try_from(2 + number % ADDRESSES).unwrap_or(2);
        client.from_local_address([127, 0, 0, last].into())
    } else {
        client
    }
}

impl BenchServerCommand {
    async fn echo(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let journal = match (&self.journal, &self.database) {
            (Some(path), _) => Some(File::create(path).and_then(Journal::start)?),
            (None, Some(url)) => Some(Journal::in_postgres(url).await.map_err(Failure::input)?),
            (None, None) => None,
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        writeln!(out, "http://{}/", listener.local_addr()?)?;
        out.flush()?;
        Ok(damiera_server::echo::serve(listener, journal, std::future::pending()).await?)
    }
}
