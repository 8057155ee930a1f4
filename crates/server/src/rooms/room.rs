//! A room: the handle to the task that owns a game.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use damiera_game::{Actor, Command, Game, Lang, Moment, wire};
use damiera_messages::GameSnapshot;
use damiera_rules::{Attempt, Side};
use tokio::sync::{mpsc, oneshot, watch};

use super::downtime::RoomClock;
use super::error::RoomError;
use super::subscribers::Subscriber;
use crate::blindfold::BoardAccess;
use crate::conditional::ConditionalTree;
use crate::consultation::ConsultationView;
use crate::nodes::wire::{ForwardedAsk, NodeAnswer};
use crate::outbox::Outbox;
use crate::rate_limit::RateKey;
use crate::snapshot::GameContext;
use crate::store::{Credentials, Holder, Holders, StoreError};
use damiera_messages::Seats;

/// Length of a room's mailbox. Senders wait while it is full.
pub(super) const MAILBOX: usize = 64;

/// The handle to the task that owns a game.
pub(crate) struct Room {
    pub(super) id: Arc<str>,
    pub(crate) seats: Seats,
    pub(crate) holders: Holders,
    pub(super) clock: RoomClock,
    pub(super) mailbox: mpsc::Sender<RoomMessage>,
    pub(super) published: watch::Receiver<Arc<Game>>,
    /// Whether the players, White first, have come to the game since it was loaded.
    pub(super) arrived: [AtomicBool; 2],
    /// Whose share of the engine the game takes: whoever created it or sent the last command.
    pub(super) client: Mutex<RateKey>,
}

/// A message to a room's task.
pub(crate) enum RoomMessage {
    Command(Box<CommandRequest>),
    Premove(Box<Premove>),
    CancelPremove(Side),
    /// A request of somebody who holds a side with others, or wants to.
    Consult(Box<ConsultRequest>),
    /// The conditional moves of a side, in place of those it has; `None` removes them.
    ConditionalMoves {
        side: Side,
        tree: Option<ConditionalTree>,
        reply: oneshot::Sender<Result<(), RoomError>>,
    },
    Rematch(Side),
    /// A line of text for the opponent, and where a refusal goes.
    Chat {
        by: Side,
        text: String,
        sender: Outbox,
    },
    /// Whether a subscriber reads messages.
    ChatSwitch {
        subscriber: u64,
        setting: ChatSetting,
    },
    /// A new subscriber, and the number of the last event that it knows.
    Join(Box<Subscriber>, Option<u64>),
    /// Ends the task. The game is loaded again, since its seats have changed hands.
    Close,
    /// Those who hold a side together may have changed in the store.
    MembersChanged,
    /// The subscriber with this id has gone.
    Leave(u64),
    /// Something from another node, for the owner of the game.
    Forwarded {
        /// The node that sent it.
        from: String,
        ask: Box<ForwardedAsk>,
        answer: oneshot::Sender<NodeAnswer>,
    },
    /// The node that owned the game is gone, or this one has yet to claim it.
    OwnerGone,
    /// This node stops: one of these other nodes is to own the game. The sender hears which one does, if this node did.
    HandOver(Arc<[String]>, oneshot::Sender<String>),
    /// The log has events that did not arrive here.
    LogGrown,
    /// Messages of other nodes arrive again.
    BrokerBack,
    /// The engine's command, decided when the game had `seq` events.
    EngineCommand {
        seq: u64,
        command: Box<Command>,
    },
}

/// A request about a side that several people hold.
pub(crate) struct ConsultRequest {
    pub(crate) credentials: Credentials,
    pub(crate) action: ConsultAction,
    pub(crate) reply: oneshot::Sender<Result<ConsultationView, RoomError>>,
}

/// What somebody who holds a side with others does.
pub(crate) enum ConsultAction {
    /// Joins a side; the sender has its link.
    Join { side: Side, holder: Holder },
    /// Proposes a move.
    Vote { notation: String },
    /// Looks at what is proposed.
    View,
}

/// Whether a subscriber reads messages from the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChatSetting {
    On,
    Off,
}

/// A command, and where its result goes.
pub(crate) struct CommandRequest {
    /// By the server's time.
    pub(crate) command: Command,
    /// The measured latency of the sender.
    pub(crate) lag: Duration,
    /// The id that the sender chose.
    pub(crate) id: Option<String>,
    /// The number of the last event that the sender knows.
    pub(crate) seq: Option<u64>,
    pub(crate) reply: ReplyTo,
}

