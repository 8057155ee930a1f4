//! The commit: events are written to the log, and only then applied, published and sent to the subscribers.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use damiera_game::{Event, Fact, Game};
use damiera_messages::{LoggedEvent, ServerMessage};

use super::commands::sent_id;
use super::late_turn::NewsFrom;
use super::{RoomTask, join};
use crate::nodes::wire::Audience;
use crate::rooms::error::RoomError;
use crate::rooms::log::SerialisedEvents;
use crate::snapshot::GameContext;
use crate::store::{StoreError, StoreWrite};

/// How long a commit may take before the players hear of it.
const SLOW_COMMIT: Duration = Duration::from_secs(1);
/// How long a commit may take that had begun when the node left its games to others.
const LAST_COMMIT: Duration = Duration::from_secs(1);
/// How long a commit may take in all if there are other nodes.
const LONGEST_COMMIT: Duration = Duration::from_secs(5);

impl RoomTask {
    /// Writes events to the log, and publishes them once they are committed. Returns the number of the first.
    pub(super) async fn commit(
        &mut self,
        events: &[Event],
        after: Game,
        id: Option<&str>,
    ) -> Result<u64, RoomError> {
        let first = self.game.seq() + 1;
        let serialised = SerialisedEvents::new(events)?;
        let new = serialised.for_log(&self.id, first, id, &after);
        match self.write(StoreWrite::Events(new.clone())).await {
            Ok(()) => self.publish_events(&new),
            Err(StoreError::Conflict) => {
                self.doubt_ownership();
                self.reload().await?;
                return Err(RoomError::Outdated { head: self.game.seq() });
            }
            Err(error) => return Err(error.into()),
        }
        let moves = events.iter().filter(|event| matches!(event.fact, Fact::Moved { .. })).count();
        self.services().metrics.moves.inc_by(moves as u64);
        if let Some(id) = id {
            self.commands.push((id.into(), first));
        }
        events.iter().for_each(|event| self.adjournment.follow(event));
        if after.plies().len() != self.game.plies().len() {
            self.consultation.votes.clear();
        }
        self.publish(after, &serialised.for_clients(first, id.map(sent_id)), NewsFrom::Here);
        self.follow_up();
        Ok(first)
    }

    /// Writes to the log. If that takes long, the subscribers hear that the command is not saved yet.
    async fn write(&mut self, write: StoreWrite) -> Result<(), StoreError> {
        let writer = self.services().writer.clone();
        let (mut outcome, mut given_up) = (pin!(writer.write(write)), pin!(self.commit_is_given_up()));
        tokio::select! {
            outcome = &mut outcome => return outcome,
            () = &mut given_up => return Err(StoreError::OutcomeUnknown),
            () = tokio::time::sleep(SLOW_COMMIT) => self.relay(Audience::Everybody, &ServerMessage::Unsaved),
        }
        tokio::select! {
            outcome = outcome => outcome,
            () = given_up => Err(StoreError::OutcomeUnknown),
        }
    }

    /// Waits until another node may be able to write: the players connect to it and send the command again, under the same id.
    /// Without other nodes a commit is waited for.
    fn commit_is_given_up(&self) -> impl Future<Output = ()> + use<> {
        let (node, tenure) = (Arc::clone(self.node()), self.node().tenure());
        async move {
            if node.is_alone() {
                std::future::pending::<()>().await;
            }
            tokio::select! {
                () = async {
                    node.wait_for_lapse(tenure).await;
                    if node.leaves_games() {
                        tokio::time::sleep(LAST_COMMIT).await; // it gave the lease up, and reaches the database
                    }
                } => {}
                () = tokio::time::sleep(LONGEST_COMMIT) => {}
            }
        }
    }

    /// Replaces the game by its new state and sends what happened to the subscribers.
    pub(super) fn publish(&mut self, after: Game, events: &[LoggedEvent], from: NewsFrom) {
        let before = std::mem::replace(&mut self.game, Arc::new(after));
        self.publish.send_replace(Arc::clone(&self.game));
        let at = self.now();
        let context = |game| GameContext { id: &self.id, seats: self.seats, holders: &self.holders, game };
        self.subscribers.send_events(&context(&before), &context(&self.game), events, at);
        self.note_turn(&before, from);
    }

    /// Catches up with the log after another writer was first.
    pub(super) async fn reload(&mut self) -> Result<(), RoomError> {
        let before = self.game.seq();
        let stored = self.services().store.events_after(&self.id, before).await?;
        if stored.is_empty() {
            return Ok(());
        }
        let mut game = (*self.game).clone();
        let mut logged = Vec::new();
        for (seq, stored) in (before + 1..).zip(stored) {
            let event = Event::try_from(&stored.event()?).map_err(RoomError::damaged)?;
            self.adjournment.follow(&event);
            game.apply(&event);
            if let Some(id) = &stored.command_id {
                self.commands.push((id.as_str().into(), seq));
            }
            logged.push(join::logged(seq, stored)?);
        }
        self.publish(game, &logged, NewsFrom::Elsewhere);
        Ok(())
    }
}
