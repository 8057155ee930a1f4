//! A store that does not answer in time: nothing is said to be done that may not be, and nothing is done twice.

use damiera_game::wire::WireSide;
use damiera_server::protocol::ServerMessage;
use serde_json::json;
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use crate::common::{Follower, Server, blitz};

#[tokio::test]
async fn a_move_the_store_would_not_take_is_not_acknowledged_and_may_be_sent_again() {
    let server = Server::start().await;
    let pair = server.pair(&blitz()).await;
    let (mut white, _black) = pair.lines().await;
    white.until_seq(1).await;
    // Somebody else has the file and does not let go of it.
    let file = SqliteConnectOptions::new().filename(server.folder.path().join("damiera.sqlite"));
    let mut other = SqliteConnection::connect_with(&file).await.expect("a connection");
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.expect("the lock");
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
    assert_eq!(again.seq(), 1, "it was not written");
    let told = again.ask(&said).await;
    assert!(matches!(told, ServerMessage::Done { seq: 2, .. }), "{told:?}");
    let mut black = Follower::join(&pair.black, &pair.game, None).await;
    assert_eq!(black.seq(), 2);
    assert!(matches!(black.play(WireSide::Black, "11-14").await, ServerMessage::Done { seq: 3, .. }));
    server.stop().await;
}
