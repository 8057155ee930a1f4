//! An arena that programs play to the end, through the API.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use damiera_client::ApiClient;
use damiera_notation::pdn::PdnReader;
use damiera_server::{Limits, Settings};
use serde_json::{Value, json};

use crate::common::Server;
use crate::online_tournaments::play_once;
use crate::organiser::{charter, command};

fn arena() -> Value {
    let mut arena = charter("arena", 1);
    arena["tie-breaks"] = json!(["WIN", "DE"]);
    arena["online"] =
        json!({ "minutes": 30, "increment": 0, "starts-at": null, "no-show": 3600, "arena-minutes": 10 });
    arena
}

/// A program that plays whatever game it has in an arena. `asks` says whether it asks for the arena at all.
async fn bot(mut client: ApiClient, event: String, own: u64, asks: Arc<AtomicBool>) {
    loop {
        tokio::time::sleep(Duration::from_millis(30)).await;
        if !asks.load(Ordering::Relaxed) {
            continue;
        }
        let state = client.get(&format!("/api/events/{event}")).await.expect("an answer").json;
        if state["over"] == json!(true) {
            return;
        }
        let own_board = state["arena"]["own-board"].as_u64();
        let board = own_board.map(|board| state["rounds"][0]["boards"][board as usize - 1].clone());
        if let Some((board, game)) = board.as_ref().zip(state["arena"]["own-game"].as_str()) {
            let side = if board["white"] == json!(own) { "white" } else { "black" };
            play_once(&mut client, game, side, own).await;
        }
    }
}

fn boards(state: &Value) -> &[Value] {
    state["rounds"][0]["boards"].as_array().map_or(&[], Vec::as_slice)
}

/// A step of the server's clock, shorter than the time between two pairings.
const STEP: Duration = Duration::from_millis(50);

/// Lets time pass until the arena is as it should be.
async fn until(
    (server, client): (&Server, &mut ApiClient),
    event: &str,
    what: &str,
    mut holds: impl FnMut(&Value) -> bool,
) -> Value {
    for _ in 0..2_000 {
        let state = client.get(&format!("/api/events/{event}")).await.expect("an answer").json;
        if holds(&state) {
            return state;
        }
        server.clock.advance(STEP);
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    panic!("waited in vain: {what}");
}

#[tokio::test]
async fn programs_play_an_arena_to_the_end() {
    let limits =
        Limits { games: 10_000, moves: 10_000, requests: 10_000, reads: 1_000_000, ..Limits::default() };
    let server = Server::with_manual_clock(Settings { limits, ..Settings::default() }).await;
    let mut organiser = server.client();
    let made = organiser.post("/api/events", &json!({ "charter": arena(), "organiser": "Olga" })).await;
    let made = made.expect("an answer");
    assert_eq!(made.status, 201, "{}", made.text);
    let event = made.json["id"].as_str().expect("an id").to_owned();
    let enter = async |name: &str| {
        let mut client = server.client();
        let entered = client.post(&format!("/api/events/{event}/players"), &json!({ "name": name })).await;
        let entered = entered.expect("an answer");
        assert_eq!(entered.status, 201, "{}", entered.text);
        (client, entered.json["number"].as_u64().expect("a number"))
    };
    let (mut bots, asks) = (tokio::task::JoinSet::new(), Arc::new(AtomicBool::new(true)));
    for name in ["Bot 1", "Bot 2", "Bot 3", "Bot 4"] {
        let (client, number) = enter(name).await;
        bots.spawn(bot(client, event.clone(), number, Arc::clone(&asks)));
    }
    let by_rounds = command(&mut organiser, &event, &json!({ "ask": { "kind": "pair-round" } })).await;
    assert_eq!(by_rounds.status, 409, "an arena has no rounds: {}", by_rounds.text);
    let opened = command(&mut organiser, &event, &json!({ "ask": { "kind": "open-arena" } })).await;
    assert_eq!(opened.status, 200, "{}", opened.text);
    until((&server, &mut organiser), &event, "games", |state| boards(state).len() >= 3).await;
    // Somebody comes late, and somebody pauses.
    let (client, late) = enter("Late").await;
    let mut pausing = server.client();
    pausing.headers.clone_from(&client.headers);
    bots.spawn(bot(client, event.clone(), late, Arc::clone(&asks)));
    let plays = |state: &Value, number: u64| {
        boards(state).iter().any(|one| one["white"] == json!(number) || one["black"] == json!(number))
    };
    until((&server, &mut organiser), &event, "a game of the late player", |state| plays(state, late)).await;
    let pause = json!({ "ask": { "kind": "pause", "number": late } });
    assert_eq!(command(&mut pausing, &event, &pause).await.status, 200);
    let other = command(&mut pausing, &event, &json!({ "ask": { "kind": "pause", "number": 1 } })).await;
    assert_eq!(other.status, 409, "a player pauses for nobody else: {}", other.text);
    let is_free = |state: &Value, number: u64| {
        let open = boards(state).iter().filter(|one| one["result"].is_null());
        !open.into_iter().any(|one| one["white"] == json!(number) || one["black"] == json!(number))
    };
    let seen = until((&server, &mut organiser), &event, "the pause", |state| is_free(state, late)).await;
    assert_eq!(seen["players"][4]["paused"], json!(true));
    let before = boards(&seen).len();
    let seen = until((&server, &mut organiser), &event, "games of the others", |state| {
        boards(state).len() >= before + 2
    })
    .await;
    assert!(is_free(&seen, late), "whoever pauses is not paired");
    // The time is over while games are played: they are finished and count.
    until((&server, &mut organiser), &event, "a game", |state| {
        boards(state).iter().any(|one| one["result"].is_null())
    })
    .await;
    asks.store(false, Ordering::Relaxed);
    // Two pairings of those who are free.
    let mut polls = 0..50;
    let at_end = until((&server, &mut organiser), &event, "the state", |_| polls.next().is_none()).await;
    assert!(boards(&at_end).iter().any(|one| one["result"].is_null()), "{at_end}");
    server.clock.advance(Duration::from_secs(10 * 60));
    asks.store(true, Ordering::Relaxed);
    let over =
        until((&server, &mut organiser), &event, "the end", |state| state["over"] == json!(true)).await;
    bots.join_all().await;
    assert_eq!(boards(&over).len(), boards(&at_end).len(), "nobody is paired after the end");
    assert!(boards(&over).iter().all(|one| !one["result"].is_null() && one["game"].is_string()), "{over}");
    let points: f64 = over["standings"]["rows"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|row| row["points"].as_f64())
        .sum();
    assert!(
        (points - 2.0 * boards(&over).len() as f64).abs() < 0.01,
        "two points a game: {}",
        over["standings"]
    );
    let mut games: Vec<&str> = boards(&over).iter().filter_map(|one| one["game"].as_str()).collect();
    games.sort_unstable();
    games.dedup();
    assert_eq!(games.len(), boards(&over).len(), "a game for each board");
    let pdn = organiser.get(&format!("/api/events/{event}/pdn")).await.expect("a file").text;
    assert_eq!(PdnReader::new(pdn.as_bytes()).count(), games.len());
    let trf = organiser.get(&format!("/api/events/{event}/trf")).await.expect("a file").text;
    let file = json!({ "name": "Again", "variant": "italian", "organiser": "Olga", "trf": trf });
    let again = organiser.post("/api/events/trf", &file).await.expect("an answer");
    assert_eq!(again.status, 201, "other programs can read it: {}", again.text);
    server.stop().await;
}
