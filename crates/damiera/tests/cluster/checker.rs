//! Compares what clients saw with the log in the database. It shares no code with the server: rows and messages are JSON.

use std::collections::HashMap;

use serde_json::Value;

/// A row of the log.
#[derive(Clone, Debug)]
pub(crate) struct LogRow {
    pub(crate) seq: u64,
    pub(crate) at: u64,
    pub(crate) command: Option<String>,
    pub(crate) body: Value,
}

/// A move that the server acknowledged. Times are in milliseconds since 1970.
#[derive(Clone, Debug)]
pub(crate) struct AcknowledgedMove {
    /// The command id as it is stored.
    pub(crate) command: String,
    pub(crate) seq: u64,
    /// When the move before was acknowledged.
    pub(crate) turn_began: u64,
    /// When the player saw it, and began to think.
    pub(crate) saw_turn: u64,
    pub(crate) first_sent: u64,
    pub(crate) acknowledged: u64,
}

/// What the clients of a game saw.
#[derive(Clone, Debug, Default)]
pub(crate) struct WitnessedGame {
    pub(crate) id: String,
    /// In the order in which they were acknowledged.
    pub(crate) moves: Vec<AcknowledgedMove>,
    /// Every event that any client saw, by its number.
    pub(crate) seen: HashMap<u64, Value>,
    /// Two clients saw different events under one number.
    pub(crate) forks: Vec<String>,
    /// White's and Black's clocks after the event with this number, as a client was shown them, in milliseconds.
    pub(crate) clocks: Option<(u64, [u64; 2])>,
}

impl WitnessedGame {
    /// Notes an event that a client saw.
    pub(crate) fn see(&mut self, seq: u64, event: &Value) {
        match self.seen.get(&seq) {
            None => {
                self.seen.insert(seq, event.clone());
            }
            Some(known) if known == event => {}
            Some(known) => self.forks.push(format!("event {seq} was seen as {known} and as {event}")),
        }
    }
}

/// The time control of all games: the time of each side, in milliseconds. There is no increment.
pub(crate) const BUDGET: u64 = 3 * 3600 * 1000;
/// Clocks are right to a second.
const TOLERANCE: u64 = 1_000;

/// The most that a server gives back for the latency of one move.
const MOST_LAG: u64 = 300;
/// A node counts as gone from its last renewal on, which may have been this long before the fault.
const BEFORE_FAULT: u64 = 1_500;
/// After a fault every game goes on within this time; until then its clock may stand.
const AFTER_FAULT: u64 = 10_000;

/// Periods in which time may be given back: those of the faults, and what it takes to notice them and to go on.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExplainedOutages(Vec<(u64, u64)>);

impl ExplainedOutages {
    /// From when to when each fault lasted.
    pub(crate) fn new(faults: impl IntoIterator<Item = (u64, u64)>) -> Self {
        let around = |(begun, ended): (u64, u64)| (begun.saturating_sub(BEFORE_FAULT), ended + AFTER_FAULT);
        let mut periods: Vec<_> = faults.into_iter().map(around).collect();
        periods.sort_unstable();
        let mut merged: Vec<(u64, u64)> = Vec::new();
        for (from, to) in periods {
            match merged.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(to),
                _ => merged.push((from, to)),
            }
        }
        Self(merged)
    }

    /// How much of a period they explain.
    fn within(&self, from: u64, to: u64) -> u64 {
        self.0.iter().map(|&(begun, ended)| to.min(ended).saturating_sub(from.max(begun))).sum()
    }
}

/// Everything that is wrong with a game.
pub(crate) fn faults(game: &WitnessedGame, log: &[LogRow], outages: &ExplainedOutages) -> Vec<String> {
    let mut faults = game.forks.clone();
    for (row, expected) in log.iter().zip(1..) {
        if row.seq != expected {
            faults.push(format!("row {expected} of the log has the number {}", row.seq));
        }
    }
    for pair in log.windows(2) {
        if pair[1].at < pair[0].at {
            faults.push(format!("event {} is earlier than the one before", pair[1].seq));
        }
    }
    let by_seq: HashMap<u64, &LogRow> = log.iter().map(|row| (row.seq, row)).collect();
    for (seq, event) in &game.seen {
        match by_seq.get(seq) {
            Some(row) if row.body == *event => {}
            Some(row) => {
                faults.push(format!("a client saw {event} as event {seq}, the log has {}", row.body));
            }
            None => faults.push(format!("a client saw event {seq}, which is not in the log")),
        }
    }
    let mut last = 0;
    for acknowledged in &game.moves {
        faults.extend(acknowledged_faults(acknowledged, &by_seq, log, last));
        last = acknowledged.seq;
    }
    faults.extend(clock_faults(game, log));
    faults.extend(refund_faults(log, outages));
    faults.into_iter().map(|fault| format!("game {}: {fault}", game.id)).collect()
}

