//! `/metrics`, in the text format that Prometheus reads.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Shared;
use super::guard::{IsLocal, misdirected};
use super::host::check_host;
use crate::store::TokenDigest;

/// Counts a response and the time until its head is ready; a stream goes on after that.
pub(super) async fn measure(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let route: Arc<str> = request.extensions().get().map_or("other", MatchedPath::as_str).into();
    app.metrics.http_in_flight.inc();
    let response = next.run(request).await;
    app.metrics.http_in_flight.dec();
    app.metrics.count_response(route, response.status().as_u16(), started.elapsed());
    response
}

/// The metrics on the address of the app: for programs on this machine, or for those that have the token.
pub(super) async fn show(State(app): State<Shared>, IsLocal(local): IsLocal, headers: HeaderMap) -> Response {
    if app.settings.metrics_listen.is_some() {
        return StatusCode::NOT_FOUND.into_response();
    }
    let allowed = if app.settings.metrics_token.is_some() { has_token(&app, &headers) } else { local };
    if allowed { text(&app) } else { StatusCode::UNAUTHORIZED.into_response() }
}

/// The metrics on their own address. Without a token, only under a name that is ours: a page that is open in a browser of this
/// network could read them by a name of its own that points here.
pub(super) async fn own_address(State(app): State<Shared>, request: Request) -> Response {
    if app.settings.metrics_token.is_some() {
        let allowed = has_token(&app, request.headers());
        return if allowed { text(&app) } else { StatusCode::UNAUTHORIZED.into_response() };
    }
    match check_host(&request, &app.settings) {
        Ok(()) => text(&app),
        Err(fault) => misdirected(fault),
    }
}

/// Whether a request has the token. Digests are compared, so that the time taken says nothing about the token.
fn has_token(app: &Shared, headers: &HeaderMap) -> bool {
    let sent =
        headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let own = app.settings.metrics_token.as_deref().map(TokenDigest::of);
    own.is_some() && sent.map(TokenDigest::of) == own
}

fn text(app: &Shared) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")];
    (kind, app.metrics_text()).into_response()
}
