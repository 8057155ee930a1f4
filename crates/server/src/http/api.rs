//! What the page asks and gets, as JSON.

use std::convert::Infallible;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{Event as Update, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use damiera_game::{Lang, wire};
use futures_util::Stream;
use serde::{Deserialize, Serialize};

use super::Shared;
use super::guard::From;
use super::lang::Reader;
use super::who::{Visitor, Who};
use super::wish::Wish;
use crate::limits::Kind;
use crate::protocol::is_name;
use crate::room::RoomError;
use crate::secret::{chance, secret};
use crate::shown::{Shown, Step};
use crate::store::Holders;
use crate::time::now;

/// Begins a game at one screen, against the engine or between two people.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = Wish,
    responses((status = 201, description = "The game, with the key to its places", body = Created),
    (status = 422, description = "No game can be played so", body = Told),
    (status = 429, description = "Too many; see Retry-After", body = Told)))]
pub(super) async fn create(
    State(rooms): State<Shared>,
    Reader(lang): Reader,
    From(address): From,
    visitor: Visitor,
    Json(wish): Json<Wish>,
) -> Result<Response, Problem> {
    let problem = |error| Problem(error, lang);
    rooms.allow(Kind::Game, address, visitor.credentials().account).map_err(problem)?;
    let terms = wish.terms(chance().map_err(|error| problem(error.into()))?).map_err(problem)?;
    let key = secret().map_err(|error| problem(error.into()))?;
    let holders = Holders::both(visitor.holder(&key, None));
    let room = rooms.create(terms, wish.seats(), holders, None).await.map_err(problem)?;
    let created = Created { shown: Shown::of(&room, lang), key };
    Ok((StatusCode::CREATED, visitor, Json(created)).into_response())
}

/// A game as it stands: position, legal moves, clocks, counts.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", responses(
    (status = 200, description = "The game; `view` has what there is to show", body = Shown),
    (status = 404, description = "There is none", body = Told)))]
pub(super) async fn show(
    State(rooms): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
) -> Result<Response, Problem> {
    let room = rooms.find(&id).await.map_err(|error| Problem(error, lang))?;
    Ok(Json(Shown::of(&room, lang)).into_response())
}

/// Every position of a game, for whoever looks back.
#[utoipa::path(get, path = "/api/games/{id}/line", tag = "games", responses(
    (status = 200, description = "The positions from the first to the present, each with the move that led to it", body = Vec<Step>),
    (status = 404, description = "There is none", body = Told)))]
pub(super) async fn line(
    State(rooms): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
) -> Result<Response, Problem> {
    let room = rooms.find(&id).await.map_err(|error| Problem(error, lang))?;
    let steps: Vec<Step> = room.game().traces().map(Step::from).collect();
    Ok(Json(steps).into_response())
}

/// Something that was decided at the table.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct Ruling {
    /// When, in milliseconds since 1970.
    at: u64,
    text: String,
    article: Option<String>,
}

/// What was decided in a game, with the articles, in order.
#[utoipa::path(get, path = "/api/games/{id}/rulings", tag = "games", responses(
    (status = 200, description = "The rulings, the oldest first", body = Vec<Ruling>),
    (status = 404, description = "There is none", body = Told)))]
pub(super) async fn rulings(
    State(rooms): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
) -> Result<Response, Problem> {
    let problem = |error| Problem(error, lang);
    let law = *rooms.find(&id).await.map_err(problem)?.game().rule_set();
    let kept = rooms.store().load(&id).await.map_err(|error| problem(RoomError::Store(error)))?;
    let mut rulings = Vec::new();
    for event in kept.ok_or_else(|| problem(RoomError::Unknown))?.events {
        let event = event.event().map_err(|error| problem(RoomError::Store(error)))?;
        let event = damiera_game::Event::try_from(&event);
        let event = event.map_err(|error| problem(RoomError::Bad(error.to_string())))?;
        if let Some(text) = lang.ruling(&event.fact) {
            let article = law.article_of(&event.fact).map(|article| article.to_string());
            rulings.push(Ruling { at: event.at.0, text, article });
        }
    }
    Ok(Json(rulings).into_response())
}

/// A new game, with the key to its places for those who keep no cookies.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = NewGame)]
pub(super) struct Created {
    #[serde(flatten)]
    shown: Shown,
    key: String,
}

/// A command sent by itself. A name and the number of the last event known make it safe to send again.
#[derive(Deserialize, Debug, utoipa::ToSchema)]
#[schema(example = json!({"id": "a1", "seq": 1, "by": "white", "ask": "move", "notation": "22-18"}))]
pub(super) struct Sent {
    id: Option<String>,
    seq: Option<u64>,
    #[serde(flatten)]
    command: wire::WireCommand,
}

/// Asks something of a game: a move, a draw, a count, and so on.
#[utoipa::path(post, path = "/api/games/{id}/commands", tag = "games", request_body = Sent, responses(
    (status = 200, description = "Done: the game as it stands", body = Shown),
    (status = 403, description = "That is for others to do", body = Told),
    (status = 409, description = "Refused, with the article and the captures that were due; or the game has gone on", body = Told),
    (status = 429, description = "Too many; see Retry-After", body = Told)))]
