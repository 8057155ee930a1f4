//! Tournaments over HTTP: what organisers, arbiters and players ask as JSON, and the routes of their pages.

mod board;
mod board_rows;
mod draft;
pub(super) mod files;
mod list;
mod own_time;
mod page;
pub(super) mod pdn;
mod print;
mod public;
pub(super) mod qr;
mod report;
pub(super) mod ruling;
mod steps;
pub(super) mod stream;
mod wording;

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use damiera_events::wire::{
    WirePairing, WireRoundPairing, WireTournamentAsk, WireTournamentCharter, round_pairing,
};
use damiera_messages::is_command_id;
use serde::{Deserialize, Serialize};

use super::Shared;
use super::error::{ApiError, ErrorBody};
use super::guard::{ClientAddress, ReadPermit};
use super::identity::{Caller, Visitor};
use super::json_body::JsonBody;
use super::lang::Reader;
use super::pages;
use super::study::{json, json_response};
use crate::invalid_input::InvalidInput;
use crate::random::random_u64;
use crate::rate_limit::{LimitedAction, RateKey};
use crate::store::{Credentials, TournamentPass, TournamentRole};
use crate::tournaments::{
    CommandOrigin, LiveTournament, SentCommand, TournamentAccess, TournamentBody, TournamentError, bearer,
    is_heavy, official_name,
};
use crate::work::Cancellation;

pub(super) use print::{open_to_others, phone_base};

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/events", get(list::list))
        .route("/event/{id}", get(page::show))
        .route("/event/{id}/join/{token}", get(page::join))
        .route("/event/{id}/screen", get(public::screen))
        .route("/event/{id}/standings", get(public::embedded))
        .route("/event/{id}/board/{board}/{code}", get(board::page))
        .route("/event/{id}/table/{board}", post(board::open_table))
        .route("/event/{id}/print/{kind}", get(print::page))
        .route("/event/{id}/panel/{board}", get(ruling::panel))
        .route("/event/{id}/report", get(report::page))
        .route("/api/events", post(create))
        .route("/api/events/{id}", get(show))
        .route("/api/events/{id}/commands", post(command))
        .route("/api/events/{id}/preview", post(preview))
        .route("/api/events/{id}/seat", post(seat))
        .route("/api/events/{id}/boards/{board}/rulings", post(ruling::rule))
        .route("/api/events/{id}/invitations", post(invite))
        .route("/api/events/{id}/players", post(enter))
        .route("/api/events/trf", post(files::import))
        .route("/api/events/{id}/trf", get(files::trf))
        .route("/api/events/{id}/pdn", get(pdn::games))
        .route("/api/events/{id}/stream", get(stream::stream))
}

/// A tournament, and what the sender may do in it.
async fn open(
    app: &Shared,
    id: &str,
    credentials: &Credentials,
) -> Result<(Arc<LiveTournament>, TournamentAccess), TournamentError> {
    let live = app.tournaments.find(id).await?;
    let access = TournamentAccess::of(&live, &*app.store, credentials).await?;
    if let Some(number) = access.number() {
        live.note_presence(number);
    }
    Ok((live, access))
}

/// A tournament as JSON. It is never turned away, since it follows commands that have been carried out.
async fn body(
    app: &Shared,
    live: &LiveTournament,
    access: &TournamentAccess,
    client: &RateKey,
) -> Result<Response, ApiError> {
    let body = live.body(&live.state(), access, client).await?;
    Ok(json_response(app.work.run_patiently(client, move |_| json(&body)).await??))
}

/// Makes a page on the threads for heavy work: everybody in a hall asks at the same time, often from one address.
async fn made<T: Template>(
    app: &Shared,
    client: &RateKey,
    page: impl FnOnce() -> T + Send + 'static,
) -> Result<Response, ApiError> {
    let make = move |_: &_| pages::show(&page(), StatusCode::OK);
    Ok(app.work.run_patiently(client, make).await?)
}

/// A tournament to be created.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = NewTournament)]
pub(super) struct TournamentRequest {
    charter: WireTournamentCharter,
    /// The organiser's name, for the log.
    organiser: String,
}

/// A link that gives a right.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = TournamentLink, example = json!({"id": "ab3de9gh2k", "link": "/event/ab3de9gh2k"}))]
pub(super) struct TournamentLink {
    id: String,
    link: String,
}

/// The right of the sender as the organiser of a new event.
async fn organiser(app: &Shared, name: &str, sender: &Credentials) -> Result<TournamentPass, ApiError> {
    let name = app.accounts.event_name(&official_name(name)?, sender.account).await?;
    let (digest, account) = (bearer(sender)?, sender.account);
    Ok(TournamentPass { digest, role: TournamentRole::Organiser, name, number: None, account })
}

