//! A side held by several people: by captain and by majority, with proposals that nobody else gets to see.

use std::time::Duration;

use damiera_client::{ApiClient, ApiResponse};
use damiera_messages::ServerMessage;
use damiera_server::Settings;
use hyper::Method;
use serde_json::{Value, json};

use crate::common::{Follower, Pair, Server};

async fn get(client: &mut ApiClient, path: &str) -> ApiResponse {
    client.get(path).await.expect("an answer")
}

async fn vote(client: &mut ApiClient, game: &str, notation: &str) -> ApiResponse {
    let path = format!("/api/games/{game}/consultation");
    client.send(Method::PUT, &path, Some(&json!({ "notation": notation }))).await.expect("an answer")
}

async fn play(client: &mut ApiClient, game: &str, by: &str, notation: &str) -> ApiResponse {
    let command = json!({ "by": by, "ask": "move", "notation": notation });
    client.post(&format!("/api/games/{game}/commands"), &command).await.expect("an answer")
}

async fn plies(client: &mut ApiClient, game: &str) -> usize {
    let game = get(client, &format!("/api/games/{game}")).await.json;
    game["view"]["moves"].as_array().map_or(0, Vec::len)
}

/// A token of a link to join White's side.
async fn link(pair: &mut Pair) -> String {
    let path = format!("/api/games/{}/consultation/link", pair.game);
    let made = pair.white.send(Method::POST, &path, None).await.expect("an answer");
    assert_eq!(made.status, 201, "{}", made.text);
    made.json["link"].as_str().expect("a link").rsplit('/').next().expect("a token").to_owned()
}

async fn join(client: &mut ApiClient, token: &str, name: &str) -> u16 {
    let body = json!({ "token": token, "name": name });
    client.post("/api/sides", &body).await.expect("an answer").status
}

fn terms(decide: &str) -> Value {
    let consultation = json!({ "who": "seeker", "decide": decide });
    json!({ "variant": "italian", "days": 3, "consultation": consultation })
}

#[tokio::test]
async fn three_people_hold_a_side_and_the_majority_plays_to_the_end() {
    let server = Server::start().await;
    let mut pair = server.pair(&terms("majority")).await;
    let token = link(&mut pair).await;
    let (mut second, mut third) = (server.client(), server.client());
    assert_eq!(join(&mut second, &token, "Second").await, 201);
    assert_eq!(join(&mut third, &token, "Third").await, 201);
    assert_eq!(join(&mut pair.black, &token, "Spy").await, 403, "the opponent");
    assert_eq!(join(&mut server.client(), "none", "Nobody").await, 404);
    let game = pair.game.clone();
    let own = format!("/api/games/{game}/consultation");
    let alone = play(&mut pair.white, &game, "white", "22-18").await;
    assert_eq!(alone.status, 422, "{}", alone.text);
    assert_eq!(vote(&mut second, &game, "nonsense").await.status, 422);
    assert_eq!(vote(&mut second, &game, "22-13").await.status, 409, "not legal");
    let mut follower = pair.black.join(&game, None, None).await.expect("a connection");
    for ply in 0.. {
        let view = get(&mut second, &format!("/api/games/{game}")).await.json;
        if !view["view"]["end"].is_null() {
            assert!(ply > 20, "{ply} plies");
            break;
        }
        let legal = view["view"]["legal"].as_array().expect("moves");
        let notation = |n: usize| legal[n % legal.len()]["notation"].as_str().expect("a move").to_owned();
        if view["view"]["turn"] == "black" {
            assert_eq!(play(&mut pair.black, &game, "black", &notation(ply)).await.status, 200);
            continue;
        }
        // Two of three are for the same move; with three different moves the first proposal wins.
        let (first, other) = (notation(ply * 3), notation(ply * 7 + 1));
        assert_eq!(vote(&mut pair.white, &game, &first).await.status, 200);
        assert_eq!(vote(&mut second, &game, &other).await.status, 200);
        let seen = get(&mut third, &own).await.json;
        assert_eq!(seen["members"], json!(["", "Second", "Third"]), "{seen}");
        assert!(seen["proposals"].as_array().is_some_and(|all| !all.is_empty()), "{seen}");
        if ply == 0 {
            private(&server, &mut pair, &own).await;
        }
        assert_eq!(vote(&mut third, &game, &other).await.status, 200);
        let now = get(&mut third, &format!("/api/games/{game}")).await.json;
        let played = now["view"]["moves"].as_array().expect("moves").last().expect("a move").clone();
        assert_eq!(played["notation"], json!(other), "the majority");
    }
    // What the opponent was sent has no word of it.
    let mut heard = String::new();
    while !heard.contains("Ended") {
        heard.push_str(&format!("{:?}", follower.receive_until(Some).await.expect("something")));
    }
    assert!(!heard.contains("proposals") && !heard.contains("Second"), "{heard}");
    server.stop().await;
}

/// Nobody but the members of the side gets its proposals.
async fn private(server: &Server, pair: &mut Pair, own: &str) {
    let game = pair.game.clone();
    for client in [&mut pair.black, &mut server.client()] {
        assert_eq!(get(client, own).await.status, 403);
        assert_eq!(vote(client, &game, "22-18").await.status, 403);
        for path in [format!("/api/games/{game}"), format!("/game/{game}"), format!("/api/games/{game}/text")]
        {
            let text = get(client, &path).await.text;
            assert!(!text.contains("Second") && !text.contains("proposals"), "{path}");
        }
    }
}

