//! The simulated players: two connections a game, moves at their times, and the time each takes to arrive.

use std::pin::pin;
use std::time::{Duration, Instant};

use damiera_game::wire::WireSide;
use damiera_rules::{Position, Rules, Variant, with_rules};
use damiera_server::client::{Client, Line};
use damiera_server::protocol::{Form, Said};
use serde_json::{Value, json};
use tokio::time::{sleep_until, timeout};

use crate::failure::Failure;

/// Two connections: White's and Black's.
pub(super) type Lines = [Line; 2];

/// When one pair sends: at its first time, then after each interval, while there is time.
#[derive(Clone, Copy)]
pub(super) struct Times {
    pub(super) first: Instant,
    pub(super) interval: Duration,
    pub(super) until: Instant,
}

impl Times {
    /// The same, so much later.
    pub(super) fn later(self, by: Duration) -> Self {
        Self { first: self.first + by, until: self.until + by, ..self }
    }
}

pub(super) async fn connect(client: &Client) -> Result<Line, Failure> {
    client.connect().await.map_err(|error| Failure::input(format!("no connection: {error}")))
}

/// As long as a move with its wrapping.
fn message() -> String {
    json!({ "type": "do", "id": "0123456789abcdef01234567", "seq": 12, "by": "white", "ask": "move", "notation": "22-18" })
        .to_string()
}

/// Sends messages that come back.
pub(super) async fn echo_on(mut lines: Lines, times: Times) -> Vec<Duration> {
    let (mut took, mut next) = (Vec::new(), times.first);
    while next < times.until {
        sleep_until(next.into()).await;
        let line = &mut lines[took.len() % 2];
        let sent = Instant::now();
        if line.say_text(message()).await.is_err() || line.hear_text().await.is_none() {
            break;
        }
        took.push(sent.elapsed());
        next += times.interval;
    }
    took
}

/// Two players who met by a seek, both in their game.
pub(super) async fn seat_pair(client: &Client, form: Form) -> Result<Lines, Failure> {
    let wanted = json!({ "variant": "italian", "minutes": 180, "colour": "white" });
    let seek = ask(client, "/api/seeks", &wanted).await?;
    let path = format!("/api/seeks/{}/accept", seek["id"].as_str().unwrap_or_default());
    let taken = ask(client, &path, &json!({})).await?;
    let game = taken["game"].as_str().unwrap_or_default();
    let mut lines =
        [follow(client, game, &seek["key"], form).await?, follow(client, game, &taken["key"], form).await?];
    // Once both are there, the game begins.
    for line in &mut lines {
        if heard(line, "\"seq\":1,").await.is_none() {
            return Err(Failure::input("a game did not begin"));
        }
    }
    Ok(lines)
}

async fn ask(client: &Client, path: &str, body: &Value) -> Result<Value, Failure> {
    let answer = client.clone().post(path, body).await?;
    if answer.status == 201 { Ok(answer.json) } else { Err(Failure::input(answer.text)) }
}

async fn follow(client: &Client, game: &str, key: &Value, form: Form) -> Result<Line, Failure> {
    let mut line = connect(client).await?;
    let join = Said::Join { game: game.to_owned(), seq: None, key: key.as_str().map(str::to_owned), form };
    line.say(&join).await.map_err(|error| Failure::input(format!("no connection: {error}")))?;
    Ok(line)
}

/// A game of legal moves, chosen by lot.
pub(super) fn script(seed: u64) -> Vec<String> {
    with_rules!(Variant::Italian, R => chosen_by_lot::<R>(seed))
}

fn chosen_by_lot<R: Rules>(seed: u64) -> Vec<String> {
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

/// Reads both lines until something else is done, as anybody connected does: what is asked of a line is answered.
/// Nothing if one has ended.
pub(super) async fn read_until<T>([white, black]: &mut Lines, done: impl Future<Output = T>) -> Option<T> {
    let mut done = pin!(done);
    loop {
        tokio::select! {
            biased;
            done = &mut done => return Some(done),
            text = white.hear_text() => text.map(drop)?,
            text = black.hear_text() => text.map(drop)?,
        }
    }
}

/// Plays a script at its times; measures from each send to the opponent's receipt.
pub(super) async fn play_on(mut lines: Lines, script: &[String], times: Times) -> Vec<Duration> {
    let (mut took, mut next, mut seq) = (Vec::new(), times.first, 1);
    for (ply, m) in script.iter().enumerate() {
        if next >= times.until || read_until(&mut lines, sleep_until(next.into())).await.is_none() {
            break;
        }
        let [white, black] = &mut lines;
        let (mover, other, side) =
            if ply % 2 == 0 { (white, black, WireSide::White) } else { (black, white, WireSide::Black) };
        let (name, sent) = (format!("m{ply}"), Instant::now());
        if mover.play(&name, seq, side, m).await.is_err() {
            break;
        }
        let Some(last) = heard(other, &format!("\"id\":\"{name}\"")).await else { break };
        took.push(sent.elapsed());
        seq = last;
        next += times.interval;
    }
    took
}

/// Waits until somebody has heard of an event that bears a mark. Returns the number of the last that came with it: a count
/// may begin with a move.
async fn heard(line: &mut Line, mark: &str) -> Option<u64> {
    let wait = async {
        loop {
            let text = line.hear_text().await?;
            if text.starts_with("{\"type\":\"events\"") && text.contains(mark) {
                return last_seq(&text);
            }
        }
    };
    timeout(Duration::from_secs(30), wait).await.ok().flatten()
}

/// The number of the last event in a message. Read by hand: the players should not be what is measured.
fn last_seq(text: &str) -> Option<u64> {
    let events = text.split("],\"now\":").next()?;
    let number = events.rsplit("{\"seq\":").next()?;
    number.split(',').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use damiera_server::protocol::{Happened, Told};

    use super::*;

    #[test]
    fn the_last_number_is_read() {
        let event = |seq| Happened {
            seq,
            id: (seq == 15).then(|| "m13".to_owned()),
            event: serde_json::from_value(json!({ "at": 9, "kind": "started" })).expect("an event"),
        };
        let told =
            Told::Events { events: vec![event(15), event(16)], now: 10, clocks: [None; 2], shown: None };
        let text = serde_json::to_string(&told).expect("JSON");
        assert!(text.starts_with("{\"type\":\"events\"") && text.contains("\"id\":\"m13\""), "{text}");
        assert_eq!(last_seq(&text), Some(16));
    }
}
