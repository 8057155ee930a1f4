//! What concerns an account wherever its owner is in the app: challenges, and what becomes of one's own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use damiera_messages::ServerMessage;

use crate::nodes::wire::NodesUpdate;
use crate::nodes::{ClusterNode, NODES};
use crate::outbox::{MessageText, Outbox};

/// Connections of one account that get notices. Every open page has one.
const MAX_CONNECTIONS: usize = 50;

/// Connections by account, each with its id.
type Subscriptions = HashMap<i64, Vec<(u64, Outbox)>>;

/// The connections that get notices.
pub(crate) struct Notices {
    subscriptions: Mutex<Subscriptions>,
    node: Arc<ClusterNode>,
}

impl Notices {
    pub(crate) fn new(node: Arc<ClusterNode>) -> Self {
        Self { subscriptions: Mutex::default(), node }
    }

    fn subscriptions(&self) -> MutexGuard<'_, Subscriptions> {
        self.subscriptions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection. If the account has too many, the oldest gets no more notices.
    pub(crate) fn join(&self, account: i64, connection: u64, outbox: Outbox) {
        let mut subscriptions = self.subscriptions();
        let own = subscriptions.entry(account).or_default();
        if own.len() >= MAX_CONNECTIONS {
            own.remove(0);
        }
        own.push((connection, outbox));
    }

    /// Removes a connection.
    pub(crate) fn leave(&self, account: i64, connection: u64) {
        let mut subscriptions = self.subscriptions();
        if let Some(own) = subscriptions.get_mut(&account) {
            own.retain(|(id, _)| *id != connection);
            if own.is_empty() {
                subscriptions.remove(&account);
            }
        }
    }

    /// Sends a message to all connections of an account, at whatever node.
    pub(crate) fn send(&self, account: i64, message: &ServerMessage) {
        if !self.node.is_alone() {
            let notice = NodesUpdate::Notice { account, message: Box::new(message.clone()) };
            self.node.publish(NODES, &notice);
        }
        self.send_here(account, message);
    }

    /// Sends a message to the connections of an account at this node. One whose queue is full is dropped.
    pub(crate) fn send_here(&self, account: i64, message: &ServerMessage) {
        if let Some(own) = self.subscriptions().get_mut(&account) {
            let text = MessageText::from(message);
            own.retain(|(_, outbox)| outbox.send_text(text.clone()));
        }
    }
}
