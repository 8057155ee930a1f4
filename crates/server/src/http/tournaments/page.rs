//! The page of a tournament, for organisers, players and the public.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use damiera_events::teams::Team;
use damiera_events::tournament::{TournamentActor, TournamentEvent};
use damiera_game::wire::WireSide;

use super::super::Shared;
use super::super::error::ApiError;
use super::super::guard::ReadPermit;
use super::super::identity::{Caller, SignedIn, Visitor};
use super::super::lang::Reader;
use super::super::pages::{Page, nothing_here};
use super::super::table::utc;
use super::board_rows::{BoardRow, ResultChoice, board_rows, results};
use super::draft::{CompetitorNames, EditForm, ExplainedRow, explained, paired_round};
use super::own_time::OwnAppointment;
use super::ruling::leads_to_games;
use super::steps::{OrganiserStep, StageStep, next_step, stages};
use super::wording::about;
use super::{made, open};
use crate::tournaments::{
    BoardBody, ExplainedRound, LiveTournament, RoundBody, TournamentAccess, TournamentBody, TournamentError,
    TournamentState,
};

/// Entries of the log on the page, the newest first.
const LOGGED: usize = 200;

#[derive(Template)]
#[template(path = "event.html")]
struct EventPage {
    page: Page,
    body: TournamentBody,
    about: String,
    next: Option<OrganiserStep>,
    stages: Vec<StageStep>,
    round: Option<RoundBody>,
    rows: Vec<BoardRow>,
    /// The teams, in the order of their numbers.
    teams: Vec<Team>,
    can_enter: bool,
    /// The draft, if it can be changed.
    edit: Option<EditForm>,
    can_take_back: bool,
    can_reopen: bool,
    /// Whether points can be given or taken away beside the results.
    can_adjust: bool,
    results: Vec<ResultChoice>,
    all_results: Vec<ResultChoice>,
    next_round: usize,
    /// Whether the system lets the organiser rule out opponents and colours.
    restricts: bool,
    /// Half of the players: the usual upper group of a steered first round.
    half: usize,
    reasons: Vec<ExplainedRow>,
    edited: bool,
    /// The reader's own game of this round and its board, while it is played.
    own_game: Option<(String, usize)>,
    /// Whether the page goes there by itself.
    leads: bool,
    /// The names of those who were entered after the round had been paired.
    unpaired: String,
    /// The reader's own pairings that have not begun, where the players arrange dates.
    own_dates: Vec<OwnAppointment>,
    /// Whether all rounds are played at once.
    at_once: bool,
    /// Whether the reader takes part in an arena and has asked for a pause.
    own_pause: bool,
    /// What results of an arena are worth.
    worth: String,
    log: Vec<LogRow>,
    /// The name of the reader's account.
    account: Option<String>,
}

/// An entry of the log.
struct LogRow {
    at: String,
    ms: u64,
    text: String,
    by: String,
}

fn log_rows(page: &Page, state: &TournamentState) -> Vec<LogRow> {
    let name = |number: u16| state.name(number);
    let settings = state.tournament.settings();
    let row = |event: &TournamentEvent| LogRow {
        at: utc(event.at.0),
        ms: event.at.0,
        text: event.text(page.lang, settings, &name),
        by: match &event.by {
            TournamentActor::Official(name) => name.clone(),
            TournamentActor::Player(number) => name(*number),
        },
    };
    state.log.iter().rev().take(LOGGED).map(row).collect()
}

