//! What a client does over its connection: follow a game or the lobby, and send commands.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use damiera_game::{Actor, Lang, wire};
use damiera_messages::{ClientMessage, UpdateForm, is_command_id};
use damiera_rules::Side;

mod chat;

use super::latency::LatencyMonitor;
use crate::blindfold::BoardAccess;
use crate::http::Shared;
use crate::http::identity::ShownKey;
use crate::invalid_input::InvalidInput;
use crate::outbox::{Outbox, QueueSender, WeakQueueSender};
use crate::rate_limit::{RateKey, TokenBucket};
use crate::rooms::{ChatSetting, CommandRequest, Premove, ReplyTo, Room, RoomError, RoomMessage, Subscriber};
use crate::store::{Credentials, TokenDigest};

/// The client's side of a connection.
pub(super) struct Session {
    app: Shared,
    /// Identifies the connection to rooms and the lobby.
    id: u64,
    credentials: Credentials,
    lang: Lang,
    form: UpdateForm,
    access: BoardAccess,
    follows: Follows,
    queue: ConnectionQueue,
    /// What the client may still write to the opponent.
    chat_budget: TokenBucket,
    client: RateKey,
}

/// What the client follows.
enum Follows {
    Nothing,
    Lobby,
    /// What concerns an account.
    Notices(i64),
    Game(Arc<Room>),
}

/// The queue to the client. Once it follows something, only that keeps the queue open, so that a dropped subscriber sees
/// its queue end.
enum ConnectionQueue {
    Own(QueueSender),
    Subscribed(WeakQueueSender),
}

fn check_command_id(id: &str) -> Result<(), RoomError> {
    match is_command_id(id) {
        true => Ok(()),
        false => Err(RoomError::Invalid(InvalidInput::CommandId)),
    }
}

