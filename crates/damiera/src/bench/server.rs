//! `damiera bench server`: the latency of live games over real WebSockets, compared with an echo server in the same run.

mod players;
mod process;
mod report;

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
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::JoinSet;

use crate::failure::Failure;
use crate::values;
use players::{SendSchedule, connect, echo_on, play_on, read_until, script, seat_pair};
use process::{ResourceUsage, ServerProcess};
use report::{LoadReport, LoadResult};

/// Measure the server with live games over real WebSockets, and compare it with an echo server
#[derive(Args)]
#[command(
    after_help = "Moves are sent at a fixed rate, spread over all games, with two connections per game. The latency is the time from
one player's send to the other player's receipt; in between the move is committed to disk. The echo server has as
many connections and the same rate, but writes nothing. The safe echo appends each message to a file with group
commit and fsync before it replies: about the least that a durable server can take. The line \"commits\" shows the
commit times that the server itself measured. Servers and players share this machine; 9,000 games need 20,000 file
descriptors.

Examples:
  damiera bench server
  damiera bench server --games 1000 --rate 500,1000,2000 --seconds 10"
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

/// Number of games that are set up concurrently.
const CONCURRENT_SETUPS: usize = 64;

impl BenchServerCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.be_echo {
            return damiera_server::runtime()?.block_on(echo(self.journal.as_deref(), out)); // the same runtime as the server
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
        for &games in &self.games {
            for &rate in &self.rate {
                let load = ServerLoad { games, rate, seconds: self.seconds, form, variant: self.variant };
                load.measure(&folder.join(format!("{games}-{rate}")), report).await?;
            }
        }
        Ok(())
    }
}

impl ServerLoad {
    async fn measure(self, folder: &Path, report: &mut LoadReport<'_>) -> Result<(), Failure> {
        fs::create_dir_all(folder)?;
        let at = |name: &str| folder.join(name).display().to_string();
        let echo = ServerProcess::start(&["bench", "server", "--be-echo"])?;
        let echoed = self.measure_echo("echo", &echo).await?;
        drop(echo);
        report.show(&echoed)?;
        let echo = ServerProcess::start(&["bench", "server", "--be-echo", "--journal", &at("journal")])?;
        let safely = self.measure_echo("safe echo", &echo).await?;
        drop(echo);
        report.show(&safely)?;
        let arguments = ["--listen", "127.0.0.1:0", "--no-browser", "--no-limits", "--no-tables", "--data"];
        let server = ServerProcess::start(&[&["serve"], &arguments[..], &[&at("data")]].concat())?;
        let played = self.measure_games(&server).await?;
        report.show(&played)?;
        report.compare(&played, &echoed, &safely)
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
        let took = gather(tasks, echo, before).await;
        Ok(LoadResult::new(what, self, echo, took, setup))
    }

    async fn measure_games(self, server: &ServerProcess) -> Result<LoadResult, Failure> {
        let (begun, go) = (Instant::now(), watch::Sender::new(None));
        let scripts = Arc::new((0..64).map(|seed| script(self.variant, seed)).collect::<Vec<_>>());
        let setups = Arc::new(Semaphore::new(CONCURRENT_SETUPS));
        let (seated, mut all_seated) = mpsc::unbounded_channel();
        let mut tasks = JoinSet::new();
        for i in 0..self.games {
            let (client, setups, seated) =
                (player_client(server.address, i), Arc::clone(&setups), seated.clone());
            let (mut go, at, scripts) = (go.subscribe(), self.schedule(begun, i), Arc::clone(&scripts));
            tasks.spawn(async move {
                let permit = setups.acquire_owned().await;
                let pair = seat_pair(&client, self.variant, self.form).await;
                drop(permit);
                let (setup, lines) = match pair {
                    Ok(lines) => (Ok(()), Some(lines)),
                    Err(failure) => (Err(failure), None),
                };
                let _ = seated.send(setup);
                let Some(mut lines) = lines else { return Vec::new() };
                let start = async { go.wait_for(Option::is_some).await.ok().and_then(|start| *start) };
                let Some(Some(start)) = read_until(&mut lines, start).await else { return Vec::new() };
                play_on(lines, &scripts[i % scripts.len()], at.later(start - begun)).await
            });
        }
        for _ in 0..self.games {
            all_seated.recv().await.unwrap_or_else(|| Err(Failure::input("a connection was closed")))?;
        }
        let (setup, before, commits) = (begun.elapsed(), server.used(), server.commits().await?);
        go.send_replace(Some(Instant::now() + Duration::from_millis(500)));
        let took = gather(tasks, server, before).await;
        let commits = server.commits().await?.since(&commits);
        Ok(LoadResult::new("games", self, server, took, setup).with(&commits))
    }
}

/// Waits for all players and returns the latencies of their messages and the resources that the server used.
async fn gather(
    mut tasks: JoinSet<Vec<Duration>>,
    server: &ServerProcess,
    before: ResourceUsage,
) -> (Vec<Duration>, ResourceUsage) {
    let mut all = Vec::new();
    while let Some(done) = tasks.join_next().await {
        all.extend(done.unwrap_or_default());
    }
    let used = server.used();
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

async fn echo(journal: Option<&Path>, out: &mut dyn Write) -> Result<(), Failure> {
    let journal = journal.map(|path| File::create(path).and_then(Journal::start)).transpose()?;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    writeln!(out, "http://{}/", listener.local_addr()?)?;
    out.flush()?;
    damiera_server::echo::serve(listener, journal, std::future::pending()).await;
    Ok(())
}
