//! Conditional moves: kept for a side, played when their turn comes, dropped when the game leaves them.

use std::time::Duration;

use damiera_game::{Action, Actor, Command};
use damiera_rules::Side;

use super::RoomTask;
use super::commands::stored_id;
use crate::conditional::{ConditionalTree, TreeStatus};
use crate::invalid_input::InvalidInput;
use crate::rooms::RoomError;

impl RoomTask {
    /// Replaces the conditional moves of a side, or removes them.
    pub(super) async fn set_conditional_moves(
        &mut self,
        side: Side,
        tree: Option<ConditionalTree>,
    ) -> Result<(), RoomError> {
        let Some(tree) = tree else {
            self.services().store.delete_conditional_moves(&self.id, side).await?;
            self.conditional[side as usize] = None;
            return Ok(());
        };
        // The opponent may have moved since the tree was checked.
        if !tree.begins_at(&self.game) {
            return Err(RoomError::Invalid(InvalidInput::ConditionalOnOwnTurn));
        }
        self.services().store.put_conditional_moves(&self.id, &tree.stored(side)).await?;
        self.conditional[side as usize] = Some(tree);
        Ok(())
    }

    /// Reads the conditional moves again, which another node may have changed.
    pub(super) async fn reload_conditional_moves(&mut self) -> Result<(), RoomError> {
        if !self.game.terms().is_correspondence() {
            return Ok(());
        }
        self.conditional = [None, None];
        for kept in self.services().store.conditional_moves(&self.id).await? {
            self.conditional[kept.side as usize] = Some((&kept).into());
        }
        Ok(())
    }

    /// Plays the reply that is due, if there is one, and drops a tree that the game has left.
    ///
    /// The log decides what is due: once a reply is in it, it is not due any more. Its command id is made of the number of
    /// the event it follows, so that it is carried out once, also after a crash between two writes.
    pub(super) async fn play_conditional_moves(&mut self) -> Result<(), RoomError> {
        for side in Side::BOTH {
            let Some(tree) = &self.conditional[side as usize] else { continue };
            match tree.status(&self.game) {
                TreeStatus::Waiting(_) => {}
                TreeStatus::Left => self.drop_conditional_moves(side).await,
                TreeStatus::Due(reply) => return self.play_reply(side, &reply).await,
            }
        }
        Ok(())
    }

    async fn play_reply(&mut self, side: Side, reply: &str) -> Result<(), RoomError> {
        let by = Actor::Player(side);
        let id = stored_id(by, &format!("conditional-{}", self.game.seq()));
        let attempt = self.game.read(reply).map_err(RoomError::invalid)?;
        let command = Command { by, at: self.game.last_event_at(), action: Action::Move(attempt) };
        match Box::pin(self.carry_out(&command, Duration::ZERO, Some(&id))).await {
            Ok(_) => Ok(()), // what follows from it has been played, too
            Err(error) if error.invalidates_room() => Err(error),
            Err(error) => {
                tracing::warn!(game = &*self.id, %error, "a conditional move could not be played");
                self.drop_conditional_moves(side).await;
                Ok(())
            }
        }
    }

    /// Drops a tree. If the store fails, the tree is dropped when the game is loaded the next time.
    async fn drop_conditional_moves(&mut self, side: Side) {
        self.conditional[side as usize] = None;
        if let Err(error) = self.services().store.delete_conditional_moves(&self.id, side).await {
            tracing::warn!(game = &*self.id, %error, "conditional moves could not be deleted");
        }
    }
}
