//! The games that are being played now, to be watched.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use damiera_game::Game;
use damiera_rules::Side;
use serde::Serialize;

use crate::clock::Clock;
use crate::library;
use crate::rooms::{Room, RoomRegistry};

/// How long a list serves all readers before it is made anew.
const FRESH: Duration = Duration::from_secs(2);
/// Games in the list at most.
const MAX_GAMES: usize = 480;

/// A game that is being played by two people.
#[derive(Serialize, Clone, Debug, utoipa::ToSchema)]
pub(crate) struct LiveGame {
    pub(crate) id: String,
    pub(crate) variant: &'static str,
    /// White's name; empty if they gave none.
    pub(crate) white: String,
    /// Black's name; empty if they gave none.
    pub(crate) black: String,
    /// The position.
    pub(crate) fen: String,
    /// Half-moves so far.
    pub(crate) plies: usize,
}

type Cached = Option<(Duration, Arc<[LiveGame]>)>;

/// The list of live games, made at most once in two seconds.
pub(crate) struct LiveGames {
    pub(crate) rooms: Arc<RoomRegistry>,
    pub(crate) clock: Clock,
    pub(crate) cached: Mutex<Cached>,
}

impl LiveGames {
    /// The games, those with the latest move first.
    pub(crate) fn list(&self) -> Arc<[LiveGame]> {
        let now = self.clock.elapsed();
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((made, games)) = &*cached
            && now.saturating_sub(*made) < FRESH
        {
            return Arc::clone(games);
        }
        let games: Arc<[_]> = self.collect().into();
        *cached = Some((now, Arc::clone(&games)));
        games
    }

    fn collect(&self) -> Vec<LiveGame> {
        let mut rooms: Vec<_> = self
            .rooms
            .between_two_people()
            .into_iter()
            .map(|room| (room.game(), room))
            .filter(|(game, _)| game.has_begun() && game.end().is_none() && is_public(game))
            .collect();
        rooms.sort_by_key(|(game, _)| std::cmp::Reverse(game.last_event_at()));
        rooms.truncate(MAX_GAMES);
        rooms.into_iter().map(|(_, room)| live_game(&room)).collect()
    }
}

/// Whether everybody may see the board: not while a side plays blindfold.
fn is_public(game: &Game) -> bool {
    !Side::BOTH.into_iter().any(|side| game.is_blindfold(side))
}

fn live_game(room: &Room) -> LiveGame {
    let (game, players) = (room.game(), (&room.seats, &room.holders));
    LiveGame {
        id: room.id().to_owned(),
        variant: game.terms().variant.name(),
        white: library::name(players, Side::White),
        black: library::name(players, Side::Black),
        // Everybody sees the list, a blindfold player among them.
        fen: if game.conceals_board() { String::new() } else { game.fen() },
        plies: game.plies().len(),
    }
}

#[cfg(test)]
mod tests {
    use damiera_game::{Profile, Sight, Terms};
    use damiera_rules::Variant;

    use super::*;

    #[test]
    fn a_blindfold_game_is_not_shown() {
        let public = |sight| {
            let terms = Terms { sight, ..Terms::new(Variant::ALL[0], Profile::ONLINE) };
            is_public(&Game::new(terms).expect("terms"))
        };
        assert!(public([Sight::Board; 2]));
        assert!(!public([Sight::Board, Sight::Blindfold]));
    }
}
