//! `/ws`: a connection follows one game, or the lobby, and may ask for what its holder may do.

use std::net::IpAddr;
use std::ops::ControlFlow;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use damiera_game::{Actor, Lang, wire};
use damiera_rules::Side;
use futures_util::SinkExt;
use tokio::sync::mpsc;

use super::Shared;
use super::guard::From;
use super::lang::Reader;
use super::line::Line;
use super::who::Who;
use crate::limits::{Bucket, Kind};
use crate::listen::Place;
use crate::protocol::{Form, Said, Told, is_name};
use crate::room::{Answer, Letter, Outbox, Premove, Request, Room, RoomError, Watcher};
use crate::sockets::Open;
use crate::store::Credentials;
use crate::store::TokenDigest;
use crate::time::now;

/// The largest message taken: a command with a set-up is far smaller.
const MESSAGE: usize = 4096;
/// Messages that wait for a reader; a whole move makes two.
const WAITING: usize = 64;
/// How long a reader may take for a message.
const SLOWEST: Duration = Duration::from_secs(10);
/// Senseless messages before the connection ends.
const PATIENCE: u8 = 8;

pub(super) async fn upgrade(
    State(rooms): State<Shared>,
    Reader(lang): Reader,
    Who(shown): Who,
    From(address): From,
    place: Option<Extension<Arc<Place>>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    // The default buffers would take 134 KiB a connection.
    upgrade
        .read_buffer_size(MESSAGE)
        .write_buffer_size(MESSAGE) // what waits goes out in one piece
        .max_write_buffer_size(1 << 20)
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE)
        .on_upgrade(move |socket| async move {
            let _place = place; // it is taken as long as the connection is open
            let open = rooms.sockets().open();
            let (queue, waiting) = mpsc::channel(WAITING);
            Connection::new(rooms, shown, (address, lang), queue).run(socket, waiting, open).await;
        })
}

/// One client's line.
struct Connection {
    rooms: Shared,
    id: u64,
    shown: Credentials,
    address: IpAddr,
    lang: Lang,
    form: Form,
    room: Option<Arc<Room>>,
    in_lobby: bool,
    /// The way to ourselves. Once we follow something, only that keeps it open: who is dropped hears of it.
    queue: Queue,
    line: Line,
    allowance: Bucket,
    nonsense: u8,
}

enum Queue {
    Own(mpsc::Sender<Utf8Bytes>),
    Theirs(mpsc::WeakSender<Utf8Bytes>),
}

fn farewell(code: u16, reason: &'static str) -> Message {
    Message::Close(Some(CloseFrame { code, reason: reason.into() }))
}

