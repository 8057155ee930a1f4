//! Seeks and invitations over HTTP.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use damiera_game::wire;
use damiera_rules::Side;
use serde::{Deserialize, Serialize};

use super::Shared;
use super::api::{Problem, Told};
use super::guard::From;
use super::lang::Reader;
use super::who::{self, Visitor, Who};
use crate::limits::Kind;
use crate::lobby::{OpenSeek, game_terms, tidy_name};
use crate::room::RoomError;
use crate::secret::{secret, word};
use crate::store::{Holders, Seats};
use crate::store::{SeekTerms, StoreError, StoreWrite, StoredSeek};
use crate::time::now;

/// What somebody wants to play, and how to call him.
#[derive(Deserialize, utoipa::ToSchema)]
pub(super) struct Seeking {
    /// A name for this game; an account's own if signed in.
    #[serde(default)]
    name: Option<String>,
    #[serde(flatten)]
    wanted: SeekTerms,
}

/// A seek that was put up.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct Put {
    #[serde(flatten)]
    seek: OpenSeek,
    /// The key to one's place in the game it leads to, for those who keep no cookies.
    key: String,
    /// The address to send to somebody: whole if the server knows its own, else from its root.
    link: String,
}

/// How a seek stands.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct Standing {
    #[serde(flatten)]
    seek: OpenSeek,
    /// Whether it is one's own.
    own: bool,
    /// The game it led to.
    game: Option<String>,
}

/// A seek that one has taken up.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct Taken {
    /// The game.
    game: String,
    /// One's side.
    side: wire::WireSide,
    /// The key to one's place, for those who keep no cookies.
    key: String,
}

/// The open seeks.
#[utoipa::path(get, path = "/api/seeks", tag = "meeting", responses(
    (status = 200, description = "The open seeks, the oldest first", body = Vec<OpenSeek>)))]
pub(super) async fn list(State(rooms): State<Shared>) -> Json<Vec<OpenSeek>> {
    Json(rooms.lobby().list())
}

/// Puts up a seek: open to all in the lobby, or for whoever has the link `/seek/{id}`.
#[utoipa::path(post, path = "/api/seeks", tag = "meeting", request_body = Seeking, responses(
    (status = 201, description = "It is up", body = Put), (status = 422, description = "It cannot be played so", body = Told),
    (status = 429, description = "Too many; see Retry-After", body = Told)))]
pub(super) async fn put(
    State(rooms): State<Shared>,
    Reader(lang): Reader,
    From(address): From,
    visitor: Visitor,
    headers: HeaderMap,
    Json(Seeking { name, wanted }): Json<Seeking>,
) -> Result<Response, Problem> {
    let problem = |error| Problem(error, lang);
    rooms.allow(Kind::Game, address, visitor.credentials().account).map_err(problem)?;
    game_terms(&wanted).map_err(problem)?;
    let key = secret().map_err(|error| problem(error.into()))?;
    let account = who::account(&headers, &rooms).await.map(|account| account.name);
    let name = account.or_else(|| tidy_name(&name.unwrap_or_default()));
    let holder = visitor.holder(&key, name.clone());
    let id = word::<10>().map_err(|error| problem(error.into()))?;
    let kept =
        StoredSeek { id: id.clone(), at: now().0, terms: wanted.clone(), holder: holder.clone(), game: None };
    let seek = OpenSeek { id, name, wanted };
    rooms.write(StoreWrite::Seek(Box::new(kept))).await.map_err(|error| problem(error.into()))?;
    if seek.wanted.open {
        rooms.lobby().put(seek.clone(), holder).map_err(problem)?;
    }
    let link = rooms.settings().link(&format!("/seek/{}", seek.id));
    Ok((StatusCode::CREATED, visitor, Json(Put { seek, key, link })).into_response())
}

async fn find(rooms: &Shared, id: &str) -> Result<StoredSeek, RoomError> {
    rooms.store().seek(id).await?.ok_or(RoomError::Unknown)
}

/// How a seek stands.
#[utoipa::path(get, path = "/api/seeks/{id}", tag = "meeting", responses(
    (status = 200, description = "How it stands", body = Standing), (status = 404, description = "There is none", body = Told)))]
