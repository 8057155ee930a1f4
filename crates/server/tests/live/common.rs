//! A server of its own for each test, and people who talk to it.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use damiera_client::{ApiClient, ApiConnection};
use damiera_game::Moment;
use damiera_game::wire::WireSide;
use damiera_messages::{NumberedEvent, ServerMessage};
use damiera_server::store::SqliteStore;
use damiera_server::{Clock, Limits, Settings};
use serde_json::{Value, json};
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// The time at which a manual clock starts.
pub(crate) const START: Moment = Moment(1_800_000_000_000);

/// A running server.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<std::io::Result<()>>,
    pub(crate) folder: Arc<TempDir>,
    /// Stands still until it is stepped, unless the server runs by the system's clock.
    pub(crate) clock: Clock,
}

impl Server {
    /// Takes the right to write from the server, until the connection is dropped or rolls back.
    pub(crate) async fn lock_database(&self) -> SqliteConnection {
        let file = SqliteConnectOptions::new().filename(self.folder.path().join("damiera.sqlite"));
        let mut other = SqliteConnection::connect_with(&file).await.expect("a connection");
        sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.expect("the lock");
        other
    }

    /// A server whose time stands still: a busy machine cannot be taken for an outage of the server, which would be one more
    /// event in its games.
    pub(crate) async fn start() -> Self {
        Self::with_manual_clock(generous()).await
    }

    pub(crate) async fn with(settings: Settings) -> Self {
        Self::on(Arc::new(TempDir::new().expect("a folder")), settings).await
    }

    /// A server whose time is stepped by the test.
    pub(crate) async fn with_manual_clock(settings: Settings) -> Self {
        let folder = Arc::new(TempDir::new().expect("a folder"));
        Self::at(folder, settings, Clock::manual(START)).await
    }

    pub(crate) async fn on(folder: Arc<TempDir>, settings: Settings) -> Self {
        Self::at(folder, settings, Clock::system()).await
    }

    pub(crate) async fn at(folder: Arc<TempDir>, settings: Settings, clock: Clock) -> Self {
        let store = open(folder.path()).await;
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel();
        let stopped = async {
            let _ = stopped.await;
        };
        let task =
            damiera_server::serve_with_clock(listener, Arc::new(store), settings, clock.clone(), stopped);
        Self { address, stop: Some(stop), task: tokio::spawn(task), folder, clock }
    }

    pub(crate) fn client(&self) -> ApiClient {
        ApiClient::new(self.address)
    }

    /// Stops in good order.
    pub(crate) async fn stop(mut self) -> Arc<TempDir> {
        let _ = self.stop.take().map(|stop| stop.send(()));
        self.task.await.expect("no panic").expect("no failure");
        Arc::clone(&self.folder)
    }

    /// Ends at once, as if the process was killed.
    pub(crate) async fn kill(self) -> Arc<TempDir> {
        self.task.abort();
        let _ = self.task.await;
        self.folder
    }

    /// Two people in a game they found by a seek.
    pub(crate) async fn pair(&self, wanted: &Value) -> Pair {
        let (mut white, mut black) = (self.client(), self.client());
        let mut seek = wanted.clone();
        seek["colour"] = json!("white");
        seek["open"] = json!(true);
        let put = white.post("/api/seeks", &seek).await.expect("an answer");
        assert_eq!(put.status, 201, "{}", put.text);
        let id = put.json["id"].as_str().expect("a name").to_owned();
        let taken = black.post(&format!("/api/seeks/{id}/accept"), &json!({})).await.expect("an answer");
        assert_eq!(taken.status, 201, "{}", taken.text);
        assert_eq!(taken.json["side"], "black");
        Pair {
            game: taken.json["game"].as_str().expect("a game").to_owned(),
            white,
            black,
            keys: [put.json["key"].clone(), taken.json["key"].clone()]
                .map(|key| key.as_str().expect("a key").to_owned()),
        }
    }
}

pub(crate) async fn open(folder: &Path) -> SqliteStore {
    SqliteStore::open(&folder.join("damiera.sqlite")).await.expect("a store")
}

/// Settings that limit no test.
pub(crate) fn generous() -> Settings {
    let limits =
        Limits { games: 10_000, moves: 10_000, requests: 10_000, reads: 100_000, ..Limits::default() };
    Settings { limits, ..Settings::default() }
}

