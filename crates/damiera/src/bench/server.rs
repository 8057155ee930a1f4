//! `damiera bench server`: games over real WebSockets, beside a bare echo in the same run.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use damiera_game::wire::Side;
use damiera_rules::{Position, Rules, Variant, with_rules};
use damiera_server::client::{Client, Line};
use damiera_server::protocol::{Form, Said};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{sleep_until, timeout};

use crate::failure::Failure;

/// Measure the server: live games over real WebSockets, two connections each, beside a bare echo
#[derive(Args)]
#[command(
    after_help = "Moves are sent at a fixed rate, spread over all games. What is measured is the time from one player's
send to the other's receipt, the move being safe on disk in between. The echo has as many connections and the same rate.
Server, echo and players share this machine. A process may need 20,000 descriptors for 9,000 games.

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
    memory_mib: f64,
    /// Of the server for each game, its two connections included.
    kib_per_game: f64,
}

/// A server in a process of its own, so that its memory is its own.
struct Served {
    child: Child,
    address: SocketAddr,
    idle_kib: u64,
}

impl Served {
    fn start(arguments: &[&str]) -> Result<Self, Failure> {
        let program = std::env::current_exe()?;
        let mut child = Command::new(program).args(arguments).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            BufReader::new(out).read_line(&mut line)?;
        }
        let address =
            line.split("http://").nth(1).and_then(|rest| rest.trim().trim_end_matches('/').parse().ok());
        let Some(address) = address else {
            let _ = child.kill();
            return Err(Failure::input(format!("the server did not start: {line}")));
        };
        let idle_kib = memory_kib(child.id());
        Ok(Self { child, address, idle_kib })
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn memory_kib(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

impl Server {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let runtime = tokio::runtime::Runtime::new()?;
        if self.be_echo {
            return runtime.block_on(echo(out));
        }
        if !self.json {
            writeln!(
                out,
                "             games  connections  messages/s   p50 ms   p99 ms  memory MiB  KiB a game"
            )?;
        }
        runtime.block_on(self.measure_all(out))
    }

    async fn measure_all(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let folder = std::env::temp_dir().join(format!("damiera-bench-{}", std::process::id()));
        let data = folder.display().to_string();
        let result = async {
            for &games in &self.games {
                let echo = Served::start(&["bench", "server", "--be-echo"])?;
                let echoed = self.measure_echo(&echo, games).await?;
                drop(echo);
                self.show(&echoed, out)?;
                let arguments =
                    ["serve", "--listen", "127.0.0.1:0", "--no-browser", "--no-limits", "--data", &data];
                let server = Served::start(&arguments)?;
                let played = self.measure_games(&server, games).await?;
                self.show(&played, out)?;
                if !self.json {
                    let ratio = played.p99_ms / echoed.p99_ms.max(1e-9);
                    writeln!(out, "             p99 {ratio:.1} times the echo's")?;
                }
                out.flush()?;
            }
            Ok(())
        };
        let result = result.await;
        let _ = fs::remove_dir_all(&folder);
        result
    }

    fn show(&self, measured: &Measured, out: &mut dyn Write) -> Result<(), Failure> {
        if self.json {
            serde_json::to_writer(&mut *out, measured)?;
            return Ok(writeln!(out)?);
        }
        let Measured {
            what, games, connections, per_second, p50_ms, p99_ms, memory_mib, kib_per_game, ..
        } = measured;
        writeln!(
            out,
            "{what:<10}{games:>8}{connections:>13}{per_second:>12.0}{p50_ms:>9.2}{p99_ms:>9.2}{memory_mib:>12.0}{kib_per_game:>12.1}"
        )?;
        Ok(out.flush()?)
    }

    /// The time between two messages of one game at the rate that is asked for.
    fn interval(&self, games: usize) -> Duration {
        Duration::from_secs_f64(games as f64 / f64::from(self.rate))
    }

    async fn measure_echo(&self, echo: &Served, games: usize) -> Result<Measured, Failure> {
        let client = Client::new(echo.address);
        let mut lines = Vec::new();
        for _ in 0..games {
            let (one, other) = (connect(&client).await?, connect(&client).await?);
            lines.push((one, other));
        }
        let memory = memory_kib(echo.child.id());
        let (interval, until) = (self.interval(games), Instant::now() + Duration::from_secs(self.seconds));
        let begun = Instant::now();
        let mut tasks = JoinSet::new();
        for (i, lines) in lines.into_iter().enumerate() {
            let first = begun + interval.mul_f64(i as f64 / games as f64);
            tasks.spawn(echo_on(lines, first, interval, until));
        }
        let took = gather(tasks).await;
        Ok(self.measured("echo", echo, games, took, memory))
    }

    async fn measure_games(&self, server: &Served, games: usize) -> Result<Measured, Failure> {
        let scripts = Arc::new((0..64).map(script).collect::<Vec<_>>());
        let mut tasks = JoinSet::new();
        let workers = 8;
        for worker in 0..workers {
            let count = games / workers + usize::from(worker < games % workers);
            let (client, form) =
                (Client::new(server.address), if self.views { Form::View } else { Form::Events });
            tasks.spawn(async move {
                let mut pairs = Vec::new();
                for _ in 0..count {
                    pairs.push(seat_pair(&client, form).await?);
                }
                Ok::<_, Failure>(pairs)
            });
        }
        let mut pairs = Vec::new();
        while let Some(made) = tasks.join_next().await {
            pairs.extend(made.map_err(Failure::input)??);
        }
        let (interval, until) = (self.interval(games), Instant::now() + Duration::from_secs(self.seconds));
        let begun = Instant::now();
        let mut tasks = JoinSet::new();
        for (i, pair) in pairs.into_iter().enumerate() {
            let first = begun + interval.mul_f64(i as f64 / games as f64);
            tasks.spawn(play_on(pair, Arc::clone(&scripts), i, first, interval, until));
        }
        let half = Duration::from_secs(self.seconds) / 2;
        tokio::time::sleep(half).await;
        let memory = memory_kib(server.child.id());
        let took = gather(tasks).await;
        let memory = memory.max(memory_kib(server.child.id()));
        Ok(self.measured("games", server, games, took, memory))
    }

    fn measured(
        &self,
        what: &'static str,
        server: &Served,
        games: usize,
        mut took: Vec<Duration>,
        memory: u64,
    ) -> Measured {
        took.sort();
        let at = |part: f64| {
            let i = ((took.len() as f64 * part) as usize).min(took.len().saturating_sub(1));
            took.get(i).map_or(0.0, |time| time.as_secs_f64() * 1e3)
        };
        Measured {
            what,
            games,
            connections: 2 * games,
            messages: took.len(),
            per_second: took.len() as f64 / self.seconds as f64,
            p50_ms: at(0.5),
            p99_ms: at(0.99),
            memory_mib: memory as f64 / 1024.0,
            kib_per_game: memory.saturating_sub(server.idle_kib) as f64 / games as f64,
        }
    }
}

async fn echo(out: &mut dyn Write) -> Result<(), Failure> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    writeln!(out, "http://{}/", listener.local_addr()?)?;
    out.flush()?;
    damiera_server::echo::serve(listener, std::future::pending()).await;
    Ok(())
}

