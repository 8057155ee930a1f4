//! The engine as an opponent: it chooses moves, and answers offers.

use std::sync::Arc;

use damiera_engine::Level;
use damiera_game::{Action, Actor, Command, Game};
use damiera_messages::Seat;
use damiera_play::{Opponents, TableRegistry, reply_pace, time_left};
use damiera_rules::Side;

use crate::rooms::{Room, RoomClock};
use crate::work::WorkPool;

/// The engine's level at a seat, if it plays there.
pub(crate) fn engine_level(seat: Seat) -> Option<Level> {
    match seat {
        Seat::Person => None,
        Seat::Engine { level } => Some(Level::new(level).unwrap_or(Level::HIGHEST)),
    }
}

/// Plays the seats that the engine holds, with as many searches at a time as there are cores. One client's games get a part of
/// them, so that nobody else waits for the engine because of them.
pub(crate) struct EngineSeats {
    opponents: Arc<Opponents>,
    searches: WorkPool,
}

impl EngineSeats {
    pub(crate) fn new(tables: Arc<TableRegistry>) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { opponents: Arc::new(Opponents::new(tables)), searches: WorkPool::new("engine", cores) }
    }

    /// The engine's move for the side to move. None if the game has gone on before a search could begin.
    pub(crate) async fn choose_move(
        &self,
        room: &Room,
        game: Arc<Game>,
        clock: &RoomClock,
        level: Level,
    ) -> Option<Command> {
        let (opponents, seed, side) = (Arc::clone(&self.opponents), game.seq(), game.turn());
        let pause = reply_pace(&game, time_left(&game, side, clock.now()), seed);
        let (client, published, own_clock) = (room.client(), room.watch(), clock.clone());
        let search = self.searches.run_patiently(&client, move |_| {
            if published.borrow().seq() != seed {
                return None;
            }
            // What it has waited for a place has been taken from its clock.
            let left = time_left(&game, side, own_clock.now());
            let chosen = opponents.choose(&game, level, left, seed);
            chosen.and_then(|text| game.read(&text).ok())
        });
        let (attempt, ()) = tokio::join!(search, clock.sleep(pause));
        Some(command(clock, side, Action::Move(attempt.ok().flatten()?)))
    }

    /// The engine's answer to what its opponent asks for: it allows takebacks, and evaluates draw offers.
    pub(crate) async fn answer_offer(
        &self,
        room: &Room,
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
        let accept = move |_: &_| opponents.accepts_draw(&game, engine);
        let accepts = self.searches.run_patiently(&room.client(), accept).await;
        let action = if accepts.unwrap_or(false) { Action::AcceptDraw } else { Action::DeclineDraw };
        Some(command(clock, engine, action))
    }
}

fn command(clock: &RoomClock, side: Side, action: Action) -> Command {
    Command { by: Actor::Player(side), at: clock.now(), action }
}
