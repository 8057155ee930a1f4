//! What the public sees: the big screen in the hall, and standings for other sites.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::Response;

use super::super::Shared;
use super::super::error::ApiError;
use super::super::guard::ReadPermit;
use super::super::lang::Reader;
use super::super::pages::{Page, nothing_here};
use super::made;
use crate::rate_limit::RateKey;
use crate::tournaments::{RoundBody, TournamentAccess, TournamentBody, TournamentError};

#[derive(Template)]
#[template(path = "event-screen.html")]
struct ScreenPage {
    page: Page,
    body: TournamentBody,
    round: Option<RoundBody>,
}

#[derive(Template)]
#[template(path = "event-embedded.html")]
struct EmbeddedPage {
    page: Page,
    body: TournamentBody,
}

/// What the public sees, whoever looks: the screen hangs in the hall.
async fn public(app: &Shared, id: &str, client: &RateKey) -> Result<TournamentBody, TournamentError> {
    let live = app.tournaments.find(id).await?;
    live.body(&live.state(), &TournamentAccess::public(), client).await
}

pub(super) async fn screen(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
) -> Result<Response, ApiError> {
    let Ok(body) = public(&app, &id, &client).await else { return Ok(nothing_here(Reader(lang)).await) };
    let mut round = body.rounds.last().cloned();
    if let (Some(_), Some(round)) = (&body.arena, &mut round) {
        round.boards.retain(|board| board.result.is_none());
    }
    made(&app, &client, move || ScreenPage { page: Page { lang }, body, round }).await
}

/// Standings that other sites may show in a frame.
pub(super) async fn embedded(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
) -> Result<Response, ApiError> {
    let Ok(body) = public(&app, &id, &client).await else { return Ok(nothing_here(Reader(lang)).await) };
    let mut response = made(&app, &client, move || EmbeddedPage { page: Page { lang }, body }).await?;
    let policy = "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors *; base-uri 'none'";
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    Ok(response)
}
