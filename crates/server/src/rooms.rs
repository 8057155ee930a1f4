//! All games in memory, and the store behind them.

pub(crate) mod engine;
pub(crate) mod log;
mod uptime;

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use damiera_game::{Action, Actor, ClockControl, Command, Game, Moment, Terms, wire};
use damiera_play::{Opponents, TableFolder, TableRegistry};
use tokio::sync::{Semaphore, mpsc, watch};

use crate::limits::{Allowances, Client, Kind};
use crate::lobby::Lobby;
use crate::room::{LETTERS, Owner, Room, RoomError};
use crate::secret::word;
use crate::settings::Settings;
use crate::sockets::Sockets;
use crate::store::{GroupCommit, NewGame, Store, StoreError, StoreWrite};
use crate::store::{Holders, Seats};
use crate::tally::Commits;
use crate::time::{self, now, until};

/// Most that is given back to a side for one absence of the server.
const MOST_CREDIT: Duration = Duration::from_secs(600);
/// Games that can be read from the store at the same time.
const LOADERS: usize = 16;

/// All games in memory, and the store behind them.
pub struct Rooms {
    store: Arc<dyn Store>,
    writer: GroupCommit,
    commits: Arc<Commits>,
    settings: Settings,
    open: Mutex<HashMap<Arc<str>, Arc<Room>>>,
    /// One at a time reads a game: it may have to write to it.
    loading: [tokio::sync::Mutex<()>; LOADERS],
    hasher: RandomState,
    opponents: Arc<Opponents>,
    thinking: Semaphore,
    /// When the server was away.
    outages: Vec<(Moment, Moment)>,
    running_clocks: AtomicUsize,
    moves: AtomicU64,
    closing: AtomicBool,
    sockets: Sockets,
    lobby: Lobby,
    allowances: Allowances,
}

impl Rooms {
    /// Opens the games of a store: notes how long the server was away, and goes on watching clocks.
    pub async fn open(store: Arc<dyn Store>, settings: Settings) -> Result<Arc<Self>, StoreError> {
        let last = store.last_heartbeat().await?.map(Moment);
        time::begin(last.unwrap_or_default());
        if let Some(last) = last {
            store.record_outage(last.0, now().0).await?;
        }
        let outages = store.outages().await?.into_iter().map(|(from, to)| (Moment(from), Moment(to)));
        let commits = Arc::<Commits>::default();
        let counted = Arc::clone(&commits);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let allowances = Allowances::new(settings.limits);
        let tables = settings.endgame.clone().map_or(TableFolder::Disabled, TableFolder::Own);
        let rooms = Arc::new(Self {
            writer: GroupCommit::start(Arc::clone(&store) as _, move |writes, took| {
                counted.count(writes, took)
            }),
            commits,
            store,
            opponents: Arc::new(Opponents::new(Arc::new(TableRegistry::new(tables)))),
            settings,
            open: Mutex::default(),
            loading: std::array::from_fn(|_| tokio::sync::Mutex::default()),
            hasher: RandomState::new(),
            thinking: Semaphore::new(cores),
            outages: outages.collect(),
            running_clocks: AtomicUsize::new(0),
            moves: AtomicU64::new(0),
            closing: AtomicBool::new(false),
            sockets: Sockets::default(),
            lobby: Lobby::default(),
            allowances,
        });
        tokio::spawn(uptime::beat(Arc::downgrade(&rooms)));
        tokio::spawn(uptime::take_up(Arc::clone(&rooms)));
        Ok(rooms)
    }

    pub(crate) fn store(&self) -> &dyn Store {
        &*self.store
    }

    pub(crate) const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The engines that people play against.
    pub(crate) fn opponents(&self) -> &Opponents {
        &self.opponents
    }

    pub(crate) const fn sockets(&self) -> &Sockets {
        &self.sockets
    }

    pub(crate) const fn lobby(&self) -> &Lobby {
        &self.lobby
    }

    pub(crate) const fn allowances(&self) -> &Allowances {
        &self.allowances
    }

    /// Whether somebody may ask once more, by where he asks from and by who he is.
    pub(crate) fn allow(&self, kind: Kind, address: IpAddr, account: Option<i64>) -> Result<(), RoomError> {
        for client in [Some(address.into()), account.map(Client::Member)].into_iter().flatten() {
            self.allowances.take(kind, client).map_err(RoomError::TooMuch)?;
        }
        Ok(())
    }

    fn opened_games(&self) -> MutexGuard<'_, HashMap<Arc<str>, Arc<Room>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game that is in memory.
    pub(crate) fn opened(&self, id: &str) -> Option<Arc<Room>> {
        self.opened_games().get(id).filter(|room| !room.mailbox.is_closed()).cloned()
    }

