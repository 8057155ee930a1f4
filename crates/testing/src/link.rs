//! TCP connections that tests can break: a link to one server, and a balancer in front of several.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

/// What a link does with the bytes it gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinkState {
    /// Passes them on.
    Open,
    /// Closes all connections and accepts no new ones.
    Cut,
    /// Keeps connections open, but nothing arrives.
    Silent,
    /// Nothing arrives at the server.
    NothingThere,
    /// Nothing comes back from the server.
    NothingBack,
}

impl LinkState {
    const fn passes(self, way: Way) -> bool {
        match self {
            Self::Open => true,
            Self::Cut | Self::Silent => false,
            Self::NothingThere => matches!(way, Way::Back),
            Self::NothingBack => matches!(way, Way::There),
        }
    }
}

#[derive(Clone, Copy)]
enum Way {
    There,
    Back,
}

/// A link to a server, at an address of its own.
#[derive(Debug)]
pub struct Link {
    address: SocketAddr,
    state: watch::Sender<LinkState>,
    _task: JoinSet<()>,
}

impl Link {
    /// A link to a server.
    pub async fn to(server: SocketAddr) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let (address, state) = (listener.local_addr()?, watch::Sender::new(LinkState::Open));
        let (mut task, watched) = (JoinSet::new(), state.clone());
        task.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                let state = watched.subscribe();
                if *state.borrow() != LinkState::Cut {
                    connections.spawn(connect(client, server, state));
                }
                while connections.try_join_next().is_some() {}
            }
        });
        Ok(Self { address, state, _task: task })
    }

    /// The address of the link.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Changes what the link does.
    pub fn set(&self, state: LinkState) {
        self.state.send_replace(state);
    }
}

async fn connect(client: TcpStream, server: SocketAddr, mut state: watch::Receiver<LinkState>) {
    let Ok(Ok(server)) = timeout(Duration::from_secs(5), TcpStream::connect(server)).await else { return };
    let _ = (client.set_nodelay(true), server.set_nodelay(true));
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    tokio::select! {
        () = pass(from_client, to_server, Way::There, state.clone()) => {}
        () = pass(from_server, to_client, Way::Back, state.clone()) => {}
        _ = state.wait_for(|state| *state == LinkState::Cut) => {}
    }
}

async fn pass(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    way: Way,
    mut state: watch::Receiver<LinkState>,
) {
    let mut buffer = vec![0; 16 * 1024];
    loop {
        let Ok(read @ 1..) = from.read(&mut buffer).await else { return };
        if state.wait_for(|state| state.passes(way)).await.is_err()
            || to.write_all(&buffer[..read]).await.is_err()
        {
            return;
        }
    }
}

/// A balancer: each connection goes to the next server that says it is ready, or to any that accepts it if none is.
#[derive(Debug)]
pub struct Balancer {
    address: SocketAddr,
    servers: Arc<Mutex<Vec<SocketAddr>>>,
    _tasks: JoinSet<()>,
}

/// How often servers are asked whether they are ready, and how long they may take to answer.
const CHECK: Duration = Duration::from_millis(500);

impl Balancer {
    /// Starts a balancer without servers.
    pub async fn start() -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let servers = Arc::new(Mutex::new(Vec::new()));
        let ready = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = JoinSet::new();
        tasks.spawn(check_servers(Arc::clone(&servers), Arc::clone(&ready)));
        let all = Arc::clone(&servers);
        tasks.spawn(async move {
            let (mut connections, next) = (JoinSet::new(), AtomicUsize::new(0));
            while let Ok((client, _)) = listener.accept().await {
                let (mut order, mut others) = (locked(&ready).clone(), locked(&all).clone());
                let number = next.fetch_add(1, Ordering::Relaxed);
                for servers in [&mut order, &mut others] {
                    let first = number % servers.len().max(1);
                    servers.rotate_left(first);
                }
                order.extend(others);
                connections.spawn(balance(client, order));
                while connections.try_join_next().is_some() {}
            }
        });
        Ok(Self { address, servers, _tasks: tasks })
    }

    /// The address of the balancer.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Replaces the servers.
    pub fn set_servers(&self, servers: Vec<SocketAddr>) {
        *locked(&self.servers) = servers;
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn check_servers(servers: Arc<Mutex<Vec<SocketAddr>>>, ready: Arc<Mutex<Vec<SocketAddr>>>) {
    loop {
        let all = locked(&servers).clone();
        let checks: Vec<_> =
            all.iter().map(|&server| tokio::spawn(timeout(CHECK, is_ready(server)))).collect();
        let mut found = Vec::new();
        for (server, check) in all.into_iter().zip(checks) {
            if let Ok(Ok(Ok(true))) = check.await {
                found.push(server);
            }
        }
        *locked(&ready) = found;
        tokio::time::sleep(CHECK / 2).await;
    }
}

/// Whether a server answers `/readyz` with 200.
pub async fn is_ready(server: SocketAddr) -> io::Result<bool> {
    let mut stream = TcpStream::connect(server).await?;
    let request = format!("GET /readyz HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut status = [0; 12];
    stream.read_exact(&mut status).await?;
    Ok(status.ends_with(b"200"))
}

async fn balance(client: TcpStream, servers: Vec<SocketAddr>) {
    for server in servers {
        if let Ok(Ok(mut server)) = timeout(CHECK, TcpStream::connect(server)).await {
            let mut client = client;
            let _ = (client.set_nodelay(true), server.set_nodelay(true));
            let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
            return;
        }
    }
}
