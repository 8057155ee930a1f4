//! A client that follows by changes sees at every step the game that the API shows.

use std::time::Duration;

use damiera_client::{ApiClient, ApiConnection};
use damiera_server::{Limits, Settings};
use serde_json::{Value, json};

use crate::common::Server;

/// Applies changes by the rule that the description of `GameChanges` gives.
fn apply(game: &mut Value, message: &Value) {
    let changes = &message["changes"];
    assert_eq!(game["view"]["seq"], changes["after"], "the changes apply to another state");
    let keep = changes["moves"]["keep"].as_u64().expect("a number") as usize;
    let moves = game["view"]["moves"].as_array_mut().expect("moves");
    moves.truncate(keep);
    moves.extend(changes["moves"]["add"].as_array().expect("moves").iter().cloned());
    for (name, value) in changes["view"].as_object().expect("members") {
        game["view"][name] = value.clone();
    }
    for name in ["last", "winner"] {
        if let Some(value) = changes.get(name) {
            game[name] = value.clone();
        }
    }
    game["now"] = message["now"].clone();
    game["view"]["clocks"] = message["clocks"].clone();
}

/// A client that follows a game by changes.
struct Page {
    line: ApiConnection,
    game: Value,
}

impl Page {
    async fn join(client: &ApiClient, game: &str) -> Self {
        let mut line = client.connect().await.expect("a connection");
        let join = json!({ "type": "join", "game": game, "form": "changes" });
        line.send_text(join.to_string()).await.expect("sent");
        let message = events(&mut line).await;
        assert!(message.get("changes").is_none(), "the whole game comes first: {message}");
        Self { line, game: message["shown"].clone() }
    }

    /// Applies messages until the game has so many events.
    async fn catch_up(&mut self, seq: u64) {
        while self.game["view"]["seq"].as_u64() < Some(seq) {
            let message = events(&mut self.line).await;
            assert!(message.get("shown").is_none(), "changes alone: {message}");
            apply(&mut self.game, &message);
        }
    }
}

/// The next message with events.
async fn events(line: &mut ApiConnection) -> Value {
    loop {
        let text = tokio::time::timeout(Duration::from_secs(60), line.receive_text()).await;
        let message: Value = serde_json::from_str(&text.expect("in time").expect("a message")).expect("JSON");
        if message["type"] == "events" {
            return message;
        }
    }
}

/// Sends commands one by one, and compares at each step what two clients see with what the API shows.
async fn follow(profile: &str, commands: impl IntoIterator<Item = Step>) {
    let limits =
        Limits { silence: Duration::from_secs(3600), games: 1000, moves: 10_000, ..Limits::default() };
    let server = Server::with_manual_clock(Settings { limits, ..Settings::default() }).await;
    let mut client = server.client();
    let person = json!({ "kind": "person" });
    let request = json!({ "variant": "italian", "white": person, "black": person, "profile": profile,
        "minutes": 15, "increment": 10 });
    let created = client.post("/api/games", &request).await.expect("an answer");
    assert_eq!(created.status, 201, "{}", created.text);
    let id = created.json["id"].as_str().expect("an id").to_owned();
    let (path, commands_path) = (format!("/api/games/{id}"), format!("/api/games/{id}/commands"));
    let mut pages = vec![Page::join(&client, &id).await];
    for (i, step) in commands.into_iter().enumerate() {
        server.clock.advance(Duration::from_millis(1_700));
        let command = match step {
            Step::Command(command) => command,
            Step::Moved { from, to } => {
                let fen = pages[0].game["view"]["fen"].as_str().expect("FEN");
                json!({ "by": "white", "ask": "stands", "fen": moved(fen, from, to) })
            }
        };
        let answer = client.post(&commands_path, &command).await.expect("an answer");
        assert_eq!(answer.status, 200, "{command}: {}", answer.text);
        let shown = client.get(&path).await.expect("an answer").json;
        for page in &mut pages {
            page.catch_up(shown["view"]["seq"].as_u64().expect("a number")).await;
            assert_eq!(page.game, shown, "after {command}");
        }
        if i == 3 {
            // A client that comes later has the same base as the first.
            pages.push(Page::join(&client, &id).await);
        }
    }
    server.stop().await;
}

enum Step {
    Command(Value),
    /// The board stands as if White had moved a piece, whatever the rules say.
    Moved {
        from: &'static str,
        to: &'static str,
    },
}

fn ask(by: &str, ask: &str) -> Step {
    Step::Command(json!({ "by": by, "ask": ask }))
}

fn play(by: &str, notation: &str) -> Step {
    Step::Command(json!({ "by": by, "ask": "move", "notation": notation }))
}

/// A position with one of White's men elsewhere and Black to move.
fn moved(fen: &str, from: &str, to: &str) -> String {
    let (turn, pieces) = fen.split_once(':').expect("FEN");
    assert_eq!(turn, "W");
    let (white, black) = pieces.split_once(':').expect("FEN");
    let men: Vec<_> =
        white.trim_start_matches('W').split(',').map(|man| if man == from { to } else { man }).collect();
    format!("B:W{}:{black}", men.join(","))
}

#[tokio::test]
async fn changes_add_up_to_the_whole_game_with_takebacks_and_offers() {
    let steps = [
        play("white", "22-18"),
        play("black", "11-14"),
        play("white", "18x11"),
        play("black", "6x15"),
        ask("white", "ask-takeback"),
        ask("black", "accept-takeback"),
        play("white", "18x11"),
        play("black", "6x15"),
        ask("white", "offer-draw"),
        ask("black", "decline-draw"),
        play("white", "21-18"),
        ask("black", "resign"),
    ];
    follow("casual", steps).await;
}

#[tokio::test]
async fn changes_add_up_to_the_whole_game_with_corrections_and_an_arbiter() {
    let steps = [
        Step::Command(json!({ "by": "white", "ask": "touch", "square": 22 })),
        play("white", "22-18"),
        play("black", "11-14"),
        ask("arbiter", "pause"),
        ask("arbiter", "resume"),
        // White does not capture; the opponent has it corrected, then lets another stand.
        Step::Moved { from: "21", to: "17" },
        Step::Command(json!({ "by": "black", "ask": "correct", "fen": null })),
        play("white", "18x11"),
        play("black", "6x15"),
        Step::Command(json!({ "by": "arbiter", "ask": "set-clocks", "white": 60_000, "black": 90_000 })),
        Step::Moved { from: "21", to: "14" },
        ask("black", "keep"),
        ask("arbiter", "undo"),
        ask("black", "keep"),
        ask("white", "offer-draw"),
        ask("black", "accept-draw"),
    ];
    follow("table", steps).await;
}
