//! The lobby: open seeks, and the people who follow them.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::clock::Clock;
use crate::outbox::{MessageText, Outbox};
use crate::protocol::ServerMessage;
use crate::seeks::SeekError;
use crate::store::{Credentials, Holder, SeekTerms};

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

/// A seek that anybody may accept.
#[derive(Serialize, Deserialize, Clone, Debug, utoipa::ToSchema)]
pub struct OpenSeek {
    /// The seek's id.
    pub id: String,
    /// The seeker's name, if they gave one.
    pub name: Option<String>,
    /// What is wanted.
    #[serde(flatten)]
    pub terms: SeekTerms,
}

struct LobbyEntry {
    seek: OpenSeek,
    holder: Holder,
    listed_at: Duration,
    /// When the seeker was last in the lobby.
    seen_at: Duration,
}

struct LobbySubscriber {
    id: u64,
    outbox: Outbox,
    credentials: Credentials,
}

#[derive(Default)]
struct LobbyState {
    seeks: HashMap<String, LobbyEntry>,
    subscribers: Vec<LobbySubscriber>,
}

impl LobbyState {
    /// The open seeks, the oldest first.
    fn list(&self) -> Vec<OpenSeek> {
        let mut entries: Vec<_> = self.seeks.values().collect();
        entries.sort_by(|a, b| (a.listed_at, &a.seek.id).cmp(&(b.listed_at, &b.seek.id)));
        entries.iter().map(|entry| entry.seek.clone()).collect()
    }

    /// Sends the list to every subscriber; one whose queue is full is dropped.
    fn broadcast(&mut self) {
        if self.subscribers.is_empty() {
            return;
        }
        let text = MessageText::from(&ServerMessage::Seeks { seeks: self.list() });
        self.subscribers.retain(|subscriber| subscriber.outbox.send_text(text.clone()));
    }
}

/// The lobby.
pub(crate) struct Lobby {
    state: Mutex<LobbyState>,
    clock: Clock,
}

impl Lobby {
    pub(crate) fn new(clock: Clock) -> Self {
        Self { state: Mutex::default(), clock }
    }

    fn state(&self) -> MutexGuard<'_, LobbyState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The open seeks, the oldest first.
    pub(crate) fn list(&self) -> Vec<OpenSeek> {
        self.state().list()
    }

    /// Sends the seeks to a subscriber, now and whenever they change.
    pub(crate) fn join(&self, id: u64, outbox: Outbox, credentials: &Credentials) {
        let mut state = self.state();
        outbox.send(&ServerMessage::Seeks { seeks: state.list() });
        state.subscribers.push(LobbySubscriber { id, outbox, credentials: credentials.clone() });
    }

    /// Removes a subscriber.
    pub(crate) fn leave(&self, id: u64) {
        let mut state = self.state();
        let Some(at) = state.subscribers.iter().position(|subscriber| subscriber.id == id) else { return };
        let credentials = state.subscribers.swap_remove(at).credentials;
        let now = self.clock.elapsed();
        for entry in state.seeks.values_mut().filter(|entry| entry.holder.is(&credentials)) {
            entry.seen_at = now;
        }
    }

    /// Lists a seek.
    pub(crate) fn open(&self, seek: OpenSeek, holder: Holder) -> Result<(), SeekError> {
        let mut state = self.state();
        let Holder { visitor, account, .. } = holder;
        let own = Credentials { visitor, account, ..Credentials::default() };
        let own = state.seeks.values().filter(|entry| entry.holder.is(&own)).count();
        if own >= MAX_OWN || state.seeks.len() >= MAX_OPEN {
            return Err(SeekError::TooManyOpen { retry_after: AFTER_LEAVING });
        }
        let now = self.clock.elapsed();
        let entry = LobbyEntry { holder, listed_at: now, seen_at: now, seek };
        state.seeks.insert(entry.seek.id.clone(), entry);
        state.broadcast();
        Ok(())
    }

    /// Removes a seek from the list; says whether it was listed.
    pub(crate) fn close(&self, id: &str) -> bool {
        let mut state = self.state();
        let listed = state.seeks.remove(id).is_some();
        if listed {
            state.broadcast();
        }
        listed
    }

