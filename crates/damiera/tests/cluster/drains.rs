//! A node that stops hands its games over while it still works: nobody waits, and no time has to be given back.

use std::time::Duration;

use damiera_client::{ApiClient, ApiConnection};
use serde_json::Value;
use tokio::time::{sleep, timeout};

use crate::events::two_nodes;
use crate::players::create;

/// Spectators at the node that stops. Their connections are closed over two seconds, and it works until then.
const SPECTATORS: usize = 8;
/// Time between two looks at the database.
pub(crate) const POLL: Duration = Duration::from_millis(20);
/// The longest wait for something that must happen.
pub(crate) const LONGEST: Duration = Duration::from_secs(10);

/// Waits for a message of a kind.
pub(crate) async fn hear(connection: &mut ApiConnection, kind: &str) -> Value {
    let heard = async {
        loop {
            let text = connection.receive_text().await.expect("a message");
            let message: Value = serde_json::from_str(&text).expect("JSON");
            if message["type"] == kind {
                return message;
            }
        }
    };
    timeout(LONGEST, heard).await.unwrap_or_else(|_| panic!("no message of the kind {kind}"))
}

pub(crate) async fn a_node_that_stops_hands_its_games_over() {
    let (mut cluster, _nodes) = two_nodes().await;
    let leaving = ApiClient::new(cluster.nodes[0].address);
    let (game, keys) = create(&leaving).await.expect("a game");
    let mut connections = Vec::new();
    for key in keys.iter().map(Some).chain([None; SPECTATORS]) {
        connections.push(leaving.join(&game, None, key.map(String::as_str)).await.expect("a connection"));
    }
    while !hear(&mut connections[0], "events").await.to_string().contains("started") {}
    let ask =
        |sql: &str| cluster.postgres.execute(&cluster.database, sql).expect("an answer").trim().to_owned();
    let owner = ask(&format!("SELECT node FROM game_lease WHERE game = '{game}'"));
    cluster.nodes[0].signal("-TERM");
    let handed_over = format!(
        "SELECT count(*) FROM game_lease, node_lease WHERE game = '{game}' AND game_lease.node <> '{owner}' \
         AND node_lease.node = '{owner}' AND expires_at > database_time()"
    );
    let handing_over = async {
        while ask(&handed_over) != "1" {
            sleep(POLL).await;
        }
    };
    timeout(LONGEST, handing_over)
        .await
        .expect("another node owns the game before the first one gives up its lease");

    let staying = ApiClient::new(cluster.nodes[1].address);
    let mut white = staying.join(&game, None, Some(&keys[0])).await.expect("a connection");
    hear(&mut white, "joined").await;
    let seq = ask(&format!("SELECT max(seq) FROM game_event WHERE game = '{game}'"));
    let command =
        format!(r#"{{"type":"do","id":"first","seq":{seq},"by":"white","ask":"move","notation":"22-18"}}"#);
    white.send_text(command).await.expect("sent");
    hear(&mut white, "done").await;
    let credited =
        format!("SELECT count(*) FROM game_event WHERE game = '{game}' AND body LIKE '%\"credited\"%'");
    assert_eq!(ask(&credited), "0", "nobody had to wait");
    assert!(cluster.nodes[0].wait(), "it ends in good order");
}
