//! Laws that every Dutch pairing keeps, whatever the event.

use std::collections::BTreeSet;

use damiera_events::colour::{PreferenceStrength, preference};
use damiera_events::simulate::RandomEvent;
use damiera_events::{ByeRight, Contestant, Pool, RoundPairing, SeededNumbers, dutch};
use proptest::prelude::*;

fn by_number(pool: &Pool, number: u16) -> &Contestant {
    pool.contestants.iter().find(|contestant| contestant.number == number).expect("a player of the round")
}

fn keeps_the_absolute_criteria(pool: &Pool, pairing: &RoundPairing) {
    let paired: Vec<u16> =
        pairing.pairs.iter().flat_map(|p| [p.white, p.black]).chain(pairing.bye.clone()).collect();
    let everybody: BTreeSet<u16> = pool.contestants.iter().map(|c| c.number).collect();
    assert_eq!(paired.len(), everybody.len(), "everybody once");
    assert_eq!(paired.into_iter().collect::<BTreeSet<_>>(), everybody);
    assert_eq!(pairing.bye.len(), pool.contestants.len() % 2, "one bye in an odd field, none in an even one");
    for &number in &pairing.bye {
        assert_eq!(by_number(pool, number).bye, ByeRight::Open, "C2");
    }
    for pair in &pairing.pairs {
        let [white, black] = [pair.white, pair.black].map(|number| by_number(pool, number));
        assert!(!white.has_met(black) && !pool.keeps_apart(white, black), "C1");
        let absolute = |c: &Contestant| preference(c).filter(|p| p.strength == PreferenceStrength::Absolute);
        if let (Some(a), Some(b)) = (absolute(white), absolute(black)) {
            let top = pool.is_topscorer(white) || pool.is_topscorer(black);
            assert!(a.side != b.side || top, "C3");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn every_round_keeps_the_absolute_criteria(seed in any::<u64>()) {
        let mut chance = SeededNumbers::new(seed);
        let mut event = RandomEvent::new(&mut chance, 30);
        while event.table.paired_rounds() < event.table.planned_rounds.unwrap_or(0) {
            event.announce_byes(&mut chance);
            let pool = Pool::next(&event.table);
            let Ok(pairing) = dutch::pair(&pool) else { break };
            if pool.contestants.len() < 2 {
                break;
            }
            keeps_the_absolute_criteria(&pool, &pairing);
            event.play(&pairing, &mut chance);
        }
    }
}

#[test]
fn a_large_field_is_paired_to_the_end() {
    let mut chance = SeededNumbers::new(7);
    let mut event = RandomEvent::new(&mut chance, 3);
    let blank = event.table.entrants[0].clone();
    event.table.entrants =
        (1..=151).map(|number| damiera_events::Entrant { number, ..blank.clone() }).collect();
    event.table.planned_rounds = Some(5);
    event.table.forbidden.clear();
    for _ in 0..5 {
        let pool = Pool::next(&event.table);
        let pairing = dutch::pair(&pool).expect("a pairing");
        keeps_the_absolute_criteria(&pool, &pairing);
        event.play(&pairing, &mut chance);
    }
}

#[test]
fn a_pairing_for_which_nobody_waits_stops() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use damiera_events::{NoPairing, PairingSystem, StopSignal, pair_next_until};

    let event = RandomEvent::new(&mut SeededNumbers::new(1), 40);
    for system in [PairingSystem::Dutch, PairingSystem::Double, PairingSystem::Rotation] {
        let flag = Arc::new(AtomicBool::new(false));
        let stop = StopSignal::when_set(Arc::clone(&flag));
        assert!(pair_next_until(&event.table, system, &stop).is_ok(), "{system:?}");
        flag.store(true, Ordering::Relaxed);
        assert_eq!(pair_next_until(&event.table, system, &stop), Err(NoPairing::Stopped), "{system:?}");
    }
}
