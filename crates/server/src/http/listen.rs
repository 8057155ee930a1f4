//! Accepts connections, and limits what each may cost before its first request.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::rate_limit::RateKey;
use crate::settings::Limits;

/// How long a client may take to send the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// The largest head of a request, in bytes.
const HEAD_SIZE: usize = 16 * 1024;
/// The most header lines of a request.
const MAX_HEADERS: usize = 64;
/// How long requests in progress may take once the server stops.
const SHUTDOWN_TIME: Duration = Duration::from_secs(5);

/// Counts the open connections, all and by client.
#[derive(Clone, Default, Debug)]
struct ConnectionSlots(Arc<Mutex<(usize, HashMap<RateKey, usize>)>>);

/// An open connection, counted until it is dropped.
#[derive(Debug)]
pub(crate) struct ConnectionSlot(ConnectionSlots, RateKey);

impl ConnectionSlots {
    fn take(&self, address: IpAddr, limits: &Limits) -> Option<ConnectionSlot> {
        let client = RateKey::from(address);
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, by_client) = &mut *open;
        let own = by_client.get(&client).copied().unwrap_or(0);
        if *all >= limits.connections || own >= limits.connections_each {
            return None;
        }
        *all += 1;
        by_client.insert(client.clone(), own + 1);
        Some(ConnectionSlot(self.clone(), client))
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut open = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, by_client) = &mut *open;
        *all -= 1;
        if let Some(count) = by_client.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                by_client.remove(&self.1);
            }
        }
    }
}

/// Serves until the future ends, then lets requests in progress finish.
pub(crate) async fn serve(
    listener: TcpListener,
    app: Router,
    limits: Limits,
    stop: impl Future<Output = ()> + Send,
) {
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
                if let Some(slot) = slots.take(address.ip(), &limits) {
                    let _ = stream.set_nodelay(true); // a move is small and must not be held back to be merged
                    tokio::spawn(serve_connection(stream, address, app.clone(), stopping.subscribe(), slot));
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
}

async fn serve_connection(
    stream: TcpStream,
    address: SocketAddr,
    app: Router,
    mut stopping: watch::Receiver<bool>,
    slot: ConnectionSlot,
) {
    let app = TowerToHyperService::new(app);
    let slot = Arc::new(slot);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        request.extensions_mut().insert(Arc::clone(&slot));
        app.call(request.map(Body::new))
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
