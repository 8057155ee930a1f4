//! A position looked into: its moves, what the tables know, and what the engine finds as it finds it.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::Query;
use axum::response::sse::{Event as Sent, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use damiera_game::{Lang, wire};
use damiera_play::PlayRules;
use damiera_rules::with_rules;
use futures_util::Stream;
use serde::{Deserialize, Serialize};

use super::guard::Leave;
use super::lang::Reader;
use super::study::{Desk, off_the_async_threads};
use super::trouble::{Told, Trouble};
use crate::analysis::{Findings, Ticket};
use crate::study::path::{self, Lost, Path, Stepped};
use crate::study::truth::{Truth, truth};

/// A position and its moves.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Position)]
pub(super) struct Looked {
    fen: String,
    turn: wire::WireSide,
    legal: Vec<wire::WireLegalMove>,
    /// The move that led here.
    last: Option<Stepped>,
    /// That the game is over, if it is.
    over: Option<String>,
    truth: Option<Truth>,
}

fn looked<R: PlayRules>(path: &Path, desk: &Desk, lang: Lang) -> Result<Looked, Lost> {
    let reached = path.walk::<R>(lang)?;
    let position = reached.position();
    let legal = path::legal(position);
    let tables = desk.tables.available::<R>();
    Ok(Looked {
        fen: position.fen(),
        turn: position.turn().into(),
        over: legal.is_empty().then(|| path::over(position.turn(), lang)),
        legal,
        last: reached.last(),
        truth: tables.and_then(|tables| truth(&tables, &reached.history, &reached.moves, lang)),
    })
}

/// A position looked into: its moves, and what the endgame tables know.
#[utoipa::path(get, path = "/api/position", tag = "study", params(Path), responses(
    (status = 200, description = "The position", body = Looked),
    (status = 409, description = "A move is against the rules", body = Told),
    (status = 422, description = "There is no such position", body = Told)))]
pub(super) async fn position(
    Extension(desk): Extension<Arc<Desk>>,
    Query(path): Query<Path>,
    Reader(lang): Reader,
) -> Result<Response, Told> {
    let look = move || with_rules!(path.game()?, R => looked::<R>(&path, &desk, lang));
    let looked = off_the_async_threads(look).await;
    let looked = looked.and_then(|looked| looked.map_err(Trouble::from));
    Ok(Json(looked.map_err(|trouble| trouble.told(lang))?).into_response())
}

/// How many lines are wanted.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Wanted {
    /// One to five; three if not given.
    #[serde(default = "three")]
    lines: usize,
}

const fn three() -> usize {
    3
}

/// What the engine finds, as it finds it. The search ends when the stream is closed.
#[utoipa::path(get, path = "/api/analysis", tag = "study", params(Path, Wanted), responses(
    (status = 200, description = "A stream of what is found, the last with `done`", body = Findings, content_type = "text/event-stream"),
    (status = 422, description = "There is no such position", body = Told),
    (status = 429, description = "Too many; see Retry-After", body = Told),
    (status = 503, description = "Too many wait already", body = Told)))]
pub(super) async fn stream(
    _: Leave,
    Extension(desk): Extension<Arc<Desk>>,
    Query(path): Query<Path>,
    Query(Wanted { lines }): Query<Wanted>,
    Reader(lang): Reader,
) -> Result<Sse<impl Stream<Item = Result<Sent, Infallible>>>, Told> {
    let ask = || -> Result<Ticket, Trouble> {
        with_rules!(path.game()?, R => {
            let reached = path.walk::<R>(lang)?;
            desk.analysts.ask(reached.history, lines.clamp(1, 5)).map_err(|_| Trouble::Busy)
        })
    };
    let ticket = ask().map_err(|trouble| trouble.told(lang))?;
    let findings = futures_util::stream::unfold(Some(ticket), |ticket| async move {
        let mut ticket = ticket?;
        ticket.found.changed().await.ok()?;
        let found = ticket.found.borrow_and_update().clone();
        let sent = Sent::default().data(serde_json::to_string(&found).ok()?);
        Some((Ok(sent), (!found.done).then_some(ticket)))
    });
    Ok(Sse::new(findings).keep_alive(KeepAlive::default()))
}
