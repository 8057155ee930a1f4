//! Playing: order, resuming, repeating, premoves, presence, rematches, clocks.

use std::time::Duration;

use damiera_game::pdn::pace;
use damiera_game::wire::{WireFact, WireSide};
use damiera_messages::ServerMessage;
use damiera_notation::pdn::PdnReader;
use damiera_rules::{Pace, Variant};
use damiera_server::{Limits, Settings};
use serde_json::json;

use crate::common::{Follower, Server, blitz};

#[tokio::test]
async fn two_people_hear_the_same_events_in_order() {
    let server = Server::start().await;
    let pair = server.pair(&blitz()).await;
    let (mut white, mut black) = pair.lines().await;
    assert_eq!((&white.sides[..], &black.sides[..]), (&[WireSide::White][..], &[WireSide::Black][..]));
    white.until_seq(1).await;
    for (i, m) in ["22-18", "11-14", "18x11", "6x15"].into_iter().enumerate() {
        let (player, other, side) = if i % 2 == 0 {
            (&mut white, &mut black, WireSide::White)
        } else {
            (&mut black, &mut white, WireSide::Black)
        };
        let told = player.play(side, m).await;
        assert!(matches!(told, ServerMessage::Done { seq, .. } if seq == i as u64 + 2), "{told:?}");
        other.until_seq(i as u64 + 2).await;
    }
    let bodies = |follower: &Follower| {
        follower.log.iter().map(|happened| (happened.seq, happened.event.clone())).collect::<Vec<_>>()
    };
    assert_eq!(bodies(&white), bodies(&black));
    server.stop().await;
}

#[tokio::test]
async fn the_same_name_gets_the_same_answer_and_is_done_once() {
    let server = Server::start().await;
    let pair = server.pair(&blitz()).await;
    let (mut white, _black) = pair.lines().await;
    white.until_seq(1).await;
    let said =
        json!({ "type": "do", "id": "once", "seq": 1, "by": "white", "ask": "move", "notation": "22-18" });
    for _ in 0..3 {
        let told = white.ask(&said).await;
        assert!(matches!(&told, ServerMessage::Done { id, seq: 2 } if id == "once"), "{told:?}");
    }
    // Another connection, another state of mind: still the same.
    let mut again = Follower::join(&pair.white, &pair.game, None).await;
    assert!(matches!(again.ask(&said).await, ServerMessage::Done { seq: 2, .. }));
    assert_eq!(again.seq(), 2);
    // Another name for the same moment gets what it missed.
    let late =
        json!({ "type": "do", "id": "other", "seq": 1, "by": "white", "ask": "move", "notation": "22-18" });
    assert!(matches!(again.ask(&late).await, ServerMessage::Resync { seq: 2, .. }));
    // The opponent's names are his own.
    let mut black = Follower::join(&pair.black, &pair.game, Some(2)).await;
    let own =
        json!({ "type": "do", "id": "once", "seq": 2, "by": "black", "ask": "move", "notation": "11-14" });
    assert!(matches!(black.ask(&own).await, ServerMessage::Done { seq: 3, .. }));
    server.stop().await;
}

#[tokio::test]
async fn a_client_goes_on_from_the_last_event_it_knows() {
    let server = Server::start().await;
    let pair = server.pair(&blitz()).await;
    let (mut white, mut black) = pair.lines().await;
    white.until_seq(1).await;
    white.play(WireSide::White, "22-18").await;
    drop(white);
    black.until_seq(2).await;
    black.play(WireSide::Black, "11-14").await;
    let mut back = Follower::join(&pair.white, &pair.game, Some(2)).await;
    back.until_seq(3).await;
    assert_eq!(back.log.iter().map(|happened| happened.seq).collect::<Vec<_>>(), [3]);
    // One who claims to know the future is told everything.
    let liar = Follower::join(&pair.white, &pair.game, Some(99)).await;
    assert_eq!(liar.log.iter().map(|happened| happened.seq).collect::<Vec<_>>(), [1, 2, 3]);
    server.stop().await;
}

