//! The engine as an opponent: it chooses moves, and answers offers.

use std::sync::Arc;

use damiera_engine::Level;
use damiera_game::{Action, Actor, Command, Game};
use damiera_messages::Seat;
use damiera_play::{Opponents, TableRegistry, reply_pace, time_left};
use damiera_rules::Side;
use tokio::sync::Semaphore;

use crate::rooms::RoomClock;

/// The engine's level at a seat, if it plays there.
pub(crate) fn engine_level(seat: Seat) -> Option<Level> {
    match seat {
        Seat::Person => None,
        Seat::Engine { level } => Some(Level::new(level).unwrap_or(Level::HIGHEST)),
    }
}

/// Plays the seats that the engine holds, with as many searches at a time as there are cores.
pub(crate) struct EngineSeats {
    opponents: Arc<Opponents>,
    searches: Semaphore,
}

impl EngineSeats {
    pub(crate) fn new(tables: Arc<TableRegistry>) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { opponents: Arc::new(Opponents::new(tables)), searches: Semaphore::new(cores) }
    }

    /// The engine's move for a side.
    pub(crate) async fn choose_move(
        &self,
        game: Arc<Game>,
        clock: &RoomClock,
        side: Side,
        level: Level,
    ) -> Option<Command> {
        let _permit = self.searches.acquire().await.ok()?;
        let (opponents, seed) = (Arc::clone(&self.opponents), game.seq());
        let left = time_left(&game, side, clock.now());
        let pause = reply_pace(&game, left, seed);
        let search = tokio::task::spawn_blocking(move || {
            let chosen = opponents.choose(&game, level, left, seed);
            chosen.and_then(|text| game.read(&text).ok())
        });
        let (attempt, ()) = tokio::join!(search, clock.sleep(pause));
        Some(command(clock, side, Action::Move(attempt.ok().flatten()?)))
    }

    /// The engine's answer to what its opponent asks for: it allows takebacks, and evaluates draw offers.
    pub(crate) async fn answer_offer(
        &self,
        game: Arc<Game>,
        clock: &RoomClock,
        engine: Side,
    ) -> Option<Command> {
        if game.takeback() == Some(!engine) {
            return Some(command(clock, engine, Action::AcceptTakeback));
        }
        if game.offer() != Some(!engine) {
            return None;
        }
        let opponents = Arc::clone(&self.opponents);
        let accepts = tokio::task::spawn_blocking(move || opponents.accepts_draw(&game, engine)).await;
        let action = if accepts.unwrap_or(false) { Action::AcceptDraw } else { Action::DeclineDraw };
        Some(command(clock, engine, action))
    }
}

fn command(clock: &RoomClock, side: Side, action: Action) -> Command {
    Command { by: Actor::Player(side), at: clock.now(), action }
}
