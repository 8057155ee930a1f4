//! A player whose node shows the opponent's move late does not pay for the time in which the move could not be seen.

use damiera_client::ApiClient;
use tokio::time::{sleep, timeout};

use crate::drains::{LONGEST, POLL, hear};
use crate::events::two_nodes;
use crate::players::create;

/// How long the move has been made when the opponent's node goes on, in milliseconds; and what has to be given back of it.
const LATE: u64 = 1_000;
const GIVEN_BACK: u64 = 700;

pub(crate) async fn a_turn_counts_from_when_it_is_shown() {
    let (cluster, _nodes) = two_nodes().await;
    let [here, there] = [0, 1].map(|node: usize| ApiClient::new(cluster.nodes[node].address));
    let (game, keys) = create(&here).await.expect("a game");
    let mut white = here.join(&game, None, Some(&keys[0])).await.expect("a connection");
    let mut black = there.join(&game, None, Some(&keys[1])).await.expect("a connection");
    while !hear(&mut black, "events").await.to_string().contains("started") {}
    let ask =
        |sql: &str| cluster.postgres.execute(&cluster.database, sql).expect("an answer").trim().to_owned();
    let until = async |what: &str, sql: &str| {
        let waiting = async {
            while ask(sql) != "1" {
                sleep(POLL).await;
            }
        };
        timeout(LONGEST, waiting).await.unwrap_or_else(|_| panic!("not so: {what}"));
    };
    cluster.nodes[1].signal("-STOP");
    let command = r#"{"type":"do","id":"first","seq":1,"by":"white","ask":"move","notation":"22-18"}"#;
    white.send_text(command.to_owned()).await.expect("sent");
    hear(&mut white, "done").await;
    let made = format!("game = '{game}' AND body LIKE '%\"moved\"%'");
    let is_old = format!("SELECT count(*) FROM game_event WHERE {made} AND at < database_time() - {LATE}");
    until("the move is old", &is_old).await;
    cluster.nodes[1].signal("-CONT");
    // Should the node have been away for so long that others took its games, Black is sent away, and comes back to the other node.
    let returns = async {
        while black.receive_text().await.is_some() {}
        here.join(&game, None, Some(&keys[1])).await.expect("a connection")
    };
    let given_back = format!(
        "SELECT count(*) FROM game_event WHERE game = '{game}' AND body LIKE '%\"credited\"%' \
         AND (body::json ->> 'side') = 'black' AND (body::json ->> 'time')::bigint >= {GIVEN_BACK}"
    );
    let credited = until("Black has the time back", &given_back);
    tokio::pin!(credited);
    tokio::select! {
        () = &mut credited => {}
        _again = returns => credited.await,
    }
}
