//! The server is killed at random (`kill -9`) while many games are played: every acknowledged move is there, none is
//! there twice, and every clock is right to within a second. `./prove live` does it with more games and more kills.

use std::collections::HashSet;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use damiera_client::{ApiClient, ApiConnection};
use damiera_game::wire::{self, WireFact, WireSide};
use damiera_game::{Event, Game, Terms};
use damiera_messages::ServerMessage;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::mpsc;

const SLOW: bool = cfg!(feature = "slow");
const GAMES: usize = if SLOW { 200 } else { 24 };
const KILLS: usize = if SLOW { 10 } else { 3 };
/// How long the server is left in peace between two kills, in milliseconds, at the least and at the most.
const PEACE: (u64, u64) = if SLOW { (1_500, 5_000) } else { (1_000, 2_500) };
/// How long a player thinks at most, in milliseconds: so long that most games are still played at the last kill.
const THOUGHT: u64 = if SLOW { 1_500 } else { 300 };

/// A server that can be killed and comes back at the same address.
struct Server {
    child: Child,
    address: SocketAddr,
}

fn start(folder: &Path, listen: &str) -> Server {
    let mut child = Command::new(env!("CARGO_BIN_EXE_damiera"))
        .args(["serve", "--no-browser", "--no-limits", "--no-tables", "--listen", listen, "--data"])
        .arg(folder)
        .stdout(Stdio::piped())
        .spawn()
        .expect("a process");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
    let address = line.split("http://").nth(1).expect("an address").trim().trim_end_matches('/');
    Server { child, address: address.parse().expect("an address") }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill(); // SIGKILL: nothing is flushed
        let _ = self.child.wait();
    }
}

/// The intervals in which the server was down.
type Absences = Arc<Mutex<Vec<(Instant, Instant)>>>;

/// How much of an interval the server was up.
fn present(absences: &Absences, from: Instant, to: Instant) -> Duration {
    let away = absences.lock().expect("no panic");
    let overlap =
        away.iter().map(|(gone, back)| (*back).min(to).saturating_duration_since((*gone).max(from)));
    to.saturating_duration_since(from).saturating_sub(overlap.sum())
}

/// A game between two simulated players, as they recorded it.
struct Played {
    id: String,
    keys: [String; 2],
    /// Acknowledged moves: command id, event number, notation.
    acknowledged: Vec<(String, u64, String)>,
    /// The time that each player's clock should have left, measured by the player.
    left: [Duration; 2],
    over: bool,
}

const BUDGET: Duration = Duration::from_secs(3 * 60);
const BONUS: Duration = Duration::from_secs(1);

async fn make(client: &ApiClient) -> Played {
    let text = |json: &Value| json.as_str().expect("text").to_owned();
    let wanted = json!({ "variant": "brazilian", "minutes": 3, "increment": 1, "colour": "white" });
    let seek = client.clone().post("/api/seeks", &wanted).await.expect("a seek").json;
    let path = format!("/api/seeks/{}/accept", text(&seek["id"]));
    let taken = client.clone().post(&path, &json!({})).await.expect("a game").json;
    Played {
        id: text(&taken["game"]),
        keys: [text(&seek["key"]), text(&taken["key"])],
        acknowledged: Vec::new(),
        left: [BUDGET; 2],
        over: false,
    }
}

/// A connection that is read all the time, so that the server's pings are answered at once: the latency it measures, and
/// the compensation for it, are then almost zero.
struct Attended {
    say: mpsc::UnboundedSender<String>,
    told: mpsc::UnboundedReceiver<ServerMessage>,
}

fn attend(mut line: ApiConnection) -> Attended {
    let (say, mut saying) = mpsc::unbounded_channel::<String>();
    let (tell, told) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        loop {
            let goes_on = tokio::select! {
                said = saying.recv() => match said {
                    Some(text) => line.send_text(text).await.is_ok(),
                    None => false,
                },
                heard = line.receive() => heard.is_some_and(|told| tell.send(told).is_ok()),
            };
            if !goes_on {
                return;
            }
        }
    });
    Attended { say, told }
}

/// One player's view of the game, kept across connections.
struct Player {
    client: ApiClient,
    id: String,
    key: String,
    game: Option<Game>,
    line: Option<Attended>,
}

impl Player {
    /// Receives one message, and connects again as long as it takes.
    async fn receive(&mut self) -> ServerMessage {
        loop {
            if self.line.is_none() {
                let seq = self.game.as_ref().map(Game::seq);
                match self.client.join(&self.id, seq, Some(&self.key)).await {
                    Ok(line) => self.line = Some(attend(line)),
                    Err(_) => {
                        tokio::time::sleep(Duration::from_millis(20)).await;
                        continue;
                    }
                }
            }
            let Some(line) = &mut self.line else { continue };
            match tokio::time::timeout(Duration::from_secs(5), line.told.recv()).await {
                Ok(Some(told)) => {
                    self.take(&told);
                    return told;
                }
                _ => self.line = None,
            }
        }
    }

