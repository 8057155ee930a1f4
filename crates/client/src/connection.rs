//! WebSocket connections with the typed messages of the server's protocol.

use std::fmt;
use std::time::Duration;

use damiera_game::wire;
use damiera_messages::{ClientMessage, ServerMessage, UpdateForm};
use futures_util::{SinkExt, StreamExt};
use hyper::HeaderMap;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::error::ClientError;
use crate::transport::Transport;

/// The largest message that is accepted: the longest game with all its events and a view of it takes some MiB.
const LARGEST_MESSAGE: usize = 16 << 20;

/// How long [`ApiConnection::receive_until`] waits.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// A WebSocket connection to `/ws`.
pub struct ApiConnection {
    socket: WebSocketStream<Box<dyn Transport>>,
}

impl fmt::Debug for ApiConnection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApiConnection").finish_non_exhaustive()
    }
}

impl ApiConnection {
    /// Upgrades a connection to a WebSocket. The buffers are small, because the bench opens thousands of connections.
    pub(crate) async fn upgrade(
        stream: Box<dyn Transport>,
        url: &str,
        headers: &HeaderMap,
    ) -> Result<Self, ClientError> {
        let mut request = url.into_client_request()?;
        request.headers_mut().extend(headers.clone());
        let config = WebSocketConfig::default()
            .read_buffer_size(4096)
            .write_buffer_size(0)
            .max_write_buffer_size(1 << 20)
            .max_message_size(Some(LARGEST_MESSAGE));
        let (socket, _) = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
        Ok(Self { socket })
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        self.send_text(serde_json::to_string(message).unwrap_or_default()).await
    }

    /// Sends text as it is.
    pub async fn send_text(&mut self, text: String) -> Result<(), ClientError> {
        Ok(self.socket.send(Message::text(text)).await?)
    }

    /// Follows a game from the event after `seq`.
    pub async fn join(&mut self, game: &str, seq: Option<u64>, key: Option<&str>) -> Result<(), ClientError> {
        let (game, key) = (game.to_owned(), key.map(str::to_owned));
        self.send(&ClientMessage::Join { game, seq, key, form: UpdateForm::Events }).await
    }

    /// Sends a move. `id` identifies the command: sent again after a lost connection, it is executed once.
    pub async fn play(
        &mut self,
        id: &str,
        seq: u64,
        by: wire::WireSide,
        notation: &str,
    ) -> Result<(), ClientError> {
        let by = match by {
            wire::WireSide::White => wire::WireActor::White,
            wire::WireSide::Black => wire::WireActor::Black,
        };
        let action = wire::WireAction::Move { notation: notation.to_owned() };
        self.send(&ClientMessage::Do { id: id.to_owned(), seq, command: wire::WireCommand { by, action } })
            .await
    }

    /// Receives the next message as text; none once the connection has ended.
    pub async fn receive_text(&mut self) -> Option<String> {
        loop {
            match self.socket.next().await?.ok()? {
                Message::Text(text) => return Some(text.as_str().to_owned()),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// Receives the next message; none once the connection has ended.
    pub async fn receive(&mut self) -> Option<ServerMessage> {
        let text = self.receive_text().await?;
        match serde_json::from_str(&text) {
            Ok(message) => Some(message),
            Err(error) => {
                tracing::error!(%error, text, "the server sent an unknown message");
                None
            }
        }
    }

    /// Receives messages until one is accepted, but not longer than 20 seconds.
    pub async fn receive_until<T>(
        &mut self,
        mut accept: impl FnMut(ServerMessage) -> Option<T>,
    ) -> Option<T> {
        let search = async {
            loop {
                if let Some(accepted) = accept(self.receive().await?) {
                    return Some(accepted);
                }
            }
        };
        tokio::time::timeout(LONGEST_WAIT, search).await.ok().flatten()
    }

    /// Closes the connection with a close frame.
    pub async fn close(mut self) {
        let _ = self.socket.close(None).await;
    }
}
