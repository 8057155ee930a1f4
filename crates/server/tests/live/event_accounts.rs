//! Accounts in online events: whose turn it is, on every browser; ratings; and pairings that nobody waits for.

use std::time::Duration;

use damiera_client::ApiClient;
use damiera_server::{Limits, Settings};
use serde_json::{Value, json};

use crate::common::Server;
use crate::organiser::{charter, command, last_round};
use crate::seasons::once;

const DAY: u64 = 24 * 60 * 60;
const PASSWORD: &str = "a long sentence";

async fn account(server: &Server, name: &str) -> ApiClient {
    let mut client = server.client();
    let opened = client.post("/api/account", &json!({ "name": name, "password": PASSWORD })).await;
    assert_eq!(opened.expect("an answer").status, 201);
    client
}

/// A round robin of Anna and Bruno, who have accounts, with its game open.
async fn event_of_two(server: &Server, online: Value) -> (ApiClient, String, [ApiClient; 2]) {
    let mut organiser = server.client();
    let mut terms = charter("round-robin", 1);
    terms["openings"] = json!(null);
    terms["online"] = online;
    let made = organiser.post("/api/events", &json!({ "charter": terms, "organiser": "Olga" })).await;
    let made = made.expect("an answer");
    let event = made.json["id"].as_str().unwrap_or_else(|| panic!("{}", made.text)).to_owned();
    let mut players = [account(server, "Anna").await, account(server, "Bruno").await];
    for (player, name) in players.iter_mut().zip(["Anna", "Bruno"]) {
        let entered = player.post(&format!("/api/events/{event}/players"), &json!({ "name": name })).await;
        assert_eq!(entered.expect("an answer").status, 201);
    }
    let path = format!("/api/events/{event}/players");
    let stranger = server.client().post(&path, &json!({ "name": "Carla" })).await.expect("an answer");
    assert!(stranger.status == 403 && stranger.text.contains("sign in"), "{}", stranger.text);
    let page = server.client().get(&format!("/event/{event}")).await.expect("a page").text;
    assert!(page.contains("Taking part needs an account"), "it is said before anybody enters: {page}");
    for kind in ["pair-round", "check-round", "publish-round"] {
        let done = command(&mut organiser, &event, &json!({ "ask": { "kind": kind } })).await;
        assert_eq!(done.status, 200, "{}", done.text);
    }
    (organiser, event, players)
}

async fn game_of(organiser: &mut ApiClient, event: &str) -> String {
    let is_open = |state: &Value| last_round(state)["boards"][0]["game"].is_string();
    let state = once(organiser, event, is_open).await;
    last_round(&state)["boards"][0]["game"].as_str().expect("a game").to_owned()
}

async fn play(client: &mut ApiClient, game: &str, asked: Value) {
    let done = client.post(&format!("/api/games/{game}/commands"), &asked).await.expect("an answer");
    assert_eq!(done.status, 200, "{}", done.text);
}

#[tokio::test]
async fn a_correspondence_game_waits_on_every_browser_and_is_forfeited_without_a_move() {
    let server = Server::with_manual_clock(Settings::default()).await;
    let terms = json!({ "rated": true, "correspondence": { "days": 3, "per": "move", "forfeit-without-move": true } });
    let (mut organiser, event, mut players) = event_of_two(&server, terms).await;
    let game = game_of(&mut organiser, &event).await;
    // Anna signs in on her phone: the game waits for her there, too, and she is a player of the event.
    let mut phone = server.client();
    let signed_in = phone.post("/api/session", &json!({ "name": "Anna", "password": PASSWORD })).await;
    assert!(signed_in.expect("an answer").status < 300);
    let list = phone.get("/api/correspondence").await.expect("an answer").json;
    assert_eq!(list["waiting"].as_array().map_or(0, Vec::len), 1, "{list}");
    let seen = phone.get(&format!("/api/events/{event}")).await.expect("an answer").json;
    assert_eq!((&seen["role"], &seen["number"]), (&json!("player"), &json!(1)));
    play(&mut phone, &game, json!({ "by": "white", "ask": "move", "notation": "22-18" })).await;
    let list = players[1].get("/api/correspondence").await.expect("an answer").json;
    assert_eq!(list["waiting"].as_array().map_or(0, Vec::len), 1, "{list}");
    tokio::time::sleep(Duration::from_millis(200)).await;
    server.clock.advance(Duration::from_secs(3 * DAY + 1));
    let over = once(&mut organiser, &event, |state| state["over"] == json!(true)).await;
    assert_eq!(last_round(&over)["boards"][0]["result"], json!("white-by-forfeit"));
    server.stop().await;
}

