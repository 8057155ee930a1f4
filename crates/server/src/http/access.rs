//! The access log, and the id by which a request is found in all logs.

use std::convert::Infallible;
use std::time::Instant;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::HeaderValue;
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument as _;

use super::Shared;
use super::guard::ClientAddress;
use crate::random::random_id;

/// The header with a request's id.
const REQUEST_ID: &str = "x-request-id";
/// The target of the access log: `DAMIERA_LOG=warn,access=info` turns it on.
const TARGET: &str = "access";

/// Gives every request an id, and logs its outcome. The path is logged without the query, which may have names in it.
pub(super) async fn log(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let id = random_id().unwrap_or_default();
    let started = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let (mut parts, body) = request.into_parts();
    let address: Result<ClientAddress, Infallible> =
        ClientAddress::from_request_parts(&mut parts, &app).await;
    let Ok(ClientAddress(address)) = address;
    let request = Request::from_parts(parts, body);
    let span = tracing::info_span!("request", id);
    let mut response = next.run(request).instrument(span).await;
    tracing::info!(
        target: TARGET,
        id,
        %address,
        %method,
        path,
        status = response.status().as_u16(),
        milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
    );
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response
}
