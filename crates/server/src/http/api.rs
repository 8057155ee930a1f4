//! Games over HTTP, as JSON.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{Event as Update, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use damiera_game::{EndReason, Fact, Game, GameEnding, Lang, Terms, wire};
use damiera_messages::is_command_id;
use futures_util::Stream;
use serde::{Deserialize, Serialize};

use super::Shared;
use super::error::{ApiError, ErrorBody};
use super::game_request::GameRequest;
use super::guard::{ClientAddress, ReadPermit};
use super::identity::{Caller, Visitor};
use super::json_body::JsonBody;
use super::lang::Reader;
use super::query_fields::QueryFields;
use super::strict::{JsonFields, no_other_fields};
use super::study::{json, json_response};
use super::table::is_table;
use crate::app::App;
use crate::blindfold::BoardAccess;
use crate::invalid_input::InvalidInput;
use crate::random::random_u64;
use crate::rate_limit::{LimitedAction, RateKey};
use crate::record::record;
use crate::rooms::{Room, RoomError};
use crate::store::{Holders, StoredGame};
use crate::work::Cancellation;
use damiera_messages::{GameSnapshot, PositionStep};

/// Creates a game at one screen or against the engine.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = GameRequest,
    responses((status = 201, description = "The game, with the key to its seats", body = CreatedGame),
    (status = 422, description = "No game can be played on these terms", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn create(
    State(app): State<Shared>,
    Reader(lang): Reader,
    ClientAddress(address): ClientAddress,
    visitor: Visitor,
    JsonBody(body): JsonBody<JsonFields>,
) -> Result<Response, ApiError> {
    let (room, key) = begin_game(&app, address, &visitor, &body).await?;
    let access = room.access(visitor.credentials());
    let created = CreatedGame { game: room.snapshot(app.clock.now(), lang, access), key };
    Ok((StatusCode::CREATED, visitor, Json(created)).into_response())
}

/// A new game on the terms of a body, and the key to its seats.
pub(super) async fn begin_game(
    app: &App,
    address: IpAddr,
    visitor: &Visitor,
    body: &JsonFields,
) -> Result<(Arc<Room>, String), ApiError> {
    app.rate_limiter.allow(LimitedAction::CreateGame, address, visitor.credentials().account)?;
    let request = GameRequest::read(body)?;
    let terms = request.terms(random_u64()?)?;
    let key = visitor.seat_key()?;
    let holders = Holders::both(visitor.holder(&key, None)).named(request.names());
    Ok((app.rooms.create(terms, request.seats(), holders, None, address.into()).await?, key))
}

/// A game as it stands: position, legal moves, clocks, counts.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", responses(
    (status = 200, description = "The game; `view` has what there is to show", body = GameSnapshot),
    (status = 404, description = "There is none", body = ErrorBody)))]
pub(super) async fn show(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
    Caller(credentials): Caller,
) -> Result<Response, ApiError> {
    let room = app.rooms.find(&id).await?;
    let access = room.access(&credentials);
    Ok(Json(room.snapshot(app.clock.now(), lang, access)).into_response())
}

/// Every position of a game, for going back through it.
#[utoipa::path(get, path = "/api/games/{id}/line", tag = "games", responses(
    (status = 200, description = "The positions from the first to the present, each with the move that led to it", body = Vec<PositionStep>),
    (status = 403, description = "A side plays blindfold, and the sender may not see the board before the game ends", body = ErrorBody),
    (status = 404, description = "There is none", body = ErrorBody)))]
pub(super) async fn line(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Path(id): Path<String>,
    Caller(credentials): Caller,
) -> Result<Response, ApiError> {
    let room = app.rooms.find(&id).await?;
    room.check_access(room.access(&credentials))?;
    let game = room.game();
    let steps =
        app.work.run(&client, move |_| json(&game.traces().map(PositionStep::from).collect::<Vec<_>>()));
    Ok(json_response(steps.await??))
}

/// A decision at the table.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Ruling)]
pub(super) struct RulingBody {
    /// When, in milliseconds since 1970.
    pub(super) at: u64,
    pub(super) text: String,
    pub(super) article: Option<String>,
    /// Whether the arbiter withdrew the entry. It stays in the log.
    pub(super) withdrawn: bool,
}

