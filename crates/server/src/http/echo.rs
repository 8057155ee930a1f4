//! An echo server over WebSockets with the same buffers as the live connections: the baseline of `damiera bench server`.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::sync::mpsc;

use axum::Router;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::routing::any;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use super::listen::ListenOptions;
use crate::settings::Limits;
use crate::store::{CommitYardstick, StoreError};

/// Serves until `stop` completes. With a journal, each message is on disk before it is echoed.
pub async fn serve(
    listener: TcpListener,
    journal: Option<Journal>,
    stop: impl Future<Output = ()> + Send,
) -> io::Result<()> {
    let upgrade = |upgrade: WebSocketUpgrade| async {
        upgrade.read_buffer_size(4096).write_buffer_size(0).on_upgrade(|socket| echo(socket, journal))
    };
    let options = ListenOptions { limits: Limits::NONE, proxies: Vec::new().into() };
    super::listen::serve(listener, Router::new().route("/ws", any(upgrade)), options, stop).await
}

async fn echo(mut socket: WebSocket, journal: Option<Journal>) {
    while let Some(Ok(message)) = socket.recv().await {
        let Message::Text(text) = &message else { continue };
        if let Some(journal) = &journal
            && !journal.write(text.clone()).await
        {
            break;
        }
        if socket.send(message).await.is_err() {
            break;
        }
    }
}

/// A message that waits to be written, and where to say that it is.
type Waiting = (Utf8Bytes, oneshot::Sender<()>);

/// Durable storage with group commit: messages that arrive during a commit are written together by the next one.
#[derive(Clone, Debug)]
pub struct Journal(mpsc::Sender<Waiting>);

impl Journal {
    /// The length of the file, which is used as a ring: its length never changes, like that of a recycled write-ahead log.
    const LENGTH: u64 = 4 << 20;

    /// A journal in a file.
    pub fn start(mut file: File) -> io::Result<Self> {
        file.write_all(&vec![0; Self::LENGTH as usize])?;
        file.sync_all()?;
        file.rewind()?;
        Self::with(move |together| {
            let bytes: Vec<u8> = together.iter().flat_map(|(text, _)| text.as_bytes()).copied().collect();
            if file.stream_position()? + bytes.len() as u64 > Self::LENGTH {
                file.rewind()?;
            }
            file.write_all(&bytes)?;
            file.sync_data()
        })
    }

    /// A journal in PostgreSQL.
    pub async fn in_postgres(url: &str) -> Result<Self, StoreError> {
        let mut table = CommitYardstick::open(url).await?;
        let runtime = tokio::runtime::Handle::current();
        let write = move |together: &[Waiting]| {
            let texts: Vec<_> = together.iter().map(|(text, _)| text.to_string()).collect();
            runtime.block_on(table.commit(&texts)).map_err(io::Error::other)
        };
        Self::with(write).map_err(|error| StoreError::Unavailable(Box::new(error)))
    }

    /// Starts the writing thread. It ends when the last clone is dropped, or at the first error.
    fn with(mut write: impl FnMut(&[Waiting]) -> io::Result<()> + Send + 'static) -> io::Result<Self> {
        let (journal, waiting) = mpsc::channel::<Waiting>();
        std::thread::Builder::new().name("journal".to_owned()).spawn(move || {
            while let Ok(first) = waiting.recv() {
                let together: Vec<_> = std::iter::once(first).chain(waiting.try_iter()).collect();
                if write(&together).is_err() {
                    return;
                }
                for (_, written) in together {
                    let _ = written.send(());
                }
            }
        })?;
        Ok(Self(journal))
    }

    /// Writes a message; true once it is on disk.
    async fn write(&self, text: Utf8Bytes) -> bool {
        let (answer, written) = oneshot::channel();
        self.0.send((text, answer)).is_ok() && written.await.is_ok()
    }
}