#[tokio::test]
async fn after_the_time_to_vote_the_majority_is_played_also_after_a_restart() {
    let server = Server::with_manual_clock(Settings::default()).await;
    let mut pair = server.pair(&terms("majority")).await;
    let token = link(&mut pair).await;
    let (mut second, mut third) = (server.client(), server.client());
    for (client, name) in [(&mut second, "Second"), (&mut third, "Third")] {
        assert_eq!(join(client, &token, name).await, 201);
    }
    let game = pair.game.clone();
    // The clock runs from the arrival of the players; without a vote nothing happens for the first round.
    server.clock.advance(Duration::from_secs(61));
    tokio::time::sleep(Duration::from_millis(50)).await;
    server.clock.advance(Duration::from_secs(600));
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(plies(&mut second, &game).await, 0);
    assert_eq!(vote(&mut second, &game, "22-18").await.status, 200);
    assert_eq!(vote(&mut third, &game, "21-17").await.status, 200);
    let now = server.clock.now();
    let folder = server.kill().await;
    let server = Server::at(folder, Settings::default(), damiera_server::Clock::manual(now)).await;
    let mut again = server.client();
    again.headers = second.headers.clone();
    let view = get(&mut again, &format!("/api/games/{game}/consultation")).await.json;
    assert_eq!(view["proposals"].as_array().map(Vec::len), Some(2), "{view}");
    for _ in 0..20 {
        server.clock.advance(Duration::from_secs(60));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let shown = get(&mut again, &format!("/api/games/{game}")).await.json;
    let moves = shown["view"]["moves"].as_array().expect("moves");
    assert_eq!((moves.len(), &moves[0]["notation"]), (1, &json!("22-18")), "of equals, the first proposal");
    server.stop().await;
}

#[tokio::test]
async fn a_captain_decides_and_the_others_propose() {
    let server = Server::start().await;
    let mut pair = server.pair(&terms("captain")).await;
    let token = link(&mut pair).await;
    let mut second = server.client();
    assert_eq!(join(&mut second, &token, "Second").await, 201);
    assert_eq!(join(&mut second, &token, "Second").await, 201, "again changes nothing");
    let game = pair.game.clone();
    assert_eq!(vote(&mut second, &game, "22-18").await.status, 200);
    assert_eq!(play(&mut second, &game, "white", "22-18").await.status, 403, "only the captain plays");
    let seen = get(&mut pair.white, &format!("/api/games/{game}/consultation")).await.json;
    assert_eq!(seen["proposals"][0]["by"], json!(["Second"]), "{seen}");
    assert_eq!(seen["decides-at"], json!(null));
    assert_eq!(play(&mut pair.white, &game, "white", "21-17").await.status, 200);
    let seen = get(&mut second, &format!("/api/games/{game}/consultation")).await.json;
    assert_eq!((&seen["proposals"], &seen["turn"]), (&json!([]), &json!(false)), "{seen}");
    // A side has ten people at most.
    for number in 2..10 {
        assert_eq!(join(&mut server.client(), &token, &format!("P{number}")).await, 201);
    }
    assert_eq!(join(&mut server.client(), &token, "Eleventh").await, 422);
    server.stop().await;
}

#[tokio::test]
async fn those_who_hold_a_side_find_the_game_and_hear_of_proposals_and_nobody_else_does() {
    let server = Server::start().await;
    let mut pair = server.pair(&terms("captain")).await;
    let token = link(&mut pair).await;
    let mut second = server.client();
    assert_eq!(join(&mut second, &token, "Second").await, 201);
    let list = get(&mut second, "/api/correspondence").await.json;
    assert_eq!(list["waiting"][0]["id"], json!(pair.game), "{list}");
    assert_eq!(list["waiting"][0]["side"], json!("white"));
    assert_eq!(get(&mut server.client(), "/api/correspondence").await.json["waiting"], json!([]));
    let mut lines = Vec::new();
    for client in [&pair.white, &second, &pair.black, &server.client()] {
        lines.push(Follower::join(client, &pair.game, None).await);
    }
    // The member does not count as somebody who watches.
    let watching = |told: &ServerMessage| match told {
        ServerMessage::Presence { watching, .. } => Some(*watching),
        _ => None,
    };
    while lines[0].until(watching).await != 1 {}
    assert_eq!(vote(&mut second, &pair.game, "22-18").await.status, 200);
    let changed = |told: &ServerMessage| matches!(told, ServerMessage::ConsultationChanged).then_some(());
    for line in &mut lines[..2] {
        line.until(changed).await;
    }
    // What the others hear next is the move.
    assert_eq!(play(&mut pair.white, &pair.game, "white", "22-18").await.status, 200);
    for line in &mut lines[2..] {
        let heard = line.until(|told| match told {
            ServerMessage::ConsultationChanged => Some("a proposal"),
            ServerMessage::Events { .. } => Some("the move"),
            _ => None,
        });
        assert_eq!(heard.await, "the move");
    }
    server.stop().await;
}
