//! Moves planned for the next turn.

use std::time::Duration;

use damiera_game::{Action, Actor, Command};
use damiera_rules::Side;

use super::{Life, Owner, own_name};
use crate::protocol::Told;
use crate::room::{Premove, RoomError};

impl Owner {
    /// Keeps a move for the sender's next turn, and for no later one.
    pub(super) fn hold(&mut self, premove: Premove) -> Life {
        let id = premove.name.clone();
        let too_late = premove.seq != self.game.seq() || self.game.turn() == premove.by;
        let by = premove.by;
        if too_late || self.game.end().is_some() {
            self.state.watchers.tell_side(by, &Told::Dropped { id });
        } else {
            if let Some(earlier) = self.state.premoves[by as usize].replace(premove) {
                self.state.watchers.tell_side(by, &Told::Dropped { id: earlier.name });
            }
            self.state.watchers.tell_side(by, &Told::Held { id });
        }
        Life::On
    }

    /// The turn has come for which a move was kept: it is played, or it is dropped.
    pub(super) async fn play_premove(&mut self) -> Result<(), RoomError> {
        let (turn, over) = (self.game.turn(), self.game.end().is_some());
        for side in Side::BOTH {
            let due = over || side == turn;
            let Some(premove) = (if due { self.state.premoves[side as usize].take() } else { None }) else {
                continue;
            };
            let name = own_name(Actor::Player(side), &premove.name);
            let known = over || self.done_before(&name).is_some();
            let command = Command {
                by: Actor::Player(side),
                at: self.game.last_event_at(),
                action: Action::Move(premove.attempt.clone()),
            };
            let played = if known {
                Err(RoomError::Resync(self.game.seq()))
            } else {
                Box::pin(self.carry_out(&command, Duration::ZERO, Some(&name))).await
            };
            let told = match played {
                Ok(seq) => Told::Done { id: premove.name, seq },
                Err(error @ RoomError::Store(_)) => return Err(error),
                Err(_) => Told::Dropped { id: premove.name },
            };
            self.state.watchers.tell_side(side, &told);
        }
        Ok(())
    }
}
