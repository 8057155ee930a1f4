//! The list of open seeks, and the messages that show it and its changes to subscribers.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use damiera_messages::{OpenSeek, ServerMessage};

use crate::outbox::{MessageText, Outbox};
use crate::rate_limit::RateKey;
use crate::store::{Credentials, Holder};

/// Seeks in one message. Connections keep a buffer for their largest message, so messages are small.
pub(super) const SEEKS_IN_MESSAGE: usize = 32;

pub(super) struct LobbyEntry {
    pub(super) seek: OpenSeek,
    pub(super) holder: Holder,
    /// The client that opened it; `None` if it was opened at another node.
    pub(super) client: Option<RateKey>,
    pub(super) listed_at: Duration,
    /// When the seeker was last in the lobby, or its node last said so.
    pub(super) seen_at: Duration,
}

pub(super) struct LobbySubscriber {
    pub(super) outbox: Outbox,
    pub(super) credentials: Credentials,
}

/// Changes that the subscribers have yet to get.
#[derive(Default)]
struct PendingChanges {
    /// Ids of seeks that are listed now.
    opened: Vec<String>,
    closed: Vec<String>,
}

#[derive(Default)]
pub(super) struct LobbyState {
    pub(super) seeks: HashMap<String, LobbyEntry>,
    pub(super) subscribers: HashMap<u64, LobbySubscriber>,
    pending: PendingChanges,
    /// The messages for a new subscriber, made at most once between two flushes. They may be older than `pending`, which a new
    /// subscriber gets like everybody else.
    snapshot: Option<Arc<[MessageText]>>,
    /// The open seeks as JSON, until they change.
    pub(super) listing: Option<Bytes>,
    /// When the other nodes were last told of the seeks here.
    pub(super) reported_at: Duration,
}

impl LobbyState {
    /// The open seeks, the oldest first.
    pub(super) fn list(&self) -> Vec<&OpenSeek> {
        let mut entries: Vec<_> = self.seeks.values().collect();
        entries.sort_by(|a, b| (a.listed_at, &a.seek.id).cmp(&(b.listed_at, &b.seek.id)));
        entries.into_iter().map(|entry| &entry.seek).collect()
    }

    pub(super) fn snapshot(&mut self) -> Arc<[MessageText]> {
        if let Some(made) = &self.snapshot {
            return Arc::clone(made);
        }
        let made: Arc<[_]> = snapshot_messages(&self.list()).into();
        self.snapshot = Some(Arc::clone(&made));
        made
    }

    pub(super) fn insert(&mut self, entry: LobbyEntry) {
        self.listing = None;
        self.pending.opened.push(entry.seek.id.clone());
        self.seeks.insert(entry.seek.id.clone(), entry);
    }

    /// Takes a seek out of the list.
    pub(super) fn remove(&mut self, id: &str) -> Option<LobbyEntry> {
        let entry = self.seeks.remove(id)?;
        self.listing = None;
        self.pending.closed.push(id.to_owned());
        Some(entry)
    }

    /// The seek that gives way to one of a client in a full lobby: the oldest of the share with the most seeks. A share is an address, an
    /// IPv6 network of many households, or the other nodes. None if the client would then have as many as that share: nobody is
    /// crowded out by those who have more, and shares of the same size do not displace each other.
    pub(super) fn to_displace(&self, client: &RateKey) -> Option<String> {
        let share_of = |client: &RateKey| client.wider().unwrap_or_else(|| client.clone());
        let mut shares: HashMap<Option<RateKey>, (usize, &LobbyEntry)> = HashMap::new();
        for entry in self.seeks.values() {
            let (count, oldest) = shares.entry(entry.client.as_ref().map(share_of)).or_insert((0, entry));
            *count += 1;
            if entry.listed_at < oldest.listed_at {
                *oldest = entry;
            }
        }
        let own = shares.get(&Some(share_of(client))).map_or(0, |(count, _)| *count);
        let (most, oldest) = shares.into_values().max_by_key(|(count, _)| *count)?;
        (most > own + 1).then(|| oldest.seek.id.clone())
    }

    /// Takes the pending changes as messages; none if nothing has changed.
    pub(super) fn take_changes(&mut self) -> Vec<MessageText> {
        let PendingChanges { opened, mut closed } = std::mem::take(&mut self.pending);
        if opened.is_empty() && closed.is_empty() {
            return Vec::new();
        }
        self.snapshot = None;
        let opened: Vec<_> = opened.iter().filter_map(|id| self.seeks.get(id)).map(|e| &e.seek).collect();
        let mut messages: Vec<_> = opened.chunks(SEEKS_IN_MESSAGE).map(|seeks| changes(seeks, &[])).collect();
        while !closed.is_empty() {
            let rest = closed.split_off(closed.len().min(4 * SEEKS_IN_MESSAGE));
            messages.push(changes(&[], &closed));
            closed = rest;
        }
        messages
    }
}

/// All open seeks as messages of bounded size: a list of the first, and the others as opened since.
fn snapshot_messages(seeks: &[&OpenSeek]) -> Vec<MessageText> {
    let cloned = |seeks: &[&OpenSeek]| seeks.iter().map(|&seek| seek.clone()).collect();
    let (first, rest) = seeks.split_at(seeks.len().min(SEEKS_IN_MESSAGE));
    let first = MessageText::from(&ServerMessage::Seeks { seeks: cloned(first) });
    let rest = rest.chunks(SEEKS_IN_MESSAGE).map(|seeks| changes(seeks, &[]));
    std::iter::once(first).chain(rest).collect()
}

fn changes(opened: &[&OpenSeek], closed: &[String]) -> MessageText {
    let opened = opened.iter().map(|&seek| seek.clone()).collect();
    MessageText::from(&ServerMessage::SeeksChanged { opened, closed: closed.to_vec() })
}
