//! Leaderboards: the players with the highest ratings, by game and pace.

use askama::Template;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use damiera_game::Lang;
use damiera_messages::OnlineRating;
use damiera_rules::{UnknownVariant, Variant};
use serde::{Deserialize, Serialize};

use super::Shared;
use super::error::{ApiError, ErrorBody};
use super::guard::ReadPermit;
use super::lang::Reader;
use super::library::encoded;
use super::pages::{Page, show, variants};
use super::query_fields::QueryFields;
use crate::invalid_input::InvalidInput;
use crate::rate_limit::RateKey;
use crate::ratings::{OnlinePace, leaderboard};
use crate::rooms::RoomError;
use crate::store::RatingScope;

/// Players on a page.
const PAGE: usize = 50;

/// Which leaderboard.
#[derive(Deserialize, Default, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LeaderboardQuery {
    /// The rule set; the one that comes first in the reader's language if absent.
    #[serde(default)]
    game: Option<String>,
    /// `blitz`, `rapid`, `classical` or `correspondence`; rapid if absent.
    #[serde(default)]
    pace: Option<String>,
    /// The page, from 1; fifty players a page.
    #[serde(default)]
    page: Option<usize>,
}

/// A player in a leaderboard.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct LeaderboardEntry {
    /// The place, from 1.
    rank: usize,
    name: String,
    #[serde(flatten)]
    rating: OnlineRating,
    /// How many rated games it comes from.
    games: u32,
}

impl LeaderboardEntry {
    /// The name for an address.
    fn encoded(&self) -> String {
        encoded(&self.name)
    }
}

/// A page of a leaderboard.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Leaderboard, example = json!({"variant": "italian", "pace": "rapid", "players": [{"rank": 1, "name": "Marion", "rating": 1720,
    "provisional": false, "games": 31}], "page": 1, "pages": 1}))]
pub(super) struct LeaderboardBody {
    variant: String,
    pace: String,
    players: Vec<LeaderboardEntry>,
    page: usize,
    pages: usize,
}

async fn body(
    app: &Shared,
    asked: &LeaderboardQuery,
    lang: Lang,
    client: &RateKey,
) -> Result<LeaderboardBody, ApiError> {
    let first = variants(lang).first().copied().unwrap_or_default();
    let game = asked.game.as_deref().filter(|name| !name.is_empty()).unwrap_or(first);
    let variant: Variant = game.parse().map_err(|error: UnknownVariant| RoomError::Invalid(error.into()))?;
    let pace = match asked.pace.as_deref().filter(|name| !name.is_empty()) {
        None => OnlinePace::Rapid,
        Some(name) => OnlinePace::named(name).ok_or_else(|| {
            let known = OnlinePace::ALL.map(OnlinePace::name).join(", ");
            RoomError::Invalid(InvalidInput::UnknownValue { value: name.to_owned(), known })
        })?,
    };
    let scope = RatingScope { variant: variant.name().to_owned(), pace: pace.name().to_owned() };
    let _place = app.work.enter(client).await?;
    let all = leaderboard(&*app.store, &scope, app.clock.now().0).await?;
    let pages = all.len().div_ceil(PAGE).max(1);
    let page = asked.page.unwrap_or(1).clamp(1, pages);
    let listed = (1..).zip(all).skip((page - 1) * PAGE).take(PAGE);
    let players = listed.map(|(rank, (name, rating, games))| LeaderboardEntry { rank, name, rating, games });
    let RatingScope { variant, pace } = scope;
    Ok(LeaderboardBody { variant, pace, players: players.collect(), page, pages })
}

/// The players with the highest ratings in a game and pace. Those whose rating is still provisional are not listed.
#[utoipa::path(get, path = "/api/leaderboard", tag = "people", params(LeaderboardQuery), responses(
    (status = 200, description = "A page of the leaderboard", body = LeaderboardBody),
    (status = 422, description = "There is no such game or pace", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn list(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    QueryFields(asked): QueryFields<LeaderboardQuery>,
    Reader(lang): Reader,
) -> Result<Json<LeaderboardBody>, ApiError> {
    Ok(Json(body(&app, &asked, lang, &client).await?))
}

#[derive(Template)]
#[template(path = "leaderboard.html")]
struct LeaderboardPage {
    page: Page,
    variants: Vec<&'static str>,
    /// Name and text of each pace.
    paces: [(&'static str, &'static str); 4],
    list: LeaderboardBody,
}

pub(super) async fn page(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    QueryFields(asked): QueryFields<LeaderboardQuery>,
    Reader(lang): Reader,
) -> Response {
    let list = match body(&app, &asked, lang, &client).await {
        Ok(list) => list,
        Err(error) => return error.into_response(),
    };
    let paces = OnlinePace::ALL.map(|pace| (pace.name(), pace.key()));
    show(&LeaderboardPage { page: Page { lang }, variants: variants(lang), paces, list }, StatusCode::OK)
}
