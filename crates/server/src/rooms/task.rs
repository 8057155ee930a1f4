//! The task that owns a game. It decides a command, writes the events to the log, and only after the commit applies
//! them, publishes the new state and sends it to the subscribers.

mod adjourn;
mod chat;
mod conditional;
mod consult;
mod join;
mod ownership;
mod premove;
mod rematch;
mod updates;

use std::ops::ControlFlow;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use damiera_game::{Action, Actor, Command, Event, Fact, FlagPolicy, Game, Moment};
use damiera_messages::Seats;
use damiera_rules::Side;
use tokio::sync::{mpsc, watch};

use super::downtime::{Adjournment, RoomClock};
use super::error::{RefusedCommand, RoomError};
use super::log::{CommandIds, LoadedGame, SerialisedEvents};
use super::room::{CommandRequest, Premove, ReplyTo, RoomMessage};
use super::subscribers::Subscribers;
use super::{RoomRegistry, RoomServices};
use crate::conditional::ConditionalTree;
use crate::consultation::Consultation;
use crate::engine_seats::engine_level;
use crate::invalid_input::InvalidInput;
use crate::nodes::BusSubscription;
use crate::nodes::wire::Audience;
use crate::snapshot::GameContext;
use crate::store::{Holders, LeaseKind, StoreError, StoreWrite};
use crate::uptime::{ClockPace, RunningClock};
use damiera_messages::{LoggedEvent, ServerMessage};
pub(super) use ownership::Ownership;

/// How long a room stays in memory without subscribers.
const IDLE: Duration = Duration::from_secs(60);
/// How long players have to arrive before the first clock is started without them.
const ARRIVAL: Duration = Duration::from_secs(60);

/// The most events and moves of a game: whoever follows it gets all of them.
const MOST_EVENTS: u64 = 10_000;
const MOST_PLIES: usize = 3_000;
/// How long a commit may take before the players hear of it.
const SLOW_COMMIT: Duration = Duration::from_secs(1);
/// How long a commit may take in all if there are other nodes.
const LONGEST_COMMIT: Duration = Duration::from_secs(5);

/// Whether the task goes on. It ends when nobody needs the room, or when it is unknown what the log holds.
type Flow = ControlFlow<()>;

/// The owner of a game.
pub(super) struct RoomTask {
    registry: Arc<RoomRegistry>,
    id: Arc<str>,
    seats: Seats,
    holders: Holders,
    game: Arc<Game>,
    publish: watch::Sender<Arc<Game>>,
    /// Commands that were carried out, by their id.
    commands: CommandIds,
    subscribers: Subscribers,
    premoves: [Option<Premove>; 2],
    /// Conditional moves of White and Black, known to nobody else.
    conditional: [Option<ConditionalTree>; 2],
    /// Sides that several people hold; their proposals are known to nobody else.
    consultation: Consultation,
    rematch: rematch::Rematch,
    chat: chat::Chat,
    /// When the game starts even if the players have not arrived.
    starts_at: Option<Moment>,
    /// Present while the game's clock runs.
    running: Option<RunningClock>,
    clock: RoomClock,
    adjournment: Adjournment,
    /// When each side last sent a command.
    last_command: [Option<Moment>; 2],
    /// Who decides about the game.
    ownership: Ownership,
    /// What other nodes publish about it; `None` if there are none.
    updates: Option<BusSubscription>,
    /// When the other nodes were last told who follows the game here.
    reported_at: Moment,
    /// A write failed after the command that caused it was carried out.
    failed: bool,
}

/// The form in which a command id is stored: players choose ids independently of each other.
fn stored_id(by: Actor, id: &str) -> String {
    let side = match by {
        Actor::Player(Side::White) => "w",
        Actor::Player(Side::Black) => "b",
        Actor::Arbiter => "a",
    };
    format!("{side}:{id}")
}

/// A stored command id as its sender chose it.
fn sent_id(stored: &str) -> String {
    stored.get(2..).unwrap_or_default().to_owned()
}

