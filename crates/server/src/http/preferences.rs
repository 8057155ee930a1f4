//! What a player prefers: the settings page, and the settings kept with an account.

use askama::Template;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use damiera_messages::BoardLayout;
use damiera_rules::{Rules, with_rules};
use serde::{Deserialize, Serialize};

use super::Shared;
use super::account::Owner;
use super::error::{ApiError, ErrorBody};
use super::guard::ClientAddress;
use super::identity::SignedIn;
use super::json_body::JsonBody;
use super::lang::Reader;
use super::pages::{Page, own_game, show};
use crate::rate_limit::LimitedAction;
use crate::texts;

/// Light or dark.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ColourScheme {
    /// As the device asks for.
    #[default]
    System,
    Light,
    Dark,
}

/// The colours of the board.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum BoardTheme {
    #[default]
    Wood,
    Paper,
    Green,
    Contrast,
    Grey,
}

/// What pieces look like.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PieceStyle {
    /// Turned wood, with a groove and a shadow.
    #[default]
    Turned,
    /// One colour, without a shadow.
    Flat,
    /// A thick outline in the opposite colour.
    Outlined,
}

/// What stands on the squares.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum SquareLabels {
    #[default]
    Numbers,
    Algebraic,
    None,
}

/// How moves are written.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum MoveNotation {
    #[default]
    Numbers,
    Algebraic,
}

/// What a player prefers on every device.
#[derive(Serialize, Deserialize, Clone, Debug, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Preferences {
    scheme: ColourScheme,
    theme: BoardTheme,
    pieces: PieceStyle,
    coordinates: SquareLabels,
    notation: MoveNotation,
    /// Whether moves are heard.
    sound: bool,
    /// Whether a move is confirmed before it is sent.
    confirm: bool,
    /// Whether the engine offers hints and warnings at its low levels.
    hints: bool,
    /// Whether opponents may write.
    chat: bool,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            scheme: ColourScheme::default(),
            theme: BoardTheme::default(),
            pieces: PieceStyle::default(),
            coordinates: SquareLabels::default(),
            notation: MoveNotation::default(),
            sound: true,
            confirm: false,
            hints: false,
            chat: true,
        }
    }
}

/// The settings kept with the account.
#[utoipa::path(get, path = "/api/account/settings", tag = "people", responses(
    (status = 200, description = "The settings; null if none are kept yet", body = Option<Preferences>),
    (status = 401, description = "Not signed in", body = ErrorBody)))]
pub(super) async fn kept(
    State(app): State<Shared>,
    Owner(account): Owner,
) -> Result<Json<Option<Preferences>>, ApiError> {
    Ok(Json(of(&app, account.id).await?))
}

/// The settings of an account. One that an older version did not have has its default value.
pub(super) async fn of(app: &Shared, account: i64) -> Result<Option<Preferences>, ApiError> {
    let body = app.store.preferences(account).await?;
    Ok(body.and_then(|body| serde_json::from_str(&body).ok()))
}

/// Keeps settings with the account.
#[utoipa::path(put, path = "/api/account/settings", tag = "people", request_body = Preferences, responses(
    (status = 204, description = "They are kept"), (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "A setting is unknown", body = ErrorBody), (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn keep(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Owner(account): Owner,
    JsonBody(preferences): JsonBody<Preferences>,
) -> Result<StatusCode, ApiError> {
    app.rate_limiter.allow(LimitedAction::Social, address, Some(account.id))?;
    let body = serde_json::to_string(&preferences).unwrap_or_default();
    app.store.set_preferences(account.id, &body).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Template)]
#[template(path = "settings.html")]
struct SettingsPage {
    page: Page,
    account: Option<String>,
    /// The squares of the board in the preview.
    layout: String,
}

pub(super) async fn page(Reader(lang): Reader, signed_in: SignedIn) -> Response {
    let layout = with_rules!(own_game(lang), R => BoardLayout::of(R::GEOMETRY));
    let layout = texts::json_for_script(&layout);
    show(&SettingsPage { page: Page { lang }, account: signed_in.name(), layout }, StatusCode::OK)
}
