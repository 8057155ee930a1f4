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

/// Serves until `stop` completes. With a journal, each message is on disk before it is echoed.
pub async fn serve(listener: TcpListener, journal: Option<Journal>, stop: impl Future<Output = ()> + Send) {
    let upgrade = |upgrade: WebSocketUpgrade| async {
        upgrade.read_buffer_size(4096).write_buffer_size(0).on_upgrade(|socket| echo(socket, journal))
    };
    let options = ListenOptions { limits: Limits::NONE, proxies: Vec::new().into() };
    super::listen::serve(listener, Router::new().route("/ws", any(upgrade)), options, stop).await;
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

/// A file with group commit: messages that arrive during a sync are written together by the next one.
#[derive(Clone, Debug)]
pub struct Journal(mpsc::Sender<(Utf8Bytes, oneshot::Sender<()>)>);

impl Journal {
    /// The length of the file, which is used as a ring: its length never changes, like that of a recycled write-ahead log.
    const LENGTH: u64 = 4 << 20;

    /// Starts the writing thread. It ends when the last clone is dropped.
    pub fn start(mut file: File) -> io::Result<Self> {
        file.write_all(&vec![0; Self::LENGTH as usize])?;
        file.sync_all()?;
        file.rewind()?;
        let (journal, waiting) = mpsc::channel::<(Utf8Bytes, oneshot::Sender<()>)>();
        std::thread::Builder::new().name("journal".to_owned()).spawn(move || {
            while let Ok(first) = waiting.recv() {
                let together: Vec<_> = std::iter::once(first).chain(waiting.try_iter()).collect();
                if Self::add(&mut file, &together).is_err() {
                    return;
                }
                for (_, written) in together {
                    let _ = written.send(());
                }
            }
        })?;
        Ok(Self(journal))
    }

    fn add(file: &mut File, together: &[(Utf8Bytes, oneshot::Sender<()>)]) -> io::Result<()> {
        let bytes: Vec<u8> = together.iter().flat_map(|(text, _)| text.as_bytes()).copied().collect();
        if file.stream_position()? + bytes.len() as u64 > Self::LENGTH {
            file.rewind()?;
        }
        file.write_all(&bytes)?;
        file.sync_data()
    }

    /// Writes a message; true once it is on disk.
    async fn write(&self, text: Utf8Bytes) -> bool {
        let (answer, written) = oneshot::channel();
        self.0.send((text, answer)).is_ok() && written.await.is_ok()
    }
}
