//! What was acknowledged is kept; what was kept comes back; clocks know of absences.

use std::sync::Arc;
use std::time::Duration;

use damiera_game::wire::{WireFact, WireSide};
use damiera_messages::ServerMessage;
use damiera_server::{Clock, Settings};

use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use crate::common::{Follower, Pair, Server, blitz};

#[tokio::test]
async fn a_game_goes_on_after_the_server_was_away_and_nobody_pays_for_it() {
    let server = Server::with_manual_clock(Settings::default()).await;
    let pair = server.pair(&blitz()).await;
    let (mut white, mut black) = pair.lines().await;
    white.until_seq(1).await;
    white.play(WireSide::White, "22-18").await;
    black.until_seq(2).await;
    let stopped_at = server.clock.now();
    let folder = server.stop().await;
    // The next server starts 90 s later.
    let clock = Clock::manual(stopped_at.plus(Duration::from_secs(90)));
    let server = Server::at(Arc::clone(&folder), Settings::default(), clock.clone()).await;
    let client = |server: &Server, seat: usize| {
        server.client().with("authorization", &format!("Bearer {}", pair.keys[seat]))
    };
    let mut black = Follower::join(&client(&server, 1), &pair.game, None).await;
    let credit = black.log.last().map(|logged| logged.event.fact.clone());
    let credited = WireFact::Credited { side: WireSide::Black, time: 90_000 };
    assert_eq!(credit, Some(credited));
    assert_eq!(black.clocks[1].expect("a clock").left, 300_000);
    clock.advance(Duration::from_secs(7));
    assert!(matches!(black.play(WireSide::Black, "11-14").await, ServerMessage::Done { .. }));
    black.until_seq(4).await;
    assert_eq!(black.clocks[1].expect("a clock").left, 296_000, "seven seconds used, three added");
    // The credit is given once.
    let folder = server.stop().await;
    let server = Server::at(folder, Settings::default(), clock).await;
    let white = Follower::join(&client(&server, 0), &pair.game, None).await;
    let credits = white.log.iter().filter(|logged| matches!(logged.event.fact, WireFact::Credited { .. }));
    assert_eq!(credits.count(), 1);
    server.stop().await;
}

#[tokio::test]
async fn a_damaged_text_is_an_error_of_its_game_alone() {
    let server = Server::start().await;
    let (sound, damaged) = (server.pair(&blitz()).await, server.pair(&blitz()).await);
    for pair in [&sound, &damaged] {
        let (mut white, _black) = pair.lines().await;
        white.until_seq(1).await;
        white.play(WireSide::White, "22-18").await;
    }
    let folder = server.stop().await;
    let file = SqliteConnectOptions::new().filename(folder.path().join("damiera.sqlite"));
    let mut store = SqliteConnection::connect_with(&file).await.expect("a connection");
    // What SQLite's own check does not find: a text that is no UTF-8.
    let damage = "UPDATE game_event SET body = CAST(CAST(body AS BLOB) || x'ff' AS TEXT) WHERE game = ?";
    let rows = sqlx::query(damage).bind(&damaged.game).execute(&mut store).await.expect("damaged");
    assert!(rows.rows_affected() > 0);
    drop(store);
    let server = Server::on(folder, Settings::default()).await;
    let mut reader = server.client().with("accept-language", "en");
    for path in ["", "/rulings", "/pdn", "/line", "/text"] {
        let game = |pair: &Pair| format!("/api/games/{}{path}", pair.game);
        let answer = reader.get(&game(&damaged)).await.expect("an answer");
        assert_eq!(answer.status, 500, "{path}: {}", answer.text);
        assert!(answer.text.contains("on our side"), "{path}: {}", answer.text);
        assert_eq!(reader.get(&game(&sound)).await.expect("an answer").status, 200, "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn stopping_tells_every_connection() {
    let server = Server::start().await;
    let pair = server.pair(&blitz()).await;
    let (mut white, _black) = pair.lines().await;
    server.stop().await;
    while white.line.receive().await.is_some() {}
}

#[tokio::test]
async fn the_log_decides_between_two_servers() {
    let one = Server::start().await;
    let pair = one.pair(&blitz()).await;
    let two = Server::on(Arc::clone(&one.folder), Settings::default()).await;
    let white = |server: &Server| server.client().with("authorization", &format!("Bearer {}", pair.keys[0]));
    let mut here = Follower::join(&white(&one), &pair.game, None).await;
    let mut there = Follower::join(&white(&two), &pair.game, None).await;
    assert!(matches!(here.play(WireSide::White, "22-18").await, ServerMessage::Done { .. }));
    // The other server has not heard of it, and its room would let another first move pass.
    let told = there.play(WireSide::White, "21-17").await;
    assert!(matches!(told, ServerMessage::Resync { seq: 2, .. }), "{told:?}");
    let events = |follower: &Follower| follower.log.iter().map(|h| h.event.clone()).collect::<Vec<_>>();
    assert_eq!(events(&here), events(&there));
    one.stop().await;
    two.stop().await;
}
