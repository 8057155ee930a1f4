//! Matches and learning, on a small scale.
#![allow(clippy::unwrap_used)] // a test may stop where it stands

use std::sync::Arc;

use damiera_engine::contest::{Contestant, Fixture, Tally, balanced, ballots, hold, pdn, read_openings};
use damiera_engine::train::{Lesson, Plan, Teacher};
use damiera_engine::{Limits, NoEndgames, Weights};
use damiera_rules::variant::{Brazilian, English, International, Italian};
use damiera_rules::{Rules, Variant, with_rules};

fn meet<R: Rules>(players: [&str; 2], pairs: usize, limits: Limits) -> (Tally, Vec<String>) {
    let players = players.map(|text| text.parse::<Contestant>().unwrap());
    let fixture =
        Fixture { players, openings: balanced::<R>(pairs, 4, 3), pairs, limits, boards: 2, seed: 1 };
    let (mut tally, mut games) = (Tally::default(), Vec::new());
    hold(&fixture, &NoEndgames, |pairing| {
        tally.add(pairing.halves());
        games.extend(pairing.games.iter().map(|game| pdn(game, ["a", "b"], "1")));
        true
    })
    .unwrap();
    (tally, games)
}

#[test]
fn a_higher_level_wins() {
    for &variant in Variant::ALL {
        let (tally, games) =
            with_rules!(variant, R => meet::<R>(["own level=6", "own level=1"], 6, Limits::default()));
        assert!(tally.share().0 > 0.75, "{variant}: {tally:?}");
        assert_eq!(games.len(), 12);
    }
}

#[test]
fn a_match_against_oneself_is_even() {
    // The same player on both sides: each pair is one game played twice.
    let (tally, _) = meet::<Brazilian>(["own", "own"], 4, Limits::nodes(300));
    assert_eq!(tally.games[0], tally.games[2]);
    assert_eq!(tally.pairs, [0, 0, 4, 0, 0]);
}

#[test]
fn openings_are_read_or_refused() {
    let openings = read_openings::<English>("9-13 22-18 # two moves\n\nB:W22:B17\n").unwrap();
    assert_eq!(openings.iter().map(|game| game.positions().len()).collect::<Vec<_>>(), [3, 1]);
    assert_eq!(read_openings::<English>("9-13\n9-99").unwrap_err().line, 2);
}

#[test]
fn the_tables_of_ballots_can_be_played() {
    assert_eq!(ballots::<English>(1).len(), 156);
    assert_eq!(ballots::<Brazilian>(1).len(), 150);
    assert!(ballots::<International>(1).is_empty());
}

#[test]
fn players_are_described_or_refused() {
    for text in ["own", "own level=3 nodes=10 weights=material", "hub set:threads=1 ./scan hub"] {
        assert!(text.parse::<Contestant>().is_ok(), "{text}");
    }
    for text in ["", "me", "own level=11", "own fast", "hub", "hub set:x=1"] {
        assert!(text.parse::<Contestant>().is_err(), "{text}");
    }
}

fn plan() -> Plan {
    Plan { generation: 1, games: 24, nodes: 60, seed: 5, lesson: Lesson { rounds: 3, ..Lesson::default() } }
}

#[test]
fn learning_repeats_from_its_seed_and_lowers_the_loss() {
    fn learn<R: Rules>() -> (Vec<u8>, f64, f64) {
        let teacher = Teacher { weights: Arc::new(Weights::material::<R>()), endgames: Arc::new(NoEndgames) };
        let games = plan().play_block::<R>(0, &teacher);
        assert_eq!(games.len() % 28, 0);
        let mut losses = Vec::new();
        let weights = plan().learn::<R>(&[], &[games], |learning| losses.push(learning.loss));
        (weights.to_bytes(), losses[0], losses[losses.len() - 1])
    }
    let (first, before, after) = learn::<Italian>();
    assert_eq!(first, learn::<Italian>().0);
    assert!(after < before, "{before} to {after}");
}

#[test]
fn weights_read_as_they_were_written() {
    fn round_trip<R: Rules>() {
        let weights = Weights::learned::<R>();
        assert_eq!(Weights::from_bytes::<R>(&weights.to_bytes()), Ok(weights));
    }
    round_trip::<English>();
    round_trip::<Italian>();
    round_trip::<Brazilian>();
    round_trip::<International>();
    assert!(Weights::from_bytes::<English>(&Weights::learned::<Italian>().to_bytes()).is_err());
    assert!(Weights::from_bytes::<English>(b"damiera weights 2\n\n").is_err());
    let mut short = Weights::learned::<English>().to_bytes();
    short.pop();
    assert!(Weights::from_bytes::<English>(&short).is_err());
}
