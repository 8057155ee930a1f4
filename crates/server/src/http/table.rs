//! For an arbiter's table: a verdict before it is recorded, and the signed record.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use damiera_game::{Classification, IrregularPolicy, judge};
use damiera_rules::{Provision, Setup};
use serde::{Deserialize, Serialize};

use super::Shared;
use super::error::{ApiError, ErrorBody};
use super::lang::Reader;
use crate::rooms::RoomError;

/// The position on the board.
#[derive(Deserialize, Debug, utoipa::ToSchema)]
#[schema(as = Stands, example = json!({"fen": "B:W18,21,23:B1,2,3"}))]
pub(super) struct BoardReport {
    /// As FEN; whose turn it is follows from the game.
    fen: String,
}

/// The verdict on it.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Verdict)]
pub(super) struct VerdictBody {
    /// `legal`, `irregular` or `unknown`.
    kind: &'static str,
    text: String,
    article: Option<String>,
}

/// Judges the position on the board, without recording it.
#[utoipa::path(post, path = "/api/games/{id}/verdict", tag = "table", request_body = BoardReport, responses(
    (status = 200, description = "The verdict", body = VerdictBody),
    (status = 404, description = "There is no such game", body = ErrorBody),
    (status = 422, description = "It cannot be read", body = ErrorBody)))]
pub(super) async fn verdict(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
    Json(BoardReport { fen }): Json<BoardReport>,
) -> Result<Response, ApiError> {
    let game = app.rooms.find(&id).await?.game();
    let mut after: Setup = fen.parse().map_err(RoomError::invalid)?;
    after.turn = Some(!game.turn());
    let verdict = judge(game.terms().variant, &game.setup(), &after).map_err(RoomError::invalid)?;
    let (kind, article) = match &verdict {
        Classification::Legal { .. } => ("legal", None),
        Classification::Irregular(finding) => {
            ("irregular", game.rule_set().cite(Provision::Irregular(finding.kind)))
        }
        Classification::Unknown(_) => ("unknown", None),
    };
    let article = article.map(|article| article.to_string());
    Ok(Json(VerdictBody { kind, text: lang.verdict(&verdict), article }).into_response())
}

/// The headers of a record.
#[derive(Deserialize, Debug, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "kebab-case")]
pub(super) struct RecordHeaders {
    white: Option<String>,
    black: Option<String>,
    event: Option<String>,
    site: Option<String>,
    round: Option<String>,
    date: Option<String>,
    arbiter: Option<String>,
}

/// The game as PDN with its headers; at a table, signed by the arbiter.
#[utoipa::path(get, path = "/api/games/{id}/record", tag = "table", params(RecordHeaders), responses(
    (status = 200, description = "The record", body = String, content_type = "application/x-pdn"),
    (status = 404, description = "There is no such game", body = ErrorBody)))]
pub(super) async fn record(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Query(headers): Query<RecordHeaders>,
) -> Result<Response, ApiError> {
    let game = app.rooms.find(&id).await?.game();
    let mut record = game.pdn();
    let table = game.terms().profile.irregular == IrregularPolicy::Recorded;
    let arbiter = headers.arbiter.filter(|_| table);
    let tags = [
        ("Event", headers.event),
        ("Site", headers.site),
        ("Date", headers.date),
        ("Round", headers.round),
        ("White", headers.white),
        ("Black", headers.black),
        ("Arbiter", arbiter),
    ];
    for (name, value) in tags {
        if let Some(value) = value.filter(|value| !value.trim().is_empty()) {
            record.tags.set(name, value.trim());
        }
    }
    let about = [
        (header::CONTENT_TYPE, "application/x-pdn; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"damiera-{id}.pdn\"")),
    ];
    Ok((about, record.to_string()).into_response())
}
