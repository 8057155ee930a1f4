//! Whether an account gets mail about its turns in correspondence games.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};

use super::Shared;
use super::account::Owner;
use super::error::{ApiError, ErrorBody};
use super::guard::ClientAddress;
use super::json_body::JsonBody;
use super::lang::Reader;
use crate::accounts::AccountError;
use crate::random::secret_token;
use crate::rate_limit::LimitedAction;
use crate::store::TurnMailSetting;

/// Whether mail about turns is sent.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = TurnMail, example = json!({"on": false, "available": true}))]
pub(super) struct TurnMailBody {
    /// Whether it is switched on.
    on: bool,
    /// Whether it can be: the server sends mail, and the account has a confirmed address.
    available: bool,
}

/// Whether the account gets mail about its turns in correspondence games.
#[utoipa::path(get, path = "/api/account/turn-mail", tag = "people", responses(
    (status = 200, description = "The setting", body = TurnMailBody), (status = 401, description = "Not signed in", body = ErrorBody)))]
pub(super) async fn show(
    State(app): State<Shared>,
    Owner(account): Owner,
) -> Result<Json<TurnMailBody>, ApiError> {
    let on = app.store.turn_mail_setting(account.id).await?.is_some();
    let available = app.settings.mailer.is_some() && app.store.email(account.id).await?.is_some();
    Ok(Json(TurnMailBody { on, available }))
}

/// Switches mail about turns on or off.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TurnMailChange)]
pub(super) struct TurnMailChange {
    /// Whether mail is wanted.
    on: bool,
}

/// Switches mail about one's turns on or off: one mail when the opponent has moved, and one before the time runs out. It is off
/// at first. Mails are written in the language of this request.
#[utoipa::path(put, path = "/api/account/turn-mail", tag = "people", request_body = TurnMailChange, responses(
    (status = 204, description = "It is switched"), (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "The server sends no mail, or the account has no confirmed address", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn change(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Owner(account): Owner,
    Reader(lang): Reader,
    JsonBody(TurnMailChange { on }): JsonBody<TurnMailChange>,
) -> Result<StatusCode, ApiError> {
    app.rate_limiter.allow(LimitedAction::Social, address, Some(account.id))?;
    if !on {
        app.store.stop_turn_mail(account.id).await?;
        return Ok(StatusCode::NO_CONTENT);
    }
    if app.settings.mailer.is_none() {
        return Err(AccountError::NoMail.into());
    }
    if app.store.email(account.id).await?.is_none() {
        return Err(AccountError::NoEmail.into());
    }
    let setting = TurnMailSetting {
        account: account.id,
        language: lang.code().to_owned(),
        stop_token: secret_token()?,
    };
    app.store.set_turn_mail(&setting).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The token of a link that stops mail about turns.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StopTurnMail)]
pub(super) struct StopBody {
    token: String,
}

/// Stops mail about turns by the link in such a mail, without signing in.
#[utoipa::path(post, path = "/api/turn-mail/stop", tag = "people", request_body = StopBody, responses(
    (status = 204, description = "No more mail is sent"), (status = 404, description = "The link is not known, or was used", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn stop(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    JsonBody(body): JsonBody<StopBody>,
) -> Result<StatusCode, ApiError> {
    app.rate_limiter.allow(LimitedAction::SignIn, address, None)?;
    let account = app.store.turn_mail_account(&body.token).await?.ok_or(AccountError::LinkExpired)?;
    app.store.stop_turn_mail(account).await?;
    Ok(StatusCode::NO_CONTENT)
}
