//! The games in memory. Each has a task that owns it; everybody else sends messages to the task.

mod downtime;
mod error;
mod handover;
pub(crate) mod log;
mod remote;
mod room;
mod subscribers;
mod task;

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use damiera_game::{
    Action, Actor, ClockControl, Command, Game, IrregularPolicy, Moment, Simultaneity, Terms, wire,
};
use damiera_messages::Seats;
use tokio::sync::{mpsc, watch};

use crate::clock::Clock;
use crate::consultation::Consultation;
use crate::engine_seats::EngineSeats;
use crate::metrics::Metrics;
use crate::nodes::ClusterNode;
use crate::random::random_id;
use crate::rate_limit::RateKey;
use crate::ratings::Rater;
use crate::store::{Claim, GroupCommit, Holders, LeaseKind, NewGame, Store, StoreError, StoreWrite};
use crate::turn_notices::TurnNoticePlanner;
use crate::uptime::{RunningClock, Uptime};

pub(crate) use downtime::RoomClock;
pub(crate) use error::{RefusedCommand, RoomError};
pub(crate) use handover::FormerHolder;
use log::SerialisedEvents;
use remote::GamePlace;
pub(crate) use room::{
    ChatSetting, CommandRequest, ConsultAction, ConsultRequest, Premove, ReplyTo, Room, RoomMessage,
};
pub(crate) use subscribers::Subscriber;
use task::{Ownership, RoomTask};

/// Locks for loading games. Loading may write to the log, so it must not happen twice at a time for one game.
const LOAD_LOCKS: usize = 16;

/// What rooms use of the rest of the server.
pub(crate) struct RoomServices {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) writer: GroupCommit,
    pub(crate) clock: Clock,
    pub(crate) uptime: Arc<Uptime>,
    pub(crate) engine: EngineSeats,
    pub(crate) metrics: Arc<Metrics>,
    /// Plans notices about turns in correspondence games.
    pub(crate) turn_notices: TurnNoticePlanner,
    /// Changes ratings when rated games end.
    pub(crate) rater: Rater,
    /// This server among others: which games it owns.
    pub(crate) node: Arc<ClusterNode>,
}

/// All rooms by the id of their game.
pub(crate) struct RoomRegistry {
    services: RoomServices,
    rooms: Mutex<HashMap<Arc<str>, Arc<Room>>>,
    loading: [tokio::sync::Mutex<()>; LOAD_LOCKS],
    hasher: RandomState,
    closing: AtomicBool,
    /// Running clocks of games that are not in memory.
    unloaded_clocks: Mutex<HashMap<Arc<str>, RunningClock>>,
}

impl RoomRegistry {
    pub(crate) fn new(services: RoomServices) -> Self {
        Self {
            services,
            rooms: Mutex::default(),
            loading: std::array::from_fn(|_| tokio::sync::Mutex::default()),
            hasher: RandomState::new(),
            closing: AtomicBool::new(false),
            unloaded_clocks: Mutex::default(),
        }
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<Arc<str>, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn unloaded_clocks(&self) -> MutexGuard<'_, HashMap<Arc<str>, RunningClock>> {
        self.unloaded_clocks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The room of a game, if the game is in memory.
    fn loaded(&self, id: &str) -> Option<Arc<Room>> {
        self.rooms().get(id).filter(|room| !room.mailbox.is_closed()).cloned()
    }

    /// The games in memory that two people play against each other.
    pub(crate) fn between_two_people(&self) -> Vec<Arc<Room>> {
        let rooms = self.rooms();
        rooms.values().filter(|room| room.is_between_two_people()).cloned().collect()
    }

    /// Whether a game is in memory.
    pub(crate) fn is_loaded(&self, id: &str) -> bool {
        self.loaded(id).is_some()
    }

    /// How many games are in memory.
    pub(crate) fn len(&self) -> usize {
        self.rooms().len()
    }

    /// Drops all rooms. Their tasks end once their mailboxes are empty.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        self.rooms().clear();
    }

    fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Creates a game, and settles the seek it comes from. It starts at once, unless two people have yet to arrive.
    pub(crate) async fn create(
        self: &Arc<Self>,
        terms: Terms,
        seats: Seats,
        holders: Holders,
        seek: Option<String>,
        client: RateKey,
    ) -> Result<Arc<Room>, RoomError> {
        self.create_as(random_id()?.into(), terms, seats, holders, seek, client).await
    }

