//! A review of a whole game: what each move was worth, and what would have been better.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, State};
use axum::response::sse::{Event as SseEvent, KeepAlive, Sse};
use damiera_rules::with_rules;
use futures_util::Stream;

use super::Shared;
use super::error::{ApiError, ErrorBody, StudyError};
use super::guard::{AnalysisPermit, ReadPermit};
use super::lang::Reader;
use super::query_fields::QueryFields;
use super::study::{StartQuery, StudyServices, find, open};
use crate::analysis::ReviewProgress;

/// Reviews a finished or imported game with the engine, as a stream of its progress; the last event has the moves.
#[utoipa::path(get, path = "/api/study/{kind}/{id}/review", tag = "study", params(StartQuery,
    ("kind" = String, Path, description = "played, imported or position"), ("id" = String, Path, description = "The game")), responses(
    (status = 200, description = "How far it is, and at the end a review of each move", body = ReviewProgress, content_type = "text/event-stream"),
    (status = 404, description = "There is none", body = ErrorBody),
    (status = 409, description = "It is still being played", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody),
    (status = 503, description = "Too many wait already", body = ErrorBody)))]
pub(super) async fn stream(
    AnalysisPermit { clients }: AnalysisPermit,
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Extension(services): Extension<Arc<StudyServices>>,
    Path(name): Path<(String, String)>,
    QueryFields(start): QueryFields<StartQuery>,
    Reader(lang): Reader,
) -> Result<Sse<impl Stream<Item = Result<SseEvent, Infallible>>>, ApiError> {
    let source = find(&app, name, start).await?;
    let opened = app.work.run(&client, move |_| open(source, lang)).await??;
    if opened.in_play {
        return Err(StudyError::InPlay.into());
    }
    let progress = with_rules!(opened.variant, R => services.analysis.review::<R>(opened.record, clients));
    let progress = progress.map_err(StudyError::from)?;
    let updates = futures_util::stream::unfold(Some(progress), |progress| async move {
        let mut progress = progress?;
        progress.changed().await.ok()?;
        let now = progress.borrow_and_update().clone();
        let sent = SseEvent::default().data(serde_json::to_string(&now).ok()?);
        Some((Ok(sent), (!now.done).then_some(progress)))
    });
    Ok(Sse::new(updates).keep_alive(KeepAlive::default()))
}
