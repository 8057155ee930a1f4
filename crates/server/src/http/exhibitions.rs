//! Simultaneous exhibitions over HTTP: what host and players ask as JSON, and the routes of their pages.

mod page;
pub(super) mod pdn;
pub(super) mod stream;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

use super::Shared;
use super::error::{ApiError, ErrorBody};
use super::guard::{ClientAddress, ReadPermit};
use super::identity::{Caller, SignedIn, Visitor};
use super::json_body::JsonBody;
use super::lang::Reader;
use super::lobby::player_name;
use crate::accounts::AccountError;
use crate::exhibitions::{ExhibitionAsk, ExhibitionBody, WireExhibitionTerms};
use crate::rate_limit::LimitedAction;
use crate::store::ExhibitionStage;

pub(super) use page::{ExhibitionLink, link_of};

/// Exhibitions in a list.
const LISTED: u32 = 50;

/// The stages that are listed: an exhibition that was called off is not.
const LISTED_STAGES: [ExhibitionStage; 4] =
    [ExhibitionStage::Open, ExhibitionStage::Filling, ExhibitionStage::Playing, ExhibitionStage::Over];

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/exhibitions", get(page::list))
        .route("/exhibition/{id}", get(page::show))
        .route("/exhibition/{id}/play", get(page::play))
        .route("/api/exhibitions", get(list).post(create))
        .route("/api/exhibitions/{id}", get(show))
        .route("/api/exhibitions/{id}/players", post(join))
        .route("/api/exhibitions/{id}/players/{board}", delete(leave))
        .route("/api/exhibitions/{id}/commands", post(command))
        .route("/api/exhibitions/{id}/pdn", get(pdn::games))
        .route("/api/exhibitions/{id}/stream", get(stream::updates))
}

/// An exhibition to be announced.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = NewExhibition)]
pub(super) struct ExhibitionRequest {
    /// The host's name; ignored if signed in.
    #[serde(default)]
    name: String,
    terms: WireExhibitionTerms,
}

/// An exhibition that was announced.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = CreatedExhibition, example = json!({"id": "ab3de9gh2k", "key": "…", "link": "/exhibition/ab3de9gh2k"}))]
pub(super) struct CreatedExhibition {
    id: String,
    /// The key to the host's seats, for clients without cookies. That of an account ends with the session.
    key: String,
    /// The link for players and spectators: absolute if the server knows its own address, else from its root.
    link: String,
}

/// Announces a simultaneous exhibition; the sender is its host.
#[utoipa::path(post, path = "/api/exhibitions", tag = "exhibitions", request_body = ExhibitionRequest, responses(
    (status = 201, description = "It is announced", body = CreatedExhibition),
    (status = 403, description = "The account may not announce games", body = ErrorBody),
    (status = 409, description = "The name belongs to an account", body = ErrorBody),
    (status = 422, description = "No exhibition can be held on these terms, or the name cannot be used", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn create(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    visitor: Visitor,
    signed_in: SignedIn,
    JsonBody(request): JsonBody<ExhibitionRequest>,
) -> Result<Response, ApiError> {
    let ExhibitionRequest { name, terms } = request;
    app.rate_limiter.allow(LimitedAction::Announce, address, visitor.credentials().account)?;
    if signed_in.0.as_ref().is_some_and(|account| account.status.muted) {
        return Err(AccountError::Muted.into());
    }
    let key = visitor.seat_key()?;
    let name = player_name(&app, signed_in, &name).await?;
    let live = app.exhibitions.create(terms, visitor.holder(&key, name)).await?;
    let link = app.settings.link(&format!("/exhibition/{}", live.id));
    let created = CreatedExhibition { id: live.id.clone(), key, link };
    Ok((StatusCode::CREATED, visitor, Json(created)).into_response())
}

/// An exhibition in a list.
#[derive(Serialize, Clone, utoipa::ToSchema)]
#[schema(as = ListedExhibition)]
pub(super) struct ListedExhibition {
    id: String,
    title: String,
    /// `open`, `filling`, `playing` or `over`.
    stage: &'static str,
    /// When it was announced, in milliseconds since 1970.
    at: u64,
    /// The host's name; empty if they gave none.
    host: String,
    /// How many boards it has.
    boards: u32,
}

async fn listed(app: &Shared) -> Result<Vec<ListedExhibition>, ApiError> {
    let newest = app.exhibitions.newest(&LISTED_STAGES, LISTED).await?;
    let row = |(stored, terms): (crate::store::StoredExhibition, WireExhibitionTerms)| ListedExhibition {
        id: stored.id,
        title: terms.title,
        stage: stored.stage.name(),
        at: stored.at,
        host: stored.host.name.unwrap_or_default(),
        boards: terms.boards.iter().map(|group| u32::from(group.count)).sum(),
    };
    Ok(newest.into_iter().map(row).collect())
}

/// The newest exhibitions.
#[utoipa::path(get, path = "/api/exhibitions", tag = "exhibitions", responses(
    (status = 200, description = "The exhibitions, the newest first", body = Vec<ListedExhibition>),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn list(
    _: ReadPermit,
    State(app): State<Shared>,
) -> Result<Json<Vec<ListedExhibition>>, ApiError> {
    Ok(Json(listed(&app).await?))
}

/// An exhibition as it stands.
#[utoipa::path(get, path = "/api/exhibitions/{id}", tag = "exhibitions", responses(
    (status = 200, description = "The exhibition, as far as the sender may see it", body = ExhibitionBody),
    (status = 404, description = "There is none", body = ErrorBody)))]
