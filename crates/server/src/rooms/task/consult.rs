//! A side that several people hold: who joins it, what they propose, and the move that the majority has chosen.

use std::time::Duration;

use damiera_game::{Action, Actor, Command, ConsultationRule, Moment};
use damiera_messages::ServerMessage;
use damiera_rules::Side;

use super::commands::stored_id;
use super::{Flow, RoomTask, flow_after};
use crate::conditional::legal_move;
use crate::consultation::{CAPTAIN, ConsultationView, MOST_MEMBERS};
use crate::invalid_input::InvalidInput;
use crate::nodes::wire::Audience;
use crate::rooms::RoomError;
use crate::rooms::room::{ConsultAction, ConsultRequest};
use crate::store::{Credentials, Holder, SideMember, SideVote};

impl RoomTask {
    /// Answers a request about a consultation. Only members of a side learn anything of it.
    pub(super) async fn consult(&mut self, request: ConsultRequest) -> Flow {
        let ConsultRequest { credentials, action, reply } = request;
        if let Err(error) = self.reload_consultation().await {
            let _ = reply.send(Err(error));
            return Flow::Continue(());
        }
        let changes = !matches!(action, ConsultAction::View);
        let result = match action {
            ConsultAction::Join { side, holder } => self.join_side(&credentials, side, holder).await,
            ConsultAction::Vote { notation } => self.vote(&credentials, &notation).await,
            ConsultAction::View => Ok(()),
        };
        let mut flow = flow_after(&result);
        if let (Ok(()), Some((side, _))) = (&result, self.member(&credentials).filter(|_| changes)) {
            self.relay(Audience::Members(side.into()), &ServerMessage::ConsultationChanged);
        }
        if flow.is_continue() {
            flow = self.play_chosen_move().await; // before the answer, so that whoever votes last sees the move
        }
        let result = result.and_then(|()| self.consultation_view(&credentials));
        let _ = reply.send(result); // the requester may have gone
        flow
    }

    /// Reads members and votes again, which other nodes may have added.
    async fn reload_consultation(&mut self) -> Result<(), RoomError> {
        if self.node().is_alone() || self.game.terms().consultation == [None, None] {
            return Ok(());
        }
        self.read_consultation().await
    }

    /// Reads members and votes from the store.
    pub(super) async fn read_consultation(&mut self) -> Result<(), RoomError> {
        let (store, plies) = (&self.services().store, self.game.plies().len());
        let members = store.side_members(&self.id).await?;
        let votes = store.side_votes(&self.id, u32::try_from(plies).unwrap_or(u32::MAX)).await?;
        self.consultation = crate::consultation::Consultation { members, votes };
        Ok(())
    }

    fn rule(&self, side: Side) -> Option<ConsultationRule> {
        self.game.terms().consultation[side as usize]
    }

    /// The side and the number of a member, the captain included.
    fn member(&self, credentials: &Credentials) -> Option<(Side, u16)> {
        let captain = Side::BOTH.into_iter().find(|&side| {
            self.holders.0[side as usize].as_ref().is_some_and(|holder| holder.is(credentials))
        });
        let member = captain.map(|side| (side, CAPTAIN)).or_else(|| self.consultation.member(credentials));
        member.filter(|(side, _)| self.rule(*side).is_some())
    }

    /// The side that a new subscriber holds with others.
    pub(super) async fn consulting_side(&mut self, credentials: &Credentials) -> Option<Side> {
        if let Err(error) = self.reload_consultation().await {
            tracing::warn!(game = &*self.id, %error, "the members of a side could not be read");
        }
        self.member(credentials).map(|(side, _)| side)
    }

    fn consultation_view(&self, credentials: &Credentials) -> Result<ConsultationView, RoomError> {
        let (side, number) = self.member(credentials).ok_or(RoomError::NotAllowed)?;
        let rule = self.rule(side).ok_or(RoomError::NotAllowed)?;
        let turn = (self.game.turn() == side && self.game.end().is_none()).then(|| self.turn_began());
        Ok(self.consultation.view((side, number), rule, self.holders.0[side as usize].as_ref(), turn))
    }