#[tokio::test]
async fn a_rated_game_of_an_event_counts_once() {
    let server = Server::start().await;
    let terms = json!({ "minutes": 5, "no-show": 600, "rated": true });
    let (mut organiser, event, mut players) = event_of_two(&server, terms).await;
    let game = game_of(&mut organiser, &event).await;
    for (player, by, notation) in [(0, "white", "22-18"), (1, "black", "10-13")] {
        play(&mut players[player], &game, json!({ "by": by, "ask": "move", "notation": notation })).await;
    }
    play(&mut players[0], &game, json!({ "by": "white", "ask": "resign" })).await;
    let over = once(&mut organiser, &event, |state| state["over"] == json!(true)).await;
    assert_eq!(last_round(&over)["boards"][0]["result"], json!("black-wins"));
    let ratings = loop {
        let profile = organiser.get("/api/players/Bruno").await.expect("an answer").json;
        let ratings = profile["ratings"].as_array().cloned().unwrap_or_default();
        if !ratings.is_empty() {
            break ratings;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!((ratings.len(), &ratings[0]["games"]), (1, &json!(1)), "{ratings:?}");
    // An arbiter's correction of the result changes the standings, not the game that was played.
    let correct =
        json!({ "kind": "correct-result", "round": 1, "board": 1, "result": "draw", "reason": "agreed" });
    assert_eq!(command(&mut organiser, &event, &json!({ "ask": correct })).await.status, 200);
    let profile = organiser.get("/api/players/Bruno").await.expect("an answer").json;
    assert_eq!(profile["ratings"].as_array(), Some(&ratings));
    server.stop().await;
}

/// How many requests keep the threads for heavy work busy.
async fn running(client: &mut ApiClient) -> String {
    let metrics = client.get("/metrics").await.expect("metrics").text;
    let line = metrics.lines().find(|line| line.starts_with("damiera_work_running "));
    line.and_then(|line| line.split(' ').nth(1)).unwrap_or_default().to_owned()
}

#[tokio::test]
async fn a_pairing_stops_when_its_request_is_cancelled() {
    // So many that the pairing would take minutes here.
    const PLAYERS: usize = 900;
    let limits = Limits { players: PLAYERS, ..Limits::default() };
    let server = Server::with(Settings { limits, ..Settings::default() }).await;
    let names: Vec<String> = (1..=PLAYERS).map(|number| format!("Player {number}")).collect();
    for system in ["dutch", "double", "rotation"] {
        let mut organiser = server.client();
        let mut terms = charter(system, 5);
        terms["games"] = json!(if system == "double" { 2 } else { 1 });
        let made = organiser.post("/api/events", &json!({ "charter": terms, "organiser": "Olga" })).await;
        let event = made.expect("an answer").json["id"].as_str().expect("an id").to_owned();
        let entered = json!({ "ask": { "kind": "enter-text", "text": names.join("\n") } });
        let entered = command(&mut organiser, &event, &entered).await;
        assert_eq!(entered.status, 200, "{}", entered.text);
        let mut watcher = server.client();
        let path = format!("/api/events/{event}/commands");
        let pairing = tokio::spawn(async move {
            organiser
                .post(&path, &json!({ "ask": { "kind": "pair-round" } }))
                .await
                .map(|answer| answer.status)
        });
        while running(&mut watcher).await != "1" && !pairing.is_finished() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        pairing.abort();
        while running(&mut watcher).await != "0" {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        if let Ok(answered) = pairing.await {
            panic!("{system} was paired before its request could be cancelled: {answered:?}");
        }
        let state = watcher.get(&format!("/api/events/{event}")).await.expect("an answer").json;
        assert_eq!(state["rounds"], json!([]), "{system}");
    }
    server.stop().await;
}
