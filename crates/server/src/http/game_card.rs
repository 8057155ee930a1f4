//! A game as plain text, and as a page to print.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use damiera_game::Lang;
use damiera_rules::Side;

use super::Shared;
use super::error::{ApiError, ErrorBody};
use super::guard::ReadPermit;
use super::identity::Caller;
use super::lang::Reader;
use super::pages::{Page, show};
use crate::game_card::card;
use crate::library;
use crate::rooms::RoomError;
use crate::store::Credentials;
use crate::texts;

async fn text_of(app: &Shared, id: &str, lang: Lang, reader: &Credentials) -> Result<String, RoomError> {
    let room = app.rooms.find(id).await?;
    room.check_access(room.access(reader))?;
    let names = Side::BOTH.map(|side| {
        let name = library::name((&room.seats, &room.holders), side);
        if name.is_empty() { texts::text(lang, "guest") } else { name }
    });
    Ok(card(&room.game(), &names, app.clock.now(), lang))
}

/// A game as plain text for a letter: players, terms, moves, position and time left.
#[utoipa::path(get, path = "/api/games/{id}/text", tag = "games", responses(
    (status = 200, description = "The game in the reader's language", body = String, content_type = "text/plain"),
    (status = 403, description = "A side plays blindfold, and the sender may not see the board before the game ends", body = ErrorBody),
    (status = 404, description = "There is none", body = ErrorBody)))]
pub(super) async fn text(
    _: ReadPermit,
    State(app): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
    Caller(credentials): Caller,
) -> Result<Response, ApiError> {
    let text = text_of(&app, &id, lang, &credentials).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

#[derive(Template)]
#[template(path = "game-card.html")]
struct CardPage {
    page: Page,
    id: String,
    text: String,
}

/// The text on a page, to copy or to print.
pub(super) async fn page(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
    Caller(credentials): Caller,
) -> Response {
    match text_of(&app, &id, lang, &credentials).await {
        Ok(text) => show(&CardPage { page: Page { lang }, id, text }, StatusCode::OK),
        Err(error) => ApiError::from(error).into_response(),
    }
}