impl EventPage {
    fn new(
        page: Page,
        live: &LiveTournament,
        state: &TournamentState,
        body: TournamentBody,
        why: &ExplainedRound,
    ) -> Self {
        let round = body.rounds.last().cloned();
        let stage = round.as_ref().map_or("", |round| round.stage);
        let official = body.is_official();
        let [results, all_results] = results(&page, &live.charter);
        let rows = board_rows(&page, &body, round.as_ref(), &results);
        let table = state.tournament.table();
        let names = CompetitorNames::new(&body, &table.teams, table.competitors());
        let paired = paired_round(state, &body);
        let can_edit = official && body.charter.at_once.is_none() && matches!(stage, "draft" | "checked");
        let edit = paired.as_ref().filter(|_| can_edit).map(|paired| EditForm::new(paired, &names));
        let (reasons, edited) =
            paired.as_ref().map(|paired| explained(&page, paired, why, &names)).unwrap_or_default();
        let own_game = body.number.and_then(|own| {
            let is_open = |board: &BoardBody| board.result.is_none() && body.charter.online.is_some();
            let mut boards = rows.iter().rev().map(|row| &row.board);
            boards.find_map(|board| {
                let is_own = board.numbers().contains(&own) && is_open(board);
                Some((board.game.clone().filter(|_| is_own)?, board.board))
            })
        });
        let is_by_rounds = body.arena.is_none();
        let scoring = &body.charter.scoring;
        let worth = [&scoring.win, &scoring.draw, &scoring.loss].map(|points| points.trim_end_matches(".0"));
        Self {
            own_pause: body.number.and_then(|own| body.player(own)).is_some_and(|own| own.paused),
            worth: page.say("ev-arena-worth", "text", &page.decimal(worth.join("–"))),
            own_dates: body
                .number
                .map(|own| {
                    rows.iter().filter_map(|row| OwnAppointment::new(&body, &row.board, own)).collect()
                })
                .unwrap_or_default(),
            at_once: body.charter.at_once.is_some(),
            own_game,
            leads: leads_to_games(&live.charter),
            unpaired: match stage {
                "draft" | "checked" | "published" if official && names.are_players() => {
                    let late = state.tournament.entered_after_pairing();
                    late.iter().map(|number| body.name(number)).collect::<Vec<_>>().join(", ")
                }
                _ => String::new(),
            },
            about: about(&page, &body),
            next: next_step(&page, &body),
            stages: stages(&page, round.as_ref()),
            rows,
            can_enter: official && stage == "playing",
            edit,
            can_take_back: is_by_rounds && matches!(stage, "draft" | "checked" | "published" | "playing"),
            can_reopen: is_by_rounds && stage == "closed",
            can_adjust: is_by_rounds && official && matches!(stage, "published" | "playing" | "closed"),
            results,
            all_results,
            next_round: body.rounds.len() + 1,
            restricts: state.tournament.chooses_opponents() && !matches!(stage, "draft" | "checked"),
            half: body.players.len().div_ceil(2),
            reasons,
            edited,
            teams: table.teams.clone(),
            log: if official { log_rows(&page, state) } else { Vec::new() },
            account: None,
            round,
            page,
            body,
        }
    }
}

pub(super) async fn show(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
    Caller(credentials): Caller,
    signed_in: SignedIn,
) -> Result<Response, ApiError> {
    let (live, access) = match open(&app, &id, &credentials).await {
        Ok(opened) => opened,
        Err(TournamentError::Unknown) => return Ok(nothing_here(Reader(lang)).await),
        Err(error) => return Err(error.into()),
    };
    let state = live.state();
    let body = live.body(&state, &access, &client).await?;
    let why = match body.rounds.last() {
        Some(round) => live.explained(&state, round.number, &client).await?,
        None => Arc::default(),
    };
    let account = signed_in.name();
    made(&app, &client, move || EventPage {
        account,
        ..EventPage::new(Page { lang }, &live, &state, body, &why)
    })
    .await
}

/// Somebody comes by an invitation.
pub(super) async fn join(
    State(app): State<Shared>,
    Path((id, token)): Path<(String, String)>,
    Reader(lang): Reader,
    visitor: Visitor,
) -> Result<Response, ApiError> {
    let live = app.tournaments.find(&id).await?;
    match TournamentAccess::accept(&live, &*app.store, &token, visitor.credentials()).await {
        Ok(_) => Ok((visitor, Redirect::to(&format!("/event/{id}"))).into_response()),
        Err(TournamentError::BadLink) => Ok(nothing_here(Reader(lang)).await),
        Err(error) => Err(error.into()),
    }
}
