//! `/metrics`, in the text format that Prometheus reads.

use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Shared;

/// Counts a response and the time until its head is ready; a stream goes on after that.
pub(super) async fn measure(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    app.metrics.http_in_flight.inc();
    let response = next.run(request).await;
    app.metrics.http_in_flight.dec();
    app.metrics.count_response(response.status().as_u16(), started.elapsed());
    response
}

/// The metrics.
pub(super) async fn show(State(app): State<Shared>) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")];
    (kind, app.metrics_text()).into_response()
}
