//! Premoves: moves chosen in advance for the next turn.

use std::time::Duration;

use damiera_game::{Action, Actor, Command};
use damiera_messages::ServerMessage;
use damiera_rules::Side;

use super::commands::stored_id;
use super::{Flow, RoomTask, flow_after};
use crate::nodes::wire::{Audience, ForwardedAsk};
use crate::rooms::{Premove, RoomError};

impl RoomTask {
    /// Holds a client's premove, or has the owner hold it.
    pub(super) async fn handle_premove(&mut self, premove: Premove) -> Flow {
        let left = self.leave_to_owner(|| ForwardedAsk::Premove {
            id: premove.id.clone(),
            seq: premove.seq,
            by: premove.by.into(),
            notation: premove.attempt.to_string(),
        });
        let left = left.await;
        if let Ok(false) = left {
            self.hold_premove(premove);
        }
        flow_after(&left)
    }

    /// Drops a client's premove.
    pub(super) async fn cancel_premove(&mut self, by: Side) -> Flow {
        let left = self.leave_to_owner(|| ForwardedAsk::CancelPremove { by: by.into() }).await;
        if let Ok(false) = left {
            self.premoves[by as usize] = None;
        }
        flow_after(&left)
    }

    /// Holds a premove for the sender's next turn, and for no later one.
    pub(super) fn hold_premove(&mut self, premove: Premove) {
        let (id, by) = (premove.id.clone(), premove.by);
        // Whether a premove is played or dropped would tell a blindfold player what is legal.
        let too_late = premove.seq != self.game.seq() || self.game.turn() == by || self.game.is_blindfold(by);
        let voted = matches!(
            self.game.terms().consultation[by as usize],
            Some(damiera_game::ConsultationRule::Majority(_))
        );
        if too_late || voted || self.game.end().is_some() {
            self.relay(Audience::Side(by.into()), &ServerMessage::Dropped { id });
            return;
        }
        if let Some(earlier) = self.premoves[by as usize].replace(premove) {
            self.relay(Audience::Side(by.into()), &ServerMessage::Dropped { id: earlier.id });
        }
        self.relay(Audience::Side(by.into()), &ServerMessage::Held { id });
    }

    /// Plays the premove of the side whose turn has come, or drops it if it is illegal.
    pub(super) async fn play_premove(&mut self) -> Result<(), RoomError> {
        let (turn, over) = (self.game.turn(), self.game.end().is_some());
        for side in Side::BOTH.into_iter().filter(|&side| over || side == turn) {
            let Some(premove) = self.premoves[side as usize].take() else { continue };
            let stored = stored_id(Actor::Player(side), &premove.id);
            let dropped = over || self.carried_out(&stored).is_some();
            let command = Command {
                by: Actor::Player(side),
                at: self.game.last_event_at(),
                action: Action::Move(premove.attempt.clone()),
            };
            let played = if dropped {
                Err(RoomError::Outdated { head: self.game.seq() })
            } else {
                Box::pin(self.carry_out(&command, Duration::ZERO, Some(&stored))).await
            };
            let message = match played {
                Ok(seq) => ServerMessage::Done { id: premove.id, seq },
                Err(error) if error.invalidates_room() => return Err(error),
                Err(_) => ServerMessage::Dropped { id: premove.id },
            };
            self.relay(Audience::Side(side.into()), &message);
        }
        Ok(())
    }
}
