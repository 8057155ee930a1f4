//! Tournaments: each is its log, replayed from the store when somebody asks for it, and kept in memory while it is in use.

mod access;
mod appointments;
mod arena;
mod error;
mod live;
mod online;
mod online_games;
mod presence;
mod view;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use damiera_events::draw::DrawOrder;
use damiera_events::tournament::{
    TournamentActor, TournamentCharter, TournamentRefusal, TournamentSettings, imported_log,
};
use damiera_events::wire::{BadTournamentWire, WireTournamentCharter};
use damiera_events::{Crosstable, MatchLength, PairingSystem};
use damiera_game::has_unseen;
use damiera_notation::openings;
use tokio::task::AbortHandle;

use crate::random::{random_id, secret_token};
use crate::rate_limit::RateKey;
use crate::store::{LeaseKind, NewTournament, TournamentPass};

pub(crate) use access::{TournamentAccess, bearer, official_name};
pub(crate) use error::TournamentError;
pub(crate) use live::{
    CommandOrigin, ExplainedRound, LiveTournament, SentCommand, TournamentState, is_heavy,
};
pub(crate) use online::OnlineServices;
pub(crate) use view::{AppointmentBody, ArenaBody, BoardBody, RoundBody, TournamentBody, plain, score};

/// Tournaments that nobody uses leave memory once there are more than this.
const KEPT: usize = 64;
/// The newest tournaments are looked through for those that are played online.
const RESUMED: u32 = 10_000;

/// The tournaments in memory.
pub(crate) struct TournamentRegistry {
    services: OnlineServices,
    live: Mutex<HashMap<String, Arc<LiveTournament>>>,
    /// The tasks that act for online tournaments, by id.
    acting: Mutex<HashMap<String, AbortHandle>>,
}

impl Drop for TournamentRegistry {
    fn drop(&mut self) {
        self.acting().values().for_each(AbortHandle::abort);
    }
}

impl TournamentRegistry {
    pub(crate) fn new(services: OnlineServices) -> Self {
        Self { services, live: Mutex::default(), acting: Mutex::default() }
    }

    /// Goes on with the online tournaments that were under way when the server stopped.
    pub(crate) async fn resume(&self) {
        let listed = self.services.store.tournaments(RESUMED).await.unwrap_or_else(|error| {
            tracing::error!(%error, "the tournaments could not be read");
            Vec::new()
        });
        for one in listed.iter().filter(|one| one.charter.contains("\"online\"")) {
            match self.find(&one.id).await {
                Ok(live) => self.play_online(&live),
                Err(error) => tracing::error!(%error, tournament = one.id, "a tournament could not be read"),
            }
        }
    }

    /// Acts for an online tournament from now on, unless another node does.
    fn play_online(&self, live: &Arc<LiveTournament>) {
        let Some(terms) = live.charter.online else { return };
        let mut acting = self.acting();
        acting.retain(|_, task| !task.is_finished());
        if !acting.contains_key(&live.id) {
            let task = tokio::spawn(online::conduct(Arc::clone(live), terms, self.services.clone()));
            acting.insert(live.id.clone(), task.abort_handle());
        }
    }

    /// Acts for a tournament whose lease this node has taken over.
    pub(crate) async fn adopt(&self, id: &str) {
        loop {
            match self.find(id).await {
                Ok(live) => return self.play_online(&live),
                Err(TournamentError::Unknown) => {
                    return self.services.node.release(LeaseKind::Tournament, id);
                }
                Err(error) if error.is_unreadable() => {
                    tracing::warn!(%error, tournament = id, "a tournament is left to nodes that can read it");
                    return self.services.node.offer(LeaseKind::Tournament, id);
                }
                Err(error) => tracing::warn!(%error, tournament = id, "a tournament could not be taken over"),
            }
            self.services.clock.sleep(online::RETRY).await;
        }
    }

    /// Acts for a tournament that another node has left to others.
    pub(crate) async fn take(&self, id: &str) -> Result<(), TournamentError> {
        self.play_online(&self.find(id).await?);
        Ok(())
    }

    /// Reads again what another node has written about a tournament, if it is in memory.
    pub(crate) async fn refresh(&self, id: &str) {
        let live = self.locked().get(id).cloned();
        if let Some(live) = live
            && let Err(error) = live.catch_up().await
        {
            tracing::warn!(%error, tournament = id, "a tournament could not be read again");
        }
    }

    /// Takes note that a player is connected to another node.
    pub(crate) fn note_presence_elsewhere(&self, id: &str, number: u16) {
        if let Some(live) = self.locked().get(id) {
            live.presence.note(number, self.services.clock.now());
        }
    }

