//! Round robins: the published tables, and laws for every size.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use damiera_events::round_robin::{LastRounds, berger, order_by_club, pair, rounds_in_cycle};
use damiera_events::{Crosstable, Entrant, NoPairing, StopSignal};

#[test]
fn the_tables_are_bergers() {
    let rows = [
        (4, 1, "1-4 2-3"),
        (4, 2, "4-3 1-2"),
        (4, 3, "2-4 3-1"),
        (6, 1, "1-6 2-5 3-4"),
        (6, 2, "6-4 5-3 1-2"),
        (6, 5, "3-6 4-2 5-1"),
        (8, 1, "1-8 2-7 3-6 4-5"),
        (8, 2, "8-5 6-4 7-3 1-2"),
        (8, 3, "2-8 3-1 4-7 5-6"),
        (8, 7, "4-8 5-3 6-2 7-1"),
        (5, 1, "1-6 2-5 3-4"),
    ];
    for (players, round, wanted) in rows {
        let found: Vec<String> = berger(players, round).iter().map(|[w, b]| format!("{w}-{b}")).collect();
        assert_eq!(found.join(" "), wanted, "{players} players, round {round}");
    }
}

fn event(players: u16, cycles: usize) -> Crosstable {
    Crosstable {
        entrants: (1..=players).map(|number| Entrant { number, ..Entrant::default() }).collect(),
        planned_rounds: Some(cycles * rounds_in_cycle(usize::from(players))),
        ..Crosstable::default()
    }
}

#[test]
fn everybody_meets_everybody_once_in_every_cycle_with_colours_in_balance() {
    for players in 2..=25 {
        for last in [LastRounds::InOrder, LastRounds::Exchanged] {
            let table = event(players, 2);
            let mut met = BTreeSet::new();
            for round in 1..=2 * rounds_in_cycle(usize::from(players)) {
                let pairing = pair(&table, round, last).expect("a round of the table");
                assert_eq!(pairing.bye.len(), usize::from(players) % 2);
                for pair in pairing.pairs {
                    assert!(met.insert((pair.white, pair.black)), "the same pair with the same colours");
                }
            }
            assert_eq!(met.len(), usize::from(players) * usize::from(players - 1));
        }
    }
}

#[test]
fn there_is_no_round_after_the_last() {
    let table = event(6, 1);
    assert_eq!(pair(&table, 6, LastRounds::InOrder), Err(NoPairing::AllRoundsPaired { rounds: 5 }));
}

#[test]
fn exchanged_last_rounds_spare_three_games_with_one_colour() {
    for players in (4..=20).step_by(2) {
        let table = event(players, 2);
        let mut streaks = vec![(0u8, None); usize::from(players) + 1];
        for round in 1..=2 * rounds_in_cycle(usize::from(players)) {
            for pair in pair(&table, round, LastRounds::Exchanged).expect("a round").pairs {
                for (number, side) in [(pair.white, 'w'), (pair.black, 'b')] {
                    let streak = &mut streaks[usize::from(number)];
                    *streak =
                        if streak.1 == Some(side) { (streak.0 + 1, Some(side)) } else { (1, Some(side)) };
                    assert!(
                        streak.0 < 3,
                        "{players} players: {number} has {side} three times by round {round}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_large_field_is_ordered_by_club_and_can_be_stopped() {
    let players: Vec<(u16, String)> =
        (1..=500).map(|number| (number, format!("Club {}", number % 7))).collect();
    let order = order_by_club(&players, &StopSignal::default()).expect("nobody stops it");
    assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), 500);
    let given = StopSignal::when_set(Arc::new(AtomicBool::new(true)));
    assert_eq!(order_by_club(&players, &given), Err(NoPairing::Stopped));
}

#[test]
fn club_mates_meet_early() {
    let clubs = ["Roma", "Roma", "Siena", "Siena", "", "", "Lecce", "Roma"];
    let players: Vec<(u16, String)> = (1..).zip(clubs.map(str::to_owned)).collect();
    let order = order_by_club(&players, &StopSignal::default()).expect("nobody stops it");
    assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), 8, "everybody has a place");
    let club = |place: usize| players[usize::from(order[place - 1]) - 1].1.as_str();
    for round in 4..=7 {
        for [a, b] in berger(8, round) {
            assert!(club(a).is_empty() || club(a) != club(b), "round {round}: {} meet", club(a));
        }
    }
}
