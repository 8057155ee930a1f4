//! What the public sees: the big screen in the hall, and standings for other sites.

use askama::Template;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::response::Response;

use super::super::Shared;
use super::super::error::ApiError;
use super::super::guard::ReadPermit;
use super::super::lang::Reader;
use super::super::pages::Page;
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

/// A tournament as the public sees it, whoever looks: the screen hangs in the hall.
pub(super) struct PublicTournament {
    client: RateKey,
    body: TournamentBody,
}

impl FromRequestParts<Shared> for PublicTournament {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, ApiError> {
        let ReadPermit(client) = ReadPermit::from_request_parts(parts, app).await?;
        let id = Path::<String>::from_request_parts(parts, app).await;
        let Path(id) = id.map_err(|_| TournamentError::Unknown)?;
        let live = app.tournaments.find(&id).await?;
        let body = live.body(&live.state(), &TournamentAccess::public(), &client).await?;
        Ok(Self { client, body })
    }
}

/// The big screen in the hall.
pub(super) async fn screen(
    State(app): State<Shared>,
    PublicTournament { client, body }: PublicTournament,
    Reader(lang): Reader,
) -> Result<Response, ApiError> {
    let mut round = body.rounds.last().cloned();
    if let (Some(_), Some(round)) = (&body.arena, &mut round) {
        round.boards.retain(|board| board.result.is_none());
    }
    made(&app, &client, move || ScreenPage { page: Page { lang }, body, round }).await
}

/// Standings that other sites may show in a frame.
pub(super) async fn embedded(
    State(app): State<Shared>,
    PublicTournament { client, body }: PublicTournament,
    Reader(lang): Reader,
) -> Result<Response, ApiError> {
    let mut response = made(&app, &client, move || EmbeddedPage { page: Page { lang }, body }).await?;
    let policy = "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors *; base-uri 'none'";
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    Ok(response)
}