/// The decisions in a game with their articles, in order.
#[utoipa::path(get, path = "/api/games/{id}/rulings", tag = "games", responses(
    (status = 200, description = "The rulings, the oldest first", body = Vec<RulingBody>),
    (status = 403, description = "A side plays blindfold, and the game is not over", body = ErrorBody),
    (status = 404, description = "There is none", body = ErrorBody)))]
pub(super) async fn rulings(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
) -> Result<Response, ApiError> {
    let room = app.rooms.find(&id).await?;
    room.check_access(BoardAccess::Concealed)?;
    let stored = app.store.load(&id).await?.ok_or(RoomError::UnknownGame)?;
    let rulings = move |cancellation: &Cancellation| -> Result<_, ApiError> {
        Ok(json(&rulings_of(&stored, lang, cancellation)?)?)
    };
    Ok(json_response(app.work.run(&client, rulings).await??))
}

/// The rulings of a game, the oldest first. Nothing if the work is cancelled.
pub(super) fn rulings_of(
    stored: &StoredGame,
    lang: Lang,
    cancellation: &Cancellation,
) -> Result<Vec<RulingBody>, RoomError> {
    let terms = Terms::try_from(&stored.terms).map_err(RoomError::damaged)?;
    let mut game = Game::new(terms).map_err(RoomError::damaged)?;
    let (rule_set, at_table) = (*game.rule_set(), is_table(&game));
    let (mut rulings, mut entries) = (Vec::new(), Vec::new());
    for stored in &stored.events {
        if cancellation.is_cancelled() {
            return Ok(Vec::new());
        }
        let event = damiera_game::Event::try_from(&stored.event()?).map_err(RoomError::damaged)?;
        game.apply(&event);
        let mut moves = Vec::new();
        if let Fact::Withdrawn { events } = event.fact {
            let kept = entries.len().saturating_sub(usize::from(events));
            for (ruling, entered) in entries.drain(kept..) {
                mark_withdrawn(&mut rulings, ruling);
                moves.extend(entered);
            }
        }
        let entered = match &event.fact {
            Fact::Irregular { .. } => game.plies().last().and_then(|ply| ply.displacement.clone()),
            fact => written_move(fact),
        };
        let text = match &event.fact {
            // To resign is a player's own decision; only an arbiter's record has to say that the CBD is silent on it.
            Fact::Ended { how: how @ EndReason::Resignation(_) } if !at_table => {
                Some(lang.end(&GameEnding::new(*how, &rule_set)))
            }
            fact => lang.ruling(fact, &rule_set),
        };
        if matches!(event.fact, Fact::Irregular { .. }) {
            moves.extend(entered.clone());
        }
        if !matches!(event.fact, Fact::Withdrawn { .. }) {
            entries.push((text.is_some().then_some(rulings.len()), entered));
        }
        if let Some(mut text) = text {
            if !moves.is_empty() {
                text = format!("{text} ({})", moves.join(", "));
            }
            let article = rule_set.article_of(&event.fact).map(|article| article.to_string());
            rulings.push(RulingBody { at: event.at.0, text, article, withdrawn: false });
        }
    }
    Ok(rulings)
}

fn mark_withdrawn(rulings: &mut [RulingBody], ruling: Option<usize>) {
    if let Some(ruling) = ruling.and_then(|index| rulings.get_mut(index)) {
        ruling.withdrawn = true;
    }
}

/// A move by its first and last square (FID-IT 12.2).
fn written_move(fact: &Fact) -> Option<String> {
    let Fact::Moved { m, .. } = fact else { return None };
    let sign = if m.captured.is_empty() { '-' } else { 'x' };
    Some(format!("{}{sign}{}", m.from, m.to))
}

/// A new game, with the key to its seats for clients without cookies.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = NewGame)]
pub(super) struct CreatedGame {
    #[serde(flatten)]
    game: GameSnapshot,
    key: String,
}

/// A command. An id and the number of the last known event make it safe to send it again.
#[derive(Deserialize, Debug, utoipa::ToSchema)]
#[schema(as = Sent, example = json!({"id": "a1", "seq": 1, "by": "white", "ask": "move", "notation": "22-18"}))]
pub(super) struct CommandBody {
    id: Option<String>,
    seq: Option<u64>,
    #[serde(flatten)]
    command: wire::WireCommand,
}

