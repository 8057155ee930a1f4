//! `damiera bench server`: games over real WebSockets, beside a bare echo in the same run.

mod disk;
mod players;
mod served;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use damiera_server::client::Client;
use damiera_server::protocol::Form;
use serde::Serialize;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::JoinSet;

use crate::failure::Failure;
use players::{Times, connect, echo_on, play_on, read_until, script, seat_pair};
use served::{Commits, Served, Used};

/// Measure the server: live games over real WebSockets, two connections each, beside a bare echo
#[derive(Args)]
#[command(
    after_help = "Moves are sent at a fixed rate, spread over all games. What is measured is the time from one player's
send to the other's receipt, the move being safe on disk in between. The echo has as many connections and the same rate,
but writes nothing and tells nobody else: the line \"disk\" says what a page alone takes to be made safe here, the line
\"commits\" what the server's commits took, which every move has to wait for. Server, echo and players share this machine.
A process may need 20,000 descriptors for 9,000 games.

Examples:
  damiera bench server
  damiera bench server --games 1000 --rate 500 --seconds 10"
)]
pub(crate) struct Server {
    /// How many live games, one after the other
    #[arg(long, value_delimiter = ',', default_value = "1000,4000,9000")]
    games: Vec<usize>,
    /// Moves a second, all games together
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    rate: u32,
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
}

/// What was measured of one number of games.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Measured {
    what: &'static str,
    games: usize,
    connections: usize,
    messages: usize,
    per_second: f64,
    p50_ms: f64,
    p99_ms: f64,
    /// Of the server's processor for each message.
    cpu_us: f64,
    memory_mib: f64,
    /// Of the server for each game, its two connections included.
    kib_per_game: f64,
    /// What its commits took.
    #[serde(skip_serializing_if = "Option::is_none")]
    commits: Option<Floor>,
    /// How long it took to make the games.
    setup_seconds: f64,
}

/// What every move has to wait for.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Floor {
    what: &'static str,
    p50_ms: f64,
    p99_ms: f64,
    /// Writes that shared a commit.
    writes_each: f64,
}

/// Pairs that are seated at the same time.
const SEATED_AT_ONCE: usize = 64;

