//! The web app: games kept in a database, pages, and an API.
//!
//! The page knows no rule: it shows what the server tells it and sends what a person tries. [`Rooms`] own the games in
//! memory; a command is decided, written to the [`store`], and only then shown.

mod http;
mod room;
mod seat;
pub mod store;
mod texts;
mod thinker;

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::TcpListener;

pub use room::{RoomError, Rooms};
pub use seat::{Seat, Seats};

/// Serves until the future that is given ends; then finishes what is under way.
pub async fn serve<S: store::Store>(
    listener: TcpListener,
    store: S,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let app = http::router(Arc::new(Rooms::new(store)));
    let app = app.into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, app).with_graceful_shutdown(stop).await
}