impl Connection {
    fn new(
        rooms: Shared,
        shown: Credentials,
        (address, lang): (IpAddr, Lang),
        queue: mpsc::Sender<Utf8Bytes>,
    ) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let allowance = Bucket::new(rooms.settings().limits.commands, Duration::from_secs(1), 10);
        Self {
            rooms,
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            shown,
            address,
            lang,
            form: Form::Events,
            room: None,
            in_lobby: false,
            queue: Queue::Own(queue),
            line: Line::new(Instant::now()),
            allowance,
            nonsense: 0,
        }
    }

    async fn run(mut self, mut socket: WebSocket, mut waiting: mpsc::Receiver<Utf8Bytes>, mut open: Open) {
        // Made once: to wait anew for each message would cost more than the message.
        let mut ends = pin!(open.ends(self.shown.session));
        let mut look = pin!(tokio::time::sleep_until(self.next_look().into()));
        let ended = loop {
            let step = tokio::select! {
                biased;
                told = waiting.recv() => match told {
                    Some(text) => pass_on(&mut socket, text, &mut waiting).await,
                    // Whoever we followed has dropped us: we did not keep up, or it is gone.
                    None => ControlFlow::Break(Some(farewell(close_code::AGAIN, "too slow, or the game was put away"))),
                },
                heard = socket.recv() => match heard {
                    Some(Ok(message)) => self.hear(message, &mut socket).await,
                    _ => ControlFlow::Break(None),
                },
                () = &mut look => {
                    let step = self.look(&mut socket).await;
                    look.as_mut().reset(self.next_look().into());
                    step
                }
                why = &mut ends => ControlFlow::Break(Some(why)),
            };
            if let ControlFlow::Break(ended) = step {
                break ended;
            }
        };
        if let Some(room) = &self.room {
            let _ = room.send(Letter::Leave(self.id)).await;
        }
        if self.in_lobby {
            self.rooms.lobby().leave(self.id);
        }
        if let Some(farewell) = ended {
            let _ = tokio::time::timeout(Duration::from_secs(1), socket.send(farewell)).await;
        }
    }

    /// When one's time to say what one wants is up, as long as one has not.
    fn introduction(&self) -> Option<Instant> {
        let idle = self.room.is_none() && !self.in_lobby;
        idle.then(|| self.line.opened() + self.rooms.settings().limits.introduction)
    }

    fn next_look(&self) -> Instant {
        let look = self.line.next_look(self.rooms.settings().limits.silence);
        self.introduction().map_or(look, |introduction| look.min(introduction))
    }

    /// Looks whether anybody is still there, and measures the line if that is due.
    async fn look(&mut self, socket: &mut WebSocket) -> ControlFlow<Option<Message>> {
        let now = Instant::now();
        let silent = self.line.silence(now) >= self.rooms.settings().limits.silence;
        if silent || self.introduction().is_some_and(|introduction| introduction <= now) {
            return ControlFlow::Break(Some(farewell(close_code::POLICY, "nothing was heard")));
        }
        match self.line.ping(now) {
            Some(payload) => send(socket, Message::Ping(payload.to_vec().into())).await,
            None => ControlFlow::Continue(()),
        }
    }

    async fn hear(&mut self, message: Message, socket: &mut WebSocket) -> ControlFlow<Option<Message>> {
        let now = Instant::now();
        self.line.hear(now);
        let text = match message {
            Message::Text(text) => text,
            Message::Pong(payload) => {
                self.line.pong(&payload, now);
                return ControlFlow::Continue(());
            }
            Message::Ping(_) if self.allowance.take() => return ControlFlow::Continue(()),
            Message::Close(_) => return ControlFlow::Break(None),
            Message::Binary(_) => {
                return ControlFlow::Break(Some(farewell(close_code::UNSUPPORTED, "text only")));
            }
            Message::Ping(_) => {
                return ControlFlow::Break(Some(farewell(close_code::POLICY, "too much at once")));
            }
        };
        let allowed = self.rooms.allow(Kind::Command, self.address, self.shown.account).is_ok();
        if !self.allowance.take() || !allowed {
            return ControlFlow::Break(Some(farewell(close_code::POLICY, "too much at once")));
        }
        let done = match serde_json::from_str::<Said>(&text) {
            Ok(said) => self.answer(said).await,
            Err(error) => Err(RoomError::Bad(error.to_string())),
        };
        match done {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.nonsense += 1;
                if self.nonsense >= PATIENCE {
                    return ControlFlow::Break(Some(farewell(close_code::POLICY, "too much nonsense")));
                }
                let text = super::api::words(&error, self.lang);
                send(socket, Message::Text(Told::Bad { text }.text().into())).await
            }
        }
    }

    async fn answer(&mut self, said: Said) -> Result<(), RoomError> {
        match said {
            Said::Join { game, seq, key, form } => self.join(&game, seq, key, form).await,
            Said::Lobby => self.enter_lobby(),
            Said::Do { id, seq, command } => self.ask(id, seq, &command).await,
            Said::Premove { id, seq, by, notation } => self.premove(id, seq, by.into(), &notation).await,
            Said::CancelPremove { by } => {
                self.room_of(Actor::Player(by.into()))?.send(Letter::CancelPremove(by.into())).await
            }
            Said::Rematch { by } => {
                self.room_of(Actor::Player(by.into()))?.send(Letter::Rematch(by.into())).await
            }
        }
    }

    fn outbox(&self, form: Form) -> Result<Outbox, RoomError> {
        let queue = match &self.queue {
            Queue::Own(queue) => Some(queue.clone()),
            Queue::Theirs(queue) => queue.upgrade(),
        };
        let queue = queue.ok_or(RoomError::Unknown)?;
        Ok(Outbox { queue, form, lang: self.lang })
    }

    async fn join(
        &mut self,
        game: &str,
        seq: Option<u64>,
        key: Option<String>,
        form: Form,
    ) -> Result<(), RoomError> {
        if self.room.is_some() || self.in_lobby {
            return Err(RoomError::Bad("this connection follows something already".to_owned()));
        }
        let room = self.rooms.find(game).await?;
        if let Some(key) = key {
            self.shown.key = Some(TokenDigest::of(&key));
        }
        let sides = Side::BOTH.map(|side| room.may_act(&self.shown, Actor::Player(side)));
        let out = self.outbox(form)?;
        let watcher = Watcher { id: self.id, out, sides, lag: self.line.shared_lag() };
        self.form = form;
        room.send(Letter::Join(Box::new(watcher), seq)).await?;
        self.room = Some(room);
        self.let_go();
        Ok(())
    }

    /// From here on whoever we follow keeps our queue.
    fn let_go(&mut self) {
        if let Queue::Own(queue) = &self.queue {
            self.queue = Queue::Theirs(queue.downgrade());
        }
    }

    fn enter_lobby(&mut self) -> Result<(), RoomError> {
        if self.room.is_some() || self.in_lobby {
            return Err(RoomError::Bad("this connection follows something already".to_owned()));
        }
        let out = self.outbox(Form::Events)?;
        self.rooms.lobby().join(self.id, out, &self.shown);
        self.in_lobby = true;
        self.let_go();
        Ok(())
    }

    /// The game that is followed, if one may act in it as this actor.
    fn room_of(&self, by: Actor) -> Result<&Arc<Room>, RoomError> {
        let room = self.room.as_ref().ok_or(RoomError::Unknown)?;
        if room.may_act(&self.shown, by) { Ok(room) } else { Err(RoomError::Forbidden) }
    }

    async fn ask(&mut self, name: String, seq: u64, command: &wire::WireCommand) -> Result<(), RoomError> {
        let room = self.room_of(command.by.into())?;
        let command = command.read(&room.game(), now()).map_err(|error| RoomError::Bad(error.to_string()))?;
        if !is_name(&name) {
            return Err(RoomError::Bad("a command's name is letters, figures, - and _".to_owned()));
        }
        let answer = Answer::Socket(self.outbox(self.form)?);
        let (lag, name, seq) = (self.line.lag(), Some(name), Some(seq));
        room.send(Letter::Do(Box::new(Request { command, lag, name, seq, answer }))).await
    }

    async fn premove(&mut self, name: String, seq: u64, by: Side, notation: &str) -> Result<(), RoomError> {
        let room = self.room_of(Actor::Player(by))?;
        let attempt = room.game().read(notation).map_err(|error| RoomError::Bad(error.to_string()))?;
        if !is_name(&name) {
            return Err(RoomError::Bad("a command's name is letters, figures, - and _".to_owned()));
        }
        room.send(Letter::Premove(Box::new(Premove { name, seq, by, attempt }))).await
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> ControlFlow<Option<Message>> {
    match tokio::time::timeout(SLOWEST, socket.send(message)).await {
        Ok(Ok(())) => ControlFlow::Continue(()),
        _ => ControlFlow::Break(None),
    }
}

/// Sends what waits, in one go.
async fn pass_on(
    socket: &mut WebSocket,
    first: Utf8Bytes,
    waiting: &mut mpsc::Receiver<Utf8Bytes>,
) -> ControlFlow<Option<Message>> {
    let all = async {
        socket.feed(Message::Text(first)).await?;
        while let Ok(next) = waiting.try_recv() {
            socket.feed(Message::Text(next)).await?;
        }
        socket.flush().await
    };
    match tokio::time::timeout(SLOWEST, all).await {
        Ok(Ok(())) => ControlFlow::Continue(()),
        _ => ControlFlow::Break(None),
    }
}
