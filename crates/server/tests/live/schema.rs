//! Holds JSON against the schemas of an OpenAPI description: what is sent must be described, and what is described as
//! always there must be sent.

use std::collections::BTreeSet;

use serde_json::Value;

/// A description of an API.
pub(crate) struct Described(pub(crate) Value);

/// The names of an object's fields that a schema knows.
type Known = BTreeSet<String>;

impl Described {
    /// Says how a value differs from a schema, if it does.
    pub(crate) fn check(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let known = self.matches(schema, value, "$")?;
        all_known(&known, value, "$")
    }

    fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(name) => &self.0["components"]["schemas"][name.rsplit('/').next().unwrap_or_default()],
            None => schema,
        }
    }

    /// The example that a type itself has.
    pub(crate) fn example(&self, schema: &Value) -> Option<&Value> {
        let name = schema["$ref"].as_str()?.rsplit('/').next()?;
        self.0["components"]["schemas"][name].get("example")
    }

    /// The fields that are known, if the value fits. Parts of one object (`allOf`) know their own fields only.
    fn matches(&self, schema: &Value, value: &Value, at: &str) -> Result<Known, String> {
        let schema = self.resolve(schema);
        if schema.is_null() {
            return Err(format!("{at}: it is not described"));
        }
        let mut known = Known::new();
        for part in list(&schema["allOf"]) {
            known.extend(self.matches(part, value, at)?);
        }
        for choice in ["oneOf", "anyOf"] {
            let choices = list(&schema[choice]);
            if choices.is_empty() {
                continue;
            }
            let fits = choices.iter().map(|one| self.matches(one, value, at)).collect::<Vec<_>>();
            // Where several fit, the one that knows most of it is meant.
            match fits.iter().filter_map(|fit| fit.as_ref().ok()).max_by_key(|known| known.len()) {
                Some(fit) => known.extend(fit.iter().cloned()),
                None => return Err(format!("{at}: {value} is none of these: {fits:?}")),
            }
        }
        has_type(&schema["type"], value, at)?;
        if let Some(values) = schema["enum"].as_array()
            && !values.contains(value)
        {
            return Err(format!("{at}: {value} is not one of {values:?}"));
        }
        known.extend(self.fields(schema, value, at)?);
        self.items(schema, value, at)?;
        Ok(known)
    }

    fn fields(&self, schema: &Value, value: &Value, at: &str) -> Result<Known, String> {
        let Some(object) = value.as_object() else { return Ok(Known::new()) };
        for name in list(&schema["required"]).iter().filter_map(Value::as_str) {
            if !object.contains_key(name) {
                return Err(format!("{at}: {name} is missing"));
            }
        }
        let mut known = Known::new();
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            known.insert(name.clone());
            if let Some(value) = object.get(name) {
                let at = format!("{at}.{name}");
                let inner = self.matches(field, value, &at)?;
                all_known(&inner, value, &at)?;
            }
        }
        Ok(known)
    }

    fn items(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let Some(items) = value.as_array() else { return Ok(()) };
        let first = list(&schema["prefixItems"]);
        for (i, item) in items.iter().enumerate() {
            let Some(schema) = first.get(i).or(schema.get("items").filter(|items| items.is_object())) else {
                return Err(format!("{at}[{i}]: it is not described"));
            };
            let at = format!("{at}[{i}]");
            all_known(&self.matches(schema, item, &at)?, item, &at)?;
        }
        Ok(())
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn all_known(known: &Known, value: &Value, at: &str) -> Result<(), String> {
    let names = value.as_object().into_iter().flatten().map(|(name, _)| name);
    match names.filter(|name| !known.contains(*name)).collect::<Vec<_>>() {
        strange if strange.is_empty() => Ok(()),
        strange => Err(format!("{at}: not described: {strange:?}")),
    }
}

fn has_type(wanted: &Value, value: &Value, at: &str) -> Result<(), String> {
    let is = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => false,
    };
    let fits = match wanted {
        Value::Null => true,
        Value::String(name) => is(name),
        names => list(names).iter().filter_map(Value::as_str).any(is),
    };
    if fits { Ok(()) } else { Err(format!("{at}: {value} is no {wanted}")) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_differs_is_found() {
        let described = Described(json!({ "components": { "schemas": { "Man": {
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
