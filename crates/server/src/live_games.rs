//! The games that are being played now, to be watched.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use damiera_game::Game;
use damiera_rules::Side;
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;

use crate::clock::Clock;
use crate::library;
use crate::nodes::ClusterNode;
use crate::nodes::wire::{NodeAnswer, NodeRequest};
use crate::rooms::{Room, RoomRegistry};

/// How long a list serves all readers before it is made anew.
const FRESH: Duration = Duration::from_secs(2);
/// Games in the list at most.
const MAX_GAMES: usize = 480;

/// How long another node may take to say which games it has.
const ANSWER: Duration = Duration::from_millis(500);

/// A game that is being played by two people.
#[derive(Serialize, Deserialize, Clone, Debug, utoipa::ToSchema)]
pub(crate) struct LiveGame {
    pub(crate) id: String,
    pub(crate) variant: String,
    /// White's name; empty if they gave none.
    pub(crate) white: String,
    /// Black's name; empty if they gave none.
    pub(crate) black: String,
    /// The position.
    pub(crate) fen: String,
    /// Half-moves so far.
    pub(crate) plies: usize,
}

/// A live game as nodes tell each other of it.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub(crate) struct WireLiveGame {
    /// When something last happened in it, in milliseconds since 1970.
    at: u64,
    game: LiveGame,
}

type Cached = Option<(Duration, Arc<[LiveGame]>)>;

/// The list of live games, made at most once in two seconds.
pub(crate) struct LiveGames {
    pub(crate) rooms: Arc<RoomRegistry>,
    pub(crate) node: Arc<ClusterNode>,
    pub(crate) clock: Clock,
    /// Locked while the list is made, so that all who wait get the same one.
    pub(crate) cached: Mutex<Cached>,
}

impl LiveGames {
    /// The games at all nodes, those with the latest move first.
    pub(crate) async fn list(&self) -> Arc<[LiveGame]> {
        let mut cached = self.cached.lock().await;
        let now = self.clock.elapsed();
        if let Some((made, games)) = &*cached
            && now.saturating_sub(*made) < FRESH
        {
            return Arc::clone(games);
        }
        let mut games = games_here(&self.rooms);
        games.extend(self.games_elsewhere().await);
        let games: Arc<[_]> = newest(games).into();
        *cached = Some((now, Arc::clone(&games)));
        games
    }

    /// The games in memory at other nodes. A node that does not answer is left out.
    async fn games_elsewhere(&self) -> Vec<WireLiveGame> {
        let others = self.node.others().await.unwrap_or_else(|error| {
            tracing::debug!(%error, "the other nodes are not known");
            Vec::new()
        });
        let request = NodeRequest::LiveGames;
        let ask = others.iter().map(|other| self.node.request(other, &request, ANSWER));
        let answers = futures_util::future::join_all(ask).await;
        let games = answers.into_iter().filter_map(|answer| match answer {
            Ok(NodeAnswer::LiveGames(games)) => Some(games),
            _ => None,
        });
        games.flatten().collect()
    }
}

/// The games in memory at this node that are being played by two people, those with the latest move first.
pub(crate) fn games_here(rooms: &RoomRegistry) -> Vec<WireLiveGame> {
    let mut rooms: Vec<_> = rooms
        .between_two_people()
        .into_iter()
        .map(|room| (room.game(), room))
        .filter(|(game, _)| game.has_begun() && game.end().is_none() && is_public(game))
        .collect();
    rooms.sort_by_key(|(game, _)| std::cmp::Reverse(game.last_event_at()));
    rooms.truncate(MAX_GAMES);
    let shown = |(game, room): (Arc<Game>, Arc<Room>)| WireLiveGame {
        at: game.last_event_at().0,
        game: live_game(&room),
    };
    rooms.into_iter().map(shown).collect()
}

/// Each game once, as the node that has seen most of it shows it, those with the latest move first.
fn newest(mut games: Vec<WireLiveGame>) -> Vec<LiveGame> {
    games.sort_by_key(|shown| std::cmp::Reverse((shown.at, shown.game.plies)));
    let mut known = HashSet::new();
    games.retain(|game| known.insert(game.game.id.clone()));
    games.truncate(MAX_GAMES);
    games.into_iter().map(|game| game.game).collect()
}

/// Whether everybody may see the board: not while a side plays blindfold.
fn is_public(game: &Game) -> bool {
    !Side::BOTH.into_iter().any(|side| game.is_blindfold(side))
}

fn live_game(room: &Room) -> LiveGame {
    let (game, players) = (room.game(), (&room.seats, &room.holders));
    LiveGame {
        id: room.id().to_owned(),
        variant: game.terms().variant.name().to_owned(),
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
    fn a_game_at_several_nodes_is_listed_once() {
        let game = |id: &str, plies, at| {
            let (variant, fen) = (Variant::ALL[0].name().to_owned(), String::new());
            let (id, white, black) = (id.to_owned(), String::new(), String::new());
            WireLiveGame { at, game: LiveGame { id, variant, white, black, fen, plies } }
        };
        let listed = newest(vec![game("a", 4, 40), game("b", 9, 50), game("a", 5, 60), game("c", 1, 45)]);
        let listed: Vec<_> = listed.iter().map(|game| (game.id.as_str(), game.plies)).collect();
        assert_eq!(listed, [("a", 5), ("b", 9), ("c", 1)]);
    }

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
