//! An event's arbiter in the games of the event: the powers of the book, and who used them.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use damiera_events::tournament::{
    BoardState, OnlineTimeControl, RoundOrder, TournamentAsk, TournamentCharter,
};
use damiera_events::wire::WireArbiterRuling;
use damiera_game::{Actor, Command};
use damiera_messages::is_command_id;
use damiera_rules::Side;
use serde::Deserialize;

use super::super::Shared;
use super::super::error::{ApiError, ErrorBody};
use super::super::guard::{ClientAddress, ReadPermit};
use super::super::identity::Caller;
use super::super::json_body::JsonBody;
use super::super::lang::Reader;
use super::super::pages::{self, Page};
use super::super::table::utc;
use super::{body, open};
use crate::http::query_fields::QueryFields;
use crate::invalid_input::InvalidInput;
use crate::rate_limit::{LimitedAction, RateKey};
use crate::tournaments::{
    ArenaBody, CommandOrigin, LiveTournament, SentCommand, TournamentBody, TournamentError, TournamentState,
};

/// A ruling. With an id it can be sent again: it is carried out once.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = ArbiterRulingRequest, example = json!({"id": "r1", "ruling": {"kind": "stop-clocks"}}))]
pub(in crate::http) struct RulingRequest {
    /// Of the sender's own choice: letters, digits, - and _.
    #[serde(default)]
    id: Option<String>,
    /// The game the sender has in view; refused if the board has another one by now.
    #[serde(default)]
    game: Option<String>,
    ruling: WireArbiterRuling,
}

/// The game of a board of the last round.
fn game_at(live: &LiveTournament, board: usize) -> Result<String, TournamentError> {
    let state = live.state();
    let boards = state.tournament.rounds().last().map_or(&[][..], |round| &round.boards);
    let found = board.checked_sub(1).and_then(|index| boards.get(index));
    found.and_then(|board| board.game.clone()).ok_or(TournamentError::Unknown)
}

