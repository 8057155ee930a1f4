//! The study page and its API: a game record as a tree of positions, as PDN, and with the reader's variations.

use std::sync::Arc;

use askama::Template;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path as UrlPath, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use damiera_game::Lang;
use damiera_notation::pdn::{GameRecord, PdnReader};
use damiera_play::TableRegistry;
use damiera_rules::Variant;
use serde::{Deserialize, Serialize};

use super::error::{ApiError, ErrorBody};
use super::guard::{ImportPermit, ReadPermit};
use super::identity::Visitor;
use super::json_body::JsonList;
use super::lang::Reader;
use super::pages::{Page, nothing_here, show, variants};
use super::query_fields::QueryFields;
use super::{Shared, analysis, diagram, editor, endgame, import, jobs, library, review};
use crate::analysis::AnalysisPool;
use crate::random::random_id;
use crate::record::record;
use crate::rooms::{Room, RoomError};
use crate::store::{Credentials, ImportUsage, StoredGame};
use crate::study::error::StudyError;
use crate::study::import::{LARGEST, imported};
use crate::study::path::PositionQuery;
use crate::study::{self, ReaderVariation, Study};
use crate::work::Cancellation;

/// What the study pages need besides the games: the analysis pool and the endgame tables.
pub(crate) struct StudyServices {
    pub(super) analysis: AnalysisPool,
    pub(super) tables: Arc<TableRegistry>,
}

impl StudyServices {
    /// With this number of threads for analysis.
    pub(crate) fn new(threads: usize, tables: Arc<TableRegistry>) -> Self {
        Self { analysis: AnalysisPool::new(threads, &tables), tables }
    }
}

pub(super) fn routes(services: Arc<StudyServices>) -> Router<Shared> {
    Router::new()
        .route("/study/{id}", get(imported_page))
        .route("/game/{id}/study", get(played_page))
        .route("/analysis", get(position_page))
        .route("/editor", get(editor::page))
        .route("/import", get(import::page))
        .route("/reviews", get(jobs::page))
        .route("/games", get(library::page))
        .route("/api/library", get(library::list))
        .route("/api/library/remove", post(library::remove))
        .route("/api/library/restore", post(library::restore))
        .route("/api/study/{kind}/{id}", get(shown))
        .route("/api/study/{kind}/{id}/pdn", get(pdn).post(pdn_with_tries))
        .route("/api/study/{kind}/{id}/keep", post(keep))
        .route("/api/study/{kind}/{id}/review", get(review::stream))
        .route("/api/jobs", get(jobs::list).post(jobs::create).layer(DefaultBodyLimit::max(LARGEST)))
        .route("/api/jobs/{id}", get(jobs::show).delete(jobs::cancel))
        .route("/api/jobs/{id}/stream", get(jobs::stream))
        .route("/api/jobs/{id}/games/{number}", get(jobs::game))
        .route("/api/jobs/{id}/pdn", get(jobs::pdn))
        .route("/api/position", get(analysis::position))
        .route("/api/analysis", get(analysis::stream))
        .route("/api/endgame", get(endgame::probe))
        .route("/api/setup", post(editor::setup))
        .route("/api/diagram.svg", get(diagram::svg))
        .route("/api/diagram.png", get(diagram::png))
        .route("/api/import", post(import::import).layer(DefaultBodyLimit::max(LARGEST)))
        .layer(Extension(services))
}

#[derive(Template)]
#[template(path = "study.html")]
struct StudyPage {
    page: Page,
    /// Where the page asks for its game: `imported/abc`, `played/abc` or `position/italian`.
    source: String,
    /// The server's public address, for links; empty if it is not configured.
    base: String,
    variants: Vec<&'static str>,
}

fn page(app: &Shared, source: String, lang: Lang) -> Response {
    let (base, variants) = (app.settings.link(""), variants(lang));
    show(&StudyPage { page: Page { lang }, source, base, variants }, StatusCode::OK)
}

async fn imported_page(
    State(app): State<Shared>,
    UrlPath(id): UrlPath<String>,
    Reader(lang): Reader,
) -> Response {
    match app.store.imported_pdn(&id).await {
        Ok(Some(_)) => page(&app, format!("imported/{id}"), lang),
        Ok(None) => nothing_here(Reader(lang)).await,
        Err(error) => ApiError::from(error).into_response(),
    }
}

async fn played_page(
    State(app): State<Shared>,
    UrlPath(id): UrlPath<String>,
    Reader(lang): Reader,
) -> Response {
    match app.rooms.find(&id).await {
        Ok(_) => page(&app, format!("played/{id}"), lang),
        Err(_) => nothing_here(Reader(lang)).await,
    }
}

#[derive(Deserialize)]
struct AnalysisPageQuery {
    game: Option<String>,
}

async fn position_page(
    State(app): State<Shared>,
    QueryFields(asked): QueryFields<AnalysisPageQuery>,
    Reader(lang): Reader,
) -> Response {
    let own = super::pages::own_game(lang);
    match asked.game.as_deref().unwrap_or(own.name()).parse::<Variant>() {
        Ok(variant) => page(&app, format!("position/{}", variant.name()), lang),
        Err(_) => nothing_here(Reader(lang)).await,
    }
}

