//! The games of an online tournament: ordinary live or correspondence games, whose results flow back.

use std::sync::Arc;
use std::time::Duration;

use damiera_events::tournament::{
    AbsenceRule, BoardResult, DayAllowance, OnlineTerms, OnlineTimeControl, TournamentAsk,
};
use damiera_game::{
    AbsentPlayers, Action, Actor, Bonus, ClockControl, Command, EndReason, Game, GameEnding, GameOutcome,
    Moment, Profile, StartPosition, Terms,
};
use damiera_rules::{Setup, Side};

use super::online::{OnlineServices, RETRY};
use super::{LiveTournament, TournamentError, TournamentState};
use crate::clock::Clock;
use crate::rooms::{Room, RoomError, RoomRegistry};
use crate::store::{Holder, Holders};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Opens the game of a board, unless it is open.
pub(super) async fn open_game(
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
        let own = || passes.iter().filter(|pass| pass.number == Some(number));
        let account = own().find_map(|pass| pass.account);
        // Nobody but the player may act: a seat without any token would be everybody's. Who has an account signs in.
        let digest = own().next().map(|pass| pass.digest).filter(|_| account.is_none());
        Holder { name: Some(state.name(number)), visitor: digest, account, key: digest }
    };
    let mut game = Terms::new(live.charter.variant, Profile::ONLINE);
    let control = clock_control(terms);
    game.controls = [control.clone(), control];
    if let OnlineTimeControl::Correspondence { vacation, .. } = terms.time {
        game.vacation = DAY * vacation;
    }
    if let Some(opening) = live.opening(&state, number) {
        game.opening.clone_from(&opening.moves);
        if let Some(fen) = &opening.fen {
            let setup: Setup = fen.parse().map_err(|_| TournamentError::NothingToDraw)?;
            // The free opening of a deck is the initial position.
            let is_initial = Game::new(game.clone()).is_ok_and(|initial| initial.setup() == setup);
            game.start = if is_initial { StartPosition::Initial } else { StartPosition::Set(setup) };
        }
    }
    let players = [holder(paired.pair.white), holder(paired.pair.black)];
    game.rated =
        terms.rated && players[0].account != players[1].account && players.iter().all(Holder::has_profile);
    let holders = Holders(players.map(Some));
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
    match terms.time {
        OnlineTimeControl::Live { minutes, increment, .. } => {
            let bonus = match increment {
                0 => Bonus::None,
                seconds => Bonus::Increment(Duration::from_secs(seconds.into())),
            };
            ClockControl::with(Duration::from_secs(60 * u64::from(minutes)), bonus)
        }
        OnlineTimeControl::Correspondence { days, per: DayAllowance::EachMove, .. } => {
            ClockControl::PerMove(DAY * days)
        }
        OnlineTimeControl::Correspondence { days, per: DayAllowance::WholeGame, .. } => {
            ClockControl::sudden(DAY * days)
        }
    }
}

/// Plays the games of a table, one after the other.
pub(super) async fn play_table(
    live: &LiveTournament,
    terms: &OnlineTerms,
    services: &OnlineServices,
    table: usize,
) -> Result<(), TournamentError> {
    let games = live.charter.settings.match_length.games();
    for index in games * (table - 1)..games * table {
        if has_result(&live.state(), index) {
            continue;
        }
        open_game(live, terms, services, index + 1).await?;
        let state = live.state();
        let boards = state.tournament.rounds().last().map_or(&[][..], |round| &round.boards);
        let Some(game) = boards.get(index).and_then(|board| board.game.clone()) else { return Ok(()) };
        // From now, not from the start of the round: after a restart everybody has the whole time again to appear.
        let deadline = match terms.time {
            OnlineTimeControl::Live { no_show, .. } => {
                Some(services.clock.now().plus(Duration::from_secs(no_show.into())))
            }
            OnlineTimeControl::Correspondence { .. } => None,
        };
        let result = tokio::select! {
            ending = ending_of(&services.rooms, &game, deadline, &services.clock) => ending?.board_result(terms),
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
    // Fails only when the server stops.
    let _ = live.watch().wait_for(|state| has_result(state, board)).await;
    Ok(())
}

/// Whether a board of the last round, from 0, has a result or does not exist.
pub(super) fn has_result(state: &TournamentState, board: usize) -> bool {
    let round = state.tournament.rounds().last();
    round.and_then(|round| round.boards.get(board)).is_none_or(|board| board.result.is_some())
}

/// How a game ended, and who had not made a move.
struct BoardEnding {
    ending: GameEnding,
    without_move: [bool; 2],
}

/// The end of a game. A player who has not made a first move by the deadline forfeits it. A room may be closed before its
/// game ends, since the store failed or a seat changed hands: then it is loaded again.
async fn ending_of(
    rooms: &Arc<RoomRegistry>,
    game: &str,
    deadline: Option<Moment>,
    clock: &Clock,
) -> Result<BoardEnding, TournamentError> {
    loop {
        let room = rooms.find(game).await.map_err(failed)?;
        follow_to_the_end(&room, deadline, clock).await;
        let game = room.game();
        if let Some(ending) = game.end() {
            let without_move = Side::BOTH.map(|side| !game.has_moved(side));
            return Ok(BoardEnding { ending: *ending, without_move });
        }
        clock.sleep(RETRY).await;
    }
}

impl BoardEnding {
    /// What the end of a game is for its board: a game to which a player did not come is a forfeit, not a loss. None if the
    /// game was annulled.
    fn board_result(&self, terms: &OnlineTerms) -> Option<BoardResult> {
        match (self.absent(terms), self.ending.outcome) {
            (Some(Side::White), _) => Some(BoardResult::BlackByForfeit),
            (Some(Side::Black), _) => Some(BoardResult::WhiteByForfeit),
            (None, GameOutcome::BothLose) => Some(BoardResult::DoubleForfeit),
            (None, GameOutcome::Win(Side::White)) => Some(BoardResult::WhiteWins),
            (None, GameOutcome::Win(Side::Black)) => Some(BoardResult::BlackWins),
            (None, GameOutcome::Draw) => Some(BoardResult::Draw),
            (None, GameOutcome::Void) => None,
        }
    }

    /// Who did not come to the game, if one of the two did not.
    fn absent(&self, terms: &OnlineTerms) -> Option<Side> {
        match (self.ending.how, terms.time) {
            (EndReason::NoShow(AbsentPlayers::One(absent)), _) => Some(absent),
            (
                EndReason::TimeUp(late),
                OnlineTimeControl::Correspondence { absence: AbsenceRule::Forfeit, .. },
            ) => Some(late).filter(|late| self.without_move[*late as usize]),
            _ => None,
        }
    }
}

/// Waits for the end of a game, or until its room is closed. A player who has not made a first move in time forfeits it.
async fn follow_to_the_end(room: &Room, deadline: Option<Moment>, clock: &Clock) {
    let start = Command { by: Actor::Arbiter, at: clock.now(), action: Action::Start };
    let _ = room.command(start, None, None).await; // refused if it has begun
    let mut game = room.watch();
    let ended = |game: &Arc<Game>| game.end().is_some();
    if let Some(deadline) = deadline {
        // The side that begins has until the deadline, the other as long again.
        for extra in [Duration::ZERO, deadline.since(clock.now())] {
            let due = room.game().turn();
            let moved = async { game.wait_for(|game| ended(game) || game.has_moved(due)).await.is_ok() };
            tokio::select! {
                is_open = moved => if !is_open { return },
                () = clock.sleep(deadline.since(clock.now()) + extra) => return forfeit(room, clock).await,
            }
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
