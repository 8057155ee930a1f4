//! The lobby: open seeks, and the people who follow them.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use damiera_messages::{OpenSeek, ServerMessage};
use tokio::sync::Notify;

use crate::clock::Clock;
use crate::nodes::wire::NodesUpdate;
use crate::nodes::{ClusterNode, NODES};
use crate::outbox::{MessageText, Outbox};
use crate::rate_limit::RateKey;
use crate::seeks::SeekError;
use crate::store::{Credentials, Holder, TokenDigest};

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
/// Seeks in one message. Connections keep a buffer for their largest message, so messages are small.
const SEEKS_IN_MESSAGE: usize = 32;
/// Time between two flushes: changes within it go out together.
const FLUSH_PAUSE: Duration = Duration::from_millis(200);
/// Subscribers that get a message at once, and the pause before the next.
const FAN_OUT: usize = 64;
const FAN_OUT_PAUSE: Duration = Duration::from_millis(5);

/// How often the other nodes are told of the open seeks here.
const REPORT: Duration = Duration::from_secs(2);

struct LobbyEntry {
    seek: OpenSeek,
    holder: Holder,
    /// The client that opened it; `None` if it was opened at another node.
    client: Option<RateKey>,
    listed_at: Duration,
    /// When the seeker was last in the lobby, or its node last said so.
    seen_at: Duration,
}

struct LobbySubscriber {
    outbox: Outbox,
    credentials: Credentials,
}

/// Changes that the subscribers have yet to get.
#[derive(Default)]
struct PendingChanges {
    /// Ids of seeks that are listed now.
    opened: Vec<String>,
    closed: Vec<String>,
}

#[derive(Default)]
struct LobbyState {
    seeks: HashMap<String, LobbyEntry>,
    subscribers: HashMap<u64, LobbySubscriber>,
    pending: PendingChanges,
    /// The messages for a new subscriber, made at most once between two flushes. They may be older than `pending`, which a new
    /// subscriber gets like everybody else.
    snapshot: Option<Arc<[MessageText]>>,
    /// The open seeks as JSON, until they change.
    listing: Option<Bytes>,
    /// When the other nodes were last told of the seeks here.
    reported_at: Duration,
}

impl LobbyState {
    /// The open seeks, the oldest first.
    fn list(&self) -> Vec<&OpenSeek> {
        let mut entries: Vec<_> = self.seeks.values().collect();
        entries.sort_by(|a, b| (a.listed_at, &a.seek.id).cmp(&(b.listed_at, &b.seek.id)));
        entries.into_iter().map(|entry| &entry.seek).collect()
    }

    fn snapshot(&mut self) -> Arc<[MessageText]> {
        if let Some(made) = &self.snapshot {
            return Arc::clone(made);
        }
        let made: Arc<[_]> = snapshot_messages(&self.list()).into();
        self.snapshot = Some(Arc::clone(&made));
        made
    }

    fn insert(&mut self, entry: LobbyEntry) {
        self.listing = None;
        self.pending.opened.push(entry.seek.id.clone());
        self.seeks.insert(entry.seek.id.clone(), entry);
    }

    fn remove(&mut self, id: &str) -> bool {
        let listed = self.seeks.remove(id).is_some();
        if listed {
            self.listing = None;
            self.pending.closed.push(id.to_owned());
        }
        listed
    }

    /// Takes the pending changes as messages; none if nothing has changed.
    fn take_changes(&mut self) -> Vec<MessageText> {
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
        let (mut by_person, mut by_client) = (0, 0);
        for entry in state.seeks.values() {
            by_person += usize::from(entry.holder.is(&own));
            by_client += usize::from(entry.client.as_ref() == Some(client));
        }
        if by_person >= MAX_OWN || by_client >= self.max_each || state.seeks.len() >= MAX_OPEN {
            return Err(SeekError::TooManyOpen { retry_after: AFTER_LEAVING });
        }
        Ok(())
    }

