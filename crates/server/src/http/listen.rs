//! Accepts connections, and limits what each may cost before its first request.

use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::ConnectInfo;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::guard::{client_address, is_command};
use super::request_thread::{RequestThread, Unanswered};
use super::timed_stream::TimedStream;
use crate::rate_limit::{NETWORK_SHARE, RateKey};
use crate::settings::{Limits, TrustedProxy};

/// How long a client may take to send the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// The largest head of a request, in bytes.
const HEAD_SIZE: usize = 16 * 1024;
/// The most header lines of a request.
const MAX_HEADERS: usize = 64;
/// How long requests in progress may take once the server stops.
const SHUTDOWN_TIME: Duration = Duration::from_secs(1);

/// Counts the open connections, all and by client. Behind a proxy, a request or a WebSocket counts as a connection of the
/// client that the proxy names.
#[derive(Clone, Default, Debug)]
struct ConnectionSlots(Arc<Mutex<OpenConnections>>);

#[derive(Default, Debug)]
struct OpenConnections {
    all: usize,
    by_client: HashMap<RateKey, usize>,
}

/// A counted connection, until it is dropped.
#[derive(Debug)]
pub(crate) struct ConnectionSlot {
    slots: ConnectionSlots,
    kind: SlotKind,
}

#[derive(Debug)]
enum SlotKind {
    /// A connection of a client.
    Client(IpAddr),
    /// A connection of a proxy.
    Proxy,
    /// What a client sends through a proxy.
    Forwarded(IpAddr),
}

impl SlotKind {
    /// The client, and for IPv6 also its network, with the factor by which its limit is higher.
    fn clients(&self) -> impl Iterator<Item = (RateKey, usize)> + use<> {
        let address = match self {
            Self::Client(address) | Self::Forwarded(address) => Some(*address),
            Self::Proxy => None,
        };
        let network = address.and_then(RateKey::network).map(|network| (network, NETWORK_SHARE));
        address.map(|address| (address.into(), 1)).into_iter().chain(network)
    }

    const fn is_connection(&self) -> bool {
        matches!(self, Self::Client(_) | Self::Proxy)
    }
}

impl ConnectionSlots {
    fn take(&self, kind: SlotKind, limits: &Limits) -> Option<ConnectionSlot> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let full = |(client, factor): (RateKey, usize)| {
            let own = open.by_client.get(&client).copied().unwrap_or(0);
            own >= limits.connections_each.saturating_mul(factor)
        };
        if (kind.is_connection() && open.all >= limits.connections) || kind.clients().any(full) {
            return None;
        }
        open.all += usize::from(kind.is_connection());
        for (client, _) in kind.clients() {
            *open.by_client.entry(client).or_default() += 1;
        }
        drop(open);
        Some(ConnectionSlot { slots: self.clone(), kind })
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut open = self.slots.0.lock().unwrap_or_else(PoisonError::into_inner);
        open.all -= usize::from(self.kind.is_connection());
        for (client, _) in self.kind.clients() {
            if let Some(count) = open.by_client.get_mut(&client) {
                *count -= 1;
                if *count == 0 {
                    open.by_client.remove(&client);
                }
            }
        }
    }
}

/// A response body that keeps a connection counted until it is sent.
struct CountedBody {
    body: Body,
    _slot: Arc<ConnectionSlot>,
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// What a listener needs to know of the settings.
#[derive(Clone, Debug)]
pub(crate) struct ListenOptions {
    pub(crate) limits: Limits,
    pub(crate) proxies: Arc<[TrustedProxy]>,
}

impl ListenOptions {
    fn is_proxy(&self, address: SocketAddr) -> bool {
        self.proxies.iter().any(|proxy| proxy.contains(address.ip()))
    }
}

/// Serves until the future ends, then lets requests in progress finish. An error if the thread for requests cannot be started.
pub(crate) async fn serve(
    listener: TcpListener,
    app: Router,
    options: ListenOptions,
    stop: impl Future<Output = ()> + Send,
) -> io::Result<()> {
    let requests = RequestThread::start()?;
    let stopping = watch::Sender::new(false);
    let slots = ConnectionSlots::default();
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, address)) => {
                let is_proxy = options.is_proxy(address);
                let kind = if is_proxy { SlotKind::Proxy } else { SlotKind::Client(address.ip()) };
                if let Some(slot) = slots.take(kind, &options.limits) {
                    let stream = TimedStream::new(stream);
                    let services = ConnectionServices {
                        app: app.clone(),
                        options: options.clone(),
                        requests: requests.clone(),
                    };
                    tokio::spawn(serve_connection(stream, address, services, stopping.subscribe(), slot));
                }
            }
            Err(error) => {
                // Most likely out of file descriptors; wait for others to be closed.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop(listener);
    stopping.send_replace(true);
    let _ = tokio::time::timeout(SHUTDOWN_TIME, stopping.closed()).await;
    Ok(())
}

