//! The open connections: how to end them all, or those of one session.

use axum::extract::ws::{CloseFrame, Message, close_code};
use tokio::sync::{broadcast, watch};
use tokio::time::{Duration, timeout};

use crate::store::TokenDigest;

/// All open connections. A server that stops must end them itself: nobody else does.
#[derive(Debug)]
pub(crate) struct Sockets {
    stopping: watch::Sender<bool>,
    signed_out: broadcast::Sender<TokenDigest>,
    count: watch::Sender<usize>,
}

/// An open connection, counted until it is dropped.
#[derive(Debug)]
pub(crate) struct Open {
    stopping: watch::Receiver<bool>,
    signed_out: broadcast::Receiver<TokenDigest>,
    count: watch::Sender<usize>,
}

impl Default for Sockets {
    fn default() -> Self {
        Self {
            stopping: watch::Sender::new(false),
            signed_out: broadcast::Sender::new(64),
            count: watch::Sender::new(0),
        }
    }
}

impl Sockets {
    /// Counts a connection.
    pub(crate) fn open(&self) -> Open {
        self.count.send_modify(|count| *count += 1);
        Open {
            stopping: self.stopping.subscribe(),
            signed_out: self.signed_out.subscribe(),
            count: self.count.clone(),
        }
    }

    /// How many are open.
    pub(crate) fn count(&self) -> usize {
        *self.count.borrow()
    }

    /// Ends the connections of a session.
    pub(crate) fn sign_out(&self, session: TokenDigest) {
        let _ = self.signed_out.send(session); // nobody may be connected
    }

    /// Ends all, and waits for them, but not for ever.
    pub(crate) async fn drain(&self, patience: Duration) {
        self.stopping.send_replace(true);
        let mut count = self.count.subscribe();
        let _ = timeout(patience, count.wait_for(|&count| count == 0)).await;
    }
}

impl Open {
    /// Waits until the connection has to end, and says how.
    pub(crate) async fn ends(&mut self, session: Option<TokenDigest>) -> Message {
        let signed_out = async {
            match session {
                None => std::future::pending().await,
                Some(own) => loop {
                    match self.signed_out.recv().await {
                        Ok(session) if session != own => {}
                        _ => break, // it, or we no longer know
                    }
                },
            }
        };
        let (code, reason) = tokio::select! {
            _ = self.stopping.wait_for(|&stopping| stopping) => (close_code::RESTART, "the server stops"),
            () = signed_out => (close_code::POLICY, "signed out"),
        };
        Message::Close(Some(CloseFrame { code, reason: reason.into() }))
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.count.send_modify(|count| *count -= 1);
    }
}
