//! Collections of games of one's library.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use damiera_game::has_unseen;
use serde::{Deserialize, Serialize};

use super::Shared;
use super::error::{ApiError, ErrorBody};
use super::guard::ClientAddress;
use super::identity::{Caller, Visitor};
use super::json_body::JsonBody;
use super::library::ChosenGames;
use crate::invalid_input::InvalidInput;
use crate::library::catch_up;
use crate::random::random_id;
use crate::rate_limit::LimitedAction;
use crate::rooms::RoomError;
use crate::store::{CollectionChange, StoredCollection};

/// Collections of one person, and letters of a name.
const MOST: u32 = 200;
const LONGEST_NAME: usize = 60;

/// A collection of games.
#[derive(Serialize, Clone, utoipa::ToSchema)]
#[schema(as = Collection, example = json!({"id": "k3v9x2", "name": "Endings", "games": 2}))]
pub(super) struct CollectionBody {
    pub(super) id: String,
    pub(super) name: String,
    /// How many games are in it.
    pub(super) games: i64,
}

impl From<StoredCollection> for CollectionBody {
    fn from(StoredCollection { id, name, games }: StoredCollection) -> Self {
        Self { id, name, games }
    }
}

/// One's collections, by name.
#[utoipa::path(get, path = "/api/collections", tag = "study", responses(
    (status = 200, description = "The collections of the account, or else of the browser", body = Vec<CollectionBody>)))]
pub(super) async fn list(
    State(app): State<Shared>,
    Caller(who): Caller,
) -> Result<Json<Vec<CollectionBody>>, ApiError> {
    Ok(Json(app.store.collections(&who).await?.into_iter().map(CollectionBody::from).collect()))
}

/// The name of a collection.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CollectionName, example = json!({"name": "Endings"}))]
pub(super) struct CollectionName {
    name: String,
}

impl CollectionName {
    /// The name on one line.
    fn read(&self) -> Result<String, RoomError> {
        let name = self.name.split_whitespace().collect::<Vec<_>>().join(" ");
        let valid = (1..=LONGEST_NAME).contains(&name.chars().count())
            && !name.contains(char::is_control)
            && !has_unseen(&name);
        valid.then_some(name).ok_or(RoomError::Invalid(InvalidInput::CollectionName { most: LONGEST_NAME }))
    }

    /// The name, unless another of the owner's collections has it already.
    fn read_new(&self, id: &str, collections: &[StoredCollection]) -> Result<String, RoomError> {
        let name = self.read()?;
        if is_taken(&name, id, collections) {
            return Err(RoomError::Invalid(InvalidInput::CollectionNameTaken(name)));
        }
        Ok(name)
    }
}

/// Whether another of these collections has the name, apart from capitals.
fn is_taken(name: &str, id: &str, collections: &[StoredCollection]) -> bool {
    let same = |one: &&StoredCollection| one.name.to_lowercase() == name.to_lowercase();
    collections.iter().filter(same).any(|one| one.id != id)
}

/// The name with a number behind it that no other collection has.
fn numbered(own: &StoredCollection, collections: &[StoredCollection]) -> String {
    let names = (2u32..).map(|number| {
        let number = format!(" ({number})");
        let room = LONGEST_NAME - number.chars().count();
        own.name.chars().take(room).collect::<String>() + &number
    });
    names.into_iter().find(|name| !is_taken(name, &own.id, collections)).unwrap_or_default()
}

