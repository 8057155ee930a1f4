//! Refuses fields of query strings that no handler would read, such as misspelt ones, and those that are given twice.
//!
//! Which fields an operation reads is known from the description of the API. Pages accept any field: mailers and search
//! engines add fields of their own to the links that people share.

use std::collections::HashSet;
use std::sync::LazyLock;

use axum::extract::{Query, Request};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use damiera_game::Lang;
use serde_json::Value;

use super::error::ApiError;
use super::openapi::description;
use crate::invalid_input::InvalidInput;

/// Read for every request ([`super::lang::Reader`]).
const EVERYWHERE: &str = "lang";

/// An operation of the API with the fields that it reads.
struct QueryOperation {
    /// In capitals.
    method: String,
    /// The segments of the path; those in braces stand for any.
    path: Vec<&'static str>,
    fields: Vec<&'static str>,
}

/// The operations of the API, those with the fewest segments in braces first.
static OPERATIONS: LazyLock<Vec<QueryOperation>> = LazyLock::new(|| {
    let paths = description()["paths"].as_object().into_iter().flatten();
    let mut operations: Vec<QueryOperation> = paths
        .flat_map(|(path, methods)| {
            methods.as_object().into_iter().flatten().map(|(method, operation)| QueryOperation {
                method: method.to_uppercase(),
                path: path.split('/').collect(),
                fields: query_fields(operation),
            })
        })
        .collect();
    operations.sort_by_key(|operation| operation.path.iter().filter(|part| is_placeholder(part)).count());
    operations
});

/// Makes the list of operations.
pub(super) fn prepare() {
    LazyLock::force(&OPERATIONS);
}

fn is_placeholder(segment: &str) -> bool {
    segment.starts_with('{')
}

fn query_fields(operation: &'static Value) -> Vec<&'static str> {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    parameters.filter(|one| one["in"] == "query").filter_map(|one| one["name"].as_str()).collect()
}

impl QueryOperation {
    fn is_at(&self, method: &Method, path: &str) -> bool {
        let method = if method == Method::HEAD { &Method::GET } else { method };
        let mut segments = path.split('/');
        self.method == method.as_str()
            && self.path.iter().all(|own| {
                segments.next().is_some_and(|sent| is_placeholder(own) && !sent.is_empty() || *own == sent)
            })
            && segments.next().is_none()
    }
}

/// The first field of a query string that the operation does not read or that is given twice, or a language that we do not
/// speak.
fn not_read(request: &Request) -> Option<InvalidInput> {
    request.uri().query()?;
    let (method, path) = (request.method(), request.uri().path());
    let operation = OPERATIONS.iter().find(|operation| operation.is_at(method, path))?;
    let Query(sent) = Query::<Vec<(String, String)>>::try_from_uri(request.uri()).ok()?;
    let mut seen = HashSet::new();
    sent.into_iter().find_map(|(name, value)| match name.as_str() {
        _ if !seen.insert(name.clone()) => Some(InvalidInput::FieldTwice(name)),
        EVERYWHERE if value.parse::<Lang>().is_ok() => None,
        EVERYWHERE => {
            let known: Vec<_> = Lang::ALL.iter().map(|lang| lang.code()).collect();
            Some(InvalidInput::UnknownValue { value, known: known.join(", ") })
        }
        known if operation.fields.contains(&known) => None,
        _ => Some(InvalidInput::UnknownField(name)),
    })
}

/// Lets a request through if every field of its query string is read.
pub(super) async fn refuse_unknown(request: Request, next: Next) -> Response {
    match not_read(&request) {
        Some(reason) => ApiError::Unreadable { status: StatusCode::BAD_REQUEST, reason }.into_response(),
        None => next.run(request).await,
    }
}
