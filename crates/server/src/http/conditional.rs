//! Conditional moves over HTTP, for the player they belong to alone, and their page.

use askama::Template;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use damiera_game::{Actor, wire};
use damiera_rules::Side;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use super::Shared;
use super::error::{ApiError, ErrorBody};
use super::guard::ClientAddress;
use super::identity::Caller;
use super::json_body::JsonBody;
use super::lang::Reader;
use super::pages::{Page, nothing_here, show};
use crate::conditional::{ConditionalMove, ConditionalTree, TreeStatus};
use crate::library;
use crate::rate_limit::LimitedAction;
use crate::rooms::{Room, RoomError, RoomMessage};
use crate::store::{Credentials, StoreError};
use crate::texts;

/// A tree of conditional moves.
#[derive(Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ConditionalMoves)]
pub(super) struct ConditionalBody {
    /// The nodes, each after its parent; up to 100.
    moves: Vec<ConditionalMove>,
}

/// The side of somebody who plays against another person. Whoever holds both sides, or none, has no conditional moves.
fn own_side(room: &Room, credentials: &Credentials) -> Result<Side, RoomError> {
    match Side::BOTH.map(|side| room.may_act(credentials, Actor::Player(side))) {
        [true, false] => Ok(Side::White),
        [false, true] => Ok(Side::Black),
        _ => Err(RoomError::NotAllowed),
    }
}

/// The conditional moves of a side that may still matter.
async fn current(app: &Shared, room: &Room, side: Side) -> Result<Vec<ConditionalMove>, RoomError> {
    let stored = app.store.conditional_moves(room.id()).await?;
    let tree = stored.iter().find(|stored| stored.side == side).map(ConditionalTree::from);
    Ok(match tree.map(|tree| tree.status(&room.game())) {
        Some(TreeStatus::Waiting(moves)) => moves,
        _ => Vec::new(),
    })
}

/// One's own conditional moves in a correspondence game. Nobody else gets them.
#[utoipa::path(get, path = "/api/games/{id}/conditional", tag = "games", responses(
    (status = 200, description = "The moves that may still matter", body = ConditionalBody),
    (status = 403, description = "The sender has no side of their own in this game", body = ErrorBody),
    (status = 404, description = "There is none", body = ErrorBody)))]
pub(super) async fn get(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Caller(credentials): Caller,
) -> Result<Response, ApiError> {
    let room = app.rooms.find(&id).await?;
    let side = own_side(&room, &credentials)?;
    let moves = current(&app, &room, side).await?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(ConditionalBody { moves })).into_response())
}

/// Replaces one's own conditional moves while the opponent is to move. An empty list removes them.
///
/// Each node is an expected move of the opponent and the reply to it. As soon as the opponent plays an expected move, the
/// reply is played and takes no time. When the opponent plays anything else, the moves are dropped.
#[utoipa::path(put, path = "/api/games/{id}/conditional", tag = "games", request_body = ConditionalBody, responses(
    (status = 204, description = "They are kept"),
    (status = 403, description = "The sender has no side of their own in this game", body = ErrorBody),
    (status = 409, description = "A move is against the rules, with the article", body = ErrorBody),
    (status = 422, description = "It is the sender's turn, the game is not played by correspondence, or the tree cannot be read", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn put(
    State(app): State<Shared>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    Caller(credentials): Caller,
    JsonBody(body): JsonBody<ConditionalBody>,
) -> Result<StatusCode, ApiError> {
    app.rate_limiter.allow(LimitedAction::Command, address, credentials.account)?;
    let room = app.rooms.find(&id).await?;
    let side = own_side(&room, &credentials)?;
    let tree = if body.moves.is_empty() {
        None
    } else {
        let game = room.game();
        let check = move |_: &_| ConditionalTree::enter(&game, side, &body.moves);
        Some(app.work.run(&address.into(), check).await??)
    };
    let (reply, result) = oneshot::channel();
    room.send(RoomMessage::ConditionalMoves { side, tree, reply }).await?;
    // The task may have ended before or after it wrote the moves.
    result.await.unwrap_or(Err(StoreError::OutcomeUnknown.into()))?;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes one's own conditional moves.
#[utoipa::path(delete, path = "/api/games/{id}/conditional", tag = "games", responses(
    (status = 204, description = "They are removed"),
    (status = 403, description = "The sender has no side of their own in this game", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn delete(
    State(app): State<Shared>,
    path: Path<String>,
    address: ClientAddress,
    caller: Caller,
) -> Result<StatusCode, ApiError> {
    put(State(app), path, address, caller, JsonBody(ConditionalBody { moves: Vec::new() })).await
}

#[derive(Template)]
#[template(path = "conditional.html")]
struct ConditionalPage {
    page: Page,
    id: String,
    opponent: String,
    /// What the page starts with.
    start: String,
}

/// What the page of conditional moves starts with.
#[derive(Serialize)]
struct ConditionalStart {
    variant: &'static str,
    fen: String,
    side: wire::WireSide,
    /// Whether it is the reader's own turn, so that nothing can be prepared.
    own_turn: bool,
    moves: Vec<ConditionalMove>,
}

/// The page on which a player prepares replies. To others it does not exist.
pub(super) async fn page(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
    Caller(credentials): Caller,
) -> Response {
    let Ok(room) = app.rooms.find(&id).await else { return nothing_here(Reader(lang)).await };
    let game = room.game();
    let side = own_side(&room, &credentials).ok().filter(|_| game.terms().is_correspondence());
    let Some(side) = side.filter(|&side| !game.is_blindfold(side)) else {
        return nothing_here(Reader(lang)).await;
    };
    let moves = match current(&app, &room, side).await {
        Ok(moves) => moves,
        Err(error) => return ApiError::from(error).into_response(),
    };
    let opponent = library::name((&room.seats, &room.holders), !side);
    let own_turn = game.turn() == side || game.end().is_some();
    let variant = game.terms().variant.name();
    let start = ConditionalStart { variant, fen: game.fen(), side: side.into(), own_turn, moves };
    let start = texts::json_for_script(&start);
    let shown = show(&ConditionalPage { page: Page { lang }, id, opponent, start }, StatusCode::OK);
    ([(header::CACHE_CONTROL, "no-store")], shown).into_response()
}