pub(super) async fn show(
    State(rooms): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
    Who(shown): Who,
) -> Result<Json<Standing>, Problem> {
    let kept = find(&rooms, &id).await.map_err(|error| Problem(error, lang))?;
    Ok(Json(standing(&kept, kept.holder.is(&shown))))
}

fn standing(kept: &StoredSeek, own: bool) -> Standing {
    let StoredSeek { id, terms: wanted, holder, game, .. } = kept.clone();
    Standing { seek: OpenSeek { id, name: holder.name, wanted }, own, game }
}

/// Takes a seek up: the game is made, and both may come to it.
#[utoipa::path(post, path = "/api/seeks/{id}/accept", tag = "meeting", request_body = Option<Called>, responses(
    (status = 201, description = "The game is made", body = Taken),
    (status = 403, description = "It is one's own", body = Told), (status = 404, description = "There is none, or no longer", body = Told),
    (status = 409, description = "Somebody was faster", body = Told), (status = 429, description = "Too many; see Retry-After", body = Told)))]
pub(super) async fn accept(
    State(rooms): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
    From(address): From,
    visitor: Visitor,
    headers: HeaderMap,
    called: Option<Json<Called>>,
) -> Result<Response, Problem> {
    let problem = |error| Problem(error, lang);
    rooms.allow(Kind::Game, address, visitor.credentials().account).map_err(problem)?;
    let key = secret().map_err(|error| problem(error.into()))?;
    let account = who::account(&headers, &rooms).await.map(|account| account.name);
    let name = account.or_else(|| tidy_name(&called?.0.name));
    let holder = visitor.holder(&key, name);
    let (game, side) = take_up(&rooms, &id, &visitor, holder).await.map_err(problem)?;
    Ok((StatusCode::CREATED, visitor, Json(Taken { game, side, key })).into_response())
}

/// How to call whoever takes a seek up.
#[derive(Deserialize, utoipa::ToSchema)]
pub(super) struct Called {
    /// A name for this game; an account's own if signed in.
    #[serde(default)]
    name: String,
}

async fn take_up(
    rooms: &Shared,
    id: &str,
    visitor: &Visitor,
    holder: crate::store::Holder,
) -> Result<(String, wire::WireSide), RoomError> {
    let seek = find(rooms, id).await?;
    if seek.holder.is(visitor.credentials()) {
        return Err(RoomError::Forbidden);
    }
    if seek.game.is_some() {
        return Err(RoomError::Resync(0));
    }
    if seek.terms.open && !rooms.lobby().take(id) {
        return Err(RoomError::Unknown); // its seeker has gone
    }
    let mut lot = [0];
    let _ = getrandom::fill(&mut lot);
    let lot = if lot[0] & 1 == 0 { Side::White } else { Side::Black };
    let seeker = seek.terms.colour.map_or(lot, Side::from);
    let mut holders = [Some(seek.holder.clone()), Some(holder)];
    if seeker == Side::Black {
        holders.swap(0, 1);
    }
    let made =
        rooms.create(game_terms(&seek.terms)?, Seats::PEOPLE, Holders(holders), Some(id.to_owned())).await;
    let room = match made {
        Err(RoomError::Store(StoreError::Conflict)) => return Err(RoomError::Resync(0)),
        made => made?,
    };
    rooms.lobby().matched(&seek.holder, id, room.id());
    Ok((room.id().to_owned(), (!seeker).into()))
}

/// Takes one's own seek down.
#[utoipa::path(delete, path = "/api/seeks/{id}", tag = "meeting", responses(
    (status = 204, description = "It is down"), (status = 403, description = "It is somebody else's", body = Told),
    (status = 404, description = "There is none", body = Told)))]
pub(super) async fn withdraw(
    State(rooms): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
    Who(shown): Who,
) -> Result<StatusCode, Problem> {
    let problem = |error| Problem(error, lang);
    let seek = find(&rooms, &id).await.map_err(problem)?;
    if !seek.holder.is(&shown) {
        return Err(problem(RoomError::Forbidden));
    }
    rooms.lobby().take(&id);
    rooms.store().delete_seek(&id).await.map_err(|error| problem(error.into()))?;
    Ok(StatusCode::NO_CONTENT)
}
