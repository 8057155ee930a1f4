//! The pages of tournaments: the list, the organiser's page, the big screen, standings for other sites.

use std::collections::HashSet;
use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use damiera_events::tournament::{BoardResult, TournamentActor, TournamentCharter};
use damiera_events::wire::{WireBoardResult, WireFigure, WireTournamentCharter};
use damiera_events::{PairingSystem, TieBreak};
use damiera_game::wire::WireSide;
use damiera_notation::openings;

use super::super::Shared;
use super::super::error::ApiError;
use super::super::guard::ReadPermit;
use super::super::identity::{Caller, SignedIn, Visitor};
use super::super::lang::Reader;
use super::super::pages::{Page, nothing_here, show as shown, variants};
use super::super::table::utc;
use super::own_time::{OwnAppointment, own_time};
use super::{made, open};
use crate::random::random_u64;
use crate::rate_limit::RateKey;
use crate::tournaments::{
    BoardBody, ExplainedRound, LiveTournament, PlayerBody, RoundBody, TournamentAccess, TournamentBody,
    TournamentError, TournamentState, score,
};

/// Tournaments in the list.
const LISTED: u32 = 50;
/// Games of an arena on the page that have ended, the newest first.
const ENDED_GAMES: usize = 20;
/// Entries of the log on the page, the newest first.
const LOGGED: usize = 200;

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

/// The codes of tie-breaks, in the order in which they are offered.
const TIE_BREAKS: [&str; 12] =
    ["DE", "BH", "SB", "QUO", "WIN", "WON", "KS", "PS", "ARO", "BPG", "BWG", "BAL"];

impl Page {
    /// The name of a tie-break, with its cuts.
    pub(super) fn tie_break_name(&self, code: &str) -> String {
        let Ok(tie_break) = code.parse::<TieBreak>() else { return code.to_owned() };
        let plain = TieBreak::of(tie_break.kind).to_string();
        let name = self.t(format!("ev-tie-{}", plain.to_lowercase()).as_str());
        match code.split_once('/') {
            Some((_, cuts)) => format!("{name} ({cuts})"),
            None => name,
        }
    }

    /// What a figure is made of: round, opponent and contribution.
    pub(super) fn figure_parts(&self, figure: &WireFigure) -> String {
        let part = |part: &damiera_events::wire::WireFigurePart| {
            let against = part.opponent.map(|opponent| format!(" ({opponent})")).unwrap_or_default();
            let left_out = if part.kind == "cut" { format!(" {}", self.t("ev-cut")) } else { String::new() };
            format!("{}{against}: {}{left_out}", part.round, part.value)
        };
        let parts: Vec<String> = figure.parts.iter().map(part).collect();
        self.say("ev-figure-parts", "text", &parts.join(", "))
    }
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
            tie_breaks: TIE_BREAKS.iter().map(|code| (*code, page.tie_break_name(code))).collect(),
            account: signed_in.name().unwrap_or_default(),
            lot: lot % 2,
            seed: format!("{:06}", lot / 2 % 1_000_000),
            events: events.collect(),
        },
        StatusCode::OK,
    ))
}

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
    /// Everybody of the round, for an edit.
    paired: Vec<PlayerBody>,
    can_enter: bool,
    can_edit: bool,
    can_take_back: bool,
    can_reopen: bool,
    results: Vec<(&'static str, String)>,
    all_results: Vec<(&'static str, String)>,
    next_round: usize,
    /// Whether the system lets the organiser rule out opponents and colours.
    restricts: bool,
    /// Half of the players: the usual upper group of a steered first round.
    half: usize,
    reasons: Vec<ExplainedRow>,
    edited: bool,
    /// The reader's own game of this round and its board, while it is played.
    own_game: Option<(String, usize)>,
    /// The reader's own pairings that have not begun, where the players arrange dates.
    own_dates: Vec<OwnAppointment>,
    /// Whether all rounds are played at once.
    at_once: bool,
    /// Whether the reader takes part in an arena and has asked for a pause.
    own_pause: bool,
    /// What results of an arena are worth.
    worth: String,
    log: Vec<LogRow>,
}

/// The obvious next thing to do.
struct OrganiserStep {
    ask: &'static str,
    text: String,
}

/// A stage of the round.
struct StageStep {
    class: &'static str,
    text: String,
}

/// A board, with what its row says.
struct BoardRow {
    board: BoardBody,
    white_points: String,
    black_points: String,
    opening: String,
    state: String,
    state_class: &'static str,
}

impl BoardRow {
    fn is(&self, value: &str) -> bool {
        self.board.result.is_some_and(|result| result_name(result) == value)
    }
}

/// Why a pair or a bye.
struct ExplainedRow {
    title: String,
    reasons: Vec<String>,
}

/// An entry of the log.
struct LogRow {
    at: String,
    ms: u64,
    text: String,
    by: String,
}

const RESULTS: [(BoardResult, &str); 6] = [
    (BoardResult::WhiteWins, "white-wins"),
    (BoardResult::Draw, "draw"),
    (BoardResult::BlackWins, "black-wins"),
    (BoardResult::WhiteByForfeit, "white-by-forfeit"),
    (BoardResult::BlackByForfeit, "black-by-forfeit"),
    (BoardResult::DoubleForfeit, "double-forfeit"),
];

/// The serialised name of a result.
fn result_name(result: WireBoardResult) -> &'static str {
    RESULTS.iter().find(|(own, _)| WireBoardResult::from(*own) == result).map_or("", |(_, name)| name)
}