fn acknowledged_faults(
    acknowledged: &AcknowledgedMove,
    by_seq: &HashMap<u64, &LogRow>,
    log: &[LogRow],
    last: u64,
) -> Vec<String> {
    let AcknowledgedMove { command, seq, .. } = acknowledged;
    let mut faults = Vec::new();
    match by_seq.get(seq) {
        None => faults.push(format!("the acknowledged move {command} is not in the log")),
        Some(row) => {
            if row.command.as_deref() != Some(command) || row.body["kind"] != "moved" {
                faults.push(format!("event {seq} is {:?}, not the move {command}", row.command));
            }
            let (earliest, latest) =
                (acknowledged.first_sent - TOLERANCE, acknowledged.acknowledged + TOLERANCE);
            if row.at < earliest || row.at > latest {
                faults
                    .push(format!("the move {command} was made at {}, not in {earliest}..{latest}", row.at));
            }
            let before = by_seq.get(&(seq - 1)).map_or(row.at, |row| row.at);
            let is_prompt = acknowledged.acknowledged - acknowledged.first_sent < TOLERANCE / 2
                && acknowledged.turn_began.saturating_sub(before) < TOLERANCE / 2;
            let thought = acknowledged.first_sent.saturating_sub(acknowledged.turn_began);
            // Where this move and the one before went through at once, the move costs the time that its player thought.
            if is_prompt && row.at - before > thought + TOLERANCE {
                faults.push(format!(
                    "the move {command} cost {} ms after {thought} ms of thought",
                    row.at - before
                ));
            }
        }
    }
    let times = log.iter().filter(|row| row.command.as_deref() == Some(command)).count();
    if times != 1 {
        faults.push(format!("the move {command} is {times} times in the log"));
    }
    if *seq <= last {
        faults.push(format!("the move {command} comes before an earlier one"));
    }
    faults
}

/// Counts the clocks again from the times in the log, and compares them with what a client was shown.
fn clock_faults(game: &WitnessedGame, log: &[LogRow]) -> Vec<String> {
    let Some((until, shown)) = game.clocks else { return Vec::new() };
    let (mut left, mut turn, mut running_since) = ([BUDGET; 2], 0, None);
    for row in log.iter().take_while(|row| row.seq <= until) {
        match row.body["kind"].as_str() {
            Some("started") => running_since = Some(row.at),
            Some("credited") => left[turn] += row.body["time"].as_u64().unwrap_or_default(),
            Some("moved") => {
                let spared = row.body["spared"].as_u64().unwrap_or_default();
                let used = running_since.map_or(0, |since| row.at - since).saturating_sub(spared);
                left[turn] = left[turn].saturating_sub(used);
                (turn, running_since) = (1 - turn, Some(row.at));
            }
            _ => {}
        }
    }
    let off = (0..2).find(|&side| left[side].abs_diff(shown[side]) > TOLERANCE);
    off.map(|_| format!("after event {until} the clocks show {shown:?}, the log says {left:?}"))
        .into_iter()
        .collect()
}

/// Time that was given back without an outage that explains it. The log alone cannot justify a refund: the outages are those
/// that this program has caused.
fn refund_faults(log: &[LogRow], outages: &ExplainedOutages) -> Vec<String> {
    let (mut faults, mut turn_began, mut refunded) = (Vec::new(), None, 0);
    for row in log {
        match row.body["kind"].as_str() {
            Some("started") => turn_began = Some(row.at),
            Some("credited") => {
                refunded += row.body["time"].as_u64().unwrap_or_default();
                let explained = turn_began.map_or(0, |began| outages.within(began, row.at));
                if refunded > explained + TOLERANCE {
                    faults.push(format!(
                        "event {} makes {refunded} ms given back in one turn, and outages explain {explained} ms",
                        row.seq
                    ));
                }
            }
            Some("moved") => {
                let spared = row.body["spared"].as_u64().unwrap_or_default();
                if spared > MOST_LAG {
                    faults.push(format!("event {} gives back {spared} ms for latency", row.seq));
                }
                (turn_began, refunded) = (Some(row.at), 0);
            }
            _ => {}
        }
    }
    faults
}

