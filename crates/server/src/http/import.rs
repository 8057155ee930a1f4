//! Games from files.

use std::collections::hash_map::Entry;

use askama::Template;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use damiera_rules::Variant;
use serde::Deserialize;

use super::Shared;
use super::error::{ApiError, ErrorBody};
use super::guard::ImportPermit;
use super::identity::Visitor;
use super::lang::Reader;
use super::pages::{Page, show};
use super::query_fields::QueryFields;
use super::study::{LibraryRoom, json, json_response};
use crate::random::random_id;
use crate::rooms::RoomError;
use crate::store::Credentials;
use crate::study::error::StudyError;
use crate::study::import::{GameToKeep, ImportReport, read};

/// Games written at once: a longer write would keep moves of live games waiting.
const BATCH: usize = 4;

#[derive(Template)]
#[template(path = "import.html")]
struct ImportPage {
    page: Page,
    variants: Vec<&'static str>,
}

pub(super) async fn page(Reader(lang): Reader) -> Response {
    let variants = Variant::ALL.iter().map(|variant| variant.name()).collect();
    show(&ImportPage { page: Page { lang }, variants }, StatusCode::OK)
}

/// How to read a file of games.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct GameFileQuery {
    /// The game to take whatever the file says.
    pub(super) game: Option<String>,
}

impl GameFileQuery {
    /// The game to take; `None` if each record says it. An empty field is none.
    pub(super) fn variant(&self) -> Result<Option<Variant>, RoomError> {
        let given = self.game.as_deref().map(str::trim).filter(|name| !name.is_empty());
        given.map(|name| name.parse().map_err(RoomError::invalid)).transpose()
    }
}

/// Reads a file of games, checks every one by the rules, and keeps those that have a move.
#[utoipa::path(post, path = "/api/import", tag = "study", params(GameFileQuery),
    request_body(content = String, content_type = "text/plain", description = "PDN, up to 4 MiB", example = json!("1. 22-18 11-14 *")), responses(
    (status = 201, description = "What became of each game", body = ImportReport),
    (status = 413, description = "The file is too large", body = ErrorBody),
    (status = 422, description = "There is no such game", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody),
    (status = 507, description = "The library is full", body = ErrorBody)))]
pub(super) async fn import(
    ImportPermit(client): ImportPermit,
    State(app): State<Shared>,
    QueryFields(asked): QueryFields<GameFileQuery>,
    Reader(lang): Reader,
    visitor: Visitor,
    text: Result<Bytes, BytesRejection>,
) -> Result<Response, ApiError> {
    let variant = asked.variant()?;
    let import = async {
        let text = text.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => StudyError::TooLarge,
            _ => StudyError::Internal(rejection.to_string()),
        })?;
        let at = app.clock.now().0.cast_signed();
        let read = app.work.run(&client, move |cancellation| read(&text, variant, at, lang, cancellation));
        let (mut imports, keep) = read.await?;
        let _turn = app.work.imports.take(&client, visitor.credentials()).await;
        put_in(&app, &mut imports, keep, visitor.credentials()).await?;
        app.work.run(&client, move |_| json(&imports)).await?
    };
    let imports = import.await?;
    Ok((StatusCode::CREATED, visitor, json_response(imports)).into_response())
}

/// Writes the games that are not there yet, if there is room, a few at a time, and names them.
async fn put_in(
    app: &Shared,
    imports: &mut ImportReport,
    keep: Vec<GameToKeep>,
    owner: &Credentials,
) -> Result<(), StudyError> {
    let room = LibraryRoom::of(app, owner).await?;
    room.check(keep.iter().map(|kept| kept.game.pdn.as_str()))?;
    let mut known = app.store.import_fingerprints(owner).await?;
    let mut games = Vec::new();
    for GameToKeep { at, mut game } in keep {
        let result = &mut imports.games[at];
        match known.entry(game.fingerprint) {
            Entry::Occupied(there) => {
                result.duplicate = true;
                result.id = Some(there.get().clone());
                imports.kept -= 1;
            }
            Entry::Vacant(free) => {
                game.card.id = random_id().map_err(|error| StudyError::Internal(error.to_string()))?;
                result.id = Some(free.insert(game.card.id.clone()).clone());
                games.push(game);
            }
        }
    }
    for batch in games.chunks(BATCH) {
        app.work.write(app.store.import_games(batch, owner)).await?;
    }
    Ok(())
}
