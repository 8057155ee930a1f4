//! New subscribers, and the events that a client has missed.

use damiera_game::wire;
use damiera_messages::{LoggedEvent, ServerMessage};
use damiera_rules::Side;
use serde_json::value::RawValue;

use super::commands::sent_id;
use super::{Flow, RoomTask};
use crate::outbox::{MessageText, Outbox};
use crate::rooms::RoomError;
use crate::rooms::subscribers::{Subscriber, missed_text};
use crate::store::{StoreError, StoredEvent};

/// A stored event as clients get it.
pub(super) fn logged(seq: u64, stored: StoredEvent) -> Result<LoggedEvent, StoreError> {
    let id = stored.command_id.as_deref().map(sent_id);
    Ok(LoggedEvent { seq, id, event: RawValue::from_string(stored.body)? })
}

impl RoomTask {
    /// Adds a subscriber, and sends it the events after the last one that it knows.
    pub(super) async fn join(&mut self, mut subscriber: Subscriber, seq: Option<u64>) -> Flow {
        subscriber.consults = self.consulting_side(&subscriber.credentials).await;
        if self.welcome_from_lost_node(subscriber.sides, None).await.is_break() {
            return Flow::Break(());
        }
        let head = self.game.seq();
        let sides = Side::BOTH.into_iter().filter(|&side| subscriber.sides[side as usize]);
        let joined = ServerMessage::Joined {
            game: self.id.to_string(),
            seq: head,
            sides: sides.map(wire::WireSide::from).collect(),
            now: self.now().0,
            terms: seq.is_none().then(|| Box::new(wire::WireTerms::from(self.game.terms()))),
        };
        // Without what it missed it would wait for ever: it connects again, perhaps to a node that can read the log.
        let Some(missed) = self.missed(&subscriber.outbox, seq).await else { return Flow::Continue(()) };
        subscriber.outbox.send_on_joining((&joined).into());
        subscriber.outbox.send_on_joining(missed);
        if let Some(message) = self.rematch.message() {
            subscriber.outbox.send_on_joining((&message).into());
        }
        if subscriber.sides != [false; 2]
            && let Some(history) = self.chat.history()
        {
            subscriber.outbox.send_on_joining((&history).into());
        }
        self.subscribers.join(subscriber);
        self.report_attendance();
        self.start_if_both_are_here().await
    }

    /// The events after `known` as text; `None` if they cannot be read. A client that claims to know events that do not exist gets all of
    /// them.
    async fn missed(&self, outbox: &Outbox, known: Option<u64>) -> Option<MessageText> {
        let known = known.filter(|&known| known <= self.game.seq()).unwrap_or(0);
        match self.events_after(known).await {
            Ok(events) => Some(missed_text(&self.context(), &events, self.now(), outbox)),
            Err(error) => {
                tracing::error!(game = &*self.id, %error, "missed events could not be read");
                None
            }
        }
    }

    async fn events_after(&self, known: u64) -> Result<Vec<LoggedEvent>, StoreError> {
        if known >= self.game.seq() {
            return Ok(Vec::new());
        }
        let stored = self.services().store.events_after(&self.id, known).await?;
        (known + 1..=self.game.seq()).zip(stored).map(|(seq, stored)| logged(seq, stored)).collect()
    }

    /// Sends the result of a command to the connection that it came from. The task ends if the log cannot be read for it.
    pub(super) async fn send_result(
        &self,
        outbox: &Outbox,
        id: String,
        seq: Option<u64>,
        result: Result<u64, RoomError>,
    ) -> Flow {
        let message = match result.map_err(|error| error.for_access(outbox.access)) {
            Ok(seq) => ServerMessage::Done { id, seq },
            Err(RoomError::Outdated { head }) => {
                let Some(missed) = self.missed(outbox, seq).await else { return Flow::Break(()) };
                outbox.send_text(missed);
                ServerMessage::Resync { id, seq: head }
            }
            Err(RoomError::TooLong) => {
                let text = crate::texts::text(outbox.lang, "game-too-long");
                ServerMessage::Refused { id, text, article: None, due: Vec::new() }
            }
            Err(RoomError::Invalid(reason)) => {
                ServerMessage::Refused { id, text: reason.text(outbox.lang), article: None, due: Vec::new() }
            }
            Err(RoomError::Refused(refused)) => {
                let wire::WireRefusal { article, text, due } =
                    wire::WireRefusal::new(&refused.refusal, &refused.game, outbox.lang);
                ServerMessage::Refused { id, text, article, due }
            }
            // The connection is closed, and the client sends the command again to another node.
            Err(RoomError::Unreachable) => return Flow::Continue(()),
            Err(RoomError::Store(StoreError::OutcomeUnknown)) if !self.node().is_alone() => {
                return Flow::Continue(());
            }
            Err(error) => {
                tracing::error!(game = &*self.id, %error, "a command failed");
                let unknown = matches!(&error, RoomError::Store(error) if error.is_uncertain());
                let key = if unknown { "outcome-unknown" } else { "our-fault" };
                ServerMessage::Bad { text: crate::texts::text(outbox.lang, key) }
            }
        };
        outbox.send(&message);
        Flow::Continue(())
    }
}
