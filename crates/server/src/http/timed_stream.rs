//! A TCP stream whose peer has to read, and may send only so much once it is a WebSocket. It is below HTTP and WebSockets, so it
//! covers every response, and what never becomes a message: control frames, and fragments without content.

use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};

/// How long writes may be blocked in all until [`PROGRESS`] bytes are accepted.
const LONGEST_BLOCK: Duration = Duration::from_secs(15);
/// Bytes whose acceptance counts as progress: whoever reads a byte now and then does not keep a connection.
const PROGRESS: usize = 32 * 1024;
/// The kernel's buffer for what the peer has yet to read. Left alone, it would grow to megabytes.
const SEND_BUFFER: usize = 64 * 1024;

/// Seconds' worth of bytes that a peer may send at once.
const BURST: u64 = 8;

/// How many bytes a second the peer of a stream may send; unlimited at first.
#[derive(Clone, Default, Debug)]
pub(super) struct ReadLimit(Arc<AtomicU32>);

impl ReadLimit {
    /// Limits the peer from now on.
    pub(super) fn set(&self, bytes_per_second: u32) {
        self.0.store(bytes_per_second.max(1), Ordering::Relaxed);
    }

    fn get(&self) -> Option<u64> {
        Some(self.0.load(Ordering::Relaxed).into()).filter(|&rate| rate > 0)
    }
}

/// A stream that fails if its peer does not read, or sends more than it may.
pub(super) struct TimedStream {
    stream: TcpStream,
    read_limit: ReadLimit,
    /// Bytes received beyond those that the limit has refilled since, and when that was counted.
    received: (u64, Instant),
    longest_block: Duration,
    blocked: Option<BlockedWrite>,
    /// How long writes were blocked since the last progress.
    waited: Duration,
    /// Bytes accepted since then.
    accepted: usize,
}

struct BlockedWrite {
    since: Instant,
    deadline: Pin<Box<Sleep>>,
}

impl TimedStream {
    pub(super) fn new(stream: TcpStream) -> Self {
        let _ = stream.set_nodelay(true); // a move is small and must not be held back to be merged
        let _ = socket2::SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER);
        Self {
            stream,
            read_limit: ReadLimit::default(),
            received: (0, Instant::now()),
            longest_block: LONGEST_BLOCK,
            blocked: None,
            waited: Duration::ZERO,
            accepted: 0,
        }
    }

    pub(super) fn read_limit(&self) -> ReadLimit {
        self.read_limit.clone()
    }

    /// Counts received bytes; an error if there were too many.
    fn count(&mut self, bytes: usize) -> Result<()> {
        let Some(rate) = self.read_limit.get() else { return Ok(()) };
        let (counted, at) = self.received;
        let now = Instant::now();
        let refilled = (now - at).as_millis() as u64 * rate / 1000;
        let counted = counted.saturating_sub(refilled) + bytes as u64;
        // Time too short to refill a byte is kept for the next count.
        self.received = (counted, if refilled > 0 { now } else { at });
        if counted > rate * BURST {
            return Err(Error::new(ErrorKind::QuotaExceeded, "the client sends too much"));
        }
        Ok(())
    }

    fn timed(&mut self, cx: &mut Context<'_>, polled: Poll<Result<usize>>) -> Poll<Result<usize>> {
        match polled {
            Poll::Ready(result) => {
                if let Some(blocked) = self.blocked.take() {
                    self.waited += blocked.since.elapsed();
                }
                self.accepted += result.as_ref().copied().unwrap_or_default();
                if self.accepted >= PROGRESS {
                    (self.accepted, self.waited) = (0, Duration::ZERO);
                }
                Poll::Ready(result)
            }
            Poll::Pending => {
                let left = self.longest_block.saturating_sub(self.waited);
                let blocked = self.blocked.get_or_insert_with(|| BlockedWrite {
                    since: Instant::now(),
                    deadline: Box::pin(tokio::time::sleep(left)),
                });
                ready!(blocked.deadline.as_mut().poll(cx));
                Poll::Ready(Err(Error::new(ErrorKind::TimedOut, "the client does not read")))
            }
        }
    }
}

impl AsyncRead for TimedStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        let before = buf.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buf))?;
        Poll::Ready(self.count(buf.filled().len() - before))
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.timed(cx, polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.timed(cx, polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    async fn connected() -> (TimedStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let client =
            TcpStream::connect(listener.local_addr().expect("an address")).await.expect("a connection");
        (TimedStream::new(listener.accept().await.expect("a connection").0), client)
    }

    /// Writes until an error, or until this much is written.
    async fn write(stream: &mut TimedStream, bytes: usize) -> Result<()> {
        let block = vec![0; 64 * 1024];
        for _ in 0..bytes / block.len() {
            stream.write_all(&block).await?;
        }
        Ok(())
    }

    #[tokio::test]
    async fn a_peer_that_does_not_read_is_given_up() {
        let (mut stream, _client) = connected().await;
        stream.longest_block = Duration::from_millis(50);
        let failed = write(&mut stream, 64 << 20).await.expect_err("nobody reads");
        assert_eq!(failed.kind(), ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn a_peer_that_sends_too_much_is_given_up() {
        let (mut stream, mut client) = connected().await;
        let writing = tokio::spawn(async move {
            while client.write_all(&[0; 1000]).await.is_ok() {} // until the other side closes
        });
        let mut block = [0; 1000];
        for _ in 0..100 {
            stream.read_exact(&mut block).await.expect("there is no limit yet");
        }
        stream.read_limit().set(1_000);
        let mut all = 0;
        let failed = loop {
            match stream.read(&mut block).await {
                Ok(read) => all += read,
                Err(error) => break error,
            }
            assert!(all < 1_000_000, "it ends");
        };
        assert_eq!(failed.kind(), ErrorKind::QuotaExceeded);
        assert!(all >= 7_000, "a burst is allowed: {all}");
        drop(stream);
        writing.await.expect("no panic");
    }

    #[tokio::test]
    async fn a_peer_that_reads_gets_everything() {
        let (mut stream, mut client) = connected().await;
        let reading = tokio::spawn(async move {
            let (mut all, mut block) = (0, vec![0; 64 * 1024]);
            while all < 16 << 20 {
                all += client.read(&mut block).await.expect("bytes");
            }
        });
        write(&mut stream, 16 << 20).await.expect("all of it");
        reading.await.expect("no panic");
    }
}