/// Makes a collection.
#[utoipa::path(post, path = "/api/collections", tag = "study", request_body = CollectionName, responses(
    (status = 201, description = "It is made", body = CollectionBody),
    (status = 422, description = "The name is empty, too long or taken, or there are too many collections", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn create(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    visitor: Visitor,
    JsonBody(body): JsonBody<CollectionName>,
) -> Result<Response, ApiError> {
    app.rate_limiter.allow(LimitedAction::Social, address, visitor.credentials().account)?;
    let id = random_id()?;
    let name = body.read_new(&id, &app.store.collections(visitor.credentials()).await?)?;
    if !app.store.add_collection(&id, &name, visitor.credentials(), app.clock.now().0, MOST).await? {
        return Err(RoomError::Invalid(InvalidInput::TooManyCollections { most: MOST }).into());
    }
    Ok((StatusCode::CREATED, visitor, Json(CollectionBody { id, name, games: 0 })).into_response())
}

/// What came of a change to a collection that may not exist.
fn changed(found: bool) -> Result<StatusCode, ApiError> {
    if found { Ok(StatusCode::NO_CONTENT) } else { Err(RoomError::UnknownGame.into()) }
}

/// Renames a collection.
#[utoipa::path(put, path = "/api/collections/{id}", tag = "study", request_body = CollectionName, responses(
    (status = 204, description = "It has the name"), (status = 404, description = "There is none", body = ErrorBody),
    (status = 422, description = "The name is empty, too long or taken", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn rename(
    State(app): State<Shared>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    Caller(who): Caller,
    JsonBody(body): JsonBody<CollectionName>,
) -> Result<StatusCode, ApiError> {
    app.rate_limiter.allow(LimitedAction::Social, address, who.account)?;
    let all = app.store.collections(&who).await?;
    let found = all.iter().any(|one| one.id == id);
    changed(found && app.store.rename_collection(&id, &body.read_new(&id, &all)?, &who).await?)
}

/// Deletes a collection; its games stay in the library.
#[utoipa::path(delete, path = "/api/collections/{id}", tag = "study", responses(
    (status = 204, description = "It is deleted; `/api/collections/{id}/restore` brings it back within a day"),
    (status = 404, description = "There is none", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn delete(
    State(app): State<Shared>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    Caller(who): Caller,
) -> Result<StatusCode, ApiError> {
    app.rate_limiter.allow(LimitedAction::Social, address, who.account)?;
    changed(app.store.set_collection_deleted(&id, &who, Some(app.clock.now().0)).await?)
}

/// Brings back a collection that was deleted, with a number behind its name if another has got that name since.
#[utoipa::path(post, path = "/api/collections/{id}/restore", tag = "study", responses(
    (status = 204, description = "It is there again"), (status = 404, description = "There is none", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn restore(
    State(app): State<Shared>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    Caller(who): Caller,
) -> Result<StatusCode, ApiError> {
    app.rate_limiter.allow(LimitedAction::Social, address, who.account)?;
    let found = app.store.set_collection_deleted(&id, &who, None).await?;
    let all = app.store.collections(&who).await?;
    if let Some(own) = all.iter().find(|one| one.id == id && is_taken(&one.name, &id, &all)) {
        app.store.rename_collection(&id, &numbered(own, &all), &who).await?;
    }
    changed(found)
}

/// Puts games of one's library into a collection.
#[utoipa::path(put, path = "/api/collections/{id}/games", tag = "study", request_body = ChosenGames, responses(
    (status = 204, description = "They are in it"), (status = 404, description = "There is no such collection", body = ErrorBody),
    (status = 422, description = "Too many games at once, or one that is not in the library", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn put_games(
    State(app): State<Shared>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    Caller(who): Caller,
    JsonBody(chosen): JsonBody<ChosenGames>,
) -> Result<StatusCode, ApiError> {
    app.rate_limiter.allow(LimitedAction::Social, address, who.account)?;
    let games = chosen.read()?;
    catch_up(&*app.store, &app.work).await?;
    match app.work.write(app.store.put_in_collection(&id, &games, &who)).await? {
        CollectionChange::Done => Ok(StatusCode::NO_CONTENT),
        CollectionChange::NoCollection => Err(RoomError::UnknownGame.into()),
        CollectionChange::UnknownGame(game) => {
            Err(RoomError::Invalid(InvalidInput::NotInLibrary(game)).into())
        }
    }
}

/// Takes games out of a collection; they stay in the library.
#[utoipa::path(delete, path = "/api/collections/{id}/games", tag = "study", request_body = ChosenGames, responses(
    (status = 204, description = "They are not in it"), (status = 422, description = "Too many games at once", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn take_games(
    State(app): State<Shared>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    Caller(who): Caller,
    JsonBody(chosen): JsonBody<ChosenGames>,
) -> Result<StatusCode, ApiError> {
    app.rate_limiter.allow(LimitedAction::Social, address, who.account)?;
    let games = chosen.read()?;
    app.work.write(app.store.take_from_collection(&id, &games, &who)).await?;
    Ok(StatusCode::NO_CONTENT)
}
