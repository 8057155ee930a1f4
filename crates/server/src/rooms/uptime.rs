//! Being up, and coming back: so that clocks are right after a crash.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::Duration;

use super::Rooms;
use crate::store::StoreWrite;
use crate::time::now;

/// How often the server notes that it is up, while a clock runs: a clock is right to within so much after a crash.
const HEARTBEAT: Duration = Duration::from_millis(250);

/// Notes that the server is up while a clock runs, so that after a crash it is known when it went.
pub(super) async fn beat(rooms: Weak<Rooms>) {
    let mut every = tokio::time::interval(HEARTBEAT);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        let Some(rooms) = rooms.upgrade() else { return };
        rooms.lobby.sweep();
        if rooms.closing.load(Ordering::Relaxed) {
            return;
        }
        if rooms.running_clocks() > 0
            && let Err(error) = rooms.write(StoreWrite::Heartbeat(now().0)).await
        {
            tracing::error!(%error, "the store does not answer");
        }
    }
}

/// Opens the games whose clocks run, so that their flags fall whether anybody looks or not.
pub(super) async fn take_up(rooms: Arc<Rooms>) {
    let unfinished = rooms.store.unfinished_timed_games().await.unwrap_or_default();
    for id in unfinished {
        if rooms.closing.load(Ordering::Relaxed) {
            return;
        }
        if let Err(error) = rooms.find(&id).await {
            tracing::warn!(game = id, %error, "a game cannot be taken up");
        }
    }
}
