//! `/ws`: a connection follows one game, or the lobby, and may ask for what its holder may do.

use std::net::IpAddr;
use std::ops::ControlFlow;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
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
use super::who::Who;
use crate::limits::{Bucket, Kind};
use crate::listen::Place;
use crate::protocol::{Form, Said, Told, is_name};
use crate::room::{Answer, Letter, Outbox, Premove, Request, Room, RoomError, Watcher};
use crate::seat::Credentials;
use crate::secret::Digest;
use crate::sockets::Open;
use crate::store::Store;
use crate::time::now;

/// The largest message taken: a command with a set-up is far smaller.
const MESSAGE: usize = 4096;
/// Messages that wait for a reader; a whole move makes two.
const WAITING: usize = 64;
/// How long a reader may take for a message.
const SLOWEST: Duration = Duration::from_secs(10);
/// How often the line is measured to begin with, until there are three measures: the first comes when many may be
/// coming back at once, and must not count for long.
const FIRST_PINGS: Duration = Duration::from_secs(1);
/// How often later: with thousands of games, pings would be half of all that is sent.
const PING: Duration = Duration::from_secs(20);
/// How long nothing may be heard.
const SILENCE: Duration = Duration::from_secs(45);
/// How long one may say nothing of what one wants.
const INTRODUCTION: Duration = Duration::from_secs(10);
/// The most that is spared for one move, however long the line: a client could hold its answers back.
const MOST_LAG: Duration = Duration::from_millis(300);
/// Senseless messages before the connection ends.
const PATIENCE: u8 = 8;

pub(super) async fn upgrade<S: Store>(
    State(rooms): State<Shared<S>>,
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
struct Connection<S> {
    rooms: Shared<S>,
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

/// What is known of the line to a client, by our own measure.
struct Line {
    opened: Instant,
    heard: Instant,
    asked: Option<(u32, Instant)>,
    /// When to measure again: at once to begin with, so that the first move has a measure.
    next: Instant,
    count: u32,
    /// The last measures; the shortest counts, for a client can only make them longer.
    last: [Duration; 3],
    lag: Arc<AtomicU32>,
}

impl Line {
    fn new() -> Self {
        let last = [Duration::ZERO; 3];
        let now = Instant::now();
        Self { opened: now, heard: now, asked: None, next: now, count: 0, last, lag: Arc::default() }
    }

    fn ping(&mut self) -> Message {
        self.count = self.count.wrapping_add(1);
        self.next = Instant::now() + if self.count < 3 { FIRST_PINGS } else { PING };
        self.asked = Some((self.count, Instant::now()));
        Message::Ping(self.count.to_be_bytes().to_vec().into())
    }

    fn pong(&mut self, payload: &[u8]) {
        let Some((count, asked)) = self.asked.take_if(|(count, _)| count.to_be_bytes() == *payload) else {
            return;
        };
        let took = asked.elapsed();
        // The first measure stands for all three until there are more.
        if count == 1 {
            self.last = [took; 3];
        }
        self.last[count as usize % 3] = took;
        let shortest = self.last.iter().min().copied().unwrap_or_default().min(MOST_LAG);
        self.lag.store(u32::try_from(shortest.as_millis()).unwrap_or(0), Ordering::Relaxed);
    }

    fn lag(&self) -> Duration {
        Duration::from_millis(self.lag.load(Ordering::Relaxed).into())
    }
}

fn farewell(code: u16, reason: &'static str) -> Message {
    Message::Close(Some(CloseFrame { code, reason: reason.into() }))
}

impl<S: Store> Connection<S> {
    fn new(
        rooms: Shared<S>,
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
            line: Line::new(),
            allowance,
            nonsense: 0,
        }
    }

    async fn run(mut self, mut socket: WebSocket, mut waiting: mpsc::Receiver<Utf8Bytes>, mut open: Open) {
        // Made once: to wait anew for each message would cost more than the message.
        let mut ends = pin!(open.ends(self.shown.session));
        let mut measure = pin!(tokio::time::sleep_until(self.line.next.into()));
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
                () = &mut measure => {
                    let step = self.ping(&mut socket).await;
                    measure.as_mut().reset(self.line.next.into());
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

    async fn ping(&mut self, socket: &mut WebSocket) -> ControlFlow<Option<Message>> {
        let idle = self.room.is_none() && !self.in_lobby;
        if self.line.heard.elapsed() > SILENCE || (idle && self.line.opened.elapsed() > INTRODUCTION) {
            return ControlFlow::Break(Some(farewell(close_code::POLICY, "nothing was heard")));
        }
        send(socket, self.line.ping()).await
    }

    async fn hear(&mut self, message: Message, socket: &mut WebSocket) -> ControlFlow<Option<Message>> {
        self.line.heard = Instant::now();
        let text = match message {
            Message::Text(text) => text,
            Message::Pong(payload) => {
                self.line.pong(&payload);
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
            self.shown.key = Some(Digest::of(&key));
        }
        let sides = Side::BOTH.map(|side| room.may_act(&self.shown, Actor::Player(side)));
        let out = self.outbox(form)?;
        let watcher = Watcher { id: self.id, out, sides, lag: Arc::clone(&self.line.lag) };
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

    async fn ask(&mut self, name: String, seq: u64, command: &wire::Command) -> Result<(), RoomError> {
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
