//! Tournaments played on this server: rounds follow each other, games are ordinary live games, results flow back.
//!
//! Whatever the task does is an entry of the log, so a server that starts again goes on where the log ends.

use std::sync::Arc;
use std::time::Duration;

use damiera_events::tournament::{BoardResult, OnlineTerms, RoundStage, TournamentActor, TournamentAsk};
use damiera_game::{
    AbsentPlayers, Action, Actor, Bonus, ClockControl, Command, EndReason, Game, GameEnding, GameOutcome,
    Moment, Profile, StartPosition, Terms,
};
use damiera_rules::Side;
use tokio::task::JoinSet;

use super::live::CommandOrigin;
use super::{LiveTournament, TournamentError, TournamentState, arena};
use crate::clock::Clock;
use crate::nodes::ClusterNode;
use crate::rate_limit::RateKey;
use crate::rooms::{Room, RoomError, RoomRegistry};
use crate::store::{Claim, Holder, Holders, LeaseKind, Store};
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
    /// Players of one tournament.
    pub(crate) most_players: usize,
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
        self.command(by, ask, CommandOrigin { id: None, seen: None, client: &RateKey::Server }).await
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

/// Opens the game of a board, unless it is open.
async fn open_game(
    live: &LiveTournament,
    terms: &OnlineTerms,
    services: &OnlineServices,
    number: usize,
) -> Result<(), TournamentError> {
    let state = live.state();
    let round = state.tournament.rounds().last();
    let paired = number.checked_sub(1).and_then(|index| round?.boards.get(index));
    let Some(paired) = paired.filter(|board| board.game.is_none()) else { return Ok(()) };
    let passes = services.store.tournament_players(&live.id).await?;
    let holder = |number: u16| {
        let pass = passes.iter().find(|pass| pass.number == Some(number));
        let digest = pass.map(|pass| pass.digest);
        // Nobody but the player may act: a seat without any token would be everybody's.
        Holder { name: Some(state.name(number)), visitor: digest, account: None, key: digest }
    };
    let mut game = Terms::new(live.charter.variant, Profile::ONLINE);
    let control = clock_control(terms);
    game.controls = [control.clone(), control];
    if let Some(opening) = live.opening(&state, number) {
        game.opening.clone_from(&opening.moves);
        if let Some(fen) = &opening.fen {
            let setup = fen.parse().map_err(|_| TournamentError::NothingToDraw)?;
            game.start = StartPosition::Set(setup);
        }
    }
    let holders = Holders([Some(holder(paired.pair.white)), Some(holder(paired.pair.black))]);
    let id = live.game_id(number, paired.entry);
    services.rooms.create_once(&id, game, holders).await.map_err(failed)?;
    live.official(TournamentAsk::OpenGame { board: number, game: id }).await
}

fn failed(error: RoomError) -> TournamentError {
    match error {
        RoomError::Store(error) => TournamentError::Store(error),
        other => TournamentError::Room(Box::new(other)),
    }
}

fn clock_control(terms: &OnlineTerms) -> ClockControl {
    let bonus = match terms.increment {
        0 => Bonus::None,
        seconds => Bonus::Increment(Duration::from_secs(seconds.into())),
    };
    ClockControl::with(Duration::from_secs(60 * u64::from(terms.minutes)), bonus)
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
        boards.spawn(async move { play_table(&live, &terms, &services, table).await });
    }
    while let Some(board) = boards.join_next().await {
        match board {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return Err(error),
            Err(panic) => return Err(panic.into()),
        }
    }
    live.official(TournamentAsk::CloseRound).await
}

/// Plays the games of a table, one after the other.
pub(super) async fn play_table(
    live: &LiveTournament,
    terms: &OnlineTerms,
    services: &OnlineServices,
    table: usize,
) -> Result<(), TournamentError> {
    let state = live.state();
    let Some(round) = state.tournament.rounds().last() else { return Ok(()) };
    let games = round.match_length.games();
    for index in games * (table - 1)..games * table {
        if round.boards.get(index).is_none_or(|board| board.result.is_some()) {
            continue;
        }
        open_game(live, terms, services, index + 1).await?;
        let state = live.state();
        let boards = state.tournament.rounds().last().map_or(&[][..], |round| &round.boards);
        let Some(game) = boards.get(index).and_then(|board| board.game.clone()) else { return Ok(()) };
        // From now, not from the start of the round: after a restart everybody has the whole time again to appear.
        let deadline = services.clock.now().plus(Duration::from_secs(terms.no_show.into()));
        let result = tokio::select! {
            result = result_of(&services.rooms, &game, deadline, &services.clock) => result?,
            // The arbiter need not wait for the end of the game.
            entered = wait_for_arbiter(live, index) => {
                entered?;
                continue;
            }
        };
        match result {
            Some(result) => {
                let entered = live.official(TournamentAsk::EnterResult { board: index + 1, result }).await;
                match entered {
                    // An arbiter may have entered another result meanwhile: theirs holds.
                    Ok(()) | Err(TournamentError::Refused(_)) => {}
                    Err(error) => return Err(error),
                }
            }
            None => wait_for_arbiter(live, index).await?,
        }
    }
    Ok(())
}

