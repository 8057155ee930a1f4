//! Pictures of positions.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use damiera_game::Lang;
use damiera_notation::diagram::{Diagram, png as rasterised};
use damiera_rules::{Rules, Side, with_rules};
use serde::Deserialize;

use super::Shared;
use super::error::{ApiError, ErrorBody};
use super::guard::ReadPermit;
use super::lang::Reader;
use super::query_fields::QueryFields;
use crate::study::error::StudyError;
use crate::study::path::{PositionQuery, PositionQueryError};
use crate::texts::text;
use crate::work::Cancellation;

/// Pixels from side to side.
const WIDTH: u32 = 1000;

/// Options of a diagram.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct DiagramQuery {
    /// The side at the bottom.
    #[serde(default)]
    bottom: BottomSide,
    /// Whether it is to be seen or, on swell paper, to be felt.
    #[serde(default)]
    look: DiagramLook,
}

/// How a diagram is drawn.
#[derive(Deserialize, Default, Clone, Copy, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum DiagramLook {
    #[default]
    Seen,
    /// For swell paper: outlines, and braille along the edges.
    Raised,
}

/// The side at the bottom of a diagram.
#[derive(Deserialize, Default, Clone, Copy, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Bottom)]
pub(super) enum BottomSide {
    #[default]
    White,
    Black,
}

fn drawn(path: &PositionQuery, look: &DiagramQuery, lang: Lang) -> Result<String, PositionQueryError> {
    with_rules!(path.game()?, R => {
        let reached = path.walk::<R>(lang)?;
        let mut diagram = Diagram::new(reached.position());
        diagram.bottom = match look.bottom {
            BottomSide::White => Side::White,
            BottomSide::Black => Side::Black,
        };
        let turn = match reached.position().turn() {
            Side::White => "turn-white",
            Side::Black => "turn-black",
        };
        let game = text(lang, &format!("{}-draughts", R::VARIANT.name()));
        diagram.title = format!("{game}. {}", text(lang, turn));
        let squares = reached.last().map(|step| step.squares).unwrap_or_default();
        diagram.last = squares.into_iter().filter_map(damiera_rules::Square::new).collect();
        Ok(match look.look {
            DiagramLook::Seen => diagram.svg(),
            DiagramLook::Raised => diagram.raised_svg(),
        })
    })
}

/// A picture with its content type and file name.
fn named(kind: &'static str, name: &'static str, picture: impl IntoResponse) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], picture).into_response()
}

/// A position drawn.
#[utoipa::path(get, path = "/api/diagram.svg", tag = "study", params(PositionQuery, DiagramQuery), responses(
    (status = 200, description = "The drawing", body = String, content_type = "image/svg+xml"),
    (status = 422, description = "There is no such position", body = ErrorBody)))]
pub(super) async fn svg(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    QueryFields(path): QueryFields<PositionQuery>,
    QueryFields(look): QueryFields<DiagramQuery>,
    Reader(lang): Reader,
) -> Result<Response, ApiError> {
    let drawing = app.work.run(&client, move |_| drawn(&path, &look, lang)).await??;
    Ok(named("image/svg+xml", "inline; filename=\"damiera.svg\"", drawing))
}

/// A position as a picture.
#[utoipa::path(get, path = "/api/diagram.png", tag = "study", params(PositionQuery, DiagramQuery), responses(
    (status = 200, description = "The picture", body = String, content_type = "image/png"),
    (status = 422, description = "There is no such position", body = ErrorBody)))]
pub(super) async fn png(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    QueryFields(path): QueryFields<PositionQuery>,
    QueryFields(look): QueryFields<DiagramQuery>,
    Reader(lang): Reader,
) -> Result<Response, ApiError> {
    let make = move |_: &Cancellation| {
        let drawing = drawn(&path, &look, lang)?;
        rasterised(&drawing, WIDTH).map_err(|error| StudyError::Internal(error.to_string()))
    };
    let picture = app.work.run(&client, make).await??;
    Ok(named("image/png", "inline; filename=\"damiera.png\"", picture))
}