/// A record to study.
pub(super) struct OpenedRecord {
    pub(super) record: GameRecord,
    pub(super) variant: Variant,
    /// Whether it is still being played: then no analysis is shown.
    pub(super) in_play: bool,
}

/// The position that a study without a game begins from.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct StartQuery {
    /// As FEN, for the kind `position`.
    #[serde(default)]
    fen: String,
}

/// A game as the store has it, before it is parsed.
pub(super) enum RecordSource {
    Imported(String),
    Played(Arc<Room>, Box<StoredGame>),
    Position(PositionQuery),
}

pub(super) async fn find(
    app: &Shared,
    (kind, id): (String, String),
    StartQuery { fen }: StartQuery,
) -> Result<RecordSource, StudyError> {
    match kind.as_str() {
        "imported" => {
            let text = app.store.imported_pdn(&id).await?.ok_or(StudyError::UnknownGame)?;
            Ok(RecordSource::Imported(text))
        }
        "played" => {
            let room = app.rooms.find(&id).await.map_err(|error| match error {
                RoomError::Store(error) => StudyError::Store(error),
                _ => StudyError::UnknownGame,
            })?;
            if room.game().conceals_board() {
                return Err(StudyError::BoardConcealed);
            }
            let stored = app.store.load(&id).await?.ok_or(StudyError::UnknownGame)?;
            Ok(RecordSource::Played(room, Box::new(stored)))
        }
        "position" => Ok(RecordSource::Position(PositionQuery { variant: id, fen, moves: String::new() })),
        _ => Err(StudyError::UnknownGame),
    }
}

/// Parses a game. This takes time: call it on a thread for heavy work.
pub(super) fn open(source: RecordSource, lang: Lang) -> Result<OpenedRecord, StudyError> {
    match source {
        RecordSource::Imported(text) => {
            let record = PdnReader::new(text.as_bytes()).next().and_then(Result::ok);
            let record = record.ok_or(StudyError::UnknownGame)?.game;
            let variant = record.variant().ok_or(StudyError::UnknownGame)?;
            Ok(OpenedRecord { record, variant, in_play: false })
        }
        RecordSource::Played(room, stored) => {
            let game = room.game();
            let record = record(&stored, lang).map_err(|error| StudyError::Internal(error.to_string()))?;
            Ok(OpenedRecord { record, variant: game.terms().variant, in_play: game.end().is_none() })
        }
        RecordSource::Position(path) => {
            let (record, variant) = study::position_only(&path, lang)?;
            Ok(OpenedRecord { record, variant, in_play: false })
        }
    }
}

/// A game as a tree of positions.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) struct StudiedGame {
    #[serde(flatten)]
    study: Study,
    /// Whether it is still being played: then no analysis is shown.
    in_play: bool,
}

/// A game as a tree of positions. `kind` is `played`, `imported`, or `position` with a game's name as `id`.
#[utoipa::path(get, path = "/api/study/{kind}/{id}", tag = "study", params(StartQuery,
    ("kind" = String, Path, description = "played, imported or position"), ("id" = String, Path, description = "The game")), responses(
    (status = 200, description = "The game", body = StudiedGame), (status = 404, description = "There is none", body = ErrorBody)))]
pub(super) async fn shown(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    UrlPath(name): UrlPath<(String, String)>,
    QueryFields(start): QueryFields<StartQuery>,
    Reader(lang): Reader,
) -> Result<Response, ApiError> {
    let source = find(&app, name, start).await?;
    let body = app.work.run(&client, move |_| -> Result<Bytes, StudyError> {
        let opened = open(source, lang)?;
        let study = study::study(&opened.record, opened.variant, lang).ok_or(StudyError::UnknownGame)?;
        json(&StudiedGame { study, in_play: opened.in_play })
    });
    Ok(json_response(body.await??))
}

/// A large answer as JSON. Serialising it takes time: call this on a thread for heavy work.
pub(super) fn json(answer: &impl Serialize) -> Result<Bytes, StudyError> {
    let text = serde_json::to_vec(answer).map_err(|error| StudyError::Internal(error.to_string()))?;
    Ok(text.into())
}

pub(super) fn json_response(text: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

pub(super) fn pdn_file(text: String, id: &str) -> Response {
    let name: String = id.chars().filter(char::is_ascii_alphanumeric).collect();
    let about = [
        (header::CONTENT_TYPE, "application/x-pdn; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"damiera-{name}.pdn\"")),
    ];
    (about, text).into_response()
}

/// The record of a game.
#[utoipa::path(get, path = "/api/study/{kind}/{id}/pdn", tag = "study", params(StartQuery,
    ("kind" = String, Path, description = "played, imported or position"), ("id" = String, Path, description = "The game")), responses(
    (status = 200, description = "The record", body = String, content_type = "application/x-pdn"),
    (status = 404, description = "There is none", body = ErrorBody)))]