/// Waits until a board has a result: a game that was annulled is the arbiter's to decide.
async fn wait_for_arbiter(live: &LiveTournament, board: usize) -> Result<(), TournamentError> {
    let has_result = |state: &Arc<TournamentState>| {
        let round = state.tournament.rounds().last();
        round.and_then(|round| round.boards.get(board)).is_none_or(|board| board.result.is_some())
    };
    let _ = live.watch().wait_for(has_result).await; // fails only when the server stops
    Ok(())
}

/// The result of a game; none if it was annulled. A player who has not made a first move in time forfeits it. A room may be
/// closed before its game ends, since the store failed or a seat changed hands: then it is loaded again.
async fn result_of(
    rooms: &Arc<RoomRegistry>,
    game: &str,
    deadline: Moment,
    clock: &Clock,
) -> Result<Option<BoardResult>, TournamentError> {
    loop {
        let room = rooms.find(game).await.map_err(failed)?;
        follow_to_the_end(&room, deadline, clock).await;
        if let Some(ending) = room.game().end() {
            return Ok(board_result(ending));
        }
        clock.sleep(RETRY).await;
    }
}

/// What the end of a game is for its board: a game to which a player did not come is a forfeit, not a loss. None if the game
/// was annulled.
fn board_result(ending: GameEnding) -> Option<BoardResult> {
    match (ending.how, ending.outcome) {
        (EndReason::NoShow(AbsentPlayers::One(Side::White)), _) => Some(BoardResult::BlackByForfeit),
        (EndReason::NoShow(AbsentPlayers::One(Side::Black)), _) => Some(BoardResult::WhiteByForfeit),
        (_, GameOutcome::BothLose) => Some(BoardResult::DoubleForfeit),
        (_, GameOutcome::Win(Side::White)) => Some(BoardResult::WhiteWins),
        (_, GameOutcome::Win(Side::Black)) => Some(BoardResult::BlackWins),
        (_, GameOutcome::Draw) => Some(BoardResult::Draw),
        (_, GameOutcome::Void) => None,
    }
}

/// Waits for the end of a game, or until its room is closed. A player who has not made a first move in time forfeits it.
async fn follow_to_the_end(room: &Room, deadline: Moment, clock: &Clock) {
    let start = Command { by: Actor::Arbiter, at: clock.now(), action: Action::Start };
    let _ = room.command(start, None, None).await; // refused if it has begun
    let mut game = room.watch();
    let ended = |game: &Arc<Game>| game.end().is_some();
    // The side that begins has until the deadline, the other as long again.
    for extra in [Duration::ZERO, deadline.since(clock.now())] {
        let due = room.game().turn();
        let moved = async { game.wait_for(|game| ended(game) || game.has_moved(due)).await.is_ok() };
        tokio::select! {
            is_open = moved => if !is_open { return },
            () = clock.sleep(deadline.since(clock.now()) + extra) => return forfeit(room, clock).await,
        }
    }
    let _ = game.wait_for(ended).await; // fails if the room is closed
}

/// Ends a game whose side to move did not appear. If the opponent has not come to the game either, both forfeit.
async fn forfeit(room: &Room, clock: &Clock) {
    let game = room.game();
    let (absent, opponent) = (game.turn(), !game.turn());
    let came = game.has_moved(opponent) || room.has_arrived(opponent);
    let absent = if came { AbsentPlayers::One(absent) } else { AbsentPlayers::Both };
    let no_show = Command { by: Actor::Arbiter, at: clock.now(), action: Action::NoShow(absent) };
    let _ = room.command(no_show, None, None).await; // refused if the move was made meanwhile
}
