//! What the server sends.

use damiera_game::wire;
use serde::{Deserialize, Serialize};

use crate::changes::GameChanges;
use crate::seek::OpenSeek;
use crate::snapshot::GameSnapshot;

/// A message from the server.
#[derive(Serialize, Deserialize, Clone, Debug, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[schema(as = Told, example = json!({"type": "done", "id": "a1", "seq": 8}))]
pub enum ServerMessage {
    /// The client now follows the game.
    #[schema(title = "joined")]
    Joined {
        /// The game's id.
        game: String,
        /// The number of its last event.
        seq: u64,
        /// The sides the client may act for.
        sides: Vec<wire::WireSide>,
        /// The server's time, in milliseconds since 1970.
        now: u64,
        /// The agreed terms, for clients that get all events.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        terms: Option<Box<wire::WireTerms>>,
    },
    /// Events, in the form that the client asked for.
    #[schema(title = "events")]
    Events {
        /// The events, in order.
        events: Vec<NumberedEvent>,
        /// The server's time, in milliseconds since 1970.
        now: u64,
        /// White's and Black's clocks at that time.
        clocks: [Option<wire::WireClockFace>; 2],
        /// The whole game as a page shows it (`form` is `view` or `changes`).
        #[serde(default, deserialize_with = "ignored", skip_serializing_if = "Option::is_none")]
        shown: Option<Box<GameSnapshot>>,
        /// What these events changed in it (`form` is `changes`).
        #[serde(default, deserialize_with = "ignored", skip_serializing_if = "Option::is_none")]
        changes: Option<Box<GameChanges>>,
    },
    /// A command was carried out and is durable; it will not be carried out again.
    #[schema(title = "done")]
    Done {
        /// The command's id.
        id: String,
        /// The number of the first event that resulted from it.
        seq: u64,
    },
    /// A command was refused; nothing changed.
    #[schema(title = "refused")]
    Refused {
        /// The command's id.
        id: String,
        /// The reason, in the client's language.
        text: String,
        /// The article of the rulebook.
        article: Option<String>,
        /// The captures that were due, as the squares they touch.
        due: Vec<Vec<u8>>,
    },
    /// The consultation of the client's side has changed: somebody has joined, or proposes a move. Only those who hold the side
    /// get this.
    #[schema(title = "consultation-changed")]
    ConsultationChanged,
    /// A command was based on an outdated state; nothing changed. The missed events are sent before this message.
    #[schema(title = "resync")]
    Resync {
        /// The command's id.
        id: String,
        /// The number of the last event.
        seq: u64,
    },
    /// A premove is held for the next turn.
    #[schema(title = "held")]
    Held {
        /// The premove's id.
        id: String,
    },
    /// A premove was dropped.
    #[schema(title = "dropped")]
    Dropped {
        /// The premove's id.
        id: String,
    },
    /// Who is connected.
    #[schema(title = "presence")]
    Presence {
        /// Whether White is.
        white: bool,
        /// Whether Black is.
        black: bool,
        /// The number of spectators.
        watching: u32,
    },
    /// A rematch is offered, or has begun.
    #[schema(title = "rematch")]
    Rematch {
        /// The side that offers it.
        by: wire::WireSide,
        /// The new game's id, once both sides agree.
        game: Option<String>,
    },
    /// The open seeks, as a client gets them when it enters the lobby. A long list goes on in `seeks-changed`.
    #[schema(title = "seeks")]
    Seeks {
        /// The oldest first.
        seeks: Vec<OpenSeek>,
    },
    /// How the open seeks changed since the last message about them.
    #[schema(title = "seeks-changed")]
    SeeksChanged {
        /// New ones, to be added at the end. One that is known already replaces the old one.
        opened: Vec<OpenSeek>,
        /// The ids of those that are gone, known or not.
        closed: Vec<String>,
    },
    /// The client's own seek was accepted.
    #[schema(title = "matched")]
    Matched {
        /// The seek's id.
        seek: String,
        /// The game's id.
        game: String,
    },
    /// The challenges that wait for the account's answer, the newest first: once the client follows notices, and after each
    /// change.
    #[schema(title = "challenges")]
    Challenges {
        /// Twenty at most.
        challenges: Vec<OpenSeek>,
    },
    /// The client's own challenge was declined.
    #[schema(title = "declined")]
    Declined {
        /// The seek's id.
        seek: String,
    },
    /// Messages between the players, the oldest first: those so far when a player joins, then each as it is written.
    #[schema(title = "chat")]
    Chat {
        /// The messages.
        lines: Vec<ChatLine>,
    },
    /// What the client wrote did not reach the opponent.
    #[schema(title = "chat-refused")]
    ChatRefused {
        /// The reason.
        text: String,
    },
    /// The answer to `ping`.
    #[schema(title = "pong")]
    Pong,
    /// A command was accepted, but the database has not confirmed it yet; the server keeps trying. The events or the
    /// answer follow once it is durable.
    #[schema(title = "unsaved")]
    Unsaved,
    /// A message could not be understood or is not allowed.
    #[schema(title = "bad")]
    Bad {
        /// The reason.
        text: String,
    },
}

