//! What host and players do in an exhibition.

use std::sync::Arc;

use damiera_game::{Action, Actor, Command};
use damiera_rules::Side;

use super::error::ExhibitionError;
use super::live::{BoardGame, ExhibitionRole, ExhibitionState, LiveExhibition};
use super::terms::WireExhibitionStart;
use crate::nodes::EVENTS;
use crate::nodes::wire::EventUpdate;
use crate::random::derived_id;
use crate::rooms::Room;
use crate::store::{Claim, Credentials, ExhibitionStage, Holder, Holders, LeaseKind, StoredExhibitionBoard};

/// What a host asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ExhibitionAsk)]
pub(crate) enum ExhibitionAsk {
    /// Begin the games on the boards that are taken.
    Start,
    /// Let nobody join any more, where boards start as they fill.
    Close,
    /// End the exhibition. Games that are not over stay as they are.
    End,
    /// Call the exhibition off before it has begun.
    Cancel,
}

impl LiveExhibition {
    /// Takes a board: the one that is asked for, or the first that is free. Returns its number.
    pub(crate) async fn join(
        self: &Arc<Self>,
        wanted: Option<u16>,
        holder: &Holder,
        credentials: &Credentials,
    ) -> Result<u16, ExhibitionError> {
        let _acting = self.acting.lock().await;
        loop {
            let state = self.reload().await?;
            match state.role(credentials) {
                ExhibitionRole::Host => return Err(ExhibitionError::HostJoins),
                ExhibitionRole::Player(board) => return Err(ExhibitionError::HasBoard(board)),
                ExhibitionRole::Spectator => {}
            }
            if !state.stored.stage.admits_players() {
                return Err(ExhibitionError::Closed);
            }
            let (store, at) = (&self.services.store, self.services.clock.now());
            if let (Some(host), Some(account)) = (state.stored.host.account, credentials.account)
                && store.has_blocked(host, account).await?
            {
                return Err(ExhibitionError::Blocked);
            }
            let board = self.free_board(&state, wanted)?;
            if store.take_exhibition_board(&self.id, board, holder, at.0).await? {
                self.reload().await?;
                self.open_due_games().await?;
                self.publish();
                return Ok(board);
            }
            // Somebody on another node was quicker: look again.
        }
    }

    fn free_board(&self, state: &ExhibitionState, wanted: Option<u16>) -> Result<u16, ExhibitionError> {
        match wanted {
            Some(board) if self.terms.board(board).is_none() => Err(ExhibitionError::NoBoard),
            Some(board) if state.taken(board).is_some() => Err(ExhibitionError::BoardTaken),
            Some(board) => Ok(board),
            None => (1..=self.terms.boards().len() as u16)
                .find(|&board| state.taken(board).is_none())
                .ok_or(ExhibitionError::Full),
        }
    }

    async fn close_if_full(self: &Arc<Self>, state: &ExhibitionState) -> Result<(), ExhibitionError> {
        if state.stored.boards.len() == self.terms.boards().len() {
            let (store, filling) = (&self.services.store, ExhibitionStage::Filling);
            store.set_exhibition_stage(&self.id, filling, ExhibitionStage::Playing).await?;
            self.reload().await?;
        }
        Ok(())
    }

    /// Frees a board before its game has begun: its player leaves, or the host removes them.
    pub(crate) async fn leave(
        self: &Arc<Self>,
        board: u16,
        credentials: &Credentials,
    ) -> Result<(), ExhibitionError> {
        let _acting = self.acting.lock().await;
        let state = self.reload().await?;
        let taken = state.taken(board).ok_or(ExhibitionError::NoBoard)?;
        match state.role(credentials) {
            ExhibitionRole::Host => {}
            ExhibitionRole::Player(own) if own == board => {}
            _ => return Err(ExhibitionError::NotYours),
        }
        let open = state.stored.stage == ExhibitionStage::Open && taken.game.is_none();
        if !open || !self.services.store.free_exhibition_board(&self.id, board).await? {
            return Err(ExhibitionError::Begun);
        }
        self.reload().await?;
        self.publish();
        Ok(())
    }

    /// Carries out what the host asks.
    pub(crate) async fn command(
        self: &Arc<Self>,
        ask: ExhibitionAsk,
        credentials: &Credentials,
    ) -> Result<(), ExhibitionError> {
        let _acting = self.acting.lock().await;
        let state = self.reload().await?;
        if state.role(credentials) != ExhibitionRole::Host {
            return Err(ExhibitionError::NotHost);
        }
        use ExhibitionStage::{Cancelled, Filling, Open, Over, Playing};
        let stage = state.stored.stage;
        let next = match (ask, stage) {
            (ExhibitionAsk::Start, Open) => match self.terms.wire().start {
                WireExhibitionStart::Together if state.stored.boards.is_empty() => {
                    return Err(ExhibitionError::NobodyJoined);
                }
                WireExhibitionStart::Together => Playing,
                WireExhibitionStart::AsBoardsFill => Filling,
            },
            (ExhibitionAsk::Close, Filling) => Playing,
            (ExhibitionAsk::End, Filling | Playing) => Over,
            (ExhibitionAsk::Cancel, Open) => Cancelled,
            _ => return Err(ExhibitionError::OtherStage),
        };
        if ask == ExhibitionAsk::Start {
            // Before it begins, so that if this node is lost now, another one finds it by its lease.
            self.services.node.claim(LeaseKind::Exhibition, &self.id).await?;
        }
        if !self.services.store.set_exhibition_stage(&self.id, stage, next).await? {
            return Err(ExhibitionError::OtherStage);
        }
        self.reload().await?;
        if ask == ExhibitionAsk::Start {
            self.open_due_games().await?;
        }
        self.finish_if_played_out().await?;
        if next == Over {
            self.services.node.release(LeaseKind::Exhibition, &self.id);
        }
        self.publish();
        Ok(())
    }

