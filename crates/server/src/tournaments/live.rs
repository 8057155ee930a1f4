//! A tournament in memory: its state for readers, and one writer at a time.

use std::collections::HashSet;
use std::sync::Arc;

use damiera_events::tournament::{
    Tournament, TournamentActor, TournamentAsk, TournamentCharter, TournamentCommand, TournamentEvent,
};
use damiera_events::wire::{WireTournamentCharter, WireTournamentEvent};
use tokio::sync::{Mutex, watch};

use super::TournamentError;
use crate::clock::Clock;
use crate::store::{NewTournamentEntries, Store, StoreError, StoredTournament, TokenDigest};

/// How often a command is decided anew after another server has written first.
const ATTEMPTS: usize = 3;
/// Letters of a board's code.
const CODE_LETTERS: usize = 8;
/// Letters and digits without pairs that look alike.
const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz234567890";

/// A tournament in memory.
pub(crate) struct LiveTournament {
    pub(crate) id: String,
    pub(crate) charter: TournamentCharter,
    secret: String,
    store: Arc<dyn Store>,
    clock: Clock,
    writer: Mutex<()>,
    current: watch::Sender<Arc<TournamentState>>,
}

/// How a tournament stands.
#[derive(Clone)]
pub(crate) struct TournamentState {
    pub(crate) tournament: Tournament,
    pub(crate) log: Vec<TournamentEvent>,
    /// The ids of commands that were carried out.
    commands: HashSet<String>,
}

impl TournamentState {
    fn replay(charter: &TournamentCharter, stored: &StoredTournament) -> Result<Self, TournamentError> {
        let tournament = Tournament::new(charter.settings.clone());
        let mut state = Self { tournament, log: Vec::new(), commands: HashSet::new() };
        for entry in &stored.entries {
            let wire: WireTournamentEvent = serde_json::from_str(&entry.body).map_err(StoreError::from)?;
            state.take(TournamentEvent::try_from(&wire)?);
            state.commands.extend(entry.command_id.clone());
        }
        Ok(state)
    }

    fn take(&mut self, event: TournamentEvent) {
        self.tournament.apply(&event);
        self.log.push(event);
    }

    /// The name of a player, empty if there is none of that number.
    pub(crate) fn name(&self, number: u16) -> String {
        self.tournament.table().entrant(number).map_or_else(String::new, |entrant| entrant.name.clone())
    }
}

impl LiveTournament {
    pub(super) fn replay(
        id: &str,
        stored: StoredTournament,
        store: Arc<dyn Store>,
        clock: Clock,
    ) -> Result<Self, TournamentError> {
        let wire: WireTournamentCharter = serde_json::from_str(&stored.charter).map_err(StoreError::from)?;
        let charter = TournamentCharter::try_from(&wire)?;
        let state = TournamentState::replay(&charter, &stored)?;
        let current = watch::Sender::new(Arc::new(state));
        let secret = stored.secret;
        Ok(Self { id: id.to_owned(), charter, secret, store, clock, writer: Mutex::default(), current })
    }

    /// How it stands.
    pub(crate) fn state(&self) -> Arc<TournamentState> {
        Arc::clone(&self.current.borrow())
    }

    /// How it stands, each time that changes.
    pub(crate) fn watch(&self) -> watch::Receiver<Arc<TournamentState>> {
        self.current.subscribe()
    }

    /// The code in the link of a board, which only people in the hall know.
    pub(crate) fn board_code(&self, board: usize) -> String {
        let digest = TokenDigest::of(&format!("{}/{board}", self.secret));
        digest.0[..CODE_LETTERS].iter().map(|byte| ALPHABET[usize::from(byte % 32)] as char).collect()
    }

    /// Carries out a command once for each id. What it led to is committed before anybody sees it.
    pub(crate) async fn command(
        &self,
        by: TournamentActor,
        ask: TournamentAsk,
        id: Option<String>,
        seen: Option<usize>,
    ) -> Result<(), TournamentError> {
        let _writing = self.writer.lock().await;
        for _ in 0..ATTEMPTS {
            let state = self.state();
            if id.as_ref().is_some_and(|id| state.commands.contains(id)) {
                return Ok(());
            }
            let at = self.clock.now();
            let command = TournamentCommand { by: by.clone(), at, seen, ask: ask.clone() };
            let events = state.tournament.decide(&command)?;
            if events.is_empty() {
                return Ok(());
            }
            match self.append(&state, &events, id.as_ref()).await {
                Ok(()) => {
                    let mut after = TournamentState::clone(&state);
                    events.into_iter().for_each(|event| after.take(event));
                    after.commands.extend(id);
                    self.current.send_replace(Arc::new(after));
                    return Ok(());
                }
                // Another server was first, or the answer to an earlier attempt was lost: read the log and decide anew.
                Err(StoreError::Conflict | StoreError::OutcomeUnknown) => self.reload().await?,
                Err(error) => return Err(error.into()),
            }
        }
        Err(StoreError::Conflict.into())
    }

    /// Takes the entries of an event that was begun elsewhere into an empty log.
    pub(super) async fn import(&self, events: &[TournamentEvent]) -> Result<(), TournamentError> {
        let _writing = self.writer.lock().await;
        self.append(&self.state(), events, None).await?;
        self.reload().await
    }

    async fn append(
        &self,
        state: &TournamentState,
        events: &[TournamentEvent],
        id: Option<&String>,
    ) -> Result<(), StoreError> {
        let mut entries = Vec::new();
        for event in events {
            entries.push((event.at.0, serde_json::to_string(&WireTournamentEvent::from(event))?));
        }
        let new = NewTournamentEntries {
            tournament: self.id.clone(),
            seq: state.log.len() as u64 + 1,
            command_id: id.cloned(),
            entries,
        };
        self.store.append_to_tournament(&new).await
    }

    /// Reads the log again, which may have grown by what another server wrote.
    pub(crate) async fn reload(&self) -> Result<(), TournamentError> {
        let stored = self.store.tournament(&self.id).await?.ok_or(TournamentError::Unknown)?;
        let state = TournamentState::replay(&self.charter, &stored)?;
        self.current.send_replace(Arc::new(state));
        Ok(())
    }
}
