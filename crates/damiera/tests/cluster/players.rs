//! Players who connect through the balancer to any node, and go on through all faults.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use damiera_client::{ApiClient, ApiConnection};
use damiera_game::{Event, Game, Terms};
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout};

use crate::checker::{AcknowledgedMove, WitnessedGame};

/// How long a player waits for something before connecting again.
const PATIENCE: Duration = Duration::from_secs(3);

/// A move that is not acknowledged in this time never will be.
const FOR_EVER: Duration = Duration::from_secs(60);

pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis() as u64
}

/// A small random number generator, so that a run can be repeated from its seed.
#[derive(Clone, Copy)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// How often a player asks whether the server is there.
const HEARTBEAT: Duration = Duration::from_secs(1);
const PING: &str = r#"{"type":"ping"}"#;

/// A connection that is read all the time, so that pings are answered and its silence is noticed, as a page does.
struct Line {
    say: mpsc::UnboundedSender<String>,
    heard: mpsc::UnboundedReceiver<Value>,
}

fn attend(mut connection: ApiConnection) -> Line {
    let (say, mut saying) = mpsc::unbounded_channel::<String>();
    let (hear, heard) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        let (mut heartbeat, mut heard_at) = (tokio::time::interval(HEARTBEAT), Instant::now());
        loop {
            let goes_on = tokio::select! {
                _ = heartbeat.tick() => {
                    heard_at.elapsed() < PATIENCE && connection.send_text(PING.to_owned()).await.is_ok()
                }
                said = saying.recv() => match said {
                    Some(text) => connection.send_text(text).await.is_ok(),
                    None => false,
                },
                text = connection.receive_text() => text.is_some_and(|text| {
                    heard_at = Instant::now();
                    let message: Value = serde_json::from_str(&text).expect("JSON");
                    message["type"] == "pong" || hear.send(message).is_ok()
                }),
            };
            if !goes_on {
                return;
            }
        }
    });
    Line { say, heard }
}

/// One player's view of a game, kept across connections.
struct Player {
    client: ApiClient,
    id: String,
    key: Option<String>,
    game: Option<Game>,
    line: Option<Line>,
    /// When the event came with which the present turn began.
    turn_seen_at: u64,
    witnessed: Arc<Mutex<WitnessedGame>>,
}

impl Player {
    /// Receives one message; connects again if the connection ends or is silent for too long.
    async fn receive(&mut self) -> Value {
        loop {
            let Some(line) = &mut self.line else {
                self.connect().await;
                continue;
            };
            match timeout(PATIENCE, line.heard.recv()).await {
                Ok(Some(message)) => {
                    self.take(&message);
                    return message;
                }
                _ => self.line = None,
            }
        }
    }

