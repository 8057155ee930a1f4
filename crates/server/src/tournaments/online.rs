//! Tournaments played on this server: rounds follow each other, games are ordinary live games, results flow back.
//!
//! Whatever the task does is an entry of the log, so a server that starts again goes on where the log ends.

use std::sync::Arc;
use std::time::Duration;

use damiera_events::tournament::{OnlineTerms, RoundStage, TournamentActor, TournamentAsk};
use damiera_game::Moment;
use tokio::task::JoinSet;

use super::live::CommandOrigin;
use super::online_games::{open_game, play_table};
use super::{LiveTournament, TournamentError, appointments, arena};
use crate::clock::Clock;
use crate::nodes::ClusterNode;
use crate::rate_limit::RateKey;
use crate::rooms::RoomRegistry;
use crate::settings::Limits;
use crate::store::{Claim, LeaseKind, Store};
use crate::work::WorkPool;

/// The name under which the server acts in the log.
const NAME: &str = "Damiera";
/// The pause after a failure of the database or of a room.
pub(super) const RETRY: Duration = Duration::from_millis(500);

/// What a tournament needs to be played on this server.
#[derive(Clone)]
pub(crate) struct OnlineServices {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) rooms: Arc<RoomRegistry>,
    pub(crate) clock: Clock,
    /// Where rounds are paired.
    pub(crate) work: Arc<WorkPool>,
    /// How many players and entries a tournament may have.
    pub(crate) limits: Limits,
    /// Which tournaments this server acts for, if there are several servers.
    pub(crate) node: Arc<ClusterNode>,
}

/// Runs a tournament to its end, or until another node acts for it: that one goes on where the log ends.
pub(crate) async fn conduct(live: Arc<LiveTournament>, terms: OnlineTerms, services: OnlineServices) {
    let node = &services.node;
    while !live.state().tournament.is_over() {
        let tenure = node.tenure();
        let claimed = node.claim(LeaseKind::Tournament, &live.id).await;
        if let Ok(Claim::OwnedBy(_)) = claimed {
            return; // if that node is lost, the search for orphans leads here again
        }
        let ready = match claimed {
            Ok(_) => live.catch_up().await,
            Err(error) => Err(error.into()),
        };
        match ready {
            Ok(()) => tokio::select! {
                () = run(&live, &terms, &services) => {}
                () = node.wait_for_lapse(tenure) => {}
            },
            Err(error) => {
                tracing::debug!(%error, tournament = live.id, "a tournament has no node that acts for it");
                services.clock.sleep(RETRY).await;
            }
        }
    }
    node.release(LeaseKind::Tournament, &live.id);
}

/// Runs a tournament to its end. Round 1 is paired at the announced time, or when the organiser has published it.
async fn run(live: &Arc<LiveTournament>, terms: &OnlineTerms, services: &OnlineServices) {
    let mut changes = live.watch();
    loop {
        let state = Arc::clone(&changes.borrow_and_update());
        let stage = state.tournament.rounds().last().map(|round| round.stage);
        if state.tournament.is_over() {
            return;
        }
        let step = match stage {
            _ if live.charter.settings.arena.is_some() => arena::run(live, terms, services).await,
            None => match terms.starts_at {
                Some(at) => {
                    services.clock.sleep(Moment(at).since(services.clock.now())).await;
                    live.official(TournamentAsk::PairRound).await
                }
                None => {
                    let _ = changes.changed().await;
                    continue;
                }
            },
            Some(RoundStage::Closed) => live.official(TournamentAsk::PairRound).await,
            // The organiser looks at a draft of round 1 that was not announced for a time; later ones are automatic.
            Some(RoundStage::Draft | RoundStage::Checked)
                if terms.starts_at.is_none() && state.tournament.rounds().len() == 1 =>
            {
                let _ = changes.changed().await;
                continue;
            }
            Some(RoundStage::Draft) => live.official(TournamentAsk::CheckRound).await,
            Some(RoundStage::Checked) => live.official(TournamentAsk::PublishRound).await,
            // Games begin on the dates that the players arrange.
            Some(RoundStage::Published) if live.charter.settings.appointments.is_some() => {
                live.official(TournamentAsk::StartRound).await
            }
            Some(RoundStage::Published) => open_games(live, terms, services).await,
            Some(RoundStage::Playing) => play_round(live, terms, services).await,
        };
        if let Err(error) = step {
            tracing::warn!(%error, tournament = live.id, "an online tournament waits");
            // Too few players, for instance: the next entry may change that.
            tokio::select! {
                _ = changes.changed() => {}
                () = services.clock.sleep(Duration::from_secs(30)) => {}
            }
        }
    }
}

impl LiveTournament {
    /// The server acts as an official.
    pub(super) async fn official(&self, ask: TournamentAsk) -> Result<(), TournamentError> {
        let by = TournamentActor::Official(NAME.to_owned());
        self.command(by, ask, CommandOrigin { id: None, seen: None, round: None, client: &RateKey::Server })
            .await
    }
}

/// Opens the first game of every pairing, with its clocks running, and starts the round.
async fn open_games(
    live: &LiveTournament,
    terms: &OnlineTerms,
    services: &OnlineServices,
) -> Result<(), TournamentError> {
    let state = live.state();
    let Some(round) = state.tournament.rounds().last() else { return Ok(()) };
    let games = round.match_length.games();
    for index in (0..round.boards.len()).step_by(games) {
        open_game(live, terms, services, index + 1).await?;
    }
    live.official(TournamentAsk::StartRound).await
}

/// Waits for the results of a round and closes it.
async fn play_round(
    live: &Arc<LiveTournament>,
    terms: &OnlineTerms,
    services: &OnlineServices,
) -> Result<(), TournamentError> {
    let state = live.state();
    let Some(round) = state.tournament.rounds().last() else { return Ok(()) };
    let mut boards = JoinSet::new();
    let tables = round.boards.chunks(round.match_length.games()).count();
    for table in 1..=tables {
        let (live, services, terms) = (Arc::clone(live), services.clone(), *terms);
        boards.spawn(async move {
            appointments::wait_for_date(&live, &services.clock, table).await;
            play_table(&live, &terms, &services, table).await
        });
    }
    tokio::select! {
        played = all_played(boards) => played?,
        failed = appointments::close_windows(live, &services.clock) => failed?,
    }
    live.official(TournamentAsk::CloseRound).await
}

async fn all_played(mut boards: JoinSet<Result<(), TournamentError>>) -> Result<(), TournamentError> {
    while let Some(board) = boards.join_next().await {
        board??;
    }
    Ok(())
}