/// What a turn cost its player's clock beyond the time that the player thought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ClockLoss {
    pub(crate) game: String,
    /// The number of the move's event.
    pub(crate) seq: u64,
    /// When the clock began to run, and when the move was acknowledged.
    pub(crate) turn: (u64, u64),
    /// When the player saw the turn, when the move was sent, and when it was made by the log.
    pub(crate) seen_sent_made: [u64; 3],
    /// What was given back, in milliseconds.
    pub(crate) given_back: u64,
    /// In milliseconds; less than nothing if the clock was given more back than the move took.
    pub(crate) lost: i64,
}

/// The losses of a game's acknowledged moves, by the times in the log.
pub(crate) fn losses(game: &WitnessedGame, log: &[LogRow]) -> Vec<ClockLoss> {
    let (mut losses, mut began, mut refunded) = (Vec::new(), None, 0);
    for row in log {
        match row.body["kind"].as_str() {
            Some("started") => began = Some(row.at),
            Some("credited") => refunded += row.body["time"].as_u64().unwrap_or_default(),
            Some("moved") => {
                let made = game.moves.iter().find(|made| made.seq == row.seq);
                if let (Some(made), Some(began)) = (made, began) {
                    let spared = row.body["spared"].as_u64().unwrap_or_default();
                    let thought = made.first_sent.saturating_sub(made.saw_turn);
                    let lost = (row.at - began) as i64 - (spared + refunded + thought) as i64;
                    losses.push(ClockLoss {
                        game: game.id.clone(),
                        seq: row.seq,
                        turn: (began, made.acknowledged),
                        seen_sent_made: [made.saw_turn, made.first_sent, row.at],
                        given_back: spared + refunded,
                        lost,
                    });
                }
                (began, refunded) = (Some(row.at), 0);
            }
            _ => {}
        }
    }
    losses
}

/// Reads the rows of all games, as `psql` prints them: game, number, time, command id and body, separated by bars.
pub(crate) fn read_log(printed: &str) -> HashMap<String, Vec<LogRow>> {
    let mut games: HashMap<String, Vec<LogRow>> = HashMap::new();
    for line in printed.lines().filter(|line| !line.is_empty()) {
        let mut fields = line.splitn(5, '|');
        let mut next = || fields.next().expect("five fields").to_owned();
        let (game, seq, at, command, body) = (next(), next(), next(), next(), next());
        let row = LogRow {
            seq: seq.parse().expect("a number"),
            at: at.parse().expect("a time"),
            command: (!command.is_empty()).then_some(command),
            body: serde_json::from_str(&body).expect("JSON"),
        };
        games.entry(game).or_default().push(row);
    }
    games
}

/// What prints the rows of all games.
pub(crate) const PRINT_LOG: &str =
    "SELECT game, seq, at, client_move_id, body FROM game_event ORDER BY game, seq";

