//! Simultaneous exhibitions (FID-IT 15.1.2, 15.1.5): one host plays ordinary live games on up to 60 boards.

mod act;
mod error;
mod live;
mod terms;
mod view;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use damiera_game::has_unseen;

use crate::random::random_id;
use crate::store::{ExhibitionStage, Holder, LeaseKind, StoreError, StoredExhibition};

pub(crate) use act::ExhibitionAsk;
pub(crate) use error::ExhibitionError;
pub(crate) use live::{BoardGame, ExhibitionServices, ExhibitionState, LiveExhibition};
pub(crate) use terms::{
    ExhibitionFault, ExhibitionTerms, LONGEST_TITLE, MOST_BOARDS, WireExhibitionStart, WireExhibitionTerms,
    WireHostColour,
};
pub(crate) use view::{ExhibitionBoardBody, ExhibitionBody};

/// Exhibitions that nobody uses leave memory once there are more than this.
const KEPT: usize = 64;
/// The newest running exhibitions go on after a restart; older ones when somebody looks at them.
const RESUMED: u32 = 1000;

/// The exhibitions in memory.
pub(crate) struct ExhibitionRegistry {
    services: ExhibitionServices,
    live: Mutex<HashMap<String, Arc<LiveExhibition>>>,
    /// Loading may create games, so it must not happen twice at a time.
    loading: tokio::sync::Mutex<()>,
}

impl ExhibitionRegistry {
    pub(crate) fn new(services: ExhibitionServices) -> Self {
        Self { services, live: Mutex::default(), loading: tokio::sync::Mutex::default() }
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<String, Arc<LiveExhibition>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Goes on with the exhibitions that were under way when the server stopped.
    pub(crate) async fn resume(&self) {
        let running = [ExhibitionStage::Filling, ExhibitionStage::Playing];
        let listed = self.services.store.exhibitions(&running, RESUMED).await.unwrap_or_else(|error| {
            tracing::error!(%error, "the exhibitions could not be read");
            Vec::new()
        });
        for StoredExhibition { id, .. } in listed {
            if let Err(error) = self.find(&id).await {
                tracing::error!(%error, exhibition = id, "an exhibition could not be read");
            }
        }
    }

    /// Creates an exhibition.
    pub(crate) async fn create(
        &self,
        terms: WireExhibitionTerms,
        host: Holder,
    ) -> Result<Arc<LiveExhibition>, ExhibitionError> {
        if has_unseen(&terms.title) {
            return Err(ExhibitionFault::Title.into());
        }
        let terms = ExhibitionTerms::read(terms)?;
        let stored = StoredExhibition {
            id: random_id()?,
            at: self.services.clock.now().0,
            terms: serde_json::to_string(terms.wire()).map_err(StoreError::from)?,
            stage: ExhibitionStage::Open,
            host,
            boards: Vec::new(),
        };
        self.services.store.create_exhibition(&stored).await?;
        self.find(&stored.id).await
    }

    /// An exhibition by its id, as it stands in the store.
    pub(crate) async fn find(&self, id: &str) -> Result<Arc<LiveExhibition>, ExhibitionError> {
        let known = self.locked().get(id).cloned();
        if let Some(live) = known {
            live.reload().await?;
            return Ok(live);
        }
        let _loading = self.loading.lock().await;
        if let Some(live) = self.locked().get(id) {
            return Ok(Arc::clone(live));
        }
        let stored = self.services.store.exhibition(id).await?.ok_or(ExhibitionError::Unknown)?;
        let terms = serde_json::from_str(&stored.terms).map_err(StoreError::from)?;
        let terms = ExhibitionTerms::read(terms)?;
        let live = Arc::new(LiveExhibition::new(stored, terms, self.services.clone()));
        live.follow_new_games().await?;
        live.go_on().await?;
        let mut all = self.locked();
        if all.len() >= KEPT {
            let is_running = |live: &LiveExhibition| live.state().stored.stage.is_running();
            all.retain(|_, live| Arc::strong_count(live) > 1 || is_running(live));
        }
        all.insert(id.to_owned(), Arc::clone(&live));
        Ok(live)
    }

    /// Reads an exhibition again that another node has changed, if it is in memory, and does what is due.
    pub(crate) async fn refresh(&self, id: &str) {
        let live = self.locked().get(id).cloned();
        let Some(live) = live else { return };
        let done = async {
            live.reload().await?;
            live.go_on().await
        };
        if let Err(error) = done.await {
            tracing::warn!(%error, exhibition = id, "an exhibition could not be read again");
        }
    }

    /// Acts for an exhibition whose lease this node has taken over.
    pub(crate) async fn adopt(&self, id: &str) {
        loop {
            match self.find(id).await {
                Ok(_) => return self.refresh(id).await,
                Err(ExhibitionError::Unknown) => {
                    return self.services.node.release(LeaseKind::Exhibition, id);
                }
                Err(error) if error.is_unreadable() => {
                    tracing::warn!(%error, exhibition = id, "an exhibition is left to nodes that can read it");
                    return self.services.node.offer(LeaseKind::Exhibition, id);
                }
                Err(error) => {
                    tracing::warn!(%error, exhibition = id, "an exhibition could not be taken over");
                }
            }
            tokio::time::sleep(live::RETRY).await;
        }
    }

    /// The exhibitions in memory that somebody follows or whose games are played.
    pub(crate) fn in_use(&self) -> Vec<String> {
        let is_running = |live: &LiveExhibition| live.state().stored.stage.is_running();
        let live = self.locked();
        let used = live.values().filter(|live| Arc::strong_count(live) > 1 || is_running(live));
        used.map(|live| live.id.clone()).collect()
    }

    /// The newest exhibitions in these stages.
    pub(crate) async fn newest(
        &self,
        stages: &[ExhibitionStage],
        limit: u32,
    ) -> Result<Vec<(StoredExhibition, WireExhibitionTerms)>, ExhibitionError> {
        let listed = self.services.store.exhibitions(stages, limit).await?;
        let read = |one: StoredExhibition| serde_json::from_str(&one.terms).ok().map(|terms| (one, terms));
        Ok(listed.into_iter().filter_map(read).collect())
    }
}