    /// Creates a game between two people with an id that belongs to it alone, or finds the game if it was created before,
    /// by whatever node.
    pub(crate) async fn create_once(
        self: &Arc<Self>,
        id: &str,
        terms: Terms,
        holders: Holders,
    ) -> Result<Arc<Room>, RoomError> {
        match self.create_as(id.into(), terms, Seats::PEOPLE, holders, None, RateKey::Server).await {
            Err(RoomError::Store(StoreError::Conflict)) => self.find(id).await,
            created => created,
        }
    }

    async fn create_as(
        self: &Arc<Self>,
        id: Arc<str>,
        terms: Terms,
        seats: Seats,
        holders: Holders,
        seek: Option<String>,
        client: RateKey,
    ) -> Result<Arc<Room>, RoomError> {
        let wire_terms = wire::WireTerms::from(&terms);
        let timed = terms.controls.iter().any(|control| *control != ClockControl::Untimed);
        terms.check().map_err(RoomError::invalid)?;
        let at_table = terms.profile.irregular == IrregularPolicy::Recorded;
        let mut game = Game::new(terms).map_err(RoomError::invalid)?;
        let (at, mut first) = (self.services.clock.now(), None);
        // At a table the arbiter starts the clocks (FID 7.1).
        if (holders.are_same() || seats.has_engine()) && !at_table {
            let start = Command { by: Actor::Arbiter, at, action: Action::Start };
            if let Ok((events, after)) = game.foresee(&start, Duration::ZERO) {
                let events = SerialisedEvents::new(&events)?;
                first = Some(events.for_log(&id, game.seq() + 1, None, &after));
                game = after;
            }
        }
        let new = NewGame {
            id: Arc::clone(&id),
            at: at.0,
            terms: wire_terms,
            timed,
            seats,
            holders: holders.clone(),
            seek,
            first,
        };
        self.services.writer.write(StoreWrite::Game(Box::new(new))).await?;
        let place = self.place(&id, None).await?;
        Ok(self.start_room(id, (seats, holders), log::LoadedGame::new(game), place, client))
    }

    /// The room of a game, loaded from the store if need be.
    pub(crate) async fn find(self: &Arc<Self>, id: &str) -> Result<Arc<Room>, RoomError> {
        if let Some(room) = self.loaded(id) {
            return Ok(room);
        }
        let _guard = self.loading_lock(id).lock().await;
        match self.loaded(id) {
            Some(room) => Ok(room),
            None => self.load(id, None).await,
        }
    }

    fn loading_lock(&self, id: &str) -> &tokio::sync::Mutex<()> {
        &self.loading[self.hasher.hash_one(id) as usize % LOAD_LOCKS]
    }

    /// Loads a game that is not in memory. `claimed` if this node has claimed it already.
    async fn load(self: &Arc<Self>, id: &str, claimed: Option<Claim>) -> Result<Arc<Room>, RoomError> {
        let RoomServices { store, writer, clock, uptime, .. } = &self.services;
        let stored = store.load(id).await?.ok_or(RoomError::UnknownGame)?;
        // A game that cannot be read here is not claimed, and left to other nodes if it was.
        let leave = |error: RoomError| {
            tracing::warn!(game = id, %error, "a game is left to nodes that can read it");
            self.services.node.offer(LeaseKind::Game, id);
            error
        };
        let was_claimed = claimed.is_some();
        let loaded = log::replay(&stored);
        let mut loaded = loaded.map_err(|error| if was_claimed { leave(error) } else { error })?;
        let place = self.place(id, claimed).await?;
        if !self.services.node.is_alone() {
            // What was written before the subscription and the claim must not be missed.
            let more = store.events_after(id, loaded.game.seq()).await?;
            let is_owner = matches!(place.0, Ownership::Owner { .. });
            loaded.read(&more).map_err(|error| if is_owner { leave(error) } else { error })?;
        }
        let id: Arc<str> = id.into();
        if let Ownership::Owner { time, .. } = &place.0 {
            let events = RoomClock::new(clock, &loaded.game).compensate(&loaded.game, uptime, *time);
            if !events.is_empty() {
                let first = loaded.game.seq() + 1;
                events.iter().for_each(|event| loaded.apply(event));
                let events = SerialisedEvents::new(&events)?.for_log(&id, first, None, &loaded.game);
                writer.write(StoreWrite::Events(events)).await?;
            }
        }
        if loaded.game.terms().is_correspondence() {
            for kept in store.conditional_moves(&id).await? {
                loaded.conditional[kept.side as usize] = Some((&kept).into());
            }
        }
        if loaded.game.terms().consultation != [None, None] {
            let plies = u32::try_from(loaded.game.plies().len()).unwrap_or(u32::MAX);
            let (members, votes) = (store.side_members(&id).await?, store.side_votes(&id, plies).await?);
            loaded.consultation = Consultation { members, votes };
        }
        Ok(self.start_room(id, (stored.seats, stored.holders), loaded, place, RateKey::Server))
    }

