//! A simulation of many players on several nodes and databases, with the costs that `damiera bench server` measures.
//!
//! Moves arrive at random. A move takes CPU time at its node, then waits for the node's next group commit; a commit takes CPU
//! time in the database for the transaction and for each of its rows, and then the time of a flush to disk. Nodes and databases
//! have a number of cores. The simulation finds the smallest numbers of nodes and databases at which no core is busier than
//! 70 % and 99 % of the moves take less than 100 ms, and prints what they have to do. `docs/scale.md` explains the figures.
//!
//! `cargo run --release -p damiera --example scale -- --help` shows the parameters.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::process::ExitCode;

/// Measured costs and assumptions, by name; times are microseconds.
#[derive(Clone, Copy, Debug)]
struct Costs {
    /// CPU time of a node for a move.
    node: f64,
    /// CPU time of the database for a transaction.
    transaction: f64,
    /// CPU time of the database for a row of the log.
    row: f64,
    /// Time until a commit is on disk.
    flush: f64,
    /// Bytes of write-ahead log for a move.
    wal: f64,
    /// Bytes of a row of the log on disk, with its indices.
    stored: f64,
    /// Messages through the broker for a move, and their bytes.
    messages: f64,
    message_bytes: f64,
    /// Memory of a node for a game with two connections, in KiB.
    memory: f64,
    /// Seconds between two moves of a game.
    pace: f64,
    /// Cores of a node, and of a database server.
    node_cores: f64,
    database_cores: f64,
}

/// The parameters with what `docs/scale.md` uses.
const PARAMETERS: [(&str, &str); 12] = [
    ("node", "CPU time of a node for a move, in µs"),
    ("transaction", "CPU time of PostgreSQL for a transaction, in µs"),
    ("row", "CPU time of PostgreSQL for a move within a transaction, in µs"),
    ("flush", "time of a flush to disk, in µs"),
    ("wal", "bytes of write-ahead log for a move"),
    ("stored", "bytes of a move in the database"),
    ("messages", "messages through the broker for a move"),
    ("message-bytes", "bytes of these messages"),
    ("memory", "KiB of a node for a game with two connections"),
    ("pace", "seconds between two moves of a game"),
    ("node-cores", "cores of a node"),
    ("database-cores", "cores of a database server"),
];

impl Costs {
    fn field(&mut self, name: &str) -> Option<&mut f64> {
        Some(match name {
            "node" => &mut self.node,
            "transaction" => &mut self.transaction,
            "row" => &mut self.row,
            "flush" => &mut self.flush,
            "wal" => &mut self.wal,
            "stored" => &mut self.stored,
            "messages" => &mut self.messages,
            "message-bytes" => &mut self.message_bytes,
            "memory" => &mut self.memory,
            "pace" => &mut self.pace,
            "node-cores" => &mut self.node_cores,
            "database-cores" => &mut self.database_cores,
            _ => return None,
        })
    }
}

/// A pseudo-random number generator (SplitMix64), so that every run is the same.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The time to the next of events that come independently of each other at this mean distance.
    fn gap(&mut self, mean: f64) -> f64 {
        -mean * (1.0 - self.unit()).ln()
    }
}

/// Cores that serve in the order of arrival.
struct Cores {
    free_at: Vec<f64>,
    busy: f64,
}

impl Cores {
    fn new(count: f64) -> Self {
        Self { free_at: vec![0.0; (count as usize).max(1)], busy: 0.0 }
    }

    /// When work that arrives at a time is done.
    fn serve(&mut self, at: f64, work: f64) -> f64 {
        let first = (0..self.free_at.len()).min_by(|&a, &b| self.free_at[a].total_cmp(&self.free_at[b]));
        let core = &mut self.free_at[first.unwrap_or(0)];
        *core = core.max(at) + work;
        self.busy += work;
        *core
    }
}

/// One node and its group commit to its database.
struct Node {
    cores: Cores,
    /// Moves that wait for the next commit, by the time at which they were sent.
    waiting: VecDeque<f64>,
    committing: bool,
}

/// A time in microseconds, in the order of time.
#[derive(Clone, Copy)]
struct Time(f64);

