//! A TCP stream whose peer has to read. It is below HTTP and WebSockets, so it covers every response.

use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
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

/// A stream that fails if its peer does not read.
pub(super) struct TimedStream {
    stream: TcpStream,
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
        Self { stream, longest_block: LONGEST_BLOCK, blocked: None, waited: Duration::ZERO, accepted: 0 }
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
        Pin::new(&mut self.stream).poll_read(cx, buf)
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