    /// Puts all games away: their tasks end once they have answered what waits.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        self.opened_games().clear();
    }

    /// How many games are in memory.
    #[must_use]
    pub fn in_memory(&self) -> usize {
        self.opened_games().len()
    }

    /// How many clocks run.
    pub(crate) fn running_clocks(&self) -> usize {
        self.running_clocks.load(Ordering::Relaxed)
    }

    /// How many moves were played since the server began.
    pub(crate) fn moves(&self) -> u64 {
        self.moves.load(Ordering::Relaxed)
    }

    pub(crate) fn count_moves(&self, moves: usize) {
        self.moves.fetch_add(moves as u64, Ordering::Relaxed);
    }

    /// What the writer has done.
    pub(crate) fn commits(&self) -> &Commits {
        &self.commits
    }

    pub(crate) async fn write(&self, write: StoreWrite) -> Result<(), StoreError> {
        self.writer.write(write).await
    }

    /// Makes a game, and begins it at once unless two people have yet to come to it. One that comes from a seek
    /// settles it.
    pub(crate) async fn create(
        self: &Arc<Self>,
        terms: Terms,
        seats: Seats,
        holders: Holders,
        seek: Option<String>,
    ) -> Result<Arc<Room>, RoomError> {
        let id: Arc<str> = word::<10>()?.into();
        let kept = wire::WireTerms::from(&terms);
        let timed = terms.controls.iter().any(|control| *control != ClockControl::Untimed);
        let mut game = Game::new(terms).map_err(|bad| RoomError::Bad(bad.to_string()))?;
        let (at, mut first) = (now(), None);
        if holders.are_same() || seats.has_engine() {
            let start = Command { by: Actor::Arbiter, at, action: Action::Start };
            if let Ok((events, after)) = game.foresee(&start, Duration::ZERO) {
                let events: Vec<_> = events.iter().map(wire::WireEvent::from).collect();
                first = Some(log::append(&id, game.seq() + 1, None, &events, &after)?);
                game = after;
            }
        }
        let (name, held) = (Arc::clone(&id), holders.clone());
        let new = NewGame { id: name, at: at.0, terms: kept, timed, seats, holders: held, seek, first };
        self.write(StoreWrite::Game(Box::new(new))).await?;
        Ok(self.admit(id, seats, holders, game, Vec::new()))
    }

    /// A game by its name, from memory or from the store.
    pub(crate) async fn find(self: &Arc<Self>, id: &str) -> Result<Arc<Room>, RoomError> {
        if let Some(room) = self.opened(id) {
            return Ok(room);
        }
        let shard = self.hasher.hash_one(id) as usize % LOADERS;
        let _alone = self.loading[shard].lock().await;
        if let Some(room) = self.opened(id) {
            return Ok(room);
        }
        let kept = self.store.load(id).await?.ok_or(RoomError::Unknown)?;
        let (seats, holders) = (kept.seats, kept.holders.clone());
        let (mut game, done) = log::replay(&kept)?;
        let id: Arc<str> = id.into();
        if let Some(credit) = game.credit(now(), self.away_since(&game)) {
            let mut after = game.clone();
            after.apply(&credit);
            let credit = [wire::WireEvent::from(&credit)];
            let append = log::append(&id, game.seq() + 1, None, &credit, &after)?;
            self.write(StoreWrite::Events(append)).await?;
            game = after;
        }
        Ok(self.admit(id, seats, holders, game, done))
    }

    /// How long the server was away since the last event of a game, each absence up to a limit.
    fn away_since(&self, game: &Game) -> Duration {
        let last = game.last_event_at();
        let since = self.outages.iter().filter(|(_, to)| *to > last);
        since.map(|(from, to)| to.since((*from).max(last)).min(MOST_CREDIT)).sum()
    }

    fn admit(
        self: &Arc<Self>,
        id: Arc<str>,
        seats: Seats,
        holders: Holders,
        game: Game,
        done: Vec<(Box<str>, u64)>,
    ) -> Arc<Room> {
        let game = Arc::new(game);
        let (mailbox, letters) = mpsc::channel(LETTERS);
        let (shown, seen) = watch::channel(Arc::clone(&game));
        let room =
            Arc::new(Room { id: Arc::clone(&id), seats, holders: holders.clone(), mailbox, game: seen });
        self.opened_games().insert(Arc::clone(&id), Arc::clone(&room));
        let rooms = Arc::clone(self);
        let owner = Owner { rooms, id, seats, holders, game, shown, done, state: Default::default() };
        tokio::spawn(owner.live(letters));
        room
    }

    /// Takes a room out of memory, unless somebody still holds on to it. Its flag is watched all the same.
    pub(crate) fn retire(self: &Arc<Self>, id: &Arc<str>, flag: Option<Moment>) -> bool {
        let mut open = self.opened_games();
        if open.get(id).is_none_or(|room| Arc::strong_count(room) > 1) {
            return false;
        }
        open.remove(id);
        if let Some(falls) = flag {
            let (rooms, id) = (Arc::downgrade(self), Arc::clone(id));
            tokio::spawn(async move {
                tokio::time::sleep(until(falls)).await;
                if let Some(rooms) = rooms.upgrade() {
                    let _ = rooms.find(&id).await;
                }
            });
        }
        true
    }

    /// A room's task has ended; the next to ask for the game reads it anew.
    pub(crate) fn forget(&self, id: &str) {
        let mut open = self.opened_games();
        // Another may have been opened since under the same name.
        if open.get(id).is_some_and(|room| room.mailbox.is_closed()) {
            open.remove(id);
        }
    }

    pub(crate) fn count_clock(&self, runs: bool) {
        if runs {
            self.running_clocks.fetch_add(1, Ordering::Relaxed);
        } else {
            self.running_clocks.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Another game on the same terms with the colours changed. Returns its name.
    pub(crate) async fn rematch(
        self: &Arc<Self>,
        game: &Game,
        seats: Seats,
        holders: &Holders,
    ) -> Result<String, RoomError> {
        let mut terms = game.terms().clone();
        terms.controls.swap(0, 1); // each keeps his own time (FID-IT 15.1.10)
        let room = Box::pin(self.create(terms, seats.swapped(), holders.swapped(), None)).await?;
        Ok(room.id().to_owned())
    }
}