    async fn connect(&mut self) {
        let seq = self.game.as_ref().map(Game::seq);
        match timeout(PATIENCE, self.client.join(&self.id, seq, self.key.as_deref())).await {
            Ok(Ok(connection)) => self.line = Some(attend(connection)),
            _ => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }

    fn take(&mut self, message: &Value) {
        match message["type"].as_str() {
            Some("joined") if self.game.is_none() && message.get("terms").is_some() => {
                let terms = serde_json::from_value(message["terms"].clone()).expect("terms");
                self.game = Some(Game::new(Terms::try_from(&terms).expect("terms")).expect("a game"));
            }
            Some("events") => {
                let Some(game) = &mut self.game else { return };
                let mut witnessed = self.witnessed.lock().unwrap_or_else(PoisonError::into_inner);
                for event in message["events"].as_array().into_iter().flatten() {
                    let seq = event["seq"].as_u64().expect("a number");
                    witnessed.see(seq, &event["event"]);
                    if seq == game.seq() + 1 {
                        let wire = serde_json::from_value(event["event"].clone()).expect("an event");
                        game.apply(&Event::try_from(&wire).expect("an event"));
                        if ["started", "moved"].iter().any(|kind| event["event"]["kind"] == *kind) {
                            self.turn_seen_at = now();
                        }
                    }
                }
                let left = |side: usize| message["clocks"][side]["left"].as_u64();
                if let (Some(white), Some(black)) = (left(0), left(1)) {
                    let running = usize::from(game.plies().len() % 2 == 1);
                    // The running clock has gone on since the last event.
                    let passed =
                        message["now"].as_u64().unwrap_or_default().saturating_sub(game.last_event_at().0);
                    let mut clocks = [white, black];
                    clocks[running] += if game.end().is_none() { passed } else { 0 };
                    witnessed.clocks = Some((game.seq(), clocks));
                }
            }
            // The room could not be loaded at the moment, or it is unknown what became of a command.
            Some("bad") => self.line = None,
            _ => {}
        }
    }

    fn plies(&self) -> usize {
        self.game.as_ref().map_or(0, |game| game.plies().len())
    }

    fn seq(&self) -> u64 {
        self.game.as_ref().map_or(0, Game::seq)
    }

    /// Sends a move until it is acknowledged, but not for ever. Returns the number of the event.
    async fn play(&mut self, command: &str, by: &str, notation: &str) -> Result<u64, String> {
        let acknowledged = self.play_patiently(command, by, notation);
        timeout(FOR_EVER, acknowledged)
            .await
            .unwrap_or_else(|_| Err(format!("{command} was never acknowledged")))
    }

    /// Sends a move until it is acknowledged, over any number of connections.
    async fn play_patiently(&mut self, command: &str, by: &str, notation: &str) -> Result<u64, String> {
        loop {
            let message = json!({ "type": "do", "id": command, "seq": self.seq(), "by": by, "ask": "move", "notation": notation });
            if self.line.as_ref().is_some_and(|line| line.say.send(message.to_string()).is_err()) {
                self.line = None;
            }
            loop {
                let message = self.receive().await;
                let own = message["id"] == *command;
                match message["type"].as_str() {
                    Some("done") if own => return Ok(message["seq"].as_u64().expect("a number")),
                    Some("refused") if own => return Err(format!("{command} was refused: {message}")),
                    Some("resync") if own => break,
                    Some("bad") => break,
                    Some("joined") => {
                        self.receive().await; // the missed events
                        break;
                    }
                    _ => {}
                }
            }
        }
    }
}

/// How a game is played.
#[derive(Clone)]
pub(crate) struct Play {
    pub(crate) balancer: SocketAddr,
    /// The longest time for a move, in milliseconds.
    pub(crate) thought: u64,
    /// Becomes true when the games are to end.
    pub(crate) over: watch::Receiver<bool>,
}

/// Creates a game; its id, and the keys of White and Black.
pub(crate) async fn create(client: &ApiClient) -> Option<(String, [String; 2])> {
    let text = |json: &Value| json.as_str().map(str::to_owned);
    let wanted =
        json!({ "variant": "brazilian", "minutes": 180, "increment": 0, "colour": "white", "open": false });
    let seek = timeout(PATIENCE, client.clone().post("/api/seeks", &wanted)).await.ok()?.ok()?.json;
    let path = format!("/api/seeks/{}/accept", text(&seek["id"])?);
    let accepted = timeout(PATIENCE, client.clone().post(&path, &json!({}))).await.ok()?.ok()?.json;
    Some((text(&accepted["game"])?, [text(&seek["key"])?, text(&accepted["key"])?]))
}

/// Plays games one after another until the time is over, or until a move is refused. What was seen, and the refusal.
pub(crate) async fn play_games(play: Play, seed: u64) -> (Vec<WitnessedGame>, Option<String>) {
    let (mut random, mut games) = (Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)), Vec::new());
    while !*play.over.borrow() {
        let client = ApiClient::new(play.balancer);
        let Some((id, keys)) = create(&client).await else {
            tokio::time::sleep(Duration::from_millis(200)).await;
            continue;
        };
        let (witnessed, refused) = play_game(&play, &client, id, keys, &mut random).await;
        games.push(witnessed);
        if refused.is_some() {
            return (games, refused);
        }
    }
    (games, None)
}

async fn play_game(
    play: &Play,
    client: &ApiClient,
    id: String,
    keys: [String; 2],
    random: &mut Random,
) -> (WitnessedGame, Option<String>) {
    let witnessed = Arc::new(Mutex::new(WitnessedGame { id: id.clone(), ..WitnessedGame::default() }));
    let player = |key: Option<&String>| Player {
        client: client.clone(),
        id: id.clone(),
        key: key.cloned(),
        game: None,
        line: None,
        turn_seen_at: 0,
        witnessed: Arc::clone(&witnessed),
    };
    let mut players = [player(Some(&keys[0])), player(Some(&keys[1]))];
    let mut spectator = player(None);
    let watching = tokio::spawn(async move {
        loop {
            spectator.receive().await;
        }
    });
    for player in &mut players {
        player.receive().await;
    }
    for player in &mut players {
        while player.seq() < 1 {
            player.receive().await;
        }
    }
    let (mut turn_began, mut refused) = (now(), None);
    while !*play.over.borrow() {
        let ply = players[0].plies();
        let (side, by) = if ply % 2 == 0 { (0, "white") } else { (1, "black") };
        let game = players[side].game.as_ref().expect("joined");
        if game.end().is_some() {
            break;
        }
        let legal = game.legal();
        let chosen = legal[random.below(legal.len() as u64) as usize].notation.clone();
        tokio::time::sleep(Duration::from_millis(random.below(play.thought))).await;
        let (command, first_sent) = (format!("ply-{ply}"), now());
        let saw_turn = players[side].turn_seen_at.min(first_sent);
        let seq = match players[side].play(&command, by, &chosen).await {
            Ok(seq) => seq,
            Err(refusal) => {
                refused = Some(refusal);
                break;
            }
        };
        let command = format!("{}:{command}", &by[..1]);
        let acknowledged = now();
        let made = AcknowledgedMove { command, seq, turn_began, saw_turn, first_sent, acknowledged };
        witnessed.lock().unwrap_or_else(PoisonError::into_inner).moves.push(made);
        turn_began = acknowledged;
        let shown = async {
            for player in &mut players {
                while player.plies() <= ply {
                    player.receive().await;
                }
            }
        };
        if timeout(FOR_EVER, shown).await.is_err() {
            refused = Some(format!("the acknowledged move {} of {id} was never shown", ply + 1));
            break;
        }
    }
    watching.abort();
    let witnessed = witnessed.lock().unwrap_or_else(PoisonError::into_inner).clone();
    (witnessed, refused)
}
