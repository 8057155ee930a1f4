//! Jobs over HTTP: whole files that the engine reviews in the background.

use std::convert::Infallible;
use std::fmt::Write;

use askama::Template;
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{Event as SseEvent, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use serde::Serialize;

use super::Shared;
use super::error::{ApiError, ErrorBody};
use super::guard::{ImportPermit, ReadPermit};
use super::identity::{Caller, Visitor};
use super::import::GameFileQuery;
use super::lang::Reader;
use super::pages::{Page, show as show_page};
use super::query_fields::QueryFields;
use super::study::pdn_file;
use crate::jobs::review::WireGameReview;
use crate::jobs::{JobError, JobProgress, JobRequest};
use crate::random::derived_id;
use crate::rate_limit::RateKey;
use crate::store::StoredJob;
use crate::study::error::StudyError;
use crate::study::import::read;

/// Jobs that are listed.
const MOST_LISTED: u32 = 50;
/// Results that are read at a time.
const PAGE: u32 = 50;

#[derive(Template)]
#[template(path = "reviews.html")]
struct ReviewsPage {
    page: Page,
}

/// The page on which files are handed in for review and followed.
pub(super) async fn page(Reader(lang): Reader) -> Response {
    show_page(&ReviewsPage { page: Page { lang } }, StatusCode::OK)
}

/// A job and how far it is.
#[derive(Serialize, Clone, PartialEq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Job)]
pub(super) struct WireJob {
    id: String,
    state: JobState,
    /// When it was requested, in milliseconds since 1970.
    at: u64,
    /// The number of its games.
    games: u32,
    /// How many of them are done.
    done: u32,
    /// The game that was last seen in hand.
    current: Option<CurrentGame>,
}

/// The state of a job.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
enum JobState {
    Open,
    Finished,
    Cancelled,
}

/// The game of a job that is in hand.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, utoipa::ToSchema)]
struct CurrentGame {
    /// Its number, from 1.
    number: u32,
    /// The half-move in hand.
    ply: u32,
    /// How many half-moves there are.
    plies: u32,
}

impl From<&StoredJob> for WireJob {
    fn from(job: &StoredJob) -> Self {
        let state = match (job.finished_at, job.cancelled) {
            (None, _) => JobState::Open,
            (Some(_), false) => JobState::Finished,
            (Some(_), true) => JobState::Cancelled,
        };
        Self { id: job.id.clone(), state, at: job.at, games: job.games, done: job.done, current: None }
    }
}

impl From<&JobProgress> for WireJob {
    fn from(progress: &JobProgress) -> Self {
        let current = progress.at.map(|(number, ply, plies)| CurrentGame { number, ply, plies });
        let is_open = progress.job.finished_at.is_none();
        Self { current: current.filter(|_| is_open), ..Self::from(&progress.job) }
    }
}

/// A text that stands for the addresses of one household or IPv6 network, without naming them.
pub(super) fn household(client: &RateKey) -> String {
    let client = client.wider().unwrap_or_else(|| client.clone());
    derived_id(&format!("{client:?}"))
}

/// Has the engine review all games of a file in the background.
///
/// Follow the job by its stream, and read its results when they are there. A job of an account is kept for a month, one of
/// a visitor for a day.
#[utoipa::path(post, path = "/api/jobs", tag = "study", params(GameFileQuery),
    request_body(content = String, content_type = "text/plain", description = "PDN, up to 4 MiB", example = json!("1. 22-18 11-14 *")), responses(
    (status = 201, description = "The job", body = WireJob),
    (status = 413, description = "The file is too large", body = ErrorBody),
    (status = 422, description = "There is no such game, or none in the file that can be reviewed", body = ErrorBody),
    (status = 429, description = "Too many games wait already", body = ErrorBody),
    (status = 503, description = "Too many games of all visitors wait already", body = ErrorBody)))]
pub(super) async fn create(
    ImportPermit(client): ImportPermit,
    State(app): State<Shared>,
    QueryFields(asked): QueryFields<GameFileQuery>,
    Reader(lang): Reader,
    visitor: Visitor,
    text: Result<Bytes, BytesRejection>,
) -> Result<Response, ApiError> {
    let text = text.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => StudyError::TooLarge,
        _ => StudyError::Internal(rejection.to_string()),
    })?;
    let variant = asked.variant()?;
    let read = app.work.run(&client, move |cancellation| {
        let (_, keep) = read(&text, variant, 0, lang, cancellation);
        let has_moves = keep.into_iter().filter(|kept| kept.game.card.plies > 0);
        has_moves.map(|kept| kept.game.pdn).collect::<Vec<_>>()
    });
    let games = read.await?;
    if games.is_empty() {
        return Err(StudyError::NoGames.into());
    }
    let (owner, address) = (visitor.credentials(), household(&client));
    let request = JobRequest { games: &games, owner, address: &address, lang };
    let job = app.work.write(app.jobs.request(request)).await?;
    Ok((StatusCode::CREATED, visitor, Json(WireJob::from(&job))).into_response())
}

