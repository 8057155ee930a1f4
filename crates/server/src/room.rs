//! Games that are being looked at: one owner each, who writes before he tells.

use std::collections::HashMap;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use damiera_engine::Level;
use damiera_game::{Actor, Ask, Command, Game, Moment, Refusal, Terms, wire};
use damiera_rules::Side;
use tokio::sync::{Mutex, watch};

use crate::seat::Seats;
use crate::store::{Store, StoreError};
use crate::thinker::{Thinkers, time_left};

/// Why a game could not be made, found or moved on.
#[derive(Debug)]
pub enum RoomError {
    /// There is no such game.
    Unknown,
    /// The book or the terms are against it.
    Refused(Box<(Refusal, Game)>),
    /// It cannot be read.
    Bad(String),
    /// It could not be kept.
    Store(StoreError),
}

impl fmt::Display for RoomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("there is no such game"),
            Self::Refused(refused) => write!(f, "refused: {:?}", refused.0.why),
            Self::Bad(said) => f.write_str(said),
            Self::Store(error) => error.fmt(f),
        }
    }
}

impl From<StoreError> for RoomError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// A game in memory.
pub(crate) struct Room {
    id: String,
    pub(crate) seats: Seats,
    game: Mutex<Game>,
    /// The number of events, for whoever waits for the next.
    seq: watch::Sender<u64>,
}

/// All games in memory, and the store behind them.
pub struct Rooms<S> {
    store: S,
    open: Mutex<HashMap<String, Arc<Room>>>,
    thinkers: Thinkers,
}

/// Milliseconds since 1970: games outlive a process, so their time does too.
pub(crate) fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Moment(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

impl Room {
    /// Its name.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    pub(crate) async fn game(&self) -> Game {
        self.game.lock().await.clone()
    }

    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.seq.subscribe()
    }
}

impl<S: Store> Rooms<S> {
    /// No game in memory yet.
    #[must_use]
    pub fn new(store: S) -> Self {
        Self { store, open: Mutex::default(), thinkers: Thinkers::default() }
    }

    pub(crate) const fn store(&self) -> &S {
        &self.store
    }

    /// Begins a game.
    pub(crate) async fn create(self: &Arc<Self>, terms: Terms, seats: Seats) -> Result<Arc<Room>, RoomError> {
        let id = fresh_id()?;
        let kept = wire::Terms::from(&terms);
        let game = Game::new(terms).map_err(|bad| RoomError::Bad(bad.to_string()))?;
        self.store.create(&id, now().0 as i64, &kept, &seats).await?;
        let room = self.admit(id, seats, game).await;
        self.act(&room, Command { by: Actor::Arbiter, at: now(), ask: Ask::Start }).await?;
        Ok(room)
    }

    /// A game by its name, from memory or from the store.
    pub(crate) async fn find(self: &Arc<Self>, id: &str) -> Result<Arc<Room>, RoomError> {
        if let Some(room) = self.open.lock().await.get(id) {
            return Ok(Arc::clone(room));
        }
        let kept = self.store.load(id).await?.ok_or(RoomError::Unknown)?;
        let bad = |error: &dyn fmt::Display| RoomError::Bad(error.to_string());
        let terms = Terms::try_from(&kept.terms).map_err(|error| bad(&error))?;
        let mut game = Game::new(terms).map_err(|error| bad(&error))?;
        for event in &kept.events {
            game.apply(&damiera_game::Event::try_from(event).map_err(|error| bad(&error))?);
        }
        let room = self.admit(id.to_owned(), kept.seats, game).await;
        self.next(&room).await;
        Ok(room)
    }

    async fn admit(&self, id: String, seats: Seats, game: Game) -> Arc<Room> {
        let seq = watch::Sender::new(game.seq());
        let room = Arc::new(Room { id: id.clone(), seats, game: Mutex::new(game), seq });
        Arc::clone(self.open.lock().await.entry(id).or_insert(room))
    }

