//! Games that the engine reviews in the background.

use std::sync::Arc;
use std::time::Duration;

use damiera_client::{ApiClient, ApiResponse};
use damiera_server::{Limits, Settings};
use hyper::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::Server;

/// A game of four half-moves; the second player gives a man away.
const GAME: &str = "[White \"Rossi\"]\n[GameType \"22\"]\n\n1. 22-18 11-14 2. 18x11 6x15 *\n\n";

/// A server that runs this number of tasks at a time.
fn running(tasks: usize) -> Settings {
    Settings { job_threads: Some(tasks), ..Settings::default() }
}

async fn request(client: &mut ApiClient, games: usize) -> ApiResponse {
    client.post_text("/api/jobs", &GAME.repeat(games)).await.expect("an answer")
}

async fn requested(client: &mut ApiClient, games: usize) -> String {
    let created = request(client, games).await;
    assert_eq!(created.status, 201, "{}", created.text);
    assert_eq!((&created.json["games"], &created.json["state"]), (&json!(games), &json!("open")));
    created.json["id"].as_str().expect("an id").to_owned()
}

/// All events of a stream, which ends with the job.
async fn followed(client: &mut ApiClient, path: &str) -> Vec<Value> {
    let stream = tokio::time::timeout(Duration::from_secs(120), client.get(path));
    let stream = stream.await.expect("it ends").expect("a stream");
    assert_eq!(stream.status, 200, "{}", stream.text);
    let events = stream.text.lines().filter_map(|line| line.strip_prefix("data: "));
    events.map(|data| serde_json::from_str(data).expect("JSON")).collect()
}

#[tokio::test]
async fn a_file_is_reviewed_game_by_game() {
    let server = Server::with(running(2)).await;
    let mut client = server.client();
    let job = requested(&mut client, 6).await;
    let events = followed(&mut client, &format!("/api/jobs/{job}/stream")).await;
    let last = events.last().expect("an end");
    assert_eq!((&last["state"], &last["done"]), (&json!("finished"), &json!(6)), "{last}");
    let done: Vec<_> = events.iter().map(|event| event["done"].as_u64().expect("a number")).collect();
    assert!(done.is_sorted(), "{done:?}");
    let review = client.get(&format!("/api/jobs/{job}/games/6")).await.expect("an answer").json;
    let moves = review["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 4, "{review}");
    assert_eq!((&moves[3]["ply"], &moves[3]["notation"]), (&json!(4), &json!("6x15")));
    let file = client.get(&format!("/api/jobs/{job}/pdn")).await.expect("a file").text;
    assert_eq!(file.matches("[White \"Rossi\"]").count(), 6, "{file}");
    assert_eq!(file.matches("[%eval").count(), 6 * 4, "{file}");
    // Cancelling what is finished changes nothing.
    let path = format!("/api/jobs/{job}");
    assert_eq!(client.send(Method::DELETE, &path, None).await.expect("an answer").status, 204);
    assert_eq!(client.get(&path).await.expect("an answer").json["state"], "finished");
    // Nobody else sees it.
    let mut stranger = server.client();
    for path in [&path, &format!("{path}/pdn"), &format!("{path}/games/1"), &format!("{path}/stream")] {
        assert_eq!(stranger.get(path).await.expect("an answer").status, 404, "{path}");
    }
    assert_eq!(stranger.get("/api/jobs").await.expect("a list").json, json!([]));
    assert_eq!(client.get("/api/jobs").await.expect("a list").json.as_array().map(Vec::len), Some(1));
    server.stop().await;
}

#[tokio::test]
async fn a_job_is_cancelled() {
    let server = Server::with(running(0)).await;
    let mut client = server.client();
    let path = format!("/api/jobs/{}", requested(&mut client, 3).await);
    let (mut other, stream) = (client.clone(), format!("{path}/stream"));
    let follower = tokio::spawn(async move { followed(&mut other, &stream).await });
    assert_eq!(server.client().send(Method::DELETE, &path, None).await.expect("an answer").status, 404);
    assert_eq!(client.send(Method::DELETE, &path, None).await.expect("an answer").status, 204);
    let events = follower.await.expect("no panic");
    assert_eq!(events.last().expect("an end")["state"], "cancelled", "{events:?}");
    server.stop().await;
}

#[tokio::test]
async fn a_job_survives_a_restart() {
    let folder = Arc::new(TempDir::new().expect("a folder"));
    let server = Server::on(Arc::clone(&folder), running(0)).await;
    let mut client = server.client();
    let job = requested(&mut client, 2).await;
    let cookies = client.headers.clone();
    server.kill().await;
    let server = Server::on(folder, running(1)).await;
    let mut client = server.client();
    client.headers = cookies;
    let events = followed(&mut client, &format!("/api/jobs/{job}/stream")).await;
    assert_eq!(events.last().expect("an end")["done"], 2, "{events:?}");
    server.stop().await;
}

#[tokio::test]
async fn games_that_wait_are_limited_with_a_sentence() {
    let limits = Limits { visitor_jobs: 3, account_jobs: 5, waiting_jobs: 4, ..Limits::default() };
    let server = Server::with(Settings { limits, ..running(0) }).await;
    let mut visitor = server.client();
    let path = format!("/api/jobs/{}", requested(&mut visitor, 2).await);
    // A second browser at the same address shares the limit.
    let refused = request(&mut server.client(), 2).await;
    assert_eq!(refused.status, 429);
    assert!(refused.json["text"].as_str().expect("a sentence").contains("At most 3"), "{}", refused.text);
    let mut member = server.client();
    let entry = json!({ "name": "Marion", "password": "a long sentence" });
    assert_eq!(member.post("/api/account", &entry).await.expect("an answer").status, 201);
    requested(&mut member, 5).await;
    assert_eq!(request(&mut member, 1).await.status, 429);
    assert_eq!(visitor.send(Method::DELETE, &path, None).await.expect("an answer").status, 204);
    requested(&mut visitor, 3).await;
    server.stop().await;
}

#[tokio::test]
async fn a_review_goes_on_when_its_page_is_loaded_again() {
    let folder = Arc::new(TempDir::new().expect("a folder"));
    let server = Server::on(Arc::clone(&folder), running(0)).await;
    let mut client = server.client();
    let imported = client.post_text("/api/import", GAME).await.expect("an answer");
    let id = imported.json["games"][0]["id"].as_str().expect("an id").to_owned();
    let review = format!("/api/study/imported/{id}/review");
    // Nobody works on it yet, and the page is closed.
    let closed = tokio::time::timeout(Duration::from_millis(300), client.clone().get(&review)).await;
    assert!(closed.is_err(), "the stream goes on");
    let first = client.get("/api/jobs").await.expect("a list").json;
    assert_eq!(first.as_array().map(Vec::len), Some(1), "{first}");
    let cookies = client.headers.clone();
    server.kill().await;
    let server = Server::on(folder, running(1)).await;
    let mut client = server.client();
    client.headers = cookies;
    let events = followed(&mut client, &review).await;
    let last = events.last().expect("an end");
    assert_eq!((&last["job"], &last["done"]), (&first[0]["id"], &json!(true)), "the same job: {last}");
    assert_eq!(last["moves"].as_array().map(Vec::len), Some(4));
    // Once it is done, it is shown at once, without another job.
    assert_eq!(followed(&mut client, &review).await, std::slice::from_ref(last));
    assert_eq!(client.get("/api/jobs").await.expect("a list").json.as_array().map(Vec::len), Some(1));
    server.stop().await;
}
