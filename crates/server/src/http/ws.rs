//! `/ws`: a connection follows one game or the lobby, and sends commands for its client.

mod latency;
mod session;

use std::net::IpAddr;
use std::ops::ControlFlow;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use damiera_game::Lang;
use damiera_messages::{ClientMessage, ServerMessage};
use futures_util::SinkExt;
use tokio::sync::mpsc;

use super::Shared;
use super::error::ApiError;
use super::guard::ClientAddress;
use super::identity::Caller;
use super::lang::Reader;
use super::listen::ConnectionSlot;
use super::strict::client_message;
use super::timed_stream::ReadLimit;
use crate::byte_budget::{BytePermit, SMALL};
use crate::connections::{CloseCause, TrackedConnection};
use crate::outbox::{MessageText, QueueSender, QueuedText};
use crate::rate_limit::{LimitedAction, TokenBucket};
use crate::store::Credentials;
use latency::LatencyMonitor;
use session::Session;

/// The largest message from a client; the longest command is far smaller.
const MAX_MESSAGE: usize = 4096;
/// Bytes that a client may send for each command that it may send: several times as many as a usual one has.
const COMMAND_BYTES: u32 = 1024;
/// How long sending a message may take.
const SEND_TIME: Duration = Duration::from_secs(10);
/// How long the answers to the last commands may take when the server stops.
const LAST_ANSWERS: Duration = Duration::from_secs(1);
/// Invalid messages after which the connection is closed.
const MAX_INVALID: u8 = 8;

pub(super) async fn upgrade(
    State(app): State<Shared>,
    Reader(lang): Reader,
    Caller(credentials): Caller,
    ClientAddress(address): ClientAddress,
    slot: Option<Extension<Arc<ConnectionSlot>>>,
    read_limit: Option<Extension<ReadLimit>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    // The default buffers would take 134 KiB per connection.
    upgrade
        .read_buffer_size(MAX_MESSAGE)
        .write_buffer_size(MAX_MESSAGE) // queued messages go out in one write
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(move |socket| async move {
            let _slot = slot; // taken as long as the connection is open
            if let Some(Extension(limit)) = read_limit {
                limit.set(app.settings.limits.commands.saturating_mul(COMMAND_BYTES));
            }
            let tracked = app.connections.track();
            let (queue, messages) = QueueSender::new();
            Connection::new(app, credentials, (address, lang), queue).run(socket, messages, tracked).await;
        })
}

/// One WebSocket connection.
struct Connection {
    app: Shared,
    address: IpAddr,
    session: Session,
    latency: LatencyMonitor,
    bucket: TokenBucket,
    invalid: u8,
    /// What the largest message so far takes: a connection keeps a buffer of its size.
    held: Vec<BytePermit>,
}

/// Whether the connection goes on, or is closed with a last message.
type Step = ControlFlow<Option<Message>>;

const CONTINUE: Step = ControlFlow::Continue(());

fn close(code: u16, reason: &'static str) -> Step {
    ControlFlow::Break(Some(Message::Close(Some(CloseFrame { code, reason: reason.into() }))))
}

impl Connection {
    fn new(
        app: Shared,
        credentials: Credentials,
        (address, lang): (IpAddr, Lang),
        queue: QueueSender,
    ) -> Self {
        let bucket = TokenBucket::new(app.settings.limits.commands, Duration::from_secs(1), 10);
        let latency = LatencyMonitor::new(app.clock.elapsed());
        let session = Session::new(Arc::clone(&app), credentials, (address.into(), lang), queue);
        Self { app, address, session, latency, bucket, invalid: 0, held: Vec::new() }
    }

