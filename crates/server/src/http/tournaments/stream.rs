//! The live feed of a tournament: the number of its entries, each time it changes.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::response::sse::{Event as Update, KeepAlive, Sse};
use futures_util::Stream;
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::timeout;

use super::open;
use crate::http::Shared;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::identity::Caller;
use crate::tournaments::{LiveTournament, TournamentState};

/// How often a connection counts as a sign that its player is present.
const PRESENCE: Duration = Duration::from_secs(5);

/// How many entries a tournament has.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = TournamentEntries)]
pub(in crate::http) struct EntriesBody {
    entries: usize,
}

/// The number of entries each time it changes, as server-sent events. A player of an arena whose connection is open is
/// present, and is paired when free.
#[utoipa::path(get, path = "/api/events/{id}/stream", tag = "events", responses(
    (status = 200, description = "A stream of numbers of entries, the present one first", body = EntriesBody, content_type = "text/event-stream"),
    (status = 404, description = "There is none", body = ErrorBody)))]
pub(in crate::http) async fn stream(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Caller(credentials): Caller,
) -> Result<Sse<impl Stream<Item = Result<Update, Infallible>>>, ApiError> {
    let (live, access) = open(&app, &id, &credentials).await?;
    let follower = EntriesFollower { changes: live.watch(), live, number: access.number(), seen: None };
    let changes = futures_util::stream::unfold(follower, |mut follower| async move {
        let newest = follower.next().await?;
        let text = serde_json::to_string(&EntriesBody { entries: newest }).ok()?;
        Some((Ok(Update::default().data(text)), follower))
    });
    Ok(Sse::new(changes).keep_alive(KeepAlive::default()))
}

/// A connection that follows a tournament.
struct EntriesFollower {
    live: Arc<LiveTournament>,
    changes: watch::Receiver<Arc<TournamentState>>,
    number: Option<u16>,
    seen: Option<usize>,
}

impl EntriesFollower {
    /// The number of entries, once it has changed. Meanwhile the player is present.
    async fn next(&mut self) -> Option<usize> {
        loop {
            if let Some(number) = self.number {
                self.live.note_presence(number);
            }
            let changed = self.changes.wait_for(|state| Some(state.log.len()) != self.seen);
            if let Ok(changed) = timeout(PRESENCE, changed).await {
                let newest = changed.ok()?.log.len();
                self.seen = Some(newest);
                return Some(newest);
            }
        }
    }
}
