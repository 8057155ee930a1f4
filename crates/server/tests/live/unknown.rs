//! A store that does not answer in time: nothing is said to be done that may not be, and nothing is done twice.

use damiera_game::wire::{WireFact, WireSide};
use damiera_messages::ServerMessage;
use serde_json::json;
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use crate::common::{Follower, Server, blitz, generous};

#[tokio::test]
async fn a_move_the_store_would_not_take_is_not_acknowledged_and_may_be_sent_again() {
    let server = Server::start().await;
    let pair = server.pair(&blitz()).await;
    let (mut white, _black) = pair.lines().await;
    white.until_seq(1).await;
    // Somebody else has the file and does not let go of it.
    let mut other = server.lock_database().await;
    let said =
        json!({ "type": "do", "id": "m", "seq": 1, "by": "white", "ask": "move", "notation": "22-18" });
    white.line.send_text(said.to_string()).await.expect("sent");
    // The server says that it failed and ends the connection; it does not say that it is done, and shows nothing.
    while let Some(told) = white.receive().await {
        assert!(!matches!(told, ServerMessage::Done { .. }), "{told:?}");
    }
    assert_eq!(white.seq(), 1);
    sqlx::query("ROLLBACK").execute(&mut other).await.expect("let go");
    let mut again = Follower::join(&pair.white, &pair.game, None).await;
    let moved = |follower: &Follower| {
        follower.log.iter().filter(|logged| matches!(logged.event.fact, WireFact::Moved { .. })).count()
    };
    assert_eq!(moved(&again), 0, "it was not written");
    let mut said = said;
    said["seq"] = json!(again.seq());
    loop {
        match again.ask(&said).await {
            ServerMessage::Done { .. } => break,
            // The time during which nothing could be written is given back.
            ServerMessage::Resync { seq, .. } => said["seq"] = json!(seq),
            other => panic!("{other:?}"),
        }
    }
    let mut black = Follower::join(&pair.black, &pair.game, None).await;
    assert_eq!(moved(&black), 1);
    assert!(matches!(black.play(WireSide::Black, "11-14").await, ServerMessage::Done { .. }));
    server.stop().await;
}

/// Makes every insert into a table fail whose row meets a condition.
async fn refuse_inserts(server: &Server, table: &str, when: &str) -> SqliteConnection {
    let file = SqliteConnectOptions::new().filename(server.folder.path().join("damiera.sqlite"));
    let mut database = SqliteConnection::connect_with(&file).await.expect("a connection");
    let sql = format!(
        "CREATE TRIGGER refuse BEFORE INSERT ON {table} WHEN {when} BEGIN SELECT RAISE(ABORT, 'no'); END"
    );
    sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut database).await.expect("a trigger");
    database
}

#[tokio::test]
async fn a_move_is_done_even_if_the_premove_after_it_could_not_be_written() {
    let server = Server::start().await;
    let pair = server.pair(&blitz()).await;
    let (mut white, mut black) = pair.lines().await;
    white.until_seq(1).await;
    let premove = json!({ "type": "premove", "id": "p", "seq": 1, "by": "black", "notation": "11-14" });
    assert!(matches!(black.ask(&premove).await, ServerMessage::Held { .. }));
    let _trigger = refuse_inserts(&server, "game_event", "NEW.seq = 3").await;
    let said =
        json!({ "type": "do", "id": "m", "seq": 1, "by": "white", "ask": "move", "notation": "22-18" });
    let told = white.ask(&said).await;
    assert!(matches!(told, ServerMessage::Done { seq: 2, .. }), "{told:?}");
    server.stop().await;
}

#[tokio::test]
async fn that_nothing_was_changed_is_not_said_after_a_commit() {
    let server = Server::start().await;
    let mut database = refuse_inserts(&server, "session", "TRUE").await;
    let entry = json!({ "name": "Marion", "password": "a long sentence" });
    let answer = server.client().with("accept-language", "en").post("/api/account", &entry).await;
    let answer = answer.expect("an answer");
    assert_eq!(answer.status, 500);
    assert!(answer.text.contains("do not know whether"), "{}", answer.text);
    sqlx::query("DROP TRIGGER refuse").execute(&mut database).await.expect("dropped");
    assert_eq!(server.client().post("/api/session", &entry).await.expect("an answer").status, 200);
    server.stop().await;
}

#[tokio::test]
async fn a_server_that_cannot_write_is_alive_but_not_ready() {
    let server = Server::with(generous()).await;
    let status = async |path: &str| server.client().get(path).await.expect("an answer").status;
    assert_eq!((status("/healthz").await, status("/readyz").await), (200, 200));
    let mut other = server.lock_database().await;
    tokio::time::sleep(std::time::Duration::from_millis(1_100)).await; // a result is used for a second
    assert_eq!((status("/healthz").await, status("/readyz").await), (200, 503));
    sqlx::query("ROLLBACK").execute(&mut other).await.expect("let go");
    let mut last = 503;
    for _ in 0..100 {
        last = status("/readyz").await;
        if last == 200 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    assert_eq!(last, 200);
    server.stop().await;
}
