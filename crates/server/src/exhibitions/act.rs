//! What host and players do in an exhibition.

use std::sync::Arc;

use damiera_game::{Action, Actor, Command};
use damiera_messages::Seats;
use damiera_rules::Side;

use super::error::ExhibitionError;
use super::live::{ExhibitionRole, ExhibitionState, LiveExhibition};
use super::terms::WireExhibitionStart;
use crate::rooms::Room;
use crate::store::{Credentials, ExhibitionStage, Holder, Holders, StoredExhibitionBoard};

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
                let state = self.reload().await?;
                if state.stored.stage == ExhibitionStage::Filling {
                    self.open_games(&state).await?;
                    self.close_if_full(&state).await?;
                }
                return Ok(board);
            }
            // Somebody on another server was quicker: look again.
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

    async fn close_if_full(&self, state: &ExhibitionState) -> Result<(), ExhibitionError> {
        if state.stored.boards.len() == self.terms.boards().len() {
            let (store, filling) = (&self.services.store, ExhibitionStage::Filling);
            store.set_exhibition_stage(&self.id, filling, ExhibitionStage::Playing).await?;
            self.reload().await?;
        }
        Ok(())
    }

    /// Frees a board before its game has begun: its player leaves, or the host removes them.
    pub(crate) async fn leave(&self, board: u16, credentials: &Credentials) -> Result<(), ExhibitionError> {
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
        if !self.services.store.set_exhibition_stage(&self.id, stage, next).await? {
            return Err(ExhibitionError::OtherStage);
        }
        let state = self.reload().await?;
        if ask == ExhibitionAsk::Start {
            self.open_games(&state).await?;
            if next == Filling {
                self.close_if_full(&state).await?;
            }
        }
        self.finish_if_played_out().await
    }

    /// Creates the games of the boards that have none, and starts the clocks of all of them together.
    pub(super) async fn open_games(self: &Arc<Self>, state: &ExhibitionState) -> Result<(), ExhibitionError> {
        let boards = self.terms.boards_that_count(state.stored.boards.len());
        let waiting = state.stored.boards.iter().filter(|board| board.game.is_none());
        let created = waiting.map(|taken| self.create_game(state, taken, boards));
        let mut rooms = Vec::new();
        for created in futures_util::future::join_all(created).await {
            rooms.extend(created?);
        }
        self.reload().await?;
        for (board, room) in &rooms {
            self.follow(*board, room);
        }
        futures_util::future::join_all(rooms.iter().map(|(_, room)| self.start(room))).await;
        Ok(())
    }

    async fn create_game(
        &self,
        state: &ExhibitionState,
        taken: &StoredExhibitionBoard,
        boards: usize,
    ) -> Result<Option<(u16, Arc<Room>)>, ExhibitionError> {
        let (Some(plan), Some(terms)) =
            (self.terms.board(taken.board), self.terms.game_terms(taken.board, boards))
        else {
            return Ok(None);
        };
        let mut holders = [Some(state.stored.host.clone()), Some(taken.holder.clone())];
        if plan.host == Side::Black {
            holders.swap(0, 1);
        }
        let room = self.services.rooms.create(terms, Seats::PEOPLE, Holders(holders), None).await?;
        if self.services.store.set_exhibition_game(&self.id, taken.board, room.id()).await? {
            return Ok(Some((taken.board, room)));
        }
        // Another server was quicker.
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
