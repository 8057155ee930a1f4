//! Clocks when the server does not work: killed, away for long, stalled, on a slow disk, or with a wrong system time.

use std::sync::Arc;
use std::time::Duration;

use damiera_game::Moment;
use damiera_game::wire::{WireFact, WireSide};
use damiera_messages::ServerMessage;
use damiera_server::{Clock, Settings};
use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Row};

use crate::common::{Follower, Pair, START, Server, blitz, generous};

const fn s(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// Somebody who comes back with the key of a seat.
async fn back(server: &Server, pair: &Pair, seat: usize) -> Follower {
    let client = server.client().with("authorization", &format!("Bearer {}", pair.keys[seat]));
    Follower::join(&client, &pair.game, None).await
}

/// A game in which Black is to move, and its players.
async fn black_to_move(server: &Server, wanted: &Value) -> (Pair, Follower, Follower) {
    let pair = server.pair(wanted).await;
    let (mut white, mut black) = pair.lines().await;
    white.until_seq(1).await;
    assert!(matches!(white.play(WireSide::White, "22-18").await, ServerMessage::Done { .. }));
    black.until_seq(2).await;
    (pair, white, black)
}

fn facts(follower: &Follower) -> Vec<WireFact> {
    follower.log.iter().map(|logged| logged.event.fact.clone()).collect()
}

fn credits(follower: &Follower) -> Vec<u64> {
    let credit = |fact: WireFact| if let WireFact::Credited { time, .. } = fact { Some(time) } else { None };
    facts(follower).into_iter().filter_map(credit).collect()
}

fn left(follower: &Follower, side: WireSide) -> u64 {
    follower.clocks[side as usize].expect("a clock").left
}

async fn database(server: &Server) -> SqliteConnection {
    let file = SqliteConnectOptions::new().filename(server.folder.path().join("damiera.sqlite"));
    SqliteConnection::connect_with(&file).await.expect("a connection")
}

#[tokio::test]
async fn a_game_that_nobody_follows_is_not_an_outage() {
    let server = Server::with_manual_clock(Settings::default()).await;
    let hour = json!({ "variant": "italian", "minutes": 60 });
    let (pair, white, black) = black_to_move(&server, &hour).await;
    drop((white, black));
    // The room is unloaded after a minute.
    for _ in 0..5 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        server.clock.advance(s(61));
    }
    let (mut database, wanted) = (database(&server).await, server.clock.now());
    let mut beat = Moment(0);
    for _ in 0..500 {
        server.clock.advance(Duration::from_millis(250));
        tokio::time::sleep(Duration::from_millis(10)).await;
        let row = sqlx::query("SELECT at FROM alive").fetch_one(&mut database).await.expect("a heartbeat");
        beat = Moment(row.get::<i64, _>(0) as u64);
        if beat > wanted {
            break;
        }
    }
    assert!(beat > wanted, "the clock runs, so the server says that it is there");
    let folder = server.kill().await;
    let row = sqlx::query("SELECT at FROM alive").fetch_one(&mut database).await.expect("a heartbeat");
    beat = Moment(row.get::<i64, _>(0) as u64);
    let server = Server::at(folder, Settings::default(), Clock::manual(beat.plus(s(2)))).await;
    let black = back(&server, &pair, 1).await;
    assert_eq!(credits(&black), [2_000], "for the two seconds in which it was away");
    assert_eq!(left(&black, WireSide::Black), 3_600_000 - (beat.0 - START.0));
    server.stop().await;
}

#[tokio::test]
async fn a_long_outage_adjourns_the_game_until_both_are_back() {
    let server = Server::with_manual_clock(Settings::default()).await;
    let (pair, ..) = black_to_move(&server, &blitz()).await;
    let folder = server.stop().await;
    let clock = Clock::manual(START.plus(s(7_200)));
    let server = Server::at(folder, Settings::default(), clock.clone()).await;
    let mut black = back(&server, &pair, 1).await;
    assert!(matches!(facts(&black)[2..], [WireFact::Credited { time: 7_200_000, .. }, WireFact::Paused]));
    clock.advance(s(30));
    let early = black.play(WireSide::Black, "11-14").await;
    assert!(matches!(early, ServerMessage::Refused { .. }), "White is not there: {early:?}");
    let _white = back(&server, &pair, 0).await;
    black.until_seq(5).await;
    assert_eq!(facts(&black).last(), Some(&WireFact::Resumed));
    assert_eq!(left(&black, WireSide::Black), 300_000, "nobody has paid for it");
    clock.advance(s(10));
    assert!(matches!(black.play(WireSide::Black, "11-14").await, ServerMessage::Done { .. }));
    black.until_seq(6).await;
    assert_eq!(left(&black, WireSide::Black), 293_000);
    server.stop().await;
}