async fn connect(client: &Client) -> Result<Line, Failure> {
    client.connect().await.map_err(|error| Failure::input(format!("no connection: {error}")))
}

async fn gather(mut tasks: JoinSet<Vec<Duration>>) -> Vec<Duration> {
    let mut all = Vec::new();
    while let Some(done) = tasks.join_next().await {
        all.extend(done.unwrap_or_default());
    }
    all
}

/// As long as a move with its wrapping.
fn message() -> String {
    json!({ "type": "do", "id": "0123456789abcdef01234567", "seq": 12, "by": "white", "ask": "move", "notation": "22-18" })
        .to_string()
}

async fn echo_on(
    mut lines: (Line, Line),
    first: Instant,
    interval: Duration,
    until: Instant,
) -> Vec<Duration> {
    let (mut took, mut next) = (Vec::new(), first);
    while next < until {
        sleep_until(next.into()).await;
        let line = if took.len() % 2 == 0 { &mut lines.0 } else { &mut lines.1 };
        let sent = Instant::now();
        if line.say_text(message()).await.is_err() || line.hear_text().await.is_none() {
            break;
        }
        took.push(sent.elapsed());
        next += interval;
    }
    took
}

/// Two players in a game, with their connections.
struct Pair {
    lines: [Line; 2],
}