    /// Does what is asked: decides, writes, and only then changes the game and tells those who watch.
    ///
    /// It is boxed because what follows from it, such as the engine's move, comes back here.
    pub(crate) fn act<'a>(
        self: &'a Arc<Self>,
        room: &'a Arc<Room>,
        command: Command,
    ) -> Pin<Box<dyn Future<Output = Result<(), RoomError>> + Send + 'a>> {
        Box::pin(async move {
            self.write(room, &command).await?;
            self.next(room).await;
            Ok(())
        })
    }

    async fn write(&self, room: &Room, command: &Command) -> Result<(), RoomError> {
        let mut game = room.game.lock().await;
        let events = game.decide(command).map_err(|why| RoomError::Refused(Box::new((why, game.clone()))))?;
        let kept: Vec<_> = events.iter().map(wire::Event::from).collect();
        self.store.append(&room.id, game.seq(), &kept).await?;
        for event in &events {
            game.apply(event);
        }
        room.seq.send_replace(game.seq());
        Ok(())
    }

    /// What the server has to do next: think, or watch a flag.
    async fn next(self: &Arc<Self>, room: &Arc<Room>) {
        let game = room.game().await;
        if game.end().is_some() {
            return;
        }
        if let Some(fall) = game.flag_falls() {
            tokio::spawn(Arc::clone(self).watch_flag(Arc::clone(room), fall));
        }
        let turn = game.turn();
        if let Some(level) = room.seats.of(turn).level() {
            tokio::spawn(Arc::clone(self).think(Arc::clone(room), game, turn, level));
        } else if room.seats.of(!turn).level().is_some() {
            tokio::spawn(Arc::clone(self).answer(Arc::clone(room), game, !turn));
        }
    }

    async fn watch_flag(self: Arc<Self>, room: Arc<Room>, fall: Moment) {
        let wait = fall.0.saturating_sub(now().0) + 1;
        tokio::time::sleep(Duration::from_millis(wait)).await;
        if room.game.lock().await.flag_falls() == Some(fall) {
            let _ = self.act(&room, Command { by: Actor::Arbiter, at: now(), ask: Ask::Flag }).await;
        }
    }

    /// Lets the engine move.
    async fn think(self: Arc<Self>, room: Arc<Room>, game: Game, side: Side, level: Level) {
        let (rooms, seq) = (Arc::clone(&self), game.seq());
        let left = time_left(&game, side, now());
        let (thought, ()) = tokio::join!(
            tokio::task::spawn_blocking(move || {
                let chosen = rooms.thinkers.choose(&game, level, left, seq);
                chosen.and_then(|text| game.read(&text).ok())
            }),
            tokio::time::sleep(Duration::from_millis(350)) // an answer before one has looked up is unsettling
        );
        let Ok(Some(attempt)) = thought else { return };
        if *room.seq.borrow() == seq {
            let ask = Ask::Move(attempt);
            if let Err(error) = self.act(&room, Command { by: Actor::Player(side), at: now(), ask }).await {
                tracing::error!(game = room.id, %error, "the engine's move was not played");
            }
        }
    }

    /// The engine answers what a person asks for: it lets moves be taken back, and weighs an offer of a draw.
    async fn answer(self: Arc<Self>, room: Arc<Room>, game: Game, engine: Side) {
        let view = game.view(now());
        let ask = if view.takeback == Some(!engine) {
            Ask::AcceptTakeback
        } else if view.offer == Some(!engine) {
            let rooms = Arc::clone(&self);
            let weighed = tokio::task::spawn_blocking(move || rooms.thinkers.takes_draw(&game, engine));
            if weighed.await.unwrap_or(false) { Ask::AcceptDraw } else { Ask::DeclineDraw }
        } else {
            return;
        };
        let _ = self.act(&room, Command { by: Actor::Player(engine), at: now(), ask }).await;
    }
}

/// A number nobody can guess.
pub(crate) fn chance() -> Result<u64, RoomError> {
    getrandom::u64().map_err(|error| RoomError::Bad(error.to_string()))
}

/// A name nobody can guess and anybody can read out: letters and figures that do not look alike.
fn fresh_id() -> Result<String, RoomError> {
    const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz234567890";
    let mut bytes = [0; 10];
    getrandom::fill(&mut bytes).map_err(|error| RoomError::Bad(error.to_string()))?;
    Ok(bytes.iter().map(|byte| ALPHABET[usize::from(byte % 32)] as char).collect())
}
