//! What the page asks and gets, as JSON.

use std::convert::Infallible;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{Event as Sent, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use damiera_game::{Game, Irregular, Lang, Moment, Outcome, Trace, wire};
use damiera_rules::Square;
use futures_util::Stream;
use serde::{Deserialize, Serialize};

use super::Shared;
use super::lang::Reader;
use super::wish::Wish;
use crate::room::{Room, RoomError, chance, now};
use crate::seat::Seats;
use crate::store::Store;

/// A game as the page gets it.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Shown {
    id: String,
    seats: Seats,
    /// The instant of the clocks in the view.
    now: u64,
    board: Board,
    /// Whether a real board is played on and an arbiter sits by.
    table: bool,
    /// White's and Black's time, for another game on the same terms.
    clocks: [wire::Clock; 2],
    /// How the present position came about.
    last: Option<Step>,
    /// Who has won, once somebody has.
    winner: Option<wire::Side>,
    view: wire::View,
}

/// A position and the move that led to it.
#[derive(Serialize)]
pub(super) struct Step {
    fen: String,
    path: Vec<u8>,
    captures: Vec<u8>,
}

impl From<Trace> for Step {
    fn from(trace: Trace) -> Self {
        let numbers = |squares: Vec<Square>| squares.into_iter().map(Square::number).collect();
        Self { fen: trace.fen, path: numbers(trace.path), captures: numbers(trace.captured) }
    }
}

/// Where squares lie and what they are called, so that the page need not know.
#[derive(Serialize)]
pub(super) struct Board {
    size: u8,
    /// Row, column and name of each square, from square 1.
    squares: Vec<(u8, u8, String)>,
}

pub(super) fn board(game: &Game) -> Board {
    let board = game.law().board;
    let squares = board.all().iter().map(|s| (board.row(s), board.column(s), board.algebraic(s)));
    Board { size: board.rows(), squares: squares.collect() }
}

fn shown(id: &str, room: &Room, game: &Game, lang: Lang) -> Shown {
    let at: Moment = now();
    Shown {
        id: id.to_owned(),
        seats: room.seats,
        now: at.0,
        board: board(game),
        table: game.terms().profile.irregular == Irregular::Recorded,
        clocks: [(&game.terms().controls[0]).into(), (&game.terms().controls[1]).into()],
        last: game.trace(game.plies().len()).map(Step::from),
        winner: game.end().and_then(|end| match end.outcome {
            Outcome::Win(side) => Some(side.into()),
            Outcome::Draw | Outcome::Void => None,
        }),
        view: wire::View::new(&game.view(at), game.law(), lang),
    }
}

pub(super) async fn create<S: Store>(
    State(rooms): State<Shared<S>>,
    Reader(lang): Reader,
    Json(wish): Json<Wish>,
) -> Result<Response, Problem> {
    let problem = |error| Problem(error, lang);
    let terms = wish.terms(chance().map_err(problem)?).map_err(problem)?;
    let room = rooms.create(terms, wish.seats()).await.map_err(problem)?;
    let game = room.game().await;
    let shown = shown(room.id(), &room, &game, lang);
    Ok((StatusCode::CREATED, Json(shown)).into_response())
}

pub(super) async fn show<S: Store>(
    State(rooms): State<Shared<S>>,
    Path(id): Path<String>,
    Reader(lang): Reader,
) -> Result<Response, Problem> {
    let room = rooms.find(&id).await.map_err(|error| Problem(error, lang))?;
    Ok(Json(shown(&id, &room, &room.game().await, lang)).into_response())
}

/// Every position of a game, for whoever looks back.
pub(super) async fn line<S: Store>(
    State(rooms): State<Shared<S>>,
    Path(id): Path<String>,
    Reader(lang): Reader,
) -> Result<Response, Problem> {
    let room = rooms.find(&id).await.map_err(|error| Problem(error, lang))?;
    let steps: Vec<Step> = room.game().await.traces().map(Step::from).collect();
    Ok(Json(steps).into_response())
}

/// Something that was decided at the table.
#[derive(Serialize)]
struct Ruling {
    /// When, in milliseconds since 1970.
    at: u64,
    text: String,
    article: Option<String>,
}