/// The results with their points, the first three over the board.
pub(super) fn results(charter: &TournamentCharter) -> Vec<(&'static str, String)> {
    RESULTS.iter().map(|(result, name)| (*name, score(&charter.settings.scoring, *result))).collect()
}

/// What stands under the name of the event.
pub(super) fn about(page: &Page, body: &TournamentBody) -> String {
    let charter = &body.charter;
    let mut parts = vec![page.t(&charter.variant)];
    parts.push(page.say("ev-players", "made", &body.players.len().to_string()));
    parts.push(page.t(format!("ev-system-{}", charter.system).as_str()));
    if charter.games > 1 {
        parts.push(page.t("ev-micro-matches"));
    }
    match &body.arena {
        Some(arena) => parts.push(page.say("ev-arena-minutes", "made", &arena.minutes.to_string())),
        None if charter.at_once.is_some() => parts.push(page.t("ev-at-once-about")),
        None => parts.push(page.say("ev-rounds-count", "made", &charter.rounds.to_string())),
    }
    parts.extend(charter.team_boards.map(|boards| page.say("ev-teams-boards", "made", &boards.to_string())));
    parts.extend(charter.online.and_then(|online| own_time(page, &online)));
    parts.extend([&charter.pace, &charter.place].into_iter().filter(|text| !text.is_empty()).cloned());
    if let Some(openings) = &charter.openings {
        parts.push(page.say("ev-seed-is", "text", &openings.seed));
    }
    parts.join(" · ")
}

const STAGES: [&str; 5] = ["draft", "checked", "published", "playing", "closed"];

fn stages(page: &Page, round: Option<&RoundBody>) -> Vec<StageStep> {
    let now = round.and_then(|round| STAGES.iter().position(|stage| *stage == round.stage));
    let step = |(index, stage): (usize, &&str)| {
        let mut text = page.t(format!("ev-stage-{stage}").as_str());
        if let Some(round) = round.filter(|round| round.stage == "playing" && *stage == "playing") {
            let entered = round.boards.iter().filter(|board| board.result.is_some()).count();
            let counted = page.say("ev-results-count", "made", &entered.to_string());
            text = format!("{text} · {}", counted.replace("{limit}", &round.boards.len().to_string()));
        }
        let class = match now {
            Some(now) if index < now || now == STAGES.len() - 1 => "done",
            Some(now) if index == now => "now",
            _ => "",
        };
        StageStep { class, text }
    };
    STAGES.iter().enumerate().map(step).collect()
}

/// What the primary button does.
fn next_step(page: &Page, body: &TournamentBody) -> Option<OrganiserStep> {
    if !body.is_official() || body.over {
        return None;
    }
    let round = body.rounds.last();
    let (ask, key, number) = match round.map(|round| (round.stage, round.number)) {
        None if body.arena.is_some() => ("open-arena", "ev-do-open-arena", 1),
        Some(_) if body.arena.is_some() => return None, // the server closes it
        None if body.players.len() < 2 => return None,
        None => ("pair-round", "ev-do-pair", 1),
        Some(("draft", number)) => ("check-round", "ev-do-check", number),
        Some(("checked", number)) => ("publish-round", "ev-do-publish", number),
        Some(("published", number)) => ("start-round", "ev-do-start", number),
        // The server closes it when the last game is played.
        Some(("playing", _)) if body.charter.online.is_some() => return None,
        Some(("playing", number)) => ("close-round", "ev-do-close", number),
        Some((_, number)) => ("pair-round", "ev-do-pair", number + 1),
    };
    Some(OrganiserStep { ask, text: page.say(key, "made", &number.to_string()) })
}

fn board_row(page: &Page, body: &TournamentBody, round: &RoundBody, board: &BoardBody) -> BoardRow {
    let points = |number: u16| body.player(number).map(|player| player.points.clone()).unwrap_or_default();
    let (key, state_class) = match board {
        board if board.result.is_some() => ("ev-state-entered", "done"),
        board if board.is_disputed() => ("ev-state-disputed", "problem"),
        board if board.is_claimed() => ("ev-state-claimed", ""),
        board if board.unplayed().is_some_and(|dates| dates.closed) => ("ev-state-unplayed", "problem"),
        board if board.unplayed().is_some_and(|dates| dates.agreed.is_some()) => ("ev-state-dated", ""),
        board if board.unplayed().is_some() => ("ev-state-undated", ""),
        _ if round.stage == "playing" => ("ev-state-playing", "live"),
        _ => ("ev-state-waiting", ""),
    };
    let opening = board.opening.as_ref().map_or_else(String::new, |opening| match &opening.fen {
        Some(fen) => fen.clone(),
        None => opening.moves.join(" "),
    });
    BoardRow {
        white_points: points(board.white),
        black_points: points(board.black),
        opening,
        state: page.t(key),
        state_class,
        board: board.clone(),
    }
}

