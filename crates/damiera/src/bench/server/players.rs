//! Simulated players: two connections per game, moves on a schedule, and the latency of each.

use std::pin::pin;
use std::time::{Duration, Instant};

use damiera_client::{ApiClient, ApiConnection};
use damiera_game::wire::WireSide;
use damiera_messages::{ClientMessage, UpdateForm};
use damiera_rules::{Position, Rules, Variant, with_rules};
use serde_json::{Value, json};
use tokio::time::{sleep_until, timeout};

use crate::failure::Failure;

/// Two connections: White's and Black's.
pub(super) type PlayerPair = [ApiConnection; 2];

/// When one pair of players sends its messages.
#[derive(Clone, Copy)]
pub(super) struct SendSchedule {
    pub(super) first: Instant,
    pub(super) interval: Duration,
    pub(super) until: Instant,
}

impl SendSchedule {
    /// The same schedule, shifted.
    pub(super) fn later(self, by: Duration) -> Self {
        Self { first: self.first + by, until: self.until + by, ..self }
    }
}

pub(super) async fn connect(client: &ApiClient) -> Result<ApiConnection, Failure> {
    client.connect().await.map_err(Failure::input)
}

/// A message of the length of a move.
fn message() -> String {
    json!({ "type": "do", "id": "0123456789abcdef01234567", "seq": 12, "by": "white", "ask": "move", "notation": "22-18" })
        .to_string()
}

/// Sends messages on a schedule and measures when they come back.
pub(super) async fn echo_on(mut lines: PlayerPair, times: SendSchedule) -> Vec<Duration> {
    let (mut took, mut next) = (Vec::new(), times.first);
    while next < times.until {
        sleep_until(next.into()).await;
        let line = &mut lines[took.len() % 2];
        let sent = Instant::now();
        if line.send_text(message()).await.is_err() || line.receive_text().await.is_none() {
            break;
        }
        took.push(sent.elapsed());
        next += times.interval;
    }
    took
}

/// Creates a game through a seek and connects both players, each through a client of their own.
pub(super) async fn seat_pair(
    [white, black]: &[ApiClient; 2],
    variant: Variant,
    form: UpdateForm,
) -> Result<PlayerPair, Failure> {
    let wanted = json!({ "variant": variant.name(), "minutes": 180, "colour": "white" });
    let seek = post(white, "/api/seeks", &wanted).await?;
    let path = format!("/api/seeks/{}/accept", seek["id"].as_str().unwrap_or_default());
    let taken = post(black, &path, &json!({})).await?;
    let game = taken["game"].as_str().unwrap_or_default();
    let mut lines =
        [follow(white, game, &seek["key"], form).await?, follow(black, game, &taken["key"], form).await?];
    // The game starts once both are connected.
    for line in &mut lines {
        if wait_for(line, "\"seq\":1,").await.is_none() {
            return Err(Failure::input("a game did not start"));
        }
    }
    Ok(lines)
}

async fn post(client: &ApiClient, path: &str, body: &Value) -> Result<Value, Failure> {
    let response = client.clone().post(path, body).await.map_err(Failure::input)?;
    if response.status == 201 { Ok(response.json) } else { Err(Failure::input(response.text)) }
}

async fn follow(
    client: &ApiClient,
    game: &str,
    key: &Value,
    form: UpdateForm,
) -> Result<ApiConnection, Failure> {
    let mut line = connect(client).await?;
    let join =
        ClientMessage::Join { game: game.to_owned(), seq: None, key: key.as_str().map(str::to_owned), form };
    line.send(&join).await.map_err(Failure::input)?;
    Ok(line)
}

/// A game of random legal moves.
pub(super) fn script(variant: Variant, seed: u64) -> Vec<String> {
    with_rules!(variant, R => random_game::<R>(seed))
}

fn random_game<R: Rules>(seed: u64) -> Vec<String> {
    let (mut position, mut state, mut moves) = (Position::<R>::start(), seed, Vec::new());
    for _ in 0..150 {
        let legal = position.legal();
        if legal.is_empty() {
            break;
        }
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let m = legal[(state >> 33) as usize % legal.len()];
        moves.push(position.notation(&m));
        position = position.after(&m);
    }
    moves
}

/// Reads both connections until a future completes, so that pings are answered. None if a connection has ended. Events
/// between moves, such as time given back after a stall, advance `seq`.
pub(super) async fn read_until<T>(
    [white, black]: &mut PlayerPair,
    seq: &mut u64,
    done: impl Future<Output = T>,
) -> Option<T> {
    let mut done = pin!(done);
    loop {
        let text = tokio::select! {
            biased;
            done = &mut done => return Some(done),
            text = white.receive_text() => text?,
            text = black.receive_text() => text?,
        };
        if text.starts_with(EVENTS) {
            *seq = last_seq(&text).unwrap_or_default().max(*seq);
        }
    }
}

/// Plays a script on a schedule and measures the time from each send to the opponent's receipt.
pub(super) async fn play_on(
    mut lines: PlayerPair,
    mut seq: u64,
    script: &[String],
    times: SendSchedule,
) -> Vec<Duration> {
    let (mut took, mut next) = (Vec::new(), times.first);
    for (ply, m) in script.iter().enumerate() {
        if next >= times.until || read_until(&mut lines, &mut seq, sleep_until(next.into())).await.is_none() {
            break;
        }
        let [white, black] = &mut lines;
        let (mover, other, side) =
            if ply % 2 == 0 { (white, black, WireSide::White) } else { (black, white, WireSide::Black) };
        let (name, sent) = (format!("m{ply}"), Instant::now());
        if mover.play(&name, seq, side, m).await.is_err() {
            break;
        }
        let Some(last) = wait_for(other, &format!("\"id\":\"{name}\"")).await else { break };
        took.push(sent.elapsed());
        seq = last.max(seq);
        next += times.interval;
    }
    took
}

/// How a message with events begins.
const EVENTS: &str = "{\"type\":\"events\"";

/// Waits for a message with a marker and returns the number of its last event: a move may also start a count.
async fn wait_for(line: &mut ApiConnection, mark: &str) -> Option<u64> {
    let wait = async {
        loop {
            let text = line.receive_text().await?;
            if text.starts_with(EVENTS) && text.contains(mark) {
                return last_seq(&text);
            }
        }
    };
    timeout(Duration::from_secs(30), wait).await.ok().flatten()
}

/// The number of the last event of a message. It is found without parsing JSON, to keep the players cheap.
fn last_seq(text: &str) -> Option<u64> {
    let events = text.split("],\"now\":").next()?;
    let number = events.rsplit("{\"seq\":").next()?;
    number.split(',').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use damiera_messages::{NumberedEvent, ServerMessage};

    use super::*;

    #[test]
    fn the_number_of_the_last_event_is_found() {
        let event = |seq| NumberedEvent {
            seq,
            id: (seq == 15).then(|| "m13".to_owned()),
            event: serde_json::from_value(json!({ "at": 9, "kind": "started" })).expect("an event"),
        };
        let told = ServerMessage::Events {
            events: vec![event(15), event(16)],
            now: 10,
            clocks: [None; 2],
            shown: None,
            changes: None,
        };
        let text = serde_json::to_string(&told).expect("JSON");
        assert!(text.starts_with("{\"type\":\"events\"") && text.contains("\"id\":\"m13\""), "{text}");
        assert_eq!(last_seq(&text), Some(16));
    }
}
