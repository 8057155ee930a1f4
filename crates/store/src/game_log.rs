//! Games as the store holds them: terms, seats and an append-only log of events.

use std::sync::Arc;

use async_trait::async_trait;
use damiera_game::wire;
use damiera_messages::Seats;

use crate::seat::{Credentials, Holders};
use crate::seek::StoredSeek;
use crate::{StoreError, StoreResult};

/// A game read from the store.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// The agreed terms.
    pub terms: wire::WireTerms,
    /// Who plays: people or the engine.
    pub seats: Seats,
    /// Who may act for each side.
    pub holders: Holders,
    /// The event log, in order, without gaps.
    pub events: Vec<StoredEvent>,
}

/// An event read from the store. Its body stays JSON text, so that it can be sent on without being parsed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEvent {
    /// The command id that the client chose, on the first event that resulted from the command.
    pub command_id: Option<String>,
    /// A [`wire::WireEvent`] as JSON.
    pub body: String,
}

impl StoredEvent {
    /// The event itself.
    pub fn event(&self) -> StoreResult<wire::WireEvent> {
        decode_event(&self.body)
    }
}

/// The version of an event.
#[derive(serde::Deserialize)]
struct EventVersion {
    version: u32,
}

/// Reads an event from the log. An event without a version has version 1; whoever changes the format so that older programs would
/// misread an event gives it a higher one, and they refuse it.
pub fn decode_event(body: &str) -> StoreResult<wire::WireEvent> {
    // Inside a text the quotes are escaped, so this is a member.
    if body.contains("\"version\":") {
        let EventVersion { version } = serde_json::from_str(body)?;
        if version > wire::VERSION {
            return Err(StoreError::NewerVersion(version));
        }
    }
    serde_json::from_str(body).map_err(|error| {
        // Serde has no other form of this error than its text. Only a newer version writes kinds that are not known here.
        let is_unknown_kind = error.is_data() && error.to_string().starts_with("unknown variant");
        if is_unknown_kind { StoreError::NewerVersion(wire::VERSION + 1) } else { error.into() }
    })
}

/// One line of a list of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// The game's id.
    pub id: String,
    /// The name of its rule set.
    pub variant: String,
    /// When it was created, in milliseconds since 1970.
    pub created_at: i64,
    /// How many events it has.
    pub events: i64,
    /// Whether it has ended.
    pub ended: bool,
}

/// A game to be created.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// The game's id.
    pub id: Arc<str>,
    /// When it is created, in milliseconds since 1970.
    pub at: u64,
    /// The agreed terms.
    pub terms: wire::WireTerms,
    /// Whether a side has a clock.
    pub timed: bool,
    /// Who plays.
    pub seats: Seats,
    /// Who may act for each side.
    pub holders: Holders,
    /// The seek that it settles. A seek leads to one game at most.
    pub seek: Option<String>,
    /// Its first events, if it starts at once.
    pub first: Option<NewEvents>,
}

/// Events that result from one command, to be appended to a game's log together.
#[derive(Clone, Debug)]
pub struct NewEvents {
    /// The game's id.
    pub game: Arc<str>,
    /// The sequence number of the first event: one more than the log has.
    pub seq: u64,
    /// The command id that the client chose.
    pub command_id: Option<String>,
    /// Time in milliseconds since 1970, and body as JSON, of each event.
    pub events: Vec<(u64, Arc<str>)>,
    /// Whether these events end the game or reopen it.
    pub end: Option<EndMark>,
}

/// How events change whether a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndMark {
    /// The game ended at this time, in milliseconds since 1970.
    Ended(u64),
    /// The game goes on: at a table its end was withdrawn.
    Reopened,
}

impl EndMark {
    /// When the game ended.
    #[must_use]
    pub const fn ended_at(self) -> Option<u64> {
        match self {
            Self::Ended(at) => Some(at),
            Self::Reopened => None,
        }
    }
}

/// A write that succeeds or fails as a whole.
#[derive(Clone, Debug)]
pub enum StoreWrite {
    /// A new seek.
    Seek(Box<StoredSeek>),
    /// A new game; `Conflict` if its seek already led to a game or was withdrawn.
    Game(Box<NewGame>),
    /// Events of a game; `Conflict` if the sequence number or the command id is in use.
    Events(NewEvents),
    /// The server is running at this instant, in milliseconds since 1970.
    Heartbeat(u64),
}

/// The durable, ordered part of the store: everything that the server acknowledges goes through it.
#[async_trait]
pub trait EventLog: Send + Sync + 'static {
    /// Commits a batch. Each write succeeds or fails by itself; one answered with `Ok` survives a power failure.
    async fn write(&self, batch: &[StoreWrite]) -> Vec<StoreResult<()>>;

    /// Whether a write is in the log, after an earlier [`StoreError::OutcomeUnknown`].
    async fn is_written(&self, write: &StoreWrite) -> StoreResult<bool>;
}

/// Reading games.
#[async_trait]
pub trait GameStore: Send + Sync + 'static {
    /// A game with its whole log.
    async fn load(&self, id: &str) -> StoreResult<Option<StoredGame>>;

    /// The events of a game with a sequence number above `seq`.
    async fn events_after(&self, id: &str, seq: u64) -> StoreResult<Vec<StoredEvent>>;

    /// Which of these games have events after the number that goes with each.
    async fn games_with_news(&self, known: &[(Arc<str>, u64)]) -> StoreResult<Vec<String>>;

    /// The newest games of a visitor or an account.
    async fn games_of(&self, who: &Credentials, limit: u32) -> StoreResult<Vec<GameSummary>>;

    /// Games with clocks that have not ended.
    async fn unfinished_timed_games(&self) -> StoreResult<Vec<String>>;

    /// The latest instant up to `until` at which a server is known to have been running on this store. What was written
    /// while the system's clock was wrong may lie beyond it.
    async fn last_heartbeat(&self, until: u64) -> StoreResult<Option<u64>>;

    /// Sets the heartbeat, also to an earlier instant.
    async fn reset_heartbeat(&self, at: u64) -> StoreResult<()>;

    /// Records that no server was running between two instants.
    async fn record_outage(&self, from: u64, to: u64) -> StoreResult<()>;

    /// All recorded outages, by their end.
    async fn outages(&self) -> StoreResult<Vec<(u64, u64)>>;
}

/// Reads an unknown outcome back from the log instead of guessing.
pub(crate) async fn read_back(log: &dyn EventLog, write: &StoreWrite) -> StoreResult<()> {
    match log.is_written(write).await {
        Ok(true) => Ok(()),
        Ok(false) => Err(StoreError::Database("the commit failed; nothing was written".into())),
        Err(error) => {
            tracing::error!(%error, "the outcome of a commit could not be read back");
            Err(StoreError::OutcomeUnknown)
        }
    }
}
