//! The server as a process, its memory, and the latency of moves on it.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::client::Client;

pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    folder: TempDir,
}

impl Server {
    /// A server that trusts this machine as a proxy, so that clients can come from many addresses.
    pub(crate) fn start() -> Self {
        let folder = TempDir::new().expect("a folder");
        // The proof measures latency and so attacks the program that people run, not the one built for tests.
        let built_for_tests = || env!("CARGO_BIN_EXE_damiera").into();
        let program = std::env::var_os("DAMIERA_PROGRAM").unwrap_or_else(built_for_tests);
        let mut child = Command::new(program)
            .args([
                "serve",
                "--no-browser",
                "--no-tables",
                "--proxy",
                "127.0.0.1",
                "--listen",
                "127.0.0.1:0",
                "--data",
            ])
            .arg(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a process");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        let address = line.split("http://").nth(1).expect("an address").trim().trim_end_matches('/');
        Self { child, address: address.parse().expect("an address"), folder }
    }

    pub(crate) fn client(&self, from: &str) -> Client {
        Client::new(self.address, from).expect("a connection")
    }

    /// Resident memory in MB; 0 where the system does not tell.
    pub(crate) fn memory(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
        kib.unwrap_or_default() / 1024.0
    }

    /// Size of the database with its journal in MB.
    pub(crate) fn stored(&self) -> f64 {
        let files = std::fs::read_dir(self.folder.path()).into_iter().flatten().flatten();
        files.filter_map(|file| file.metadata().ok()).map(|about| about.len()).sum::<u64>() as f64 / 1e6
    }

    /// Sends SIGTERM; returns how long the process took to end in good order, if it did within a minute.
    pub(crate) fn terminate(mut self) -> Option<Duration> {
        let sent = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()), "a signal");
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(60) {
            if let Ok(Some(status)) = self.child.try_wait() {
                return status.success().then(|| begun.elapsed());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Commands before the first that counts: a server that has just started has cold caches.
const WARM_UP: usize = 20;
/// Commands in one game. The answer to a command is the whole game, so a game without end would measure its own length.
const GAME_LENGTH: usize = 200;

/// Somebody who plays on: a command after the other, each timed from sending to the answer, which comes after the commit.
pub(crate) struct Probe {
    stop: Arc<AtomicBool>,
    player: JoinHandle<Vec<Duration>>,
}

/// The durations of moves.
#[derive(Default)]
pub(crate) struct MoveTimes(Vec<Duration>);

/// Latencies of moves.
#[derive(Clone, Copy)]
pub(crate) struct Latency {
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    pub(crate) moves: usize,
}

impl Probe {
    /// Begins to play, and returns when the server is warm.
    pub(crate) fn start(server: &Server) -> Self {
        let mut client = server.client("192.0.2.1");
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let (warm, is_warm) = std::sync::mpsc::channel();
        let player = std::thread::spawn(move || {
            let mut game = ProbeGame::new(&mut client);
            for _ in 0..WARM_UP {
                game.play(&mut client);
            }
            warm.send(()).expect("somebody waits");
            let mut times = Vec::new();
            loop {
                times.push(game.play(&mut client));
                if stopped.load(Ordering::Relaxed) {
                    return times;
                }
                if game.played >= GAME_LENGTH {
                    game = ProbeGame::new(&mut client);
                }
                std::thread::sleep(Duration::from_millis(25));
            }
        });
        is_warm.recv().expect("the first moves were played");
        Self { stop, player }
    }

    /// Stops, after a move at least.
    pub(crate) fn stop(self) -> MoveTimes {
        self.stop.store(true, Ordering::Relaxed);
        MoveTimes(self.player.join().expect("every move was played"))
    }
}

impl MoveTimes {
    pub(crate) fn add(&mut self, more: Self) {
        self.0.extend(more.0);
    }

    pub(crate) fn moves(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn latency(mut self) -> Latency {
        self.0.sort();
        let at =
            |share: f64| self.0[((self.0.len() - 1) as f64 * share).round() as usize].as_secs_f64() * 1000.0;
        Latency { p50: at(0.5), p99: at(0.99), moves: self.0.len() }
    }
}

/// A game in which draws are offered and declined.
struct ProbeGame {
    path: String,
    played: usize,
}

impl ProbeGame {
    fn new(client: &mut Client) -> Self {
        let game = br#"{"variant":"italian","white":{"kind":"person"},"black":{"kind":"person"}}"#;
        let made = client.ask("POST", "/api/games", game).expect("an answer");
        assert_eq!(made.status, 201, "{}", made.body);
        Self { path: format!("/api/games/{}/commands", made.member("id")), played: 0 }
    }

    fn play(&mut self, client: &mut Client) -> Duration {
        let commands = [r#"{"by":"white","ask":"offer-draw"}"#, r#"{"by":"black","ask":"decline-draw"}"#];
        let command = commands[self.played % 2];
        self.played += 1;
        let begun = Instant::now();
        let answer = client.ask("POST", &self.path, command.as_bytes()).expect("an answer");
        assert_eq!(answer.status, 200, "a player who does no harm is served: {}", answer.body);
        begun.elapsed()
    }
}
