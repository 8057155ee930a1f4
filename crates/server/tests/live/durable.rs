//! What was acknowledged is kept; what was kept comes back; clocks know of absences.

use std::sync::Arc;
use std::time::Duration;

use damiera_game::wire::{WireFact, WireSide};
use damiera_server::Settings;
use damiera_server::protocol::Told;

use crate::common::{Follower, Server, blitz};

#[tokio::test]
async fn a_game_goes_on_after_the_server_was_away_and_nobody_pays_for_it() {
    let server = Server::start().await;
    let pair = server.pair(&blitz()).await;
    let (mut white, mut black) = pair.lines().await;
    white.until_seq(1).await;
    white.play(WireSide::White, "22-18").await;
    black.until_seq(2).await;
    let folder = server.stop().await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let server = Server::on(Arc::clone(&folder), Settings::default()).await;
    let mut pair = pair;
    for (client, key) in [(&mut pair.white, 0), (&mut pair.black, 1)] {
        *client = server.client().with("authorization", &format!("Bearer {}", pair.keys[key]));
    }
    let mut black = Follower::join(&pair.black, &pair.game, None).await;
    let credit = black.log.last().map(|happened| happened.event.fact.clone());
    assert!(
        matches!(credit, Some(WireFact::Credited { side: WireSide::Black, time }) if (1_000..3_000).contains(&time)),
        "{credit:?}"
    );
    let left = black.clocks[1].expect("a clock").left;
    assert!((299_000..=300_000).contains(&left), "{left}");
    assert!(matches!(black.play(WireSide::Black, "11-14").await, Told::Done { .. }));
    // The credit is given once.
    let folder = server.stop().await;
    let server = Server::on(folder, Settings::default()).await;
    let client = server.client().with("authorization", &format!("Bearer {}", pair.keys[0]));
    let white = Follower::join(&client, &pair.game, None).await;
    let credits =
        white.log.iter().filter(|h| matches!(h.event.fact, WireFact::Credited { side: WireSide::Black, .. }));
    assert_eq!(credits.count(), 1);
    server.stop().await;
}

#[tokio::test]
async fn stopping_tells_every_connection() {
    let server = Server::start().await;
    let pair = server.pair(&blitz()).await;
    let (mut white, _black) = pair.lines().await;
    let begun = std::time::Instant::now();
    server.stop().await;
    while white.line.receive().await.is_some() {}
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[tokio::test]
async fn the_log_decides_between_two_servers() {
    let one = Server::start().await;
    let pair = one.pair(&blitz()).await;
    let two = Server::on(Arc::clone(&one.folder), Settings::default()).await;
    let white = |server: &Server| server.client().with("authorization", &format!("Bearer {}", pair.keys[0]));
    let mut here = Follower::join(&white(&one), &pair.game, None).await;
    let mut there = Follower::join(&white(&two), &pair.game, None).await;
    assert!(matches!(here.play(WireSide::White, "22-18").await, Told::Done { .. }));
    // The other server has not heard of it, and its room would let another first move pass.
    let told = there.play(WireSide::White, "21-17").await;
    assert!(matches!(told, Told::Resync { seq: 2, .. }), "{told:?}");
    let events = |follower: &Follower| follower.log.iter().map(|h| h.event.clone()).collect::<Vec<_>>();
    assert_eq!(events(&here), events(&there));
    one.stop().await;
    two.stop().await;
}
