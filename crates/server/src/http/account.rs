//! What the owner of an account can do with it.

mod export;
mod export_head;

use axum::Json;
use axum::body::Body;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::Shared;
use super::auth::wait_as_guesser;
use super::error::{ApiError, ErrorBody};
use super::guard::ClientAddress;
use super::identity::{CookieKind, SignedIn};
use super::json_body::JsonBody;
use crate::accounts::{AccountError, AuditAction, public_id};
use crate::rate_limit::LimitedAction;
use crate::store::{Account, StoredKey, StoredSession, TokenDigest};
use export_head::{ExportHead, ExportedGame};

/// The account of a sender who must be signed in.
pub(super) struct Owner(pub(super) Account);

impl FromRequestParts<Shared> for Owner {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, ApiError> {
        let Ok(SignedIn(account)) = SignedIn::from_request_parts(parts, app).await;
        Ok(Self(account.ok_or(AccountError::NotSignedIn)?))
    }
}

/// The present password and the next.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PasswordChange)]
pub(super) struct PasswordBody {
    old: String,
    /// 8 characters at least.
    new: String,
}

/// Changes the password; all other sessions end, and links in mails no longer work.
#[utoipa::path(put, path = "/api/account/password", tag = "people", request_body = PasswordBody, responses(
    (status = 204, description = "It is changed"), (status = 401, description = "The present password is wrong", body = ErrorBody),
    (status = 422, description = "The new password cannot be used", body = ErrorBody), (status = 429, description = "Too many attempts; see Retry-After", body = ErrorBody)))]
pub(super) async fn change_password(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Owner(account): Owner,
    headers: HeaderMap,
    JsonBody(body): JsonBody<PasswordBody>,
) -> Result<StatusCode, ApiError> {
    wait_as_guesser(&app, &headers, &account.name, address).await?;
    let account = app.accounts.authenticate(&account.name, &body.old, address).await?;
    let session = CookieKind::Session.read(&app, &headers);
    app.accounts.change_password(&account, body.new, session, address).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// An open session.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = OpenSession)]
pub(super) struct SessionBody {
    id: String,
    /// When it was opened, in milliseconds since 1970.
    opened: u64,
    /// When it expires.
    expires: u64,
    /// The browser, as it describes itself.
    browser: String,
    /// Whether it is the sender's own.
    current: bool,
}

impl SessionBody {
    /// A session as its owner sees it from the session `own`.
    fn new(session: StoredSession, own: Option<TokenDigest>) -> Self {
        let StoredSession { token, created_at: opened, expires_at: expires, label: browser } = session;
        Self { id: public_id(token), opened, expires, browser, current: own == Some(token) }
    }
}

/// The open sessions of the account.
#[utoipa::path(get, path = "/api/account/sessions", tag = "people", responses(
    (status = 200, description = "The sessions, the newest first", body = Vec<SessionBody>), (status = 401, description = "Not signed in", body = ErrorBody)))]
pub(super) async fn sessions(
    State(app): State<Shared>,
    Owner(account): Owner,
    headers: HeaderMap,
) -> Result<Json<Vec<SessionBody>>, ApiError> {
    let own = CookieKind::Session.read(&app, &headers);
    let sessions = app.store.sessions(account.id, app.clock.now().0).await?.into_iter();
    Ok(Json(sessions.map(|session| SessionBody::new(session, own)).collect()))
}

/// Ends a session, and closes its connections.
#[utoipa::path(delete, path = "/api/account/sessions/{id}", tag = "people", responses(
    (status = 204, description = "It is ended"), (status = 401, description = "Not signed in", body = ErrorBody), (status = 404, description = "There is none", body = ErrorBody)))]
pub(super) async fn end_session(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Owner(account): Owner,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let sessions = app.store.sessions(account.id, app.clock.now().0).await?;
    let session = sessions.into_iter().find(|session| public_id(session.token) == id);
    app.accounts.close_session(Some(session.ok_or(AccountError::Unknown)?.token)).await?;
    app.accounts.audit(AuditAction::SessionEnded, Some(account.id), &account.name, address).await;
    Ok(StatusCode::NO_CONTENT)
}

/// A key for programs.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = ApiKey)]
pub(super) struct KeyBody {
    id: String,
    /// What its owner calls it.
    name: String,
    /// When it was created, in milliseconds since 1970.
    created: u64,
}

