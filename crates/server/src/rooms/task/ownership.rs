//! Who decides about a game: this node, or another one to which commands are forwarded.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use damiera_game::{Actor, Command, Moment, wire};
use damiera_messages::ServerMessage;
use damiera_rules::Side;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::{Flow, RoomTask, flow_after, next_update};
use crate::nodes::wire::{Audience, ForwardOutcome, ForwardedAsk, GameUpdate, NodeAnswer, NodeRequest};
use crate::nodes::{BusError, Tenure, game_topic};
use crate::random::{random_id, random_u64};
use crate::rooms::downtime::OwnedTime;
use crate::rooms::{CommandRequest, Premove, RefusedCommand, RoomError};
use crate::store::{Claim, LeaseKind, StoreError};

/// How long the owner may take to answer before the database is asked whether it is there. What it was asked for is done once, however
/// often it is asked.
const ANSWER: Duration = Duration::from_secs(1);
/// How long to look for an owner that answers, before the players are asked to connect to another node.
const SEARCH: Duration = Duration::from_secs(6);
/// How long to wait for the database once the lease has expired: another node may have reached it, and have the game.
const DATABASE: Duration = Duration::from_secs(1);
/// The pause between two attempts to reach the owner.
const PAUSE: Duration = Duration::from_millis(100);

/// Who decides about a game.
#[derive(Debug)]
pub(in crate::rooms) enum Ownership {
    /// This node does, since a time, as long as its lease holds.
    Owner { tenure: Tenure, time: OwnedTime },
    /// The node with this name does; this one forwards commands and follows.
    Follower { owner: String },
}

/// What came of a request to the owner.
enum Forwarded {
    /// The owner answered.
    Answered(u64, ForwardOutcome),
    /// There is none, and this node has become the owner.
    Ours,
}

impl RoomTask {
    /// Whether this node is known to own the game, without asking the database.
    pub(super) const fn is_owner(&self) -> bool {
        matches!(self.ownership, Ownership::Owner { .. })
    }

    /// Since when this node owns the game.
    pub(super) const fn owned_time(&self) -> OwnedTime {
        match self.ownership {
            Ownership::Owner { time, .. } => time,
            Ownership::Follower { .. } => OwnedTime::ALWAYS,
        }
    }

    /// Whether this node owns the game. If its lease has expired meanwhile, the database knows.
    pub(super) async fn owns(&mut self) -> Result<bool, RoomError> {
        match self.ownership {
            Ownership::Owner { tenure, .. } if self.node().holds(tenure) => Ok(true),
            Ownership::Owner { .. } => self.claim_patiently().await,
            Ownership::Follower { .. } => Ok(false),
        }
    }

    /// Claims the game, and waits a little for the database if it is away.
    async fn claim_patiently(&mut self) -> Result<bool, RoomError> {
        let begun = Instant::now();
        loop {
            match self.claim().await {
                Err(RoomError::Store(StoreError::Unavailable(_))) if begun.elapsed() < DATABASE => {
                    self.subscribers.send(Audience::Everybody, &ServerMessage::Unsaved);
                    tokio::time::sleep(PAUSE).await;
                }
                claimed => return claimed,
            }
        }
    }

    /// Another writer was first: the next command asks the database who owns the game.
    pub(super) const fn doubt_ownership(&mut self) {
        if let Ownership::Owner { tenure, .. } = &mut self.ownership {
            *tenure = Tenure::OVER;
        }
    }

    /// Another node has written to the log, so it owns the game.
    pub(super) fn note_writer(&mut self, node: &str) {
        match &mut self.ownership {
            Ownership::Owner { .. } => self.doubt_ownership(),
            Ownership::Follower { owner } if *owner != node => node.clone_into(owner),
            Ownership::Follower { .. } => {}
        }
    }

    /// Claims the game; says whether this node owns it now.
    async fn claim(&mut self) -> Result<bool, RoomError> {
        let tenure = self.node().tenure();
        match self.node().claim(LeaseKind::Game, &self.id).await? {
            Claim::OwnedBy(owner) => {
                self.follow(owner).await?;
                return Ok(false);
            }
            Claim::Owned => match &mut self.ownership {
                Ownership::Owner { tenure: held, .. } => *held = tenure,
                Ownership::Follower { .. } => self.become_owner(tenure, None).await?,
            },
            Claim::TakenOver { alive_at } => self.become_owner(tenure, Some(alive_at)).await?,
        }
        Ok(true)
    }

