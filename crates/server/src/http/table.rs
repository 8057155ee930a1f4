//! What only an arbiter's table needs: a verdict before it is recorded, and the signed record.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use damiera_game::{Classification, IrregularPolicy, judge};
use damiera_rules::{Provision, Setup};
use serde::{Deserialize, Serialize};

use super::Shared;
use super::api::{Problem, Told};
use super::lang::Reader;
use crate::room::RoomError;

/// What stands on the board.
#[derive(Deserialize, Debug, utoipa::ToSchema)]
#[schema(example = json!({"fen": "B:W18,21,23:B1,2,3"}))]
pub(super) struct Stands {
    /// As FEN; whose turn it is follows from the game.
    fen: String,
}

/// What the arbiter would say of it.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Verdict)]
pub(super) struct Said {
    /// `legal`, `irregular` or `unknown`.
    kind: &'static str,
    text: String,
    article: Option<String>,
}

/// Judges what stands on the board, without recording it.
#[utoipa::path(post, path = "/api/games/{id}/verdict", tag = "table", request_body = Stands, responses(
    (status = 200, description = "What the arbiter would say", body = Said),
    (status = 404, description = "There is no such game", body = Told),
    (status = 422, description = "It cannot be read", body = Told)))]
pub(super) async fn verdict(
    State(rooms): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
    Json(Stands { fen }): Json<Stands>,
) -> Result<Response, Problem> {
    let problem = |error| Problem(error, lang);
    let game = rooms.find(&id).await.map_err(problem)?.game();
    let bad = |error: &dyn std::fmt::Display| Problem(RoomError::Bad(error.to_string()), lang);
    let mut after: Setup = fen.parse().map_err(|error| bad(&error))?;
    after.turn = Some(!game.turn());
    let verdict = judge(game.terms().variant, &game.setup(), &after).map_err(|error| bad(&error))?;
    let (kind, article) = match &verdict {
        Classification::Legal { .. } => ("legal", None),
        Classification::Irregular(finding) => {
            ("irregular", game.rule_set().cite(Provision::Irregular(finding.kind)))
        }
        Classification::Unknown(_) => ("unknown", None),
    };
    let article = article.map(|article| article.to_string());
    Ok(Json(Said { kind, text: lang.verdict(&verdict), article }).into_response())
}

/// Who played, where, and who signs.
#[derive(Deserialize, Debug, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Heads {
    white: Option<String>,
    black: Option<String>,
    event: Option<String>,
    site: Option<String>,
    round: Option<String>,
    date: Option<String>,
    arbiter: Option<String>,
}

/// The game as PDN with its heads; at a table, signed by the arbiter.
#[utoipa::path(get, path = "/api/games/{id}/record", tag = "table", params(Heads), responses(
    (status = 200, description = "The record", body = String, content_type = "application/x-pdn"),
    (status = 404, description = "There is no such game", body = Told)))]
pub(super) async fn record(
    State(rooms): State<Shared>,
    Path(id): Path<String>,
    Query(heads): Query<Heads>,
    Reader(lang): Reader,
) -> Result<Response, Problem> {
    let game = rooms.find(&id).await.map_err(|error| Problem(error, lang))?.game();
    let mut record = game.pdn();
    let table = game.terms().profile.irregular == IrregularPolicy::Recorded;
    let arbiter = heads.arbiter.filter(|_| table);
    let tags = [
        ("Event", heads.event),
        ("Site", heads.site),
        ("Date", heads.date),
        ("Round", heads.round),
        ("White", heads.white),
        ("Black", heads.black),
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
