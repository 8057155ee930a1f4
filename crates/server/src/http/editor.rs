//! The board editor: any set-up, with its faults explained.

use askama::Template;
use axum::Json;
use axum::extract::Query;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use damiera_game::{Lang, wire};
use damiera_rules::{Position, Rules, Setup, Variant, with_rules};
use serde::{Deserialize, Serialize};

use super::lang::Reader;
use super::pages::{Page, show};
use super::trouble::{Told, Trouble};
use crate::study::path::{Board, Lost};
use crate::study::words;

#[derive(Template)]
#[template(path = "editor.html")]
struct EditorPage {
    page: Page,
    variants: Vec<(&'static str, bool)>,
}

#[derive(Deserialize)]
pub(super) struct Asked {
    game: Option<String>,
}

pub(super) async fn page(Query(asked): Query<Asked>, Reader(lang): Reader) -> Response {
    let asked = asked.game.and_then(|name| name.parse().ok());
    let chosen: Variant = asked.unwrap_or_else(|| super::pages::own_game(lang));
    let variants = Variant::ALL.iter().map(|&variant| (variant.name(), variant == chosen)).collect();
    show(&EditorPage { page: Page { lang }, variants }, StatusCode::OK)
}

/// A set-up as a page gives it.
#[derive(Deserialize, utoipa::ToSchema)]
#[schema(as = GivenSetup, example = json!({"game": "italian", "fen": "W:W22,K3:B1"}))]
pub(super) struct Given {
    /// Which game.
    game: String,
    /// As a FEN; nothing for the start of the game.
    #[serde(default)]
    fen: String,
}

/// What is to be said of it.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = JudgedSetup)]
pub(super) struct Judged {
    board: Board,
    /// The set-up in plain form.
    fen: String,
    turn: Option<wire::WireSide>,
    faults: Vec<Explained>,
    /// Whether the side to move cannot move.
    over: Option<String>,
}

#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = SetupFault)]
struct Explained {
    text: String,
    /// The square it is about.
    square: Option<u8>,
}

fn judged<R: Rules>(fen: &str, lang: Lang) -> Result<Judged, Lost> {
    if fen.len() > 1_000 {
        return Err(Lost::TooLong);
    }
    let setup: Setup = if fen.trim().is_empty() {
        Setup::from(&Position::<R>::start())
    } else {
        fen.parse().map_err(|error| Lost::Start(vec![words::fen_error(&error, lang)]))?
    };
    let position = setup.position::<R>();
    let over = position.as_ref().ok().filter(|position| position.legal().is_empty());
    let explained = |faults: &damiera_rules::SetupFaults| {
        let one = |fault| Explained { text: words::fault(fault, lang), square: words::fault_square(fault) };
        faults.all().iter().map(one).collect()
    };
    Ok(Judged {
        board: Board::of(R::GEOMETRY),
        turn: setup.turn.map(Into::into),
        over: over.map(|position| crate::study::path::over(position.turn(), lang)),
        faults: position.as_ref().err().map(explained).unwrap_or_default(),
        fen: position.map_or_else(|_| setup.to_string(), |position| position.fen()),
    })
}

/// Looks at a set-up: whether a game can be played from it, and if not, why.
#[utoipa::path(post, path = "/api/setup", tag = "study", request_body = Given, responses(
    (status = 200, description = "What is to be said of it", body = Judged),
    (status = 422, description = "It cannot be read", body = Told)))]
pub(super) async fn setup(Reader(lang): Reader, Json(given): Json<Given>) -> Result<Response, Told> {
    let judge = || -> Result<Judged, Lost> {
        let variant: Variant = given.game.parse().map_err(|_| Lost::Game)?;
        with_rules!(variant, R => judged::<R>(&given.fen, lang))
    };
    Ok(Json(judge().map_err(|lost| Trouble::from(lost).told(lang))?).into_response())
}