async fn seat_pair(client: &Client, form: Form) -> Result<Pair, Failure> {
    let wanted = json!({ "variant": "italian", "minutes": 180, "colour": "white" });
    let seek = ask(client, "/api/seeks", &wanted).await?;
    let path = format!("/api/seeks/{}/accept", seek["id"].as_str().unwrap_or_default());
    let taken = ask(client, &path, &json!({})).await?;
    let game = taken["game"].as_str().unwrap_or_default();
    let white = follow(client, game, &seek["key"], form).await?;
    let black = follow(client, game, &taken["key"], form).await?;
    Ok(Pair { lines: [white, black] })
}

async fn ask(client: &Client, path: &str, body: &Value) -> Result<Value, Failure> {
    let answer = client.clone().post(path, body).await?;
    if answer.status == 201 { Ok(answer.json) } else { Err(Failure::input(answer.text)) }
}

async fn follow(client: &Client, game: &str, key: &Value, form: Form) -> Result<Line, Failure> {
    let mut line = connect(client).await?;
    let join = Said::Join { game: game.to_owned(), seq: None, key: key.as_str().map(str::to_owned), form };
    line.say(&join).await.map_err(|error| Failure::input(format!("no connection: {error}")))?;
    Ok(line)
}

/// A game of legal moves, chosen by lot.
fn script(seed: u64) -> Vec<String> {
    with_rules!(Variant::Italian, R => chosen_by_lot::<R>(seed))
}

fn chosen_by_lot<R: Rules>(seed: u64) -> Vec<String> {
    let (mut position, mut state, mut moves) = (Position::<R>::start(), seed, Vec::new());
    for _ in 0..150 {
        let legal = position.legal();
        if legal.is_empty() {
            break;
        }
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let m = legal[(state >> 33) as usize % legal.len()];
        moves.push(position.written(&m));
        position = position.after(&m);
    }
    moves
}

/// Plays a script at its times; measures from each send to the opponent's receipt.
async fn play_on(
    mut pair: Pair,
    scripts: Arc<Vec<Vec<String>>>,
    number: usize,
    first: Instant,
    interval: Duration,
    until: Instant,
) -> Vec<Duration> {
    let mut took = Vec::new();
    let [white, black] = &mut pair.lines;
    // Both have heard all there is before the first move: the game has begun.
    let mut seq = 0;
    for line in [&mut *white, &mut *black] {
        while seq < 1 || !heard(line, seq).await {
            seq = 1;
        }
    }
    let mut next = first;
    for (ply, m) in scripts[number % scripts.len()].iter().enumerate() {
        if next >= until {
            break;
        }
        sleep_until(next.into()).await;
        let (mover, other, side) = if ply % 2 == 0 {
            (&mut *white, &mut *black, Side::White)
        } else {
            (&mut *black, &mut *white, Side::Black)
        };
        let sent = Instant::now();
        if mover.play(&format!("m{ply}"), seq, side, m).await.is_err() {
            break;
        }
        seq += 1;
        if !heard(other, seq).await {
            break;
        }
        took.push(sent.elapsed());
        if !heard(mover, seq).await {
            break;
        }
        next += interval;
    }
    took
}

/// Waits until somebody has heard of an event.
async fn heard(line: &mut Line, seq: u64) -> bool {
    let mark = format!("\"seq\":{seq},");
    let wait = async {
        loop {
            match line.hear_text().await {
                Some(text) if text.starts_with("{\"type\":\"events\"") && text.contains(&mark) => {
                    return true;
                }
                Some(_) => {}
                None => return false,
            }
        }
    };
    timeout(Duration::from_secs(30), wait).await.unwrap_or(false)
}
