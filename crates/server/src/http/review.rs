//! A review of one game as a stream: what each move was worth, and what would have been better. It is a job of one game.

use std::convert::Infallible;

use axum::extract::{Path, State};
use axum::response::sse::{Event as SseEvent, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::Shared;
use super::error::{ApiError, ErrorBody};
use super::guard::{AnalysisPermit, ReadPermit};
use super::identity::Visitor;
use super::jobs::household;
use super::lang::Reader;
use super::query_fields::QueryFields;
use super::study::{StartQuery, find, open};
use crate::jobs::review::{ReviewedMove, WireGameReview};
use crate::jobs::{JobProgress, JobRequest};
use crate::study::error::StudyError;
use crate::study::import::imported;

/// How far the review of a game is; its moves once it is done.
#[derive(Serialize, Clone, PartialEq, Debug, utoipa::ToSchema)]
#[schema(as = Review)]
pub(super) struct ReviewProgress {
    /// The job, which can be cancelled.
    job: String,
    /// The half-move in hand.
    ply: u32,
    /// How many there are.
    all: u32,
    /// Whether the review has ended.
    done: bool,
    moves: Vec<ReviewedMove>,
}

/// Reviews a finished or imported game with the engine, as a stream of its progress; the last event has the moves.
///
/// The review goes on when the stream is closed, and a second request for the same game finds it. To cancel it, delete
/// the job.
#[utoipa::path(get, path = "/api/study/{kind}/{id}/review", tag = "study", params(StartQuery,
    ("kind" = String, Path, description = "played, imported or position"), ("id" = String, Path, description = "The game")), responses(
    (status = 200, description = "How far it is, and at the end a review of each move", body = ReviewProgress, content_type = "text/event-stream"),
    (status = 404, description = "There is none", body = ErrorBody),
    (status = 409, description = "It is still being played", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody),
    (status = 503, description = "Too many wait already", body = ErrorBody)))]
pub(super) async fn stream(
    AnalysisPermit { .. }: AnalysisPermit,
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Path(name): Path<(String, String)>,
    QueryFields(start): QueryFields<StartQuery>,
    Reader(lang): Reader,
    visitor: Visitor,
) -> Result<Response, ApiError> {
    let source = find(&app, name, start).await?;
    let game = app.work.run(&client, move |_| {
        let opened = open(source, lang)?;
        if opened.in_play {
            return Err(StudyError::InPlay);
        }
        Ok(imported(&opened.record, opened.variant, 0, 0).pdn)
    });
    let games = [game.await??];
    let (owner, address) = (visitor.credentials(), household(&client));
    let job = app.jobs.request_once(JobRequest { games: &games, owner, address: &address, lang }).await?;
    let follower = app.jobs.follow(job).await;
    let updates = futures_util::stream::unfold((follower, app), |(mut follower, app)| async move {
        let progress = follower.next().await?;
        let sent = serde_json::to_string(&review_progress(&app, &progress).await?).ok()?;
        Some((Ok::<_, Infallible>(SseEvent::default().data(sent)), (follower, app)))
    });
    Ok((visitor, Sse::new(updates).keep_alive(KeepAlive::default())).into_response())
}

/// The progress of a job of one game; none if its result cannot be read.
async fn review_progress(app: &Shared, progress: &JobProgress) -> Option<ReviewProgress> {
    let job = progress.job.id.clone();
    if progress.job.finished_at.is_none() {
        let (_, ply, all) = progress.at.unwrap_or_default();
        return Some(ReviewProgress { job, ply, all, done: false, moves: Vec::new() });
    }
    let results = app.store.job_results(&job, 0, 1).await.ok()?;
    let moves = match results.first() {
        Some((_, body)) => serde_json::from_str::<WireGameReview>(body).ok()?.moves,
        None => Vec::new(), // cancelled
    };
    let ply = moves.last().map_or(0, |last| last.ply);
    Some(ReviewProgress { job, ply, all: ply, done: true, moves })
}
