//! What every move goes through, as functions that are compiled and optimised in this crate: generic code of `serde` would be compiled
//! where it is used.

use damiera_game::wire;
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::client::ClientMessage;
use crate::server::{EventsMessage, ServerMessage};

impl ServerMessage {
    /// The message as JSON.
    #[must_use]
    pub fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

impl EventsMessage<'_> {
    /// The message as JSON.
    #[must_use]
    pub fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

/// An event as JSON.
pub fn event_json(event: &wire::WireEvent) -> serde_json::Result<Box<RawValue>> {
    to_raw_value(event)
}

/// A message with a move: [`ClientMessage::Do`] with its fields and no others, each once.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveMessage<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    id: &'a str,
    seq: u64,
    by: wire::WireActor,
    ask: &'a str,
    notation: &'a str,
}

impl ClientMessage {
    /// Reads a message that is exactly a move, as nearly all are. None for everything else, be it valid or not, and for text with
    /// escapes.
    #[must_use]
    pub fn read_move(text: &str) -> Option<Self> {
        let MoveMessage { kind: "do", id, seq, by, ask: "move", notation } =
            serde_json::from_str(text).ok()?
        else {
            return None;
        };
        let action = wire::WireAction::Move { notation: notation.to_owned() };
        Some(Self::Do { id: id.to_owned(), seq, command: wire::WireCommand { by, action } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_read_as_any_other_message_or_left_to_the_reader_of_all() {
        for by in ["white", "black", "arbiter"] {
            let text =
                format!(r#"{{"type":"do","id":"a1","seq":7,"by":"{by}","ask":"move","notation":"22-18"}}"#);
            let message: ClientMessage = serde_json::from_str(&text).expect("a message");
            let read = ClientMessage::read_move(&text).expect("a move");
            assert_eq!(read.to_text(), message.to_text());
        }
        for other in [
            r#"{"type":"do","id":"a1","seq":7,"by":"white","ask":"resign"}"#,
            r#"{"type":"do","id":"a1","seq":7,"by":"white","ask":"stands","notation":"22-18"}"#,
            r#"{"type":"premove","id":"a1","seq":7,"by":"white","ask":"move","notation":"22-18"}"#,
            r#"{"type":"do","id":"a1","seq":7,"by":"white","ask":"move","notation":"22-18","x":1}"#,
            r#"{"type":"do","id":"a1","id":"a1","seq":7,"by":"white","ask":"move","notation":"22-18"}"#,
            r#"{"type":"do","id":"\u0061","seq":7,"by":"white","ask":"move","notation":"22-18"}"#,
            r#"{"type":"do","id":"a1","seq":-7,"by":"white","ask":"move","notation":"22-18"}"#,
            r#"{"type":"do","id":"a1","seq":7,"by":"white","ask":"move","notation":"22-18"} {}"#,
            r#"{"type":"ping"}"#,
            "",
        ] {
            assert!(ClientMessage::read_move(other).is_none(), "{other}");
        }
    }

    impl ClientMessage {
        fn to_text(&self) -> String {
            serde_json::to_string(self).expect("JSON")
        }
    }
}
