//! JSON bodies with flattened parts, read without ignoring anything.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::rooms::RoomError;

/// A body as it was sent.
pub(super) type JsonFields = Map<String, Value>;

/// An error if a body has a field that is neither among `known` nor a member of `read`: it would be ignored.
pub(super) fn no_other_fields(
    fields: impl IntoIterator<Item = String>,
    known: &[&str],
    read: &impl Serialize,
) -> Result<(), RoomError> {
    let read = serde_json::to_value(read).map_err(RoomError::invalid)?;
    let strange = |field: &String| !known.contains(&field.as_str()) && read.get(field).is_none();
    match fields.into_iter().find(strange) {
        Some(field) => Err(RoomError::invalid(format!("there is no field \"{field}\" here"))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damiera_game::wire::WireCommand;

    #[test]
    fn a_field_that_would_be_ignored_is_named() {
        let read = |text: &str| {
            let fields: JsonFields = serde_json::from_str(text).expect("an object");
            let names: Vec<String> = fields.keys().cloned().collect();
            let command: WireCommand = serde_json::from_value(fields.into()).expect("a command");
            no_other_fields(names, &["id", "seq"], &command)
        };
        assert!(read(r#"{"id": "a", "seq": 3, "by": "white", "ask": "move", "notation": "22-18"}"#).is_ok());
        assert!(read(r#"{"by": "white", "ask": "count", "limit": null}"#).is_ok());
        assert!(read(r#"{"by": "white", "ask": "count"}"#).is_ok());
        let refused = read(r#"{"by": "white", "ask": "resign", "notation": "22-18"}"#);
        assert!(matches!(refused, Err(RoomError::Invalid(text)) if text.contains("notation")));
    }
}