/// Acts as the arbiter in the game of a board: the book's powers, noted in the log under the official's name.
#[utoipa::path(post, path = "/api/events/{id}/boards/{board}/rulings", tag = "events", request_body = RulingRequest, responses(
    (status = 200, description = "Carried out: the tournament as it stands", body = TournamentBody),
    (status = 403, description = "The sender is no official", body = ErrorBody),
    (status = 404, description = "There is no such game", body = ErrorBody),
    (status = 409, description = "The rules of the game refuse it", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(in crate::http) async fn rule(
    State(app): State<Shared>,
    Path((id, board)): Path<(String, usize)>,
    ClientAddress(address): ClientAddress,
    Caller(credentials): Caller,
    JsonBody(request): JsonBody<RulingRequest>,
) -> Result<Response, ApiError> {
    app.rate_limiter.allow(LimitedAction::Command, address, credentials.account)?;
    let (live, access) = open(&app, &id, &credentials).await?;
    let actor = access.official()?;
    if request.id.as_ref().is_some_and(|id| !is_command_id(id)) {
        return Err(TournamentError::Invalid(InvalidInput::CommandId).into());
    }
    let game = game_at(&live, board)?;
    if request.game.is_some_and(|seen| seen != game) {
        return Err(TournamentError::OtherGame.into());
    }
    let room = app.rooms.find(&game).await?;
    let ruling = request.ruling.into();
    let at = app.clock.now();
    let action = damiera_events::tournament::ArbiterRuling::action(ruling);
    let (client, command_id) = (RateKey::from(address), request.id.clone());
    let sent = request.id.map(|id| SentCommand::new(id, &(board, request.ruling))).transpose();
    let origin =
        CommandOrigin { id: sent.map_err(TournamentError::from)?, seen: None, round: None, client: &client };
    let act = async {
        let command = Command { by: Actor::Arbiter, at, action };
        Ok::<_, ApiError>(room.command(command, command_id, None).await?)
    };
    live.act_and_note(act, actor, TournamentAsk::NoteRuling { board, ruling }, origin).await?;
    body(&app, &live, &access, &client).await
}

/// What the page of a game shows of its event: the way back, what officials did, and for officials their powers.
#[derive(Template)]
#[template(path = "event-panel.html")]
struct GamePanel {
    page: Page,
    id: String,
    name: String,
    board: usize,
    entries: usize,
    acts: bool,
    paused: bool,
    /// Whether the game is timed, and the seconds left, White's first.
    clocks: Option<[u64; 2]>,
    rulings: Vec<RulingRow>,
    /// The reader's own game at another board, and the board.
    next: Option<(String, usize)>,
    /// Whether the page goes there by itself.
    leads: bool,
    is_arena: bool,
    /// Whether the reader is about to be paired again in an arena.
    waits: bool,
}

/// What the page of a game asks for.
#[derive(Deserialize)]
pub(super) struct PanelQuery {
    /// Its game; that of the board by default.
    game: Option<String>,
}

/// A ruling, with who made it.
struct RulingRow {
    at: String,
    ms: u64,
    by: String,
    text: String,
}

/// A player's game that is played at a board of the last round, if it is another one than that shown.
fn next_game(state: &TournamentState, own: u16, shown: &str) -> Option<(String, usize)> {
    let boards = state.tournament.rounds().last().map_or(&[][..], |round| &round.boards);
    let open = (1..).zip(boards).filter(|(_, board)| board.result.is_none() && board.pair.has(own));
    let game = |(number, board): (usize, &BoardState)| Some((board.game.clone()?, number));
    open.filter_map(game).last().filter(|(game, _)| game != shown)
}

/// Whether the games of an event follow each other, so that a page can lead its reader from one to the next.
pub(super) fn leads_to_games(charter: &TournamentCharter) -> bool {
    let is_live = charter.online.is_some_and(|terms| matches!(terms.time, OnlineTimeControl::Live { .. }));
    is_live
        && charter.settings.appointments.is_none()
        && !matches!(charter.settings.order, RoundOrder::AllAtOnce { .. })
}

pub(super) async fn panel(
    ReadPermit(_): ReadPermit,
    State(app): State<Shared>,
    Path((id, board)): Path<(String, usize)>,
    QueryFields(query): QueryFields<PanelQuery>,
    Reader(lang): Reader,
    Caller(credentials): Caller,
) -> Result<Response, ApiError> {
    let (live, access) = open(&app, &id, &credentials).await?;
    // In the next round the board has another game, of which this page shows nothing.
    let at_board = game_at(&live, board);
    let shown = match query.game {
        Some(game) => game,
        None => at_board?,
    };
    let is_current = game_at(&live, board).is_ok_and(|game| game == shown);
    let room = app.rooms.find(&shown).await?;
    let (game, state) = (room.game(), live.state());
    let view = game.view(app.clock.now());
    let left = Side::BOTH.map(|side| view.clocks[side as usize].as_ref().map(|clock| clock.left.as_secs()));
    let boards = state.tournament.rounds().last().map_or(&[][..], |round| &round.boards);
    let own = board.checked_sub(1).filter(|_| is_current).and_then(|index| boards.get(index));
    let rulings = own.map(|board| &board.rulings[..]);
    let rulings = rulings.unwrap_or_default().iter().map(|one| RulingRow {
        at: utc(one.at.0),
        ms: one.at.0,
        by: one.by.clone(),
        text: one.ruling.text(lang),
    });
    let arena = ArenaBody::new(&live, &state, access.number());
    let is_open = arena.as_ref().is_some_and(ArenaBody::is_open);
    let next = access.number().and_then(|own| next_game(&state, own, &shown));
    let panel = GamePanel {
        waits: next.is_none()
            && is_open
            && access.number().is_some_and(|own| !state.tournament.is_paused(own)),
        leads: leads_to_games(&live.charter),
        is_arena: arena.is_some(),
        next,
        page: Page { lang },
        name: live.charter.name.clone(),
        board,
        entries: state.tournament.entries(),
        acts: is_current && access.is_official() && game.end().is_none(),
        paused: view.paused,
        clocks: left[0].zip(left[1]).map(<[u64; 2]>::from),
        rulings: rulings.collect(),
        id,
    };
    Ok(pages::show(&panel, StatusCode::OK))
}
