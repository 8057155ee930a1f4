//! Events that last for days: dates that the players arrange, and correspondence.

use std::time::Duration;

use damiera_client::ApiClient;
use damiera_game::Moment;
use damiera_server::{Clock, Settings};
use serde_json::{Value, json};

use crate::common::{START, Server};
use crate::organiser::{charter, command, last_round};

const DAY: u64 = 24 * 60 * 60 * 1000;

/// An online round robin by these terms, with its players.
async fn event(
    server: &Server,
    players: usize,
    online: Value,
    at_once: Option<u8>,
) -> (ApiClient, String, Vec<ApiClient>) {
    let mut organiser = server.client();
    let mut terms = charter("round-robin", 1);
    terms["openings"] = json!(null);
    terms["online"] = online;
    if let Some(cycles) = at_once {
        terms["at-once"] = json!(cycles);
    }
    let made = organiser.post("/api/events", &json!({ "charter": terms, "organiser": "Olga" })).await;
    let made = made.expect("an answer");
    let event = made.json["id"].as_str().unwrap_or_else(|| panic!("{}", made.text)).to_owned();
    let mut clients = Vec::new();
    for number in 1..=players {
        let mut client = server.client();
        let entry = json!({ "name": format!("Player {number}") });
        let entered = client.post(&format!("/api/events/{event}/players"), &entry).await.expect("an answer");
        assert_eq!(entered.status, 201, "{}", entered.text);
        clients.push(client);
    }
    for kind in ["pair-round", "check-round", "publish-round"] {
        let done = command(&mut organiser, &event, &json!({ "ask": { "kind": kind } })).await;
        assert_eq!(done.status, 200, "{}", done.text);
    }
    (organiser, event, clients)
}

