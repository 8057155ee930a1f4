//! Pages, files and the API over HTTP.

mod api;
mod assets;
mod lang;
mod learn;
mod metrics;
mod pages;
mod table;
mod wish;

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{get, post};

use crate::room::Rooms;
use crate::store::Store;

/// What every handler can reach.
pub(crate) type Shared<S> = Arc<Rooms<S>>;

pub(crate) fn router<S: Store>(rooms: Shared<S>) -> Router {
    Router::new()
        .route("/", get(pages::home))
        .route("/games", get(pages::library::<S>))
        .route("/game/{id}", get(pages::game::<S>))
        .route("/rules", get(pages::rulebook))
        .route("/rules/{book}/{article}", get(pages::article))
        .route("/learn", get(learn::page))
        .route("/api/try", post(learn::attempt))
        .route("/api/games/{id}/verdict", post(table::verdict::<S>))
        .route("/api/games/{id}/record", get(table::record::<S>))
        .route("/metrics", get(metrics::show))
        .route("/api/games", post(api::create::<S>))
        .route("/api/games/{id}", get(api::show::<S>))
        .route("/api/games/{id}/commands", post(api::command::<S>))
        .route("/api/games/{id}/line", get(api::line::<S>))
        .route("/api/games/{id}/rulings", get(api::rulings::<S>))
        .route("/api/games/{id}/stream", get(api::stream::<S>))
        .route("/api/games/{id}/pdn", get(api::pdn::<S>))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/static/{*path}", get(assets::file))
        .fallback(pages::nothing_here)
        .layer(middleware::from_fn(metrics::measure))
        .layer(middleware::from_fn(safe_headers))
        .with_state(rooms)
}

/// Nothing from elsewhere, and no script but our own files.
async fn safe_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
        ),
    );
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    response
}
