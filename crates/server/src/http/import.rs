//! Games from files.

use askama::Template;
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use damiera_rules::Variant;
use serde::Deserialize;

use super::Shared;
use super::guard::Leave;
use super::lang::Reader;
use super::pages::{Page, show};
use super::study::blocking;
use super::trouble::{Told, Trouble};
use super::who::Visitor;
use crate::secret::word;
use crate::store::Credentials;
use crate::study::import::{GameToKeep, ImportReport, read};
use crate::time::now;

/// Games written at once: a longer write would keep moves of live games waiting.
const BATCH: usize = 25;

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

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ImportQuery {
    /// The game to take whatever the file says.
    game: Option<String>,
}

/// Reads a file of games, checks every one by the rules, and keeps those that have a move.
#[utoipa::path(post, path = "/api/import", tag = "study", params(ImportQuery),
    request_body(content = String, content_type = "text/plain", description = "PDN, up to 4 MiB", example = json!("1. 22-18 11-14 *")), responses(
    (status = 201, description = "What became of each game", body = ImportReport),
    (status = 413, description = "The file is too large", body = Told),
    (status = 429, description = "Too many; see Retry-After", body = Told)))]
pub(super) async fn import(
    _: Leave,
    State(rooms): State<Shared>,
    Query(asked): Query<ImportQuery>,
    Reader(lang): Reader,
    visitor: Visitor,
    text: Result<Bytes, BytesRejection>,
) -> Result<Response, Told> {
    let import = async {
        let text = text.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Trouble::TooLarge,
            _ => Trouble::Ours(rejection.to_string()),
        })?;
        let variant = asked.game.and_then(|name| name.parse().ok());
        let at = now().0.cast_signed();
        let (mut imports, keep) = blocking(move || read(&text, variant, at, lang)).await?;
        put_in(&rooms, &mut imports, keep, visitor.credentials()).await?;
        Ok::<_, Trouble>(imports)
    };
    let imports = import.await.map_err(|trouble| trouble.told(lang))?;
    Ok((StatusCode::CREATED, visitor, Json(imports)).into_response())
}

/// Writes the games, a few at a time, and names them.
async fn put_in(
    rooms: &Shared,
    imports: &mut ImportReport,
    mut keep: Vec<GameToKeep>,
    owner: &Credentials,
) -> Result<(), Trouble> {
    for kept in &mut keep {
        kept.game.card.id = word::<10>().map_err(|error| Trouble::Ours(error.to_string()))?;
        imports.games[kept.at].id = Some(kept.game.card.id.clone());
    }
    let games: Vec<_> = keep.into_iter().map(|kept| kept.game).collect();
    for batch in games.chunks(BATCH) {
        rooms.store().import_games(batch, owner).await?;
    }
    Ok(())
}