#[tokio::test]
async fn a_premove_is_played_at_once_or_dropped_and_never_carried_on() {
    let server = Server::start().await;
    let pair = server.pair(&blitz()).await;
    let (mut white, mut black) = pair.lines().await;
    white.until_seq(1).await;
    let hold = |id: &str, seq: u64, notation: &str| json!({ "type": "premove", "id": id, "seq": seq, "by": "black", "notation": notation });
    assert!(matches!(black.ask(&hold("p1", 1, "11-14")).await, ServerMessage::Held { .. }));
    white.play(WireSide::White, "22-18").await;
    assert!(matches!(black.answer("p1").await, ServerMessage::Done { seq: 3, .. }));
    white.until_seq(3).await;
    // The first capture is due, so a quiet move kept for that turn is dropped, and not tried again later.
    assert!(matches!(black.ask(&hold("p2", 3, "12-16")).await, ServerMessage::Held { .. }));
    white.play(WireSide::White, "18x11").await;
    assert!(matches!(black.answer("p2").await, ServerMessage::Dropped { .. }));
    assert!(matches!(black.play(WireSide::Black, "6x15").await, ServerMessage::Done { seq: 5, .. }));
    white.until_seq(5).await;
    white.play(WireSide::White, "21-18").await;
    black.until_seq(6).await;
    let mut look = Follower::join(&pair.black, &pair.game, None).await;
    assert_eq!(look.seq(), 6, "nothing was played by itself");
    // A premove for one's own turn, or meant for another state, is no premove.
    assert!(matches!(look.ask(&hold("p3", 6, "12-16")).await, ServerMessage::Dropped { .. }));
    assert!(matches!(look.ask(&hold("p4", 2, "12-16")).await, ServerMessage::Dropped { .. }));
    server.stop().await;
}

#[tokio::test]
async fn presence_and_spectators_are_told() {
    let server = Server::start().await;
    let pair = server.pair(&blitz()).await;
    let (mut white, black) = pair.lines().await;
    let watcher = Follower::join(&server.client(), &pair.game, None).await;
    assert!(watcher.sides.is_empty());
    let present = |told: &ServerMessage| match told {
        ServerMessage::Presence { white, black, watching } => Some((*white, *black, *watching)),
        _ => None,
    };
    while white.until(present).await != (true, true, 1) {}
    drop(black);
    while white.until(present).await != (true, false, 1) {}
    drop(watcher);
    while white.until(present).await != (true, false, 0) {}
    server.stop().await;
}

