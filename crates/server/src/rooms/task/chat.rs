//! Messages between the two players. They are not stored: once the room leaves memory, they are gone.

use std::collections::VecDeque;

use damiera_messages::{ChatLine, ServerMessage};
use damiera_rules::Side;

use super::RoomTask;
use crate::nodes::wire::Audience;
use crate::outbox::Outbox;
use crate::texts;

/// Messages that are kept for a player who comes back.
const MAX_LINES: usize = 100;

/// The messages so far.
#[derive(Default, Debug)]
pub(super) struct Chat {
    lines: VecDeque<ChatLine>,
}

impl Chat {
    /// What a player gets on arrival; nothing if nobody has written.
    pub(super) fn history(&self) -> Option<ServerMessage> {
        let lines: Vec<_> = self.lines.iter().cloned().collect();
        (!lines.is_empty()).then_some(ServerMessage::Chat { lines })
    }

    /// All of them, the oldest first.
    pub(super) fn lines(&self) -> Vec<ChatLine> {
        self.lines.iter().cloned().collect()
    }

    /// Adds messages, unless they are known.
    pub(super) fn follow(&mut self, lines: Vec<ChatLine>) {
        for line in lines {
            if self.lines.contains(&line) {
                continue;
            }
            if self.lines.len() >= MAX_LINES {
                self.lines.pop_front();
            }
            self.lines.push_back(line);
        }
    }
}

impl RoomTask {
    /// Passes a message on to the players. Spectators do not see it. The sender hears if the opponent has switched messages off.
    pub(super) fn chat(&mut self, by: Side, text: String, sender: &Outbox) {
        // An opponent who sees the board could tell what stands on it.
        if self.game.conceals_board() {
            sender.send(&ServerMessage::ChatRefused { text: texts::text(sender.lang, "chat-blindfold") });
            return;
        }
        if self.subscribers.is_present(!by) && !self.subscribers.reads_chat(!by) {
            let text = texts::text(sender.lang, "chat-opponent-off");
            sender.send(&ServerMessage::ChatRefused { text });
            return;
        }
        let line = ChatLine { by: by.into(), at: self.now().0, text };
        self.chat.follow(vec![line.clone()]);
        self.relay(Audience::ChatReaders, &ServerMessage::Chat { lines: vec![line] });
    }
}
