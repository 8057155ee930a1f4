//! The pages on which people meet: lobby, invitation, account.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use damiera_game::wire;
use damiera_messages::SeekTerms;
use damiera_rules::Variant;

use super::Shared;
use super::agreed::{self, MenToGive};
use super::error::ApiError;
use super::guard::ReadPermit;
use super::identity::{Caller, SignedIn};
use super::lang::Reader;
use super::library::{self, LibraryEntry, encoded};
use super::pages::{Page, nothing_here, show, variants};

#[derive(Template)]
#[template(path = "lobby.html")]
struct LobbyPage {
    page: Page,
    variants: Vec<&'static str>,
    /// What is sent, and what is shown.
    clocks: Vec<(&'static str, String)>,
    /// The men that can be given as odds, by game.
    men: Vec<MenToGive>,
    account: Option<String>,
}

#[derive(Template)]
#[template(path = "seek.html")]
struct SeekPage {
    page: Page,
    id: String,
    /// The address to send to somebody.
    link: String,
    own: bool,
    name: Option<String>,
    /// The seeker's name for the address of the profile, if there is one.
    profile: Option<String>,
    variant: String,
    clock: String,
    colour: String,
    /// What is agreed besides, a sentence each.
    agreed: Vec<String>,
    account: Option<String>,
}

#[derive(Template)]
#[template(path = "account.html")]
struct AccountPage {
    page: Page,
    account: Option<String>,
    /// The account's name for an address.
    encoded: String,
    operator: bool,
    /// The newest games.
    games: Vec<LibraryEntry>,
}

fn days(page: Page, days: u32) -> String {
    page.say("days-each", "made", &days.to_string())
}

pub(super) async fn lobby(Reader(lang): Reader, signed_in: SignedIn) -> Response {
    let page = Page { lang };
    let minutes = |count: u32| page.say("minutes-each", "made", &count.to_string());
    let clocks = vec![
        ("3+2", "3 + 2".to_owned()),
        ("5+3", "5 + 3".to_owned()),
        ("15+10", "15 + 10".to_owned()),
        ("60+0", minutes(60)),
        ("1d", days(page, 1)),
        ("3d", days(page, 3)),
        ("days", page.t("corr-other-days")),
    ];
    let account = signed_in.name();
    let men = Variant::ALL.iter().map(|&variant| MenToGive::of(page, variant)).collect();
    show(&LobbyPage { page, variants: variants(lang), clocks, men, account }, StatusCode::OK)
}

pub(super) async fn seek(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
    Caller(credentials): Caller,
    signed_in: SignedIn,
) -> Response {
    let Ok(Some(seek)) = app.store.seek(&id).await else { return nothing_here(Reader(lang)).await };
    if let Some(game) = seek.game {
        return Redirect::to(&format!("/game/{game}")).into_response();
    }
    let (page, own) = (Page { lang }, seek.holder.is(&credentials));
    let challenged = match app.store.challenged(&id).await {
        Ok(challenged) => challenged,
        Err(error) => return ApiError::from(error).into_response(),
    };
    if !own && challenged.is_some_and(|challenged| credentials.account != Some(challenged)) {
        return nothing_here(Reader(lang)).await;
    }
    let account = signed_in.name();
    let (clock, colour) = (clock(page, &seek.terms), colour(page, &seek.terms, own));
    let agreed = agreed::sentences(page, &seek.terms, own);
    let profile = seek.holder.name.as_deref().filter(|_| seek.holder.has_profile()).map(encoded);
    let (name, variant) = (seek.holder.name, seek.terms.variant);
    let link = app.settings.link(&format!("/seek/{id}"));
    let shown = SeekPage { page, id, link, own, name, profile, variant, clock, colour, agreed, account };
    show(&shown, StatusCode::OK)
}

fn clock(page: Page, wanted: &SeekTerms) -> String {
    match (wanted.minutes, wanted.days) {
        (Some(minutes), _) if wanted.increment > 0 => format!("{minutes} + {}", wanted.increment),
        (Some(minutes), _) => page.say("minutes-each", "made", &minutes.to_string()),
        (None, count) => match wanted.total_days {
            Some(total) => page.say("corr-days-total", "made", &total.to_string()),
            None => days(page, count.unwrap_or_default()),
        },
    }
}

/// The colour that the reader will have.
fn colour(page: Page, wanted: &SeekTerms, own: bool) -> String {
    match wanted.colour {
        None => page.t("colour-random"),
        Some(side) if (side == wire::WireSide::White) == own => page.t("you-white"),
        Some(_) => page.t("you-black"),
    }
}

pub(super) async fn account(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Reader(lang): Reader,
    Caller(credentials): Caller,
    signed_in: SignedIn,
) -> Response {
    let operator = signed_in.0.as_ref().is_some_and(|account| account.status.operator);
    let account = signed_in.name();
    let games = match library::newest(&app, &credentials, &client, lang).await {
        Ok(games) => games,
        Err(error) => return ApiError::from(error).into_response(),
    };
    let encoded = account.as_deref().map(encoded).unwrap_or_default();
    show(&AccountPage { page: Page { lang }, account, encoded, operator, games }, StatusCode::OK)
}
