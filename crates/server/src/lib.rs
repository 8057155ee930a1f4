//! The web app: games kept in a database, pages, and an API.
//!
//! The page knows no rule: it shows what the server sends and sends what a person tries. The parts of the server are
//! wired together in `app.rs`; only `http/` knows axum. A command goes from a connection (`http/ws.rs`) or a request
//! (`http/api.rs`) to the task that owns its game (`rooms/task.rs`), which commits the resulting events before anybody
//! sees them.

pub mod account_tools;
mod accounts;
mod analysis;
mod app;
mod blindfold;
mod byte_budget;
mod chat_text;
mod clock;
mod conditional;
mod connections;
mod consultation;
mod correspondence;
mod engine_seats;
mod event_sharing;
mod exhibitions;
mod game_card;
mod http;
mod import_turns;
mod invalid_input;
mod jobs;
mod library;
mod live_games;
mod lobby;
mod mail;
mod metrics;
mod names;
mod node_updates;
mod nodes;
mod notices;
mod outbox;
mod passkeys;
mod password;
mod push;
mod random;
mod rate_limit;
mod rate_sharing;
mod ratings;
mod readiness;
mod record;
mod retention;
mod rooms;
mod seek_terms;
mod seeks;
mod send_pace;
mod settings;
mod snapshot;
mod study;
mod table_probe;
mod texts;
mod tournaments;
mod turn_notices;
mod uptime;
mod work;

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;

pub use clock::Clock;
pub use damiera_store as store;
pub use game_card::card as text_card;
pub use http::{api_description, echo};
pub use jobs::{WorkerSettings, run_worker};
pub use mail::{MailError, Mailer};
pub use nodes::ClusterSettings;
pub use push::PushTargets;
pub use settings::{Limits, Settings, TrustedProxy};
pub use table_probe::{WireTableCount, WireTableMove, WireTableProbe};

use app::App;
use http::listen::ListenOptions;

/// How long open connections may take to close when the server stops.
const DRAIN: Duration = Duration::from_secs(2);
/// What a balancer gets at least to notice that a node stops before its connections are closed: clients connect again elsewhere.
const NOTICE: Duration = Duration::from_millis(500);
/// The pause between two looks for games that were opened at a node after it has handed the others over.
const LATE_GAMES: Duration = Duration::from_millis(250);
/// Over which time the connections of one node of several are closed when it stops.
const SPREAD: Duration = Duration::from_secs(2);

/// Serves until the future `stop` ends; then finishes requests in progress.
pub async fn serve(
    listener: TcpListener,
    store: Arc<dyn store::Store>,
    settings: Settings,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    serve_boxed(listener, store, settings, Clock::system(), Box::pin(stop)).await
}

/// Serves as [`serve`] does, by a clock of the caller's choice.
pub async fn serve_with_clock(
    listener: TcpListener,
    store: Arc<dyn store::Store>,
    settings: Settings,
    clock: Clock,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    serve_boxed(listener, store, settings, clock, Box::pin(stop)).await
}

/// Not generic, so that the server is compiled in this crate and not again in every program that uses it.
fn serve_boxed(
    listener: TcpListener,
    store: Arc<dyn store::Store>,
    settings: Settings,
    clock: Clock,
    stop: Pin<Box<dyn Future<Output = ()> + Send>>,
) -> Pin<Box<dyn Future<Output = std::io::Result<()>> + Send>> {
    Box::pin(async move {
        http::prepare();
        let settings = Settings { address: listener.local_addr().ok(), ..settings };
        let options = ListenOptions { limits: settings.limits, proxies: settings.proxies.clone().into() };
        let metrics = match settings.metrics_listen {
            Some(address) => Some(TcpListener::bind(address).await?),
            None => None,
        };
        let (app, tasks) = App::start(store, settings, clock).await.map_err(std::io::Error::other)?;
        // Games and analysis share one set of endgame tables.
        let study = http::StudyServices::new(analysis_threads(), Arc::clone(&app.tables));
        let router = http::router(Arc::clone(&app), Arc::new(study));
        let connections = Arc::clone(&app.connections);
        if let Some(ready) = &app.settings.on_ready {
            ready.notify_one(); // the socket listens already, and from here on requests are answered
        }
        let (node, stopped) = (Arc::clone(&app.node), Arc::clone(&app));
        let stop = async move {
            stop.await;
            stopped.stop_jobs.send_replace(true);
            node.start_draining();
            if node.is_alone() {
                connections.drain(Duration::ZERO, DRAIN).await;
            } else {
                tokio::join!(stopped.rooms.hand_over(), tokio::time::sleep(NOTICE));
                let late_games = async {
                    loop {
                        tokio::time::sleep(LATE_GAMES).await;
                        stopped.rooms.hand_over().await;
                    }
                };
                tokio::select! {
                    () = connections.drain(SPREAD, DRAIN + SPREAD) => {}
                    () = late_games => {}
                }
            }
            node.leave().await;
        };
        let _metrics = metrics.map(|listener| {
            let (router, options) = (http::metrics_router(Arc::clone(&app)), options.clone());
            let mut task = tokio::task::JoinSet::new();
            task.spawn(http::listen::serve(listener, router, options, std::future::pending()));
            task
        });
        let served = http::listen::serve(listener, router, options, stop).await;
        app.rooms.close();
        drop(tasks);
        if let Err(error) = app.uptime.end(&*app.store).await {
            tracing::error!(%error, "the last heartbeat could not be written");
        }
        served
    })
}

/// A runtime for serving, with as many worker threads as analysis leaves free. More would only wake each other up, and
/// waking threads is most of what a move costs.
pub fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    let threads = cores().saturating_sub(analysis_threads()).max(1);
    tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build()
}

/// Threads for analysis: half of the cores, so that games have the rest.
fn analysis_threads() -> usize {
    (cores() / 2).clamp(1, 4)
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