    /// Starts the task of a game, unless there is one: a game that was just created may have been found in the store
    /// before its creator got here, and must not have two rooms.
    fn start_room(
        self: &Arc<Self>,
        id: Arc<str>,
        (seats, holders): (Seats, Holders),
        loaded: log::LoadedGame,
        place: GamePlace,
        client: RateKey,
    ) -> Arc<Room> {
        let clock = RoomClock::new(&self.services.clock, &loaded.game);
        let (mailbox, messages) = mpsc::channel(room::MAILBOX);
        let (publish, published) = watch::channel(Arc::new(loaded.game.clone()));
        let room = Room {
            id: Arc::clone(&id),
            seats,
            holders: holders.clone(),
            clock: clock.clone(),
            mailbox,
            published,
            arrived: [AtomicBool::new(false), AtomicBool::new(false)],
            client: Mutex::new(client),
        };
        let room = Arc::new(room);
        let mut rooms = self.rooms();
        if let Some(running) = rooms.get(&id).filter(|room| !room.mailbox.is_closed()) {
            return Arc::clone(running);
        }
        rooms.insert(Arc::clone(&id), Arc::clone(&room));
        drop(rooms);
        let unloaded = self.unloaded_clocks().remove(&id);
        let task = RoomTask::new(Arc::clone(self), id, (seats, holders), loaded, publish, clock, place);
        tokio::spawn(async move {
            task.run(messages, unloaded).await;
        });
        room
    }

    /// Takes a room out of memory, unless somebody holds its handle. It is loaded again when it is due, and its clock
    /// still counts as running.
    fn unload(
        self: &Arc<Self>,
        id: &Arc<str>,
        clock: &RoomClock,
        due: Option<Moment>,
        running: &mut Option<RunningClock>,
    ) -> bool {
        let mut rooms = self.rooms();
        if rooms.get(id).is_none_or(|room| Arc::strong_count(room) > 1) {
            return false;
        }
        rooms.remove(id);
        if let Some(running) = running.take() {
            self.unloaded_clocks().insert(Arc::clone(id), running);
        }
        if let Some(due) = due {
            let (registry, id, clock) = (Arc::downgrade(self), Arc::clone(id), clock.clone());
            tokio::spawn(async move {
                clock.sleep(clock.until(due)).await;
                if let Some(registry) = registry.upgrade()
                    && !registry.is_closing()
                {
                    let _ = registry.find(&id).await;
                }
            });
        }
        true
    }

    /// Removes the room of a task that has ended; the next request loads the game again.
    fn forget(&self, id: &Arc<str>, running: Option<RunningClock>) {
        let mut rooms = self.rooms();
        // A newer room may have been opened under the same id.
        if rooms.get(id).is_some_and(|room| room.mailbox.is_closed()) {
            rooms.remove(id);
            if let Some(running) = running {
                self.unloaded_clocks().insert(Arc::clone(id), running);
            }
        }
    }

    /// Loads the games whose clocks run, so that flags fall whether anybody watches or not.
    pub(crate) async fn load_running_games(self: Arc<Self>) {
        let unfinished = self.services.store.unfinished_timed_games().await.unwrap_or_else(|error| {
            tracing::error!(%error, "the running games could not be listed");
            Vec::new()
        });
        for id in unfinished {
            if self.is_closing() {
                return;
            }
            self.adopt(&id).await;
        }
    }

    /// Creates a game on the same terms with colours exchanged. Returns its id.
    async fn create_rematch(
        self: &Arc<Self>,
        game: &Game,
        seats: Seats,
        holders: &Holders,
        client: RateKey,
    ) -> Result<String, RoomError> {
        let mut terms = game.terms().with_colours_exchanged(); // each player keeps their own odds and time
        terms.company = Simultaneity::Single; // it is not part of an exhibition
        let created = self.create(terms, seats.swapped(), holders.swapped(), None, client);
        let room = Box::pin(created).await?;
        Ok(room.id().to_owned())
    }
}
