//! An exhibition in memory: its state for readers, and the tasks that follow its games.
//!
//! Who has which board and how far the exhibition is stands in the store, where each change is one conditional
//! statement. What happens on the boards stands in the logs of the games. Nothing here has to survive a restart.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use damiera_game::{Game, GameEnding};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::error::ExhibitionError;
use super::terms::ExhibitionTerms;
use crate::clock::Clock;
use crate::nodes::ClusterNode;
use crate::rooms::{Room, RoomRegistry};
use crate::store::{Credentials, ExhibitionStage, LeaseKind, Store, StoredExhibition, StoredExhibitionBoard};

/// How long to wait before a game is looked for again whose room was closed.
pub(super) const RETRY: Duration = Duration::from_millis(200);

/// What exhibitions use of the rest of the server.
#[derive(Clone)]
pub(crate) struct ExhibitionServices {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) rooms: Arc<RoomRegistry>,
    pub(crate) clock: Clock,
    /// Which exhibitions this server opens games for, if there are several servers.
    pub(crate) node: Arc<ClusterNode>,
}

/// An exhibition in memory.
pub(crate) struct LiveExhibition {
    pub(crate) id: String,
    pub(crate) terms: ExhibitionTerms,
    pub(super) services: ExhibitionServices,
    /// Commands are carried out one at a time.
    pub(super) acting: tokio::sync::Mutex<()>,
    /// Games that were created are found one at a time, so that each has one follower.
    finding: tokio::sync::Mutex<()>,
    current: watch::Sender<Arc<ExhibitionState>>,
    followers: Mutex<JoinSet<()>>,
}

/// How an exhibition stands.
#[derive(Clone)]
pub(crate) struct ExhibitionState {
    pub(crate) stored: StoredExhibition,
    /// Incremented when somebody joins or leaves, and at each stage.
    pub(crate) roster: u64,
    /// The games that were created, by board.
    pub(crate) games: BTreeMap<u16, BoardGame>,
}

/// The game of a board.
#[derive(Clone)]
pub(crate) enum BoardGame {
    /// It is played.
    Running { room: Arc<Room>, game: Arc<Game> },
    /// It is over: what is left to show of it.
    Ended(Arc<EndedGame>),
}

/// What is shown of a game that is over.
pub(crate) struct EndedGame {
    pub(crate) fen: String,
    pub(crate) plies: usize,
    pub(crate) last: Option<String>,
    pub(crate) ending: GameEnding,
}

/// What somebody is in an exhibition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExhibitionRole {
    Host,
    /// The player of this board.
    Player(u16),
    Spectator,
}

impl BoardGame {
    fn new(room: &Arc<Room>, game: Arc<Game>) -> Self {
        match game.end() {
            None => Self::Running { room: Arc::clone(room), game },
            Some(ending) => Self::Ended(Arc::new(EndedGame {
                fen: game.fen(),
                plies: game.plies().len(),
                last: last_move(&game),
                ending: *ending,
            })),
        }
    }

    /// A number that grows with each change.
    pub(crate) fn seq(&self) -> u64 {
        match self {
            Self::Running { game, .. } => game.seq(),
            Self::Ended(_) => u64::MAX,
        }
    }

    /// The room of a game that is played.
    pub(crate) fn room(&self) -> Option<Arc<Room>> {
        match self {
            Self::Running { room, .. } => Some(Arc::clone(room)),
            Self::Ended(_) => None,
        }
    }

    pub(crate) const fn is_over(&self) -> bool {
        matches!(self, Self::Ended(_))
    }
}

/// The last move in notation.
pub(crate) fn last_move(game: &Game) -> Option<String> {
    game.plies().last().map(|ply| ply.notation.clone())
}

impl ExhibitionState {
    /// What somebody with these credentials is.
    pub(crate) fn role(&self, credentials: &Credentials) -> ExhibitionRole {
        if self.stored.host.is(credentials) {
            return ExhibitionRole::Host;
        }
        let own = self.stored.boards.iter().find(|board| board.holder.is(credentials));
        own.map_or(ExhibitionRole::Spectator, |board| ExhibitionRole::Player(board.board))
    }

    /// A board that somebody has taken.
    pub(crate) fn taken(&self, board: u16) -> Option<&StoredExhibitionBoard> {
        self.stored.boards.iter().find(|taken| taken.board == board)
    }

    /// Whether every game is over, and no other can begin.
    fn is_played_out(&self, boards: usize) -> bool {
        let nobody_joins = match self.stored.stage {
            ExhibitionStage::Playing => true,
            ExhibitionStage::Filling => self.stored.boards.len() == boards,
            ExhibitionStage::Open | ExhibitionStage::Over | ExhibitionStage::Cancelled => false,
        };
        let is_over =
            |taken: &StoredExhibitionBoard| self.games.get(&taken.board).is_some_and(BoardGame::is_over);
        nobody_joins && self.stored.boards.iter().all(is_over)
    }
}

