//! What an export of an account contains besides the games.

use std::collections::HashMap;

use serde::Serialize;

use super::{KeyBody, SessionBody};
use crate::http::Shared;
use crate::http::error::ApiError;
use crate::http::jobs::WireJob;
use crate::http::passkeys::PasskeyBody;
use crate::http::preferences::{self, Preferences};
use crate::store::{Account, AuditEntry, Credentials, StoredRating, TournamentPass};

/// The newest entries of the audit log that an export contains.
const MAX_AUDIT: u32 = 10_000;
/// The newest jobs that it contains.
const MAX_JOBS: u32 = 10_000;

/// A game or an import of the account.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = ExportedGame)]
pub(super) struct ExportedGame {
    pub(super) id: String,
    pub(super) pdn: String,
}

/// A collection of games.
#[derive(Serialize, utoipa::ToSchema)]
struct ExportedCollection {
    name: String,
    /// The ids of its games.
    games: Vec<String>,
}

/// A browser that gets push messages for the account. Its keys are secrets of the browser and are left out.
#[derive(Serialize, utoipa::ToSchema)]
struct ExportedPush {
    /// Where messages to it are sent.
    endpoint: String,
    language: String,
    /// When it subscribed, in milliseconds since 1970.
    at: u64,
}

/// A report that the account has made.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = ExportedReport)]
struct ExportedReport {
    at: u64,
    about: String,
    text: String,
}

/// What is stored about an account besides its games.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = AccountExportHead)]
pub(super) struct ExportHead {
    name: String,
    /// When the account was opened, in milliseconds since 1970.
    opened: u64,
    sessions: Vec<SessionBody>,
    keys: Vec<KeyBody>,
    /// The confirmed address for mail.
    email: Option<String>,
    passkeys: Vec<PasskeyBody>,
    /// Sign-ins, refusals and changes.
    audit: Vec<AuditEntry>,
    collections: Vec<ExportedCollection>,
    push: Vec<ExportedPush>,
    reports: Vec<ExportedReport>,
    /// The settings kept with the account.
    settings: Option<Preferences>,
    /// The names of the players it has blocked.
    blocked: Vec<String>,
    /// The present ratings.
    ratings: Vec<ExportedRating>,
    /// Its rights in events.
    events: Vec<ExportedRight>,
    /// The reviews that it has asked for, the newest first. They are at `/api/jobs`.
    jobs: Vec<WireJob>,
    /// The language of mail about turns, if it is switched on.
    turn_mail: Option<String>,
}

/// A rating of the account.
#[derive(Serialize, utoipa::ToSchema)]
struct ExportedRating {
    variant: String,
    pace: String,
    rating: f64,
    /// How uncertain it is.
    deviation: f64,
    /// How many games were rated.
    games: u32,
    /// When it was last changed, in milliseconds since 1970.
    at: u64,
}

/// A right in an event.
#[derive(Serialize, utoipa::ToSchema)]
struct ExportedRight {
    event: String,
    /// `organiser`, `arbiter` or `player`.
    role: &'static str,
    /// The name under which it is used.
    name: String,
    /// The number of a player.
    number: Option<u16>,
}

impl From<StoredRating> for ExportedRating {
    fn from(stored: StoredRating) -> Self {
        let StoredRating { scope, number, at, rating, deviation, .. } = stored;
        let thousandths = |number: i64| number as f64 / 1000.0;
        let (rating, deviation) = (thousandths(rating), thousandths(deviation));
        Self { variant: scope.variant, pace: scope.pace, rating, deviation, games: number, at }
    }
}

impl From<(String, TournamentPass)> for ExportedRight {
    fn from((event, pass): (String, TournamentPass)) -> Self {
        Self { event, role: pass.role.name(), name: pass.name, number: pass.number }
    }
}

impl ExportHead {
    /// What is stored about an account now.
    pub(super) async fn of(app: &Shared, account: &Account) -> Result<Self, ApiError> {
        let (id, store) = (account.id, &app.store);
        let credentials = Credentials { account: Some(id), ..Credentials::default() };
        let sessions = store.sessions(id, app.clock.now().0).await?.into_iter();
        let reports = store.reports_by(id).await?.into_iter();
        let push = store.push_subscriptions_of(id).await?.into_iter();
        Ok(Self {
            name: account.name.clone(),
            opened: account.created_at,
            sessions: sessions.map(|session| SessionBody::new(session, None)).collect(),
            keys: store.keys(id).await?.into_iter().map(KeyBody::from).collect(),
            email: store.email(id).await?,
            passkeys: store.passkeys(id).await?.iter().map(PasskeyBody::from).collect(),
            audit: store.audit_log(Some(id), MAX_AUDIT).await?,
            collections: collections(app, &credentials).await?,
            push: push
                .map(|p| ExportedPush { endpoint: p.endpoint, language: p.language, at: p.at })
                .collect(),
            reports: reports.map(|r| ExportedReport { at: r.at, about: r.about, text: r.text }).collect(),
            settings: preferences::of(app, id).await?,
            blocked: store.blocked(id).await?,
            ratings: store.ratings(id).await?.into_iter().map(ExportedRating::from).collect(),
            events: store.tournament_rights(id).await?.into_iter().map(ExportedRight::from).collect(),
            jobs: store.jobs_of(&credentials, MAX_JOBS).await?.iter().map(WireJob::from).collect(),
            turn_mail: store.turn_mail_setting(id).await?.map(|setting| setting.language),
        })
    }
}

/// The collections of an account with the ids of their games.
async fn collections(app: &Shared, owner: &Credentials) -> Result<Vec<ExportedCollection>, ApiError> {
    let mut games = HashMap::<String, Vec<String>>::new();
    for (collection, game) in app.store.collected_games(owner).await? {
        games.entry(collection).or_default().push(game);
    }
    let stored = app.store.collections(owner).await?.into_iter();
    let exported = stored.map(|one| {
        let games = games.remove(&one.id).unwrap_or_default();
        ExportedCollection { name: one.name, games }
    });
    Ok(exported.collect())
}
