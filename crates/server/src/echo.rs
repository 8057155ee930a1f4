//! A bare echo over WebSockets, with the buffers of our own connections: what the machine can do, to compare with.

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::routing::any;
use tokio::net::TcpListener;

use crate::settings::Limits;

/// Echoes until the future ends.
pub async fn serve(listener: TcpListener, stop: impl Future<Output = ()> + Send) {
    let upgrade = |upgrade: WebSocketUpgrade| async {
        upgrade.read_buffer_size(4096).write_buffer_size(0).on_upgrade(echo)
    };
    crate::listen::serve(listener, Router::new().route("/ws", any(upgrade)), Limits::NONE, stop).await;
}

async fn echo(mut socket: WebSocket) {
    while let Some(Ok(message)) = socket.recv().await {
        if matches!(message, Message::Text(_)) && socket.send(message).await.is_err() {
            break;
        }
    }
}