impl Server {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.be_echo {
            return damiera_server::runtime()?.block_on(echo(out)); // what the server has
        }
        let parent = self.data.clone().unwrap_or_else(std::env::temp_dir);
        let folder = parent.join(format!("damiera-bench-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        // One thread for all players: the rest of the machine is the server's.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let result = runtime.block_on(self.measure_all(&folder, out));
        let _ = fs::remove_dir_all(&folder);
        result
    }

    async fn measure_all(&self, folder: &Path, out: &mut dyn Write) -> Result<(), Failure> {
        let mut disk = disk::measure(folder)?;
        let disk =
            Floor { what: "disk", p50_ms: at(&mut disk, 0.5), p99_ms: at(&mut disk, 0.99), writes_each: 1.0 };
        if self.json {
            serde_json::to_writer(&mut *out, &disk)?;
            writeln!(out)?;
        } else {
            writeln!(
                out,
                "             games  connections  messages/s   p50 ms   p99 ms   CPU µs  memory MiB  KiB a game"
            )?;
            self.show_floor(&disk, "one page made safe", out)?;
        }
        for &games in &self.games {
            let echo = Served::start(&["bench", "server", "--be-echo"])?;
            let echoed = self.measure_echo(&echo, games).await?;
            drop(echo);
            self.show(&echoed, out)?;
            let data = folder.join(games.to_string()).display().to_string();
            let arguments =
                ["--listen", "127.0.0.1:0", "--no-browser", "--no-limits", "--no-tables", "--data"];
            let server = Served::start(&[&["serve"], &arguments[..], &[&data]].concat())?;
            let played = self.measure_games(&server, games).await?;
            self.show(&played, out)?;
            if let (false, Some(commits)) = (self.json, &played.commits) {
                let about = format!("{:.1} moves and more in each", commits.writes_each);
                self.show_floor(commits, &about, out)?;
                let ratio = played.p99_ms / echoed.p99_ms.max(1e-9);
                writeln!(
                    out,
                    "             p99 {ratio:.1} times the echo's; games made in {:.1} s",
                    played.setup_seconds
                )?;
            }
            out.flush()?;
        }
        Ok(())
    }

    fn show(&self, measured: &Measured, out: &mut dyn Write) -> Result<(), Failure> {
        if self.json {
            serde_json::to_writer(&mut *out, measured)?;
            return Ok(writeln!(out)?);
        }
        let Measured { what, games, connections, per_second, p50_ms, p99_ms, cpu_us, .. } = measured;
        let Measured { memory_mib, kib_per_game, .. } = measured;
        writeln!(
            out,
            "{what:<10}{games:>8}{connections:>13}{per_second:>12.0}{p50_ms:>9.2}{p99_ms:>9.2}{cpu_us:>9.0}{memory_mib:>12.0}{kib_per_game:>12.1}"
        )?;
        Ok(out.flush()?)
    }

    fn show_floor(&self, floor: &Floor, about: &str, out: &mut dyn Write) -> Result<(), Failure> {
        let Floor { what, p50_ms, p99_ms, .. } = floor;
        writeln!(out, "{:<43}{p50_ms:>9.2}{p99_ms:>9.2}  {about}", format!("  {what}"))?;
        Ok(out.flush()?)
    }

    /// When one of so many pairs sends, at the rate that is asked for.
    fn times(&self, begun: Instant, number: usize, games: usize) -> Times {
        let interval = Duration::from_secs_f64(games as f64 / f64::from(self.rate));
        let first = begun + interval.mul_f64(number as f64 / games as f64);
        Times { first, interval, until: begun + Duration::from_secs(self.seconds) }
    }

    async fn measure_echo(&self, echo: &Served, games: usize) -> Result<Measured, Failure> {
        let client = Client::new(echo.address);
        let (begun, mut pairs) = (Instant::now(), Vec::new());
        for _ in 0..games {
            pairs.push([connect(&client).await?, connect(&client).await?]);
        }
        let (setup, before, begun) = (begun.elapsed(), echo.used(), Instant::now());
        let mut tasks = JoinSet::new();
        for (i, lines) in pairs.into_iter().enumerate() {
            tasks.spawn(echo_on(lines, self.times(begun, i, games)));
        }
        let took = self.gather(tasks, echo, before).await;
        Ok(self.measured("echo", echo, games, took, setup))
    }

    async fn measure_games(&self, server: &Served, games: usize) -> Result<Measured, Failure> {
        let form = if self.views { Form::View } else { Form::Events };
        let (begun, go) = (Instant::now(), watch::Sender::new(None));
        let scripts = Arc::new((0..64).map(script).collect::<Vec<_>>());
        let turns = Arc::new(Semaphore::new(SEATED_AT_ONCE));
        let (seated, mut all_seated) = mpsc::unbounded_channel();
        let mut tasks = JoinSet::new();
        for i in 0..games {
            let (client, turns, seated) = (Client::new(server.address), Arc::clone(&turns), seated.clone());
            let (mut go, at, scripts) = (go.subscribe(), self.times(begun, i, games), Arc::clone(&scripts));
            tasks.spawn(async move {
                let turn = turns.acquire_owned().await;
                let pair = seat_pair(&client, form).await;
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
        for _ in 0..games {
            all_seated.recv().await.unwrap_or_else(|| Err(Failure::input("a player has gone")))?;
        }
        let (setup, before, commits) = (begun.elapsed(), server.used(), server.commits().await?);
        go.send_replace(Some(Instant::now() + Duration::from_millis(500)));
        let took = self.gather(tasks, server, before).await;
        let commits = server.commits().await?.since(&commits);
        let mut measured = self.measured("games", server, games, took, setup);
        measured.commits = Some(floor(&commits));
        Ok(measured)
    }

    /// Waits for all; returns how long their messages took, and what the server used for them.
    async fn gather(
        &self,
        mut tasks: JoinSet<Vec<Duration>>,
        server: &Served,
        before: Used,
    ) -> (Vec<Duration>, Used) {
        let mut all = Vec::new();
        while let Some(done) = tasks.join_next().await {
            all.extend(done.unwrap_or_default());
        }
        let used = server.used();
        (all, Used { kib: used.kib.max(before.kib), cpu: used.cpu.saturating_sub(before.cpu) })
    }

    fn measured(
        &self,
        what: &'static str,
        server: &Served,
        games: usize,
        (mut took, used): (Vec<Duration>, Used),
        setup: Duration,
    ) -> Measured {
        Measured {
            what,
            games,
            connections: 2 * games,
            messages: took.len(),
            per_second: took.len() as f64 / self.seconds as f64,
            p50_ms: at(&mut took, 0.5),
            p99_ms: at(&mut took, 0.99),
            cpu_us: used.cpu.as_secs_f64() * 1e6 / (took.len() as f64).max(1.0),
            memory_mib: used.kib as f64 / 1024.0,
            kib_per_game: server.beyond_idle(used.kib) as f64 / games as f64,
            commits: None,
            setup_seconds: setup.as_secs_f64(),
        }
    }
}

fn floor(commits: &Commits) -> Floor {
    Floor {
        what: "commits",
        p50_ms: commits.at(0.5),
        p99_ms: commits.at(0.99),
        writes_each: commits.writes_each(),
    }
}

/// How long this part of them took at most, in milliseconds.
fn at(took: &mut [Duration], part: f64) -> f64 {
    took.sort_unstable();
    let i = ((took.len() as f64 * part) as usize).min(took.len().saturating_sub(1));
    took.get(i).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

async fn echo(out: &mut dyn Write) -> Result<(), Failure> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    writeln!(out, "http://{}/", listener.local_addr()?)?;
    out.flush()?;
    damiera_server::echo::serve(listener, std::future::pending()).await;
    Ok(())
}
