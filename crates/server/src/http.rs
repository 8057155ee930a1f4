//! Pages, files and the API over HTTP.

mod analysis;
mod api;
mod assets;
mod auth;
mod diagram;
mod editor;
mod guard;
mod import;
mod lang;
mod learn;
mod library;
mod line;
mod lobby;
mod metrics;
mod openapi;
mod pages;
mod people;
mod study;
mod table;
mod thumbnail;
mod trouble;
mod who;
mod wish;
mod ws;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};

use crate::rooms::Rooms;
use crate::store::{Library, Store};

pub use openapi::description as api_description;
pub(crate) use study::Desk;

/// The largest body taken where nothing else is said.
const BODY: usize = 256 * 1024;

/// What every handler can reach.
pub(crate) type Shared<S> = Arc<Rooms<S>>;

pub(crate) fn router<S: Store + Library>(rooms: Shared<S>, desk: Arc<Desk>) -> Router {
    Router::new()
        .route("/", get(pages::home))
        .route("/game/{id}", get(pages::game::<S>))
        .route("/rules", get(pages::rulebook))
        .route("/rules/{book}/{article}", get(pages::article))
        .route("/learn", get(learn::page))
        .route("/api/try", post(learn::attempt))
        .route("/api/games/{id}/verdict", post(table::verdict::<S>))
        .route("/api/games/{id}/record", get(table::record::<S>))
        .route("/metrics", get(metrics::show::<S>))
        .route("/api/games", post(api::create::<S>))
        .route("/api/games/{id}", get(api::show::<S>))
        .route("/api/games/{id}/commands", post(api::command::<S>))
        .route("/api/games/{id}/line", get(api::line::<S>))
        .route("/api/games/{id}/rulings", get(api::rulings::<S>))
        .route("/api/games/{id}/stream", get(api::stream::<S>))
        .route("/api/games/{id}/pdn", get(api::pdn::<S>))
        .route("/ws", get(ws::upgrade::<S>))
        .merge(study::routes(desk))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/static/{*path}", get(assets::file))
        .fallback(pages::nothing_here)
        .route("/api", get(openapi::page))
        .route("/api/openapi.json", get(openapi::json))
        .route("/lobby", get(people::lobby::<S>))
        .route("/seek/{id}", get(people::seek::<S>))
        .route("/account", get(people::account::<S>))
        .route("/api/seeks", get(lobby::list::<S>).post(lobby::put::<S>))
        .route("/api/seeks/{id}", get(lobby::show::<S>).delete(lobby::withdraw::<S>))
        .route("/api/seeks/{id}/accept", post(lobby::accept::<S>))
        .route("/api/account", get(auth::me::<S>).post(auth::open::<S>))
        .route("/api/session", post(auth::sign_in::<S>).delete(auth::sign_out::<S>))
        .layer(DefaultBodyLimit::max(BODY))
        .layer(middleware::from_fn(metrics::measure))
        .layer(middleware::from_fn_with_state(Arc::clone(&rooms), guard::guard::<S>))
        .with_state(rooms)
}
