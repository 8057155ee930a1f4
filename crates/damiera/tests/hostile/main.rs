//! Clients that flood, stall and lie, against a server of its own: memory stays bounded, players are served all the while, and
//! the server stops when it is told to. `./prove hostile` does it with more of everything, and also judges latency.
//!
//! `DAMIERA_ATTACK=exports` runs only the attacks with this word in their names, and `DAMIERA_PROGRAM=path` attacks that program.

mod api_attacks;
mod attacks;
mod client;
mod server;

use std::time::Duration;

use api_attacks::API_ATTACKS;
use attacks::{ATTACKS, Attack, Outcome, stop_behind_work};
use server::{Latency, MoveTimes, Probe, Server};

const FULL: bool = cfg!(feature = "slow");

/// How much of everything.
pub(crate) struct Scale {
    seeks: usize,
    readers: usize,
    streams: usize,
    unread: usize,
    proxied: usize,
    analyses: usize,
    /// Imports of the account that is exported.
    exports: usize,
    bomb: usize,
    flood: Duration,
    /// How long idle connections are left open.
    pause: Duration,
}

const SCALE: Scale = if FULL {
    Scale {
        seeks: 1_000,
        readers: 2_000,
        streams: 900,
        unread: 60,
        proxied: 1_500,
        analyses: 20,
        exports: 25,
        bomb: 4_000_000,
        flood: Duration::from_secs(15),
        pause: Duration::from_secs(10),
    }
} else {
    Scale {
        seeks: 120,
        readers: 200,
        streams: 60,
        unread: 6,
        proxied: 120,
        analyses: 4,
        exports: 4,
        bomb: 200_000,
        flood: Duration::from_secs(2),
        pause: Duration::from_millis(500),
    }
};

/// Judged only by `./prove hostile`: the time of a move under attack, compared with that before it.
const SLOWEST: f64 = 3.0;
/// Below this many milliseconds a comparison measures the machine, not the server.
const FLOOR: f64 = 4.0;
/// Moves without which there is no p99. An attack that is over sooner is made again, each time on a new server.
const ENOUGH: usize = 400;
/// How long the server may take to stop.
const STOP: Duration = Duration::from_secs(5);

/// Prints a line of the table; `quiet` is the p99 without an attack.
fn row(name: &str, memory: (f64, f64), latency: Latency, quiet: f64, outcome: &str) {
    println!(
        "{name:<30} {:>6.0} {:>6.0}   {:>7.1} {:>7.1} {:>6.1} {:>6}   {outcome}",
        memory.0,
        memory.1,
        latency.p50,
        latency.p99,
        latency.p99 / quiet.max(FLOOR),
        latency.moves
    );
}

/// Makes an attack until enough moves were measured; returns what came of it, the largest memory before and after, and the moves.
fn make(attack: &Attack) -> (Outcome, (f64, f64), Latency) {
    let (mut times, mut memory) = (MoveTimes::default(), (0.0, 0.0));
    loop {
        let server = Server::start();
        let probe = Probe::start(&server);
        let before = server.memory();
        let outcome = (attack.run)(&server, &SCALE);
        let after = server.memory();
        times.add(probe.stop());
        if after - before >= memory.1 - memory.0 {
            memory = (before, after);
        }
        if outcome.is_err() || !FULL || times.moves() >= ENOUGH {
            return (outcome, memory, times.latency());
        }
    }
}

#[test]
fn the_server_stays_up_bounded_and_fair() {
    let mut failures = Vec::new();
    println!(
        "{:<30} {:>6} {:>6}   {:>7} {:>7} {:>6} {:>6}   outcome",
        "attack", "MB", "after", "p50 ms", "p99 ms", "times", "moves"
    );
    let server = Server::start();
    let probe = Probe::start(&server);
    std::thread::sleep(if FULL { Duration::from_secs(15) } else { Duration::from_secs(1) });
    let quiet = probe.stop().latency();
    row("(none)", (server.memory(), server.memory()), quiet, quiet.p99, "");
    drop(server);
    let wanted = std::env::var("DAMIERA_ATTACK").unwrap_or_default();
    for attack in ATTACKS.iter().chain(API_ATTACKS).filter(|attack| attack.name.contains(&wanted)) {
        let (outcome, (before, after), latency) = make(attack);
        let mut faults: Vec<String> = outcome.as_ref().err().cloned().into_iter().collect();
        if after - before > attack.memory {
            faults.push(format!("it grew by {:.0} MB", after - before));
        }
        if FULL && latency.p99 > SLOWEST * quiet.p99.max(FLOOR) {
            faults.push(format!("moves took {:.1} ms", latency.p99));
        }
        let said = if faults.is_empty() {
            outcome.unwrap_or_default()
        } else {
            format!("FAILED: {}", faults.join("; "))
        };
        row(attack.name, (before, after), latency, quiet.p99, &said);
        failures.extend(faults.into_iter().map(|fault| format!("{}: {fault}", attack.name)));
    }
    if wanted.is_empty() {
        let stopped = stop_behind_work(Server::start(), &SCALE);
        println!("{:<30} {stopped:?}", "stopped behind work");
        match stopped {
            Ok(took) if FULL && took > STOP => failures.push(format!("it took {took:?} to stop")),
            Ok(_) => {}
            Err(error) => failures.push(error),
        }
    }
    println!("{} failures", failures.len());
    assert!(failures.is_empty(), "{failures:#?}");
}