#[tokio::test]
async fn a_monitor_sees_games_connections_moves_and_commits() {
    let server = Server::start().await;
    let pair = server.pair(&blitz()).await;
    let (mut white, _black) = pair.lines().await;
    white.until_seq(1).await;
    assert!(matches!(white.play(WireSide::White, "22-18").await, ServerMessage::Done { .. }));
    let text = server.client().get("/metrics").await.expect("an answer").text;
    for line in [
        "damiera_games_in_memory 1",
        "damiera_clocks_running 1",
        "damiera_connections 2",
        "damiera_moves_total 1",
        "# TYPE damiera_commit_seconds histogram",
    ] {
        assert!(text.lines().any(|told| told == line), "{line} in {text}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_record_has_names_date_time_control_clocks_and_the_game_s_result() {
    let server = Server::with_manual_clock(Settings::default()).await;
    let mut pair = server
        .pair(&json!({ "variant": "international", "minutes": 5, "increment": 3, "name": "Anna" }))
        .await;
    let (mut white, mut black) = pair.lines().await;
    white.until_seq(1).await;
    server.clock.advance(Duration::from_secs(10));
    white.play(WireSide::White, "32-28").await;
    black.until_seq(2).await;
    server.clock.advance(Duration::from_secs(20));
    black.play(WireSide::Black, "19-23").await;
    black.ask(&json!({ "type": "do", "id": "r", "seq": 3, "by": "black", "ask": "resign" })).await;
    let path = format!("/api/games/{}/pdn", pair.game);
    let pdn = pair.white.get(&path).await.expect("an answer").text;
    for part in [
        "[White \"Anna\"]",
        "[Black \"Guest\"]",
        "[Date \"2027.01.15\"]",
        "[TimeControl \"300+3\"]",
        "[Result \"2-0\"]",
        "32-28 {[%clk 0:04:53]} 1... 19-23 {[%clk 0:04:43]} 2-0",
    ] {
        assert!(pdn.contains(part), "{part} in {pdn}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_record_has_the_time_control_of_each_side_if_they_differ() {
    let server = Server::start().await;
    let odds = json!({ "by": "seeker", "minutes": 2 });
    let seek =
        json!({ "variant": "international", "minutes": 30, "increment": 1, "colour": "white", "odds": odds });
    let mut pair = server.pair(&seek).await;
    let pdn = pair.white.get(&format!("/api/games/{}/pdn", pair.game)).await.expect("an answer").text;
    let tags = "[TimeControl \"?\"]\n[WhiteTimeControl \"120+1\"]\n[BlackTimeControl \"1800+1\"]";
    assert!(pdn.contains(tags), "{pdn}");
    let record = PdnReader::new(pdn.as_bytes()).next().expect("a game").expect("text in memory");
    assert_eq!(pace(&record.game, Variant::International), Some(Pace::Classical), "the longer time decides");
    server.stop().await;
}

#[tokio::test]
async fn a_rematch_needs_both_and_changes_colours() {
    let server = Server::start().await;
    let pair = server.pair(&blitz()).await;
    let (mut white, mut black) = pair.lines().await;
    white.until_seq(1).await;
    white.ask(&json!({ "type": "do", "id": "r", "seq": 1, "by": "white", "ask": "resign" })).await;
    let offered = |told: &ServerMessage| {
        if let ServerMessage::Rematch { by, game } = told { Some((*by, game.clone())) } else { None }
    };
    white.line.send_text(json!({ "type": "rematch", "by": "white" }).to_string()).await.expect("sent");
    assert_eq!(black.until(offered).await, (WireSide::White, None));
    black.line.send_text(json!({ "type": "rematch", "by": "black" }).to_string()).await.expect("sent");
    let (_, another) = black.until(offered).await;
    let another = another.expect("a game");
    let next = Follower::join(&pair.white, &another, None).await;
    assert_eq!(next.sides, [WireSide::Black]);
    server.stop().await;
}

#[tokio::test]
async fn a_flag_falls_by_itself_and_nobody_s_word_changes_a_clock() {
    let limits = Limits { silence: Duration::from_secs(3600), ..Limits::default() }; // time is stepped, not waited for
    let server = Server::with_manual_clock(Settings { limits, ..Settings::default() }).await;
    let mut client = server.client();
    let wish = json!({ "variant": "italian", "white": { "kind": "person" }, "black": { "kind": "person" }, "minutes": 1 });
    let made = client.post("/api/games", &wish).await.expect("an answer");
    let game = made.json["id"].as_str().expect("a game").to_owned();
    let mut one = Follower::join(&client, &game, None).await;
    server.clock.advance(Duration::from_millis(59_999));
    assert_eq!(one.seq(), 1);
    server.clock.advance(Duration::from_millis(2));
    let ended = one
        .until(|told| match told {
            ServerMessage::Events { events, .. } => {
                events.iter().find_map(|happened| match &happened.event.fact {
                    WireFact::Ended { side, .. } => Some(*side),
                    _ => None,
                })
            }
            _ => None,
        })
        .await;
    assert_eq!(ended, Some(WireSide::White));
    // Between two people nobody is the arbiter, and a client cannot send a time.
    let pair = server.pair(&blitz()).await;
    let (mut white, _black) = pair.lines().await;
    white.until_seq(1).await;
    server.clock.advance(Duration::from_millis(1200));
    let forged = json!({ "type": "do", "id": "f", "seq": 1, "by": "white", "ask": "move", "notation": "22-18",
        "at": 0, "lag": 999_999, "clocks": [9_999_999, 1], "spared": 5000 });
    assert!(matches!(white.ask(&forged).await, ServerMessage::Bad { .. }));
    let honest =
        json!({ "type": "do", "id": "f", "seq": 1, "by": "white", "ask": "move", "notation": "22-18" });
    assert!(matches!(white.ask(&honest).await, ServerMessage::Done { .. }));
    white.until_seq(2).await;
    assert_eq!(white.clocks[0].expect("a clock").left, 301_800, "5:00 less 1.2 s, plus 3 s");
    server.stop().await;
}
