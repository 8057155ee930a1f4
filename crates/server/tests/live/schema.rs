//! Checks JSON against the schemas of an OpenAPI description, which are JSON Schema 2020-12.
//!
//! The description must be complete: a member that is not described is an error. OpenAPI schemas are open by default, so
//! every place where a value may stand is closed with `unevaluatedProperties: false` first.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use jsonschema::Validator;
use serde_json::{Map, Value, json};

/// A description of an API.
pub(crate) struct Described {
    pub(crate) document: Value,
    /// What the schemas asked for so far are checked with: compiling one goes through all components.
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

/// Keywords whose schemas describe parts of the same object: those are closed together, not one by one.
const SAME_OBJECT: [&str; 3] = ["allOf", "oneOf", "anyOf"];

impl Described {
    pub(crate) fn new(document: Value) -> Self {
        Self { document, validators: Mutex::default() }
    }

    /// Says how a value differs from a schema, if it does.
    pub(crate) fn check(&self, schema: &Value, value: &Value) -> Result<(), String> {
        if schema.is_null() {
            return Err("it is not described".to_owned());
        }
        let validator = self.validator(schema)?;
        let errors: Vec<_> =
            validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
        if errors.is_empty() { Ok(()) } else { Err(errors.join("; ")) }
    }

    fn validator(&self, schema: &Value) -> Result<Arc<Validator>, String> {
        let mut validators = self.validators.lock().unwrap_or_else(PoisonError::into_inner);
        let name = schema.to_string();
        if let Some(known) = validators.get(&name) {
            return Ok(Arc::clone(known));
        }
        let mut components = self.document["components"].clone();
        for component in components["schemas"].as_object_mut().into_iter().flat_map(Map::values_mut) {
            close_parts(component);
        }
        let mut root = schema.clone();
        close(&mut root);
        root["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
        root["components"] = components;
        let validator = Arc::new(jsonschema::validator_for(&root).map_err(|error| error.to_string())?);
        validators.insert(name, Arc::clone(&validator));
        Ok(validator)
    }

    /// The example that a type itself has.
    pub(crate) fn example(&self, schema: &Value) -> Option<&Value> {
        let name = schema["$ref"].as_str()?.rsplit('/').next()?;
        self.document["components"]["schemas"][name].get("example")
    }
}

/// Closes the schema of a value, and the schemas in it.
fn close(schema: &mut Value) {
    close_parts(schema);
    let describes_members = ["$ref", "properties", "allOf", "oneOf", "anyOf"];
    if describes_members.iter().any(|keyword| schema.get(keyword).is_some()) {
        schema["unevaluatedProperties"] = json!(false);
    }
}

/// Closes the schemas of members and items, but leaves the object itself open: it may be part of a larger one.
fn close_parts(schema: &mut Value) {
    if !schema.is_object() {
        return;
    }
    for member in schema["properties"].as_object_mut().into_iter().flat_map(Map::values_mut) {
        close(member);
    }
    for keyword in SAME_OBJECT {
        schema[keyword].as_array_mut().into_iter().flatten().for_each(close_parts);
    }
    schema["prefixItems"].as_array_mut().into_iter().flatten().for_each(close);
    if schema["items"].is_object() {
        close(&mut schema["items"]);
    }
    // Indexing has put nulls where nothing was.
    if let Some(object) = schema.as_object_mut() {
        let added = ["properties", "prefixItems", "items", "allOf", "oneOf", "anyOf"];
        object.retain(|name, value| !(value.is_null() && added.contains(&name.as_str())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_found() {
        let described = Described::new(json!({ "components": { "schemas": { "Man": {
            "type": "object", "required": ["square"],
            "properties": { "square": { "type": "integer" }, "name": { "type": ["string", "null"] } } } } } }));
        let man = json!({ "$ref": "#/components/schemas/Man" });
        let men = json!({ "type": "array", "items": man });
        let twice =
            json!({ "allOf": [man, { "type": "object", "properties": { "side": { "enum": ["white"] } } }] });
        for (schema, value) in [
            (&man, json!({ "square": 3 })),
            (&man, json!({ "square": 3, "name": null })),
            (&men, json!([{ "square": 3 }])),
            (&twice, json!({ "square": 3, "side": "white" })),
        ] {
            assert_eq!(described.check(schema, &value), Ok(()));
        }
        for (schema, value) in [
            (&man, json!({ "name": "a" })),
            (&man, json!({ "square": "3" })),
            (&man, json!({ "square": 3, "row": 1 })),
            (&men, json!([{ "square": 3, "row": 1 }])),
            (&twice, json!({ "square": 3, "side": "black" })),
            (&twice, json!({ "square": 3, "side": "white", "row": 1 })),
            (&json!({ "$ref": "#/components/schemas/King" }), json!({})),
        ] {
            assert!(described.check(schema, &value).is_err(), "{value}");
        }
    }
}