    /// Decides from now on. The time without an owner is given back.
    async fn become_owner(&mut self, tenure: Tenure, alive_at: Option<u64>) -> Result<(), RoomError> {
        tracing::debug!(game = &*self.id, ?alive_at, "this node owns the game now");
        self.reload().await?;
        let time = OwnedTime { since: self.services().clock.now(), orphaned_at: alive_at.map(Moment) };
        self.ownership = Ownership::Owner { tenure, time };
        self.awaited = Side::BOTH.map(|side| alive_at.is_some() && !self.subscribers.is_present(side));
        self.compensate_downtime().await?;
        if let Ownership::Owner { time, .. } = &mut self.ownership {
            time.orphaned_at = None;
        }
        self.follow_up();
        self.publish_owner(self.node().id());
        self.report_attendance(); // others may have missed what was read from the log
        self.reload_conditional_moves().await?;
        // Playing them may claim the game again, which leads here.
        Box::pin(self.play_conditional_moves()).await
    }

    /// Leaves decisions to another node from now on.
    async fn follow(&mut self, owner: String) -> Result<(), RoomError> {
        if self.is_owner() {
            tracing::debug!(game = &*self.id, owner, "another node owns the game now");
            self.running = None;
            for side in Side::BOTH {
                if let Some(Premove { id, .. }) = self.premoves[side as usize].take() {
                    self.relay(Audience::Side(side.into()), &ServerMessage::Dropped { id });
                }
            }
        }
        self.ownership = Ownership::Follower { owner };
        self.reload().await
    }

    /// Whether this is the node that owns the game, as far as is known here.
    fn follows(&self, node: &str) -> bool {
        matches!(&self.ownership, Ownership::Follower { owner } if owner == node)
    }

    /// Has another node own the game, since this one stops: one with a player, if there is such a node. Whatever this node has been asked
    /// before is done by then, and what comes later is forwarded, so nobody waits.
    pub(super) async fn hand_over(&mut self, heirs: &[String], heir_is: oneshot::Sender<String>) -> Flow {
        let owns = matches!(self.ownership, Ownership::Owner { tenure, .. } if self.node().holds(tenure));
        let any = || heirs.get(random_u64().unwrap_or_default() as usize % heirs.len().max(1));
        let Some(heir) = self.subscribers.node_with_player(heirs).or_else(any).filter(|_| owns).cloned()
        else {
            return Flow::Continue(());
        };
        let handed_over = self.leave_to(&heir).await;
        if let Ok(true) = handed_over {
            let _ = heir_is.send(heir); // the time for it may be over
        }
        flow_after(&handed_over)
    }

    /// Gives the lease to another node, and has it hold what the players have prepared. Says whether it was this node's.
    async fn leave_to(&mut self, heir: &str) -> Result<bool, RoomError> {
        if !self.node().hand_over(&self.id, heir).await? {
            self.doubt_ownership();
            return Ok(false);
        }
        let premoves = self.premoves.each_mut().map(Option::take);
        self.publish_owner(heir);
        self.follow(heir.to_owned()).await?;
        for premove in premoves.into_iter().flatten() {
            let _ = self.handle_premove(premove).await; // the game was read again just now
        }
        Ok(true)
    }

    /// Another node has said who owns the game.
    pub(super) async fn note_owner(&mut self, owner: &str, head: u64) -> Flow {
        if owner != self.node().id() {
            self.note_writer(owner);
            // The node before may have written what it could not publish.
            return if head > self.game.seq() {
                self.follow_other_writer().await
            } else {
                Flow::Continue(())
            };
        }
        if self.is_owner() { Flow::Continue(()) } else { Box::pin(self.replace_owner()).await }
    }

    /// Claims the game in place of a node that is gone.
    pub(super) async fn replace_owner(&mut self) -> Flow {
        self.doubt_ownership();
        match self.claim().await {
            // It is offered again.
            Err(RoomError::Store(StoreError::Unavailable(_))) => Flow::Continue(()),
            claimed => flow_after(&claimed),
        }
    }

    /// Reads what another node has written, which was not published or did not arrive.
    pub(super) async fn follow_other_writer(&mut self) -> Flow {
        let before = self.game.seq();
        if let Err(error) = self.reload().await {
            tracing::debug!(game = &*self.id, %error, "the log could not be read");
            return flow_after::<()>(&Err(error));
        }
        if self.game.seq() == before {
            return Flow::Continue(());
        }
        self.doubt_ownership();
        Box::pin(self.check_time()).await // which may read messages of other nodes, which leads here
    }