/// Creates a tournament; the sender's account or browser is its organiser.
#[utoipa::path(post, path = "/api/events", tag = "events", request_body = TournamentRequest, responses(
    (status = 201, description = "The tournament's id and page", body = TournamentLink),
    (status = 409, description = "The organiser's name belongs to another account", body = ErrorBody),
    (status = 422, description = "No tournament can be held on these terms", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn create(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    visitor: Visitor,
    JsonBody(request): JsonBody<TournamentRequest>,
) -> Result<Response, ApiError> {
    app.rate_limiter.allow(LimitedAction::Announce, address, visitor.credentials().account)?;
    let pass = organiser(&app, &request.organiser, visitor.credentials()).await?;
    let live = app.tournaments.create(&request.charter, vec![pass]).await?;
    let link = app.settings.link(&format!("/event/{}", live.id));
    Ok((StatusCode::CREATED, visitor, Json(TournamentLink { id: live.id.clone(), link })).into_response())
}

/// A tournament as it stands.
#[utoipa::path(get, path = "/api/events/{id}", tag = "events", responses(
    (status = 200, description = "The tournament, as far as the sender may see it", body = TournamentBody),
    (status = 404, description = "There is none", body = ErrorBody)))]
pub(super) async fn show(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Path(id): Path<String>,
    Caller(credentials): Caller,
) -> Result<Response, ApiError> {
    let (live, access) = open(&app, &id, &credentials).await?;
    body(&app, &live, &access, &client).await
}

/// A command to a tournament. With an id it can be sent again: it is carried out once.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = TournamentCommand, example = json!({"id": "a1", "seen": 9, "ask": {"kind": "enter-result", "board": 2, "result": "draw"}}))]
pub(super) struct TournamentCommandBody {
    /// Of the sender's own choice: letters, digits, - and _.
    #[serde(default)]
    id: Option<String>,
    /// How many entries the sender has seen; an official who has not seen the last one is refused.
    #[serde(default)]
    seen: Option<usize>,
    /// The round the sender has in view; what is meant for a board of another round is refused.
    #[serde(default)]
    round: Option<usize>,
    ask: WireTournamentAsk,
}

/// Enters players, pairs and publishes rounds, enters results.
#[utoipa::path(post, path = "/api/events/{id}/commands", tag = "events", request_body = TournamentCommandBody, responses(
    (status = 200, description = "Carried out: the tournament as it stands", body = TournamentBody),
    (status = 403, description = "The sender may not do this", body = ErrorBody),
    (status = 404, description = "There is none", body = ErrorBody),
    (status = 409, description = "Refused, or others have made entries meanwhile", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn command(
    State(app): State<Shared>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    Caller(credentials): Caller,
    JsonBody(command): JsonBody<TournamentCommandBody>,
) -> Result<Response, ApiError> {
    app.rate_limiter.allow(LimitedAction::Command, address, credentials.account)?;
    let (live, access) = open(&app, &id, &credentials).await?;
    let actor = access.actor()?;
    if command.id.as_ref().is_some_and(|id| !is_command_id(id)) {
        return Err(TournamentError::Invalid(InvalidInput::CommandId).into());
    }
    let sent = command.id.map(|id| SentCommand::new(id, &command.ask)).transpose();
    let sent = sent.map_err(TournamentError::from)?;
    let ask = command.ask.read(random_u64()?);
    if is_heavy(&ask) {
        app.rate_limiter.allow(LimitedAction::Analyse, address, credentials.account)?;
    }
    let client = RateKey::from(address);
    let origin = CommandOrigin { id: sent, seen: command.seen, round: command.round, client: &client };
    live.command(actor, ask, origin).await?;
    body(&app, &live, &access, &client).await
}

/// A pairing made by hand; where teams are paired, the numbers are those of teams.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = EditedPairing, example = json!({"pairs": [{"white": 1, "black": 2}], "bye": []}))]
pub(super) struct EditedPairing {
    pairs: Vec<WirePairing>,
    bye: Vec<u16>,
}

/// What a pairing made by hand breaks, and what the system pairs.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = EditPreview)]
pub(super) struct EditPreview {
    /// Sentences, each about a criterion; empty if none is broken.
    breaks: Vec<String>,
    system: WireRoundPairing,
}

/// What a pairing made by hand would break; nothing changes.
#[utoipa::path(post, path = "/api/events/{id}/preview", tag = "events", request_body = EditedPairing, responses(
    (status = 200, description = "What it breaks, and what the system pairs", body = EditPreview),
    (status = 403, description = "The sender is no official", body = ErrorBody),
    (status = 409, description = "It cannot replace the draft", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn preview(
    State(app): State<Shared>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    Reader(lang): Reader,
    Caller(credentials): Caller,
    JsonBody(edit): JsonBody<EditedPairing>,
) -> Result<Response, ApiError> {
    app.rate_limiter.allow(LimitedAction::Analyse, address, credentials.account)?;
    let (live, access) = open(&app, &id, &credentials).await?;
    access.official()?;
    let state = live.state();
    let round = state.tournament.rounds().len();
    let pairing = round_pairing(round, &edit.pairs, edit.bye);
    let client = RateKey::from(address);
    let explained = live.explained(&state, round, &client).await?;
    let Some((system, _)) = &*explained else { return Err(TournamentError::NotAllowed.into()) };
    let system = system.into();
    let preview = move |cancelled: &Cancellation| -> Result<_, TournamentError> {
        let broken = state.tournament.preview_edit_until(&pairing, &cancelled.stop_signal())?;
        Ok(broken.iter().map(|broken| broken.text(lang)).collect())
    };
    let breaks = app.work.run(&client, preview).await??;
    Ok(Json(EditPreview { breaks, system }).into_response())
}

/// Which of the two players of a board the sender's phone belongs to.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = BoardSeat, example = json!({"board": 2, "code": "k3m9xq2a", "number": 7}))]
pub(super) struct SeatRequest {
    board: usize,
    /// The code in the board's link.
    code: String,
    /// The player's number.
    number: u16,
}

/// Makes the sender's phone that of a player, who has scanned the code of the board.
#[utoipa::path(post, path = "/api/events/{id}/seat", tag = "events", request_body = SeatRequest, responses(
    (status = 200, description = "The phone may enter this player's results", body = TournamentBody),
    (status = 403, description = "The code is wrong, or the phone is another player's", body = ErrorBody),
    (status = 409, description = "The player does not sit at this board", body = ErrorBody)))]
