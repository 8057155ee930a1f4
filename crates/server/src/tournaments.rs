//! Tournaments: each is its log, replayed from the store when somebody asks for it, and kept in memory while it is in use.

mod access;
mod error;
mod live;
mod view;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use damiera_events::tournament::TournamentCharter;
use damiera_events::wire::WireTournamentCharter;
use damiera_notation::openings;

use crate::clock::Clock;
use crate::random::{random_id, secret_token};
use crate::store::{NewTournament, Store, TournamentPass};

pub(crate) use access::{TournamentAccess, official_name};
pub(crate) use error::TournamentError;
pub(crate) use live::{LiveTournament, TournamentState};
pub(crate) use view::{BoardBody, PlayerBody, RoundBody, TournamentBody, plain, score};

/// Tournaments that nobody uses leave memory once there are more than this.
const KEPT: usize = 64;

/// The tournaments in memory.
pub(crate) struct TournamentRegistry {
    store: Arc<dyn Store>,
    clock: Clock,
    live: Mutex<HashMap<String, Arc<LiveTournament>>>,
}

impl TournamentRegistry {
    pub(crate) fn new(store: Arc<dyn Store>, clock: Clock) -> Self {
        Self { store, clock, live: Mutex::default() }
    }

    /// Creates a tournament, with the rights of those who may act from the beginning.
    pub(crate) async fn create(
        &self,
        charter: &WireTournamentCharter,
        passes: Vec<TournamentPass>,
    ) -> Result<Arc<LiveTournament>, TournamentError> {
        let checked = TournamentCharter::try_from(charter)?;
        if let Some(terms) = &checked.openings {
            let deck = openings::decks_of(checked.variant).find(|deck| deck.name == terms.deck);
            let deck = deck.ok_or_else(|| TournamentError::UnknownDeck(terms.deck.clone()))?;
            let size = deck.openings().len();
            if terms.seed.is_empty() || (0..size).all(|opening| terms.barred.contains(&opening)) {
                return Err(TournamentError::NothingToDraw);
            }
        }
        let id = random_id()?;
        let charter = WireTournamentCharter::from(&checked);
        let charter = serde_json::to_string(&charter).map_err(crate::store::StoreError::from)?;
        let new = NewTournament {
            id: id.clone(),
            at: self.clock.now().0,
            charter,
            secret: secret_token()?,
            passes,
        };
        self.store.create_tournament(&new).await?;
        self.find(&id).await
    }

    /// A tournament by its id.
    pub(crate) async fn find(&self, id: &str) -> Result<Arc<LiveTournament>, TournamentError> {
        if let Some(live) = self.locked().get(id) {
            return Ok(Arc::clone(live));
        }
        let stored = self.store.tournament(id).await?.ok_or(TournamentError::Unknown)?;
        let live = LiveTournament::replay(id, stored, Arc::clone(&self.store), self.clock.clone())?;
        let mut all = self.locked();
        if all.len() >= KEPT {
            all.retain(|_, live| Arc::strong_count(live) > 1);
        }
        // Somebody else may have been quicker; there is one writer per tournament in this process.
        Ok(Arc::clone(all.entry(id.to_owned()).or_insert_with(|| Arc::new(live))))
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<LiveTournament>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
