//! Jobs on a work queue that two workers share: a worker that is killed with a game in hand loses nothing, and every game
//! has one result.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use damiera_client::ApiClient;
use damiera_testing::PrivateCluster;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader as AsyncBufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The longest wait for something that must happen.
const LONGEST: Duration = Duration::from_secs(300);
/// Games of the file.
const GAMES: u64 = 4;

/// A game of 16 half-moves, so that a worker is seen with it in hand: kings go to and fro.
fn long_game() -> String {
    let rounds = (1..8).step_by(2).map(|round| format!("{round}. 30-26 3-7 {}. 26-30 7-3", round + 1));
    let moves: Vec<_> = rounds.collect();
    format!("[GameType \"22\"]\n[FEN \"W:WK30,K29,K21:BK3,K4,K12\"]\n\n{} *\n\n", moves.join(" "))
}

/// A worker, killed when dropped.
struct Worker(Child);

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn worker(cluster: &PrivateCluster) -> Worker {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damiera"));
    command.args(["worker", "--threads", "1", "--tables", ""]);
    command.env("DAMIERA_DATABASE", cluster.postgres.url(&cluster.database));
    command.env("DAMIERA_BROKER", format!("nats://{}", cluster.nats.address()));
    let mut child = command.stdout(Stdio::piped()).spawn().expect("a worker");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let line = lines.next().expect("a line").expect("text");
    assert!(line.starts_with("The worker is ready"), "{line}");
    std::thread::spawn(move || lines.count()); // its output must not fill the pipe
    Worker(child)
}

fn signal(worker: &Worker, signal: &str) {
    let status = Command::new("kill").args([signal, &worker.0.id().to_string()]).status();
    assert!(status.is_ok_and(|status| status.success()), "{signal}");
}

fn count(cluster: &PrivateCluster, sql: &str) -> u64 {
    let printed = cluster.postgres.execute(&cluster.database, sql).expect("a count");
    printed.trim().parse().expect("a number")
}

/// The number of the game that a worker has in hand, once it is past its beginning.
async fn game_in_hand(cluster: &PrivateCluster, client: &ApiClient, id: &str) -> u64 {
    let address = cluster.nodes[0].address;
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let cookie = client.headers["cookie"].to_str().expect("text");
    let head = format!("GET /api/jobs/{id}/stream HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\n\r\n");
    stream.write_all(head.as_bytes()).await.expect("sent");
    let mut lines = AsyncBufReader::new(stream).lines();
    loop {
        let line = lines.next_line().await.expect("a stream").expect("it goes on");
        let Some(data) = line.strip_prefix("data: ") else { continue };
        let current = &serde_json::from_str::<Value>(data).expect("JSON")["current"];
        if current["ply"].as_u64().is_some_and(|ply| (2..10).contains(&ply)) {
            return current["number"].as_u64().expect("a number");
        }
    }
}

pub(crate) async fn a_killed_worker_loses_nothing() {
    let program = Path::new(env!("CARGO_BIN_EXE_damiera"));
    let cluster = PrivateCluster::start_with(program, 1, &["--job-threads", "0"]).await;
    let cluster = cluster.expect("a cluster").expect("PostgreSQL and NATS");
    let mut client = ApiClient::new(cluster.nodes[0].address);
    let created =
        client.post_text("/api/jobs", &long_game().repeat(GAMES as usize)).await.expect("an answer");
    assert_eq!((created.status, created.json["games"].as_u64()), (201, Some(GAMES)), "{}", created.text);
    let id = created.json["id"].as_str().expect("an id").to_owned();
    let first = worker(&cluster);
    let number = timeout(LONGEST, game_in_hand(&cluster, &client, &id)).await.expect("the worker works");
    signal(&first, "-STOP");
    let of_game = format!("SELECT count(*) FROM job_result WHERE number = {number}");
    assert_eq!(count(&cluster, &of_game), 0, "it is stopped in the middle of the game");
    let second = worker(&cluster);
    drop(first); // SIGKILL
    let stream = timeout(LONGEST, client.get(&format!("/api/jobs/{id}/stream"))).await;
    let stream = stream.expect("the job ends").expect("a stream").text;
    let last = stream.lines().filter_map(|line| line.strip_prefix("data: ")).next_back().expect("an event");
    let last: Value = serde_json::from_str(last).expect("JSON");
    assert_eq!((last["state"].as_str(), last["done"].as_u64()), (Some("finished"), Some(GAMES)), "{last}");
    assert_eq!(count(&cluster, &of_game), 1, "the game was delivered again");
    let results = "SELECT count(*) FROM job_result WHERE body LIKE '%\"failed\":false%'";
    assert_eq!(count(&cluster, results), GAMES, "each game has one result");
    // A worker ends in good order when it is asked to.
    let mut second = second;
    signal(&second, "-TERM");
    assert!(second.0.wait().expect("it ends").success());
}
