//! The board editor: checks any set-up and explains its faults.

use askama::Template;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use damiera_game::{Lang, wire};
use damiera_rules::{Position, Rules, Setup, SetupFault, Variant, with_rules};
use serde::{Deserialize, Serialize};

use super::Shared;
use super::error::{ApiError, ErrorBody};
use super::guard::ReadPermit;
use super::json_body::JsonBody;
use super::lang::Reader;
use super::pages::{Page, show};
use super::query_fields::QueryFields;
use crate::study::path::{BoardLayout, PositionQueryError};
use crate::work::Cancellation;

#[derive(Template)]
#[template(path = "editor.html")]
struct EditorPage {
    page: Page,
    variants: Vec<(&'static str, bool)>,
}

#[derive(Deserialize)]
pub(super) struct EditorQuery {
    game: Option<String>,
}

pub(super) async fn page(QueryFields(asked): QueryFields<EditorQuery>, Reader(lang): Reader) -> Response {
    let asked = asked.game.and_then(|name| name.parse().ok());
    let chosen: Variant = asked.unwrap_or_else(|| super::pages::own_game(lang));
    let variants = Variant::ALL.iter().map(|&variant| (variant.name(), variant == chosen)).collect();
    show(&EditorPage { page: Page { lang }, variants }, StatusCode::OK)
}

/// A set-up as the page sends it.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = GivenSetup, example = json!({"game": "italian", "fen": "W:W22,K3:B1"}))]
pub(super) struct SetupInput {
    /// Which game.
    game: String,
    /// As a FEN; nothing for the start of the game.
    #[serde(default)]
    fen: String,
}

/// A checked set-up.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct JudgedSetup {
    board: BoardLayout,
    /// The set-up in normal form.
    fen: String,
    turn: Option<wire::WireSide>,
    faults: Vec<SetupProblem>,
    /// Whether the side to move cannot move.
    over: Option<String>,
}

#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = SetupFault)]
struct SetupProblem {
    text: String,
    /// The square it is about.
    square: Option<u8>,
}

fn judged<R: Rules>(fen: &str, lang: Lang) -> Result<JudgedSetup, PositionQueryError> {
    if fen.len() > 1_000 {
        return Err(PositionQueryError::TooLong);
    }
    let setup: Setup = if fen.trim().is_empty() {
        Setup::from(&Position::<R>::start())
    } else {
        fen.parse().map_err(|error| PositionQueryError::Start(vec![lang.fen_error(&error)]))?
    };
    let position = setup.position::<R>();
    let over = position.as_ref().ok().filter(|position| position.legal().is_empty());
    let explained = |faults: &damiera_rules::SetupFaults| {
        let one = |fault| SetupProblem { text: lang.setup_fault(fault), square: fault_square(fault) };
        faults.all().iter().map(one).collect()
    };
    Ok(JudgedSetup {
        board: BoardLayout::of(R::GEOMETRY),
        turn: setup.turn.map(Into::into),
        over: over.map(|position| crate::study::path::over(position.turn(), lang)),
        faults: position.as_ref().err().map(explained).unwrap_or_default(),
        fen: position.map_or_else(|_| setup.to_string(), |position| position.fen()),
    })
}

/// Checks a set-up: whether a game can be played from it, and if not, why.
#[utoipa::path(post, path = "/api/setup", tag = "study", request_body = SetupInput, responses(
    (status = 200, description = "What is to be said of it", body = JudgedSetup),
    (status = 422, description = "It cannot be read", body = ErrorBody)))]
pub(super) async fn setup(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Reader(lang): Reader,
    JsonBody(given): JsonBody<SetupInput>,
) -> Result<Response, ApiError> {
    let judge = move |_: &Cancellation| -> Result<JudgedSetup, PositionQueryError> {
        let variant: Variant = given.game.parse().map_err(|_| PositionQueryError::Game)?;
        with_rules!(variant, R => judged::<R>(&given.fen, lang))
    };
    Ok(Json(app.work.run(&client, judge).await??).into_response())
}

/// The square that a fault is about.
const fn fault_square(fault: &SetupFault) -> Option<u8> {
    match fault {
        SetupFault::SquareTwice(square) | SetupFault::ManOnCrownRow(_, square) => Some(square.number()),
        _ => None,
    }
}