    /// Takes the game from an owner that cannot be asked, since messages do not arrive here. Says whether this node owns it now.
    async fn seize(&mut self, owner: &str) -> Result<bool, RoomError> {
        let tenure = self.node().tenure();
        if !self.node().seize(&self.id, owner).await? {
            return self.claim().await;
        }
        self.become_owner(tenure, None).await?;
        Ok(true)
    }

    /// Asks the owner, and waits for its answer as long as messages arrive and no other node says that it is the owner.
    async fn ask_owner(&mut self, owner: &str, request: &NodeRequest) -> Result<NodeAnswer, BusError> {
        let node = Arc::clone(self.node());
        let mut answer = pin!(node.request(owner, request, ANSWER));
        let mut silence = pin!(node.wait_for_silence());
        while matches!(&self.ownership, Ownership::Follower { owner: known } if known == owner) {
            tokio::select! {
                biased;
                answer = &mut answer => return answer,
                () = &mut silence => return Err(BusError::Disconnected),
                update = next_update(&mut self.updates) => {
                    let _ = self.absorb(&update).await; // what could not be read is read again after the answer
                }
            }
        }
        Ok(NodeAnswer::NotOwner)
    }

    /// Sends something to the owner, until it answers or this node has become the owner.
    async fn forward(&mut self, ask: ForwardedAsk) -> Result<Forwarded, RoomError> {
        let request = NodeRequest::Game { game: self.id.to_string(), ask };
        let begun = Instant::now();
        loop {
            let Ownership::Follower { owner } = &self.ownership else { return Ok(Forwarded::Ours) };
            let owner = owner.clone();
            if self.node().is_cut_off() {
                return Err(RoomError::Unreachable); // another node is of more use to the players
            }
            let answer = self.ask_owner(&owner, &request).await;
            match answer {
                // The owner could not write, or does not know whether it did: the log tells whoever owns the game next.
                Ok(NodeAnswer::Game { outcome: ForwardOutcome::Failed, .. }) => {}
                Ok(NodeAnswer::Game { head, outcome }) => {
                    self.catch_up(head).await?;
                    return Ok(Forwarded::Answered(head, outcome));
                }
                Ok(NodeAnswer::Rejected) => return Err(RoomError::Unreachable),
                Ok(NodeAnswer::NotOwner | NodeAnswer::Alive | NodeAnswer::LiveGames(_)) | Err(_) => {}
            }
            let claimed =
                if self.node().misses_messages() { self.seize(&owner).await } else { self.claim().await };
            match claimed {
                Ok(true) => return Ok(Forwarded::Ours),
                Ok(false) if begun.elapsed() < SEARCH && !self.follows(&owner) => continue, // ask the new one at once
                Ok(false) => {}
                Err(RoomError::Store(StoreError::Unavailable(error))) => {
                    tracing::debug!(game = &*self.id, %error, "the owner of a game is not known");
                }
                Err(error) => return Err(error),
            }
            if begun.elapsed() >= ANSWER {
                self.subscribers.send(Audience::Everybody, &ServerMessage::Unsaved);
            }
            if begun.elapsed() > SEARCH {
                return Err(RoomError::Unreachable);
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Waits until the events up to a number are known here: they were published, or are read from the log.
    async fn catch_up(&mut self, head: u64) -> Result<(), RoomError> {
        let deadline = Instant::now() + PAUSE;
        while self.game.seq() < head {
            let Some(updates) = &mut self.updates else { break };
            let Ok(message) = tokio::time::timeout_at(deadline, updates.next()).await else { break };
            let _ = self.absorb(&message).await;
        }
        if self.game.seq() < head { self.reload().await } else { Ok(()) }
    }

    /// Has a command carried out by the owner. Returns the number of its first event.
    pub(super) async fn forward_command(&mut self, request: &CommandRequest) -> Result<u64, RoomError> {
        let CommandRequest { command, lag, id, seq, .. } = request;
        // A command without an id gets one, so that it is carried out once even if it is sent twice.
        let id = id.clone().map_or_else(random_id, Ok)?;
        let ask = ForwardedAsk::Command {
            command: wire::WireCommand::from(command),
            at: command.at.0,
            lag: u64::try_from(lag.as_millis()).unwrap_or(u64::MAX),
            id: id.clone(),
            seq: *seq,
            shown_late: self.turn_shown_late().map(|shown| shown.0),
        };
        match self.forward(ask).await? {
            Forwarded::Ours => self.decide(command, *lag, Some(&id), *seq, None).await,
            Forwarded::Answered(head, outcome) => match outcome {
                ForwardOutcome::Done { seq } => Ok(seq),
                ForwardOutcome::Outdated => Err(RoomError::Outdated { head }),
                ForwardOutcome::TooLong => Err(RoomError::TooLong),
                ForwardOutcome::Refused => Err(self.reason_for_refusal(command, *lag)),
                ForwardOutcome::Accepted | ForwardOutcome::Failed => Err(StoreError::OutcomeUnknown.into()),
            },
        }
    }

    /// Why the owner refused a command. The same state of the game gives the same reason.
    fn reason_for_refusal(&self, command: &Command, lag: Duration) -> RoomError {
        match self.game.foresee(command, lag) {
            Err(refusal) => RoomError::Refused(Box::new(RefusedCommand { refusal, game: self.game.clone() })),
            Ok(_) => RoomError::Outdated { head: self.game.seq() }, // it has become possible meanwhile
        }
    }

    /// Has the owner do something whose result is published. Says whether it is left to this node instead.
    pub(super) async fn leave_to_owner(
        &mut self,
        ask: impl FnOnce() -> ForwardedAsk,
    ) -> Result<bool, RoomError> {
        if self.owns().await? {
            return Ok(false);
        }
        Ok(matches!(self.forward(ask()).await?, Forwarded::Answered(..)))
    }

    /// Answers another node.
    pub(super) async fn handle_forwarded(
        &mut self,
        from: &str,
        ask: ForwardedAsk,
        answer: oneshot::Sender<NodeAnswer>,
    ) -> Flow {
        let owns = match (&ask, self.owns().await) {
            (ForwardedAsk::TakeOver, Ok(false)) => self.claim().await,
            (_, owns) => owns,
        };
        match owns {
            Ok(true) => {}
            Ok(false) => {
                let _ = answer.send(NodeAnswer::NotOwner);
                return Flow::Continue(());
            }
            Err(error) => return flow_after::<()>(&Err(error)),
        }
        if let ForwardedAsk::Command { command, .. } = &ask
            && let Actor::Player(side) = command.by.into()
        {
            // It may come before the news that its player is connected to that node.
            let sides = Side::BOTH.map(|one| one == side);
            if self.welcome_from_lost_node(sides, Some(from)).await.is_break() {
                return Flow::Break(());
            }
        }
        let (outcome, flow) = match ask {
            ForwardedAsk::Command { command, at, lag, id, seq, shown_late } => {
                let (lag, shown_late) = (Duration::from_millis(lag), shown_late.map(Moment));
                let result = match command.read(&self.game, Moment(at).min(self.services().clock.now())) {
                    Ok(command) => self.decide(&command, lag, Some(&id), seq, shown_late).await,
                    Err(error) => Err(RoomError::invalid(error)),
                };
                (outcome_of(&result), flow_after(&result))
            }
            ForwardedAsk::Premove { id, seq, by, notation } => {
                if let Ok(attempt) = self.game.read(&notation) {
                    self.hold_premove(Premove { id, seq, by: by.into(), attempt });
                }
                (ForwardOutcome::Accepted, Flow::Continue(()))
            }
            ForwardedAsk::CancelPremove { by } => {
                self.premoves[Side::from(by) as usize] = None;
                (ForwardOutcome::Accepted, Flow::Continue(()))
            }
            ForwardedAsk::Rematch { by } => {
                self.offer_rematch(by.into()).await;
                (ForwardOutcome::Accepted, Flow::Continue(()))
            }
            ForwardedAsk::TakeOver => (ForwardOutcome::Accepted, Flow::Continue(())),
        };
        let _ = answer.send(NodeAnswer::Game { head: self.game.seq(), outcome }); // it may have stopped waiting
        flow
    }

    /// Sends a message to connections here and at other nodes.
    pub(super) fn relay(&mut self, audience: Audience, message: &ServerMessage) {
        self.subscribers.send(audience, message);
        if !self.node().is_alone() {
            let update = GameUpdate::Relay { audience, message: Box::new(message.clone()) };
            self.node().publish(&game_topic(&self.id), &update);
        }
    }
}

fn outcome_of(result: &Result<u64, RoomError>) -> ForwardOutcome {
    match result {
        Ok(seq) => ForwardOutcome::Done { seq: *seq },
        Err(RoomError::Outdated { .. }) => ForwardOutcome::Outdated,
        Err(RoomError::Refused(_) | RoomError::Invalid(_)) => ForwardOutcome::Refused,
        Err(RoomError::TooLong) => ForwardOutcome::TooLong,
        Err(_) => ForwardOutcome::Failed,
    }
}
