//! The lobby: open seeks, and the people who follow them.

mod list;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use damiera_messages::{OpenSeek, ServerMessage};
use tokio::sync::Notify;

use crate::clock::Clock;
use crate::nodes::wire::NodesUpdate;
use crate::nodes::{ClusterNode, NODES};
use crate::outbox::Outbox;
use crate::rate_limit::{NETWORK_SHARE, RateKey};
use crate::seeks::SeekError;
use crate::store::{Credentials, Holder, TokenDigest};
use list::{LobbyEntry, LobbyState, LobbySubscriber};

/// How long an open seek stays listed after its seeker has left the lobby.
const AFTER_LEAVING: Duration = Duration::from_secs(20);
/// How long a seek stays listed at most.
const MAX_AGE: Duration = Duration::from_secs(3600);
/// Open seeks of one person.
const MAX_OWN: usize = 5;
/// Open seeks in all.
const MAX_OPEN: usize = 1_000;
/// How often the seeks of people who have gone are removed.
const SWEEP: Duration = Duration::from_millis(250);
/// Time between two flushes: changes within it go out together.
const FLUSH_PAUSE: Duration = Duration::from_millis(200);
/// Subscribers that get a message at once, and the pause before the next. A move passes through several tasks, and may have to
/// wait for as many subscribers before each of them.
const FAN_OUT: usize = 16;
const FAN_OUT_PAUSE: Duration = Duration::from_millis(2);

/// How often the other nodes are told of the open seeks here.
const REPORT: Duration = Duration::from_secs(2);

/// The lobby.
pub(crate) struct Lobby {
    state: Mutex<LobbyState>,
    clock: Clock,
    /// Open seeks of one client.
    max_each: usize,
    /// Wakes the task that sends changes.
    changed: Notify,
    /// Where seeks of other nodes come from.
    node: Arc<ClusterNode>,
}

impl Lobby {
    /// A lobby in which one address may have this many open seeks.
    pub(crate) fn new(clock: Clock, max_each: usize, node: Arc<ClusterNode>) -> Self {
        Self { state: Mutex::default(), clock, max_each, changed: Notify::new(), node }
    }

    fn state(&self) -> MutexGuard<'_, LobbyState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The open seeks as JSON, the oldest first.
    pub(crate) fn listing(&self) -> Bytes {
        let mut state = self.state();
        if let Some(listing) = &state.listing {
            return listing.clone();
        }
        let listing = Bytes::from(serde_json::to_vec(&state.list()).unwrap_or_default());
        state.listing = Some(listing.clone());
        listing
    }

    /// Sends the seeks to a subscriber, now and whenever they change.
    pub(crate) fn join(&self, id: u64, outbox: Outbox, credentials: &Credentials) {
        let mut state = self.state();
        let snapshot = state.snapshot();
        if snapshot.iter().all(|text| outbox.send_text(text.clone())) {
            state.subscribers.insert(id, LobbySubscriber { outbox, credentials: credentials.clone() });
        }
    }

    /// Removes a subscriber.
    pub(crate) fn leave(&self, id: u64) {
        let mut state = self.state();
        let Some(LobbySubscriber { credentials, .. }) = state.subscribers.remove(&id) else { return };
        let now = self.clock.elapsed();
        for entry in state.seeks.values_mut().filter(|entry| entry.holder.is(&credentials)) {
            entry.seen_at = now;
        }
    }

    /// Whether somebody may open another seek.
    pub(crate) fn check_room(&self, holder: &Holder, client: &RateKey) -> Result<(), SeekError> {
        self.check_room_in(&self.state(), holder, client)
    }

    fn check_room_in(&self, state: &LobbyState, holder: &Holder, client: &RateKey) -> Result<(), SeekError> {
        let &Holder { visitor, account, .. } = holder;
        let own = Credentials { visitor, account, ..Credentials::default() };
        let network = client.wider();
        let (mut by_person, mut by_client, mut by_network) = (0, 0, 0);
        for entry in state.seeks.values() {
            by_person += usize::from(entry.holder.is(&own));
            by_client += usize::from(entry.client.as_ref() == Some(client));
            let other = entry.client.as_ref().and_then(RateKey::wider);
            by_network += usize::from(network.is_some() && other == network);
        }
        let of_network = self.max_each.saturating_mul(NETWORK_SHARE);
        let is_share_used = by_client >= self.max_each || by_network >= of_network;
        let is_full = || state.seeks.len() >= MAX_OPEN && state.to_displace(client).is_none();
        if by_person >= MAX_OWN || is_share_used || is_full() {
            return Err(SeekError::TooManyOpen { retry_after: AFTER_LEAVING });
        }
        Ok(())
    }

    /// Makes room in a full lobby for a seek of a client.
    fn displace_for(&self, state: &mut LobbyState, client: &RateKey) {
        let displaced = (state.seeks.len() >= MAX_OPEN).then(|| state.to_displace(client)).flatten();
        let Some(id) = displaced else { return };
        if state.remove(&id).is_some_and(|entry| entry.client.is_some()) {
            self.node.publish(NODES, &NodesUpdate::SeekClosed(id));
        }
    }

    /// Lists a seek. If the lobby is full, one of those gives way who have the most seeks.
    pub(crate) fn open(&self, seek: OpenSeek, holder: Holder, client: RateKey) -> Result<(), SeekError> {
        let mut state = self.state();
        self.check_room_in(&state, &holder, &client)?;
        self.displace_for(&mut state, &client);
        let now = self.clock.elapsed();
        self.node.publish(NODES, &NodesUpdate::Seeks(vec![(seek.clone(), (&holder).into())]));
        state.insert(LobbyEntry { holder, client: Some(client), listed_at: now, seen_at: now, seek });
        self.changed.notify_one();
        Ok(())
    }

