//! Rated games.

use std::sync::Arc;
use std::time::Duration;

use damiera_client::{ApiClient, ApiResponse};
use damiera_game::wire::WireSide;
use damiera_messages::ServerMessage;
use damiera_server::Settings;
use serde_json::{Value, json};
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use crate::common::{Follower, Server, blitz};

async fn player(server: &Server, name: &str) -> ApiClient {
    let mut client = server.client();
    let entry = json!({ "name": name, "password": "a long sentence" });
    let opened = client.post("/api/account", &entry).await.expect("an answer");
    assert_eq!(opened.status, 201, "{}", opened.text);
    client
}

fn rated() -> Value {
    let mut wanted = blitz();
    (wanted["rated"], wanted["colour"], wanted["open"]) = (json!(true), json!("white"), json!(true));
    wanted
}

async fn accept(client: &mut ApiClient, seek: &ApiResponse) -> ApiResponse {
    let id = seek.json["id"].as_str().expect("an id");
    client.post(&format!("/api/seeks/{id}/accept"), &json!({})).await.expect("an answer")
}

/// The ratings in a profile, once there are as many as this.
async fn ratings(client: &mut ApiClient, name: &str, count: usize) -> Vec<Value> {
    loop {
        let profile = client.get(&format!("/api/players/{name}")).await.expect("an answer");
        let ratings = profile.json["ratings"].as_array().expect("a list").clone();
        if ratings.len() == count {
            return ratings;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// White resigns a new game between two players after each has moved.
async fn play(white: &mut ApiClient, black: &mut ApiClient, wanted: &Value) -> String {
    let seek = white.post("/api/seeks", wanted).await.expect("an answer");
    assert_eq!(seek.status, 201, "{}", seek.text);
    let accepted = accept(black, &seek).await;
    assert_eq!(accepted.status, 201, "{}", accepted.text);
    let game = accepted.json["game"].as_str().expect("a game").to_owned();
    resign_after(white, black, &game, &["21-18", "10-13"]).await;
    game
}

async fn resign_after(white: &mut ApiClient, black: &mut ApiClient, game: &str, moves: &[&str]) {
    let mut lines = [Follower::join(white, game, None).await, Follower::join(black, game, None).await];
    lines[1].until_seq(1).await;
    for (ply, notation) in moves.iter().enumerate() {
        let by = [WireSide::White, WireSide::Black][ply % 2];
        lines[ply % 2].until_seq(ply as u64 + 1).await;
        let done = lines[ply % 2].play(by, notation).await;
        assert!(matches!(done, ServerMessage::Done { .. }), "{done:?}");
    }
    let resign = json!({ "by": "white", "ask": "resign" });
    let done = white.post(&format!("/api/games/{game}/commands"), &resign).await.expect("an answer");
    assert_eq!(done.status, 200, "{}", done.text);
}

#[tokio::test]
async fn a_rated_game_changes_both_ratings_once() {
    let server = Server::start().await;
    let (mut white, mut black) = (player(&server, "Marion").await, player(&server, "Asa").await);
    let seek = white.post("/api/seeks", &rated()).await.expect("an answer");
    let listed = black.get("/api/seeks").await.expect("an answer");
    assert_eq!(listed.json[0]["rating"], json!({ "rating": 1500, "provisional": true }));
    assert_eq!(listed.json[0]["profile"], json!(true));
    let id = seek.json["id"].as_str().expect("an id");
    assert_eq!(
        white.send(hyper::Method::DELETE, &format!("/api/seeks/{id}"), None).await.expect("an answer").status,
        204
    );

    let game = play(&mut white, &mut black, &rated()).await;
    let lost = ratings(&mut black, "Marion", 1).await;
    let won = ratings(&mut white, "Asa", 1).await;
    assert_eq!(
        [&lost[0]["variant"], &lost[0]["pace"], &lost[0]["games"]],
        [&json!("italian"), &json!("blitz"), &json!(1)]
    );
    let number = |rating: &Value| rating["rating"].as_u64().expect("a number");
    assert!(number(&won[0]) > 1600 && number(&lost[0]) < 1400, "{won:?} {lost:?}");
    assert_eq!(won[0]["provisional"], true);

    // Loaded again after a restart, the game is not rated again.
    let folder = server.stop().await;
    let server = Server::on(Arc::clone(&folder), Settings::default()).await;
    let mut guest = server.client();
    let _line = Follower::join(&guest, &game, None).await;
    assert_eq!(ratings(&mut guest, "Asa", 1).await[0]["games"], 1);
    let page = guest.get("/player/Asa").await.expect("an answer");
    assert!(page.text.contains(&number(&won[0]).to_string()) && page.text.contains("Blitz"), "{}", page.text);
    server.stop().await;
}

#[tokio::test]
async fn a_game_without_rating_changes_none() {
    let server = Server::start().await;
    let (mut white, mut black) = (player(&server, "Marion").await, player(&server, "Asa").await);
    let mut wanted = rated();
    wanted["rated"] = json!(false);
    play(&mut white, &mut black, &wanted).await;
    // Nor does a rated game in which nobody moved.
    let seek = white.post("/api/seeks", &rated()).await.expect("an answer");
    let accepted = accept(&mut black, &seek).await;
    resign_after(&mut white, &mut black, accepted.json["game"].as_str().expect("a game"), &[]).await;
    // Ratings are written in order of the games' ends for each player: after a rated game there is only that one.
    play(&mut white, &mut black, &rated()).await;
    assert_eq!(ratings(&mut white, "Asa", 1).await[0]["games"], 1);
    server.stop().await;
}

#[tokio::test]
async fn rated_games_are_for_accounts_on_equal_terms() {
    let server = Server::start().await;
    let (mut guest, mut owner) = (server.client(), player(&server, "Marion").await);
    let refused = guest.post("/api/seeks", &rated()).await.expect("an answer");
    assert_eq!(refused.status, 403, "{}", refused.text);
    let seek = owner.post("/api/seeks", &rated()).await.expect("an answer");
    let refused = accept(&mut guest, &seek).await;
    assert_eq!(refused.status, 403, "{}", refused.text);
    assert!(refused.text.contains("account"), "{}", refused.text);
    let unequal = [
        ("odds", json!({ "by": "seeker", "men": 1 })),
        ("blindfold", json!({ "who": "seeker" })),
        ("consultation", json!({ "who": "seeker", "decide": "captain" })),
    ];
    for (term, value) in unequal {
        let mut wanted = rated();
        wanted[term] = value;
        let refused = owner.post("/api/seeks", &wanted).await.expect("an answer");
        assert_eq!(refused.status, 422, "{term}: {}", refused.text);
    }
    server.stop().await;
}

#[tokio::test]
async fn an_offer_for_some_ratings_is_refused_to_others_with_a_sentence() {
    let server = Server::start().await;
    let (mut marion, mut asa) = (player(&server, "Marion").await, player(&server, "Asa").await);
    let mut wanted = rated();
    wanted["rating-range"] = json!({ "within": 100 });
    let seek = marion.post("/api/seeks", &wanted).await.expect("an answer");
    let listed = asa.get("/api/seeks").await.expect("an answer").json;
    assert_eq!(listed[0]["rating-range"], json!({ "from": 1400, "to": 1600 }), "around Marion's own");
    let page = asa.get(&format!("/seek/{}", seek.json["id"].as_str().expect("an id"))).await.expect("a page");
    assert!(page.text.contains("1400–1600"), "{}", page.text);
    assert_eq!(accept(&mut asa, &seek).await.status, 201, "both are new");
    wanted["rating-range"] = json!({ "from": 1600 });
    let seek = marion.post("/api/seeks", &wanted).await.expect("an answer");
    let refused = accept(&mut asa, &seek).await;
    assert_eq!(refused.status, 403);
    assert!(refused.json["text"].as_str().is_some_and(|text| text.contains("≥ 1600")), "{}", refused.text);
    assert_eq!(
        asa.get("/api/seeks").await.expect("an answer").json.as_array().map(Vec::len),
        Some(1),
        "it stays"
    );
    wanted["rated"] = json!(false);
    let invalid = marion.post("/api/seeks", &wanted).await.expect("an answer");
    assert_eq!(invalid.status, 422, "{}", invalid.text);
    server.stop().await;
}

#[tokio::test]
async fn a_leaderboard_lists_ratings_that_are_certain_enough() {
    let server = Server::start().await;
    let (mut marion, mut asa) = (player(&server, "Marion").await, player(&server, "Asa").await);
    let path = "/api/leaderboard?game=italian&pace=blitz";
    play(&mut marion, &mut asa, &rated()).await;
    ratings(&mut asa, "Asa", 1).await;
    let listed = asa.get(path).await.expect("an answer").json;
    assert_eq!(listed["players"], json!([]), "provisional: {listed}");
    // Many more games, without playing them.
    let file = SqliteConnectOptions::new().filename(server.folder.path().join("damiera.sqlite"));
    let mut database = SqliteConnection::connect_with(&file).await.expect("a connection");
    sqlx::query("UPDATE rating SET deviation = 80000").execute(&mut database).await.expect("certain");
    let listed = asa.get(path).await.expect("an answer").json;
    let names: Vec<_> =
        listed["players"].as_array().expect("players").iter().map(|one| one["name"].clone()).collect();
    assert_eq!(names, [json!("Asa"), json!("Marion")], "{listed}");
    let other = asa.get("/api/leaderboard?game=english&pace=blitz").await.expect("an answer").json;
    assert_eq!(other["players"], json!([]));
    for lang in ["it", "pt", "en"] {
        asa.headers.insert("accept-language", lang.parse().expect("a language"));
        let page = asa.get("/leaderboard?game=italian&pace=blitz").await.expect("a page").text;
        assert!(page.contains("/player/Asa"), "{page}");
    }
    server.stop().await;
}