impl Session {
    pub(super) fn new(
        app: Shared,
        credentials: Credentials,
        (client, lang): (RateKey, Lang),
        queue: QueueSender,
    ) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let (form, follows, queue) = (UpdateForm::Events, Follows::Nothing, ConnectionQueue::Own(queue));
        let (access, chat_budget) = (BoardAccess::Concealed, chat::budget());
        Self { app, id, credentials, lang, form, access, follows, queue, chat_budget, client }
    }

    /// The token of the session or the key, if the client acts for an account.
    pub(super) const fn token(&self) -> Option<TokenDigest> {
        self.credentials.session
    }

    pub(super) const fn credentials(&self) -> &Credentials {
        &self.credentials
    }

    pub(super) const fn lang(&self) -> Lang {
        self.lang
    }

    pub(super) const fn follows_something(&self) -> bool {
        !matches!(self.follows, Follows::Nothing)
    }

    /// Ends the subscription. What it was about drops the queue, after it has answered what came before.
    pub(super) async fn leave(&mut self) {
        if let ConnectionQueue::Own(queue) = &self.queue {
            self.queue = ConnectionQueue::Subscribed(queue.downgrade());
        }
        match std::mem::replace(&mut self.follows, Follows::Nothing) {
            Follows::Nothing => {}
            Follows::Lobby => self.app.lobby.leave(self.id),
            Follows::Notices(account) => self.app.notices.leave(account, self.id),
            Follows::Game(room) => {
                let _ = room.send(RoomMessage::Leave(self.id)).await; // the room may be gone
            }
        }
    }

    pub(super) async fn handle(
        &mut self,
        message: ClientMessage,
        latency: &LatencyMonitor,
    ) -> Result<(), RoomError> {
        match message {
            ClientMessage::Join { game, seq, key, form } => self.join(&game, seq, key, form, latency).await,
            ClientMessage::Lobby { seek } => self.enter_lobby(seek).await,
            ClientMessage::Notices => self.follow_notices().await,
            ClientMessage::Chat { by, text } => self.chat(by.into(), &text).await,
            ClientMessage::ChatSwitch { on } => self.switch_chat(on).await,
            ClientMessage::Do { id, seq, command } => self.command(id, seq, &command, latency).await,
            ClientMessage::Premove { id, seq, by, notation } => {
                self.premove(id, seq, by.into(), &notation).await
            }
            ClientMessage::CancelPremove { by } => {
                self.room_as(Actor::Player(by.into()))?.send(RoomMessage::CancelPremove(by.into())).await
            }
            ClientMessage::Ping => Ok(()), // answered by the connection itself
            ClientMessage::Rematch { by } => {
                self.room_as(Actor::Player(by.into()))?.send(RoomMessage::Rematch(by.into())).await
            }
        }
    }

    fn outbox(&self, form: UpdateForm) -> Result<Outbox, RoomError> {
        let queue = match &self.queue {
            ConnectionQueue::Own(queue) => Some(queue.clone()),
            ConnectionQueue::Subscribed(queue) => queue.upgrade(),
        };
        Ok(Outbox { queue: queue.ok_or(RoomError::Closed)?, form, lang: self.lang, access: self.access })
    }

    /// Checks that the client follows nothing yet, and makes an outbox for what it will follow.
    fn first_outbox(&self, form: UpdateForm) -> Result<Outbox, RoomError> {
        if self.follows_something() {
            return Err(RoomError::Invalid(InvalidInput::AlreadyFollowing));
        }
        self.outbox(form)
    }

    fn follow(&mut self, follows: Follows) {
        self.follows = follows;
        if let ConnectionQueue::Own(queue) = &self.queue {
            self.queue = ConnectionQueue::Subscribed(queue.downgrade());
        }
    }

    async fn join(
        &mut self,
        game: &str,
        seq: Option<u64>,
        key: Option<String>,
        form: UpdateForm,
        latency: &LatencyMonitor,
    ) -> Result<(), RoomError> {
        self.first_outbox(form)?;
        let room = self.app.rooms.find(game).await?;
        if let Some(key) = key {
            let shown = ShownKey::read(&self.app, &key).await;
            self.credentials.key = shown.map(|shown| shown.key);
            self.credentials.session = self.credentials.session.or(shown.and_then(|shown| shown.session));
        }
        self.access = room.access(&self.credentials);
        let outbox = self.outbox(form)?;
        let sides = Side::BOTH.map(|side| room.may_act(&self.credentials, Actor::Player(side)));
        let (chat, lag) = (ChatSetting::On, latency.shared_lag());
        let credentials = self.credentials.clone();
        let subscriber = Subscriber { id: self.id, outbox, credentials, sides, consults: None, chat, lag };
        self.form = form;
        room.send(RoomMessage::Join(Box::new(subscriber), seq)).await?;
        self.follow(Follows::Game(room));
        Ok(())
    }

    async fn enter_lobby(&mut self, seek: Option<String>) -> Result<(), RoomError> {
        let outbox = self.first_outbox(UpdateForm::Events)?;
        self.app.lobby.join(self.id, outbox, &self.credentials);
        self.follow(Follows::Lobby);
        if let Some(seek) = seek {
            // A seek that cannot be listed again answers so itself, to whoever asks for it.
            let _ = self.app.seeks.list_again(&seek, &self.credentials, self.client.clone()).await;
        }
        Ok(())
    }

    async fn follow_notices(&mut self) -> Result<(), RoomError> {
        let outbox = self.first_outbox(UpdateForm::Events)?;
        let account = self.credentials.account.ok_or(RoomError::NotAllowed)?;
        self.app.seeks.follow_notices(account, self.id, outbox).await?;
        self.follow(Follows::Notices(account));
        Ok(())
    }

    /// The room of the game that the client follows, if it may act in it as this actor.
    fn room_as(&self, by: Actor) -> Result<&Arc<Room>, RoomError> {
        match &self.follows {
            Follows::Game(room) if room.may_act(&self.credentials, by) => Ok(room),
            Follows::Game(_) => Err(RoomError::NotAllowed),
            _ => Err(RoomError::UnknownGame),
        }
    }

    async fn command(
        &self,
        id: String,
        seq: u64,
        command: &wire::WireCommand,
        latency: &LatencyMonitor,
    ) -> Result<(), RoomError> {
        let room = self.room_as(command.by.into())?;
        let command = command.read(&room.game(), self.app.clock.now()).map_err(RoomError::invalid)?;
        check_command_id(&id)?;
        let reply = ReplyTo::Connection(self.outbox(self.form)?);
        room.note_client(self.client.clone());
        let (lag, id, seq) = (latency.lag(), Some(id), Some(seq));
        room.send(RoomMessage::Command(Box::new(CommandRequest { command, lag, id, seq, reply }))).await
    }

    async fn premove(&self, id: String, seq: u64, by: Side, notation: &str) -> Result<(), RoomError> {
        let room = self.room_as(Actor::Player(by))?;
        let attempt = room.game().read(notation).map_err(RoomError::invalid)?;
        check_command_id(&id)?;
        room.send(RoomMessage::Premove(Box::new(Premove { id, seq, by, attempt }))).await
    }
}
