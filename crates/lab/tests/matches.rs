//! Matches on a small scale.
#![allow(clippy::unwrap_used)] // a test may panic

use damiera_engine::SearchLimits;
use damiera_lab::matches::{MatchSettings, Openings, PairScore, PlayerSpec, run_match};
use damiera_play::TableFolder;
use damiera_rules::Variant;

fn play(
    variant: Variant,
    players: [&str; 2],
    pairs: usize,
    limits: SearchLimits,
) -> (PairScore, Vec<String>) {
    let settings = MatchSettings {
        variant,
        players: players.map(|text| text.parse::<PlayerSpec>().unwrap()),
        openings: Openings::Random { plies: 4 },
        men_given: 0,
        pairs,
        limits,
        boards: 2,
        seed: 3,
        adjudication: TableFolder::Disabled,
    };
    let (mut score, mut games) = (PairScore::default(), Vec::new());
    run_match(&settings, &mut |pair| {
        score.add(pair.half_points);
        games.extend(pair.pdn);
        true
    })
    .unwrap();
    (score, games)
}

#[test]
fn a_higher_level_wins() {
    for &variant in Variant::ALL {
        let (score, games) = play(variant, ["own level=6", "own level=1"], 6, SearchLimits::default());
        assert!(score.share().0 > 0.75, "{variant}: {score:?}");
        assert_eq!(games.len(), 12);
    }
}

#[test]
fn a_match_of_a_player_against_itself_is_even() {
    // The same player on both sides: each pair is one game played twice.
    let (score, _) = play(Variant::Brazilian, ["own", "own"], 4, SearchLimits::nodes(300));
    assert_eq!(score.games[0], score.games[2]);
    assert_eq!(score.pairs, [0, 0, 4, 0, 0]);
}

#[test]
fn players_are_described_or_refused() {
    for text in ["own", "own level=3 nodes=10 weights=material", "hub set:threads=1 ./scan hub"] {
        assert!(text.parse::<PlayerSpec>().is_ok(), "{text}");
    }
    for text in ["", "me", "own level=11", "own fast", "hub", "hub set:x=1"] {
        assert!(text.parse::<PlayerSpec>().is_err(), "{text}");
    }
}

#[test]
fn games_are_recorded_as_pdn_that_reads_back() {
    let (_, games) = play(Variant::Italian, ["own", "own"], 2, SearchLimits::nodes(100));
    for text in games {
        let record = damiera_notation::pdn::PdnReader::new(text.as_bytes()).next().unwrap().unwrap();
        assert!(record.problems.is_empty(), "{text}\n{:?}", record.problems);
        assert_eq!(record.game.variant(), Some(Variant::Italian));
    }
}
