//! What the page asks and gets, as JSON.

use std::convert::Infallible;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{Event as Sent, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use damiera_game::{Bonus, Budget, Control, Game, Lang, Moment, Profile, Stage, Start, Terms, wire};
use damiera_rules::{Square, Variant};
use futures_util::Stream;
use serde::{Deserialize, Serialize};

use super::Shared;
use super::lang::Reader;
use crate::room::{Room, RoomError, now};
use crate::seat::{Seat, Seats};
use crate::store::Store;

/// What a new game is to be.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Wish {
    variant: String,
    white: Seat,
    black: Seat,
    #[serde(default)]
    profile: ProfileName,
    /// Minutes for each side, or none for a game without clocks.
    minutes: Option<u32>,
    /// Seconds added for each move.
    #[serde(default)]
    increment: u32,
    /// A position to begin from.
    fen: Option<String>,
    /// Squares of pieces given as odds.
    #[serde(default)]
    odds: Vec<u8>,
    /// Moves drawn by lot.
    #[serde(default)]
    opening: Vec<String>,
}

#[derive(Deserialize, Debug, Default, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
enum ProfileName {
    #[default]
    Casual,
    Table,
}

impl Wish {
    fn terms(&self) -> Result<Terms, RoomError> {
        let bad = |error: &dyn std::fmt::Display| RoomError::Bad(error.to_string());
        let variant: Variant = self.variant.parse().map_err(|error| bad(&error))?;
        let profile = match self.profile {
            ProfileName::Casual => Profile::CASUAL,
            ProfileName::Table => Profile::TABLE,
        };
        let mut terms = Terms { opening: self.opening.clone(), ..Terms::new(variant, profile) };
        if let Some(fen) = &self.fen {
            terms.start = Start::Set(fen.parse().map_err(|error| bad(&error))?);
        } else if !self.odds.is_empty() {
            let squares: Option<Vec<_>> = self.odds.iter().map(|&number| Square::new(number)).collect();
            terms.start = Start::Odds(squares.ok_or_else(|| RoomError::Bad("no such square".to_owned()))?);
        }
        if let Some(minutes) = self.minutes {
            let control = clock(minutes.clamp(1, 600), self.increment.min(600));
            terms.controls = [control.clone(), control];
        }
        Ok(terms)
    }
}

fn clock(minutes: u32, increment: u32) -> Control {
    let bonus = match increment {
        0 => Bonus::None,
        seconds => Bonus::Increment(Duration::from_secs(u64::from(seconds))),
    };
    Control::Timed(Budget {
        stages: vec![Stage { moves: None, time: Duration::from_secs(60 * u64::from(minutes)) }],
        bonus,
        overtime: None,
    })
}

/// A game as the page gets it.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Shown {
    id: String,
    seats: Seats,
    /// The instant of the clocks in the view.
    now: u64,
    board: Board,
    view: wire::View,
}

/// Where squares lie and what they are called, so that the page need not know.
#[derive(Serialize)]
struct Board {
    size: u8,
    /// Row, column and name of each square, from square 1.
    squares: Vec<(u8, u8, String)>,
}

fn board(game: &Game) -> Board {
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
        view: wire::View::new(&game.view(at), game.law(), lang),
    }
}

pub(super) async fn create<S: Store>(
    State(rooms): State<Shared<S>>,
    Reader(lang): Reader,
    Json(wish): Json<Wish>,
) -> Result<Response, Problem> {
    let terms = wish.terms().map_err(|error| Problem(error, lang))?;
    let seats = Seats { white: wish.white, black: wish.black };
    let room = rooms.create(terms, seats).await.map_err(|error| Problem(error, lang))?;
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