    /// Lists a seek.
    pub(crate) fn open(&self, seek: OpenSeek, holder: Holder, client: RateKey) -> Result<(), SeekError> {
        let mut state = self.state();
        self.check_room_in(&state, &holder, &client)?;
        let now = self.clock.elapsed();
        self.node.publish(NODES, &NodesUpdate::Seeks(vec![(seek.clone(), (&holder).into())]));
        state.insert(LobbyEntry { holder, client: Some(client), listed_at: now, seen_at: now, seek });
        self.changed.notify_one();
        Ok(())
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
        let listed = self.state().remove(id);
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
        let mut own = Vec::new();
        for (id, entry) in &mut state.seeks {
            let Holder { visitor, account, key, .. } = entry.holder;
            let held = Credentials { visitor, account, key, session: None };
            if identities(&held).any(|identity| present.contains(&identity)) {
                entry.seen_at = now;
            }
            if now - entry.seen_at >= AFTER_LEAVING || now - entry.listed_at >= MAX_AGE {
                gone.push(id.clone());
            } else if entry.client.is_some() {
                own.push((entry.seek.clone(), (&entry.holder).into()));
            }
        }
        for id in gone {
            state.remove(&id);
            self.node.publish(NODES, &NodesUpdate::SeekClosed(id));
        }
        if !self.node.is_alone() && now - state.reported_at >= REPORT {
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
mod tests {
    use damiera_game::{Lang, Moment};
    use damiera_rules::Variant;
    use tokio::sync::mpsc;

    use super::*;
    use crate::blindfold::BoardAccess;
    use crate::outbox::{QueueSender, QueuedText};
    use damiera_messages::{SeekTerms, UpdateForm};

    fn seek(id: &str) -> OpenSeek {
        let terms = SeekTerms {
            variant: Variant::ALL[0].name().to_owned(),
            minutes: Some(5),
            increment: 0,
            days: None,
            total_days: None,
            consultation: None,
            vacation_days: 0,
            odds: None,
            blindfold: None,
            colour: None,
            rated: false,
            rating_range: None,
            open: true,
        };
        OpenSeek { id: id.to_owned(), name: None, profile: false, rating: None, terms }
    }

    fn person(token: &str) -> (Holder, Credentials) {
        let visitor = Some(TokenDigest::of(token));
        (Holder { visitor, ..Holder::default() }, Credentials { visitor, ..Credentials::default() })
    }

    fn lobby_at(clock: Clock, max_each: usize) -> Lobby {
        let node = Arc::new(ClusterNode::alone(clock.clone()));
        Lobby::new(clock, max_each, node)
    }

    fn lobby() -> Lobby {
        lobby_at(Clock::manual(Moment(0)), 50)
    }

    impl Lobby {
        fn count(&self) -> usize {
            self.state().seeks.len()
        }
    }

    #[test]
    fn a_seek_goes_when_its_seeker_has_been_away_for_too_long() {
        let clock = Clock::manual(Moment(0));
        let lobby = lobby_at(clock.clone(), 50);
        let (holder, credentials) = person("a");
        let (outbox, _messages) = outbox(64);
        lobby.join(1, outbox, &credentials);
        lobby.open(seek("s"), holder, RateKey::Address(1)).expect("room for it");
        clock.advance(AFTER_LEAVING * 2);
        lobby.sweep();
        assert_eq!(lobby.count(), 1, "its seeker is here");
        lobby.leave(1);
        clock.advance(AFTER_LEAVING - Duration::from_secs(1));
        lobby.sweep();
        assert_eq!(lobby.count(), 1);
        clock.advance(Duration::from_secs(1));
        lobby.sweep();
        assert_eq!(lobby.count(), 0);
    }

    #[test]
    fn a_seek_of_another_node_goes_when_it_is_closed_or_not_reported_any_more() {
        let clock = Clock::manual(Moment(0));
        let lobby = lobby_at(clock.clone(), 50);
        let reported = || ["s", "t"].map(|id| (seek(id), person(id).0)).to_vec();
        lobby.open_elsewhere(reported());
        lobby.open_elsewhere(reported());
        assert_eq!(lobby.count(), 2);
        assert!(lobby.close_here("s"));
        clock.advance(AFTER_LEAVING - Duration::from_secs(1));
        lobby.open_elsewhere(vec![(seek("t"), person("t").0)]);
        clock.advance(Duration::from_secs(2));
        lobby.sweep();
        assert_eq!(lobby.count(), 1);
        clock.advance(AFTER_LEAVING);
        lobby.sweep();
        assert_eq!(lobby.count(), 0);
    }

    #[test]
    fn nobody_fills_the_lobby() {
        let lobby = lobby();
        for i in 0..MAX_OWN {
            lobby.open(seek(&i.to_string()), person("a").0, RateKey::Address(1)).expect("room for it");
        }
        assert!(matches!(
            lobby.open(seek("x"), person("a").0, RateKey::Address(1)),
            Err(SeekError::TooManyOpen { .. })
        ));
        assert!(lobby.open(seek("y"), person("b").0, RateKey::Address(1)).is_ok());
    }

    #[test]
    fn one_address_does_not_fill_the_lobby() {
        let lobby = lobby_at(Clock::manual(Moment(0)), 3);
        let open = |i: u64, client| {
            let name = i.to_string();
            lobby.open(seek(&name), person(&name).0, RateKey::Address(client))
        };
        assert!((0..3).all(|i| open(i, 1).is_ok()));
        assert!(matches!(open(3, 1), Err(SeekError::TooManyOpen { .. })));
        assert!(open(4, 2).is_ok());
    }

    /// The seeks that a page shows after these messages.
    fn follow(shown: &mut Vec<String>, messages: &mut mpsc::Receiver<QueuedText>) {
        while let Ok(text) = messages.try_recv() {
            match serde_json::from_slice(&text.take().into_bytes()).expect("a message") {
                ServerMessage::Seeks { seeks } => *shown = seeks.into_iter().map(|seek| seek.id).collect(),
                ServerMessage::SeeksChanged { opened, closed } => {
                    shown.retain(|id| !closed.contains(id) && !opened.iter().any(|seek| seek.id == *id));
                    shown.extend(opened.into_iter().map(|seek| seek.id));
                }
                other => panic!("{other:?}"),
            }
        }
    }

    fn outbox(capacity: usize) -> (Outbox, mpsc::Receiver<QueuedText>) {
        let (queue, messages) = QueueSender::with_capacity(capacity);
        (
            Outbox { queue, form: UpdateForm::Events, lang: Lang::default(), access: BoardAccess::Seen },
            messages,
        )
    }

    #[tokio::test]
    async fn every_subscriber_ends_up_with_the_same_list() {
        let lobby = lobby_at(Clock::manual(Moment(0)), MAX_OPEN);
        let mut followers = Vec::new();
        for i in 0..MAX_OPEN {
            let name = i.to_string();
            lobby.open(seek(&name), person(&name).0, RateKey::Address(1)).expect("room for it");
            if i % 3 == 0 {
                assert!(lobby.close(&(i / 2).to_string()));
            }
            // They join before, between and after the flushes.
            if i % 97 == 0 {
                let (outbox, messages) = outbox(64);
                lobby.join(i as u64, outbox, &Credentials::default());
                followers.push((Vec::new(), messages));
            }
            if i % 40 == 0 {
                lobby.flush().await;
                followers.iter_mut().for_each(|(shown, messages)| follow(shown, messages));
            }
        }
        lobby.flush().await;
        let mut all: Vec<String> = lobby.state().seeks.keys().cloned().collect();
        all.sort();
        for (shown, messages) in &mut followers {
            follow(shown, messages);
            shown.sort();
            assert_eq!(*shown, all);
        }
    }

    #[tokio::test]
    async fn a_full_lobby_costs_its_idle_subscribers_next_to_nothing() {
        let lobby = lobby_at(Clock::manual(Moment(0)), MAX_OPEN);
        for i in 0..MAX_OPEN {
            let name = i.to_string();
            lobby.open(seek(&name), person(&name).0, RateKey::Address(1)).expect("room for it");
        }
        lobby.flush().await;
        let mut idle = Vec::new();
        for id in 0..200 {
            let (outbox, messages) = outbox(64);
            lobby.join(id, outbox, &Credentials::default());
            idle.push(messages);
        }
        let mut texts = HashSet::new();
        for messages in &mut idle {
            while let Ok(text) = messages.try_recv() {
                let text = text.take().into_bytes();
                assert!(text.len() < 16 * 1024, "{}", text.len());
                texts.insert(text.as_ptr());
            }
        }
        assert_eq!(texts.len(), MAX_OPEN.div_ceil(SEEKS_IN_MESSAGE), "all share the same texts");
    }

    #[tokio::test]
    async fn a_subscriber_that_does_not_read_is_dropped() {
        let lobby = lobby();
        let (outbox, mut messages) = outbox(1);
        lobby.join(1, outbox, &Credentials::default()); // fills the queue
        lobby.open(seek("s"), person("a").0, RateKey::Address(1)).expect("room for it");
        lobby.flush().await;
        assert!(messages.try_recv().is_ok());
        assert!(matches!(messages.try_recv(), Err(mpsc::error::TryRecvError::Disconnected)));
    }
}
