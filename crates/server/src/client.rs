//! A small client of the API: for the bot, for measuring, and for tests. Plain HTTP, as on one's own machine or behind
//! a proxy.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use damiera_game::wire;
use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::{HeaderMap, Method, Request, header};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};

use crate::protocol::{Form, Said, Told};

fn other(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::other(error)
}

/// What a server answered.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body, or nothing where it is not JSON.
    pub json: Value,
    /// The body as it came.
    pub text: String,
}

/// Somebody who asks a server, with a cookie jar of his own.
#[derive(Clone, Debug)]
pub struct Client {
    address: SocketAddr,
    /// Sent with every request: cookies, an origin, a key.
    pub headers: HeaderMap,
}

impl Client {
    /// A client without cookies.
    #[must_use]
    pub fn new(address: SocketAddr) -> Self {
        Self { address, headers: HeaderMap::new() }
    }

    /// The same, with another header.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: &str) -> Self {
        if let Ok(value) = value.parse() {
            self.headers.insert(name, value);
        }
        self
    }

    /// Sends a request and takes the cookies of the answer.
    pub async fn send(&mut self, method: Method, path: &str, body: Option<&Value>) -> io::Result<Answer> {
        let stream = TcpStream::connect(self.address).await?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(other)?;
        tokio::spawn(connection);
        let mut request = Request::builder().method(method).uri(path);
        request = request.header(header::HOST, self.address.to_string());
        if body.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        let body = body.map(Value::to_string).unwrap_or_default();
        let mut request = request.body(Full::new(Bytes::from(body))).map_err(other)?;
        request.headers_mut().extend(self.headers.clone());
        let response = sender.send_request(request).await.map_err(other)?;
        let (head, body) = response.into_parts();
        let text = String::from_utf8_lossy(&body.collect().await.map_err(other)?.to_bytes()).into_owned();
        self.keep_cookies(&head.headers);
        let json = serde_json::from_str(&text).unwrap_or_default();
        Ok(Answer { status: head.status.as_u16(), headers: head.headers, json, text })
    }

    /// Gets a page or a document.
    pub async fn get(&mut self, path: &str) -> io::Result<Answer> {
        self.send(Method::GET, path, None).await
    }

    /// Posts JSON.
    pub async fn post(&mut self, path: &str, body: &Value) -> io::Result<Answer> {
        self.send(Method::POST, path, Some(body)).await
    }

    fn keep_cookies(&mut self, answer: &HeaderMap) {
        let text = |headers: &HeaderMap| {
            headers.get(header::COOKIE).and_then(|v| v.to_str().ok()).unwrap_or_default().to_owned()
        };
        let mut jar: Vec<String> =
            text(&self.headers).split("; ").filter(|pair| !pair.is_empty()).map(str::to_owned).collect();
        for cookie in answer.get_all(header::SET_COOKIE).iter().filter_map(|value| value.to_str().ok()) {
            let pair = cookie.split(';').next().unwrap_or_default();
            let (name, value) = pair.split_once('=').unwrap_or_default();
            jar.retain(|other| other.split('=').next() != Some(name));
            if !value.is_empty() {
                jar.push(pair.to_owned());
            }
        }
        if let Ok(value) = jar.join("; ").parse() {
            self.headers.insert(header::COOKIE, value);
        }
    }

    /// Opens a connection to `/ws`.
    pub async fn connect(&self) -> Result<Line, tungstenite::Error> {
        let stream = TcpStream::connect(self.address).await?;
        stream.set_nodelay(true)?;
        let mut request = format!("ws://{}/ws", self.address).into_client_request()?;
        request.headers_mut().extend(self.headers.clone());
        let config = WebSocketConfig::default()
            .read_buffer_size(4096)
            .write_buffer_size(0)
            .max_write_buffer_size(1 << 20)
            .max_message_size(Some(1 << 20));
        let (socket, _) = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
        Ok(Line { socket })
    }

    /// Opens a connection and follows a game from the event after `seq`.
    pub async fn join(
        &self,
        game: &str,
        seq: Option<u64>,
        key: Option<&str>,
    ) -> Result<Line, tungstenite::Error> {
        let mut line = self.connect().await?;
        let (game, key) = (game.to_owned(), key.map(str::to_owned));
        line.say(&Said::Join { game, seq, key, form: Form::Events }).await?;
        Ok(line)
    }
}

/// A connection to `/ws`.
#[derive(Debug)]
pub struct Line {
    socket: WebSocketStream<TcpStream>,
}

impl Line {
    /// Says something.
    pub async fn say(&mut self, said: &Said) -> Result<(), tungstenite::Error> {
        self.say_text(serde_json::to_string(said).unwrap_or_default()).await
    }

    /// Says something as it stands.
    pub async fn say_text(&mut self, text: String) -> Result<(), tungstenite::Error> {
        self.socket.send(Message::text(text)).await
    }

    /// Sends a move for a side.
    pub async fn play(
        &mut self,
        id: &str,
        seq: u64,
        by: wire::WireSide,
        notation: &str,
    ) -> Result<(), tungstenite::Error> {
        let by = match by {
            wire::WireSide::White => wire::WireActor::White,
            wire::WireSide::Black => wire::WireActor::Black,
        };
        let action = wire::WireAction::Move { notation: notation.to_owned() };
        self.say(&Said::Do { id: id.to_owned(), seq, command: wire::WireCommand { by, action } }).await
    }

    /// Hears the next thing that is said as it came; nothing once the connection has ended.
    pub async fn hear_text(&mut self) -> Option<String> {
        loop {
            match self.socket.next().await?.ok()? {
                Message::Text(text) => return Some(text.as_str().to_owned()),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// Hears the next thing that is said; nothing once the connection has ended.
    pub async fn hear(&mut self) -> Option<Told> {
        let text = self.hear_text().await?;
        match serde_json::from_str(&text) {
            Ok(told) => Some(told),
            Err(error) => {
                tracing::error!(%error, text, "something else was said");
                None
            }
        }
    }

    /// Hears on until something that is looked for, but not for ever.
    pub async fn hear_until<T>(&mut self, mut wanted: impl FnMut(Told) -> Option<T>) -> Option<T> {
        let search = async {
            loop {
                if let Some(found) = wanted(self.hear().await?) {
                    return Some(found);
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(20), search).await.ok().flatten()
    }

    /// Ends the connection in good order.
    pub async fn close(mut self) {
        let _ = self.socket.close(None).await;
    }
}
