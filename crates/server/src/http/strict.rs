//! JSON read without ignoring anything: request bodies and messages of `/ws`.

use std::collections::HashSet;
use std::fmt;

use damiera_messages::ClientMessage;
use serde::Serialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::invalid_input::InvalidInput;
use crate::rooms::RoomError;

/// A body as it was sent.
pub(super) type JsonFields = Map<String, Value>;

/// An error if an object in a JSON text, at any depth, has a field twice. What is no JSON passes: its reader says what is wrong.
pub(super) fn each_field_once(json: &[u8]) -> Result<(), InvalidInput> {
    let mut twice = None;
    let _ = FieldsOnce(&mut twice).deserialize(&mut serde_json::Deserializer::from_slice(json));
    twice.map_or(Ok(()), |field| Err(InvalidInput::FieldTwice(field)))
}

/// Reads any value, and keeps the first field that an object has twice.
struct FieldsOnce<'a>(&'a mut Option<String>);

impl<'de> DeserializeSeed<'de> for FieldsOnce<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        value.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for FieldsOnce<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        let mut seen = HashSet::new();
        while let Some(field) = fields.next_key::<String>()? {
            if seen.contains(&field) {
                *self.0 = Some(field);
                return Err(A::Error::custom("a field is given twice"));
            }
            seen.insert(field);
            fields.next_value_seed(FieldsOnce(self.0))?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while items.next_element_seed(FieldsOnce(self.0))?.is_some() {}
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

/// An error if a body has a field that is neither among `known` nor a member of `read`: it would be ignored.
pub(super) fn no_other_fields(
    sent: &JsonFields,
    known: &[&str],
    read: &impl Serialize,
) -> Result<(), RoomError> {
    let read = serde_json::to_value(read).map_err(RoomError::invalid)?;
    let ignored =
        sent.iter().filter(|(field, _)| !known.contains(&field.as_str())).find_map(|(field, sent)| {
            read.get(field).map_or(Some(field.as_str()), |read| ignored_field(sent, read))
        });
    match ignored {
        Some(field) => Err(RoomError::Invalid(InvalidInput::UnknownField(field.to_owned()))),
        None => Ok(()),
    }
}

/// A field of a value, at any depth, that was not read.
pub(super) fn ignored_field<'a>(sent: &'a Value, read: &Value) -> Option<&'a str> {
    match (sent, read) {
        (Value::Object(sent), Value::Object(read)) => {
            let given = sent.iter().filter(|(_, value)| !value.is_null());
            given.into_iter().find_map(|(field, value)| {
                read.get(field).map_or(Some(field.as_str()), |read| ignored_field(value, read))
            })
        }
        (Value::Array(sent), Value::Array(read)) => {
            sent.iter().zip(read).find_map(|(sent, read)| ignored_field(sent, read))
        }
        _ => None,
    }
}

