//! The open WebSocket connections: how many there are, and how to close all of them or those of one session.

use std::time::Duration;

use tokio::sync::{broadcast, watch};

use crate::store::TokenDigest;

/// Tracks open connections. Graceful shutdown of HTTP ignores upgraded connections, so they are closed here.
#[derive(Debug)]
pub(crate) struct ConnectionTracker {
    stopping: watch::Sender<bool>,
    signed_out: broadcast::Sender<TokenDigest>,
    count: watch::Sender<usize>,
}

/// An open connection, counted until it is dropped.
#[derive(Debug)]
pub(crate) struct TrackedConnection {
    stopping: watch::Receiver<bool>,
    signed_out: broadcast::Receiver<TokenDigest>,
    count: watch::Sender<usize>,
}

/// Why the server closes a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CloseCause {
    /// The server stops.
    ServerStops,
    /// The session was signed out.
    SignedOut,
}

impl Default for ConnectionTracker {
    fn default() -> Self {
        Self {
            stopping: watch::Sender::new(false),
            signed_out: broadcast::Sender::new(64),
            count: watch::Sender::new(0),
        }
    }
}

impl ConnectionTracker {
    /// Counts a new connection.
    pub(crate) fn track(&self) -> TrackedConnection {
        self.count.send_modify(|count| *count += 1);
        TrackedConnection {
            stopping: self.stopping.subscribe(),
            signed_out: self.signed_out.subscribe(),
            count: self.count.clone(),
        }
    }

    /// How many are open.
    pub(crate) fn count(&self) -> usize {
        *self.count.borrow()
    }

    /// Whether the server stops.
    pub(crate) fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    /// Closes the connections of a session.
    pub(crate) fn sign_out(&self, session: TokenDigest) {
        let _ = self.signed_out.send(session); // fails only if nobody is connected
    }

    /// Closes all connections and waits until they are gone, but no longer than the time given.
    pub(crate) async fn drain(&self, limit: Duration) {
        self.stopping.send_replace(true);
        let mut count = self.count.subscribe();
        let _ = tokio::time::timeout(limit, count.wait_for(|&count| count == 0)).await;
    }
}

impl TrackedConnection {
    /// Waits until the connection has to be closed.
    pub(crate) async fn closed(&mut self, session: Option<TokenDigest>) -> CloseCause {
        let signed_out = async {
            match session {
                None => std::future::pending().await,
                Some(own) => loop {
                    match self.signed_out.recv().await {
                        Ok(session) if session != own => {}
                        _ => break, // it was ours, or messages were lost and it may have been
                    }
                },
            }
        };
        tokio::select! {
            _ = self.stopping.wait_for(|&stopping| stopping) => CloseCause::ServerStops,
            () = signed_out => CloseCause::SignedOut,
        }
    }
}

impl Drop for TrackedConnection {
    fn drop(&mut self) {
        self.count.send_modify(|count| *count -= 1);
    }
}
