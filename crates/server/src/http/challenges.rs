//! Challenges over HTTP. A challenge is accepted, withdrawn and looked at like any other seek.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use damiera_messages::{OpenSeek, SeekTerms};
use serde::Deserialize;

use super::Shared;
use super::account::Owner;
use super::error::{ApiError, ErrorBody};
use super::guard::ClientAddress;
use super::identity::Visitor;
use super::json_body::JsonBody;
use super::strict::{JsonFields, no_other_fields};
use crate::accounts::AccountError;
use crate::random::secret_token;
use crate::rate_limit::LimitedAction;
use crate::rooms::RoomError;
use crate::seeks::SeekError;

/// A challenge.
#[derive(Deserialize, utoipa::ToSchema)]
#[schema(as = Challenge)]
pub(super) struct ChallengeBody {
    /// The name of the player who is challenged.
    to: String,
    #[serde(flatten)]
    terms: SeekTerms,
}

/// Challenges a player by name.
#[utoipa::path(post, path = "/api/challenges", tag = "meeting", request_body = ChallengeBody, responses(
    (status = 201, description = "It is made", body = OpenSeek), (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 403, description = "The player does not accept challenges from the sender", body = ErrorBody),
    (status = 404, description = "There is no such player", body = ErrorBody),
    (status = 409, description = "The player has too many challenges to answer", body = ErrorBody),
    (status = 422, description = "No game can be played on these terms", body = ErrorBody), (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn create(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Owner(account): Owner,
    visitor: Visitor,
    JsonBody(body): JsonBody<JsonFields>,
) -> Result<Response, ApiError> {
    let ChallengeBody { to, terms } = ChallengeBody::deserialize(&body).map_err(RoomError::invalid)?;
    no_other_fields(&body, &["to"], &terms)?;
    app.rate_limiter.allow(LimitedAction::CreateGame, address, Some(account.id))?;
    if account.status.muted {
        return Err(AccountError::Muted.into());
    }
    let challenged = app.store.account(to.trim()).await?.ok_or(SeekError::UnknownPlayer)?;
    let holder = visitor.holder(&secret_token()?, Some(account.name.clone()));
    let seek = app.seeks.challenge(terms, &account, holder, &challenged).await?;
    Ok((StatusCode::CREATED, Json(seek)).into_response())
}

/// The challenges that wait for one's answer.
#[utoipa::path(get, path = "/api/challenges", tag = "meeting", responses(
    (status = 200, description = "The challenges, the newest first; twenty at most", body = Vec<OpenSeek>),
    (status = 401, description = "Not signed in", body = ErrorBody)))]
pub(super) async fn list(
    State(app): State<Shared>,
    Owner(account): Owner,
) -> Result<Json<Vec<OpenSeek>>, ApiError> {
    Ok(Json(app.seeks.challenges_to(account.id).await?))
}

/// Declines a challenge.
#[utoipa::path(delete, path = "/api/challenges/{id}", tag = "meeting", responses(
    (status = 204, description = "It is declined"), (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 403, description = "It is addressed to somebody else", body = ErrorBody), (status = 404, description = "There is none", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn decline(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Owner(account): Owner,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    app.rate_limiter.allow(LimitedAction::Withdraw, address, Some(account.id))?;
    app.seeks.decline(&id, account.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
