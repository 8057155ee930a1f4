//! Profiles: what everybody may see of a player, and blocking them.

use askama::Template;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use damiera_messages::OnlineRating;
use serde::{Deserialize, Serialize};

use super::Shared;
use super::account::Owner;
use super::error::{ApiError, ErrorBody};
use super::guard::{ClientAddress, ReadPermit};
use super::identity::SignedIn;
use super::lang::Reader;
use super::library::encoded;
use super::pages::{Page, nothing_here, show};
use super::query_fields::QueryFields;
use crate::accounts::AccountError;
use crate::library::catch_up;
use crate::rate_limit::LimitedAction;
use crate::ratings::{OnlinePace, rating_at, rounded};
use crate::store::{Account, LibraryCard, PlayerGames, PlayerTally, RatingScope, StoredRating};

/// Games on a page of a profile.
const PAGE: u32 = 30;
/// Players that one account can block.
const MAX_BLOCKED: u32 = 500;

/// Which page of a player's games.
#[derive(Deserialize, Default, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ProfileQuery {
    /// The page, from 1; thirty games a page.
    #[serde(default)]
    page: Option<u32>,
}

impl ProfileQuery {
    fn number(&self) -> u32 {
        self.page.unwrap_or(1).clamp(1, 1_000_000)
    }
}

/// A game of a player.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct PlayerGame {
    id: String,
    variant: String,
    /// When it was created, in milliseconds since 1970.
    at: i64,
    white: String,
    black: String,
    /// The player's side: `white` or `black`.
    side: String,
    /// Who won: `white`, `black`, `draw`, `open` or `aborted`.
    outcome: String,
    /// Half-moves.
    plies: i64,
}

impl From<(LibraryCard, String)> for PlayerGame {
    fn from((card, side): (LibraryCard, String)) -> Self {
        let LibraryCard { id, variant, at, white, black, outcome, plies, .. } = card;
        Self { id, variant, at, white, black, side, outcome, plies }
    }
}

impl PlayerGame {
    /// The text of the result, from the player's point of view.
    fn result_key(&self) -> &'static str {
        match self.outcome.as_str() {
            "draw" => "player-drew",
            "aborted" => "library-aborted",
            "white" | "black" if self.outcome == self.side => "player-won",
            "white" | "black" => "player-lost",
            _ => "under-way",
        }
    }
}

/// How often a player has won, drawn and lost in a rule set.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct VariantResults {
    variant: String,
    won: i64,
    drawn: i64,
    lost: i64,
}

impl From<PlayerTally> for VariantResults {
    fn from(PlayerTally { variant, won, drawn, lost }: PlayerTally) -> Self {
        Self { variant, won, drawn, lost }
    }
}

/// A player's rating in online play: our own Glicko-2 scale, on which everybody begins with 1500.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct PlayerRating {
    variant: String,
    /// `blitz`, `rapid`, `classical` or `correspondence`.
    pace: String,
    #[serde(flatten)]
    rating: OnlineRating,
    /// How many rated games it comes from.
    games: u32,
}

impl PlayerRating {
    fn of(stored: StoredRating, now: u64) -> Self {
        let rating = rounded(&rating_at(&stored, now));
        let StoredRating { scope: RatingScope { variant, pace }, number, .. } = stored;
        Self { variant, pace, rating, games: number }
    }

    /// The text of the pace.
    fn pace_key(&self) -> &'static str {
        OnlinePace::named(&self.pace).unwrap_or(OnlinePace::Classical).key()
    }
}

/// What everybody may see of a player.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = PlayerProfile)]
pub(super) struct ProfileBody {
    name: String,
    /// When the account was opened, in milliseconds since 1970.
    since: u64,
    results: Vec<VariantResults>,
    /// Ratings, by rule set and pace.
    ratings: Vec<PlayerRating>,
    /// Games against others, the newest first.
    games: Vec<PlayerGame>,
    /// How many games there are in all.
    total: i64,
}

