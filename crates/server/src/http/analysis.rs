//! A position's legal moves and endgame table values, and the engine's analysis as a stream.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use axum::response::sse::{Event as SseEvent, KeepAlive, Sse};
use damiera_game::{Lang, wire};
use damiera_play::PlayRules;
use damiera_rules::with_rules;
use futures_util::Stream;
use serde::{Deserialize, Serialize};

use super::Shared;
use super::error::{ApiError, ErrorBody};
use super::guard::{AnalysisPermit, ReadPermit};
use super::lang::Reader;
use super::query_fields::QueryFields;
use super::study::{StudyServices, json, json_response};
use crate::analysis::{AnalysisTicket, Findings};
use crate::invalid_input::InvalidInput;
use crate::rooms::RoomError;
use crate::study::error::StudyError;
use crate::study::path::{self, PlayedMove, PositionQuery, PositionQueryError};
use crate::study::truth::{TableVerdict, truth};

/// A position and its moves.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Position)]
pub(super) struct PositionDetails {
    fen: String,
    turn: wire::WireSide,
    legal: Vec<wire::WireLegalMove>,
    /// The move that led here.
    last: Option<PlayedMove>,
    /// That the game is over, if it is.
    over: Option<String>,
    truth: Option<TableVerdict>,
}

fn details<R: PlayRules>(
    path: &PositionQuery,
    services: &StudyServices,
    lang: Lang,
) -> Result<PositionDetails, PositionQueryError> {
    let reached = path.walk::<R>(lang)?;
    let position = reached.position();
    let legal = path::legal(position);
    let tables = services.tables.available::<R>();
    Ok(PositionDetails {
        fen: position.fen(),
        turn: position.turn().into(),
        over: legal.is_empty().then(|| path::over(position.turn(), lang)),
        legal,
        last: reached.last(),
        truth: tables.and_then(|tables| truth(&tables, &reached.history, &reached.moves, lang)),
    })
}

/// A position: its legal moves, and what the endgame tables say of it.
#[utoipa::path(get, path = "/api/position", tag = "study", params(PositionQuery), responses(
    (status = 200, description = "The position", body = PositionDetails),
    (status = 409, description = "A move is against the rules", body = ErrorBody),
    (status = 422, description = "There is no such position", body = ErrorBody)))]
pub(super) async fn position(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Extension(services): Extension<Arc<StudyServices>>,
    QueryFields(path): QueryFields<PositionQuery>,
    Reader(lang): Reader,
) -> Result<Response, ApiError> {
    let look = move || with_rules!(path.game()?, R => details::<R>(&path, &services, lang));
    let details =
        app.work.run(&client, move |_| look().map_err(StudyError::from).and_then(|found| json(&found)));
    Ok(json_response(details.await??))
}

/// How many lines are wanted.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AnalysisQuery {
    /// One to five; three if not given.
    #[serde(default = "three")]
    lines: usize,
}

const fn three() -> usize {
    3
}

/// The most lines of an analysis.
const MOST_LINES: usize = 5;

/// The engine's analysis as a stream of events. Closing the stream cancels the search.
#[utoipa::path(get, path = "/api/analysis", tag = "study", params(PositionQuery, AnalysisQuery), responses(
    (status = 200, description = "A stream of what is found, the last with `done`", body = Findings, content_type = "text/event-stream"),
    (status = 422, description = "There is no such position, or too many lines are wanted", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody),
    (status = 503, description = "Too many wait already", body = ErrorBody)))]
pub(super) async fn stream(
    AnalysisPermit { clients }: AnalysisPermit,
    Extension(services): Extension<Arc<StudyServices>>,
    QueryFields(path): QueryFields<PositionQuery>,
    QueryFields(AnalysisQuery { lines }): QueryFields<AnalysisQuery>,
    Reader(lang): Reader,
) -> Result<Sse<impl Stream<Item = Result<SseEvent, Infallible>>>, ApiError> {
    if !(1..=MOST_LINES).contains(&lines) {
        return Err(RoomError::Invalid(InvalidInput::AnalysisLines { most: MOST_LINES }).into());
    }
    let ask = move || -> Result<AnalysisTicket, StudyError> {
        with_rules!(path.game()?, R => {
            let reached = path.walk::<R>(lang)?;
            services.analysis.ask(reached.history, lines, clients).map_err(StudyError::from)
        })
    };
    let ticket = ask()?;
    let findings = futures_util::stream::unfold(Some(ticket), |ticket| async move {
        let mut ticket = ticket?;
        ticket.found.changed().await.ok()?;
        let found = ticket.found.borrow_and_update().clone();
        let sent = SseEvent::default().data(serde_json::to_string(&found).ok()?);
        Some((Ok(sent), (!found.done).then_some(ticket)))
    });
    Ok(Sse::new(findings).keep_alive(KeepAlive::default()))
}
