//! Commands: decided by the rules, carried out once, in a game that cannot grow without end.

use std::sync::Arc;
use std::time::Duration;

use damiera_game::{Action, Actor, Command, Game, Moment};
use damiera_rules::Side;

use super::{Flow, RoomTask, flow_after};
use crate::invalid_input::InvalidInput;
use crate::rooms::error::{RefusedCommand, RoomError};
use crate::rooms::room::{CommandRequest, ReplyTo};

/// The most events and moves of a game: whoever follows it gets all of them.
const MOST_EVENTS: u64 = 10_000;
const MOST_PLIES: usize = 3_000;
/// The form in which a command id is stored: players choose ids independently of each other.
pub(super) fn stored_id(by: Actor, id: &str) -> String {
    let side = match by {
        Actor::Player(Side::White) => "w",
        Actor::Player(Side::Black) => "b",
        Actor::Arbiter => "a",
    };
    format!("{side}:{id}")
}

/// A stored command id as its sender chose it.
pub(super) fn sent_id(stored: &str) -> String {
    stored.get(2..).unwrap_or_default().to_owned()
}

impl RoomTask {
    /// Carries out a client's command, once.
    pub(super) async fn handle_command(&mut self, request: CommandRequest) -> Flow {
        let result = match self.owns().await {
            Ok(true) => {
                self.decide(&request.command, request.lag, request.id.as_deref(), request.seq, None).await
            }
            Ok(false) => self.forward_command(&request).await,
            Err(error) => Err(error),
        };
        let flow = flow_after(&result);
        let CommandRequest { id, seq, reply, .. } = request;
        match reply {
            ReplyTo::Request(reply) => {
                let _ = reply.send(result); // the requester may have gone
            }
            ReplyTo::Connection(outbox) => {
                let answered = self.send_result(&outbox, id.unwrap_or_default(), seq, result).await;
                if answered.is_break() {
                    return answered;
                }
            }
        }
        flow
    }

    /// Carries out a command, once, as the owner of the game. Returns the number of its first event.
    pub(super) async fn decide(
        &mut self,
        command: &Command,
        lag: Duration,
        id: Option<&str>,
        seq: Option<u64>,
        shown_late: Option<Moment>,
    ) -> Result<u64, RoomError> {
        let command = Command { at: self.clock.game_time(command.at), ..command.clone() };
        let id = id.map(|id| stored_id(command.by, id));
        if let Some(done) = id.as_deref().and_then(|id| self.carried_out(id)) {
            return Ok(done);
        }
        if seq.is_some_and(|seq| seq != self.game.seq()) {
            return Err(RoomError::Outdated { head: self.game.seq() });
        }
        if self.needs_vote(&command) {
            return Err(RoomError::Invalid(InvalidInput::VoteInstead));
        }
        self.start_turn_when_shown(shown_late, command.at).await?;
        self.welcome_back(&command).await?;
        self.carry_out(&command, lag, id.as_deref()).await
    }

    /// The number of the first event of a command that was carried out before.
    pub(super) fn carried_out(&self, id: &str) -> Option<u64> {
        self.commands.iter().rev().find(|(known, _)| **known == *id).map(|(_, seq)| *seq)
    }

    /// Decides, commits, and then applies and publishes. Returns the number of the first event.
    pub(super) async fn carry_out(
        &mut self,
        command: &Command,
        lag: Duration,
        id: Option<&str>,
    ) -> Result<u64, RoomError> {
        if is_too_long(&self.game, &command.action) {
            return Err(RoomError::TooLong);
        }
        let (events, after) = self.game.foresee(command, lag).map_err(|refusal| {
            RoomError::Refused(Box::new(RefusedCommand { refusal, game: Arc::clone(&self.game) }))
        })?;
        let first = self.commit(&events, after, id).await?;
        // The command is carried out, whatever happens to a premove that follows.
        if let Err(error) = self.play_premove().await {
            tracing::error!(game = &*self.id, %error, "a premove could not be written");
            self.failed = true;
        } else if let Err(error) = self.play_conditional_moves().await {
            tracing::error!(game = &*self.id, %error, "a conditional move could not be written");
            self.failed = true;
        }
        Ok(first)
    }
}

/// Whether a command would make the game longer than a game may be.
fn is_too_long(game: &Game, action: &Action) -> bool {
    let ends = matches!(
        action,
        Action::Resign | Action::Abort | Action::AcceptDraw | Action::Flag | Action::Annul(..)
    );
    let moves = matches!(action, Action::Move(_) | Action::Stands(_)) && game.plies().len() >= MOST_PLIES;
    moves || (game.seq() >= MOST_EVENTS && !ends)
}

#[cfg(test)]
mod tests {
    use damiera_game::{Profile, StartPosition, Terms};
    use damiera_rules::Variant;

    use super::*;

    #[test]
    fn a_game_can_be_ended_but_not_played_for_ever() {
        let setup = "W:WK30:BK3".parse().expect("a position");
        let start = StartPosition::Set(setup);
        let terms = Terms { start, ..Terms::new(Variant::ALL[0], Profile::TABLE) };
        let mut game = Game::new(terms).expect("a game");
        let act = |game: &mut Game, by, action| {
            let command = Command { by, at: Moment(0), action };
            *game = game.foresee(&command, Duration::ZERO).expect("allowed").1;
        };
        act(&mut game, Actor::Arbiter, Action::Start);
        while game.plies().len() < MOST_PLIES {
            let notation = ["30-25", "3-8", "25-30", "8-3"][game.plies().len() % 4];
            let attempt = game.read(notation).expect("a move");
            assert!(!is_too_long(&game, &Action::Move(attempt.clone())));
            let turn = game.turn();
            act(&mut game, Actor::Player(turn), Action::Move(attempt));
        }
        let attempt = game.read("30-25").expect("a move");
        assert!(is_too_long(&game, &Action::Move(attempt)));
        assert!(!is_too_long(&game, &Action::Resign));
        assert!(!is_too_long(&game, &Action::OfferDraw));
    }
}