/// The checker detects what must not happen: each way of tampering with a log leaves a fault.
pub(crate) fn detects_tampering() {
    let row = |seq: u64, command: Option<&str>, body: &str| LogRow {
        seq,
        at: 1_000_000 + 700 * seq,
        command: command.map(str::to_owned),
        body: serde_json::from_str(body).expect("JSON"),
    };
    let log = vec![
        row(1, None, r#"{"kind":"started"}"#),
        row(2, Some("w:1"), r#"{"kind":"moved","from":22,"to":18}"#),
        row(3, Some("b:2"), r#"{"kind":"moved","from":9,"to":13}"#),
        row(4, Some("w:3"), r#"{"kind":"moved","from":18,"to":14}"#),
    ];
    let mut game = WitnessedGame { id: "g".to_owned(), ..WitnessedGame::default() };
    for row in &log {
        game.see(row.seq, &row.body);
    }
    for row in &log[1..] {
        game.moves.push(AcknowledgedMove {
            command: row.command.clone().expect("a command"),
            seq: row.seq,
            turn_began: row.at - 700,
            saw_turn: row.at - 700,
            first_sent: row.at,
            acknowledged: row.at + 5,
        });
    }
    game.clocks = Some((4, [BUDGET - 1_400, BUDGET - 700]));
    let none = ExplainedOutages::default();
    assert_eq!(faults(&game, &log, &none), Vec::<String>::new());
    type Tampering = fn(&mut Vec<LogRow>);
    let ways: [(&str, Tampering); 7] = [
        ("deletion at the end", |log| drop(log.pop())),
        ("deletion in the middle", |log| drop(log.remove(2))),
        ("duplication", |log| {
            let mut again = log[2].clone();
            again.seq = 5;
            log.push(again);
        }),
        ("reordering", |log| {
            let (body, command) = (log[1].body.clone(), log[1].command.clone());
            (log[1].body, log[1].command) = (log[3].body.clone(), log[3].command.clone());
            (log[3].body, log[3].command) = (body, command);
        }),
        ("alteration", |log| log[2].body["to"] = 14.into()),
        ("another id", |log| log[2].command = Some("b:9".to_owned())),
        ("another time", |log| log[3].at += 5_000),
    ];
    for (way, tamper) in ways {
        let mut tampered = log.clone();
        tamper(&mut tampered);
        assert!(!faults(&game, &tampered, &none).is_empty(), "{way} is not detected");
    }
    let mut forked = game.clone();
    forked.see(3, &serde_json::json!({ "kind": "moved", "from": 10, "to": 14 }));
    assert!(!faults(&forked, &log, &none).is_empty(), "a fork is not detected");
    measures_losses(&game, &log);
    detects_gifts(&game, &log);
}

/// A move that waited costs its player the wait, but for what is given back.
fn measures_losses(game: &WitnessedGame, log: &[LogRow]) {
    let lost = |log: &[LogRow]| losses(game, log).iter().map(|loss| loss.lost).collect::<Vec<_>>();
    assert_eq!(lost(log), [0, 0, 0]);
    let mut late = log.to_vec();
    late[2].at += 400;
    assert_eq!(lost(&late), [0, 400, -400]);
    late[2].body["spared"] = 150.into();
    let credit = serde_json::json!({ "kind": "credited", "side": "white", "time": 90 });
    late.insert(3, LogRow { seq: 4, at: late[2].at + 9, command: None, body: credit });
    assert_eq!(lost(&late), [0, 250, -490]);
}

/// A server that gives back more time than an outage took is detected, though clients saw the same and the clocks agree.
fn detects_gifts(game: &WitnessedGame, log: &[LogRow]) {
    let (start, gift) = (log[0].at, 8_000);
    // A node is killed in the turn of White's second move, which takes nine seconds, and eight of them are given back.
    let credit = serde_json::json!({ "kind": "credited", "side": "white", "time": gift });
    let mut log = log.to_vec();
    let mut last = log.pop().expect("a move");
    log.push(LogRow { seq: 4, at: last.at + 8_300, command: None, body: credit.clone() });
    (last.seq, last.at) = (5, last.at + 8_300);
    log.push(last.clone());
    let mut game = game.clone();
    game.seen.insert(4, credit);
    game.seen.insert(5, last.body.clone());
    let made = game.moves.last_mut().expect("a move");
    (made.seq, made.first_sent, made.acknowledged) = (5, last.at, last.at + 5);
    game.clocks = Some((5, [BUDGET - 2_700 + 1_000, BUDGET - 700]));
    let killed = |from: u64, to: u64| ExplainedOutages::new([(start + from, start + to)]);
    assert_eq!(faults(&game, &log, &killed(2_500, 3_000)), Vec::<String>::new(), "a kill explains it");
    for (outages, what) in
        [(ExplainedOutages::default(), "without any fault"), (killed(60_000, 70_000), "for a later fault")]
    {
        assert!(!faults(&game, &log, &outages).is_empty(), "time given back {what} is not detected");
    }
    let outages = killed(2_500, 3_000);
    let mut twice = log.clone();
    let mut again = twice[3].clone();
    again.body["time"] = 60_000.into();
    twice[3] = again;
    let mut generous = game.clone();
    generous.seen.insert(4, twice[3].body.clone());
    generous.clocks = None;
    assert!(!faults(&generous, &twice, &outages).is_empty(), "a refund longer than the turn is not detected");
    let mut spared = log.clone();
    spared[2].body["spared"] = 600.into();
    let mut lagging = game;
    lagging.seen.insert(3, spared[2].body.clone());
    lagging.clocks = None;
    assert!(!faults(&lagging, &spared, &outages).is_empty(), "too much for latency is not detected");
}
