//! `damiera serve` on PostgreSQL, which goes away and comes back in mid-game.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;

use damiera_client::{ApiClient, ApiConnection};
use damiera_messages::ServerMessage;
use damiera_testing::{Availability, PrivatePostgres, trial};
use libtest_mimic::Arguments;
use serde_json::{Value, json};

/// A test with a PostgreSQL server of its own.
type DatabaseTest = fn(PrivatePostgres);

const TESTS: &[(&str, DatabaseTest)] = &[
    ("a_game_goes_on_after_the_database_was_away", a_game_goes_on_after_the_database_was_away),
    ("a_database_that_cannot_be_used_is_named", a_database_that_cannot_be_used_is_named),
];

fn main() -> ExitCode {
    let can_run = match PrivatePostgres::start() {
        Some(_) => Availability::Present,
        None => Availability::Missing,
    };
    let trials = TESTS.iter().map(|&(name, test)| {
        trial(name, can_run, move || test(PrivatePostgres::start().expect("a private PostgreSQL")))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

/// A server on PostgreSQL, killed when dropped.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn damiera(folder: &Path, database: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damiera"));
    command.args(["serve", "--no-browser", "--no-tables", "--listen", "127.0.0.1:0", "--data"]).arg(folder);
    command.env("DAMIERA_DATABASE", database);
    command
}

fn start(folder: &Path, database: &str) -> Server {
    let mut child = damiera(folder, database).stdout(Stdio::piped()).spawn().expect("a process");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let line = lines.next().expect("a line").expect("text");
    let address = line.split("http://").nth(1).expect("an address").trim().trim_end_matches('/');
    let kept = lines.next().expect("a line").expect("text");
    assert!(kept.starts_with("Games are kept in postgres://127.0.0.1:"), "{kept}");
    Server { child, address: address.parse().expect("an address") }
}

/// A game between two people: its id, and the keys of White and Black.
async fn new_game(client: &ApiClient) -> (String, [String; 2]) {
    let text = |json: &Value| json.as_str().expect("text").to_owned();
    let wanted = json!({ "variant": "brazilian", "minutes": 3, "increment": 1, "colour": "white" });
    let seek = client.clone().post("/api/seeks", &wanted).await.expect("a seek").json;
    let path = format!("/api/seeks/{}/accept", text(&seek["id"]));
    let accepted = client.clone().post(&path, &json!({})).await.expect("a game").json;
    (text(&accepted["game"]), [text(&seek["key"]), text(&accepted["key"])])
}

/// Sends a move; says nothing about whether it was done.
async fn send_move(line: &mut ApiConnection, id: &str, seq: u64, by: &str, notation: &str) {
    let message =
        json!({ "type": "do", "id": id, "seq": seq, "by": by, "ask": "move", "notation": notation });
    line.send_text(message.to_string()).await.expect("sent");
}

/// Receives until a command is done; fails on a refusal.
async fn done(line: &mut ApiConnection, wanted: &str) -> u64 {
    let answer = line.receive_until(|message| match message {
        ServerMessage::Done { id, seq } if id == wanted => Some(seq),
        ServerMessage::Refused { .. } | ServerMessage::Bad { .. } => panic!("{message:?}"),
        _ => None,
    });
    tokio::time::timeout(Duration::from_secs(30), answer).await.expect("in time").expect("an answer")
}

/// Plays a move. After an outage a credit of time may come at any moment, and the move is sent again behind it.
async fn play(line: &mut ApiConnection, id: &str, mut seq: u64, by: &str, notation: &str) {
    loop {
        send_move(line, id, seq, by, notation).await;
        let answer = line.receive_until(|message| match message {
            ServerMessage::Done { id: done, .. } if done == id => Some(None),
            ServerMessage::Resync { seq, .. } => Some(Some(seq)),
            ServerMessage::Refused { .. } | ServerMessage::Bad { .. } => panic!("{message:?}"),
            _ => None,
        });
        match tokio::time::timeout(Duration::from_secs(30), answer)
            .await
            .expect("in time")
            .expect("an answer")
        {
            None => return,
            Some(head) => seq = head,
        }
    }
}

/// Receives until an event with this number.
async fn until_event(line: &mut ApiConnection, wanted: u64) {
    let event = line.receive_until(|message| match message {
        ServerMessage::Events { events, .. } => events.iter().any(|event| event.seq >= wanted).then_some(()),
        _ => None,
    });
    tokio::time::timeout(Duration::from_secs(30), event).await.expect("in time").expect("an event");
}

fn a_game_goes_on_after_the_database_was_away(mut postgres: PrivatePostgres) {
    let folder = tempfile::tempdir().expect("a folder");
    let database = postgres.create_database().expect("a database");
    let server = start(folder.path(), &database);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let (client, game, keys) = runtime.block_on(async {
        let client = ApiClient::new(server.address);
        let (game, keys) = new_game(&client).await;
        let mut white = client.join(&game, None, Some(&keys[0])).await.expect("White");
        let mut black = client.join(&game, None, Some(&keys[1])).await.expect("Black");
        until_event(&mut black, 1).await;
        send_move(&mut white, "first", 1, "white", "22-18").await;
        assert_eq!(done(&mut white, "first").await, 2);
        until_event(&mut black, 2).await;
        postgres.stop();
        send_move(&mut black, "second", 2, "black", "11-15").await;
        // Both players hear that the move is not saved, and nobody hears that it is done.
        for line in [&mut black, &mut white] {
            let first = line.receive_until(|message| match message {
                ServerMessage::Unsaved => Some("unsaved"),
                ServerMessage::Done { .. } | ServerMessage::Events { .. } => Some("acknowledged"),
                _ => None,
            });
            let first = tokio::time::timeout(Duration::from_secs(60), first).await;
            assert_eq!(first, Ok(Some("unsaved")));
        }
        let away = client.clone().get("/api/games/none").await.expect("an answer");
        assert_eq!(away.status, 503, "{}", away.json);
        postgres.start_again().expect("it starts");
        let second = done(&mut black, "second").await;
        until_event(&mut white, second).await;
        play(&mut white, "third", second, "white", "18x11").await;
        (client, game, keys)
    });
    drop((client, keys));
    drop(server); // SIGKILL
    let server = start(folder.path(), &database);
    runtime.block_on(async {
        let mut client = ApiClient::new(server.address);
        let kept = client.get(&format!("/api/games/{game}")).await.expect("the game").json;
        let moves = kept["view"]["moves"].as_array().map(Vec::len);
        assert_eq!(moves, Some(3), "{}", kept["view"]);
    });
    let written = postgres.execute(
        database.rsplit('/').next().expect("a name"),
        "SELECT COUNT(*) FROM game_event WHERE body LIKE '%moved%'",
    );
    assert_eq!(written.expect("a count").trim(), "3");
}

#[expect(clippy::needless_pass_by_value, reason = "every test gets a PostgreSQL of its own")]
fn a_database_that_cannot_be_used_is_named(postgres: PrivatePostgres) {
    let folder = tempfile::tempdir().expect("a folder");
    let url = postgres.url("nowhere").replace("damiera@", "damiera:secret@");
    let ran = damiera(folder.path(), &url).output().expect("it runs");
    let said = String::from_utf8(ran.stderr).expect("text");
    assert_eq!(ran.status.code(), Some(2), "{said}");
    assert!(said.contains("nowhere") && !said.contains("secret"), "{said}");
    assert!(ran.stdout.is_empty(), "it is not ready");
}
