//! Requests whose answers must be as the description says.

use std::collections::BTreeMap;

use damiera_client::{ApiClient, ApiResponse};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::Server;
use crate::schema::Described;

/// Asks for things, and holds every answer against its description.
pub(super) struct Asker<'a> {
    pub(super) api: &'a Described,
    /// The answers that were looked at, by verb, path and status.
    pub(super) seen: BTreeMap<String, Value>,
}

impl<'a> Asker<'a> {
    pub(super) fn new(api: &'a Described) -> Self {
        Self { api, seen: BTreeMap::new() }
    }

    pub(super) fn answers(&self, path: &str, method: &str, status: u16) -> &Value {
        let verb = &self.api.document["paths"][path][method];
        assert!(verb.is_object(), "{method} {path} is not described");
        let answer = &verb["responses"][status.to_string()];
        assert!(answer.is_object(), "{method} {path}: {status} is not described");
        answer
    }

    /// Asks, and expects a status; `path` has gaps where `at` has names.
    pub(super) async fn ask(
        &mut self,
        client: &mut ApiClient,
        (method, path, at): (&str, &str, &str),
        body: Option<&Value>,
        status: u16,
    ) -> ApiResponse {
        if let Some(body) = body {
            let content =
                &self.api.document["paths"][path][method]["requestBody"]["content"]["application/json"];
            let fits = self.api.check(&content["schema"], body);
            assert_eq!(fits, Ok(()), "{method} {path} takes {body}");
        }
        let verb: hyper::Method = method.to_uppercase().parse().expect("a verb");
        for misspelt in body.filter(|_| status < 300).into_iter().flat_map(with_unknown_fields) {
            let answer = client.send(verb.clone(), at, Some(&misspelt)).await.expect("an answer");
            let is_refused = (400..500).contains(&answer.status) && answer.text.contains("misspelt");
            assert!(
                is_refused,
                "{method} {path} ignores a field of {misspelt}: {} {}",
                answer.status, answer.text
            );
        }
        let answer = client.send(verb, at, body).await.expect("an answer");
        self.check((method, path), status, &answer);
        answer
    }

    /// Holds an answer against its description.
    pub(super) fn check(&mut self, (method, path): (&str, &str), status: u16, answer: &ApiResponse) {
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.text);
        let content = self.answers(path, method, status)["content"].clone();
        let kind = answer.headers.get("content-type").map(|kind| kind.to_str().expect("text"));
        if let Some(schema) = content.get("application/json") {
            assert_eq!(kind, Some("application/json"), "{method} {path}");
            let fits = self.api.check(&schema["schema"], &answer.json);
            assert_eq!(fits, Ok(()), "{method} {path}: {}", answer.text);
        } else if let Some(described) = content.as_object().and_then(|kinds| kinds.keys().next()) {
            assert!(
                kind.is_some_and(|kind| kind.starts_with(described.as_str())),
                "{method} {path}: {kind:?}"
            );
        } else {
            assert!(answer.text.is_empty(), "{method} {path}: {}", answer.text);
        }
        let body = if answer.json.is_null() { json!(answer.text) } else { answer.json.clone() };
        self.see(method, path, status, body);
    }

    /// The first answer of a kind serves as its example.
    pub(super) fn see(&mut self, method: &str, path: &str, status: u16, body: Value) {
        self.seen.entry(format!("{method} {path} {status}")).or_insert(body);
    }

    /// The first thing that comes down a stream.
    pub(super) async fn stream(&mut self, server: &Server, path: &str, at: &str) {
        let mut line = TcpStream::connect(server.address).await.expect("a connection");
        let request = format!("GET {at} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
        line.write_all(request.as_bytes()).await.expect("sent");
        let (mut heard, mut buffer) = (String::new(), [0; 4096]);
        let sent = loop {
            let count = line.read(&mut buffer).await.expect("heard");
            assert!(count > 0, "{at} ended: {heard}");
            heard.push_str(&String::from_utf8_lossy(&buffer[..count]));
            let data = heard.split("\ndata: ").nth(1).or_else(|| heard.split("\r\ndata: ").nth(1));
            if let Some((data, _)) = data.and_then(|rest| rest.split_once("\n\n")) {
                break serde_json::from_str::<Value>(data).expect("JSON");
            }
        };
        let schema = &self.answers(path, "get", 200)["content"]["text/event-stream"]["schema"];
        assert_eq!(self.api.check(schema, &sent), Ok(()), "{at}: {sent}");
        self.see("get", path, 200, sent);
    }
}

/// A body with a field that nothing knows, in each of its objects in turn.
fn with_unknown_fields(body: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    match body {
        Value::Object(fields) => {
            let mut more = fields.clone();
            more.insert("misspelt".to_owned(), json!(1));
            found.push(Value::Object(more));
            for (field, value) in fields {
                for inner in with_unknown_fields(value) {
                    let mut changed = fields.clone();
                    changed.insert(field.clone(), inner);
                    found.push(Value::Object(changed));
                }
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                for inner in with_unknown_fields(item) {
                    let mut changed = items.clone();
                    changed[index] = inner;
                    found.push(Value::Array(changed));
                }
            }
        }
        _ => {}
    }
    found
}

pub(super) fn text(value: &Value) -> String {
    value.as_str().expect("text").to_owned()
}
