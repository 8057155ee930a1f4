//! Pages, files and the API over HTTP. Nothing outside this module knows axum.

mod access;
mod account;
mod agreed;
mod analysis;
mod api;
mod assets;
mod auth;
mod challenges;
mod collections;
mod compress;
mod conditional;
mod consultation;
mod correspondence;
mod diagram;
pub mod echo;
mod editor;
mod endgame;
mod error;
mod exhibitions;
mod game_card;
mod game_request;
mod guard;
mod host;
mod identity;
mod import;
mod introduction;
mod jobs;
mod json_body;
mod lang;
mod leaderboard;
mod learn;
mod library;
pub(crate) mod listen;
mod live_games;
mod lobby;
mod metrics;
mod moderation;
mod openapi;
mod pages;
mod passkeys;
mod pdn_file;
mod people;
mod player;
mod preferences;
mod push;
mod query_check;
mod query_fields;
mod recovery;
mod request_thread;
mod review;
mod start;
mod strict;
mod study;
mod table;
mod thumbnail;
mod timed_stream;
mod tournaments;
mod turn_mail;
mod ws;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::middleware;
use axum::routing::{delete, get, post, put};

use crate::app::App;
use crate::work::{Priority, lower_priority};

pub use openapi::description as api_description;
pub(crate) use study::StudyServices;

/// The largest request body, unless a route allows more.
const BODY: usize = 256 * 1024;

/// The state of every handler.
pub(crate) type Shared = Arc<App>;

/// Makes what is made once, in the background: whichever request needed it first would hold up all games.
pub(crate) fn prepare() {
    let prepare = || {
        lower_priority(Priority::Work);
        query_check::prepare();
        openapi::prepare();
        assets::prepare();
    };
    if let Err(error) = std::thread::Builder::new().name("prepare".to_owned()).spawn(prepare) {
        tracing::debug!(%error, "the first requests prepare what they need");
    }
}

/// The metrics alone, for an address of their own.
pub(crate) fn metrics_router(app: Shared) -> Router {
    Router::new().route("/metrics", get(metrics::own_address)).with_state(app)
}

/// Whether the server should get requests; `/healthz` only says that the process answers.
async fn ready(State(app): State<Shared>) -> (StatusCode, String) {
    match app.readiness.check().await {
        Ok(()) => (StatusCode::OK, "ready\n".to_owned()),
        Err(why) => (StatusCode::SERVICE_UNAVAILABLE, format!("not ready: {}\n", why.name())),
    }
}

