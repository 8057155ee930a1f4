//! The task that owns a game. It decides a command, writes the events to the log, and only after the commit applies
//! them, publishes the new state and sends it to the subscribers.

mod adjourn;
mod chat;
mod commands;
mod commit;
mod conditional;
mod consult;
mod join;
mod late_turn;
mod lost_player;
mod ownership;
mod premove;
mod rematch;
mod timers;
mod updates;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use damiera_game::{Action, Actor, Command, Game, Moment};
use damiera_messages::Seats;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

use super::downtime::{Adjournment, RoomClock};
use super::error::RoomError;
use super::log::{CommandIds, LoadedGame};
use super::room::{Premove, RoomMessage};
use super::subscribers::Subscribers;
use super::{RoomRegistry, RoomServices};
use crate::conditional::ConditionalTree;
use crate::consultation::Consultation;
use crate::engine_seats::engine_level;
use crate::nodes::BusSubscription;
use crate::snapshot::GameContext;
use crate::store::Holders;
use crate::uptime::{ClockPace, RunningClock};
pub(super) use ownership::Ownership;

/// How long a room stays in memory without subscribers.
const IDLE: Duration = Duration::from_secs(60);
/// How long players have to arrive before the first clock is started without them.
const ARRIVAL: Duration = Duration::from_secs(60);

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
    /// Players who may have been connected to a node that was lost, and have not come back.
    awaited: [bool; 2],
    /// When the side to move was shown its turn at this node, if that was late.
    late_turn: Option<late_turn::LateTurn>,
    /// What other nodes publish about it; `None` if there are none.
    updates: Option<BusSubscription>,
    /// When the other nodes were last told who follows the game here.
    reported_at: Moment,
    /// A write failed after the command that caused it was carried out.
    failed: bool,
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
        let taken_over = matches!(&ownership, Ownership::Owner { time, .. } if time.orphaned_at.is_some());
        Self {
            awaited: [taken_over; 2],
            late_turn: None,
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

    fn context(&self) -> GameContext<'_> {
        GameContext { id: &self.id, seats: self.seats, holders: &self.holders, game: &self.game }
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
            && let Err(error) = Box::pin(self.play_conditional_moves()).await
        {
            tracing::error!(game = &*self.id, %error, "a conditional move could not be written");
            self.failed = true;
        }
        if self.is_owner() {
            self.publish_owner(self.node().id());
        }
        self.say_hello();
        let (clock, mut outages) = (self.clock.clone(), self.services().uptime.watch());
        loop {
            let (next_check, presence) = (self.next_check(), self.subscribers.presence_due());
            // What is done is boxed: a game that waits, as most do, would otherwise hold memory for all that it may have to do.
            let flow = tokio::select! {
                biased;
                message = messages.recv() => match message {
                    Some(message) => Box::pin(self.handle(message)).await,
                    None => Flow::Break(()),
                },
                update = next_update(&mut self.updates) => Box::pin(self.absorb(&update)).await,
                _ = outages.changed() => Box::pin(self.check_time()).await,
                () = until(presence) => {
                    self.subscribers.tell_presence();
                    Flow::Continue(())
                }
                () = clock.sleep(next_check) => Box::pin(self.check_time()).await,
            };
            if flow.is_break() || self.failed || self.report_late_turn().await.is_break() {
                break;
            }
        }
        self.subscribers.clear();
        self.report_attendance();
        messages.close();
        self.registry.forget(&self.id, self.running.take());
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
            RoomMessage::ConditionalMoves { side, tree, reply } => {
                let result = self.set_conditional_moves(side, tree).await;
                self.publish_conditional_moves();
                let flow = flow_after(&result);
                let _ = reply.send(result); // the requester may have gone
                return flow;
            }
            RoomMessage::Rematch(side) => return self.handle_rematch(side).await,
            RoomMessage::Forwarded { from, ask, answer } => {
                return self.handle_forwarded(&from, *ask, answer).await;
            }
            RoomMessage::OwnerGone => return self.replace_owner().await,
            RoomMessage::HandOver(heirs, done) => return self.hand_over(&heirs, done).await,
            RoomMessage::LogGrown => return self.follow_other_writer().await,
            RoomMessage::BrokerBack => self.report_attendance(),
            RoomMessage::Chat { by, text, sender } => self.chat(by, text, &sender),
            RoomMessage::ChatSwitch { subscriber, setting } => {
                self.subscribers.set_chat(subscriber, setting);
                self.report_attendance();
            }
            RoomMessage::Join(subscriber, seq) => return self.join(*subscriber, seq).await,
            RoomMessage::Close => return Flow::Break(()),
            RoomMessage::MembersChanged => {
                if let Err(error) = self.read_consultation().await {
                    tracing::warn!(game = &*self.id, %error, "the members of a side could not be read");
                }
            }
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
                Some(level) => engine.choose_move(&room, game, &clock, level).await,
                None => engine.answer_offer(&room, game, &clock, !turn).await,
            };
            if let Some(command) = command {
                let _ = room.send(RoomMessage::EngineCommand { seq, command: Box::new(command) }).await;
            }
        });
    }
}

/// Waits for an instant; for ever, if there is none.
async fn until(instant: Option<Instant>) {
    match instant {
        Some(instant) => tokio::time::sleep_until(instant).await,
        None => std::future::pending().await,
    }
}

/// The next update from other nodes; never, if there are none.
async fn next_update(updates: &mut Option<BusSubscription>) -> Bytes {
    match updates {
        Some(updates) => updates.next().await,
        None => std::future::pending().await,
    }
}

/// After a failure of the store it is unknown what the log holds, so the game has to be loaded again.
fn flow_after<T>(result: &Result<T, RoomError>) -> Flow {
    match result {
        Err(error) if error.invalidates_room() => Flow::Break(()),
        _ => Flow::Continue(()),
    }
}
