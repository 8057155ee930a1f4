//! The engine as an opponent: it chooses moves, and answers what a person asks for.

use std::sync::Arc;
use std::time::Duration;

use damiera_engine::Level;
use damiera_game::{Action, Actor, Command, Game};
use damiera_play::time_left;
use damiera_rules::Side;

use super::Rooms;
use crate::room::{Letter, Room};
use crate::store::Seat;
use crate::time::now;

/// The engine's level at a seat, if the engine plays there.
pub(crate) fn engine_level(seat: Seat) -> Option<Level> {
    match seat {
        Seat::Person => None,
        Seat::Engine { level } => Some(Level::new(level).unwrap_or(Level::HIGHEST)),
    }
}

impl Rooms {
    /// Lets the engine choose a move, and sends it to the room. Not more think at once than there are cores.
    pub(crate) async fn think(
        self: Arc<Self>,
        room: Option<Arc<Room>>,
        game: Arc<Game>,
        side: Side,
        level: Level,
    ) {
        let Some(room) = room else { return };
        let Ok(_turn) = self.thinking.acquire().await else { return };
        let (opponents, seq) = (Arc::clone(&self.opponents), game.seq());
        let left = time_left(&game, side, now());
        let (thought, ()) = tokio::join!(
            tokio::task::spawn_blocking(move || {
                let chosen = opponents.choose(&game, level, left, seq);
                chosen.and_then(|text| game.read(&text).ok())
            }),
            tokio::time::sleep(Duration::from_millis(350)) // an answer before one has looked up is unsettling
        );
        let Ok(Some(attempt)) = thought else { return };
        let command = Command { by: Actor::Player(side), at: now(), action: Action::Move(attempt) };
        let _ = room.send(Letter::Thought(seq, Box::new(command))).await;
    }

    /// The engine answers what a person asks for: it lets moves be taken back, and weighs an offer of a draw.
    pub(crate) async fn answer(self: Arc<Self>, room: Arc<Room>, game: Arc<Game>, engine: Side) {
        let seq = game.seq();
        let action = if game.takeback() == Some(!engine) {
            Action::AcceptTakeback
        } else if game.offer() == Some(!engine) {
            let opponents = Arc::clone(&self.opponents);
            let weighed = tokio::task::spawn_blocking(move || opponents.accepts_draw(&game, engine));
            if weighed.await.unwrap_or(false) { Action::AcceptDraw } else { Action::DeclineDraw }
        } else {
            return;
        };
        let command = Command { by: Actor::Player(engine), at: now(), action };
        let _ = room.send(Letter::Thought(seq, Box::new(command))).await;
    }
}