async fn profile(app: &Shared, account: &Account, page: u32) -> Result<ProfileBody, ApiError> {
    catch_up(&*app.store, &app.work).await?;
    let PlayerGames { games, total } = app.store.games_played_by(account.id, (page - 1) * PAGE, PAGE).await?;
    let results = app.store.tally(account.id).await?;
    let (ratings, now) = (app.store.ratings(account.id).await?, app.clock.now().0);
    Ok(ProfileBody {
        name: account.name.clone(),
        since: account.created_at,
        results: results.into_iter().map(VariantResults::from).collect(),
        ratings: ratings.into_iter().map(|stored| PlayerRating::of(stored, now)).collect(),
        games: games.into_iter().map(PlayerGame::from).collect(),
        total,
    })
}

/// What everybody may see of a player.
#[utoipa::path(get, path = "/api/players/{name}", tag = "people", params(ProfileQuery), responses(
    (status = 200, description = "The profile", body = ProfileBody), (status = 404, description = "There is no such player", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn show_profile(
    _: ReadPermit,
    State(app): State<Shared>,
    Path(name): Path<String>,
    QueryFields(asked): QueryFields<ProfileQuery>,
) -> Result<Json<ProfileBody>, ApiError> {
    let account = app.store.account(&name).await?.ok_or(AccountError::Unknown)?;
    Ok(Json(profile(&app, &account, asked.number()).await?))
}

#[derive(Template)]
#[template(path = "player.html")]
struct PlayerPage {
    page: Page,
    profile: ProfileBody,
    /// The name for an address.
    encoded: String,
    /// Whether the reader is signed in as somebody else.
    other: bool,
    blocked: bool,
    before: Option<u32>,
    after: Option<u32>,
}

pub(super) async fn page(
    _: ReadPermit,
    State(app): State<Shared>,
    Path(name): Path<String>,
    QueryFields(asked): QueryFields<ProfileQuery>,
    Reader(lang): Reader,
    SignedIn(reader): SignedIn,
) -> Response {
    let account = match app.store.account(&name).await {
        Ok(Some(account)) => account,
        Ok(None) => return nothing_here(Reader(lang)).await,
        Err(error) => return ApiError::from(error).into_response(),
    };
    let number = asked.number();
    let profile = match profile(&app, &account, number).await {
        Ok(profile) => profile,
        Err(error) => return error.into_response(),
    };
    let reader = reader.filter(|reader| reader.id != account.id);
    let blocked = match &reader {
        Some(reader) => app.store.has_blocked(reader.id, account.id).await.unwrap_or_default(),
        None => false,
    };
    let last = i64::from(number) * i64::from(PAGE) >= profile.total;
    let shown = PlayerPage {
        page: Page { lang },
        encoded: encoded(&profile.name),
        profile,
        other: reader.is_some(),
        blocked,
        before: (number > 1).then(|| number - 1),
        after: (!last).then_some(number + 1),
    };
    show(&shown, StatusCode::OK)
}

/// The players that the account has blocked.
#[utoipa::path(get, path = "/api/account/blocked", tag = "people", responses(
    (status = 200, description = "Their names, the newest first; five hundred at most", body = Vec<String>),
    (status = 401, description = "Not signed in", body = ErrorBody)))]
pub(super) async fn blocked(
    State(app): State<Shared>,
    Owner(account): Owner,
) -> Result<Json<Vec<String>>, ApiError> {
    Ok(Json(app.store.blocked(account.id).await?))
}

/// Blocks a player: they can neither challenge nor write to the account.
#[utoipa::path(put, path = "/api/account/blocked/{name}", tag = "people", responses(
    (status = 204, description = "The player is blocked"), (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 404, description = "There is no such player", body = ErrorBody), (status = 409, description = "Too many are blocked", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn block(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Owner(account): Owner,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    app.rate_limiter.allow(LimitedAction::Social, address, Some(account.id))?;
    let other = app.store.account(&name).await?.filter(|other| other.id != account.id);
    let other = other.ok_or(AccountError::Unknown)?;
    match app.store.block(account.id, other.id, app.clock.now().0, MAX_BLOCKED).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(AccountError::TooManyBlocked.into()),
    }
}

/// Lifts a block.
#[utoipa::path(delete, path = "/api/account/blocked/{name}", tag = "people", responses(
    (status = 204, description = "The player is not blocked"), (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 404, description = "There is no such player", body = ErrorBody), (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn unblock(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Owner(account): Owner,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    app.rate_limiter.allow(LimitedAction::Social, address, Some(account.id))?;
    let other = app.store.account(&name).await?.ok_or(AccountError::Unknown)?;
    app.store.unblock(account.id, other.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
