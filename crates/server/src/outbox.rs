//! The bounded queue to one connection.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use damiera_game::Lang;
use tokio::sync::mpsc;

use crate::blindfold::BoardAccess;
use damiera_messages::{EventsMessage, ServerMessage, UpdateForm};

/// Length of the queue to a client. A move makes two messages.
const QUEUE: usize = 64;
/// Bytes in the queue to a client above which no more messages are queued. A single message may be larger.
const QUEUED_BYTES: usize = 512 * 1024;
/// Bytes of a message that may be queued behind larger ones: an answer or a presence that follows a large view. The length of
/// the queue bounds them.
const SMALL_MESSAGE: usize = 4 * 1024;

/// A message as JSON text. Clones share the text, so that it is made once for all who get it.
#[derive(Clone, Debug)]
pub(crate) struct MessageText(Bytes);

impl MessageText {
    /// The text in UTF-8.
    pub(crate) fn into_bytes(self) -> Bytes {
        self.0
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

impl From<&ServerMessage> for MessageText {
    fn from(message: &ServerMessage) -> Self {
        Self(message.to_json().into())
    }
}

impl From<&EventsMessage<'_>> for MessageText {
    fn from(message: &EventsMessage<'_>) -> Self {
        Self(message.to_json().into())
    }
}

/// A message in a queue, counted until it is taken out.
#[derive(Debug)]
pub(crate) struct QueuedText {
    text: MessageText,
    /// How much of it counts against what may wait.
    counted: usize,
    queued: Arc<AtomicUsize>,
}

impl QueuedText {
    /// Takes the text out of the count.
    pub(crate) fn take(self) -> MessageText {
        self.text.clone()
    }
}

impl Drop for QueuedText {
    fn drop(&mut self) {
        self.queued.fetch_sub(self.counted, Ordering::Relaxed);
    }
}

/// The sending end of a queue.
#[derive(Clone, Debug)]
pub(crate) struct QueueSender {
    sender: mpsc::Sender<QueuedText>,
    queued: Arc<AtomicUsize>,
}

/// A sending end that does not keep the queue open.
#[derive(Clone, Debug)]
pub(crate) struct WeakQueueSender {
    sender: mpsc::WeakSender<QueuedText>,
    queued: Arc<AtomicUsize>,
}

impl QueueSender {
    /// A queue to a connection.
    pub(crate) fn new() -> (Self, mpsc::Receiver<QueuedText>) {
        Self::with_capacity(QUEUE)
    }

    pub(crate) fn with_capacity(messages: usize) -> (Self, mpsc::Receiver<QueuedText>) {
        let (sender, receiver) = mpsc::channel(messages);
        (Self { sender, queued: Arc::default() }, receiver)
    }

    pub(crate) fn downgrade(&self) -> WeakQueueSender {
        WeakQueueSender { sender: self.sender.downgrade(), queued: Arc::clone(&self.queued) }
    }

    fn send(&self, text: MessageText) -> bool {
        let fits = self.queued.load(Ordering::Relaxed) < QUEUED_BYTES || text.len() <= SMALL_MESSAGE;
        fits && self.put(text.len(), text)
    }

    /// Queues a text that does not count against what may wait.
    fn send_uncounted(&self, text: MessageText) -> bool {
        self.put(0, text)
    }

    fn put(&self, counted: usize, text: MessageText) -> bool {
        self.queued.fetch_add(counted, Ordering::Relaxed);
        self.sender.try_send(QueuedText { text, counted, queued: Arc::clone(&self.queued) }).is_ok()
    }
}

impl WeakQueueSender {
    /// The sender, if the queue is still open.
    pub(crate) fn upgrade(&self) -> Option<QueueSender> {
        Some(QueueSender { sender: self.sender.upgrade()?, queued: Arc::clone(&self.queued) })
    }
}

/// The queue to one connection, and what its client wants. A subscriber whose queue is full is dropped, so it cannot slow
/// down others.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    pub(crate) queue: QueueSender,
    pub(crate) form: UpdateForm,
    pub(crate) lang: Lang,
    /// Whether its client may see the board while a side plays blindfold.
    pub(crate) access: BoardAccess,
}

impl Outbox {
    /// Queues a message without waiting; says whether there was room.
    pub(crate) fn send(&self, message: &ServerMessage) -> bool {
        self.send_text(message.into())
    }

    /// Queues a message of those that a new subscriber gets, whatever their size: the log of the longest game is larger than what
    /// may wait otherwise, and other messages come with it. It happens once for each connection.
    pub(crate) fn send_on_joining(&self, text: MessageText) -> bool {
        self.queue.send_uncounted(text)
    }

    /// Queues a text without waiting; says whether there was room.
    pub(crate) fn send_text(&self, text: MessageText) -> bool {
        self.queue.send(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: usize) -> MessageText {
        MessageText(vec![b' '; bytes].into())
    }

    #[test]
    fn a_queue_is_bounded_in_bytes() {
        let (queue, mut messages) = QueueSender::new();
        assert!(queue.send(text(4 * QUEUED_BYTES)), "one message may be of any size");
        assert!(!queue.send(text(SMALL_MESSAGE + 1)));
        assert!(queue.send(text(SMALL_MESSAGE)), "an answer comes after a large view");
        assert!(messages.try_recv().is_ok() && messages.try_recv().is_ok());
        assert!(queue.send(text(QUEUED_BYTES / 2)));
        assert!(queue.send(text(QUEUED_BYTES / 2)));
        assert!(!queue.send(text(SMALL_MESSAGE + 1)));
        assert!(queue.send_uncounted(text(4 * QUEUED_BYTES)), "but what comes with joining is queued");
        drop(messages);
        assert!(!queue.send(text(1)), "nobody receives");
        assert_eq!(queue.queued.load(Ordering::Relaxed), 0);
    }
}