    async fn join_side(
        &mut self,
        credentials: &Credentials,
        side: Side,
        holder: Holder,
    ) -> Result<(), RoomError> {
        if self.rule(side).is_none() || self.game.end().is_some() {
            return Err(RoomError::Invalid(InvalidInput::NoConsultation));
        }
        let plays = Side::BOTH
            .into_iter()
            .find(|&own| self.holders.0[own as usize].as_ref().is_some_and(|holder| holder.is(credentials)));
        match plays.or_else(|| self.consultation.member(credentials).map(|(own, _)| own)) {
            Some(own) if own == side => return Ok(()),
            Some(_) => return Err(RoomError::NotAllowed), // of the other side
            None => {}
        }
        let number = self.consultation.count(side);
        if number >= MOST_MEMBERS {
            return Err(RoomError::Invalid(InvalidInput::SideFull { most: MOST_MEMBERS }));
        }
        let number = u16::try_from(number).unwrap_or(u16::MAX);
        let member = SideMember { side, number, holder };
        self.services().store.add_side_member(&self.id, &member).await?;
        self.consultation.members.push(member);
        Ok(())
    }

    async fn vote(&mut self, credentials: &Credentials, notation: &str) -> Result<(), RoomError> {
        let (side, member) = self.member(credentials).ok_or(RoomError::NotAllowed)?;
        let (notation, _) = legal_move(&self.game, side, notation)?;
        let vote = SideVote { side, member, notation, at: self.now().0 };
        let plies = u32::try_from(self.game.plies().len()).unwrap_or(u32::MAX);
        self.services().store.put_side_vote(&self.id, plies, &vote).await?;
        self.consultation.vote(vote);
        Ok(())
    }

    /// Whether a move has to be voted for: then nobody plays it alone.
    pub(super) fn needs_vote(&self, command: &Command) -> bool {
        let (Actor::Player(side), Action::Move(_)) = (command.by, &command.action) else { return false };
        matches!(self.rule(side), Some(ConsultationRule::Majority(_)))
    }

    fn turn_began(&self) -> Moment {
        self.game.plies().last().and_then(|ply| ply.at).or(self.game.started()).unwrap_or(self.now())
    }

    /// When the votes of the side to move are counted.
    pub(super) fn vote_due(&self) -> Option<Moment> {
        let side = self.game.turn();
        let rule = self.rule(side).filter(|_| self.game.end().is_none())?;
        self.consultation.decides_at(rule, side, self.turn_began())
    }

    /// Plays the move with the most votes once the time to vote is over, or everybody has voted.
    pub(super) async fn play_chosen_move(&mut self) -> Flow {
        let side = self.game.turn();
        if let Err(error) = self.reload_consultation().await {
            tracing::warn!(game = &*self.id, %error, "votes could not be read");
        }
        let Some(due) = self.vote_due() else { return Flow::Continue(()) };
        let all = self.consultation.votes_of(side).count() >= self.consultation.count(side);
        if due > self.now() && !all {
            return Flow::Continue(());
        }
        let Some(notation) = self.consultation.leading(side).map(str::to_owned) else {
            return Flow::Continue(());
        };
        let by = Actor::Player(side);
        // The log decides between two attempts, as for any command with an id.
        let id = stored_id(by, &format!("voted-{}", self.game.seq()));
        let Ok(attempt) = self.game.read(&notation) else { return Flow::Continue(()) };
        let command = Command { by, at: self.now(), action: Action::Move(attempt) };
        let played = self.carry_out(&command, Duration::ZERO, Some(&id)).await;
        if let Err(error) = &played {
            tracing::warn!(game = &*self.id, %error, "a chosen move could not be played");
            self.consultation.votes.clear();
        }
        flow_after(&played)
    }
}
