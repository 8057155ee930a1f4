//! Correspondence games over HTTP: the list of one's own, and its page.

use std::collections::BTreeMap;

use askama::Template;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use damiera_messages::BoardLayout;
use damiera_rules::{Rules, Variant, with_rules};

use super::Shared;
use super::error::{ApiError, ErrorBody};
use super::guard::ReadPermit;
use super::identity::Caller;
use super::lang::Reader;
use super::pages::{Page, show};
use crate::correspondence::{CorrespondenceList, list as games_of};
use crate::texts;

/// One's own correspondence games in progress: those that wait for one's move, and the others.
#[utoipa::path(get, path = "/api/correspondence", tag = "meeting", responses(
    (status = 200, description = "The games of the browser, the account or the key", body = CorrespondenceList),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn list(
    _: ReadPermit,
    State(app): State<Shared>,
    Caller(credentials): Caller,
) -> Result<Json<CorrespondenceList>, ApiError> {
    Ok(Json(games_of(&*app.store, &app.rooms, &credentials, app.clock.now()).await?))
}

#[derive(Template)]
#[template(path = "correspondence.html")]
struct CorrespondencePage {
    page: Page,
    /// The boards of all games, by name.
    boards: String,
    list: String,
}

pub(super) async fn page(
    State(app): State<Shared>,
    Reader(lang): Reader,
    Caller(credentials): Caller,
) -> Response {
    let list = match games_of(&*app.store, &app.rooms, &credentials, app.clock.now()).await {
        Ok(list) => list,
        Err(error) => return ApiError::from(error).into_response(),
    };
    let board = |variant: &Variant| with_rules!(*variant, R => BoardLayout::of(R::GEOMETRY));
    let boards: BTreeMap<_, _> = Variant::ALL.iter().map(|v| (v.name(), board(v))).collect();
    let (boards, list) = (texts::json_for_script(&boards), texts::json_for_script(&list));
    show(&CorrespondencePage { page: Page { lang }, boards, list }, StatusCode::OK)
}
