//! Opening an account, signing in and out over HTTP.

use std::net::IpAddr;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::CookieJar;
use serde::{Deserialize, Serialize};

use super::Shared;
use super::error::{ApiError, ErrorBody};
use super::guard::ClientAddress;
use super::identity::{Caller, CookieKind, SignedIn};
use super::json_body::JsonBody;
use crate::accounts::{AuditAction, SESSION};
use crate::names;
use crate::random::secret_token;
use crate::rate_limit::{LimitedAction, RateKey};
use crate::store::{Account, TokenDigest};

/// How long a browser is known to an account: a year.
const DEVICE_AGE: Duration = Duration::from_secs(365 * 24 * 3600);

/// A name and a password.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Entry, example = json!({"name": "Marion", "password": "a long sentence"}))]
pub(super) struct SignInBody {
    /// Up to 24 characters.
    name: String,
    /// 8 characters at least.
    password: String,
}

/// Who is signed in, and their games.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Me)]
pub(super) struct AccountBody {
    /// The account's name, if signed in.
    name: Option<String>,
    /// The newest games of this browser or account.
    games: Vec<AccountGame>,
}

/// A game of the sender.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = OwnGame)]
struct AccountGame {
    id: String,
    variant: String,
    /// Milliseconds since 1970.
    begun: i64,
    ended: bool,
}

/// Opens an account and signs in.
#[utoipa::path(post, path = "/api/account", tag = "people", request_body = SignInBody, responses(
    (status = 201, description = "The account is open; the session is in a cookie", body = AccountBody),
    (status = 409, description = "The name is taken", body = ErrorBody), (status = 422, description = "The name or password cannot be used", body = ErrorBody),
    (status = 429, description = "Too many attempts; see Retry-After", body = ErrorBody)))]
pub(super) async fn open(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Caller(credentials): Caller,
    headers: HeaderMap,
    JsonBody(body): JsonBody<SignInBody>,
) -> Result<Response, ApiError> {
    app.rate_limiter.allow(LimitedAction::SignIn, address, None)?;
    app.rate_limiter.take(LimitedAction::SignIn, RateKey::guess(address, ""))?;
    let account = app.accounts.open(&body.name, body.password, credentials.visitor, address).await?;
    Ok((StatusCode::CREATED, open_session(&app, &headers, account).await?).into_response())
}

/// Signs in.
#[utoipa::path(post, path = "/api/session", tag = "people", request_body = SignInBody, responses(
    (status = 200, description = "Signed in; the session is in a cookie", body = AccountBody),
    (status = 401, description = "The name or the password is wrong", body = ErrorBody),
    (status = 403, description = "The account is banned", body = ErrorBody),
    (status = 429, description = "Too many attempts; see Retry-After", body = ErrorBody)))]
pub(super) async fn sign_in(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    JsonBody(body): JsonBody<SignInBody>,
) -> Result<Response, ApiError> {
    let name = names::parse(&body.name).unwrap_or_default();
    wait_as_guesser(&app, &headers, &name, address).await?;
    let account = app.accounts.authenticate(&name, &body.password, address).await?;
    Ok(open_session(&app, &headers, account).await?.into_response())
}

/// Slows down whoever guesses passwords of an account: by address, or by browser if its owner has signed in there
/// before. So nobody can lock out the owner.
pub(super) async fn wait_as_guesser(
    app: &Shared,
    headers: &HeaderMap,
    name: &str,
    address: IpAddr,
) -> Result<(), ApiError> {
    app.rate_limiter.allow(LimitedAction::SignIn, address, None)?;
    let guesser = match known_device(app, headers, name).await? {
        Some(device) => RateKey::Device(device),
        None => RateKey::guess(address, name),
    };
    let wait = app.rate_limiter.reserve(LimitedAction::SignIn, guesser)?;
    if !wait.is_zero() {
        app.clock.sleep(wait).await;
    }
    Ok(())
}

/// The browser, if somebody has signed in to this account in it before.
async fn known_device(
    app: &Shared,
    headers: &HeaderMap,
    name: &str,
) -> Result<Option<TokenDigest>, ApiError> {
    let Some(device) = CookieKind::Device.read(app, headers) else { return Ok(None) };
    let Some(account) = app.store.account(name).await? else { return Ok(None) };
    Ok(app.store.knows_device(account.id, device).await?.then_some(device))
}

/// Opens a session under a new token; the one before ends.
pub(super) async fn open_session(
    app: &Shared,
    headers: &HeaderMap,
    account: Account,
) -> Result<impl IntoResponse + use<>, ApiError> {
    let previous = CookieKind::Session.read(app, headers);
    let browser = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let token = app.accounts.open_session(&account, previous, browser).await?;
    let mut cookies = CookieJar::new().add(CookieKind::Session.make(app, token, SESSION));
    let device = match CookieKind::Device.read(app, headers) {
        Some(device) => device,
        None => {
            let token = secret_token()?;
            let device = TokenDigest::of(&token);
            cookies = cookies.add(CookieKind::Device.make(app, token, DEVICE_AGE));
            device
        }
    };
    app.store.add_device(account.id, device, app.clock.now().0).await?;
    let body = AccountBody { name: Some(account.name), games: Vec::new() };
    Ok((cookies, Json(body)))
}

/// Signs out: the session ends, and its connections are closed.
#[utoipa::path(delete, path = "/api/session", tag = "people", responses(
    (status = 204, description = "Signed out")))]
pub(super) async fn sign_out(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    SignedIn(account): SignedIn,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    app.accounts.close_session(CookieKind::Session.read(&app, &headers)).await?;
    if let Some(account) = account {
        if let Some(visitor) = CookieKind::Visitor.read(&app, &headers) {
            app.store.delete_push_subscriptions_of(account.id, visitor).await?;
        }
        app.accounts.audit(AuditAction::SignedOut, Some(account.id), &account.name, address).await;
    }
    let expired = CookieKind::Session.make(&app, String::new(), Duration::ZERO);
    Ok((StatusCode::NO_CONTENT, CookieJar::new().add(expired)))
}

/// Who is signed in, and their games.
#[utoipa::path(get, path = "/api/account", tag = "people", responses(
    (status = 200, description = "Who is signed in, and their newest games", body = AccountBody)))]
pub(super) async fn me(
    State(app): State<Shared>,
    Caller(credentials): Caller,
    signed_in: SignedIn,
) -> Result<Json<AccountBody>, ApiError> {
    let games = app.store.games_of(&credentials, 100).await?.into_iter().map(|game| AccountGame {
        id: game.id,
        variant: game.variant,
        begun: game.created_at,
        ended: game.ended,
    });
    Ok(Json(AccountBody { name: signed_in.name(), games: games.collect() }))
}
