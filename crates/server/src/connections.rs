//! The open WebSocket connections: how many there are, and how to close all of them or those of one session.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{broadcast, watch};

use crate::nodes::wire::NodesUpdate;
use crate::nodes::{ClusterNode, NODES};
use crate::random::random_u64;
use crate::store::TokenDigest;

/// The connections of a node that has lost the broker or the database are closed over this time.
const CUT_OFF_SPREAD: Duration = Duration::from_millis(300);

/// Tracks open connections. Graceful shutdown of HTTP ignores upgraded connections, so they are closed here.
pub(crate) struct ConnectionTracker {
    /// Once the server stops: over which time its connections are closed.
    stopping: watch::Sender<Option<Duration>>,
    signed_out: broadcast::Sender<TokenDigest>,
    count: watch::Sender<usize>,
    node: Arc<ClusterNode>,
}

/// An open connection, counted until it is dropped.
#[derive(Debug)]
pub(crate) struct TrackedConnection {
    stopping: watch::Receiver<Option<Duration>>,
    signed_out: broadcast::Receiver<TokenDigest>,
    /// Whether other nodes are of more use to the client.
    cut_off: watch::Receiver<bool>,
    count: watch::Sender<usize>,
}

/// Why the server closes a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CloseCause {
    /// The server stops.
    ServerStops,
    /// The session was signed out.
    SignedOut,
    /// The server has lost the broker or the database, and other nodes have not.
    CutOff,
}

impl ConnectionTracker {
    pub(crate) fn new(node: Arc<ClusterNode>) -> Self {
        Self {
            node,
            stopping: watch::Sender::new(None),
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
            cut_off: self.node.watch_cut_off(),
            count: self.count.clone(),
        }
    }

    /// How many are open.
    pub(crate) fn count(&self) -> usize {
        *self.count.borrow()
    }

    /// Whether the server stops.
    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.borrow().is_some()
    }

    /// Closes the connections of a session, at whatever node.
    pub(crate) fn sign_out(&self, session: TokenDigest) {
        self.node.publish(NODES, &NodesUpdate::SignedOut(session.0));
        self.sign_out_here(session);
    }

    /// Closes the connections of a session at this node.
    pub(crate) fn sign_out_here(&self, session: TokenDigest) {
        let _ = self.signed_out.send(session); // fails only if nobody is connected
    }

    /// Closes all connections, each at a random time within `spread`, so that not all clients connect elsewhere at once. Waits
    /// until they are gone, but no longer than the limit.
    pub(crate) async fn drain(&self, spread: Duration, limit: Duration) {
        self.stopping.send_replace(Some(spread));
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
        let stopping = async {
            let spread = self.stopping.wait_for(Option::is_some).await.ok().and_then(|spread| *spread);
            sleep_within(spread.unwrap_or_default()).await;
        };
        let cut_off = async {
            while self.cut_off.wait_for(|&cut_off| cut_off).await.is_ok() {
                sleep_within(CUT_OFF_SPREAD).await;
                if *self.cut_off.borrow() {
                    return;
                }
            }
            std::future::pending::<()>().await;
        };
        tokio::select! {
            () = stopping => CloseCause::ServerStops,
            () = signed_out => CloseCause::SignedOut,
            () = cut_off => CloseCause::CutOff,
        }
    }
}

/// Sleeps for a random part of a time.
async fn sleep_within(time: Duration) {
    let share = random_u64().unwrap_or_default() % 1024;
    tokio::time::sleep(time * share as u32 / 1024).await;
}

impl Drop for TrackedConnection {
    fn drop(&mut self) {
        self.count.send_modify(|count| *count -= 1);
    }
}
