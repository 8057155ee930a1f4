//! Prints the API's types for TypeScript, from its OpenAPI description: `tsc` then checks what the page sends and expects.
//!
//! Every schema becomes an exported type of its own name. `Operations` has one entry for each verb and path, with the types of
//! `path`, `query`, `body` and `answer`.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

fn main() {
    print!("{}", declarations(damiera_server::api_description()));
}

fn declarations(api: &Value) -> String {
    let mut text = String::from("// Generated from the OpenAPI description.\n");
    for (name, schema) in entries(&api["components"]["schemas"]) {
        text += &format!("export type {name} = {};\n", type_of(schema));
    }
    text += "export interface Operations {\n";
    for (path, verbs) in entries(&api["paths"]) {
        for (verb, operation) in entries(verbs) {
            text += &format!("  '{} {path}': {};\n", verb.to_uppercase(), operation_type(path, operation));
        }
    }
    text + "}\n"
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// What a path has in braces is a text, though not every description says so.
fn path_fields(path: &str) -> Vec<String> {
    let names = path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    names.map(|name| format!("'{name}': string;")).collect()
}

fn operation_type(path: &str, operation: &Value) -> String {
    let mut parts = Vec::new();
    if !path_fields(path).is_empty() {
        parts.push(format!("path: {{ {} }}", path_fields(path).join(" ")));
    }
    let query: Vec<_> = items(&operation["parameters"])
        .filter(|parameter| parameter["in"] == "query")
        .map(|parameter| {
            let name = parameter["name"].as_str().unwrap_or_default();
            field(name, &parameter["schema"], parameter["required"] == true)
        })
        .collect();
    if !query.is_empty() {
        let optional = query.iter().all(|field| field.contains("?:"));
        parts.push(format!("query{}: {{ {} }}", if optional { "?" } else { "" }, query.join(" ")));
    }
    if let Some(body) = content(&operation["requestBody"]) {
        parts.push(format!("body: {body}"));
    }
    let success = entries(&operation["responses"]).find(|(status, _)| status.starts_with('2'));
    parts.push(format!(
        "answer: {}",
        success.and_then(|(_, told)| content(told)).unwrap_or("unknown".to_owned())
    ));
    format!("{{ {} }}", parts.join("; "))
}

/// The type of a body; a text may come from a file.
fn content(holder: &Value) -> Option<String> {
    let (kind, content) = entries(&holder["content"]).next()?;
    let is_sent_text = holder.get("required").is_some() && !kind.contains("json");
    Some(if is_sent_text { "string | Blob".to_owned() } else { type_of(&content["schema"]) })
}

fn field(name: &str, schema: &Value, required: bool) -> String {
    format!("'{name}'{}: {};", if required { "" } else { "?" }, type_of(schema))
}

/// A schema as a TypeScript type.
fn type_of(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return name.to_owned();
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    for (key, sign) in [("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")] {
        if let Some(parts) = schema[key].as_array() {
            let parts: Vec<_> = parts.iter().map(|part| format!("({})", type_of(part))).collect();
            return parts.join(sign);
        }
    }
    if let Some(kinds) = schema["type"].as_array() {
        let kinds: Vec<_> =
            kinds.iter().map(|kind| plain(kind.as_str().unwrap_or_default(), schema)).collect();
        return kinds.join(" | ");
    }
    plain(schema["type"].as_str().unwrap_or_default(), schema)
}

/// A schema of one of JSON's own types.
fn plain(kind: &str, schema: &Value) -> String {
    match kind {
        "string" => "string".to_owned(),
        "integer" | "number" => "number".to_owned(),
        "boolean" => "boolean".to_owned(),
        "null" => "null".to_owned(),
        "array" => array(schema),
        "object" => object(schema),
        _ => "unknown".to_owned(),
    }
}

fn array(schema: &Value) -> String {
    if let Some(parts) = schema["prefixItems"].as_array() {
        return format!("[{}]", parts.iter().map(type_of).collect::<Vec<_>>().join(", "));
    }
    let item = type_of(&schema["items"]);
    match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
        (Some(least), Some(most)) if least == most && most < 5 => {
            format!("[{}]", vec![item; usize::try_from(most).unwrap_or_default()].join(", "))
        }
        _ => format!("({item})[]"),
    }
}

fn object(schema: &Value) -> String {
    let required: Vec<_> = items(&schema["required"]).filter_map(Value::as_str).collect();
    let empty = Map::new();
    let properties: BTreeMap<_, _> = schema["properties"].as_object().unwrap_or(&empty).iter().collect();
    let fields: Vec<_> = properties
        .iter()
        .map(|(name, schema)| field(name, schema, required.contains(&name.as_str())))
        .collect();
    match &schema["additionalProperties"] {
        Value::Object(_) => format!("Record<string, {}>", type_of(&schema["additionalProperties"])),
        _ => format!("{{ {} }}", fields.join(" ")),
    }
}