impl LiveExhibition {
    pub(super) fn new(
        stored: StoredExhibition,
        terms: ExhibitionTerms,
        services: ExhibitionServices,
    ) -> Self {
        let id = stored.id.clone();
        let state = ExhibitionState { stored, roster: 0, games: BTreeMap::new() };
        Self {
            id,
            terms,
            services,
            acting: tokio::sync::Mutex::default(),
            finding: tokio::sync::Mutex::default(),
            current: watch::Sender::new(Arc::new(state)),
            followers: Mutex::default(),
        }
    }

    /// How it stands.
    pub(crate) fn state(&self) -> Arc<ExhibitionState> {
        Arc::clone(&self.current.borrow())
    }

    /// How it stands, each time that changes.
    pub(crate) fn watch(&self) -> watch::Receiver<Arc<ExhibitionState>> {
        self.current.subscribe()
    }

    /// Reads again who has which board: another node may have written, or a seat may have changed hands.
    pub(super) async fn reload(self: &Arc<Self>) -> Result<Arc<ExhibitionState>, ExhibitionError> {
        let stored = self.services.store.exhibition(&self.id).await?.ok_or(ExhibitionError::Unknown)?;
        self.current.send_if_modified(|state| {
            let changed = state.stored != stored;
            if changed {
                let state = Arc::make_mut(state);
                state.stored = stored;
                state.roster += 1;
            }
            changed
        });
        self.follow_new_games().await?;
        Ok(self.state())
    }

    /// Follows the games that were created meanwhile, by this node or another one.
    pub(super) async fn follow_new_games(self: &Arc<Self>) -> Result<(), ExhibitionError> {
        let _finding = self.finding.lock().await;
        let state = self.state();
        for (board, game) in state.stored.boards.iter().filter_map(|b| Some((b.board, b.game.as_ref()?))) {
            if !state.games.contains_key(&board) {
                let room = self.services.rooms.find(game).await?;
                self.follow(board, &room);
            }
        }
        Ok(())
    }

    fn put_game(&self, board: u16, game: BoardGame) {
        self.current.send_modify(|state| {
            Arc::make_mut(state).games.insert(board, game);
        });
    }

    /// Follows the game of a board from now on.
    fn follow(self: &Arc<Self>, board: u16, room: &Arc<Room>) {
        // Before the game is read, so that no change is missed.
        let mut games = room.watch();
        let game = Arc::clone(&games.borrow_and_update());
        let (is_over, id) = (game.end().is_some(), room.id().to_owned());
        self.put_game(board, BoardGame::new(room, game));
        if is_over {
            return;
        }
        let live = Arc::downgrade(self);
        let mut followers = self.followers.lock().unwrap_or_else(PoisonError::into_inner);
        followers.spawn(follow_board(live, board, id, games));
    }

    /// Takes a newer state of a game.
    fn note(&self, board: u16, game: Arc<Game>) {
        self.current.send_if_modified(|state| {
            let Some(BoardGame::Running { room, .. }) = state.games.get(&board) else { return false };
            let next = BoardGame::new(room, game);
            Arc::make_mut(state).games.insert(board, next);
            true
        });
    }

    /// Closes the exhibition once every game is over.
    pub(super) async fn finish_if_played_out(self: &Arc<Self>) -> Result<(), ExhibitionError> {
        let state = self.state();
        if state.is_played_out(self.terms.boards().len()) {
            let (store, from) = (&self.services.store, state.stored.stage);
            store.set_exhibition_stage(&self.id, from, ExhibitionStage::Over).await?;
            self.reload().await?;
            self.services.node.release(LeaseKind::Exhibition, &self.id);
        }
        Ok(())
    }
}

/// Follows a game to its end. A room may be closed before: its seats changed hands, or the store failed.
async fn follow_board(
    live: Weak<LiveExhibition>,
    board: u16,
    id: String,
    mut games: watch::Receiver<Arc<Game>>,
) {
    loop {
        let changed = games.changed().await.is_ok();
        let Some(live) = live.upgrade() else { return };
        if changed {
            let game = Arc::clone(&games.borrow_and_update());
            let is_over = game.end().is_some();
            live.note(board, game);
            if is_over {
                if let Err(error) = live.finish_if_played_out().await {
                    tracing::error!(%error, exhibition = live.id, "an exhibition could not be closed");
                }
                return;
            }
            continue;
        }
        tokio::time::sleep(RETRY).await;
        match live.services.rooms.find(&id).await {
            Ok(room) => {
                games = room.watch();
                let game = Arc::clone(&games.borrow());
                live.put_game(board, BoardGame::new(&room, game));
                games.mark_changed(); // it may have ended meanwhile
            }
            Err(error) => tracing::warn!(%error, game = id, "a game of an exhibition could not be loaded"),
        }
    }
}
