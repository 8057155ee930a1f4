//! Lists for the wall and slips for the boards, on A4.

use std::net::{IpAddr, UdpSocket};

use askama::Template;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use damiera_events::{Crosstable, Entrant, RoundOutcome};
use damiera_rules::Side;
use serde::Deserialize;

use super::super::Shared;
use super::super::error::ApiError;
use super::super::guard::ReadPermit;
use super::super::identity::Caller;
use super::super::lang::Reader;
use super::super::pages::{Page, nothing_here};
use super::wording::about;
use super::{board, made, open, qr};
use crate::http::query_fields::QueryFields;
use crate::names::sort_key;
use crate::tournaments::{BoardBody, LiveTournament, RoundBody, TournamentBody, TournamentState, plain};

/// What can be printed, in the order of the menu.
const KINDS: [&str; 8] =
    ["players", "pairings", "names", "ballots", "slips", "crosstable", "standings", "cards"];

/// Options of a print.
#[derive(Deserialize)]
pub(super) struct PrintQuery {
    /// The round; the last one if absent.
    round: Option<usize>,
    /// The address under which phones reach this server.
    base: Option<String>,
}

#[derive(Template)]
#[template(path = "event-print.html")]
struct PrintPage {
    page: Page,
    body: TournamentBody,
    kind: &'static str,
    kinds: [&'static str; 8],
    about: String,
    round: Option<RoundBody>,
    /// Who sits where, by name.
    seats: Vec<SeatRow>,
    cross: Vec<CrossRow>,
    cards: Vec<PlaceCard>,
    base: String,
    /// How to start the program so that phones can reach it, if they cannot now.
    unreachable: Option<String>,
}

/// A player's place in the round.
struct SeatRow {
    name: String,
    board: Option<usize>,
    white: bool,
    opponent: String,
}

/// A row of the cross table.
struct CrossRow {
    rank: usize,
    number: u16,
    name: String,
    cells: Vec<String>,
    points: f64,
}

/// A card that stands on a board: its number, and the code for phones.
struct PlaceCard {
    board: usize,
    qr: String,
    link: String,
}

impl PrintPage {
    /// Whether the menu has a kind: the codes of the boards are for officials.
    fn offers(&self, kind: &str) -> bool {
        kind != "cards" || self.body.is_official()
    }

    fn is_shown(&self, kind: &str) -> bool {
        self.kind == kind
    }

    /// A picture of a board's opening.
    fn diagram(&self, board: &BoardBody) -> String {
        board::diagram(&self.body.charter.variant, board).unwrap_or_default()
    }
}

fn seats(body: &TournamentBody, round: &RoundBody) -> Vec<SeatRow> {
    let mut rows = Vec::new();
    for board in round.first_games() {
        let [white, black] = [board.white, board.black].map(|number| body.name(&number).to_owned());
        let at = Some(board.table);
        rows.push(SeatRow { name: white.clone(), board: at, white: true, opponent: black.clone() });
        rows.push(SeatRow { name: black, board: at, white: false, opponent: white });
    }
    for number in &round.bye {
        let name = body.name(number).to_owned();
        rows.push(SeatRow { name, board: None, white: false, opponent: String::new() });
    }
    rows.sort_by_cached_key(|row| sort_key(&row.name));
    rows
}

/// What a round was for a player: the opponent's number, the colour, the points.
fn cell(table: &Crosstable, entrant: &Entrant, round: usize) -> String {
    let (outcome, worth) = (entrant.outcome(round), plain(table.worth(entrant, round)));
    let side = match outcome.side() {
        Some(Side::White) => "○",
        Some(Side::Black) => "●",
        None => "",
    };
    match (outcome, outcome.opponent()) {
        (RoundOutcome::Absent, _) => String::new(),
        (RoundOutcome::Pending { .. }, Some(opponent)) => format!("{opponent}{side} *"),
        (RoundOutcome::ForfeitWin { .. }, Some(opponent)) => format!("{opponent}{side} +"),
        (RoundOutcome::ForfeitLoss { .. }, Some(opponent)) => format!("{opponent}{side} −"),
        (_, Some(opponent)) => format!("{opponent}{side} {worth}"),
        _ => format!("({worth})"),
    }
}

fn cross(state: &TournamentState, body: &TournamentBody) -> Vec<CrossRow> {
    let table = state.tournament.table();
    let row = |row: &damiera_events::wire::WireStandingsRow| {
        let cells = table
            .entrant(row.number)
            .map(|entrant| (1..=table.paired_rounds()).map(|round| cell(table, entrant, round)).collect());
        CrossRow {
            rank: row.rank,
            number: row.number,
            name: row.name.clone(),
            cells: cells.unwrap_or_default(),
            points: row.points,
        }
    };
    body.standings.rows.iter().map(row).collect()
}

/// The address of this machine in the local network: that of the interface a packet to elsewhere would leave by. Nothing is
/// sent.
fn local_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|address| !address.is_unspecified())
}

/// Where phones reach this server: the public address, the one the organiser uses, or this machine's in the local network.
pub(in crate::http) fn phone_base(app: &Shared, headers: &HeaderMap) -> String {
    if let Some(base) = &app.settings.base_url {
        return base.trim_end_matches('/').to_owned();
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let (name, port) = host.rsplit_once(':').unwrap_or((host, "80"));
    let own = matches!(name, "127.0.0.1" | "localhost" | "[::1]");
    match local_address().filter(|_| own) {
        Some(address) => format!("http://{address}:{port}"),
        None => format!("http://{host}"),
    }
}

/// The command that starts a server which others in the local network reach.
pub(in crate::http) fn open_to_others(port: u16) -> String {
    format!("damiera serve --listen 0.0.0.0:{port}")
}

pub(super) async fn page(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Path((id, kind)): Path<(String, String)>,
    QueryFields(query): QueryFields<PrintQuery>,
    headers: HeaderMap,
    Reader(lang): Reader,
    Caller(credentials): Caller,
) -> Result<Response, ApiError> {
    let (live, access) = open(&app, &id, &credentials).await?;
    let Some(kind) = KINDS.into_iter().find(|own| *own == kind) else {
        return Ok(nothing_here(Reader(lang)).await);
    };
    // The codes of the boards are for the hall.
    if kind == "cards" {
        access.official()?;
    }
    let (page, state) = (Page { lang }, live.state());
    let body = live.body(&state, &access, &client).await?;
    let round = match query.round {
        Some(number) => body.rounds.iter().find(|round| round.number == number).cloned(),
        None => body.rounds.last().cloned(),
    };
    let unreachable = app.settings.private_port().filter(|_| query.base.is_none());
    let base = query.base.filter(|base| !base.is_empty()).unwrap_or_else(|| phone_base(&app, &headers));
    made(&app, &client, move || PrintPage {
        page,
        kind,
        kinds: KINDS,
        about: about(&page, &body),
        seats: round.as_ref().map(|round| seats(&body, round)).unwrap_or_default(),
        cross: cross(&state, &body),
        cards: if kind == "cards" { cards(&live, &body, &base) } else { Vec::new() },
        base,
        unreachable: unreachable.map(open_to_others),
        round,
        body,
    })
    .await
}

/// A card for every board that the players need.
fn cards(live: &LiveTournament, body: &TournamentBody, base: &str) -> Vec<PlaceCard> {
    let card = |board: usize| {
        let base = base.trim_end_matches('/');
        let link = format!("{base}/event/{}/board/{board}/{}", live.id, live.board_code(board));
        PlaceCard { board, qr: qr::svg(&link), link }
    };
    (1..=body.players.len() / 2).map(card).collect()
}