/// The event, once a condition holds.
pub(crate) async fn once(client: &mut ApiClient, event: &str, holds: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..1000 {
        let state = client.get(&format!("/api/events/{event}")).await.expect("an answer").json;
        if holds(&state) {
            return state;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it never happens");
}

async fn ask(client: &mut ApiClient, event: &str, ask: Value) -> (u16, String) {
    let done = command(client, event, &json!({ "ask": ask })).await;
    (done.status, done.text)
}

fn is_playing(state: &Value) -> bool {
    last_round(state)["stage"] == json!("playing")
}

async fn play(client: &mut ApiClient, game: &str, asked: Value) {
    let done = client.post(&format!("/api/games/{game}/commands"), &asked).await.expect("an answer");
    assert_eq!(done.status, 200, "{}", done.text);
}

// Berger's round 1 of four players is 1-4 and 2-3.

#[tokio::test]
async fn players_arrange_their_games_and_the_organiser_decides_what_is_not_played() {
    let server = Server::with_manual_clock(Settings::default()).await;
    let terms = json!({ "minutes": 5, "no-show": 60, "window-days": 7 });
    let (mut organiser, event, mut players) = event(&server, 4, terms, None).await;
    let state = once(&mut organiser, &event, is_playing).await;
    let dates = &last_round(&state)["boards"][0]["appointment"];
    assert_eq!((&dates["closes-at"], &dates["agreed"]), (&json!(START.0 + 7 * DAY), &Value::Null));

    let date = START.0 + 2 * DAY;
    let propose = json!({ "kind": "propose-date", "board": 1, "date": date });
    assert_eq!(ask(&mut players[0], &event, propose).await.0, 200);
    let page = players[3].get(&format!("/event/{event}")).await.expect("a page").text;
    assert!(page.contains("Player 1 proposes") && page.contains(&format!("data-at=\"{date}\"")), "{page}");
    let accept = json!({ "kind": "accept-date", "board": 1, "date": date });
    let (status, text) = ask(&mut players[1], &event, accept.clone()).await;
    assert_eq!(status, 409, "not their game: {text}");
    assert_eq!(ask(&mut players[3], &event, accept).await.0, 200);
    let page = server.client().get(&format!("/event/{event}")).await.expect("a page").text;
    assert!(page.contains("date agreed") && page.contains(&format!("data-at=\"{date}\"")), "{page}");

    // A server that starts again keeps the date.
    let headers: Vec<_> = players.iter().map(|player| player.headers.clone()).collect();
    let (own, folder) = (organiser.headers.clone(), server.stop().await);
    let clock = Clock::manual(Moment(START.0 + DAY));
    let server = Server::at(folder, Settings::default(), clock).await;
    let mut organiser = server.client();
    organiser.headers = own;
    for (player, headers) in players.iter_mut().zip(headers) {
        *player = server.client();
        player.headers = headers;
    }
    let state = once(&mut organiser, &event, is_playing).await;
    assert_eq!(last_round(&state)["boards"][0]["game"], Value::Null);
    // The task that opens the game may not wait for the clock yet.
    let has_game = |board: usize| move |state: &Value| last_round(state)["boards"][board]["game"].is_string();
    tokio::time::sleep(Duration::from_millis(200)).await;
    server.clock.advance(Duration::from_millis(DAY));
    let state = once(&mut organiser, &event, has_game(0)).await;
    let game = last_round(&state)["boards"][0]["game"].as_str().expect("a game").to_owned();
    let moved = json!({ "by": "white", "ask": "move", "notation": "22-18" });
    play(&mut players[0], &game, moved).await;
    // Number 4 does not come: the time counts from the agreed date.
    tokio::time::sleep(Duration::from_millis(200)).await;
    server.clock.advance(Duration::from_secs(121));
    let state =
        once(&mut organiser, &event, |state| !last_round(state)["boards"][0]["result"].is_null()).await;
    assert_eq!(last_round(&state)["boards"][0]["result"], json!("white-by-forfeit"));

    // Nobody arranges board 2.
    server.clock.advance(Duration::from_millis(5 * DAY));
    let is_closed = |state: &Value| last_round(state)["boards"][1]["appointment"]["closed"] == json!(true);
    once(&mut organiser, &event, is_closed).await;
    let (status, text) = ask(&mut players[1], &event, json!({ "kind": "play-now", "board": 2 })).await;
    assert!(status == 409 && text.contains("organiser decides"), "{text}");
    let page = organiser.get(&format!("/event/{event}")).await.expect("a page").text;
    assert!(page.contains("not played") && page.contains("data-ask=\"decide-unplayed\""), "{page}");
    let extend = |reason: &str| json!({ "kind": "extend-window", "board": 2, "until": START.0 + 10 * DAY, "reason": reason });
    assert_eq!(ask(&mut organiser, &event, extend("")).await.0, 409, "without a reason");
    assert_eq!(ask(&mut organiser, &event, extend("one was ill")).await.0, 200);
    for number in [1, 2] {
        let now = json!({ "kind": "play-now", "board": 2 });
        assert_eq!(ask(&mut players[number], &event, now).await.0, 200);
    }
    let state = once(&mut organiser, &event, has_game(1)).await;
    let game = last_round(&state)["boards"][1]["game"].as_str().expect("a game").to_owned();
    play(&mut players[2], &game, json!({ "by": "black", "ask": "resign" })).await;
    let over = once(&mut organiser, &event, |state| state["over"] == json!(true)).await;
    assert_eq!(last_round(&over)["boards"][1]["result"], json!("white-wins"));
    let page = organiser.get(&format!("/event/{event}")).await.expect("a page").text;
    assert!(page.contains("more time, until 2027-01-25 08:00 UTC. one was ill"), "{page}");
    server.stop().await;
}

#[tokio::test]
async fn a_game_that_nobody_arranged_can_be_decided_with_a_reason() {
    let server = Server::with_manual_clock(Settings::default()).await;
    let terms = json!({ "minutes": 5, "no-show": 60, "window-days": 3 });
    let (mut organiser, event, _) = event(&server, 4, terms, Some(1)).await;
    let state = once(&mut organiser, &event, is_playing).await;
    let boards = last_round(&state)["boards"].as_array().cloned().unwrap_or_default();
    let rounds: Vec<_> = boards.iter().map(|board| board["round"].clone()).collect();
    assert_eq!(rounds, [1, 1, 2, 2, 3, 3].map(|round| json!(round)), "all rounds at once");
    tokio::time::sleep(Duration::from_millis(200)).await;
    server.clock.advance(Duration::from_millis(3 * DAY));
    let all_closed = |state: &Value| {
        let boards = last_round(state)["boards"].as_array().cloned().unwrap_or_default();
        boards.iter().all(|board| board["appointment"]["closed"] == json!(true))
    };
    once(&mut organiser, &event, all_closed).await;
    let plain = json!({ "kind": "enter-result", "board": 1, "result": "draw" });
    assert_eq!(ask(&mut organiser, &event, plain).await.0, 409, "a reason is due");
    let results =
        ["white-by-forfeit", "double-forfeit", "draw", "black-by-forfeit", "black-wins", "double-forfeit"];
    for (board, result) in (1..).zip(results) {
        let reason = "nobody answered";
        let decided =
            json!({ "kind": "decide-unplayed", "board": board, "result": result, "reason": reason });
        let (status, text) = ask(&mut organiser, &event, decided).await;
        assert_eq!(status, 200, "{text}");
    }
    let over = once(&mut organiser, &event, |state| state["over"] == json!(true)).await;
    let given: Vec<_> = last_round(&over)["boards"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|one| one["result"].clone())
        .collect();
    assert_eq!(given, results.map(|result| json!(result)));
    server.stop().await;
}

#[tokio::test]
async fn all_rounds_of_a_correspondence_event_are_played_together() {
    let server = Server::with_manual_clock(Settings::default()).await;
    let terms = json!({ "correspondence": { "days": 3, "per": "move", "vacation": 10 } });
    let (mut organiser, event, mut players) = event(&server, 3, terms, Some(1)).await;
    let all_open = |state: &Value| {
        let boards = last_round(state)["boards"].as_array().cloned().unwrap_or_default();
        is_playing(state) && boards.iter().all(|board| board["game"].is_string())
    };
    let state = once(&mut organiser, &event, all_open).await;
    let boards = last_round(&state)["boards"].as_array().cloned().unwrap_or_default();
    assert_eq!(boards.len(), 3);
    let page = organiser.get(&format!("/event/{event}")).await.expect("a page").text;
    assert!(page.contains("by correspondence, 3 days for each move"), "{page}");
    let game = |board: &Value| board["game"].as_str().expect("a game").to_owned();
    let shown = organiser.get(&format!("/api/games/{}", game(&boards[0]))).await.expect("an answer").json;
    assert_eq!(shown["correspondence"], json!(true));
    // Everybody sees their two games in the list of correspondence games.
    let list = players[0].get("/api/correspondence").await.expect("an answer").json;
    let count = |part: &str| list[part].as_array().map_or(0, Vec::len);
    assert_eq!(count("waiting") + count("others"), 2, "{list}");
    // One game is resigned, the others are lost on time by the side that does not move.
    let white = |board: &Value| usize::try_from(board["white"].as_u64().unwrap_or(1)).expect("a number") - 1;
    let resigned = json!({ "by": "white", "ask": "resign" });
    play(&mut players[white(&boards[0])], &game(&boards[0]), resigned).await;
    let has_result = |state: &Value| !last_round(state)["boards"][0]["result"].is_null();
    once(&mut organiser, &event, has_result).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    server.clock.advance(Duration::from_millis(3 * DAY + 1000));
    let over = once(&mut organiser, &event, |state| state["over"] == json!(true)).await;
    let results: Vec<_> = last_round(&over)["boards"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|one| one["result"].clone())
        .collect();
    assert_eq!(results, [json!("black-wins"), json!("black-wins"), json!("black-wins")]);
    let pdn = organiser.get(&format!("/api/events/{event}/pdn")).await.expect("a file").text;
    assert!(pdn.contains("[Round \"3.3\"]"), "{pdn}");
    server.stop().await;
}