    fn take(&mut self, told: &ServerMessage) {
        match told {
            ServerMessage::Joined { terms: Some(terms), .. } if self.game.is_none() => {
                let terms = Terms::try_from(&**terms).expect("terms");
                self.game = Some(Game::new(terms).expect("a game"));
            }
            ServerMessage::Events { events, .. } => {
                let game = self.game.as_mut().expect("joined");
                for happened in events {
                    if happened.seq > game.seq() {
                        assert_eq!(happened.seq, game.seq() + 1, "a gap in the events");
                        game.apply(&Event::try_from(&happened.event).expect("an event"));
                    }
                }
            }
            _ => {}
        }
    }

    fn seq(&self) -> u64 {
        self.game.as_ref().map_or(0, Game::seq)
    }

    fn plies(&self) -> usize {
        self.game.as_ref().map_or(0, |game| game.plies().len())
    }

    /// Sends a move until the server acknowledges it, over any number of connections. Returns the number of the event, and
    /// when the message was sent that the server executed: the first one that it did not lose.
    async fn play(&mut self, name: &str, side: WireSide, notation: &str) -> Option<(u64, Instant)> {
        let (mut seq, plies, mut arrived) = (self.seq(), self.plies(), None);
        loop {
            let sent = Instant::now();
            let by = if side == WireSide::White { "white" } else { "black" };
            let said = json!({ "type": "do", "id": name, "seq": seq, "by": by, "ask": "move", "notation": notation });
            if self.line.as_ref().is_some_and(|line| line.say.send(said.to_string()).is_err()) {
                self.line = None;
            }
            loop {
                match self.receive().await {
                    ServerMessage::Done { id, seq } if id == name => {
                        return Some((seq, arrived.unwrap_or(sent)));
                    }
                    ServerMessage::Refused { id, .. } if id == name => return None,
                    // A time credit for the downtime may have come in between.
                    ServerMessage::Resync { id, seq: head } if id == name => {
                        seq = head;
                        break;
                    }
                    ServerMessage::Joined { .. } => {
                        // After a lost connection the known events come next, then the move is sent again with the same id.
                        // If the move is among them, it arrived and only the acknowledgement was lost.
                        self.receive().await;
                        if self.plies() > plies {
                            arrived.get_or_insert(sent);
                        }
                        break;
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Plays until the time is up, and records the acknowledged moves and the expected clocks.
async fn play(
    mut played: Played,
    client: ApiClient,
    absences: Absences,
    until: Instant,
    seed: u64,
) -> Played {
    let player = |side: usize| Player {
        client: client.clone(),
        id: played.id.clone(),
        key: played.keys[side].clone(),
        game: None,
        line: None,
    };
    let mut players = [player(0), player(1)];
    for player in &mut players {
        while player.game.is_none() {
            player.receive().await;
        }
    }
    // The game starts once both are connected.
    for player in &mut players {
        while player.seq() < 1 {
            player.receive().await;
        }
    }
    let (mut state, mut turn_came) = (seed, Instant::now());
    while Instant::now() < until && !played.over {
        let ply = players[0].game.as_ref().expect("joined").plies().len();
        let side = ply % 2;
        let game = players[side].game.as_ref().expect("joined");
        let legal = game.legal();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let chosen = legal[(state >> 33) as usize % legal.len()].notation.clone();
        tokio::time::sleep(Duration::from_millis(20 + (state >> 40) % THOUGHT)).await;
        let by = if side == 0 { WireSide::White } else { WireSide::Black };
        let name = format!("ply-{ply}");
        let done = players[side].play(&name, by, &chosen).await;
        let (seq, sent) = done.expect("a legal move in turn is not refused");
        let used = present(&absences, turn_came, sent);
        played.left[side] = played.left[side].saturating_sub(used) + BONUS;
        turn_came = sent;
        played.acknowledged.push((name, seq, chosen));
        for player in &mut players {
            while player.game.as_ref().is_none_or(|game| game.plies().len() <= ply) {
                player.receive().await;
            }
        }
        played.over =
            players.iter().any(|player| player.game.as_ref().is_some_and(|game| game.end().is_some()));
    }
    played
}

/// The whole log, as a new spectator receives it.
async fn log(client: &ApiClient, played: &Played) -> (Game, Vec<(u64, Option<String>, wire::WireEvent)>) {
    let mut line = client.join(&played.id, None, None).await.expect("a connection");
    let mut game = None;
    line.receive_until(|told| match told {
        ServerMessage::Joined { terms: Some(terms), .. } => {
            game = Some(Game::new(Terms::try_from(&*terms).expect("terms")).expect("a game"));
            None
        }
        ServerMessage::Events { events, .. } => {
            let mut game = game.take()?;
            let mut log = Vec::new();
            for happened in events {
                game.apply(&Event::try_from(&happened.event).expect("an event"));
                log.push((happened.seq, happened.id, happened.event));
            }
            Some((game, log))
        }
        _ => None,
    })
    .await
    .expect("the log")
}

/// The time that a side's moves were not charged.
fn spared(side: damiera_rules::Side, log: &[(u64, Option<String>, wire::WireEvent)]) -> Duration {
    let moves = log.iter().filter_map(|(_, _, event)| match event.fact {
        WireFact::Moved { by, spared, .. } if by == side.into() => Some(Duration::from_millis(spared)),
        _ => None,
    });
    moves.sum()
}

/// Compares a game with the records of its players; returns the largest difference of the clocks.
fn check(played: &Played, game: &Game, log: &[(u64, Option<String>, wire::WireEvent)]) -> Duration {
    for (i, (seq, ..)) in log.iter().enumerate() {
        assert_eq!(*seq, i as u64 + 1, "numbers without gaps in {}", played.id);
    }
    let mut names = HashSet::new();
    for (_, name, _) in log {
        assert!(
            name.as_ref().is_none_or(|name| names.insert(name.clone())),
            "twice: {name:?} in {}",
            played.id
        );
    }
    for (name, seq, _) in &played.acknowledged {
        let (_, kept, event) = &log[*seq as usize - 1];
        assert_eq!(kept.as_ref(), Some(name), "event {seq} of {}", played.id);
        assert!(matches!(event.fact, WireFact::Moved { .. }), "{event:?}");
    }
    let notations: Vec<_> = game.plies().iter().map(|ply| ply.notation.as_str()).collect();
    let acknowledged: Vec<_> = played.acknowledged.iter().map(|(_, _, notation)| notation.as_str()).collect();
    assert_eq!(notations, acknowledged, "{}", played.id);
    // The clocks after the last moves, as the server has them and as the players measured them independently.
    let last = game.plies().last().and_then(|ply| ply.at).unwrap_or_default();
    let mut most_off = Duration::ZERO;
    for side in damiera_rules::Side::BOTH {
        let watch = played.left[side as usize];
        let shown = game.clocks().face(side, last).expect("a clock").left;
        let off = shown.abs_diff(watch);
        assert!(
            off < Duration::from_secs(1),
            "{side:?} of {}: {shown:?}, measured {watch:?}, {:?} spared",
            played.id,
            spared(side, log)
        );
        most_off = most_off.max(off);
    }
    most_off
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_survives_being_killed() {
    let folder = TempDir::new().expect("a folder");
    let mut server = start(folder.path(), "127.0.0.1:0");
    let address = server.address.to_string();
    let client = ApiClient::new(server.address);
    let mut games = Vec::new();
    for _ in 0..GAMES {
        games.push(make(&client).await);
    }
    let absences = Absences::default();
    let longest = Duration::from_millis((PEACE.1 + 1_000) * (KILLS as u64 + 1));
    let until = Instant::now() + longest;
    let (mut tasks, mut over) = (tokio::task::JoinSet::new(), Vec::new());
    for (seed, game) in (1..).zip(games) {
        tasks.spawn(play(game, client.clone(), Arc::clone(&absences), until, seed));
    }
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15 ^ u64::from(std::process::id());
    let mut playing = 0;
    for _ in 0..KILLS {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        tokio::time::sleep(Duration::from_millis(PEACE.0 + (state >> 33) % (PEACE.1 - PEACE.0))).await;
        let folder = folder.path().to_owned();
        let address = address.clone();
        while let Some(played) = tasks.try_join_next() {
            over.push(played.expect("no player panicked"));
        }
        playing += tasks.len();
        let gone = Instant::now();
        // Counts as down until it is known when the server came back.
        absences.lock().expect("no panic").push((gone, gone + Duration::from_secs(3600)));
        drop(server);
        tokio::time::sleep(Duration::from_millis((state >> 20) % 800)).await;
        server = tokio::task::spawn_blocking(move || start(&folder, &address)).await.expect("a server");
        while client.clone().get("/healthz").await.is_err() {
            tokio::time::sleep(Duration::from_millis(2)).await; // it is up once it answers
        }
        if let Some(absence) = absences.lock().expect("no panic").last_mut() {
            absence.1 = Instant::now();
        }
    }
    assert!(playing > GAMES * KILLS / 2, "{playing} games met {KILLS} kills: most were over by then");
    over.extend(tasks.join_all().await);
    let (mut moves, mut most_off) = (0, Duration::ZERO);
    for played in over {
        let (game, log) = log(&client, &played).await;
        most_off = most_off.max(check(&played, &game, &log));
        moves += played.acknowledged.len();
    }
    assert!(moves > GAMES * KILLS, "only {moves} moves were played");
    eprintln!(
        "{GAMES} games, {KILLS} kills with {} of them in play, {moves} acknowledged moves: all there, none twice, clocks right to {most_off:?}",
        playing / KILLS
    );
}
