//! A push service of the tests' own: the place that a server sends its messages to a browser.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// A message as the push service got it.
pub(crate) struct Received {
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> &str {
        let line = self.head.lines().find(|line| line.to_lowercase().starts_with(&format!("{name}: ")));
        line.and_then(|line| line.split_once(": ")).map(|(_, value)| value).unwrap_or_default()
    }
}

/// A push service that answers with the given statuses in turn, and then with 201.
pub(crate) struct PushService {
    pub(crate) address: SocketAddr,
    messages: mpsc::UnboundedReceiver<Received>,
}

impl PushService {
    pub(crate) async fn start(statuses: Vec<u16>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (sender, messages) = mpsc::unbounded_channel();
        let mut statuses = statuses.into_iter();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let status = statuses.next().unwrap_or(201);
                let _ = sender.send(receive(stream, status).await);
            }
        });
        Self { address, messages }
    }

    pub(crate) async fn message_within(&mut self, time: Duration) -> Option<Received> {
        let heard = tokio::time::timeout(time, self.messages.recv()).await;
        heard.ok().map(|message| message.expect("a message"))
    }
}

async fn receive(mut stream: TcpStream, status: u16) -> Received {
    let mut bytes = Vec::new();
    loop {
        let mut buffer = [0; 4096];
        let count = stream.read(&mut buffer).await.expect("a request");
        bytes.extend_from_slice(&buffer[..count]);
        let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else { continue };
        let head = String::from_utf8(bytes[..end].to_vec()).expect("text");
        let received = Received { head, body: bytes[end + 4..].to_vec() };
        if received.body.len() >= received.header("content-length").parse().expect("a length") {
            let answer = format!("HTTP/1.1 {status} X\r\ncontent-length: 0\r\n\r\n");
            stream.write_all(answer.as_bytes()).await.expect("sent");
            return received;
        }
    }
}