fn explained(
    page: &Page,
    state: &TournamentState,
    round: &RoundBody,
    explained: &ExplainedRound,
) -> (Vec<ExplainedRow>, bool) {
    let Some((pairing, explained)) = explained else { return (Vec::new(), false) };
    let real: Vec<[u16; 2]> = round.first_games().map(|board| [board.white, board.black]).collect();
    let edited = pairing.pairs.iter().any(|pair| !real.contains(&[pair.white, pair.black]));
    let rows = explained.iter().map(|one| ExplainedRow {
        title: match (one.pair, one.bye) {
            (Some(pair), _) => format!("{} – {}", state.name(pair.white), state.name(pair.black)),
            (None, bye) => page.say("ev-rests", "text", &state.name(bye.unwrap_or_default())),
        },
        reasons: one.reasons.iter().map(|reason| reason.text(page.lang)).collect(),
    });
    (rows.collect(), edited)
}

fn log_rows(page: &Page, state: &TournamentState) -> Vec<LogRow> {
    let name = |number: u16| state.name(number);
    let match_length = state.tournament.settings().match_length;
    let row = |event: &damiera_events::tournament::TournamentEvent| LogRow {
        at: utc(event.at.0),
        ms: event.at.0,
        text: event.text(page.lang, match_length, &name),
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
        let mut rows: Vec<BoardRow> = round
            .iter()
            .flat_map(|round| round.boards.iter().map(|board| board_row(&page, &body, round, board)))
            .collect();
        if body.arena.is_some() {
            let (playing, mut ended): (Vec<_>, Vec<_>) =
                rows.into_iter().partition(|row| row.board.result.is_none());
            ended.reverse();
            ended.truncate(ENDED_GAMES);
            rows = playing.into_iter().chain(ended).collect();
        }
        let paired: HashSet<u16> = round
            .iter()
            .flat_map(|round| {
                round.boards.iter().flat_map(BoardBody::numbers).chain(round.bye.iter().copied())
            })
            .collect();
        let paired = body.players.iter().filter(|player| paired.contains(&player.number)).cloned();
        let (reasons, edited) =
            round.as_ref().map(|round| explained(&page, state, round, why)).unwrap_or_default();
        let own_game = body.number.and_then(|own| {
            let is_open = |board: &BoardBody| board.result.is_none() && body.charter.online.is_some();
            let mut boards = rows.iter().rev().map(|row| &row.board);
            boards.find_map(|board| {
                let is_own = board.numbers().contains(&own) && is_open(board);
                Some((board.game.clone().filter(|_| is_own)?, board.board))
            })
        });
        let all_results = results(&live.charter);
        let is_by_rounds = body.arena.is_none();
        let scoring = &body.charter.scoring;
        let worth = [&scoring.win, &scoring.draw, &scoring.loss].map(|points| points.trim_end_matches(".0"));
        Self {
            own_pause: body.number.and_then(|own| body.player(own)).is_some_and(|own| own.paused),
            worth: page.say("ev-arena-worth", "text", &worth.join("–")),
            own_dates: body
                .number
                .map(|own| {
                    rows.iter().filter_map(|row| OwnAppointment::new(&body, &row.board, own)).collect()
                })
                .unwrap_or_default(),
            at_once: body.charter.at_once.is_some(),
            own_game,
            about: about(&page, &body),
            next: next_step(&page, &body),
            stages: stages(&page, round.as_ref()),
            rows,
            paired: paired.collect(),
            can_enter: official && stage == "playing",
            can_edit: official && body.charter.at_once.is_none() && matches!(stage, "draft" | "checked"),
            can_take_back: is_by_rounds && matches!(stage, "draft" | "checked" | "published" | "playing"),
            can_reopen: is_by_rounds && stage == "closed",
            results: all_results[..3].to_vec(),
            all_results,
            next_round: body.rounds.len() + 1,
            restricts: state.tournament.chooses_opponents() && !matches!(stage, "draft" | "checked"),
            half: body.players.len().div_ceil(2),
            reasons,
            edited,
            log: if official { log_rows(&page, state) } else { Vec::new() },
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
    made(&app, &client, move || EventPage::new(Page { lang }, &live, &state, body, &why)).await
}

/// Somebody comes by an invitation.
pub(super) async fn join(
    State(app): State<Shared>,
    Path((id, token)): Path<(String, String)>,
    Reader(lang): Reader,
    visitor: Visitor,
) -> Result<Response, ApiError> {
    let live = app.tournaments.find(&id).await?;
    let Some(digest) = visitor.credentials().visitor else { return Err(TournamentError::NotAllowed.into()) };
    match TournamentAccess::accept(&live, &*app.store, &token, digest).await {
        Ok(_) => Ok((visitor, Redirect::to(&format!("/event/{id}"))).into_response()),
        Err(TournamentError::BadLink) => Ok(nothing_here(Reader(lang)).await),
        Err(error) => Err(error.into()),
    }
}

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