    /// Sends the seeker to the game that their seek led to.
    pub(crate) fn notify_seeker(&self, holder: &Holder, seek: &str, game: &str) {
        let message = ServerMessage::Matched { seek: seek.to_owned(), game: game.to_owned() };
        let state = self.state();
        for subscriber in state.subscribers.iter().filter(|subscriber| holder.is(&subscriber.credentials)) {
            subscriber.outbox.send(&message);
        }
    }

    /// Removes the seeks of people who have gone, again and again.
    pub(crate) async fn sweep_forever(&self) {
        loop {
            self.clock.sleep(SWEEP).await;
            self.sweep();
        }
    }

    fn sweep(&self) {
        let now = self.clock.elapsed();
        let mut state = self.state();
        let LobbyState { seeks, subscribers } = &mut *state;
        let before = seeks.len();
        seeks.retain(|_, entry| {
            if subscribers.iter().any(|subscriber| entry.holder.is(&subscriber.credentials)) {
                entry.seen_at = now;
            }
            now - entry.seen_at < AFTER_LEAVING && now - entry.listed_at < MAX_AGE
        });
        if seeks.len() < before {
            state.broadcast();
        }
    }
}

#[cfg(test)]
mod tests {
    use damiera_game::{Lang, Moment};
    use damiera_rules::Variant;
    use tokio::sync::mpsc;

    use super::*;
    use crate::protocol::UpdateForm;
    use crate::store::TokenDigest;

    fn seek(id: &str) -> OpenSeek {
        let terms = SeekTerms {
            variant: Variant::ALL[0].name().to_owned(),
            minutes: Some(5),
            increment: 0,
            days: None,
            colour: None,
            open: true,
        };
        OpenSeek { id: id.to_owned(), name: None, terms }
    }

    fn person(token: &str) -> (Holder, Credentials) {
        let visitor = Some(TokenDigest::of(token));
        (Holder { visitor, ..Holder::default() }, Credentials { visitor, ..Credentials::default() })
    }

    #[test]
    fn a_seek_goes_when_its_seeker_has_been_away_for_too_long() {
        let clock = Clock::manual(Moment(0));
        let lobby = Lobby::new(clock.clone());
        let (holder, credentials) = person("a");
        let (queue, _messages) = mpsc::channel(64);
        lobby.join(1, Outbox { queue, form: UpdateForm::Events, lang: Lang::default() }, &credentials);
        lobby.open(seek("s"), holder).expect("room for it");
        clock.advance(AFTER_LEAVING * 2);
        lobby.sweep();
        assert_eq!(lobby.list().len(), 1, "its seeker is here");
        lobby.leave(1);
        clock.advance(AFTER_LEAVING - Duration::from_secs(1));
        lobby.sweep();
        assert_eq!(lobby.list().len(), 1);
        clock.advance(Duration::from_secs(1));
        lobby.sweep();
        assert!(lobby.list().is_empty());
    }

    #[test]
    fn nobody_fills_the_lobby() {
        let lobby = Lobby::new(Clock::manual(Moment(0)));
        for i in 0..MAX_OWN {
            lobby.open(seek(&i.to_string()), person("a").0).expect("room for it");
        }
        assert!(matches!(lobby.open(seek("x"), person("a").0), Err(SeekError::TooManyOpen { .. })));
        assert!(lobby.open(seek("y"), person("b").0).is_ok());
    }

    #[test]
    fn a_subscriber_that_does_not_read_is_dropped() {
        let lobby = Lobby::new(Clock::manual(Moment(0)));
        let (queue, mut messages) = mpsc::channel(1);
        let outbox = Outbox { queue, form: UpdateForm::Events, lang: Lang::default() };
        lobby.join(1, outbox, &Credentials::default()); // fills the queue
        lobby.open(seek("s"), person("a").0).expect("room for it");
        assert!(messages.try_recv().is_ok());
        assert!(matches!(messages.try_recv(), Err(mpsc::error::TryRecvError::Disconnected)));
    }
}
