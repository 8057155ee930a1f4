//! `damiera bench server`: games over real WebSockets, beside a bare echo in the same run.

mod players;
mod report;
mod served;

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use damiera_server::client::Client;
use damiera_server::echo::Journal;
use damiera_server::protocol::Form;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::JoinSet;

use crate::failure::Failure;
use players::{Times, connect, echo_on, play_on, read_until, script, seat_pair};
use report::{Measured, Report};
use served::{Served, Used};

/// Measure the server: live games over real WebSockets, two connections each, beside a bare echo
#[derive(Args)]
#[command(
    after_help = "Moves are sent at a fixed rate, spread over all games. What is measured is the time from one player's
send to the other's receipt, the move being safe on disk in between. The echo has as many connections and the same rate,
but writes nothing and tells nobody else. The safe echo adds each message to a file, together with whatever else waits, and
answers once it is safe on disk: about the least that a server which keeps its word must take. The line \"commits\" says what the server's own
commits took. Server, echo and players share this machine. A process may need 20,000 descriptors for 9,000 games.

Examples:
  damiera bench server
  damiera bench server --games 1000 --rate 500,1000,2000 --seconds 10"
)]
pub(crate) struct Server {
    /// How many live games, one after the other
    #[arg(long, value_delimiter = ',', default_value = "1000,4000,9000")]
    games: Vec<usize>,
    /// Moves a second, all games together, one after the other
    #[arg(long, value_delimiter = ',', default_value = "2000", value_parser = clap::value_parser!(u32).range(1..))]
    rate: Vec<u32>,
    /// How long to measure
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// Let every player have the whole game as a page shows it, not events alone
    #[arg(long)]
    views: bool,
    /// Where to keep the games while measuring; the system's folder for such things if not given
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Write one JSON object a line
    #[arg(long)]
    json: bool,
    /// Be the echo to compare with
    #[arg(long, hide = true)]
    be_echo: bool,
    /// As the echo, write down in this file what is sent before it is answered
    #[arg(long, hide = true, value_name = "FILE")]
    journal: Option<PathBuf>,
}

/// What is asked of a server.
#[derive(Clone, Copy)]
struct Load {
    games: usize,
    /// Messages a second, all games together.
    rate: u32,
    seconds: u64,
    form: Form,
}

/// Pairs that are seated at the same time.
const SEATED_AT_ONCE: usize = 64;

impl Server {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.be_echo {
            return damiera_server::runtime()?.block_on(echo(self.journal.as_deref(), out)); // what the server has
        }
        let parent = self.data.clone().unwrap_or_else(std::env::temp_dir);
        let folder = parent.join(format!("damiera-bench-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        // One thread for all players: the rest of the machine is the server's.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let result = runtime.block_on(self.measure_all(&folder, &mut Report::begin(out, self.json)?));
        let _ = fs::remove_dir_all(&folder);
        result
    }

    async fn measure_all(&self, folder: &Path, report: &mut Report<'_>) -> Result<(), Failure> {
        let form = if self.views { Form::View } else { Form::Events };
        for &games in &self.games {
            for &rate in &self.rate {
                let load = Load { games, rate, seconds: self.seconds, form };
                load.measure(&folder.join(format!("{games}-{rate}")), report).await?;
            }
        }
        Ok(())
    }
}

impl Load {
    async fn measure(self, folder: &Path, report: &mut Report<'_>) -> Result<(), Failure> {
        fs::create_dir_all(folder)?;
        let at = |name: &str| folder.join(name).display().to_string();
        let echo = Served::start(&["bench", "server", "--be-echo"])?;
        let echoed = self.measure_echo("echo", &echo).await?;
        drop(echo);
        report.show(&echoed)?;
        let echo = Served::start(&["bench", "server", "--be-echo", "--journal", &at("journal")])?;
        let safely = self.measure_echo("safe echo", &echo).await?;
        drop(echo);
        report.show(&safely)?;
        let arguments = ["--listen", "127.0.0.1:0", "--no-browser", "--no-limits", "--no-tables", "--data"];
        let server = Served::start(&[&["serve"], &arguments[..], &[&at("data")]].concat())?;
        let played = self.measure_games(&server).await?;
        report.show(&played)?;
        report.compare(&played, &echoed, &safely)
    }