/// What a connection needs.
struct ConnectionServices {
    app: Router,
    options: ListenOptions,
    requests: RequestThread,
}

async fn serve_connection(
    stream: TimedStream,
    address: SocketAddr,
    ConnectionServices { app, options, requests }: ConnectionServices,
    mut stopping: watch::Receiver<bool>,
    slot: ConnectionSlot,
) {
    let app = TowerToHyperService::new(app);
    let (slot, is_proxy) = (Arc::new(slot), options.is_proxy(address));
    let read_limit = stream.read_limit();
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        request.extensions_mut().insert(read_limit.clone());
        let slot = if is_proxy {
            let client = client_address(address.ip(), request.headers(), &options.proxies);
            slot.slots.take(SlotKind::Forwarded(client), &options.limits).map(Arc::new)
        } else {
            Some(Arc::clone(&slot))
        };
        let (app, requests) = (app.clone(), requests.clone());
        async move {
            let Some(slot) = slot else { return Ok(too_many_connections()) };
            request.extensions_mut().insert(Arc::clone(&slot));
            let is_urgent = is_urgent(&request);
            let answer = app.call(request.map(Body::new));
            let response = if is_urgent {
                answer.await?
            } else {
                requests.answer(answer).await.unwrap_or_else(|Unanswered| Ok(not_answered()))?
            };
            if !is_proxy {
                return Ok(response); // the connection itself is counted
            }
            Ok::<_, Infallible>(response.map(|body| Body::new(CountedBody { body, _slot: slot })))
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD_SIZE)
        .max_headers(MAX_HEADERS);
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
    let stopped = tokio::select! {
        _ = connection.as_mut() => false,
        () = async { let _ = stopping.wait_for(|&stopping| stopping).await; } => true,
    };
    if stopped {
        connection.as_mut().graceful_shutdown();
        let _ = connection.await;
    }
}

/// Whether a request is answered by the threads that play games: commands, the connections that carry them, and probes.
fn is_urgent<B>(request: &hyper::Request<B>) -> bool {
    is_command(request) || matches!(request.uri().path(), "/ws" | "/healthz" | "/readyz")
}

fn not_answered() -> Response {
    StatusCode::INTERNAL_SERVER_ERROR.into_response()
}

fn too_many_connections() -> Response {
    (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, "10")]).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_are_counted_alone_and_by_network() {
        let limits = Limits { connections: 1_000, connections_each: 2, ..Limits::default() };
        let slots = ConnectionSlots::default();
        let take = |text: &str| slots.take(SlotKind::Client(text.parse().expect("an address")), &limits);
        let held = [take("10.0.0.1"), take("10.0.0.1")];
        assert!(take("10.0.0.1").is_none());
        assert!(take("10.0.0.2").is_some());
        drop(held);
        assert!(take("10.0.0.1").is_some());
        // Somebody with a /48 has 65,536 networks of the size of a household.
        let open = (0..999).map_while(|i| take(&format!("2001:db8:1:{i:x}::1"))).collect::<Vec<_>>();
        assert_eq!(open.len(), 2 * NETWORK_SHARE);
        assert!(take("2001:db8:2::1").is_some());
        drop(open);
        assert!(slots.0.lock().expect("no panic").by_client.is_empty());
    }

    #[test]
    fn clients_behind_a_proxy_are_counted_one_by_one() {
        let limits = Limits { connections: 9, connections_each: 1, ..Limits::default() };
        let slots = ConnectionSlots::default();
        let connections: Vec<_> = (0..99).map_while(|_| slots.take(SlotKind::Proxy, &limits)).collect();
        assert_eq!(connections.len(), 9, "the proxy itself has no share");
        let forwarded = |n: u8| slots.take(SlotKind::Forwarded(IpAddr::from([198, 51, 100, n])), &limits);
        let first = forwarded(1);
        assert!(first.is_some() && forwarded(1).is_none() && forwarded(2).is_some());
    }
}
