//! Seeks over HTTP.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use damiera_game::wire;
use damiera_messages::OpenSeek;
use serde::{Deserialize, Serialize};

use super::Shared;
use super::error::{ApiError, ErrorBody};
use super::guard::ClientAddress;
use super::identity::{Caller, SignedIn, Visitor};
use super::json_body::JsonBody;
use super::strict::{JsonFields, no_other_fields};
use crate::accounts::AccountError;
use crate::rate_limit::LimitedAction;
use crate::rooms::RoomError;
use crate::store::StoredSeek;
use damiera_messages::SeekTerms;

/// What to play, and the seeker's name.
#[derive(Deserialize, utoipa::ToSchema)]
#[schema(as = Seeking)]
pub(super) struct SeekBody {
    /// A name for this game; ignored if signed in.
    #[serde(default)]
    name: Option<String>,
    #[serde(flatten)]
    terms: SeekTerms,
}

impl SeekBody {
    fn read(body: &JsonFields) -> Result<Self, RoomError> {
        let read = Self::deserialize(body).map_err(RoomError::invalid)?;
        no_other_fields(body, &["name"], &read.terms)?;
        Ok(read)
    }
}

/// A seek that was opened.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Put)]
pub(super) struct CreatedSeek {
    #[serde(flatten)]
    seek: OpenSeek,
    /// The key to the seeker's seat, for clients without cookies. That of an account ends with the session.
    key: String,
    /// The link to share: absolute if the server knows its own address, else from its root.
    link: String,
}

/// The state of a seek.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Standing)]
pub(super) struct SeekStatus {
    #[serde(flatten)]
    seek: OpenSeek,
    /// Whether it is the sender's own.
    own: bool,
    /// The game it led to.
    game: Option<String>,
}

/// A seek that the sender has accepted.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Taken)]
pub(super) struct AcceptedSeek {
    /// The game's id.
    game: String,
    /// The sender's side.
    side: wire::WireSide,
    /// The key to the sender's seat, for clients without cookies. That of an account ends with the session.
    key: String,
}

/// The open seeks.
#[utoipa::path(get, path = "/api/seeks", tag = "meeting", responses(
    (status = 200, description = "The open seeks, the oldest first", body = Vec<OpenSeek>)))]
pub(super) async fn list(State(app): State<Shared>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], app.lobby.listing()).into_response()
}

/// The name of a player: that of the account, or the one that a guest gives.
pub(super) async fn player_name(
    app: &Shared,
    SignedIn(account): SignedIn,
    given: &str,
) -> Result<Option<String>, ApiError> {
    match account {
        Some(account) => Ok(Some(account.name)),
        None => Ok(app.accounts.guest_name(given).await?),
    }
}

/// Opens a seek: for everybody in the lobby, or for people with the link `/seek/{id}`.
#[utoipa::path(post, path = "/api/seeks", tag = "meeting", request_body = SeekBody, responses(
    (status = 201, description = "It is open", body = CreatedSeek), (status = 403, description = "The account may not offer games in the lobby", body = ErrorBody),
    (status = 409, description = "The name belongs to an account", body = ErrorBody), (status = 422, description = "No game can be played on these terms, or the name cannot be used", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn put(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    visitor: Visitor,
    signed_in: SignedIn,
    JsonBody(body): JsonBody<JsonFields>,
) -> Result<Response, ApiError> {
    let SeekBody { name, terms } = SeekBody::read(&body)?;
    app.rate_limiter.allow(LimitedAction::CreateGame, address, visitor.credentials().account)?;
    let key = visitor.seat_key()?;
    if terms.open && signed_in.0.as_ref().is_some_and(|account| account.status.muted) {
        return Err(AccountError::Muted.into());
    }
    let name = player_name(&app, signed_in, &name.unwrap_or_default()).await?;
    let seek = app.seeks.open(terms, visitor.holder(&key, name), address.into()).await?;
    let link = app.settings.link(&format!("/seek/{}", seek.id));
    Ok((StatusCode::CREATED, visitor, Json(CreatedSeek { seek, key, link })).into_response())
}

/// The state of a seek.
#[utoipa::path(get, path = "/api/seeks/{id}", tag = "meeting", responses(
    (status = 200, description = "Its state", body = SeekStatus), (status = 404, description = "There is none", body = ErrorBody)))]
pub(super) async fn show(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Caller(credentials): Caller,
) -> Result<Json<SeekStatus>, ApiError> {
    let StoredSeek { id, terms, holder, game, .. } = app.seeks.find(&id).await?;
    let own = holder.is(&credentials);
    let seek = OpenSeek { id, profile: holder.has_profile(), name: holder.name, rating: None, terms };
    Ok(Json(SeekStatus { seek, own, game }))
}

/// The name of the player who accepts a seek.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Called)]
pub(super) struct AcceptBody {
    /// A name for this game; ignored if signed in.
    #[serde(default)]
    name: String,
}

/// Accepts a seek: the game is created, and both players may join it.
#[utoipa::path(post, path = "/api/seeks/{id}/accept", tag = "meeting", request_body = Option<AcceptBody>, responses(
    (status = 201, description = "The game is created", body = AcceptedSeek),
    (status = 403, description = "It is the sender's own, or for other ratings than the sender's", body = ErrorBody), (status = 404, description = "There is none, or no longer", body = ErrorBody),
    (status = 409, description = "Somebody else was first, or the name belongs to an account", body = ErrorBody),
    (status = 422, description = "The name cannot be used", body = ErrorBody), (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn accept(
    State(app): State<Shared>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    visitor: Visitor,
    signed_in: SignedIn,
    body: Option<JsonBody<AcceptBody>>,
) -> Result<Response, ApiError> {
    app.rate_limiter.allow(LimitedAction::CreateGame, address, visitor.credentials().account)?;
    let key = visitor.seat_key()?;
    let name = body.map(|JsonBody(body)| body.name).unwrap_or_default();
    let name = player_name(&app, signed_in, &name).await?;
    let holder = visitor.holder(&key, name);
    let (game, side) = app.seeks.accept(&id, visitor.credentials(), holder).await?;
    let accepted = AcceptedSeek { game, side: side.into(), key };
    Ok((StatusCode::CREATED, visitor, Json(accepted)).into_response())
}

/// Withdraws a seek.
#[utoipa::path(delete, path = "/api/seeks/{id}", tag = "meeting", responses(
    (status = 204, description = "It is withdrawn"), (status = 403, description = "It belongs to somebody else", body = ErrorBody),
    (status = 404, description = "There is none", body = ErrorBody), (status = 409, description = "It was accepted", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn withdraw(
    State(app): State<Shared>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    Caller(credentials): Caller,
) -> Result<StatusCode, ApiError> {
    app.rate_limiter.allow(LimitedAction::Withdraw, address, credentials.account)?;
    app.seeks.withdraw(&id, &credentials).await?;
    Ok(StatusCode::NO_CONTENT)
}
