//! Two versions side by side: a node leaves alone what a newer version wrote, and goes on with everything else.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use damiera_client::{ApiClient, ApiConnection};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::events::{Visitor, count, two_nodes};

const PEOPLE: &str = r#"{"variant":"italian","white":{"kind":"person"},"black":{"kind":"person"}}"#;

fn wish() -> Value {
    serde_json::from_str(PEOPLE).expect("JSON")
}

/// Two people who play a game at a node, with their connections.
async fn pair(node: SocketAddr) -> (String, [ApiConnection; 2]) {
    let (mut white, mut black) = (ApiClient::new(node), ApiClient::new(node));
    let wanted =
        json!({ "variant": "italian", "minutes": 60, "increment": 0, "colour": "white", "open": false });
    let seek = white.post("/api/seeks", &wanted).await.expect("an answer").json;
    let path = format!("/api/seeks/{}/accept", seek["id"].as_str().expect("an id"));
    let accepted = black.post(&path, &json!({})).await.expect("an answer").json;
    let game = accepted["game"].as_str().expect("a game").to_owned();
    let joined = [white.join(&game, None, None).await, black.join(&game, None, None).await];
    (game, joined.map(|joined| joined.expect("a connection")))
}

pub(crate) async fn nodes_list_each_others_games() {
    let (cluster, nodes) = two_nodes().await;
    let mut playing = Vec::new();
    for node in &cluster.nodes {
        playing.push(pair(node.address).await);
    }
    for at in 0..2 {
        let mut reader = Visitor::new(&nodes.subscribe(), at);
        reader
            .until("/api/live", "the games of both nodes", |list| {
                let listed = list["games"].as_array().into_iter().flatten();
                let ids: Vec<_> = listed.filter_map(|game| game["id"].as_str()).collect();
                ids.len() == playing.len() && playing.iter().all(|(game, _)| ids.contains(&game.as_str()))
            })
            .await;
    }
    seats_go_to_the_account(cluster.nodes[0].address, cluster.nodes[1].address).await;
}

/// Whoever opens an account at one node takes along a game that another node has in memory: the browser's cookie alone does nothing
/// there any more.
async fn seats_go_to_the_account(first: SocketAddr, second: SocketAddr) {
    let mut browser = ApiClient::new(first);
    let game = browser.post("/api/games", &wish()).await.expect("an answer").json;
    let path = format!("/api/games/{}/commands", game["id"].as_str().expect("an id"));
    let mut signed_in = ApiClient::new(second);
    signed_in.headers.clone_from(&browser.headers);
    let entry = json!({ "name": "Marion", "password": "a long sentence" });
    let opened = signed_in.post("/api/account", &entry).await.expect("an answer");
    assert_eq!(opened.status, 201, "{}", opened.text);
    let offer = json!({ "by": "white", "ask": "offer-draw" });
    for _ in 0..100 {
        if browser.post(&path, &offer).await.expect("an answer").status == 403 {
            let mut owner = ApiClient::new(first);
            owner.headers.clone_from(&signed_in.headers);
            let resigned = owner.post(&path, &json!({ "by": "white", "ask": "resign" })).await;
            assert_eq!(resigned.expect("an answer").status, 200);
            return;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("the cookie still acts");
}

/// Publishes a message to a topic of the nodes, as a node of another version might.
fn publish(broker: SocketAddr, topic: &str, message: &str) {
    let mut stream = TcpStream::connect(broker).expect("a connection");
    let mut lines = BufReader::new(stream.try_clone().expect("the same connection")).lines();
    assert!(lines.next().expect("a line").expect("text").starts_with("INFO"));
    let text = format!(
        "CONNECT {{\"verbose\":false}}\r\nPUB damiera.1.topic.{topic} {}\r\n{message}\r\nPING\r\n",
        message.len()
    );
    stream.write_all(text.as_bytes()).expect("sent");
    assert!(lines.any(|line| line.is_ok_and(|line| line == "PONG")), "the broker has it");
}

pub(crate) async fn what_a_newer_version_wrote_is_left_to_it() {
    let (mut cluster, nodes) = two_nodes().await;
    let (mut first, mut second) = (Visitor::new(&nodes.subscribe(), 0), Visitor::new(&nodes.subscribe(), 1));
    let mut games = Vec::new();
    for _ in 0..3 {
        let made = first.done("/api/games", &wish()).await;
        games.push(made["id"].as_str().expect("an id").to_owned());
    }
    // Node 0 owns all three. A newer version writes an event of a new kind, one of a new version, and new terms.
    let later = [
        format!(
            "INSERT INTO game_event (game, seq, at, body) SELECT game, max(seq) + 1, max(at) + 1, \
             '{{\"at\":1,\"kind\":\"teleported\"}}' FROM game_event WHERE game = '{}' GROUP BY game",
            games[0]
        ),
        format!(
            "INSERT INTO game_event (game, seq, at, body) SELECT game, max(seq) + 1, max(at) + 1, \
             '{{\"version\":2,\"at\":1,\"kind\":\"draw-declined\"}}' FROM game_event WHERE game = '{}' GROUP BY game",
            games[1]
        ),
        format!(
            "UPDATE game SET terms = replace(terms, '\"version\":1', '\"version\":2') WHERE id = '{}'",
            games[2]
        ),
    ];
    for sql in &later {
        cluster.postgres.execute(&cluster.database, sql).expect("a row");
    }
    for message in [
        r#"{"version":2,"from":"later","body":{"new":true}}"#,
        r#"{"version":1,"from":"later","body":{"unheard-of":{"x":1}}}"#,
        "no JSON",
    ] {
        for topic in ["nodes", "events", "limits"] {
            publish(cluster.nats.address(), topic, message);
        }
    }
    // Node 0 is lost: node 1 takes its games over as far as it can read them, and leaves the others.
    nodes.send_modify(|nodes| nodes.retain(|node| *node != cluster.nodes[0].address));
    cluster.nodes.remove(0);
    for _ in 0..100 {
        if count(&cluster, "SELECT count(*) FROM game_lease") == 0 {
            break;
        }
        sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(
        count(&cluster, "SELECT count(*) FROM game_lease"),
        0,
        "no node owns a game that it cannot read"
    );
    for game in &games {
        let mut client = ApiClient::new(cluster.nodes[0].address);
        let answer = client.get(&format!("/api/games/{game}")).await.expect("an answer");
        assert_eq!(answer.status, 503, "{}", answer.text);
        assert!(
            answer.json["text"].as_str().is_some_and(|text| text.contains("newer version")),
            "{}",
            answer.text
        );
    }
    assert_eq!(count(&cluster, "SELECT count(*) FROM game_lease"), 0, "nor after somebody has asked for it");
    let made = second.done("/api/games", &wish()).await;
    let path = format!("/api/games/{}/commands", made["id"].as_str().expect("an id"));
    second.done(&path, &json!({ "by": "white", "ask": "move", "notation": "22-18" })).await;
}
