//! The export of an account as a stream: its games and imports may be far larger than what one response may hold in memory.

use std::io;

use axum::body::Bytes;
use futures_util::Stream;
use futures_util::stream::unfold;
use tokio::sync::mpsc;

use super::export_head::{ExportHead, ExportedGame};
use crate::http::Shared;
use crate::http::error::ApiError;
use crate::rate_limit::RateKey;
use crate::rooms::log::{LoadedGame, replay};
use crate::store::Credentials;
use crate::study::error::StudyError;

/// Bytes that are collected before they are sent.
const CHUNK: usize = 64 * 1024;
/// Chunks that wait for a slow reader.
const WAITING: usize = 2;

type Chunk = io::Result<Bytes>;

/// The text of an export. Games and imports are read while it is sent; an error ends it early.
pub(super) fn chunks(
    app: Shared,
    account: i64,
    head: &ExportHead,
) -> Result<impl Stream<Item = Chunk> + use<>, ApiError> {
    let text = opening(head).map_err(|error| StudyError::Internal(error.to_string()))?;
    let (sender, receiver) = mpsc::channel(WAITING);
    let mut writer = ExportWriter { sender, text, account, app };
    tokio::spawn(async move {
        if let Err(error) = writer.write().await {
            tracing::warn!(%error, account, "an export was not completed");
            let _ = writer.sender.send(Err(error)).await; // the reader may have gone
        }
    });
    Ok(unfold(receiver, |mut receiver| async move { Some((receiver.recv().await?, receiver)) }))
}

/// The beginning of the exported object: the members of its head, each with a comma after it.
fn opening(head: &ExportHead) -> serde_json::Result<String> {
    let mut text = "{".to_owned();
    for (name, value) in serde_json::to_value(head)?.as_object().into_iter().flatten() {
        text.push_str(&format!("{}:{value},", serde_json::to_string(name)?));
    }
    Ok(text)
}

struct ExportWriter {
    sender: mpsc::Sender<Chunk>,
    /// What has yet to be sent.
    text: String,
    account: i64,
    app: Shared,
}

impl ExportWriter {
    async fn write(&mut self) -> io::Result<()> {
        self.text.push_str(r#""games":["#);
        self.write_games().await?;
        self.text.push_str(r#"],"imports":["#);
        self.write_imports().await?;
        self.text.push_str("]}");
        self.send().await
    }

    async fn write_games(&mut self) -> io::Result<()> {
        let credentials = Credentials { account: Some(self.account), ..Credentials::default() };
        let games = self.app.store.games_of(&credentials, i32::MAX.cast_unsigned()).await;
        let mut separator = "";
        for game in games.map_err(io::Error::other)? {
            let Some(stored) = self.app.store.load(&game.id).await.map_err(io::Error::other)? else {
                continue;
            };
            // A game in which a side plays blindfold is exported once it is over.
            let pdn = move |_: &_| {
                replay(&stored)
                    .map(|LoadedGame { game, .. }| (!game.conceals_board()).then(|| game.pdn().to_string()))
            };
            let pdn = self.app.work.run_patiently(&RateKey::Account(self.account), pdn).await;
            if let Some(pdn) = pdn.map_err(io::Error::other)?.map_err(io::Error::other)? {
                self.add(&mut separator, ExportedGame { id: game.id, pdn }).await?;
            }
        }
        Ok(())
    }

    async fn write_imports(&mut self) -> io::Result<()> {
        let mut separator = "";
        for id in self.app.store.import_ids_of(self.account).await.map_err(io::Error::other)? {
            if let Some(pdn) = self.app.store.imported_pdn(&id).await.map_err(io::Error::other)? {
                self.add(&mut separator, ExportedGame { id, pdn }).await?;
            }
        }
        Ok(())
    }

    async fn add(&mut self, separator: &mut &'static str, game: ExportedGame) -> io::Result<()> {
        // A megabyte is escaped elsewhere: moves wait for the threads that serve requests.
        let escape = move |_: &_| serde_json::to_string(&game);
        let text = self.app.work.run_patiently(&RateKey::Account(self.account), escape).await;
        self.text.push_str(std::mem::replace(separator, ","));
        self.text.push_str(&text.map_err(io::Error::other)?.map_err(io::Error::other)?);
        if self.text.len() >= CHUNK { self.send().await } else { Ok(()) }
    }

    /// Sends what was collected, and waits for the reader.
    async fn send(&mut self) -> io::Result<()> {
        let text = Bytes::from(std::mem::take(&mut self.text));
        self.sender.send(Ok(text)).await.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}
