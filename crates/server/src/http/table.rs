//! For an arbiter's table: a verdict before it is recorded, and the signed record.

use askama::Template;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use damiera_game::{Classification, Game, IrregularPolicy, Lang, Ply, wire};
use damiera_rules::{Setup, Side};
use serde::{Deserialize, Serialize};

use super::Shared;
use super::api::{RulingBody, rulings_of};
use super::error::{ApiError, ErrorBody};
use super::guard::ReadPermit;
use super::json_body::JsonBody;
use super::lang::Reader;
use super::pages::{Page, show};
use super::query_fields::QueryFields;
use crate::blindfold::BoardAccess;
use crate::rooms::RoomError;
use crate::texts;
use crate::work::Cancellation;

/// The position on the board.
#[derive(Deserialize, Debug, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Stands, example = json!({"fen": "B:W18,21,23:B1,2,3"}))]
pub(super) struct BoardReport {
    /// As FEN; whose turn it is follows from the game.
    fen: String,
    /// The side that left the board so; by default the side to move.
    by: Option<wire::WireSide>,
}

/// The verdict on it.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Verdict)]
pub(super) struct VerdictBody {
    /// `legal`, `irregular` or `unknown`.
    kind: &'static str,
    text: String,
    article: Option<String>,
}

/// Judges the position on the board, without recording it.
#[utoipa::path(post, path = "/api/games/{id}/verdict", tag = "table", request_body = BoardReport, responses(
    (status = 200, description = "The verdict", body = VerdictBody),
    (status = 403, description = "A side plays blindfold, and the game is not over", body = ErrorBody),
    (status = 404, description = "There is no such game", body = ErrorBody),
    (status = 422, description = "It cannot be read", body = ErrorBody)))]
pub(super) async fn verdict(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
    JsonBody(BoardReport { fen, by }): JsonBody<BoardReport>,
) -> Result<Response, ApiError> {
    let room = app.rooms.find(&id).await?;
    room.check_access(BoardAccess::Concealed)?;
    let game = room.game();
    let stands: Setup = fen.parse().map_err(RoomError::invalid)?;
    let by = by.map_or(game.turn(), Side::from);
    let judge = move |_: &_| game.verdict(by, &stands);
    let verdict = app.work.run(&client, judge).await?.map_err(RoomError::invalid)?;
    let (kind, article) = match &verdict {
        Classification::Legal { .. } => ("legal", None),
        Classification::Irregular(finding) => ("irregular", finding.article),
        Classification::Unknown(_) => ("unknown", None),
    };
    let article = article.map(|article| article.to_string());
    Ok(Json(VerdictBody { kind, text: lang.verdict(&verdict), article }).into_response())
}

/// The headers of a record.
#[derive(Deserialize, Debug, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "kebab-case")]
pub(super) struct RecordHeaders {
    white: Option<String>,
    black: Option<String>,
    event: Option<String>,
    site: Option<String>,
    round: Option<String>,
    date: Option<String>,
    arbiter: Option<String>,
    /// `pdn`, or `page` to print it.
    #[serde(default)]
    #[param(inline)]
    format: RecordForm,
}

/// The form of a record.
#[derive(Deserialize, Debug, Clone, Copy, PartialEq, Eq, Default, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RecordForm {
    /// PDN, with the rulings as comments at its end.
    #[default]
    Pdn,
    /// A page to print and sign.
    Page,
}

/// A record to print and sign.
#[derive(Template)]
#[template(path = "record.html")]
struct RecordPage {
    page: Page,
    /// What the headers say, by the keys of their names.
    headers: Vec<(&'static str, String)>,
    /// The position the game was set up from; empty for the initial position.
    start: String,
    /// The moves of both sides by their numbers.
    moves: Vec<MoveRow>,
    rulings: Vec<RecordedRuling>,
    result: String,
}

/// A ruling as the record has it.
struct RecordedRuling {
    time: String,
    text: String,
    article: String,
    /// Whether the arbiter withdrew the entry.
    withdrawn: bool,
}

impl From<RulingBody> for RecordedRuling {
    fn from(RulingBody { at, text, article, withdrawn }: RulingBody) -> Self {
        Self { time: utc(at), text, article: article.unwrap_or_default(), withdrawn }
    }
}

/// A numbered pair of moves.
struct MoveRow {
    number: usize,
    first: String,
    second: String,
}

/// The game as PDN with its headers, or as a page to print; at a table, with every ruling and signed by the arbiter.
#[utoipa::path(get, path = "/api/games/{id}/record", tag = "table", params(RecordHeaders), responses(
    (status = 200, description = "The record", body = String, content_type = "application/x-pdn"),
    (status = 403, description = "A side plays blindfold, and the game is not over", body = ErrorBody),
    (status = 404, description = "There is no such game", body = ErrorBody)))]