#[tokio::test]
async fn an_adjourned_game_that_nobody_comes_back_to_ends() {
    let server = Server::with_manual_clock(Settings::default()).await;
    let (pair, ..) = black_to_move(&server, &blitz()).await;
    let folder = server.stop().await;
    let clock = Clock::manual(START.plus(s(7_200)));
    let server = Server::at(folder, Settings::default(), clock.clone()).await;
    // A connection that is silent for so long is closed, so each look is a new one.
    let mut watcher = Follower::join(&server.client(), &pair.game, None).await;
    for (wait, events) in [(0, 4), (24 * 3600, 5), (301, 7)] {
        clock.advance(s(wait));
        for _ in 0..500 {
            watcher = Follower::join(&server.client(), &pair.game, None).await;
            if watcher.seq() >= events {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
            clock.advance(Duration::from_millis(10));
        }
        assert_eq!(watcher.seq(), events);
    }
    assert_eq!(facts(&watcher)[4], WireFact::Resumed);
    assert!(matches!(facts(&watcher)[5], WireFact::FlagFell { side: WireSide::Black }));
    server.stop().await;
}

#[tokio::test]
async fn nobody_pays_for_a_stall() {
    let server = Server::with_manual_clock(Settings::default()).await;
    let minute = json!({ "variant": "italian", "minutes": 1, "increment": 3 });
    let (pair, ..) = black_to_move(&server, &minute).await;
    server.clock.advance(s(30));
    let mut black = back(&server, &pair, 1).await;
    server.clock.stall(s(40)); // longer than Black has left
    let told = black.play(WireSide::Black, "11-14").await;
    assert!(matches!(told, ServerMessage::Done { .. } | ServerMessage::Resync { .. }), "{told:?}");
    black.until_seq(3).await;
    assert_eq!(credits(&black), [40_000]);
    if matches!(told, ServerMessage::Resync { .. }) {
        assert!(matches!(black.play(WireSide::Black, "11-14").await, ServerMessage::Done { .. }));
    }
    black.until_seq(4).await;
    assert_eq!(left(&black, WireSide::Black), 33_000);
    server.stop().await;
}

#[tokio::test]
async fn a_disk_that_does_not_answer_is_an_outage() {
    let server = Server::with(generous()).await;
    let (_pair, mut white, mut black) = black_to_move(&server, &blitz()).await;
    let mut other = database(&server).await;
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.expect("the lock");
    black.line.play("slow", black.seq(), WireSide::Black, "11-14").await.expect("sent");
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    sqlx::query("ROLLBACK").execute(&mut other).await.expect("let go");
    while credits(&white).is_empty() {
        white.receive().await.expect("a credit in time");
    }
    let credited = facts(&white).into_iter().find(|fact| matches!(fact, WireFact::Credited { .. }));
    assert!(
        matches!(credited, Some(WireFact::Credited { side: WireSide::White, time: 1_000.. })),
        "{credited:?}"
    );
    server.stop().await;
}

#[tokio::test]
async fn a_forward_jump_of_the_system_clock_does_not_stick() {
    let server = Server::with_manual_clock(Settings::default()).await;
    let (pair, ..) = black_to_move(&server, &blitz()).await;
    let folder = server.stop().await;
    // The system's clock is a year ahead, and the game goes on.
    let year = s(365 * 24 * 3600);
    let server = Server::at(folder, Settings::default(), Clock::manual(START.plus(year))).await;
    let (mut black, _white) = (back(&server, &pair, 1).await, back(&server, &pair, 0).await);
    while facts(&black).last() != Some(&WireFact::Resumed) {
        black.receive().await.expect("both are back");
    }
    assert!(matches!(black.play(WireSide::Black, "11-14").await, ServerMessage::Done { .. }));
    let folder = server.stop().await;
    // It was set right again.
    let clock = Clock::manual(START.plus(s(3_600)));
    let server = Server::at(Arc::clone(&folder), Settings::default(), clock.clone()).await;
    let other = server.pair(&blitz()).await;
    let shown = server.client().get(&format!("/api/games/{}", other.game)).await.expect("an answer");
    assert_eq!(Moment(shown.json["now"].as_u64().expect("a time")), clock.now());
    // The game's clock runs on from its last event.
    let mut white = back(&server, &pair, 0).await;
    let before = left(&white, WireSide::White);
    clock.advance(s(10));
    assert!(matches!(white.play(WireSide::White, "18x11").await, ServerMessage::Done { .. }));
    white.until_seq(7).await;
    assert_eq!(left(&white, WireSide::White), before - 7_000, "ten used, three added");
    // A crash is an outage for it, as for any other game.
    let server =
        Server::at(server.kill().await, Settings::default(), Clock::manual(clock.now().plus(s(40)))).await;
    let black = back(&server, &pair, 1).await;
    assert_eq!(left(&black, WireSide::Black), 303_000);
    server.stop().await;
}