pub(super) async fn command(
    State(rooms): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
    From(address): From,
    who: Who,
    Json(Sent { id: name, seq, command }): Json<Sent>,
) -> Result<Response, Problem> {
    let problem = |error| Problem(error, lang);
    rooms.allow(Kind::Command, address, who.0.account).map_err(problem)?;
    let room = rooms.find(&id).await.map_err(problem)?;
    let command =
        command.read(&room.game(), now()).map_err(|error| problem(RoomError::Bad(error.to_string())))?;
    if !room.may_act(&who.0, command.by) {
        return Err(problem(RoomError::Forbidden));
    }
    if name.as_ref().is_some_and(|name| !is_name(name)) {
        return Err(problem(RoomError::Bad("a command's name is letters, figures, - and _".to_owned())));
    }
    room.ask(command, name, seq).await.map_err(problem)?;
    Ok(Json(Shown::of(&room, lang)).into_response())
}

#[derive(Deserialize)]
pub(super) struct After {
    #[serde(default)]
    after: u64,
}

/// The game each time it changes, as server-sent events, from the last change that was seen.
#[utoipa::path(get, path = "/api/games/{id}/stream", tag = "games", params(("after" = Option<u64>, Query, description = "The last event that is known")),
    responses((status = 200, description = "A stream of games as they stand", body = Shown, content_type = "text/event-stream")))]
pub(super) async fn stream(
    State(rooms): State<Shared>,
    Path(id): Path<String>,
    Query(After { after }): Query<After>,
    Reader(lang): Reader,
) -> Result<Sse<impl Stream<Item = Result<Update, Infallible>>>, Problem> {
    let room = rooms.find(&id).await.map_err(|error| Problem(error, lang))?;
    let seen = (room.watch(), after);
    let changes = futures_util::stream::unfold(seen, move |(mut changes, seen)| {
        let room = room.clone();
        async move {
            let newest = changes.wait_for(|game| game.seq() > seen).await.ok()?.seq();
            let text = serde_json::to_string(&Shown::of(&room, lang)).ok()?;
            Some((Ok(Update::default().id(newest.to_string()).data(text)), (changes, newest)))
        }
    });
    Ok(Sse::new(changes).keep_alive(KeepAlive::default()))
}

/// A game as PDN.
#[utoipa::path(get, path = "/api/games/{id}/pdn", tag = "games", responses(
    (status = 200, description = "The game", body = String, content_type = "application/x-pdn")))]
pub(super) async fn pdn(
    State(rooms): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
) -> Result<Response, Problem> {
    let room = rooms.find(&id).await.map_err(|error| Problem(error, lang))?;
    let mut record = room.game().pdn();
    for (tag, holder) in ["White", "Black"].into_iter().zip(&room.holders.0) {
        if let Some(name) = holder.as_ref().and_then(|holder| holder.name.as_ref()) {
            record.tags.set(tag, name.as_str());
        }
    }
    let text = record.to_string();
    let about = [
        (header::CONTENT_TYPE, "application/x-pdn; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("inline; filename=\"damiera-{id}.pdn\"")),
    ];
    Ok((about, text).into_response())
}

/// Something that did not go well, told in the reader's language.
pub(super) struct Problem(pub(super) RoomError, pub(super) Lang);

/// Why something was not done, in the reader's language.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Problem, example = json!({"text": "A capture must be made.", "article": "FID-IT 6.1", "due": [[22, 15]]}))]
pub(super) struct Told {
    text: String,
    /// The article of the rulebook that says so.
    article: Option<String>,
    /// The captures that were due, as the squares they touch.
    due: Vec<Vec<u8>>,
}

impl Told {
    /// Words alone.
    pub(super) fn new(text: String) -> Self {
        Self { text, article: None, due: Vec::new() }
    }
}

/// What went wrong, in the reader's words and without internals.
pub(super) fn words(error: &RoomError, lang: Lang) -> String {
    let text = |key| crate::texts::text(lang, key);
    match error {
        RoomError::Unknown => text("no-such-game"),
        RoomError::Forbidden => text("not-yours"),
        RoomError::Resync(_) => text("gone-on"),
        RoomError::TooMuch(_) => text("too-much"),
        RoomError::Bad(said) => said.clone(),
        RoomError::Refused(refused) => wire::WireRefusal::new(&refused.0, &refused.1, lang).text,
        RoomError::Store(_) => text("our-fault"),
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Self(error, lang) = self;
        let mut told = Told::new(words(&error, lang));
        let status = match error {
            RoomError::Unknown => StatusCode::NOT_FOUND,
            RoomError::Forbidden => StatusCode::FORBIDDEN,
            RoomError::Resync(_) => StatusCode::CONFLICT,
            RoomError::Bad(_) => StatusCode::UNPROCESSABLE_ENTITY,
            RoomError::TooMuch(wait) => {
                let wait = [(header::RETRY_AFTER, wait.as_secs().max(1).to_string())];
                return (StatusCode::TOO_MANY_REQUESTS, wait, Json(told)).into_response();
            }
            RoomError::Refused(refused) => {
                let wire::WireRefusal { article, text, due } =
                    wire::WireRefusal::new(&refused.0, &refused.1, lang);
                told = Told { text, article, due };
                StatusCode::CONFLICT
            }
            RoomError::Store(error) => {
                tracing::error!(%error, "the store failed");
                StatusCode::INTERNAL_SERVER_ERROR
            }
        };
        (status, Json(told)).into_response()
    }
}