pub(super) async fn record(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Path(id): Path<String>,
    QueryFields(mut headers): QueryFields<RecordHeaders>,
    Reader(lang): Reader,
) -> Result<Response, ApiError> {
    let room = app.rooms.find(&id).await?;
    room.check_access(BoardAccess::Concealed)?;
    let game = room.game();
    for (given, holder) in [&mut headers.white, &mut headers.black].into_iter().zip(&room.holders.0) {
        if given.as_deref().unwrap_or_default().trim().is_empty() {
            *given = holder.as_ref().and_then(|holder| holder.name.clone());
        }
    }
    let stored = match is_table(&game) {
        true => Some(app.store.load(&id).await?.ok_or(RoomError::UnknownGame)?),
        false => None,
    };
    let write = move |cancellation: &Cancellation| -> Result<Response, RoomError> {
        let rulings = match &stored {
            Some(stored) => rulings_of(stored, lang, cancellation)?,
            None => Vec::new(),
        };
        let rulings = rulings.into_iter().map(RecordedRuling::from).collect();
        Ok(match headers.format {
            RecordForm::Page => printed(&game, headers, rulings, lang),
            RecordForm::Pdn => written(&id, &game, headers, rulings, lang),
        })
    };
    Ok(app.work.run(&client, write).await??)
}

/// Whether an arbiter records a game at a table.
pub(super) fn is_table(game: &Game) -> bool {
    game.terms().profile.irregular == IrregularPolicy::Recorded
}

/// The record as PDN, with the rulings as comments at its end.
fn written(
    id: &str,
    game: &Game,
    headers: RecordHeaders,
    rulings: Vec<RecordedRuling>,
    lang: Lang,
) -> Response {
    let mut record = game.pdn_in(lang);
    for RecordedRuling { time, text, article, withdrawn } in rulings {
        let cited = if article.is_empty() { String::new() } else { format!(" ({article})") };
        let mark =
            if withdrawn { format!(" [{}]", texts::text(lang, "withdrawn-entry")) } else { String::new() };
        record.main_line.comment(&format!("{time} {text}{cited}{mark}"));
    }
    for (name, value) in headers.tags(is_table(game)) {
        record.tags.set(name, &value);
    }
    let about = [
        (header::CONTENT_TYPE, "application/x-pdn; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"damiera-{id}.pdn\"")),
    ];
    (about, record.to_string()).into_response()
}

impl RecordHeaders {
    /// The tags that were filled in. Only the arbiter of a table signs.
    fn tags(self, table: bool) -> Vec<(&'static str, String)> {
        let tags = [
            ("Event", self.event),
            ("Site", self.site),
            ("Date", self.date),
            ("Round", self.round),
            ("White", self.white),
            ("Black", self.black),
            ("Arbiter", self.arbiter.filter(|_| table)),
        ];
        let filled = |(name, value): (&'static str, Option<String>)| {
            let value = value?.trim().to_owned();
            (!value.is_empty()).then_some((name, value))
        };
        tags.into_iter().filter_map(filled).collect()
    }
}

fn printed(game: &Game, headers: RecordHeaders, rulings: Vec<RecordedRuling>, lang: Lang) -> Response {
    let key = |name: &str| match name {
        "Event" => "event-name",
        "White" => "white-player",
        "Black" => "black-player",
        "Arbiter" => "arbiter-name",
        "Round" => "record-round",
        "Site" => "record-site",
        _ => "record-date",
    };
    let headers = headers.tags(true).into_iter().map(|(name, value)| (key(name), value)).collect();
    let start = game.start_fen();
    let moves = move_rows(game, lang);
    let result = game.end().map_or_else(String::new, |end| {
        format!("{} {}", game.rule_set().written(end.outcome), lang.end(end))
    });
    show(&RecordPage { page: Page { lang }, headers, start, moves, rulings, result }, StatusCode::OK)
}

/// The moves in pairs. A side that moves twice starts a new pair, and so does an arbiter's decision.
fn move_rows(game: &Game, lang: Lang) -> Vec<MoveRow> {
    let first = game.rule_set().first;
    let mut rows: Vec<MoveRow> = Vec::new();
    for ply in game.plies() {
        let text = ply_text(ply, lang);
        match rows.last_mut() {
            Some(row) if ply.by() == Some(!first) && row.second.is_empty() => row.second = text,
            _ => {
                let number = rows.len() + 1;
                let (first, second) =
                    if ply.by() == Some(!first) { ("…".to_owned(), text) } else { (text, String::new()) };
                rows.push(MoveRow { number, first, second });
            }
        }
    }
    rows
}

/// A move as it was played; an irregularity with its article, and any other change as the position after it.
fn ply_text(ply: &Ply, lang: Lang) -> String {
    if ply.is_legal_move() {
        return ply.notation.clone();
    }
    let done = ply.displacement.as_ref().unwrap_or(&ply.notation);
    let why = ply.article().map_or_else(|| texts::text(lang, "arbiter"), |article| article.to_string());
    format!("{done} ({why})")
}

/// A time as date and time of day in UTC.
pub(super) fn utc(ms: u64) -> String {
    damiera_events::text::utc(damiera_game::Moment(ms))
}
