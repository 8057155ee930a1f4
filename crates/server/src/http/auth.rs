//! Accounts and sessions over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use damiera_game::Lang;
use serde::{Deserialize, Serialize};

use super::Shared;
use super::api::{Problem, Told};
use super::guard::From;
use super::lang::Reader;
use super::who::{self, SESSION, Who, cookie, cookie_name, read_cookie};
use crate::account::{LONGEST, SHORTEST, hash, is_right};
use crate::limits::Kind;
use crate::lobby::tidy_name;
use crate::room::RoomError;
use crate::secret::secret;
use crate::store::{Account, StoreError, TokenDigest};
use crate::time::now;

/// How long a session lasts: thirty days.
const SESSION_SECONDS: u64 = 30 * 24 * 3600;

/// A name and a password.
#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"name": "Marion", "password": "a long sentence"}))]
pub(super) struct Entry {
    /// Up to 24 letters.
    name: String,
    /// 8 letters at least.
    password: String,
}

/// Who is signed in, and the games that are his.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct Me {
    /// The account's name, if signed in.
    name: Option<String>,
    /// The newest games of this browser or account.
    games: Vec<OwnGame>,
}

/// A game of one's own.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
struct OwnGame {
    id: String,
    variant: String,
    /// Milliseconds since 1970.
    begun: i64,
    ended: bool,
}

fn bad(lang: Lang, key: &str) -> RoomError {
    RoomError::Bad(crate::texts::text(lang, key))
}

/// Opens an account and signs in.
#[utoipa::path(post, path = "/api/account", tag = "people", request_body = Entry, responses(
    (status = 201, description = "The account is open, and a session in a cookie", body = Me),
    (status = 409, description = "The name is taken", body = Told), (status = 422, description = "The name or password will not do", body = Told),
    (status = 429, description = "Too many attempts; see Retry-After", body = Told)))]
pub(super) async fn open(
    State(rooms): State<Shared>,
    Reader(lang): Reader,
    From(address): From,
    Who(shown): Who,
    headers: HeaderMap,
    Json(entry): Json<Entry>,
) -> Result<Response, Problem> {
    let problem = |error| Problem(error, lang);
    let allowances = rooms.allowances();
    allowances.take(Kind::SignIn, address.into()).map_err(|wait| problem(RoomError::TooMuch(wait)))?;
    let name = tidy_name(&entry.name).ok_or_else(|| problem(bad(lang, "name-missing")))?;
    if !(SHORTEST..=LONGEST).contains(&entry.password.chars().count()) {
        return Err(problem(bad(lang, "password-short")));
    }
    let password = hash(entry.password).await.map_err(problem)?;
    let id = match rooms.store().create_account(&name, &password, shown.visitor, now().0).await {
        Err(StoreError::Conflict) => {
            return Ok((StatusCode::CONFLICT, told(lang, "name-taken")).into_response());
        }
        added => added.map_err(|error| problem(error.into()))?,
    };
    begin(&rooms, Account { id, name, password_hash: password }, &headers, StatusCode::CREATED)
        .await
        .map_err(problem)
}

fn told(lang: Lang, key: &str) -> Json<Told> {
    Json(Told::new(crate::texts::text(lang, key)))
}

/// Signs in.
#[utoipa::path(post, path = "/api/session", tag = "people", request_body = Entry, responses(
    (status = 200, description = "Signed in; the session is in a cookie", body = Me),
    (status = 401, description = "The name or the password is wrong", body = Told),
    (status = 429, description = "Too many attempts; see Retry-After", body = Told)))]
pub(super) async fn sign_in(
    State(rooms): State<Shared>,
    Reader(lang): Reader,
    From(address): From,
    headers: HeaderMap,
    Json(entry): Json<Entry>,
) -> Result<Response, Problem> {
    let problem = |error| Problem(error, lang);
    let name = tidy_name(&entry.name).unwrap_or_default();
    let account = crate::limits::Client::Account(name.to_lowercase());
    for client in [address.into(), account] {
        let taken = rooms.allowances().take(Kind::SignIn, client);
        taken.map_err(|wait| problem(RoomError::TooMuch(wait)))?;
    }
    let account = rooms.store().account(&name).await.map_err(|error| problem(error.into()))?;
    let password = entry.password.chars().take(LONGEST + 1).collect();
    let right = is_right(password, account.as_ref().map(|account| account.password_hash.clone())).await;
    match account.filter(|_| right) {
        Some(account) => begin(&rooms, account, &headers, StatusCode::OK).await.map_err(problem),
        None => Ok((StatusCode::UNAUTHORIZED, told(lang, "wrong-password")).into_response()),
    }
}

/// Begins a session under a new word; one that was open before ends.
async fn begin(
    rooms: &Shared,
    account: Account,
    headers: &HeaderMap,
    status: StatusCode,
) -> Result<Response, RoomError> {
    end(rooms, headers).await?;
    let word = secret()?;
    let expires = now().0 + 1000 * SESSION_SECONDS;
    rooms.store().open_session(TokenDigest::of(&word), account.id, expires).await?;
    let cookie = cookie(rooms.settings().is_secure(), SESSION, &word, SESSION_SECONDS);
    let mut response = (status, Json(Me { name: Some(account.name), games: Vec::new() })).into_response();
    response.headers_mut().extend(cookie.map(|cookie| (header::SET_COOKIE, cookie)));
    Ok(response)
}

async fn end(rooms: &Shared, headers: &HeaderMap) -> Result<(), RoomError> {
    let name = cookie_name(rooms.settings().is_secure(), SESSION);
    if let Some(session) = read_cookie(headers, &name).map(TokenDigest::of) {
        rooms.store().close_session(session).await?;
        rooms.sockets().sign_out(session);
    }
    Ok(())
}

/// Signs out: the session is dead, and its connections end.
#[utoipa::path(delete, path = "/api/session", tag = "people", responses(
    (status = 204, description = "Signed out")))]
pub(super) async fn sign_out(
    State(rooms): State<Shared>,
    Reader(lang): Reader,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    end(&rooms, &headers).await.map_err(|error| Problem(error, lang))?;
    let gone: Option<HeaderValue> = cookie(rooms.settings().is_secure(), SESSION, "", 0);
    let mut response = StatusCode::NO_CONTENT.into_response();
    response.headers_mut().extend(gone.map(|cookie| (header::SET_COOKIE, cookie)));
    Ok(response)
}

/// Who one is, and one's games.
#[utoipa::path(get, path = "/api/account", tag = "people", responses(
    (status = 200, description = "Who one is, and one's newest games", body = Me)))]
pub(super) async fn me(
    State(rooms): State<Shared>,
    Reader(lang): Reader,
    Who(shown): Who,
    headers: HeaderMap,
) -> Result<Json<Me>, Problem> {
    let games = rooms.store().games_of(&shown, 100).await.map_err(|error| Problem(error.into(), lang))?;
    let own = games.into_iter().map(|game| OwnGame {
        id: game.id,
        variant: game.variant,
        begun: game.created_at,
        ended: game.ended,
    });
    let name = who::account(&headers, &rooms).await.map(|account| account.name);
    Ok(Json(Me { name, games: own.collect() }))
}
