//! What happens in an exhibition, as it happens, as server-sent events.

use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::response::sse::{Event as Update, KeepAlive, Sse};
use damiera_game::Lang;
use futures_util::Stream;
use serde::Serialize;
use tokio::sync::watch;

use crate::exhibitions::{ExhibitionBoardBody, ExhibitionBody, ExhibitionState, LiveExhibition};
use crate::http::Shared;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::guard::ClientAddress;
use crate::http::identity::Caller;
use crate::http::lang::Reader;
use crate::rate_limit::RateKey;
use crate::store::Credentials;

/// How often it is looked whether somebody has joined on another server.
const LOOK_AGAIN: Duration = Duration::from_secs(10);

/// What happened in an exhibition.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(in crate::http) enum ExhibitionUpdate {
    /// Somebody joined or left, or a new stage began; also the first update.
    Exhibition {
        /// The exhibition as it stands.
        exhibition: Box<ExhibitionBody>,
    },
    /// Something happened on a board.
    Board {
        /// The instant of the clocks.
        now: u64,
        /// The board as it stands.
        board: Box<ExhibitionBoardBody>,
    },
}

/// A reader of the updates.
struct Updates {
    app: Shared,
    live: Arc<LiveExhibition>,
    changes: watch::Receiver<Arc<ExhibitionState>>,
    credentials: Credentials,
    lang: Lang,
    /// The roster that was sent last.
    roster: Option<u64>,
    /// The state of each game that was sent last.
    games: BTreeMap<u16, u64>,
    waiting: VecDeque<String>,
    client: RateKey,
    /// How long the next updates wait, so that the client does not get too much.
    pause: Duration,
}

impl Updates {
    /// The next update; none once the exhibition has left memory.
    async fn next(&mut self) -> Option<String> {
        loop {
            if let Some(text) = self.waiting.pop_front() {
                return Some(text);
            }
            if self.roster.is_some() {
                match tokio::time::timeout(LOOK_AGAIN, self.changes.changed()).await {
                    Ok(changed) => changed.ok()?,
                    Err(_) => drop(self.app.exhibitions.find(&self.live.id).await),
                }
            }
            tokio::time::sleep(std::mem::take(&mut self.pause)).await;
            let state = Arc::clone(&self.changes.borrow_and_update());
            self.queue(&state);
        }
    }

    /// Queues what the reader does not know yet.
    fn queue(&mut self, state: &ExhibitionState) {
        let Self { live, credentials, lang, .. } = self;
        let now = self.app.clock.now();
        let mut updates = Vec::new();
        if self.roster != Some(state.roster) {
            self.roster = Some(state.roster);
            let exhibition = Box::new(live.body(state, credentials, *lang, now));
            updates.push(ExhibitionUpdate::Exhibition { exhibition });
            self.games = state.games.iter().map(|(board, game)| (*board, game.seq())).collect();
        }
        for (number, game) in &state.games {
            if self.games.insert(*number, game.seq()) != Some(game.seq())
                && let Some(board) = live.board(state, *number, credentials, *lang, now)
            {
                updates.push(ExhibitionUpdate::Board { now: now.0, board: Box::new(board) });
            }
        }
        self.waiting.extend(updates.iter().filter_map(|update| serde_json::to_string(update).ok()));
        let bytes = self.waiting.iter().map(String::len).sum();
        self.pause = self.app.send_pace.count(&self.client, bytes, self.app.clock.elapsed());
    }
}

/// What happens in an exhibition: the whole of it first and whenever somebody joins or leaves, then each board that changes.
#[utoipa::path(get, path = "/api/exhibitions/{id}/stream", tag = "exhibitions", responses(
    (status = 200, description = "A stream of updates", body = ExhibitionUpdate, content_type = "text/event-stream"),
    (status = 404, description = "There is none", body = ErrorBody)))]
pub(in crate::http) async fn updates(
    State(app): State<Shared>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    Reader(lang): Reader,
    Caller(credentials): Caller,
) -> Result<Sse<impl Stream<Item = Result<Update, Infallible>>>, ApiError> {
    let live = app.exhibitions.find(&id).await?;
    let (roster, games, waiting) = (None, BTreeMap::new(), VecDeque::new());
    let (changes, client, pause) = (live.watch(), RateKey::from(address), Duration::ZERO);
    let reader = Updates { changes, client, pause, app, live, credentials, lang, roster, games, waiting };
    let updates = futures_util::stream::unfold(reader, |mut reader| async move {
        let text = reader.next().await?;
        Some((Ok(Update::default().data(text)), reader))
    });
    Ok(Sse::new(updates).keep_alive(KeepAlive::default()))
}