impl PartialEq for Time {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Time {}

impl PartialOrd for Time {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Time {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// What happens at a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Happening {
    /// A player sends a move.
    Sent,
    /// A move that was sent at this time waits for the commit.
    Decided(Time),
    /// The commit in hand is on disk.
    Committed,
}

/// The result of a run.
struct Outcome {
    node_load: f64,
    database_load: f64,
    transactions: f64,
    p50: f64,
    p99: f64,
}

/// Simulates the nodes of one database for a time.
fn simulate(costs: &Costs, rate: f64, nodes: usize, seconds: f64) -> Outcome {
    let end = seconds * 1e6;
    let mut random = Random(1);
    let mut database = Cores::new(costs.database_cores);
    let new = || Node { cores: Cores::new(costs.node_cores), waiting: VecDeque::new(), committing: false };
    let mut all: Vec<Node> = (0..nodes).map(|_| new()).collect();
    let mut in_hand: Vec<Vec<f64>> = vec![Vec::new(); nodes];
    let mean = 1e6 * nodes as f64 / rate;
    let mut agenda = BinaryHeap::new();
    for node in 0..nodes {
        agenda.push(Reverse((Time(random.gap(mean)), node, Happening::Sent)));
    }
    let (mut took, mut transactions) = (Vec::new(), 0_u64);
    while let Some(Reverse((Time(now), node, happening))) = agenda.pop() {
        if now > end {
            break;
        }
        match happening {
            Happening::Sent => {
                agenda.push(Reverse((Time(now + random.gap(mean)), node, Happening::Sent)));
                let decided = all[node].cores.serve(now, costs.node);
                agenda.push(Reverse((Time(decided), node, Happening::Decided(Time(now)))));
            }
            Happening::Decided(Time(sent)) => all[node].waiting.push_back(sent),
            Happening::Committed => {
                all[node].committing = false;
                took.extend(in_hand[node].drain(..).map(|sent| now - sent));
            }
        }
        let Node { waiting, committing, .. } = &mut all[node];
        if !*committing && !waiting.is_empty() {
            *committing = true;
            in_hand[node].extend(waiting.drain(..));
            transactions += 1;
            let work = costs.transaction + costs.row * in_hand[node].len() as f64;
            let written = database.serve(now, work) + costs.flush;
            agenda.push(Reverse((Time(written), node, Happening::Committed)));
        }
    }
    took.sort_by(f64::total_cmp);
    let percentile = |part: f64| {
        let at = ((took.len() as f64 * part) as usize).min(took.len().saturating_sub(1));
        took.get(at).copied().unwrap_or(f64::INFINITY) / 1e3
    };
    let busy: f64 = all.iter().map(|node| node.cores.busy).sum();
    Outcome {
        node_load: busy / (end * costs.node_cores * nodes as f64),
        database_load: database.busy / (end * costs.database_cores),
        transactions: transactions as f64 / (took.len() as f64).max(1.0),
        p50: percentile(0.5),
        p99: percentile(0.99),
    }
}

/// No core may be busier than this, and the moves must be this quick in milliseconds.
const MOST_LOAD: f64 = 0.7;
const MOST_P99: f64 = 100.0;

/// Databases and nodes of each that are tried.
const MOST_DATABASES: usize = 64;

/// The fewest databases, and then the fewest nodes, that bear a number of moves a second.
fn smallest(rate: f64, costs: &Costs) -> Option<(usize, usize, Outcome)> {
    (1..=MOST_DATABASES).find_map(|databases| {
        let share = rate / databases as f64;
        let fewest = (share * costs.node / 1e6 / costs.node_cores / MOST_LOAD).ceil().max(1.0) as usize;
        // More nodes than the CPU time needs, because each commits through one connection.
        (fewest..=fewest * 4).find_map(|nodes| {
            let outcome = simulate(costs, share, nodes, 2.0);
            let fits = outcome.database_load <= MOST_LOAD && outcome.p99 <= MOST_P99;
            (fits && outcome.node_load <= MOST_LOAD + 0.02).then_some((databases, nodes * databases, outcome))
        })
    })
}

/// Prints the smallest set of machines that bears so many players.
fn plan(players: f64, costs: &Costs) {
    let rate = players / 2.0 / costs.pace;
    let Some((databases, nodes, outcome)) = smallest(rate, costs) else {
        println!("{players:.0} players, {rate:.0} moves a second: not with {MOST_DATABASES} databases");
        return;
    };
    let gib = players / 2.0 * costs.memory / nodes as f64 / (1024.0 * 1024.0);
    println!("{players:.0} players, {rate:.0} moves a second: {nodes} nodes, {databases} databases");
    println!(
        "  nodes {:.0} % busy with {gib:.2} GiB for games each; databases {:.0} % busy, {:.3} transactions for a move, \
         {:.0} MB/s of WAL each",
        100.0 * outcome.node_load,
        100.0 * outcome.database_load,
        outcome.transactions,
        rate * costs.wal / databases as f64 / 1e6,
    );
    println!(
        "  p50 {:.1} ms, p99 {:.1} ms; broker {:.0} messages and {:.0} MB a second; {:.0} GB of log a day",
        outcome.p50,
        outcome.p99,
        rate * costs.messages,
        rate * costs.message_bytes / 1e6,
        rate * costs.stored * 86_400.0 / 1e9,
    );
}

fn main() -> ExitCode {
    let mut costs = DEFAULT;
    let mut players = vec![100_000.0, 1_000_000.0];
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let value = arguments.next().and_then(|value| value.parse::<f64>().ok()).filter(|value| *value > 0.0);
        let name = argument.trim_start_matches("--");
        match (name, value) {
            ("players", Some(value)) => players = vec![value],
            ("rate", Some(rate)) => {
                for nodes in 1..=2 {
                    let outcome = simulate(&costs, rate, nodes, 10.0);
                    println!(
                        "{rate:.0} moves a second, {nodes} nodes: {:.3} transactions for a move",
                        outcome.transactions
                    );
                }
                return ExitCode::SUCCESS;
            }
            (name, Some(value)) if costs.field(name).is_some() => {
                costs.field(name).into_iter().for_each(|field| *field = value);
            }
            _ => {
                println!("Usage: scale [--NAME NUMBER]… [--players N | --rate MOVES-A-SECOND]");
                for (name, meaning) in PARAMETERS {
                    let default = DEFAULT.clone().field(name).map_or(0.0, |field| *field);
                    println!("  --{name:<16}{meaning} [default: {default}]");
                }
                return ExitCode::from(u8::from(name != "help") * 2);
            }
        }
    }
    for players in players {
        plan(players, &costs);
    }
    ExitCode::SUCCESS
}

/// Measured by `damiera bench server`; see `docs/scale.md`. The cores are an assumption.
const DEFAULT: Costs = Costs {
    node: 256.0,
    transaction: 305.0,
    row: 8.3,
    flush: 4_400.0,
    wal: 481.0,
    stored: 274.0,
    messages: 4.5,
    message_bytes: 757.0,
    memory: 141.0,
    pace: 5.0,
    node_cores: 8.0,
    database_cores: 16.0,
};