    /// Whether a seek is listed.
    pub(crate) fn lists(&self, id: &str) -> bool {
        self.state().seeks.contains_key(id)
    }

    /// Lists seeks that are open at another node.
    pub(crate) fn open_elsewhere(&self, seeks: Vec<(OpenSeek, Holder)>) {
        let (mut state, now) = (self.state(), self.clock.elapsed());
        for (seek, holder) in seeks {
            if let Some(known) = state.seeks.get_mut(&seek.id) {
                known.seen_at = now;
            } else if state.seeks.len() < MAX_OPEN {
                state.insert(LobbyEntry { holder, client: None, listed_at: now, seen_at: now, seek });
                self.changed.notify_one();
            }
        }
    }

    /// Removes a seek from the list at all nodes; says whether it was listed here.
    pub(crate) fn close(&self, id: &str) -> bool {
        self.node.publish(NODES, &NodesUpdate::SeekClosed(id.to_owned()));
        self.close_here(id)
    }

    /// Removes a seek from the list of this node.
    pub(crate) fn close_here(&self, id: &str) -> bool {
        let listed = self.state().remove(id).is_some();
        if listed {
            self.changed.notify_one();
        }
        listed
    }

    /// Sends the seeker, at whatever node, to the game that their seek led to.
    pub(crate) fn notify_seeker(&self, holder: &Holder, seek: &str, game: &str) {
        let (seeker, seek, game) = (holder.into(), seek.to_owned(), game.to_owned());
        self.node
            .publish(NODES, &NodesUpdate::SeekMatched { seeker, seek: seek.clone(), game: game.clone() });
        self.notify_seeker_here(holder, &seek, &game);
    }

    /// Sends the seeker to a game, if they are connected to this node.
    pub(crate) fn notify_seeker_here(&self, holder: &Holder, seek: &str, game: &str) {
        let message = ServerMessage::Matched { seek: seek.to_owned(), game: game.to_owned() };
        let state = self.state();
        for subscriber in state.subscribers.values().filter(|s| holder.is(&s.credentials)) {
            subscriber.outbox.send(&message);
        }
    }

    /// Sends changes to the subscribers and removes the seeks of people who have gone, again and again.
    pub(crate) async fn run(&self) {
        let mut next_sweep = self.clock.elapsed() + SWEEP;
        loop {
            tokio::select! {
                () = self.changed.notified() => {}
                () = self.clock.sleep_until(next_sweep) => {
                    next_sweep = self.clock.elapsed() + SWEEP;
                    self.sweep();
                }
            }
            if self.flush().await {
                tokio::time::sleep(FLUSH_PAUSE).await;
            }
        }
    }

    /// Sends the pending changes; says whether there were any. Subscribers are served a few at a time, so that a move never
    /// has to wait for thousands of them. One whose queue is full is dropped: it can connect again and get a snapshot.
    async fn flush(&self) -> bool {
        let (messages, ids) = {
            let mut state = self.state();
            let messages = state.take_changes();
            (messages, state.subscribers.keys().copied().collect::<Vec<_>>())
        };
        if messages.is_empty() {
            return false;
        }
        for (i, ids) in ids.chunks(FAN_OUT).enumerate() {
            if i > 0 {
                tokio::time::sleep(FAN_OUT_PAUSE).await;
            }
            let mut state = self.state();
            for id in ids {
                let Some(subscriber) = state.subscribers.get(id) else { continue };
                if !messages.iter().all(|text| subscriber.outbox.send_text(text.clone())) {
                    state.subscribers.remove(id);
                }
            }
        }
        true
    }

    fn sweep(&self) {
        let now = self.clock.elapsed();
        let mut state = self.state();
        let present: HashSet<_> =
            state.subscribers.values().flat_map(|s| identities(&s.credentials)).collect();
        let mut gone = Vec::new();
        let reports = !self.node.is_alone() && now - state.reported_at >= REPORT;
        let mut own = Vec::new();
        for (id, entry) in &mut state.seeks {
            let Holder { visitor, account, key, .. } = entry.holder;
            let held = Credentials { visitor, account, key, session: None };
            if identities(&held).any(|identity| present.contains(&identity)) {
                entry.seen_at = now;
            }
            if now - entry.seen_at >= AFTER_LEAVING || now - entry.listed_at >= MAX_AGE {
                gone.push(id.clone());
            } else if reports && entry.client.is_some() {
                own.push((entry.seek.clone(), (&entry.holder).into()));
            }
        }
        for id in gone {
            state.remove(&id);
            self.node.publish(NODES, &NodesUpdate::SeekClosed(id));
        }
        if reports {
            state.reported_at = now;
            self.node.publish(NODES, &NodesUpdate::Seeks(own));
        }
    }
}

/// One of the credentials by which a person is recognised.
#[derive(PartialEq, Eq, Hash)]
enum Identity {
    Visitor(TokenDigest),
    Account(i64),
    Key(TokenDigest),
}

fn identities(credentials: &Credentials) -> impl Iterator<Item = Identity> + use<> {
    let Credentials { visitor, account, key, .. } = *credentials;
    let visitor = visitor.map(Identity::Visitor);
    visitor.into_iter().chain(account.map(Identity::Account)).chain(key.map(Identity::Key))
}

#[cfg(test)]
mod tests;