pub(super) async fn show(
    _: ReadPermit,
    State(app): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
    Caller(credentials): Caller,
) -> Result<Json<ExhibitionBody>, ApiError> {
    let live = app.exhibitions.find(&id).await?;
    Ok(Json(live.body(&live.state(), &credentials, lang, app.clock.now())))
}

/// Somebody who takes a board.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = ExhibitionPlayer, example = json!({"name": "Anna", "board": 3}))]
pub(super) struct JoinRequest {
    /// A name for this exhibition; ignored if signed in.
    #[serde(default)]
    name: String,
    /// The number of the board; the first that is free if absent.
    #[serde(default)]
    board: Option<u16>,
}

/// A board that the sender has taken.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = TakenBoard)]
pub(super) struct TakenBoard {
    /// Its number.
    board: u16,
    /// The key to the sender's seat, for clients without cookies. That of an account ends with the session.
    key: String,
    exhibition: ExhibitionBody,
}

/// Takes a board. Where boards start as they fill, its game begins at once if the host has started.
#[utoipa::path(post, path = "/api/exhibitions/{id}/players", tag = "exhibitions", request_body = JoinRequest, responses(
    (status = 201, description = "The board is the sender's", body = TakenBoard),
    (status = 403, description = "The sender is the host, or blocked by the host", body = ErrorBody),
    (status = 404, description = "There is no such exhibition or board", body = ErrorBody),
    (status = 409, description = "The board is taken, all are, the sender has one, nobody can join any more, or the name belongs to an account", body = ErrorBody),
    (status = 422, description = "The name cannot be used", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn join(
    State(app): State<Shared>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    Reader(lang): Reader,
    visitor: Visitor,
    signed_in: SignedIn,
    JsonBody(request): JsonBody<JoinRequest>,
) -> Result<Response, ApiError> {
    app.rate_limiter.allow(LimitedAction::CreateGame, address, visitor.credentials().account)?;
    let live = app.exhibitions.find(&id).await?;
    let key = visitor.seat_key()?;
    let name = player_name(&app, signed_in, &request.name).await?;
    let board = live.join(request.board, &visitor.holder(&key, name), visitor.credentials()).await?;
    let exhibition = live.body(&live.state(), visitor.credentials(), lang, app.clock.now());
    Ok((StatusCode::CREATED, visitor, Json(TakenBoard { board, key, exhibition })).into_response())
}

/// Frees a board before its game has begun: its player leaves, or the host removes them.
#[utoipa::path(delete, path = "/api/exhibitions/{id}/players/{board}", tag = "exhibitions", responses(
    (status = 200, description = "It is free", body = ExhibitionBody),
    (status = 403, description = "The board belongs to somebody else", body = ErrorBody),
    (status = 404, description = "There is no such exhibition, or nobody has the board", body = ErrorBody),
    (status = 409, description = "The game has begun", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn leave(
    State(app): State<Shared>,
    Path((id, board)): Path<(String, u16)>,
    ClientAddress(address): ClientAddress,
    Reader(lang): Reader,
    Caller(credentials): Caller,
) -> Result<Json<ExhibitionBody>, ApiError> {
    app.rate_limiter.allow(LimitedAction::Withdraw, address, credentials.account)?;
    let live = app.exhibitions.find(&id).await?;
    live.leave(board, &credentials).await?;
    Ok(Json(live.body(&live.state(), &credentials, lang, app.clock.now())))
}

/// A command of the host.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = ExhibitionCommand, example = json!({"ask": "start"}))]
pub(super) struct ExhibitionCommandBody {
    ask: ExhibitionAsk,
}

/// Starts, closes, ends or cancels an exhibition. Moves are commands to its games.
#[utoipa::path(post, path = "/api/exhibitions/{id}/commands", tag = "exhibitions", request_body = ExhibitionCommandBody, responses(
    (status = 200, description = "Carried out: the exhibition as it stands", body = ExhibitionBody),
    (status = 403, description = "The sender is not the host", body = ErrorBody),
    (status = 404, description = "There is none", body = ErrorBody),
    (status = 409, description = "Nobody has joined, or the exhibition is at another stage", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn command(
    State(app): State<Shared>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    Reader(lang): Reader,
    Caller(credentials): Caller,
    JsonBody(command): JsonBody<ExhibitionCommandBody>,
) -> Result<Json<ExhibitionBody>, ApiError> {
    app.rate_limiter.allow(LimitedAction::Command, address, credentials.account)?;
    let live = app.exhibitions.find(&id).await?;
    live.command(command.ask, &credentials).await?;
    Ok(Json(live.body(&live.state(), &credentials, lang, app.clock.now())))
}
