//! Pairs random events round by round and compares every round with an independent program.
//!
//! `DAMIERA_PAIRING_PROGRAM` names the program; it is called as `PROGRAM --dutch IN -p OUT` and writes the number of pairs,
//! then one pair a line, White first, with 0 for the bye. Without it there is nothing to compare with, and that is said.
//!
//! Arguments: how many events, the most players, the first seed.

#![allow(clippy::unwrap_used, reason = "what fails here fails the comparison")]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, ExitCode};

use damiera_events::simulate::RandomEvent;
use damiera_events::trf::{TrfFile, TrfHeading};
use damiera_events::{NoPairing, Pool, RoundPairing, SeededNumbers, dutch};

fn main() -> ExitCode {
    let Some(program) = std::env::var_os("DAMIERA_PAIRING_PROGRAM") else {
        println!("skipped: DAMIERA_PAIRING_PROGRAM names no pairing program to compare with");
        return ExitCode::SUCCESS;
    };
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let events = numbers.first().copied().unwrap_or(500);
    let players = numbers.get(1).copied().unwrap_or(60);
    let first = numbers.get(2).copied().unwrap_or(1);
    let folder = std::env::temp_dir().join(format!("damiera-compare-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (mut rounds, mut differences) = (0, 0);
    for seed in first..first + events {
        let (compared, differing) = compare_event(Path::new(&program), &folder, seed, players as usize);
        rounds += compared;
        differences += differing;
    }
    let _ = std::fs::remove_dir_all(&folder);
    println!("{events} events, {rounds} rounds compared, {differences} differences");
    if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn compare_event(program: &Path, folder: &Path, seed: u64, players: usize) -> (usize, usize) {
    let mut chance = SeededNumbers::new(seed);
    // Every second event is an odd one.
    let event = if seed.is_multiple_of(2) { RandomEvent::odd } else { RandomEvent::new };
    let mut event = event(&mut chance, players);
    let (mut compared, mut differing) = (0, 0);
    while event.table.paired_rounds() < event.table.planned_rounds.unwrap_or(0) {
        event.announce_byes(&mut chance);
        let pool = Pool::next(&event.table);
        if pool.contestants.len() < 2 {
            break;
        }
        let ours = dutch::pair(&pool);
        let theirs = ask(program, folder, &event);
        compared += 1;
        if !same(&ours, theirs.as_deref()) {
            differing += 1;
            let kept = std::env::temp_dir().join(format!("differs-{seed}-{}.trf", pool.round));
            std::fs::copy(folder.join("in.trf"), &kept).unwrap();
            println!(
                "seed {seed}, round {}: {ours:?}\n  theirs {theirs:?}\n  {}",
                pool.round,
                kept.display()
            );
        }
        match ours {
            Ok(pairing) => event.play(&pairing, &mut chance),
            Err(_) => break,
        }
    }
    (compared, differing)
}

/// What the other program pairs; none if it finds no pairing.
fn ask(program: &Path, folder: &Path, event: &RandomEvent) -> Option<Vec<(u16, u16)>> {
    let (input, output) = (folder.join("in.trf"), folder.join("out.txt"));
    std::fs::write(&input, TrfFile::of_table(&TrfHeading::of_name("Random event"), &event.table).text())
        .unwrap();
    let _ = std::fs::remove_file(&output);
    let ran = Command::new(program).arg("--dutch").arg(&input).arg("-p").arg(&output).output().unwrap();
    if !ran.status.success() {
        let said = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(1), "the other program refuses the file: {said}");
        return None;
    }
    let text = std::fs::read_to_string(&output).unwrap();
    let pair = |line: &str| {
        let mut numbers = line.split_whitespace().map(|word| word.parse().unwrap());
        Some((numbers.next()?, numbers.next()?))
    };
    Some(text.split(['\r', '\n']).skip(1).filter_map(pair).collect())
}

fn same(ours: &Result<RoundPairing, NoPairing>, theirs: Option<&[(u16, u16)]>) -> bool {
    match (ours, theirs) {
        (Ok(ours), Some(theirs)) => {
            let pairs = ours.pairs.iter().map(|pair| (pair.white, pair.black));
            let own: BTreeSet<_> = pairs.chain(ours.bye.iter().map(|&number| (number, 0))).collect();
            own == theirs.iter().copied().collect()
        }
        (Err(_), None) => true,
        _ => false,
    }
}
