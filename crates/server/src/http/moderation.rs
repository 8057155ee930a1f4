//! Reports of players' conduct, and what operators do about them.

use askama::Template;
use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::Shared;
use super::account::Owner;
use super::error::{ApiError, ErrorBody};
use super::guard::ClientAddress;
use super::identity::SignedIn;
use super::json_body::JsonBody;
use super::lang::Reader;
use super::pages::{Page, nothing_here, show};
use crate::accounts::AccountError;
use crate::invalid_input::InvalidInput;
use crate::rate_limit::LimitedAction;
use crate::rooms::RoomError;
use crate::store::{Account, AccountStatus, AuditEntry, ConductReport};

/// The longest report, in characters.
const MAX_TEXT: usize = 2_000;
/// Reports and audit entries on the operators' page.
const SHOWN: u32 = 100;

/// A report about somebody.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Report)]
pub(super) struct ReportBody {
    /// The name of the player.
    about: String,
    /// The game in which it happened.
    #[serde(default)]
    game: Option<String>,
    /// What happened, up to 2000 characters.
    text: String,
}

/// Reports somebody's conduct to the operators.
#[utoipa::path(post, path = "/api/reports", tag = "people", request_body = ReportBody, responses(
    (status = 204, description = "It is stored"), (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "It is empty or too long", body = ErrorBody), (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn report(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    Owner(account): Owner,
    JsonBody(ReportBody { about, game, text }): JsonBody<ReportBody>,
) -> Result<StatusCode, ApiError> {
    app.rate_limiter.allow(LimitedAction::CreateGame, address, Some(account.id))?;
    let fits = |text: &str, longest: usize| !text.trim().is_empty() && text.chars().count() <= longest;
    if !fits(&text, MAX_TEXT) || !fits(&about, 100) || game.as_ref().is_some_and(|game| !fits(game, 100)) {
        return Err(RoomError::Invalid(InvalidInput::Report).into());
    }
    let report =
        ConductReport { id: 0, at: app.clock.now().0, reporter: Some(account.id), about, game, text };
    app.store.add_report(&report).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// An operator who is signed in.
pub(super) struct Operator;

impl FromRequestParts<Shared> for Operator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, ApiError> {
        let Owner(account) = Owner::from_request_parts(parts, app).await?;
        if account.status.operator { Ok(Self) } else { Err(AccountError::NotOperator.into()) }
    }
}

/// What operators see.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Moderation)]
pub(super) struct ModerationBody {
    /// Open reports, the oldest first.
    reports: Vec<ConductReport>,
    /// The newest entries of the audit log.
    audit: Vec<AuditEntry>,
}

/// Open reports and the newest entries of the audit log, for operators.
#[utoipa::path(get, path = "/api/moderation", tag = "people", responses(
    (status = 200, description = "What operators see", body = ModerationBody),
    (status = 401, description = "Not signed in", body = ErrorBody), (status = 403, description = "Not an operator", body = ErrorBody)))]
pub(super) async fn overview(
    State(app): State<Shared>,
    _: Operator,
) -> Result<Json<ModerationBody>, ApiError> {
    let (reports, audit) = (app.store.open_reports(SHOWN).await?, app.store.audit_log(None, SHOWN).await?);
    Ok(Json(ModerationBody { reports, audit }))
}

/// Closes a report, for operators.
#[utoipa::path(delete, path = "/api/moderation/reports/{id}", tag = "people", responses(
    (status = 204, description = "It is closed"), (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 403, description = "Not an operator", body = ErrorBody)))]
pub(super) async fn close_report(
    State(app): State<Shared>,
    _: Operator,
    Path(id): Path<i64>,
) -> Result<StatusCode, ApiError> {
    app.store.close_report(id, app.clock.now().0).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What operators decide about an account.
#[derive(Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Status)]
pub(super) struct StatusBody {
    /// May not offer games in the lobby.
    muted: bool,
    /// May not sign in.
    banned: bool,
}

async fn account_named(app: &Shared, name: &str) -> Result<Account, ApiError> {
    Ok(app.store.account(name).await?.ok_or(AccountError::Unknown)?)
}

/// What operators have decided about an account.
#[utoipa::path(get, path = "/api/moderation/accounts/{name}", tag = "people", responses(
    (status = 200, description = "Its status", body = StatusBody), (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 403, description = "Not an operator", body = ErrorBody), (status = 404, description = "There is none", body = ErrorBody)))]
pub(super) async fn status(
    State(app): State<Shared>,
    _: Operator,
    Path(name): Path<String>,
) -> Result<Json<StatusBody>, ApiError> {
    let AccountStatus { muted, banned, .. } = account_named(&app, &name).await?.status;
    Ok(Json(StatusBody { muted, banned }))
}

/// Mutes or bans an account, or lifts it. A ban ends its sessions.
#[utoipa::path(put, path = "/api/moderation/accounts/{name}", tag = "people", request_body = StatusBody, responses(
    (status = 204, description = "It is set"), (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 403, description = "Not an operator", body = ErrorBody), (status = 404, description = "There is none", body = ErrorBody)))]
pub(super) async fn set_status(
    State(app): State<Shared>,
    ClientAddress(address): ClientAddress,
    _: Operator,
    Path(name): Path<String>,
    JsonBody(StatusBody { muted, banned }): JsonBody<StatusBody>,
) -> Result<StatusCode, ApiError> {
    let account = account_named(&app, &name).await?;
    let status = AccountStatus { muted, banned, operator: account.status.operator };
    app.accounts.set_status(&account, status, address).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Template)]
#[template(path = "moderation.html")]
struct ModerationPage {
    page: Page,
    reports: Vec<ConductReport>,
    audit: Vec<AuditEntry>,
}

impl ModerationPage {
    /// What an entry of the audit log records, in words.
    fn done(&self, entry: &AuditEntry) -> String {
        self.page.t(&format!("audit-{}", entry.action))
    }
}

/// The operators' page; for others there is none.
pub(super) async fn page(
    State(app): State<Shared>,
    Reader(lang): Reader,
    SignedIn(account): SignedIn,
) -> Result<Response, ApiError> {
    if !account.is_some_and(|account| account.status.operator) {
        return Ok(nothing_here(Reader(lang)).await);
    }
    let (reports, audit) = (app.store.open_reports(SHOWN).await?, app.store.audit_log(None, SHOWN).await?);
    Ok(show(&ModerationPage { page: Page { lang }, reports, audit }, StatusCode::OK))
}