impl RoomTask {
    pub(super) fn new(
        registry: Arc<RoomRegistry>,
        id: Arc<str>,
        (seats, holders): (Seats, Holders),
        loaded: LoadedGame,
        publish: watch::Sender<Arc<Game>>,
        clock: RoomClock,
        (ownership, updates): (Ownership, Option<BusSubscription>),
    ) -> Self {
        Self {
            ownership,
            updates,
            reported_at: Moment(0),
            registry,
            id,
            seats,
            holders,
            game: Arc::new(loaded.game),
            publish,
            commands: loaded.commands,
            subscribers: Subscribers::default(),
            premoves: [None, None],
            conditional: loaded.conditional,
            consultation: loaded.consultation,
            rematch: rematch::Rematch::default(),
            chat: chat::Chat::default(),
            starts_at: None,
            running: None,
            clock,
            adjournment: loaded.adjournment,
            last_command: [None, None],
            failed: false,
        }
    }

    fn services(&self) -> &RoomServices {
        &self.registry.services
    }

    fn now(&self) -> Moment {
        self.clock.now()
    }

    /// Handles messages until nobody needs the room. `unloaded` is the clock that was counted until now.
    pub(super) async fn run(
        mut self,
        mut messages: mpsc::Receiver<RoomMessage>,
        unloaded: Option<RunningClock>,
    ) {
        let two_people = !self.seats.has_engine() && !self.holders.are_same();
        self.starts_at = two_people.then(|| self.now().plus(ARRIVAL));
        self.follow_up();
        drop(unloaded);
        if self.is_owner()
            && let Err(error) = self.play_conditional_moves().await
        {
            tracing::error!(game = &*self.id, %error, "a conditional move could not be written");
            self.failed = true;
        }
        self.say_hello();
        let (clock, mut outages) = (self.clock.clone(), self.services().uptime.watch());
        loop {
            let next_check = self.next_check();
            let flow = tokio::select! {
                biased;
                message = messages.recv() => match message {
                    Some(message) => self.handle(message).await,
                    None => Flow::Break(()),
                },
                update = next_update(&mut self.updates) => self.absorb(&update).await,
                _ = outages.changed() => self.check_time().await,
                () = clock.sleep(next_check) => self.check_time().await,
            };
            if flow.is_break() || self.failed {
                break;
            }
        }
        self.subscribers.clear();
        self.report_attendance();
        messages.close();
        self.registry.forget(&self.id, self.running.take());
    }

    fn has_not_started(&self) -> bool {
        !self.game.has_begun() && self.game.end().is_none()
    }

    /// How long until something has to be done without a message.
    fn next_check(&self) -> Duration {
        let starts = self.starts_at.filter(|_| self.has_not_started());
        let vacation = self.game.vacation_ends();
        let decided = self
            .flag_due()
            .into_iter()
            .chain(starts)
            .chain(self.resumes_at())
            .chain(vacation)
            .chain(self.vote_due())
            .min();
        let due = decided.filter(|_| self.is_owner()).into_iter().chain(self.next_report()).min();
        let until = |due| self.clock.until(due) + Duration::from_millis(1);
        due.map_or(IDLE, |due| until(due).min(IDLE))
    }

    /// When to check the flag: a move on its way may still have been made in time.
    fn flag_due(&self) -> Option<Moment> {
        if self.game.terms().profile.flags == FlagPolicy::Claimed {
            return None;
        }
        let falls = self.game.flag_falls()?;
        Some(falls.plus(self.subscribers.lag(self.game.turn())))
    }

    async fn check_time(&mut self) -> Flow {
        if let Some(flow) = self.check_as_follower().await {
            return flow;
        }
        let now = self.now();
        if let Err(error) = self.compensate_downtime().await {
            tracing::error!(game = &*self.id, %error, "the downtime could not be credited");
            return flow_after::<()>(&Err(error));
        }
        if let Err(error) = self.end_used_up_vacations().await {
            return flow_after::<()>(&Err(error));
        }
        if self.may_resume() {
            return self.act_as_arbiter(Action::Resume).await;
        }
        if self.flag_due().is_some_and(|due| due <= now) {
            return self.act_as_arbiter(Action::Flag).await;
        }
        if self.play_chosen_move().await.is_break() {
            return Flow::Break(());
        }
        if self.has_not_started() && self.starts_at.is_some_and(|starts| starts <= now) {
            return self.act_as_arbiter(Action::Start).await;
        }
        let due = self.flag_due().or_else(|| self.resumes_at()).or_else(|| self.game.vacation_ends());
        let due = due.into_iter().chain(self.vote_due()).min();
        self.unload_if_idle(due)
    }

