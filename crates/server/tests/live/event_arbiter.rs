//! The arbiter of an online event acts in its games; nobody else does.

use damiera_client::{ApiClient, ApiResponse};
use serde_json::{Value, json};

use crate::common::Server;
use crate::organiser::{charter, command, last_round};

/// An online event of two players whose game is under way.
struct RunningEvent {
    server: Server,
    organiser: ApiClient,
    players: [ApiClient; 2],
    event: String,
    game: String,
}

async fn running() -> RunningEvent {
    running_cycles(1).await
}

/// The same with so many games of the two players, one after the other.
async fn running_cycles(cycles: usize) -> RunningEvent {
    let server = Server::start().await;
    let mut organiser = server.client();
    let mut online = charter("round-robin", 1);
    online["cycles"] = json!(cycles);
    online["openings"] = json!(null);
    online["online"] = json!({ "minutes": 5, "increment": 0, "starts-at": null, "no-show": 600 });
    let made = organiser.post("/api/events", &json!({ "charter": online, "organiser": "Olga" })).await;
    let event = made.expect("an answer").json["id"].as_str().expect("an id").to_owned();
    let mut players = [server.client(), server.client()];
    for (player, name) in players.iter_mut().zip(["Anna", "Bruno"]) {
        player
            .post(&format!("/api/events/{event}/players"), &json!({ "name": name }))
            .await
            .expect("entered");
    }
    for kind in ["pair-round", "check-round", "publish-round"] {
        let done = command(&mut organiser, &event, &json!({ "ask": { "kind": kind } })).await;
        assert_eq!(done.status, 200, "{}", done.text);
    }
    let game = loop {
        let state = organiser.get(&format!("/api/events/{event}")).await.expect("an answer").json;
        if let (Some(game), "playing") = (
            last_round(&state)["boards"][0]["game"].as_str(),
            last_round(&state)["stage"].as_str().unwrap_or_default(),
        ) {
            break game.to_owned();
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    RunningEvent { server, organiser, players, event, game }
}

async fn rule(client: &mut ApiClient, event: &str, ruling: Value) -> ApiResponse {
    let request = json!({ "ruling": ruling });
    client.post(&format!("/api/events/{event}/boards/1/rulings"), &request).await.expect("an answer")
}

async fn view(client: &mut ApiClient, game: &str) -> Value {
    client.get(&format!("/api/games/{game}")).await.expect("an answer").json["view"].clone()
}

#[tokio::test]
async fn an_invited_arbiter_stops_and_corrects_the_clocks_and_is_named() {
    let RunningEvent { server, mut organiser, mut players, event, game } = running().await;
    let invitation = json!({ "role": "arbiter", "name": "Bea" });
    let link = organiser.post(&format!("/api/events/{event}/invitations"), &invitation).await;
    let link = link.expect("an answer").json["link"].as_str().expect("a link").to_owned();
    let mut bea = server.client();
    bea.get(&link[link.find("/event/").expect("a path")..]).await.expect("a page");
    let stop = json!({ "kind": "stop-clocks" });
    let mut stranger = server.client();
    for nobody in [&mut stranger, &mut players[0]] {
        assert_eq!(rule(nobody, &event, stop.clone()).await.status, 403);
    }
    // The arbiter's powers come with the event, not with the game: the game's own address has no arbiter.
    let direct = json!({ "by": "arbiter", "ask": "pause" });
    let direct = bea.post(&format!("/api/games/{game}/commands"), &direct).await.expect("an answer");
    assert_eq!(direct.status, 403, "{}", direct.text);
    let stopped = rule(&mut bea, &event, stop.clone()).await;
    assert_eq!(stopped.status, 200, "{}", stopped.text);
    let named = &last_round(&stopped.json)["boards"][0]["rulings"][0];
    assert_eq!((&named["by"], &named["ruling"]), (&json!("Bea"), &stop));
    assert_eq!(view(&mut players[1], &game).await["paused"], json!(true));
    assert_eq!(rule(&mut bea, &event, stop).await.status, 409, "they are stopped");
    let set = json!({ "kind": "set-clocks", "white": 61_000, "black": 62_000 });
    assert_eq!(rule(&mut bea, &event, set).await.status, 200);
    let clocks = view(&mut players[0], &game).await["clocks"].clone();
    assert_eq!((&clocks[0]["left"], &clocks[1]["left"]), (&json!(61_000), &json!(62_000)), "{clocks}");
    assert_eq!(rule(&mut bea, &event, json!({ "kind": "restart-clocks" })).await.status, 200);
    let no_draw = rule(&mut bea, &event, json!({ "kind": "declare-draw" })).await;
    assert_eq!(no_draw.status, 409, "the book allows no draw at the first move: {}", no_draw.text);
    // The player's page names the arbiter, and offers no powers.
    let panel = players[0].get(&format!("/event/{event}/panel/1")).await.expect("a page").text;
    assert!(panel.contains("The clocks are stopped.") && panel.contains("Bea"), "{panel}");
    assert!(!panel.contains("data-ruling"), "{panel}");
    let panel = bea.get(&format!("/event/{event}/panel/1")).await.expect("a page").text;
    assert!(panel.contains("data-ruling=\"stop-clocks\""), "{panel}");
    // In another round the board has another game: its arbiter does not act from the page of this one.
    let elsewhere = json!({ "game": "another1", "ruling": { "kind": "stop-clocks" } });
    let refused =
        bea.post(&format!("/api/events/{event}/boards/1/rulings"), &elsewhere).await.expect("an answer");
    assert!(refused.status == 409 && refused.text.contains("Another game"), "{}", refused.text);
    let seen = json!({ "game": game, "ruling": { "kind": "stop-clocks" } });
    let done = bea.post(&format!("/api/events/{event}/boards/1/rulings"), &seen).await.expect("an answer");
    assert_eq!(done.status, 200, "{}", done.text);
    let log = organiser.get(&format!("/event/{event}")).await.expect("a page").text;
    assert!(log.contains("Clocks set: White 0:01:01, Black 0:01:02."), "{log}");
    server.stop().await;
}

#[tokio::test]
async fn the_page_of_a_game_leads_its_players_to_the_next_one_and_its_arbiter_acts_in_none_but_this() {
    let RunningEvent { server, mut organiser, mut players, event, game } = running_cycles(2).await;
    let at = |game: &str| format!("/event/{event}/panel/1?game={game}");
    let first = players[0].get(&at(&game)).await.expect("a page").text;
    assert!(!first.contains("next-game"), "{first}");
    let awarded = rule(&mut organiser, &event, json!({ "kind": "declare-loss", "side": "white" })).await;
    assert_eq!(awarded.status, 200, "{}", awarded.text);
    let next = loop {
        let state = organiser.get(&format!("/api/events/{event}")).await.expect("an answer").json;
        match last_round(&state)["boards"][0]["game"].as_str() {
            Some(next) if next != game => break next.to_owned(),
            _ => tokio::time::sleep(std::time::Duration::from_millis(20)).await,
        }
    };
    let link = format!("id=\"next-game\" href=\"/game/{next}?event={event}&board=1\"");
    for player in &mut players {
        let panel = player.get(&at(&game)).await.expect("a page").text;
        assert!(panel.contains(&link), "{link}: {panel}");
        let panel = player.get(&at(&next)).await.expect("a page").text;
        assert!(!panel.contains("next-game"), "they are there: {panel}");
        let page = player.get(&format!("/event/{event}")).await.expect("a page").text;
        assert!(page.contains("id=\"own-game\""), "{page}");
    }
    for (game, acts) in [(&game, false), (&next, true)] {
        let panel = organiser.get(&at(game)).await.expect("a page").text;
        assert_eq!(panel.contains("data-ruling=\"stop-clocks\""), acts, "{panel}");
    }
    let stale = json!({ "game": game, "ruling": { "kind": "stop-clocks" } });
    let refused = organiser.post(&format!("/api/events/{event}/boards/1/rulings"), &stale).await;
    assert_eq!(refused.expect("an answer").status, 409);
    server.stop().await;
}

#[tokio::test]
async fn a_game_awarded_by_the_arbiter_is_the_result_of_its_board() {
    let RunningEvent { server, mut organiser, event, .. } = running().await;
    let awarded = rule(&mut organiser, &event, json!({ "kind": "declare-loss", "side": "white" })).await;
    assert_eq!(awarded.status, 200, "{}", awarded.text);
    let state = loop {
        let state = organiser.get(&format!("/api/events/{event}")).await.expect("an answer").json;
        if state["over"] == json!(true) {
            break state;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    assert_eq!(last_round(&state)["boards"][0]["result"], json!("black-wins"));
    let none = organiser
        .post(
            &format!("/api/events/{event}/boards/7/rulings"),
            &json!({ "ruling": { "kind": "stop-clocks" } }),
        )
        .await;
    assert_eq!(none.expect("an answer").status, 404);
    server.stop().await;
}

#[tokio::test]
async fn a_result_that_the_arbiter_enters_ends_the_wait_for_the_game() {
    let RunningEvent { server, mut organiser, event, .. } = running().await;
    let enter = json!({ "ask": { "kind": "enter-result", "board": 1, "result": "draw" } });
    assert_eq!(command(&mut organiser, &event, &enter).await.status, 200);
    // Nobody has moved, and the time for the first move is far from over.
    loop {
        let state = organiser.get(&format!("/api/events/{event}")).await.expect("an answer").json;
        if state["over"] == json!(true) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    server.stop().await;
}
