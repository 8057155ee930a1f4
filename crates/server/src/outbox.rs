//! The bounded queue to one connection.

use bytes::Bytes;
use damiera_game::Lang;
use tokio::sync::mpsc;

use crate::protocol::{ServerMessage, UpdateForm};

/// A message as JSON text. Clones share the text, so that it is made once for all who get it.
#[derive(Clone, Debug)]
pub(crate) struct MessageText(Bytes);

impl MessageText {
    /// Makes the text of anything that can be sent.
    pub(crate) fn new(message: &impl serde::Serialize) -> Self {
        Self(serde_json::to_vec(message).unwrap_or_default().into())
    }

    /// The text in UTF-8.
    pub(crate) fn into_bytes(self) -> Bytes {
        self.0
    }
}

impl From<&ServerMessage> for MessageText {
    fn from(message: &ServerMessage) -> Self {
        Self::new(message)
    }
}

/// The queue to one connection, and what its client wants. A subscriber whose queue is full is dropped, so it cannot slow
/// down others.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    pub(crate) queue: mpsc::Sender<MessageText>,
    pub(crate) form: UpdateForm,
    pub(crate) lang: Lang,
}

impl Outbox {
    /// Queues a message without waiting; says whether there was room.
    pub(crate) fn send(&self, message: &ServerMessage) -> bool {
        self.send_text(message.into())
    }

    /// Queues a text without waiting; says whether there was room.
    pub(crate) fn send_text(&self, text: MessageText) -> bool {
        self.queue.try_send(text).is_ok()
    }
}