impl CommandBody {
    fn read(body: &JsonFields) -> Result<Self, RoomError> {
        let read = Self::deserialize(body).map_err(RoomError::invalid)?;
        no_other_fields(body, &["id", "seq"], &read.command)?;
        Ok(read)
    }
}

/// Sends a command to a game: a move, a draw offer, a count, and so on.
#[utoipa::path(post, path = "/api/games/{id}/commands", tag = "games", request_body = CommandBody, responses(
    (status = 200, description = "Carried out: the game as it stands", body = GameSnapshot),
    (status = 403, description = "The sender may not act for this side", body = ErrorBody),
    (status = 409, description = "Refused, with the article and the captures that were due; or the game has moved on", body = ErrorBody),
    (status = 429, description = "Too many; see Retry-After", body = ErrorBody)))]
pub(super) async fn command(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
    ClientAddress(address): ClientAddress,
    Caller(credentials): Caller,
    JsonBody(body): JsonBody<JsonFields>,
) -> Result<Response, ApiError> {
    let CommandBody { id: command_id, seq, command } = CommandBody::read(&body)?;
    app.rate_limiter.allow(LimitedAction::Command, address, credentials.account)?;
    let room = app.rooms.find(&id).await?;
    let command = command.read(&room.game(), app.clock.now()).map_err(RoomError::invalid)?;
    if !room.may_act(&credentials, command.by) {
        return Err(RoomError::NotAllowed.into());
    }
    if command_id.as_ref().is_some_and(|id| !is_command_id(id)) {
        return Err(RoomError::Invalid(InvalidInput::CommandId).into());
    }
    let access = room.access(&credentials);
    room.note_client(address.into());
    room.command(command, command_id, seq).await.map_err(|error| error.for_access(access))?;
    Ok(Json(room.snapshot(app.clock.now(), lang, access)).into_response())
}

#[derive(Deserialize)]
pub(super) struct StreamQuery {
    #[serde(default)]
    after: u64,
}

/// The game each time it changes, as server-sent events, from the last change that the client knows.
#[utoipa::path(get, path = "/api/games/{id}/stream", tag = "games", params(("after" = Option<u64>, Query, description = "The last event that is known")),
    responses((status = 200, description = "A stream of games as they stand", body = GameSnapshot, content_type = "text/event-stream")))]
pub(super) async fn stream(
    State(app): State<Shared>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    QueryFields(StreamQuery { after }): QueryFields<StreamQuery>,
    Reader(lang): Reader,
    Caller(credentials): Caller,
) -> Result<Sse<impl Stream<Item = Result<Update, Infallible>>>, ApiError> {
    let room = app.rooms.find(&id).await?;
    let access = room.access(&credentials);
    let (client, seen) = (RateKey::from(address), (room.watch(), after, Duration::ZERO));
    let changes = futures_util::stream::unfold(seen, move |(mut changes, seen, pause)| {
        let (app, room, client) = (app.clone(), room.clone(), client.clone());
        async move {
            tokio::time::sleep(pause).await; // what changes meanwhile comes in one update
            let newest = changes.wait_for(|game| game.seq() > seen).await.ok()?.seq();
            let text = serde_json::to_string(&room.snapshot(app.clock.now(), lang, access)).ok()?;
            let pause = app.send_pace.count(&client, text.len(), app.clock.elapsed());
            Some((Ok(Update::default().id(newest.to_string()).data(text)), (changes, newest, pause)))
        }
    });
    Ok(Sse::new(changes).keep_alive(KeepAlive::default()))
}

/// A game as PDN.
#[utoipa::path(get, path = "/api/games/{id}/pdn", tag = "games", responses(
    (status = 200, description = "The game", body = String, content_type = "application/x-pdn"),
    (status = 403, description = "A side plays blindfold, and the game is not over", body = ErrorBody)))]
pub(super) async fn pdn(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Path(id): Path<String>,
    Reader(lang): Reader,
) -> Result<Response, ApiError> {
    app.rooms.find(&id).await?.check_access(BoardAccess::Concealed)?;
    let stored = app.store.load(&id).await?.ok_or(RoomError::UnknownGame)?;
    let text = app.work.run(&client, move |_| record(&stored, lang).map(|record| record.to_string()));
    let text = text.await??;
    let about = [
        (header::CONTENT_TYPE, "application/x-pdn; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("inline; filename=\"damiera-{id}.pdn\"")),
    ];
    Ok((about, text).into_response())
}
