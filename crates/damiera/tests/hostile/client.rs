//! Raw HTTP and WebSockets over TCP. Nothing here is shared with the server.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// How long anything may take before a client gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// The n-th address of a kind of client, as a proxy names it.
pub(crate) fn address(kind: u8, n: usize) -> String {
    format!("10.{kind}.{}.{}", n / 250, n % 250 + 1)
}

/// A connection through the proxy, of the client with this address.
pub(crate) struct Client {
    stream: TcpStream,
    from: String,
    host: SocketAddr,
    /// The cookies of the visitor and of a session, by name.
    cookies: Vec<(String, String)>,
    buffer: Vec<u8>,
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: String,
}

impl Answer {
    /// The value of a member of a JSON object, if it is a string without escapes.
    pub(crate) fn member(&self, name: &str) -> String {
        let start = format!("\"{name}\":\"");
        let at = self.body.find(&start).map(|at| at + start.len());
        at.and_then(|at| self.body[at..].split('"').next()).unwrap_or_default().to_owned()
    }
}

impl Client {
    pub(crate) fn new(host: SocketAddr, from: &str) -> std::io::Result<Self> {
        let stream = TcpStream::connect(host)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        Ok(Self { stream, from: from.to_owned(), host, cookies: Vec::new(), buffer: Vec::new() })
    }

    /// Sends a request and does not wait for the answer.
    pub(crate) fn send(&mut self, method: &str, path: &str, more: &str, body: &[u8]) -> std::io::Result<()> {
        let kind =
            if body.starts_with(b"{") || body.starts_with(b"[") { "application/json" } else { "text/plain" };
        let mut request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nX-Forwarded-For: {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n{more}",
            self.host,
            self.from,
            body.len()
        );
        if !self.cookies.is_empty() {
            let cookies: Vec<_> =
                self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            request.push_str(&format!("Cookie: {}\r\n", cookies.join("; ")));
        }
        request.push_str("\r\n");
        let mut request = request.into_bytes();
        request.extend_from_slice(body);
        self.stream.write_all(&request)
    }

    pub(crate) fn ask(&mut self, method: &str, path: &str, body: &[u8]) -> std::io::Result<Answer> {
        self.send(method, path, "", body)?;
        self.answer()
    }

    /// The same. If the server closed the connection after the last answer, because it did not want to read that request to
    /// its end, a new connection is opened, as browsers do.
    pub(crate) fn ask_again(&mut self, method: &str, path: &str, body: &[u8]) -> std::io::Result<Answer> {
        let answer = self.ask(method, path, body);
        if answer.is_ok() {
            return answer;
        }
        let cookies = std::mem::take(&mut self.cookies);
        *self = Self { cookies, ..Self::new(self.host, &self.from)? };
        self.ask(method, path, body)
    }

    /// Sends requests for a page one behind the other, and then reads the answers; returns their statuses.
    pub(crate) fn pipeline(&mut self, path: &str, requests: usize) -> std::io::Result<Vec<u16>> {
        for _ in 0..requests {
            self.send("GET", path, "Accept-Encoding: gzip\r\n", b"")?;
        }
        (0..requests).map(|_| self.answer().map(|answer| answer.status)).collect()
    }

    fn answer(&mut self) -> std::io::Result<Answer> {
        let head = loop {
            if let Some(end) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                let head: Vec<u8> = self.buffer.drain(..end + 4).collect();
                break String::from_utf8_lossy(&head).into_owned();
            }
            self.read_more()?;
        };
        let header = |name: &str| {
            let line = head.lines().find(|line| line.to_lowercase().starts_with(name))?;
            line.split_once(':').map(|(_, value)| value.trim().to_owned())
        };
        let lines = head.lines().filter_map(|line| line.split_once(':'));
        for (_, set) in lines.filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie")) {
            let cookie = set.split(';').next().and_then(|cookie| cookie.trim().split_once('='));
            if let Some((name, value)) = cookie {
                self.cookies.retain(|(known, _)| known != name);
                self.cookies.push((name.to_owned(), value.to_owned()));
            }
        }
        let length = header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        while self.buffer.len() < length {
            self.read_more()?;
        }
        let body: Vec<u8> = self.buffer.drain(..length).collect();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Ok(Answer { status, body: String::from_utf8_lossy(&body).into_owned() })
    }

    fn read_more(&mut self) -> std::io::Result<()> {
        let mut block = [0; 8192];
        match self.stream.read(&mut block)? {
            0 => Err(ErrorKind::UnexpectedEof.into()),
            read => {
                self.buffer.extend_from_slice(&block[..read]);
                Ok(())
            }
        }
    }

    /// Reads nothing but the first bytes of the answer: whether it begins with a status.
    pub(crate) fn status(&mut self) -> Option<u16> {
        while self.buffer.len() < 12 {
            self.read_more().ok()?;
        }
        String::from_utf8_lossy(&self.buffer[9..12]).parse().ok()
    }

    /// Becomes a WebSocket and sends its first message. Nothing is read but the status.
    pub(crate) fn follow(&mut self, message: &str) -> std::io::Result<()> {
        let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
        self.send("GET", "/ws", upgrade, b"")?;
        if self.status() != Some(101) {
            return Err(ErrorKind::ConnectionRefused.into());
        }
        let length = u8::try_from(message.len()).unwrap_or(125).min(125);
        let mut frame = vec![0x81, 0x80 | length, 0, 0, 0, 0]; // a mask of zeros changes nothing
        frame.extend_from_slice(&message.as_bytes()[..usize::from(length)]);
        self.stream.write_all(&frame)
    }

    /// Comes from the same browser as another client.
    pub(crate) fn copy_cookies(&mut self, other: &Self) {
        self.cookies.clone_from(&other.cookies);
    }

    /// Reads until the server closes the connection; says how many bytes came.
    pub(crate) fn read_to_end(&mut self) -> usize {
        let mut bytes = Vec::new();
        let _ = self.stream.read_to_end(&mut bytes); // what came before an error counts
        self.buffer.len() + bytes.len()
    }

    /// Whether the server closes the connection within a time, while nothing is read that matters.
    pub(crate) fn is_closed_within(&mut self, time: Duration) -> bool {
        let _ = self.stream.set_read_timeout(Some(time));
        let mut block = vec![0; 1 << 20];
        loop {
            match self.stream.read(&mut block) {
                Ok(0) => return true,
                Ok(_) => {}
                Err(error) => return !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
            }
        }
    }
}