pub(super) async fn seat(
    State(app): State<Shared>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    visitor: Visitor,
    JsonBody(request): JsonBody<SeatRequest>,
) -> Result<Response, ApiError> {
    app.rate_limiter.allow(LimitedAction::SignIn, address, None)?;
    let (live, access) = open(&app, &id, visitor.credentials()).await?;
    let Some(digest) = visitor.credentials().visitor else { return Err(TournamentError::NotAllowed.into()) };
    let asked = (request.board, request.code.as_str(), request.number);
    access.sit_down(&live, &*app.store, &live.state(), asked, digest).await?;
    let access = TournamentAccess::of(&live, &*app.store, visitor.credentials()).await?;
    let body = body(&app, &live, &access, &address.into()).await?;
    Ok((visitor, body).into_response())
}

/// Somebody to be invited.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = Invitation, example = json!({"role": "arbiter", "name": "Bruno"}))]
pub(super) struct InvitationRequest {
    /// `organiser`, `arbiter` or `player`.
    role: String,
    /// The name of an official, for the log.
    #[serde(default)]
    name: String,
    /// The number of a player.
    #[serde(default)]
    number: Option<u16>,
}

/// A link by which somebody becomes an organiser, an arbiter or a player.
#[utoipa::path(post, path = "/api/events/{id}/invitations", tag = "events", request_body = InvitationRequest, responses(
    (status = 201, description = "The link; it is shown once", body = TournamentLink),
    (status = 403, description = "The sender is not the organiser", body = ErrorBody),
    (status = 409, description = "There is no such player", body = ErrorBody),
    (status = 422, description = "There is no such role", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn invite(
    State(app): State<Shared>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    Caller(credentials): Caller,
    JsonBody(request): JsonBody<InvitationRequest>,
) -> Result<Response, ApiError> {
    app.rate_limiter.allow(LimitedAction::CreateGame, address, credentials.account)?;
    let (live, access) = open(&app, &id, &credentials).await?;
    let no_role = || TournamentError::Invalid(InvalidInput::UnknownRole(request.role.clone()));
    let role = TournamentRole::named(&request.role).ok_or_else(no_role)?;
    let token = access.invite(&live, &*app.store, role, &request.name, request.number).await?;
    let link = app.settings.link(&format!("/event/{id}/join/{token}"));
    Ok((StatusCode::CREATED, Json(TournamentLink { id, link })).into_response())
}

/// A player of an online event.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = OnlinePlayer, example = json!({"name": "Anna"}))]
pub(super) struct OnlinePlayerRequest {
    name: String,
}

/// Enters an online event: the sender's account or browser is the player's from now on.
#[utoipa::path(post, path = "/api/events/{id}/players", tag = "events", request_body = OnlinePlayerRequest, responses(
    (status = 201, description = "Entered: the tournament, with the player's number", body = TournamentBody),
    (status = 403, description = "The event is not online, the browser has entered already, or games are rated and the sender has no account", body = ErrorBody),
    (status = 409, description = "The name is taken, or belongs to another account", body = ErrorBody),
    (status = 422, description = "The name cannot be used", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn enter(
    State(app): State<Shared>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    visitor: Visitor,
    JsonBody(request): JsonBody<OnlinePlayerRequest>,
) -> Result<Response, ApiError> {
    app.rate_limiter.allow(LimitedAction::CreateGame, address, visitor.credentials().account)?;
    let (live, access) = open(&app, &id, visitor.credentials()).await?;
    let client = RateKey::from(address);
    let name = app.accounts.event_name(&request.name, visitor.credentials().account).await?;
    access.enter(&live, &*app.store, &name, visitor.credentials(), &client).await?;
    let access = TournamentAccess::of(&live, &*app.store, visitor.credentials()).await?;
    let body = body(&app, &live, &access, &client).await?;
    Ok((StatusCode::CREATED, visitor, body).into_response())
}
