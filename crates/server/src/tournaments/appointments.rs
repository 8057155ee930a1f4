//! Rounds whose games begin on dates that the players arrange.

use std::sync::Arc;

use damiera_events::tournament::TournamentAsk;

use super::online_games::has_result;
use super::{LiveTournament, TournamentError};
use crate::clock::Clock;

/// Waits until the games of a table begin: at the agreed date, or at once where nobody arranges dates. A table whose results
/// are all decided need not wait.
pub(super) async fn wait_for_date(live: &LiveTournament, clock: &Clock, table: usize) {
    let games = live.charter.settings.match_length.games();
    let first = games * (table - 1);
    let mut changes = live.watch();
    loop {
        let state = Arc::clone(&changes.borrow_and_update());
        let Some(appointment) = state.tournament.appointment(first + 1) else { return };
        if (first..first + games).all(|board| has_result(&state, board)) {
            return;
        }
        let changed = match appointment.agreed {
            Some(date) => tokio::select! {
                () = clock.sleep(date.since(clock.now())) => return,
                changed = changes.changed() => changed,
            },
            None => changes.changed().await,
        };
        if changed.is_err() {
            return; // the server stops
        }
    }
}

/// Closes the windows of the round as their time runs out. It ends only with an error.
pub(super) async fn close_windows(live: &LiveTournament, clock: &Clock) -> Result<(), TournamentError> {
    let mut changes = live.watch();
    loop {
        let end = changes.borrow_and_update().tournament.next_window_end();
        let is_over = async {
            match end {
                Some(end) => clock.sleep(end.since(clock.now())).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = is_over => live.official(TournamentAsk::CloseWindows).await?,
            changed = changes.changed() => if changed.is_err() { std::future::pending::<()>().await },
        }
    }
}