/// Views are written for pages; programs that read events skip them.
fn ignored<'de, D: serde::Deserializer<'de>, T>(deserializer: D) -> Result<Option<Box<T>>, D::Error> {
    serde::de::IgnoredAny::deserialize(deserializer).map(|_| None)
}

/// A message from one player to the other.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, utoipa::ToSchema)]
pub struct ChatLine {
    /// The side that wrote it.
    pub by: wire::WireSide,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Plain text on one line.
    pub text: String,
}

/// An event with its number.
#[derive(Serialize, Deserialize, Clone, Debug, utoipa::ToSchema)]
#[schema(as = Happened)]
pub struct NumberedEvent {
    /// The event's number in its game, from 1.
    pub seq: u64,
    /// The id of the command, on the first event that resulted from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The event.
    pub event: wire::WireEvent,
}

/// A [`ServerMessage::Events`] whose events are already JSON: an event is serialised once, for the log, and that text is
/// what clients get.
#[derive(Serialize)]
#[serde(tag = "type", rename = "events")]
pub struct EventsMessage<'a> {
    /// The events, in order.
    pub events: &'a [LoggedEvent],
    /// The server's time, in milliseconds since 1970.
    pub now: u64,
    /// White's and Black's clocks at that time.
    pub clocks: [Option<wire::WireClockFace>; 2],
    /// The whole game as a page shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<&'a GameSnapshot>,
    /// What these events changed in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<&'a GameChanges>,
}

/// A [`NumberedEvent`] as the log has it.
#[derive(Serialize, Clone, Debug)]
pub struct LoggedEvent {
    /// The event's number in its game, from 1.
    pub seq: u64,
    /// The id of the command, on the first event that resulted from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The event as JSON.
    pub event: Box<serde_json::value::RawValue>,
}

#[cfg(test)]
mod tests {
    use serde_json::value::RawValue;

    use super::*;

    #[test]
    fn an_event_from_the_log_is_sent_as_its_type_would_be() {
        let json = r#"{"at":9,"kind":"started"}"#;
        let event: wire::WireEvent = serde_json::from_str(json).expect("an event");
        let text = serde_json::to_string(&event).expect("JSON");
        let id = Some("a1".to_owned());
        let raw = RawValue::from_string(text).expect("JSON");
        let logged = [LoggedEvent { seq: 3, id: id.clone(), event: raw }];
        let raw = EventsMessage { events: &logged, now: 10, clocks: [None; 2], shown: None, changes: None };
        let events = vec![NumberedEvent { seq: 3, id, event }];
        let typed = ServerMessage::Events { events, now: 10, clocks: [None; 2], shown: None, changes: None };
        assert_eq!(serde_json::to_string(&raw).expect("JSON"), serde_json::to_string(&typed).expect("JSON"));
    }
}