/// What was decided in a game, with the articles, in order.
pub(super) async fn rulings<S: Store>(
    State(rooms): State<Shared<S>>,
    Path(id): Path<String>,
    Reader(lang): Reader,
) -> Result<Response, Problem> {
    let problem = |error| Problem(error, lang);
    let law = *rooms.find(&id).await.map_err(problem)?.game().await.law();
    let kept = rooms.store().load(&id).await.map_err(|error| problem(RoomError::Store(error)))?;
    let mut rulings = Vec::new();
    for event in kept.ok_or_else(|| problem(RoomError::Unknown))?.events {
        let event = damiera_game::Event::try_from(&event);
        let event = event.map_err(|error| problem(RoomError::Bad(error.to_string())))?;
        if let Some(text) = lang.ruling(&event.fact) {
            let article = law.article_of(&event.fact).map(|article| article.to_string());
            rulings.push(Ruling { at: event.at.0, text, article });
        }
    }
    Ok(Json(rulings).into_response())
}

pub(super) async fn command<S: Store>(
    State(rooms): State<Shared<S>>,
    Path(id): Path<String>,
    Reader(lang): Reader,
    Json(command): Json<wire::Command>,
) -> Result<Response, Problem> {
    let problem = |error| Problem(error, lang);
    let room = rooms.find(&id).await.map_err(problem)?;
    let game = room.game().await;
    let command = command.read(&game, now()).map_err(|error| problem(RoomError::Bad(error.to_string())))?;
    rooms.act(&room, command).await.map_err(problem)?;
    Ok(Json(shown(&id, &room, &room.game().await, lang)).into_response())
}

#[derive(Deserialize)]
pub(super) struct After {
    #[serde(default)]
    after: u64,
}

/// The game each time it changes, from the last change the page has seen.
pub(super) async fn stream<S: Store>(
    State(rooms): State<Shared<S>>,
    Path(id): Path<String>,
    Query(After { after }): Query<After>,
    Reader(lang): Reader,
) -> Result<Sse<impl Stream<Item = Result<Sent, Infallible>>>, Problem> {
    let room = rooms.find(&id).await.map_err(|error| Problem(error, lang))?;
    let seen = (room.watch(), after);
    let changes = futures_util::stream::unfold(seen, move |(mut seq, seen)| {
        let (room, id) = (room.clone(), id.clone());
        async move {
            let newest = *seq.wait_for(|&newest| newest > seen).await.ok()?;
            let text = serde_json::to_string(&shown(&id, &room, &room.game().await, lang)).ok()?;
            Some((Ok(Sent::default().id(newest.to_string()).data(text)), (seq, newest)))
        }
    });
    Ok(Sse::new(changes).keep_alive(KeepAlive::default()))
}

pub(super) async fn pdn<S: Store>(
    State(rooms): State<Shared<S>>,
    Path(id): Path<String>,
    Reader(lang): Reader,
) -> Result<Response, Problem> {
    let room = rooms.find(&id).await.map_err(|error| Problem(error, lang))?;
    let text = room.game().await.pdn().to_string();
    let about = [
        (header::CONTENT_TYPE, "application/x-pdn; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("inline; filename=\"damiera-{id}.pdn\"")),
    ];
    Ok((about, text).into_response())
}

/// Something that did not go well, told in the reader's language.
pub(super) struct Problem(pub(super) RoomError, pub(super) Lang);

#[derive(Serialize)]
struct Told {
    text: String,
    article: Option<String>,
    due: Vec<Vec<u8>>,
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Self(error, lang) = self;
        let plain = |text: String| Told { text, article: None, due: Vec::new() };
        let (status, told) = match error {
            RoomError::Unknown => (StatusCode::NOT_FOUND, plain(crate::texts::text(lang, "no-such-game"))),
            RoomError::Bad(said) => (StatusCode::UNPROCESSABLE_ENTITY, plain(said)),
            RoomError::Refused(refused) => {
                let wire::Refusal { article, text, due } = wire::Refusal::new(&refused.0, &refused.1, lang);
                (StatusCode::CONFLICT, Told { text, article, due })
            }
            RoomError::Store(error) => {
                tracing::error!(%error, "the store failed");
                (StatusCode::INTERNAL_SERVER_ERROR, plain(crate::texts::text(lang, "our-fault")))
            }
        };
        (status, Json(told)).into_response()
    }
}
