//! The list of tournaments, and the form of a new one.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use damiera_events::wire::WireTournamentCharter;
use damiera_events::{PairingSystem, TieBreakKind};
use damiera_notation::openings;

use super::super::Shared;
use super::super::error::ApiError;
use super::super::identity::SignedIn;
use super::super::lang::Reader;
use super::super::pages::{Page, show as shown, variants};
use super::super::table::utc;
use crate::random::random_u64;

/// Tournaments in the list.
const LISTED: u32 = 50;

#[derive(Template)]
#[template(path = "events.html")]
struct EventsPage {
    page: Page,
    variants: Vec<&'static str>,
    systems: Vec<&'static str>,
    decks: Vec<(&'static str, &'static str)>,
    tie_breaks: Vec<(&'static str, String)>,
    account: String,
    /// A number drawn by the server: it decides the first colour if that is left to lot.
    lot: u64,
    /// A seed to publish, if the organiser has none.
    seed: String,
    events: Vec<ListedTournament>,
}

/// A line of the list.
struct ListedTournament {
    id: String,
    name: String,
    place: String,
    variant: String,
    day: String,
}

pub(super) async fn list(
    State(app): State<Shared>,
    Reader(lang): Reader,
    signed_in: SignedIn,
) -> Result<Response, ApiError> {
    let page = Page { lang };
    let listed = app.store.tournaments(LISTED).await?;
    let events = listed.into_iter().filter_map(|one| {
        let charter: WireTournamentCharter = serde_json::from_str(&one.charter).ok()?;
        let WireTournamentCharter { name, place, variant, .. } = charter;
        Some(ListedTournament { id: one.id, name, place, variant, day: utc(one.at)[..10].to_owned() })
    });
    let lot = random_u64()?;
    Ok(shown(
        &EventsPage {
            page,
            variants: variants(lang),
            systems: PairingSystem::ALL.iter().map(|system| system.name()).collect(),
            decks: openings::decks().iter().map(|deck| (deck.variant.name(), deck.name.as_str())).collect(),
            tie_breaks: TieBreakKind::all()
                .map(|kind| (kind.code(), page.tie_break_name(kind.code())))
                .collect(),
            account: signed_in.name().unwrap_or_default(),
            lot: lot % 2,
            seed: format!("{:06}", lot / 2 % 1_000_000),
            events: events.collect(),
        },
        StatusCode::OK,
    ))
}