    /// What is due at a node that does not own the game; `None` if this one does.
    async fn check_as_follower(&mut self) -> Option<Flow> {
        if self.next_report().is_some_and(|due| due <= self.now()) {
            self.report_attendance();
        }
        if !self.node().is_connected()
            && let Err(error) = self.reload().await
        {
            tracing::debug!(game = &*self.id, %error, "the log could not be read");
        }
        match self.owns().await {
            Ok(true) => None,
            Ok(false) => Some(self.unload_if_idle(None)),
            Err(error) => {
                tracing::debug!(game = &*self.id, %error, "the owner of a game is not known");
                Some(Flow::Continue(()))
            }
        }
    }

    fn unload_if_idle(&mut self, due: Option<Moment>) -> Flow {
        let idle = self.subscribers.is_empty();
        if !idle || !self.registry.unload(&self.id, &self.clock, due, &mut self.running) {
            return Flow::Continue(());
        }
        if due.is_none() && self.is_owner() {
            self.node().release(LeaseKind::Game, &self.id);
        }
        Flow::Break(())
    }

    async fn act_as_arbiter(&mut self, action: Action) -> Flow {
        let command = Command { by: Actor::Arbiter, at: self.now(), action };
        flow_after(&self.carry_out(&command, Duration::ZERO, None).await)
    }

    async fn handle(&mut self, message: RoomMessage) -> Flow {
        match message {
            RoomMessage::Command(request) => return self.handle_command(*request).await,
            RoomMessage::Premove(premove) => return self.handle_premove(*premove).await,
            RoomMessage::CancelPremove(side) => return self.cancel_premove(side).await,
            RoomMessage::Consult(request) => return self.consult(*request).await,
            RoomMessage::ConditionalMoves { side, moves, reply } => {
                let result = self.set_conditional_moves(side, &moves).await;
                self.publish_conditional_moves();
                let flow = flow_after(&result);
                let _ = reply.send(result); // the requester may have gone
                return flow;
            }
            RoomMessage::Rematch(side) => return self.handle_rematch(side).await,
            RoomMessage::Forwarded { ask, answer } => return self.handle_forwarded(*ask, answer).await,
            RoomMessage::TakenOver { alive_at } => return self.take_over(alive_at).await,
            RoomMessage::Chat { by, text, sender } => self.chat(by, text, &sender),
            RoomMessage::ChatSwitch { subscriber, setting } => {
                self.subscribers.set_chat(subscriber, setting);
                self.report_attendance();
            }
            RoomMessage::Join(subscriber, seq) => return self.join(*subscriber, seq).await,
            RoomMessage::Close => return Flow::Break(()),
            RoomMessage::Leave(id) => {
                self.subscribers.leave(id);
                self.report_attendance();
            }
            RoomMessage::EngineCommand { seq, command } => {
                if self.game.seq() == seq && self.owns().await.unwrap_or(false) {
                    if let Err(error) = self.compensate_downtime().await {
                        return flow_after::<()>(&Err(error));
                    }
                    return flow_after(&self.carry_out(&command, Duration::ZERO, None).await);
                }
            }
        }
        Flow::Continue(())
    }