/// A message of `/ws`, or an error if it has a field that would be ignored.
pub(super) fn client_message(text: &str) -> Result<ClientMessage, RoomError> {
    use ClientMessage as M;
    // The checks below read the text three times, which for a move would be a sixth of its work.
    if let Some(message) = M::read_move(text) {
        return Ok(message);
    }
    each_field_once(text.as_bytes()).map_err(RoomError::Invalid)?;
    let message: M = serde_json::from_str(text).map_err(RoomError::invalid)?;
    let fields: JsonFields = serde_json::from_str(text).map_err(RoomError::invalid)?;
    match &message {
        M::Do { command, .. } => no_other_fields(&fields, &["type", "id", "seq"], command)?,
        M::Join { .. } => no_other_fields(&fields, &["type", "game", "seq", "key", "form"], &())?,
        M::Lobby { .. }
        | M::Notices
        | M::Ping
        | M::Premove { .. }
        | M::CancelPremove { .. }
        | M::Chat { .. }
        | M::ChatSwitch { .. }
        | M::Rematch { .. } => {
            no_other_fields(&fields, &[], &message)?;
        }
    }
    Ok(message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use damiera_game::wire::WireCommand;

    #[test]
    fn a_field_that_would_be_ignored_is_named() {
        let read = |text: &str| {
            let fields: JsonFields = serde_json::from_str(text).expect("an object");
            let command: WireCommand = serde_json::from_value(fields.clone().into()).expect("a command");
            no_other_fields(&fields, &["id", "seq"], &command)
        };
        assert!(read(r#"{"id": "a", "seq": 3, "by": "white", "ask": "move", "notation": "22-18"}"#).is_ok());
        assert!(read(r#"{"by": "white", "ask": "count", "limit": null}"#).is_ok());
        assert!(read(r#"{"by": "white", "ask": "count"}"#).is_ok());
        let refused = read(r#"{"by": "white", "ask": "resign", "notation": "22-18"}"#);
        assert!(
            matches!(refused, Err(RoomError::Invalid(InvalidInput::UnknownField(field))) if field == "notation")
        );
    }

    #[test]
    fn a_field_that_is_given_twice_is_named_at_any_depth() {
        for (json, field) in [
            (r#"{"a": 1, "a": 2}"#, "a"),
            (r#"{"a": 1, "\u0061": 2}"#, "a"),
            (r#"{"a": [true, null, 1.5, -2, "x", {"b": {}, "c": [], "b": 1}]}"#, "b"),
            (r#"[[{"": 0, "": 0}]]"#, ""),
            (r#"{"a": 1, "a": 2, and no JSON"#, "a"),
        ] {
            assert_eq!(
                each_field_once(json.as_bytes()),
                Err(InvalidInput::FieldTwice(field.to_owned())),
                "{json}"
            );
        }
        for json in
            [r#"{"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]}"#, "", "{", "[1,", "\u{fe}", &"[".repeat(9_999)]
        {
            assert_eq!(each_field_once(json.as_bytes()), Ok(()), "{json}");
        }
    }

    #[test]
    fn a_message_with_a_field_that_would_be_ignored_is_refused() {
        for text in [
            r#"{"type": "join", "game": "a", "seq": null, "form": "view"}"#,
            r#"{"type": "join", "game": "a", "key": "k"}"#,
            r#"{"type": "lobby"}"#,
            r#"{"type": "lobby", "seek": "a"}"#,
            r#"{"type": "do", "id": "a", "seq": 3, "by": "white", "ask": "move", "notation": "22-18"}"#,
            r#"{"type": "do", "id": "a", "seq": 3, "by": "white", "ask": "correct", "fen": null}"#,
            r#"{"type": "do", "id": "a", "seq": 3, "by": "white", "ask": "correct"}"#,
            r#"{"type": "premove", "id": "a", "seq": 3, "by": "white", "notation": "22-18"}"#,
            r#"{"type": "cancel-premove", "by": "white"}"#,
            r#"{"type": "rematch", "by": "black"}"#,
        ] {
            assert!(client_message(text).is_ok(), "{text}");
        }
        for (text, field) in [
            (r#"{"type": "join", "game": "a", "from": 1}"#, "from"),
            (r#"{"type": "lobby", "variant": "italian"}"#, "variant"),
            (
                r#"{"type": "do", "id": "a", "seq": 3, "by": "white", "ask": "resign", "notation": "1-5"}"#,
                "notation",
            ),
            (r#"{"type": "do", "id": "a", "seq": 3, "by": "white", "ask": "count", "limt": 10}"#, "limt"),
            (
                r#"{"type": "do", "id": "a", "seq": 3, "by": "arbiter", "ask": "annul", "fault": "board-turned", "blame": "players", "blam": 1}"#,
                "blam",
            ),
            (
                r#"{"type": "premove", "id": "a", "seq": 3, "by": "white", "notation": "22-18", "confirm": true}"#,
                "confirm",
            ),
            (r#"{"type": "cancel-premove", "by": "white", "id": "a"}"#, "id"),
            (
                r#"{"type": "premove", "id": "a", "seq": 3, "by": "white", "notation": "22-18", "id": "b"}"#,
                "id",
            ),
            (r#"{"type": "lobby", "type": "ping"}"#, "type"),
            (r#"{"type": "rematch", "by": "black", "colour": "white"}"#, "colour"),
        ] {
            let refused = client_message(text);
            assert!(
                matches!(refused, Err(RoomError::Invalid(ref why)) if why.to_string().contains(field)),
                "{text}: {refused:?}"
            );
        }
    }
}