impl From<StoredKey> for KeyBody {
    fn from(key: StoredKey) -> Self {
        Self { id: public_id(key.token), name: key.label, created: key.created_at }
    }
}

/// The name of a new key.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewApiKey)]
pub(super) struct NewKeyBody {
    name: String,
}

/// A key that was created.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = CreatedApiKey)]
pub(super) struct CreatedKey {
    /// The key itself, which is shown once: `Authorization: Bearer KEY`.
    key: String,
}

/// The keys with which programs act for the account.
#[utoipa::path(get, path = "/api/account/keys", tag = "people", responses(
    (status = 200, description = "The keys, the newest first", body = Vec<KeyBody>), (status = 401, description = "Not signed in", body = ErrorBody)))]
pub(super) async fn keys(
    State(app): State<Shared>,
    Owner(account): Owner,
) -> Result<Json<Vec<KeyBody>>, ApiError> {
    Ok(Json(app.store.keys(account.id).await?.into_iter().map(KeyBody::from).collect()))
}

/// Creates a key with which a program acts for the account.
#[utoipa::path(post, path = "/api/account/keys", tag = "people", request_body = NewKeyBody, responses(
    (status = 201, description = "The key", body = CreatedKey), (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 409, description = "There are too many", body = ErrorBody),
    (status = 422, description = "The name is too long", body = ErrorBody), (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn create_key(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Owner(account): Owner,
    JsonBody(body): JsonBody<NewKeyBody>,
) -> Result<Response, ApiError> {
    app.rate_limiter.allow(LimitedAction::CreateGame, address, Some(account.id))?;
    let key = app.accounts.create_key(&account, &body.name).await?;
    app.accounts.audit(AuditAction::KeyCreated, Some(account.id), &account.name, address).await;
    Ok((StatusCode::CREATED, Json(CreatedKey { key })).into_response())
}

/// Ends a key.
#[utoipa::path(delete, path = "/api/account/keys/{id}", tag = "people", responses(
    (status = 204, description = "It is ended"), (status = 401, description = "Not signed in", body = ErrorBody), (status = 404, description = "There is none", body = ErrorBody)))]
pub(super) async fn end_key(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Owner(account): Owner,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let keys = app.store.keys(account.id).await?;
    let key = keys.into_iter().find(|key| public_id(key.token) == id).ok_or(AccountError::Unknown)?;
    app.accounts.end_key(key.token).await?;
    app.accounts.audit(AuditAction::KeyEnded, Some(account.id), &account.name, address).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Everything that is stored about an account. The games are streamed after the rest, so it is never whole in memory.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = AccountExport)]
pub(super) struct ExportBody {
    #[serde(flatten)]
    head: ExportHead,
    games: Vec<ExportedGame>,
    imports: Vec<ExportedGame>,
}

/// Everything that is stored about the account.
#[utoipa::path(get, path = "/api/account/export", tag = "people", responses(
    (status = 200, description = "The data", body = ExportBody), (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn export(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Owner(account): Owner,
) -> Result<Response, ApiError> {
    app.rate_limiter.allow(LimitedAction::CreateGame, address, Some(account.id))?;
    let (id, head) = (account.id, ExportHead::of(&app, &account).await?);
    app.accounts.audit(AuditAction::Exported, Some(id), &account.name, address).await;
    let about = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"damiera-account.json\""),
    ];
    Ok((about, Body::from_stream(export::chunks(app, id, &head)?)).into_response())
}

/// The password, to confirm.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Confirmation)]
pub(super) struct ConfirmBody {
    pub(super) password: String,
}

/// Deletes the account. Its games stay and show a deleted player.
#[utoipa::path(delete, path = "/api/account", tag = "people", request_body = ConfirmBody, responses(
    (status = 204, description = "It is deleted"), (status = 401, description = "Not signed in, or the password is wrong", body = ErrorBody),
    (status = 429, description = "Too many attempts; see Retry-After", body = ErrorBody)))]
pub(super) async fn delete(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Owner(account): Owner,
    headers: HeaderMap,
    JsonBody(body): JsonBody<ConfirmBody>,
) -> Result<StatusCode, ApiError> {
    wait_as_guesser(&app, &headers, &account.name, address).await?;
    let account = app.accounts.authenticate(&account.name, &body.password, address).await?;
    app.accounts.delete(&account).await?;
    Ok(StatusCode::NO_CONTENT)
}