pub(crate) fn router(app: Shared, services: Arc<StudyServices>) -> Router {
    Router::new()
        .route("/", get(pages::home).post(start::start))
        .route("/game/{id}", get(pages::game))
        .route("/rules", get(pages::rulebook))
        .route("/rules/{book}/{article}", get(pages::article))
        .route("/learn", get(learn::page))
        .route("/learn/{game}", get(introduction::page))
        .route("/api/try", post(learn::attempt))
        .route("/api/games/{id}/verdict", post(table::verdict))
        .route("/api/games/{id}/record", get(table::record))
        .route("/metrics", get(metrics::show))
        .route("/api/games", post(api::create))
        .route("/api/games/{id}", get(api::show))
        .route("/api/games/{id}/commands", post(api::command))
        .route("/api/games/{id}/line", get(api::line))
        .route("/api/games/{id}/rulings", get(api::rulings))
        .route("/api/games/{id}/stream", get(api::stream))
        .route("/api/games/{id}/pdn", get(api::pdn))
        .route(
            "/api/games/{id}/conditional",
            get(conditional::get).put(conditional::put).delete(conditional::delete),
        )
        .route("/game/{id}/conditional", get(conditional::page))
        .route("/api/games/{id}/consultation", get(consultation::view).put(consultation::vote))
        .route("/api/games/{id}/consultation/link", post(consultation::link))
        .route("/api/sides", post(consultation::join))
        .route("/side/{token}", get(consultation::page))
        .route("/api/games/{id}/text", get(game_card::text))
        .route("/game/{id}/card", get(game_card::page))
        .route("/ws", get(ws::upgrade))
        .merge(study::routes(services))
        .merge(tournaments::routes())
        .merge(exhibitions::routes())
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/static/{*path}", get(assets::file))
        .fallback(error::nothing_here)
        .route("/api", get(openapi::page))
        .route("/api/openapi.json", get(openapi::json))
        .route("/lobby", get(people::lobby))
        .route("/seek/{id}", get(people::seek))
        .route("/account", get(people::account))
        .route("/settings", get(preferences::page))
        .route("/watch", get(live_games::page))
        .route("/correspondence", get(correspondence::page))
        .route("/api/correspondence", get(correspondence::list))
        .route("/player/{name}", get(player::page))
        .route("/leaderboard", get(leaderboard::page))
        .route("/api/leaderboard", get(leaderboard::list))
        .route("/api/collections", get(collections::list).post(collections::create))
        .route("/api/collections/{id}", put(collections::rename).delete(collections::delete))
        .route("/api/collections/{id}/restore", post(collections::restore))
        .route("/api/collections/{id}/games", put(collections::put_games).delete(collections::take_games))
        .route("/api/live", get(live_games::list))
        .route("/api/players/{name}", get(player::show_profile))
        .route("/api/challenges", get(challenges::list).post(challenges::create))
        .route("/api/challenges/{id}", delete(challenges::decline))
        .route("/api/account/settings", get(preferences::kept).put(preferences::keep))
        .route("/api/account/blocked", get(player::blocked))
        .route("/api/account/blocked/{name}", put(player::block).delete(player::unblock))
        .route("/api/seeks", get(lobby::list).post(lobby::put))
        .route("/api/seeks/{id}", get(lobby::show).delete(lobby::withdraw))
        .route("/api/seeks/{id}/accept", post(lobby::accept))
        .route("/api/account", get(auth::me).post(auth::open).delete(account::delete))
        .route("/api/account/password", put(account::change_password))
        .route("/api/account/sessions", get(account::sessions))
        .route("/api/account/sessions/{id}", delete(account::end_session))
        .route("/api/account/keys", get(account::keys).post(account::create_key))
        .route("/api/account/keys/{id}", delete(account::end_key))
        .route("/api/account/passkeys", get(passkeys::list).post(passkeys::add))
        .route("/api/account/passkeys/challenge", post(passkeys::begin))
        .route("/api/account/passkeys/{id}", delete(passkeys::remove))
        .route(
            "/api/account/email",
            get(recovery::email).put(recovery::set_email).post(recovery::confirm_email),
        )
        .route("/api/account/recovery", post(recovery::request).put(recovery::reset))
        .route("/api/account/turn-mail", get(turn_mail::show).put(turn_mail::change))
        .route("/api/turn-mail/stop", post(turn_mail::stop))
        .route("/api/push", get(push::key).put(push::subscribe).delete(push::unsubscribe))
        .route("/service-worker.js", get(assets::service_worker))
        .route("/account/link/{kind}/{token}", get(recovery::page))
        .route("/api/account/export", get(account::export))
        .route("/api/reports", post(moderation::report))
        .route("/api/moderation", get(moderation::overview))
        .route("/api/moderation/reports/{id}", delete(moderation::close_report))
        .route("/api/moderation/accounts/{name}", get(moderation::status).put(moderation::set_status))
        .route("/moderation", get(moderation::page))
        .route("/api/session/challenge", post(passkeys::challenge))
        .route("/api/session/passkey", post(passkeys::sign_in))
        .route("/api/session", post(auth::sign_in).delete(auth::sign_out))
        .layer(DefaultBodyLimit::max(BODY))
        .layer(middleware::from_fn(query_check::refuse_unknown))
        .layer(middleware::from_fn(compress::pages))
        .layer(middleware::from_fn(error::localise))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), metrics::measure))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard::guard))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), access::log))
        .with_state(app)
}