    /// The tournaments in memory that somebody follows or acts for.
    pub(crate) fn in_use(&self) -> Vec<String> {
        let live = self.locked();
        live.values().filter(|live| Arc::strong_count(live) > 1).map(|live| live.id.clone()).collect()
    }

    fn acting(&self) -> MutexGuard<'_, HashMap<String, AbortHandle>> {
        self.acting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Creates a tournament from a report file, with the rounds that it tells of. Its warnings come with it.
    pub(crate) async fn import(
        &self,
        charter: &WireTournamentCharter,
        table: &Crosstable,
        kept: &[String],
        by: &TournamentPass,
    ) -> Result<Arc<LiveTournament>, TournamentError> {
        if table.entrants.len() > self.services.limits.players {
            return Err(TournamentError::TooManyPlayers(self.services.limits.players));
        }
        let texts = table.entrants.iter().flat_map(|entrant| [&entrant.name, &entrant.federation]);
        if texts.into_iter().any(|text| has_unseen(text)) {
            return Err(TournamentRefusal::BadName.into());
        }
        let live = self.create(charter, vec![by.clone()]).await?;
        let actor = TournamentActor::Official(by.name.clone());
        let now = self.services.clock.now();
        live.import(&imported_log(table, kept, &live.charter.settings, &actor, now)).await?;
        Ok(live)
    }

    /// Creates a tournament, with the rights of those who may act from the beginning.
    pub(crate) async fn create(
        &self,
        charter: &WireTournamentCharter,
        passes: Vec<TournamentPass>,
    ) -> Result<Arc<LiveTournament>, TournamentError> {
        if [&charter.name, &charter.place, &charter.pace].into_iter().any(|text| has_unseen(text)) {
            return Err(BadTournamentWire::Name.into());
        }
        let mut checked = TournamentCharter::try_from(charter)?;
        if let Some(terms) = &mut checked.openings {
            // Anybody can draw again from a report file, which does not tell the boards.
            terms.order = DrawOrder::Numbers;
        }
        if let Some(code) = charter.repeated_tie_break() {
            return Err(BadTournamentWire::TieBreakTwice(code.to_owned()).into());
        }
        let TournamentSettings { system, match_length, .. } = checked.settings;
        // Not a fault of stored terms: older events may have them.
        if system == PairingSystem::Double && match_length == MatchLength::SingleGame {
            return Err(BadTournamentWire::DoubleNeedsTwoGames.into());
        }
        if let Some(terms) = &checked.openings {
            let deck = openings::decks_of(checked.variant).find(|deck| deck.name == terms.deck);
            let deck = deck.ok_or_else(|| TournamentError::UnknownDeck(terms.deck.clone()))?;
            let size = deck.openings().len();
            if terms.barred.iter().any(|&opening| opening >= size) {
                return Err(BadTournamentWire::BarredOpening.into());
            }
            if terms.seed.is_empty() || (0..size).all(|opening| terms.barred.contains(&opening)) {
                return Err(TournamentError::NothingToDraw);
            }
        }
        let id = random_id()?;
        if checked.online.is_some() {
            // Before it exists, so that it has a node that acts for it, or a lease that others take over.
            self.services.node.claim(LeaseKind::Tournament, &id).await?;
        }
        let charter = WireTournamentCharter::from(&checked);
        let charter = serde_json::to_string(&charter).map_err(crate::store::StoreError::from)?;
        let new = NewTournament {
            id: id.clone(),
            at: self.services.clock.now().0,
            charter,
            secret: secret_token()?,
            passes,
        };
        self.services.store.create_tournament(&new).await?;
        let live = self.find(&id).await?;
        self.play_online(&live);
        Ok(live)
    }

    /// A tournament by its id.
    pub(crate) async fn find(&self, id: &str) -> Result<Arc<LiveTournament>, TournamentError> {
        let known = self.locked().get(id).cloned();
        if let Some(live) = known {
            if !self.services.node.is_alone() {
                live.catch_up().await?;
            }
            return Ok(live);
        }
        let stored = self.services.store.tournament(id).await?.ok_or(TournamentError::Unknown)?;
        let (services, own_id) = (self.services.clone(), id.to_owned());
        let replay = move |_: &_| LiveTournament::replay(&own_id, &stored, &services);
        let live = self.services.work.run_patiently(&RateKey::Server, replay).await??;
        let mut all = self.locked();
        if all.len() >= KEPT {
            all.retain(|_, live| Arc::strong_count(live) > 1);
        }
        // Somebody else may have been quicker; there is one writer per tournament in this process.
        Ok(Arc::clone(all.entry(id.to_owned()).or_insert_with(|| Arc::new(live))))
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<String, Arc<LiveTournament>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
