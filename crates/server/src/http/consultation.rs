//! Sides that several people hold, over HTTP: a link to join, proposals and votes. Only members of a side get an answer.

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
use super::agreed;
use super::error::{ApiError, ErrorBody};
use super::guard::ClientAddress;
use super::identity::{Caller, SignedIn, Visitor};
use super::json_body::JsonBody;
use super::lang::Reader;
use super::pages::{Page, nothing_here, show};
use crate::consultation::ConsultationView;
use crate::library;
use crate::random::secret_token;
use crate::rate_limit::LimitedAction;
use crate::rooms::{ConsultAction, ConsultRequest, Room, RoomError, RoomMessage};
use crate::store::{Credentials, StoreError, TokenDigest};

/// Asks the game's room.
async fn ask(
    room: &Room,
    credentials: &Credentials,
    action: ConsultAction,
) -> Result<ConsultationView, RoomError> {
    let (reply, result) = oneshot::channel();
    let request = ConsultRequest { credentials: credentials.clone(), action, reply };
    room.send(RoomMessage::Consult(Box::new(request))).await?;
    result.await.unwrap_or(Err(StoreError::OutcomeUnknown.into()))
}

/// The consultation of one's own side: who holds it, and what they propose. Nobody else gets it.
#[utoipa::path(get, path = "/api/games/{id}/consultation", tag = "games", responses(
    (status = 200, description = "The consultation", body = ConsultationView),
    (status = 403, description = "The sender holds no side that several people hold", body = ErrorBody),
    (status = 404, description = "There is none", body = ErrorBody)))]
pub(super) async fn view(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Caller(credentials): Caller,
) -> Result<Response, ApiError> {
    let room = app.rooms.find(&id).await?;
    let view = ask(&room, &credentials, ConsultAction::View).await?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(view)).into_response())
}

/// A move to propose.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MoveVote, example = json!({"notation": "22-18"}))]
pub(super) struct VoteBody {
    notation: String,
}

/// Proposes a move for one's side, or votes for it; a later vote replaces an earlier one. Where the majority decides, the move with the
/// most votes is played when the time is over or everybody has voted.
#[utoipa::path(put, path = "/api/games/{id}/consultation", tag = "games", request_body = VoteBody, responses(
    (status = 200, description = "The consultation after it", body = ConsultationView),
    (status = 403, description = "The sender holds no side that several people hold", body = ErrorBody),
    (status = 409, description = "The move is against the rules, with the article", body = ErrorBody),
    (status = 422, description = "The move cannot be read", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn vote(
    State(app): State<Shared>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    Caller(credentials): Caller,
    JsonBody(VoteBody { notation }): JsonBody<VoteBody>,
) -> Result<Json<ConsultationView>, ApiError> {
    app.rate_limiter.allow(LimitedAction::Command, address, credentials.account)?;
    let room = app.rooms.find(&id).await?;
    Ok(Json(ask(&room, &credentials, ConsultAction::Vote { notation }).await?))
}

/// A link to join a side.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = SideLink, example = json!({"link": "/side/abc"}))]
pub(super) struct SideLinkBody {
    /// The link to share: absolute if the server knows its own address, else from its root.
    link: String,
}

/// Makes a link by which others join one's side. An earlier link no longer works.
#[utoipa::path(post, path = "/api/games/{id}/consultation/link", tag = "games", responses(
    (status = 201, description = "The link", body = SideLinkBody),
    (status = 403, description = "The sender is not the captain of a side that several people hold", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn link(
    State(app): State<Shared>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    Caller(credentials): Caller,
) -> Result<Response, ApiError> {
    app.rate_limiter.allow(LimitedAction::Social, address, credentials.account)?;
    let room = app.rooms.find(&id).await?;
    let captain = |side: &Side| {
        let consults = room.game().terms().consultation[*side as usize].is_some();
        consults && room.may_act(&credentials, Actor::Player(*side))
    };
    let side = Side::BOTH.into_iter().find(captain).ok_or(RoomError::NotAllowed)?;
    let token = secret_token()?;
    app.store.put_side_link(TokenDigest::of(&token), &id, side).await?;
    let link = app.settings.link(&format!("/side/{token}"));
    Ok((StatusCode::CREATED, Json(SideLinkBody { link })).into_response())
}

/// Whoever joins a side.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JoinSide)]
pub(super) struct JoinBody {
    /// The token of the link.
    token: String,
    /// A name for this game; ignored if signed in.
    #[serde(default)]
    name: String,
}

/// A side that the sender has joined.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = JoinedSide, example = json!({"game": "x", "side": "white", "key": "secret"}))]
pub(super) struct JoinedBody {
    game: String,
    side: wire::WireSide,
    /// The key to the sender's place, for clients without cookies. That of an account ends with the session.
    key: String,
}

/// Joins a side that several people hold.
#[utoipa::path(post, path = "/api/sides", tag = "games", request_body = JoinBody, responses(
    (status = 201, description = "The side is joined", body = JoinedBody),
    (status = 403, description = "The sender plays for the other side", body = ErrorBody),
    (status = 404, description = "The link is not known, or no longer", body = ErrorBody),
    (status = 422, description = "The side is full, the game is over, or the name cannot be used", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn join(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    visitor: Visitor,
    signed_in: SignedIn,
    JsonBody(JoinBody { token, name }): JsonBody<JoinBody>,
) -> Result<Response, ApiError> {
    app.rate_limiter.allow(LimitedAction::CreateGame, address, visitor.credentials().account)?;
    let found = app.store.side_link(TokenDigest::of(&token)).await?;
    let (game, side) = found.ok_or(RoomError::UnknownGame)?;
    let name = match signed_in.name() {
        Some(name) => Some(name),
        None => app.accounts.guest_name(&name).await?,
    };
    let key = visitor.seat_key()?;
    let (room, holder) = (app.rooms.find(&game).await?, visitor.holder(&key, name));
    ask(&room, visitor.credentials(), ConsultAction::Join { side, holder }).await?;
    Ok((StatusCode::CREATED, visitor, Json(JoinedBody { game, side: side.into(), key })).into_response())
}

#[derive(Template)]
#[template(path = "side.html")]
struct SidePage {
    page: Page,
    token: String,
    variant: &'static str,
    white: String,
    black: String,
    side: &'static str,
    /// How the side decides.
    rule: String,
    account: Option<String>,
}

/// The page behind a link to join a side.
pub(super) async fn page(
    State(app): State<Shared>,
    Path(token): Path<String>,
    Reader(lang): Reader,
    signed_in: SignedIn,
) -> Response {
    let Ok(Some((game, side))) = app.store.side_link(TokenDigest::of(&token)).await else {
        return nothing_here(Reader(lang)).await;
    };
    let Ok(room) = app.rooms.find(&game).await else { return nothing_here(Reader(lang)).await };
    let page = Page { lang };
    let name = |side| {
        let name = library::name((&room.seats, &room.holders), side);
        if name.is_empty() { page.t("guest") } else { name }
    };
    let terms = room.game().terms().clone();
    let rule = terms.consultation[side as usize];
    let shown = SidePage {
        page,
        token,
        variant: terms.variant.name(),
        white: name(Side::White),
        black: name(Side::Black),
        side: if side == Side::White { "white" } else { "black" },
        rule: rule.map(|rule| agreed::consultation_rule(page, rule)).unwrap_or_default(),
        account: signed_in.name(),
    };
    show(&shown, StatusCode::OK)
}