    /// When one of the pairs sends, at the rate that is asked for.
    fn times(self, begun: Instant, number: usize) -> Times {
        let interval = Duration::from_secs_f64(self.games as f64 / f64::from(self.rate));
        let first = begun + interval.mul_f64(number as f64 / self.games as f64);
        Times { first, interval, until: begun + Duration::from_secs(self.seconds) }
    }

    async fn measure_echo(self, what: &'static str, echo: &Served) -> Result<Measured, Failure> {
        let client = Client::new(echo.address);
        let (begun, mut pairs) = (Instant::now(), Vec::new());
        for _ in 0..self.games {
            pairs.push([connect(&client).await?, connect(&client).await?]);
        }
        let (setup, before, begun) = (begun.elapsed(), echo.used(), Instant::now());
        let mut tasks = JoinSet::new();
        for (i, lines) in pairs.into_iter().enumerate() {
            tasks.spawn(echo_on(lines, self.times(begun, i)));
        }
        let took = gather(tasks, echo, before).await;
        Ok(Measured::new(what, self, echo, took, setup))
    }

    async fn measure_games(self, server: &Served) -> Result<Measured, Failure> {
        let (begun, go) = (Instant::now(), watch::Sender::new(None));
        let scripts = Arc::new((0..64).map(script).collect::<Vec<_>>());
        let turns = Arc::new(Semaphore::new(SEATED_AT_ONCE));
        let (seated, mut all_seated) = mpsc::unbounded_channel();
        let mut tasks = JoinSet::new();
        for i in 0..self.games {
            let (client, turns, seated) = (Client::new(server.address), Arc::clone(&turns), seated.clone());
            let (mut go, at, scripts) = (go.subscribe(), self.times(begun, i), Arc::clone(&scripts));
            tasks.spawn(async move {
                let turn = turns.acquire_owned().await;
                let pair = seat_pair(&client, self.form).await;
                drop(turn);
                let (told, lines) = match pair {
                    Ok(lines) => (Ok(()), Some(lines)),
                    Err(failure) => (Err(failure), None),
                };
                let _ = seated.send(told);
                let Some(mut lines) = lines else { return Vec::new() };
                let start = async { go.wait_for(Option::is_some).await.ok().and_then(|start| *start) };
                let Some(Some(start)) = read_until(&mut lines, start).await else { return Vec::new() };
                play_on(lines, &scripts[i % scripts.len()], at.later(start - begun)).await
            });
        }
        for _ in 0..self.games {
            all_seated.recv().await.unwrap_or_else(|| Err(Failure::input("a player has gone")))?;
        }
        let (setup, before, commits) = (begun.elapsed(), server.used(), server.commits().await?);
        go.send_replace(Some(Instant::now() + Duration::from_millis(500)));
        let took = gather(tasks, server, before).await;
        let commits = server.commits().await?.since(&commits);
        Ok(Measured::new("games", self, server, took, setup).with(&commits))
    }
}

/// Waits for all; returns how long their messages took, and what the server used for them.
async fn gather(mut tasks: JoinSet<Vec<Duration>>, server: &Served, before: Used) -> (Vec<Duration>, Used) {
    let mut all = Vec::new();
    while let Some(done) = tasks.join_next().await {
        all.extend(done.unwrap_or_default());
    }
    let used = server.used();
    (all, Used { kib: used.kib.max(before.kib), cpu: used.cpu.saturating_sub(before.cpu) })
}

async fn echo(journal: Option<&Path>, out: &mut dyn Write) -> Result<(), Failure> {
    let journal = journal.map(|path| File::create(path).and_then(Journal::start)).transpose()?;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    writeln!(out, "http://{}/", listener.local_addr()?)?;
    out.flush()?;
    damiera_server::echo::serve(listener, journal, std::future::pending()).await;
    Ok(())
}
