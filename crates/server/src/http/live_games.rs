//! The page of live games, and its list.

use askama::Template;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use damiera_messages::BoardLayout;
use damiera_rules::{Rules, Variant, with_rules};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use super::Shared;
use super::error::{ApiError, ErrorBody};
use super::guard::ReadPermit;
use super::lang::Reader;
use super::pages::{Page, show};
use super::query_fields::QueryFields;
use crate::live_games::LiveGame;
use crate::texts;

/// Games on a page.
const PAGE: usize = 12;

/// Which page of the list.
#[derive(Deserialize, Default, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LiveQuery {
    /// The page, from 1; twelve games a page.
    #[serde(default)]
    page: Option<usize>,
}

/// A page of the games that two people are playing now.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = LiveList, example = json!({"games": [{"id": "x", "variant": "italian", "white": "Marion", "black": "", "fen": "W:W22:B1", "plies": 40}], "page": 1, "pages": 1, "total": 1}))]
pub(super) struct LiveBody {
    /// Those with the latest move first.
    games: Vec<LiveGame>,
    page: usize,
    pages: usize,
    total: usize,
}

async fn body(app: &Shared, LiveQuery { page }: &LiveQuery) -> LiveBody {
    let all = app.live_games.list().await;
    let pages = all.len().div_ceil(PAGE).max(1);
    let page = page.unwrap_or(1).clamp(1, pages);
    let games = all.iter().skip((page - 1) * PAGE).take(PAGE).cloned().collect();
    LiveBody { games, page, pages, total: all.len() }
}

/// The games that two people are playing now.
#[utoipa::path(get, path = "/api/live", tag = "live", params(LiveQuery), responses(
    (status = 200, description = "A page of the games", body = LiveBody), (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn list(
    _: ReadPermit,
    State(app): State<Shared>,
    QueryFields(asked): QueryFields<LiveQuery>,
) -> Result<Json<LiveBody>, ApiError> {
    Ok(Json(body(&app, &asked).await))
}

#[derive(Template)]
#[template(path = "watch.html")]
struct WatchPage {
    page: Page,
    /// The boards of all games, by name.
    boards: String,
    live: String,
    before: Option<usize>,
    after: Option<usize>,
}

pub(super) async fn page(
    State(app): State<Shared>,
    QueryFields(asked): QueryFields<LiveQuery>,
    Reader(lang): Reader,
) -> Response {
    let live = body(&app, &asked).await;
    let board = |variant: &Variant| with_rules!(*variant, R => BoardLayout::of(R::GEOMETRY));
    let boards: BTreeMap<_, _> = Variant::ALL.iter().map(|v| (v.name(), board(v))).collect();
    let (before, after) = (live.page.checked_sub(1).filter(|&n| n > 0), live.page + 1);
    let watch = WatchPage {
        page: Page { lang },
        boards: texts::json_for_script(&boards),
        before,
        after: (after <= live.pages).then_some(after),
        live: texts::json_for_script(&live),
    };
    show(&watch, StatusCode::OK)
}