    async fn run(
        mut self,
        mut socket: WebSocket,
        mut messages: mpsc::Receiver<QueuedText>,
        mut tracked: TrackedConnection,
    ) {
        let clock = self.app.clock.clone();
        let mut check = pin!(clock.sleep_until(self.next_check()));
        let last = 'connection: loop {
            // Created once for each session: waiting anew for each message would cost more than the message.
            let token = self.session.token();
            let mut closed = pin!(tracked.closed(token));
            while self.session.token() == token {
                let step = tokio::select! {
                    biased;
                    message = messages.recv() => match message {
                        Some(text) => self.send_queued(&mut socket, text, &mut messages).await,
                        // The room or the lobby dropped the queue: it was full, or the game was closed.
                        None => close(close_code::AGAIN, "too slow, or the game was closed"),
                    },
                    received = socket.recv() => match received {
                        // Boxed: a connection that waits would otherwise hold memory for all that a client may ask for.
                        Some(Ok(message)) => Box::pin(self.receive(message, &mut socket)).await,
                        _ => ControlFlow::Break(None),
                    },
                    () = &mut check => {
                        let step = self.check(&mut socket).await;
                        check.set(clock.sleep_until(self.next_check()));
                        step
                    }
                    cause = &mut closed => match cause {
                        CloseCause::ServerStops => {
                            self.finish(&mut socket, &mut messages).await;
                            close(close_code::RESTART, "the server stops")
                        }
                        CloseCause::SignedOut => close(close_code::POLICY, "signed out"),
                        CloseCause::CutOff => close(close_code::RESTART, "another server has the game"),
                    },
                };
                if let ControlFlow::Break(last) = step {
                    break 'connection last;
                }
            }
        };
        self.session.leave().await;
        if let Some(last) = last {
            let _ = tokio::time::timeout(Duration::from_secs(1), socket.send(last)).await;
        }
    }

    /// Sends the answers to what was received before the server stops: without them the client would have to send it again elsewhere.
    async fn finish(&mut self, socket: &mut WebSocket, messages: &mut mpsc::Receiver<QueuedText>) {
        self.session.leave().await;
        // What it followed drops the queue after everything that came before.
        let _ = tokio::time::timeout(LAST_ANSWERS, async {
            while let Some(text) = messages.recv().await {
                if self.send_queued(socket, text, messages).await.is_break() {
                    return;
                }
            }
        })
        .await;
    }

    /// The deadline for the first message, until it has come.
    fn introduction(&self) -> Option<Duration> {
        let idle = !self.session.follows_something();
        idle.then(|| self.latency.opened() + self.app.settings.limits.introduction)
    }

    fn next_check(&self) -> Duration {
        let check = self.latency.next_check(self.app.settings.limits.silence);
        self.introduction().map_or(check, |introduction| check.min(introduction))
    }

    /// Closes the connection if it is silent; measures the latency if that is due.
    async fn check(&mut self, socket: &mut WebSocket) -> Step {
        let now = self.app.clock.elapsed();
        let silent = self.latency.is_silent(now, self.app.settings.limits.silence);
        if silent || self.introduction().is_some_and(|introduction| introduction <= now) {
            return close(close_code::POLICY, "nothing was received");
        }
        match self.latency.ping(now) {
            Some(payload) => send(socket, Message::Ping(payload.to_vec().into())).await,
            None => CONTINUE,
        }
    }

    async fn receive(&mut self, message: Message, socket: &mut WebSocket) -> Step {
        let now = self.app.clock.elapsed();
        self.latency.received(now);
        let text = match message {
            Message::Text(text) => text,
            Message::Pong(payload) if self.bucket.take(now) => {
                self.latency.pong(&payload, now);
                return CONTINUE;
            }
            Message::Ping(_) if self.bucket.take(now) => return CONTINUE,
            Message::Ping(_) | Message::Pong(_) => return close(close_code::POLICY, "too many messages"),
            Message::Close(_) => return ControlFlow::Break(None),
            Message::Binary(_) => return close(close_code::UNSUPPORTED, "text only"),
        };
        if !self.bucket.take(now) {
            return close(close_code::POLICY, "too many messages");
        }
        let message = client_message(&text);
        if matches!(message, Ok(ClientMessage::Ping)) {
            self.latency.expect_heartbeats();
            return send(socket, text_message(MessageText::from(&ServerMessage::Pong))).await;
        }
        let account = self.session.credentials().account;
        if self.app.rate_limiter.allow(LimitedAction::Command, self.address, account).is_err() {
            return close(close_code::POLICY, "too many messages");
        }
        // A rematch may create a game.
        if matches!(message, Ok(ClientMessage::Rematch { .. }))
            && let Err(error) = self.app.rate_limiter.allow(LimitedAction::CreateGame, self.address, account)
        {
            let text = ApiError::from(error).text(self.session.lang());
            return send(socket, text_message(MessageText::from(&ServerMessage::Bad { text }))).await;
        }
        let result = match message {
            Ok(message) => self.session.handle(message, &self.latency).await,
            Err(error) => Err(error),
        };
        let Err(error) = result else { return CONTINUE };
        self.invalid += 1;
        if self.invalid >= MAX_INVALID {
            return close(close_code::POLICY, "too many invalid messages");
        }
        let text = ApiError::from(error).text(self.session.lang());
        let text = MessageText::from(&ServerMessage::Bad { text });
        send(socket, text_message(text)).await
    }

    /// Counts a large message against the client's budget; says whether it may be sent.
    fn may_hold(&mut self, text: &MessageText) -> bool {
        let held = self.held.iter().map(BytePermit::bytes).sum::<usize>().max(SMALL);
        if text.len() > held {
            let Some(more) = self.app.send_budget.take(&self.address.into(), text.len() - held) else {
                return false;
            };
            self.held.push(more);
        }
        true
    }

    /// Waits until it is the client's turn to get another large message; says whether that is soon enough.
    async fn wait_for_turn(&self, text: &MessageText) -> bool {
        if text.len() <= SMALL {
            return true;
        }
        let pause = self.app.send_pace.count(&self.address.into(), text.len(), self.app.clock.elapsed());
        tokio::time::sleep(pause.min(SEND_TIME)).await;
        pause <= SEND_TIME
    }

    /// Sends all queued messages in one write.
    async fn send_queued(
        &mut self,
        socket: &mut WebSocket,
        first: QueuedText,
        queued: &mut mpsc::Receiver<QueuedText>,
    ) -> Step {
        let all = async {
            let mut next = Some(first);
            while let Some(text) = next {
                let text = text.take();
                if !self.may_hold(&text) || !self.wait_for_turn(&text).await {
                    return Ok(close(close_code::AGAIN, "too much is waiting to be read"));
                }
                socket.feed(text_message(text)).await?;
                next = queued.try_recv().ok();
            }
            socket.flush().await?;
            Ok::<_, axum::Error>(CONTINUE)
        };
        match tokio::time::timeout(SEND_TIME, all).await {
            Ok(Ok(step)) => step,
            _ => ControlFlow::Break(None),
        }
    }
}

fn text_message(text: MessageText) -> Message {
    // JSON is UTF-8, so this cannot fail.
    Message::Text(Utf8Bytes::try_from(text.into_bytes()).unwrap_or_default())
}

async fn send(socket: &mut WebSocket, message: Message) -> Step {
    match tokio::time::timeout(SEND_TIME, socket.send(message)).await {
        Ok(Ok(())) => CONTINUE,
        _ => ControlFlow::Break(None),
    }
}
