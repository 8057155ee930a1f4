//! Arenas on this server: players who are free and present are paired again and again, until the time is over.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use damiera_events::tournament::{OnlineTerms, TournamentAsk};
use damiera_game::Moment;
use tokio::task::JoinSet;

use super::online::{OnlineServices, RETRY};
use super::online_games::play_table;
use super::{LiveTournament, TournamentError, TournamentState};
use crate::clock::Clock;
use crate::random::random_u64;

/// Time between two pairings of those who are free.
const SWEEP: Duration = Duration::from_secs(1);

/// The tasks of the boards that are being played, which return the number of the board.
#[derive(Default)]
struct RunningBoards {
    tasks: JoinSet<usize>,
    numbers: HashSet<usize>,
}

/// Runs an arena to its end. It begins at the announced time, or when the organiser opens it.
pub(super) async fn run(
    live: &Arc<LiveTournament>,
    terms: &OnlineTerms,
    services: &OnlineServices,
) -> Result<(), TournamentError> {
    let mut changes = live.watch();
    if live.state().tournament.arena_ends_at().is_none() {
        match terms.starts_at {
            Some(at) => {
                services.clock.sleep(Moment(at).since(services.clock.now())).await;
                live.official(TournamentAsk::OpenArena).await?;
            }
            None => {
                let has_begun = |state: &Arc<TournamentState>| state.tournament.arena_ends_at().is_some();
                let _ = changes.wait_for(has_begun).await; // fails only when the server stops
            }
        }
    }
    let mut boards = RunningBoards::default();
    while !live.state().tournament.is_over() {
        if services.clock.now() < live.state().tournament.arena_ends_at().unwrap_or_default() {
            let present = live.present_players();
            live.official(TournamentAsk::PairFree { present, seed: random_u64()? }).await?;
        }
        boards.start_new(live, terms, services);
        let time_is_over = live.state().tournament.arena_ends_at() <= Some(services.clock.now());
        if time_is_over && boards.numbers.is_empty() {
            live.official(TournamentAsk::CloseRound).await?;
            continue;
        }
        boards.wait(&services.clock).await?;
    }
    Ok(())
}

impl RunningBoards {
    /// Starts the boards that have no result and no task.
    fn start_new(&mut self, live: &Arc<LiveTournament>, terms: &OnlineTerms, services: &OnlineServices) {
        let state = live.state();
        let boards = state.tournament.rounds().last().map_or(&[][..], |round| &round.boards);
        for (number, _) in (1..).zip(boards).filter(|(_, board)| board.result.is_none()) {
            if !self.numbers.insert(number) {
                continue;
            }
            let (live, terms, services) = (Arc::clone(live), *terms, services.clone());
            self.tasks.spawn(async move {
                // The table of a single game has the number of the board. After a failure it is tried again.
                if let Err(error) = play_table(&live, &terms, &services, number).await {
                    tracing::warn!(%error, tournament = live.id, board = number, "a board of an arena waits");
                    services.clock.sleep(RETRY).await;
                }
                number
            });
        }
    }

    /// Waits until a game has ended, or for a time.
    async fn wait(&mut self, clock: &Clock) -> Result<(), TournamentError> {
        tokio::select! {
            Some(ended) = self.tasks.join_next() => {
                self.numbers.remove(&ended?);
            }
            () = clock.sleep(SWEEP) => {}
        }
        Ok(())
    }
}
