//! A push service of the tests' own: the place that a server sends its messages to a browser.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
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
    statuses: Arc<Mutex<VecDeque<u16>>>,
}

impl PushService {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (sender, messages) = mpsc::unbounded_channel();
        let statuses = Arc::<Mutex<VecDeque<u16>>>::default();
        let answers = Arc::clone(&statuses);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let status = answers.lock().expect("a lock").pop_front().unwrap_or(201);
                let _ = sender.send(receive(stream, status).await);
            }
        });
        Self { address, messages, statuses }
    }

    #[allow(dead_code)] // the browser's tests need no other answers
    pub(crate) fn answer(&self, status: u16) {
        self.statuses.lock().expect("a lock").push_back(status);
    }

    pub(crate) async fn message(&mut self) -> Received {
        let heard = tokio::time::timeout(Duration::from_secs(60), self.messages.recv()).await;
        heard.expect("a message in time").expect("a message")
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
