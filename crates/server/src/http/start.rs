//! The beginning of a game from the home page: the answer to its form is the page of the game, so that the board is one round
//! trip away.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::Shared;
use super::api::begin_game;
use super::error::ApiError;
use super::guard::ClientAddress;
use super::identity::Visitor;
use super::lang::Reader;
use super::pages;
use super::strict::{JsonFields, each_field_once};
use crate::invalid_input::InvalidInput;

/// What the form sends.
#[derive(Deserialize)]
pub(super) struct StartForm {
    /// What `POST /api/games` takes as its body.
    terms: String,
}

/// Creates a game and shows it. What is refused is said on the form.
pub(super) async fn start(
    State(app): State<Shared>,
    Reader(lang): Reader,
    ClientAddress(address): ClientAddress,
    visitor: Visitor,
    form: Result<Form<StartForm>, FormRejection>,
) -> Response {
    let begun = match terms(form) {
        Ok(terms) => begin_game(&app, address, &visitor, &terms).await,
        Err(error) => Err(error),
    };
    match begun {
        Ok((room, _)) => {
            let page = pages::game_page(&app, &room, lang, visitor.credentials()).await;
            (visitor, page).into_response()
        }
        Err(error) => error.on_page(lang, |problem, status| pages::home_with_problem(lang, problem, status)),
    }
}

fn terms(form: Result<Form<StartForm>, FormRejection>) -> Result<JsonFields, ApiError> {
    let unreadable =
        |status, reason: &str| ApiError::Unreadable { status, reason: InvalidInput::json(reason) };
    let Form(form) = form.map_err(|rejection| unreadable(rejection.status(), &rejection.body_text()))?;
    each_field_once(form.terms.as_bytes())
        .map_err(|reason| ApiError::Unreadable { status: StatusCode::UNPROCESSABLE_ENTITY, reason })?;
    serde_json::from_str(&form.terms).map_err(|error| unreadable(StatusCode::BAD_REQUEST, &error.to_string()))
}