pub(super) async fn pdn(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    UrlPath(name): UrlPath<(String, String)>,
    QueryFields(start): QueryFields<StartQuery>,
    Reader(lang): Reader,
) -> Result<Response, ApiError> {
    let id = name.1.clone();
    let source = find(&app, name, start).await?;
    let printed =
        app.work.run(&client, move |_| open(source, lang).map(|opened| study::printed(&opened.record)));
    Ok(pdn_file(printed.await??, &id))
}

/// A game with the reader's variations.
fn tried(
    source: RecordSource,
    tries: &[ReaderVariation],
    lang: Lang,
    cancellation: &Cancellation,
) -> Result<OpenedRecord, StudyError> {
    let mut opened = open(source, lang)?;
    opened.record = study::with_tries(&opened.record, opened.variant, tries, cancellation);
    Ok(opened)
}

/// The record of a game with the reader's variations.
#[utoipa::path(post, path = "/api/study/{kind}/{id}/pdn", tag = "study", request_body = Vec<ReaderVariation>, params(StartQuery,
    ("kind" = String, Path, description = "played, imported or position"), ("id" = String, Path, description = "The game")), responses(
    (status = 200, description = "The record", body = String, content_type = "application/x-pdn"),
    (status = 404, description = "There is none", body = ErrorBody)))]
pub(super) async fn pdn_with_tries(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    UrlPath(name): UrlPath<(String, String)>,
    QueryFields(start): QueryFields<StartQuery>,
    Reader(lang): Reader,
    JsonList(tries): JsonList<ReaderVariation>,
) -> Result<Response, ApiError> {
    let id = name.1.clone();
    let source = find(&app, name, start).await?;
    let printed = app.work.run(&client, move |cancellation| {
        tried(source, &tries, lang, cancellation).map(|opened| study::printed(&opened.record))
    });
    Ok(pdn_file(printed.await??, &id))
}

/// How much somebody may still import.
pub(super) struct LibraryRoom {
    stored: ImportUsage,
    limit: ImportUsage,
}

impl LibraryRoom {
    /// The room that is left to an account, or to a visitor without one.
    pub(super) async fn of(app: &Shared, owner: &Credentials) -> Result<Self, StudyError> {
        let limits = &app.settings.limits;
        let (games, bytes) = match owner.account {
            Some(_) => (limits.account_games, limits.account_bytes),
            None => (limits.visitor_games, limits.visitor_bytes),
        };
        let stored = app.store.import_usage(owner).await?;
        Ok(Self { stored, limit: ImportUsage { games: games.into(), bytes } })
    }

    /// Whether these games fit in.
    pub(super) fn check<'a>(&self, pdn: impl IntoIterator<Item = &'a str>) -> Result<(), StudyError> {
        let mut after = self.stored;
        for text in pdn {
            after.games += 1;
            after.bytes = after.bytes.saturating_add(text.len() as u64);
        }
        if after.games > self.limit.games {
            return Err(StudyError::LibraryFull { limit: self.limit.games });
        }
        if after.bytes > self.limit.bytes {
            return Err(StudyError::LibraryBytes { limit: self.limit.bytes });
        }
        Ok(())
    }
}

/// A stored game.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct KeptGame {
    /// Its name among the imported games.
    id: String,
}

/// Stores a game with the reader's variations as a game of its own.
#[utoipa::path(post, path = "/api/study/{kind}/{id}/keep", tag = "study", request_body = Vec<ReaderVariation>, params(StartQuery,
    ("kind" = String, Path, description = "played, imported or position"), ("id" = String, Path, description = "The game")), responses(
    (status = 201, description = "It is kept", body = KeptGame), (status = 404, description = "There is none", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody), (status = 507, description = "The library is full", body = ErrorBody)))]
pub(super) async fn keep(
    ImportPermit(client): ImportPermit,
    State(app): State<Shared>,
    UrlPath(name): UrlPath<(String, String)>,
    QueryFields(start): QueryFields<StartQuery>,
    Reader(lang): Reader,
    visitor: Visitor,
    JsonList(tries): JsonList<ReaderVariation>,
) -> Result<Response, ApiError> {
    let keep = async {
        let owner = visitor.credentials();
        LibraryRoom::of(&app, owner).await?.check([""])?; // before anything is computed
        let (source, now) = (find(&app, name, start).await?, app.clock.now().0.cast_signed());
        let game = app.work.run(&client, move |cancellation| -> Result<_, StudyError> {
            let opened = tried(source, &tries, lang, cancellation)?;
            let plies = u32::try_from(opened.record.main_line.moves().count()).unwrap_or(u32::MAX);
            Ok(imported(&opened.record, opened.variant, plies, now))
        });
        let mut game = game.await??;
        let _turn = app.work.imports.take(&client, owner).await;
        LibraryRoom::of(&app, owner).await?.check([game.pdn.as_str()])?;
        game.card.id = random_id().map_err(|error| StudyError::Internal(error.to_string()))?;
        let id = game.card.id.clone();
        app.work.write(app.store.import_games(&[game], owner)).await?;
        Ok::<_, StudyError>(id)
    };
    let id = keep.await?;
    Ok((StatusCode::CREATED, visitor, Json(KeptGame { id })).into_response())
}