/// The latest jobs of the sender.
#[utoipa::path(get, path = "/api/jobs", tag = "study", responses((status = 200, description = "The latest first", body = Vec<WireJob>)))]
pub(super) async fn list(
    _: ReadPermit,
    State(app): State<Shared>,
    Caller(who): Caller,
) -> Result<Json<Vec<WireJob>>, ApiError> {
    Ok(Json(app.store.jobs_of(&who, MOST_LISTED).await?.iter().map(WireJob::from).collect()))
}

/// A job of the sender.
#[utoipa::path(get, path = "/api/jobs/{id}", tag = "study", params(("id" = String, Path, description = "The job")), responses(
    (status = 200, description = "How far it is", body = WireJob), (status = 404, description = "There is none", body = ErrorBody)))]
pub(super) async fn show(
    _: ReadPermit,
    State(app): State<Shared>,
    Path(id): Path<String>,
    Caller(who): Caller,
) -> Result<Json<WireJob>, ApiError> {
    Ok(Json(WireJob::from(&app.jobs.find(&id, &who).await?)))
}

/// Cancels a job of the sender. Results that it has stay.
#[utoipa::path(delete, path = "/api/jobs/{id}", tag = "study", params(("id" = String, Path, description = "The job")), responses(
    (status = 204, description = "It is cancelled, unless it was finished"), (status = 404, description = "There is none", body = ErrorBody)))]
pub(super) async fn cancel(
    _: ReadPermit,
    State(app): State<Shared>,
    Path(id): Path<String>,
    Caller(who): Caller,
) -> Result<StatusCode, ApiError> {
    app.jobs.cancel(&id, &who).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A job as a stream of its progress, up to its end.
#[utoipa::path(get, path = "/api/jobs/{id}/stream", tag = "study", params(("id" = String, Path, description = "The job")), responses(
    (status = 200, description = "How far it is, whenever that changes", body = WireJob, content_type = "text/event-stream"),
    (status = 404, description = "There is none", body = ErrorBody)))]
pub(super) async fn stream(
    _: ReadPermit,
    State(app): State<Shared>,
    Path(id): Path<String>,
    Caller(who): Caller,
) -> Result<Sse<impl Stream<Item = Result<SseEvent, Infallible>>>, ApiError> {
    let job = app.jobs.find(&id, &who).await?;
    let follower = app.jobs.follow(job).await;
    let updates = futures_util::stream::unfold(follower, |mut follower| async move {
        let progress = follower.next().await?;
        let sent = SseEvent::default().data(serde_json::to_string(&WireJob::from(&progress)).ok()?);
        Some((Ok(sent), follower))
    });
    Ok(Sse::new(updates).keep_alive(KeepAlive::default()))
}

/// The review of one game of a job.
#[utoipa::path(get, path = "/api/jobs/{id}/games/{number}", tag = "study", params(
    ("id" = String, Path, description = "The job"), ("number" = u32, Path, description = "The game, from 1")), responses(
    (status = 200, description = "The review", body = WireGameReview),
    (status = 404, description = "There is none yet", body = ErrorBody)))]
pub(super) async fn game(
    _: ReadPermit,
    State(app): State<Shared>,
    Path((id, number)): Path<(String, u32)>,
    Caller(who): Caller,
) -> Result<Response, ApiError> {
    let job = app.jobs.find(&id, &who).await?;
    let results = app.store.job_results(&job.id, number.saturating_sub(1), 1).await?;
    match results.into_iter().next() {
        Some((found, body)) if found == number => {
            Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
        }
        _ => Err(JobError::Unknown.into()),
    }
}

/// All reviewed games of a job as one PDN file, with scores, marks and better lines.
#[utoipa::path(get, path = "/api/jobs/{id}/pdn", tag = "study", params(("id" = String, Path, description = "The job")), responses(
    (status = 200, description = "The games that are done", body = String, content_type = "application/x-pdn"),
    (status = 404, description = "There is none", body = ErrorBody)))]
pub(super) async fn pdn(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Path(id): Path<String>,
    Caller(who): Caller,
) -> Result<Response, ApiError> {
    let job = app.jobs.find(&id, &who).await?;
    let (mut file, mut last) = (String::new(), 0);
    loop {
        let page = app.store.job_results(&job.id, last, PAGE).await?;
        let Some((number, _)) = page.last() else { break };
        last = *number;
        let read = app.work.run(&client, move |_| -> Result<String, StudyError> {
            let mut text = String::new();
            for (_, body) in &page {
                let review = serde_json::from_str::<WireGameReview>(body);
                let review = review.map_err(|error| StudyError::Internal(error.to_string()))?;
                let _ = writeln!(text, "{}\n", review.pdn.trim_end()); // a String takes everything
            }
            Ok(text)
        });
        file.push_str(&read.await??);
    }
    Ok(pdn_file(file, &id))
}