    /// Has the other nodes read the exhibition again.
    fn publish(&self) {
        self.services.node.publish(EVENTS, &EventUpdate::Exhibition(self.id.clone()));
    }

    /// Goes on where this node or another one stopped: games that were not created or not started are.
    pub(super) async fn go_on(self: &Arc<Self>) -> Result<(), ExhibitionError> {
        let _acting = self.acting.lock().await;
        if self.state().stored.stage.is_running() && self.open_due_games().await? {
            let running: Vec<_> = self.state().games.values().filter_map(BoardGame::room).collect();
            let waiting = running.iter().filter(|room| !room.game().has_begun());
            futures_util::future::join_all(waiting.map(|room| self.start(room))).await;
        }
        self.finish_if_played_out().await
    }

    /// Opens the games of boards that are taken, if games are played. One node does so at a time; returns whether it is this
    /// one. Another one that does is notified by [`Self::publish`].
    async fn open_due_games(self: &Arc<Self>) -> Result<bool, ExhibitionError> {
        let state = self.state();
        if !state.stored.stage.is_running() {
            return Ok(false);
        }
        if let Claim::OwnedBy(_) = self.services.node.claim(LeaseKind::Exhibition, &self.id).await? {
            return Ok(false);
        }
        self.open_games(&state).await?;
        if state.stored.stage == ExhibitionStage::Filling {
            self.close_if_full(&state).await?;
        }
        Ok(true)
    }

    /// Creates the games of the boards that have none, and starts the clocks of all of them together.
    async fn open_games(self: &Arc<Self>, state: &ExhibitionState) -> Result<(), ExhibitionError> {
        let boards = self.terms.boards_that_count(state.stored.boards.len());
        let waiting = state.stored.boards.iter().filter(|board| board.game.is_none());
        let created = waiting.map(|taken| self.create_game(state, taken, boards));
        let mut rooms = Vec::new();
        for created in futures_util::future::join_all(created).await {
            rooms.extend(created?);
        }
        self.reload().await?;
        futures_util::future::join_all(rooms.iter().map(|room| self.start(room))).await;
        if !rooms.is_empty() {
            self.publish();
        }
        Ok(())
    }

    async fn create_game(
        &self,
        state: &ExhibitionState,
        taken: &StoredExhibitionBoard,
        boards: usize,
    ) -> Result<Option<Arc<Room>>, ExhibitionError> {
        let (Some(plan), Some(terms)) =
            (self.terms.board(taken.board), self.terms.game_terms(taken.board, boards))
        else {
            return Ok(None);
        };
        let mut holders = [Some(state.stored.host.clone()), Some(taken.holder.clone())];
        if plan.host == Side::Black {
            holders.swap(0, 1);
        }
        let id = game_id(&self.id, taken);
        let room = self.services.rooms.create_once(&id, terms, Holders(holders)).await?;
        if self.services.store.set_exhibition_game(&self.id, taken.board, &id).await? {
            return Ok(Some(room));
        }
        let stored = self.services.store.exhibition(&self.id).await?.ok_or(ExhibitionError::Unknown)?;
        if stored.boards.iter().any(|board| board.game.as_deref() == Some(&*id)) {
            return Ok(None); // another node was first, with the same game
        }
        // The board has changed hands meanwhile.
        let abort = self.command_of(Actor::Player(plan.host), Action::Abort);
        let _ = room.command(abort, None, None).await;
        Ok(None)
    }

    /// Starts the clocks of a game; refused if they run.
    pub(super) async fn start(&self, room: &Room) {
        let _ = room.command(self.command_of(Actor::Arbiter, Action::Start), None, None).await;
    }

    fn command_of(&self, by: Actor, action: Action) -> Command {
        Command { by, at: self.services.clock.now(), action }
    }
}

/// The id of the game of a board and its player, the same at every node: two nodes that open it at once open one game.
fn game_id(exhibition: &str, taken: &StoredExhibitionBoard) -> String {
    let StoredExhibitionBoard { board, holder, .. } = taken;
    let digests = [holder.visitor, holder.key].map(|digest| digest.map(|digest| digest.0));
    derived_id(&format!("{exhibition}/{board}/{:?}/{digests:?}", holder.account))
}
