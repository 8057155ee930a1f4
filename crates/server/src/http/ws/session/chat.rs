//! Writing to the opponent: who may, how often, and who does not want to read it.

use std::time::Duration;

use damiera_game::Actor;
use damiera_messages::ServerMessage;
use damiera_rules::Side;

use super::{Follows, Session};
use crate::chat_text;
use crate::rate_limit::TokenBucket;
use crate::rooms::{ChatSetting, Room, RoomError, RoomMessage};
use crate::texts;

/// A message every two seconds, with a burst of five.
pub(super) fn budget() -> TokenBucket {
    TokenBucket::new(1, Duration::from_secs(2), 5)
}

impl Session {
    /// Passes a line of text on to the opponent, or says why not.
    pub(super) async fn chat(&mut self, by: Side, text: &str) -> Result<(), RoomError> {
        let now = self.app.clock.elapsed();
        let room = self.room_as(Actor::Player(by))?.clone();
        if !room.is_between_two_people() {
            return Err(RoomError::NotAllowed);
        }
        let Some(text) = chat_text::parse(text) else { return Ok(()) };
        let sender = self.outbox(self.form)?;
        let refused = match self.chat_budget.take(now) {
            true => self.chat_refusal(&room, by).await?,
            false => Some("chat-too-fast"),
        };
        if let Some(key) = refused {
            sender.send(&ServerMessage::ChatRefused { text: texts::text(self.lang, key) });
            return Ok(());
        }
        room.send(RoomMessage::Chat { by, text, sender }).await
    }

    /// Why the client may not write to the opponent, as the key of a text.
    async fn chat_refusal(&self, room: &Room, by: Side) -> Result<Option<&'static str>, RoomError> {
        if let Some(session) = self.credentials.session
            && self
                .app
                .accounts
                .of_token(session)
                .await
                .is_ok_and(|own| own.is_none_or(|own| own.status.muted))
        {
            return Ok(Some("chat-muted"));
        }
        // Whoever acts by a key to the seat writes for its account.
        let [account, opponent] =
            [by, !by].map(|side| room.holders.0[side as usize].as_ref().and_then(|holder| holder.account));
        match (opponent, self.credentials.account.or(account)) {
            (Some(opponent), Some(account)) if self.app.store.has_blocked(opponent, account).await? => {
                Ok(Some("chat-blocked"))
            }
            _ => Ok(None),
        }
    }

    /// Switches messages from the opponent on or off.
    pub(super) async fn switch_chat(&self, on: bool) -> Result<(), RoomError> {
        let Follows::Game(room) = &self.follows else { return Err(RoomError::UnknownGame) };
        let setting = if on { ChatSetting::On } else { ChatSetting::Off };
        room.send(RoomMessage::ChatSwitch { subscriber: self.id, setting }).await
    }
}