/// A move to be played at the sender's next turn.
pub(crate) struct Premove {
    pub(crate) id: String,
    pub(crate) seq: u64,
    pub(crate) by: Side,
    pub(crate) attempt: Attempt,
}

/// Where the result of a command goes.
pub(crate) enum ReplyTo {
    /// To a waiting request: the number of the first event that resulted.
    Request(oneshot::Sender<Result<u64, RoomError>>),
    /// To a connection.
    Connection(Outbox),
}

impl Room {
    /// The game's id.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Whether two people play who are not the same.
    pub(crate) fn is_between_two_people(&self) -> bool {
        !self.seats.has_engine() && !self.holders.are_same()
    }

    /// Whose share of the engine the game takes.
    pub(crate) fn client(&self) -> RateKey {
        self.client.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes note of who plays the game.
    pub(crate) fn note_client(&self, client: RateKey) {
        *self.client.lock().unwrap_or_else(PoisonError::into_inner) = client;
    }

    /// The game as it stands.
    pub(crate) fn game(&self) -> Arc<Game> {
        self.published.borrow().clone()
    }

    /// The game as a page shows it at an instant of the server's time, with as much of the board as the reader may see.
    pub(crate) fn snapshot(&self, at: Moment, lang: Lang, access: BoardAccess) -> GameSnapshot {
        let game = self.game();
        GameContext { id: &self.id, seats: self.seats, holders: &self.holders, game: &game }.snapshot(
            self.clock.game_time(at),
            lang,
            access,
        )
    }

    /// White's and Black's clocks in a state of the game, at an instant of the server's time.
    pub(crate) fn clocks(&self, game: &Game, at: Moment) -> [Option<wire::WireClockFace>; 2] {
        let at = self.clock.game_time(at);
        Side::BOTH.map(|side| game.clocks().face(side, at).map(wire::WireClockFace::from))
    }

    /// A receiver of every new state of the game.
    pub(crate) fn watch(&self) -> watch::Receiver<Arc<Game>> {
        self.published.clone()
    }

    /// Whether somebody may see the board while a side plays blindfold. A player who looks has arrived.
    pub(crate) fn access(&self, credentials: &Credentials) -> BoardAccess {
        let sides = Side::BOTH.map(|side| self.may_act(credentials, Actor::Player(side)));
        self.note_arrivals(sides);
        BoardAccess::of(&self.game(), sides)
    }

    /// Takes note that players are here, White first.
    pub(super) fn note_arrivals(&self, present: [bool; 2]) {
        for (arrived, is_here) in self.arrived.iter().zip(present) {
            arrived.fetch_or(is_here, Ordering::Relaxed);
        }
    }

    /// Whether a player has come to the game since it was loaded.
    pub(crate) fn has_arrived(&self, side: Side) -> bool {
        self.arrived[side as usize].load(Ordering::Relaxed)
    }

    /// An error while the board is kept from somebody with this access.
    pub(crate) fn check_access(&self, access: BoardAccess) -> Result<(), RoomError> {
        if access.conceals(&self.game()) { Err(RoomError::BoardConcealed) } else { Ok(()) }
    }

    /// Whether somebody may act as this actor.
    pub(crate) fn may_act(&self, credentials: &Credentials, by: Actor) -> bool {
        self.holders.may_act(credentials, &self.seats, by)
    }

    /// Sends a message to the task; waits while the mailbox is full.
    pub(crate) async fn send(&self, message: RoomMessage) -> Result<(), RoomError> {
        self.mailbox.send(message).await.map_err(|_| RoomError::Closed)
    }

    /// Sends a command and waits for the number of the first event that resulted.
    pub(crate) async fn command(
        &self,
        command: Command,
        id: Option<String>,
        seq: Option<u64>,
    ) -> Result<u64, RoomError> {
        let (reply, result) = oneshot::channel();
        let reply = ReplyTo::Request(reply);
        let request = CommandRequest { command, lag: Duration::ZERO, id, seq, reply };
        self.send(RoomMessage::Command(Box::new(request))).await?;
        // The task may have ended before or after it wrote the events.
        result.await.unwrap_or(Err(StoreError::OutcomeUnknown.into()))
    }
}