/// Five minutes each.
pub(crate) fn blitz() -> Value {
    json!({ "variant": "italian", "minutes": 5, "increment": 3 })
}

pub(crate) struct Pair {
    pub(crate) game: String,
    pub(crate) white: ApiClient,
    pub(crate) black: ApiClient,
    pub(crate) keys: [String; 2],
}

impl Pair {
    pub(crate) async fn lines(&self) -> (Follower, Follower) {
        let white = Follower::join(&self.white, &self.game, None).await;
        let mut black = Follower::join(&self.black, &self.game, None).await;
        black.until_seq(1).await; // both are there: the game begins
        (white, black)
    }
}

/// Somebody who follows a game and writes down what he hears.
pub(crate) struct Follower {
    pub(crate) line: ApiConnection,
    pub(crate) sides: Vec<WireSide>,
    pub(crate) log: Vec<NumberedEvent>,
    pub(crate) clocks: [Option<damiera_game::wire::WireClockFace>; 2],
    names: u32,
}

impl Follower {
    pub(crate) async fn join(client: &ApiClient, game: &str, seq: Option<u64>) -> Self {
        let line = client.join(game, seq, None).await.expect("a connection");
        Self::begin(line).await
    }

    pub(crate) async fn join_with_key(client: &ApiClient, game: &str, key: &str) -> Self {
        let line = client.join(game, None, Some(key)).await.expect("a connection");
        Self::begin(line).await
    }

    pub(crate) async fn begin(mut line: ApiConnection) -> Self {
        let joined = |told| if let ServerMessage::Joined { sides, .. } = told { Some(sides) } else { None };
        let sides = line.receive_until(joined).await.expect("joined");
        let events = |told| {
            if let ServerMessage::Events { events, clocks, .. } = told {
                Some((events, clocks))
            } else {
                None
            }
        };
        let (log, clocks) = line.receive_until(events).await.expect("events");
        Self { line, sides, log, clocks, names: 0 }
    }

    /// The number of the last event heard of.
    pub(crate) fn seq(&self) -> u64 {
        self.log.last().map_or(0, |happened| happened.seq)
    }

    /// Hears one thing; events are written down, each the next after the one before.
    pub(crate) async fn receive(&mut self) -> Option<ServerMessage> {
        let told = self.line.receive_until(Some).await?;
        if let ServerMessage::Events { events, clocks, .. } = &told {
            for happened in events {
                if happened.seq > self.seq() {
                    assert!(
                        self.log.is_empty() || happened.seq == self.seq() + 1,
                        "a gap before {happened:?}"
                    );
                    self.log.push(happened.clone());
                }
            }
            self.clocks = *clocks;
        }
        Some(told)
    }

    pub(crate) async fn until<T>(&mut self, mut wanted: impl FnMut(&ServerMessage) -> Option<T>) -> T {
        loop {
            let told = self.receive().await.expect("something said in time");
            if let Some(found) = wanted(&told) {
                return found;
            }
        }
    }

    pub(crate) async fn until_seq(&mut self, seq: u64) {
        while self.seq() < seq {
            self.receive().await.expect("an event in time");
        }
    }

    /// Plays a move and waits until it is done.
    pub(crate) async fn play(&mut self, by: WireSide, notation: &str) -> ServerMessage {
        self.names += 1;
        let id = format!("{by:?}-{}-{}", self.names, self.seq());
        self.line.play(&id, self.seq(), by, notation).await.expect("sent");
        self.answer(&id).await
    }

    /// Says something and waits for the answer to it.
    pub(crate) async fn ask(&mut self, said: &Value) -> ServerMessage {
        self.line.send_text(said.to_string()).await.expect("sent");
        let id = said["id"].as_str().unwrap_or_default().to_owned();
        self.answer(&id).await
    }

    pub(crate) async fn answer(&mut self, wanted: &str) -> ServerMessage {
        self.until(|told| match told {
            ServerMessage::Done { id, .. }
            | ServerMessage::Refused { id, .. }
            | ServerMessage::Resync { id, .. }
                if id == wanted =>
            {
                Some(told.clone())
            }
            ServerMessage::Held { id } | ServerMessage::Dropped { id } if id == wanted => Some(told.clone()),
            ServerMessage::Bad { .. } => Some(told.clone()),
            _ => None,
        })
        .await
    }
}