    /// Carries out a client's command, once.
    async fn handle_command(&mut self, request: CommandRequest) -> Flow {
        let result = match self.owns().await {
            Ok(true) => self.decide(&request.command, request.lag, request.id.as_deref(), request.seq).await,
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
                self.send_result(&outbox, id.unwrap_or_default(), seq, result).await;
            }
        }
        flow
    }

    /// Carries out a command, once, as the owner of the game. Returns the number of its first event.
    async fn decide(
        &mut self,
        command: &Command,
        lag: Duration,
        id: Option<&str>,
        seq: Option<u64>,
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
        self.welcome_back(&command).await?;
        self.carry_out(&command, lag, id.as_deref()).await
    }

    /// The number of the first event of a command that was carried out before.
    fn carried_out(&self, id: &str) -> Option<u64> {
        self.commands.iter().rev().find(|(known, _)| **known == *id).map(|(_, seq)| *seq)
    }

    /// Decides, commits, and then applies and publishes. Returns the number of the first event.
    async fn carry_out(
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

    /// Writes events to the log, and publishes them once they are committed. Returns the number of the first.
    async fn commit(&mut self, events: &[Event], after: Game, id: Option<&str>) -> Result<u64, RoomError> {
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
        self.publish(after, &serialised.for_clients(first, id.map(sent_id)));
        self.follow_up();
        Ok(first)
    }

    /// Writes to the log. If that takes long, the subscribers hear that the command is not saved yet.
    async fn write(&mut self, write: StoreWrite) -> Result<(), StoreError> {
        let writer = self.services().writer.clone();
        let mut outcome = pin!(writer.write(write));
        if let Ok(outcome) = tokio::time::timeout(SLOW_COMMIT, &mut outcome).await {
            return outcome;
        }
        self.relay(Audience::Everybody, &ServerMessage::Unsaved);
        if self.node().is_alone() {
            return outcome.await;
        }
        // Another node may be able to write: the players connect to it and send the command again, under the same id.
        tokio::time::timeout(LONGEST_COMMIT, outcome).await.unwrap_or(Err(StoreError::OutcomeUnknown))
    }

    /// Replaces the game by its new state and sends what happened to the subscribers.
    fn publish(&mut self, after: Game, events: &[LoggedEvent]) {
        let before = std::mem::replace(&mut self.game, Arc::new(after));
        self.publish.send_replace(Arc::clone(&self.game));
        let at = self.now();
        let context = |game| GameContext { id: &self.id, seats: self.seats, holders: &self.holders, game };
        self.subscribers.send_events(&context(&before), &context(&self.game), events, at);
    }

    fn context(&self) -> GameContext<'_> {
        GameContext { id: &self.id, seats: self.seats, holders: &self.holders, game: &self.game }
    }

    /// Catches up with the log after another writer was first.
    async fn reload(&mut self) -> Result<(), RoomError> {
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
        self.publish(game, &logged);
        Ok(())
    }

    /// Starts what the new state requires of the server: count a running clock, let the engine move or answer.
    fn follow_up(&mut self) {
        if !self.is_owner() {
            return;
        }
        let falls = self.game.flag_falls();
        if falls.is_some() != self.running.is_some() {
            let pace = falls.map(|falls| ClockPace::of(self.clock.until(falls)));
            self.running = pace.map(|pace| self.services().uptime.track_clock(pace));
        }
        let members = &self.consultation.members;
        self.services().turn_notices.plan(&self.id, &self.game, self.seats, &self.holders, members);
        self.services().rater.game_changed(&self.id, &self.game, &self.holders);
        if self.game.end().is_some() || !self.seats.has_engine() {
            return;
        }
        let Some(room) = self.registry.loaded(&self.id) else { return };
        let (registry, game, turn) = (Arc::clone(&self.registry), Arc::clone(&self.game), self.game.turn());
        let (level, clock) = (engine_level(self.seats.of(turn)), self.clock.clone());
        tokio::spawn(async move {
            let (engine, seq) = (&registry.services.engine, game.seq());
            let command = match level {
                Some(level) => engine.choose_move(game, &clock, turn, level).await,
                None => engine.answer_offer(game, &clock, !turn).await,
            };
            if let Some(command) = command {
                let _ = room.send(RoomMessage::EngineCommand { seq, command: Box::new(command) }).await;
            }
        });
    }
}

/// The next update from other nodes; never, if there are none.
async fn next_update(updates: &mut Option<BusSubscription>) -> Bytes {
    match updates {
        Some(updates) => updates.next().await,
        None => std::future::pending().await,
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

/// After a failure of the store it is unknown what the log holds, so the game has to be loaded again.
fn flow_after<T>(result: &Result<T, RoomError>) -> Flow {
    match result {
        Err(error) if error.invalidates_room() => Flow::Break(()),
        _ => Flow::Continue(()),
    }
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
