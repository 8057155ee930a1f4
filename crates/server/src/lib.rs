//! The web app: games kept in a database, pages, and an API.
//!
//! The page knows no rule: it shows what the server tells it and sends what a person tries. [`Rooms`] own the games in
//! memory; a command is decided, written to the [`store`], and only then shown.

mod account;
mod analysis;
pub mod echo;
mod http;
mod library;
mod limits;
mod listen;
mod lobby;
pub mod protocol;
mod room;
mod rooms;
mod secret;
mod settings;
mod shown;
mod sockets;
mod study;
mod tally;
mod texts;
mod time;

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;

pub use damiera_store as store;
pub use http::api_description;
pub use lobby::OpenSeek;
pub use room::RoomError;
pub use rooms::Rooms;
pub use settings::{Limits, Settings};
pub use shown::Shown;

/// How long connections may take to end when the server stops.
const DRAIN: Duration = Duration::from_secs(3);

/// Serves until the future that is given ends; then finishes what is under way.
pub async fn serve(
    listener: TcpListener,
    store: impl store::Store,
    settings: Settings,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    serve_boxed(listener, Arc::new(store), settings, Box::pin(stop)).await
}

type Stop = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Not generic, so that the whole server is compiled here and not once more in every program that serves.
async fn serve_boxed(
    listener: TcpListener,
    store: Arc<dyn store::Store>,
    settings: Settings,
    stop: Stop,
) -> std::io::Result<()> {
    let limits = settings.limits;
    let rooms = Rooms::open(store, settings).await.map_err(std::io::Error::other)?;
    // Games and analysis share one set of endgame tables.
    let services = http::StudyServices::new(analysis_threads(), Arc::clone(rooms.opponents().tables()));
    let app = http::router(Arc::clone(&rooms), Arc::new(services));
    let drained = Arc::clone(&rooms);
    let stop = async move {
        stop.await;
        drained.sockets().drain(DRAIN).await;
    };
    listen::serve(listener, app, limits, stop).await;
    rooms.close();
    Ok(())
}

/// A runtime for serving: as many threads as analysis leaves free. More would only wake each other: what a move costs
/// most is waking threads.
pub fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    let threads = cores().saturating_sub(analysis_threads()).max(1);
    tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build()
}

/// Threads for analysis: half of the machine, so that games always have the rest.
fn analysis_threads() -> usize {
    (cores() / 2).clamp(1, 4)
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
