//! What nodes publish to each other about a game that is followed at several of them.

use std::sync::Arc;
use std::time::Duration;

use damiera_game::{Action, Event, Moment};
use damiera_messages::{LoggedEvent, ServerMessage};
use damiera_rules::Side;

use super::commands::sent_id;
use super::late_turn::NewsFrom;
use super::{Flow, RoomTask, flow_after};
use crate::nodes::game_topic;
use crate::nodes::wire::{Attendance, Audience, GameUpdate, WireLoggedEvent};
use crate::rooms::RoomError;
use crate::store::{NewEvents, decode_event};

/// Time between two reports of who follows the game here.
pub(super) const REPORT: Duration = Duration::from_secs(5);
/// After this time without a report nobody follows the game at a node.
const FORGET: Duration = Duration::from_secs(12);

impl RoomTask {
    fn publish_update(&self, update: &GameUpdate) {
        self.node().publish(&game_topic(&self.id), update);
    }

    /// Publishes events that were committed.
    pub(super) fn publish_events(&self, written: &NewEvents) {
        if self.node().is_alone() {
            return;
        }
        let mut command = written.command_id.clone();
        let events = (written.seq..).zip(&written.events).filter_map(|(seq, (_, body))| {
            let body = serde_json::value::RawValue::from_string(body.to_string()).ok()?;
            Some(WireLoggedEvent { seq, command: command.take(), body })
        });
        self.publish_update(&GameUpdate::Events(events.collect()));
    }

    /// Publishes who follows the game here.
    pub(super) fn report_attendance(&mut self) {
        // Players whom a node sends away because it has lost the broker or the database get the time back at another one, which has to
        // know where they were.
        if !self.node().is_alone() && self.node().holds_lease() {
            self.reported_at = self.now();
            let shown_late = self.turn_shown_late().map(|shown| shown.0);
            let attendance =
                Attendance { head: self.game.seq(), shown_late, ..self.subscribers.attendance() };
            self.publish_update(&GameUpdate::Attendance(attendance));
            self.subscribers.forget_elsewhere(self.now().minus(FORGET));
        }
    }

    /// Tells the other nodes who owns the game now, so that none asks the owner before.
    pub(super) fn publish_owner(&self, owner: &str) {
        self.publish_update(&GameUpdate::Owner { node: owner.to_owned(), head: self.game.seq() });
    }

    /// Has the other nodes read the conditional moves again.
    pub(super) fn publish_conditional_moves(&self) {
        self.publish_update(&GameUpdate::ConditionalMoves);
    }

    /// Asks the other nodes who follows the game there, and for what is not in the log.
    pub(super) fn say_hello(&self) {
        self.publish_update(&GameUpdate::Hello);
    }

    /// Takes note of what another node published.
    pub(super) async fn absorb(&mut self, message: &[u8]) -> Flow {
        let Some((from, update)) = self.node().read::<GameUpdate>(message) else { return Flow::Continue(()) };
        match update {
            GameUpdate::Events(events) => {
                if let Err(error) = self.absorb_events(&from, &events).await {
                    tracing::warn!(game = &*self.id, %error, "events of another node could not be read");
                    // A newer version plays on: whoever follows the game here connects again, perhaps to another node.
                    return flow_after::<()>(&Err(error));
                }
            }
            GameUpdate::Relay { audience, message } => self.absorb_message(audience, &message),
            GameUpdate::Attendance(attendance) => {
                if self.welcome_from_lost_node(attendance.present, Some(&from)).await.is_break() {
                    return Flow::Break(());
                }
                let now = self.now();
                self.subscribers.set_elsewhere(&from, attendance, now);
                if let Some(room) = self.registry.loaded(&self.id) {
                    room.note_arrivals(attendance.present);
                }
                if attendance.head > self.game.seq() && self.follow_other_writer().await.is_break() {
                    return Flow::Break(());
                }
                if let Some(shown) = attendance.shown_late
                    && self.hear_of_late_turn(Some(Moment(shown))).await.is_break()
                {
                    return Flow::Break(());
                }
                return self.start_if_both_are_here().await;
            }
            GameUpdate::ConditionalMoves => {
                if let Err(error) = self.reload_conditional_moves().await {
                    tracing::warn!(game = &*self.id, %error, "conditional moves could not be read");
                }
            }
            GameUpdate::Owner { node, head } => return self.note_owner(&node, head).await,
            GameUpdate::Hello => self.answer_hello(),
            GameUpdate::Unlogged { rematch, chat } => {
                if let Some(message) = rematch {
                    self.rematch.follow(&message);
                }
                self.chat.follow(chat);
            }
        }
        Flow::Continue(())
    }

    /// Applies events that follow the known ones; after a gap the log is read.
    async fn absorb_events(&mut self, writer: &str, events: &[WireLoggedEvent]) -> Result<(), RoomError> {
        let news: Vec<_> = events.iter().filter(|event| event.seq > self.game.seq()).collect();
        let Some(first) = news.first() else { return Ok(()) };
        self.note_writer(writer);
        if first.seq != self.game.seq() + 1 {
            return self.reload().await;
        }
        let (mut game, mut logged) = ((*self.game).clone(), Vec::new());
        for WireLoggedEvent { seq, command, body } in news {
            let event = Event::try_from(&decode_event(body.get())?).map_err(RoomError::damaged)?;
            self.adjournment.follow(&event);
            game.apply(&event);
            if let Some(id) = command {
                self.commands.push((id.as_str().into(), *seq));
            }
            let id = command.as_deref().map(sent_id);
            logged.push(LoggedEvent { seq: *seq, id, event: body.clone() });
        }
        self.publish(game, &logged, NewsFrom::Elsewhere);
        Ok(())
    }

    fn absorb_message(&mut self, audience: Audience, message: &ServerMessage) {
        match message {
            ServerMessage::Rematch { .. } => self.rematch.follow(message),
            ServerMessage::Chat { lines } => self.chat.follow(lines.clone()),
            _ => {}
        }
        self.subscribers.send(audience, message);
    }

    fn answer_hello(&mut self) {
        self.report_attendance();
        if self.is_owner() {
            let rematch = self.rematch.message().map(Box::new);
            self.publish_update(&GameUpdate::Unlogged { rematch, chat: self.chat.lines() });
        }
    }

    /// Starts a game once both players have arrived, at whatever node.
    pub(super) async fn start_if_both_are_here(&mut self) -> Flow {
        let both = Side::BOTH.into_iter().all(|side| self.subscribers.is_present(side));
        if !both || !self.owns().await.unwrap_or(false) {
            return Flow::Continue(());
        }
        if self.starts_at.is_some() && self.has_not_started() {
            return self.act_as_arbiter(Action::Start).await;
        }
        if self.may_resume() {
            return self.act_as_arbiter(Action::Resume).await;
        }
        Flow::Continue(())
    }

    /// When something has to be done for the other nodes.
    pub(super) fn next_report(&self) -> Option<Moment> {
        let node = self.node();
        if node.is_alone() || self.subscribers.is_empty() {
            return None;
        }
        Some(self.reported_at.plus(REPORT))
    }

    /// The node that this server is.
    pub(super) fn node(&self) -> &Arc<crate::nodes::ClusterNode> {
        &self.services().node
    }
}
