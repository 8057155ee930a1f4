//! Every reason and refusal has words in every language, with every value in its place.

use std::collections::{BTreeSet, HashSet};

use damiera_events::explain::explain_next;
use damiera_events::simulate::RandomEvent;
use damiera_events::teams::CompetitorKind;
use damiera_events::text::source;
use damiera_events::tournament::{BoardResult, RoundStage, TournamentRefusal};
use damiera_events::{NoPairing, PairingSystem, Scoring, SeededNumbers};
use damiera_game::Lang;
use fluent_bundle::FluentResource;

fn keys(source: &str) -> BTreeSet<&str> {
    source
        .lines()
        .filter_map(|line| line.split_once(" =").map(|(key, _)| key))
        .filter(|key| !key.starts_with('#'))
        .collect()
}

#[test]
fn the_files_have_the_same_messages() {
    for lang in Lang::ALL {
        assert!(FluentResource::try_new(source(lang).to_owned()).is_ok(), "{lang:?}");
        assert_eq!(keys(source(lang)), keys(source(Lang::English)), "{lang:?}");
        for key in keys(source(lang)) {
            let values = |lang| {
                let text = source(lang);
                let line =
                    text.lines().find(|line| line.starts_with(&format!("{key} ="))).unwrap_or_default();
                line.match_indices('$')
                    .map(|(at, _)| line[at..].split(' ').next().unwrap_or_default().to_owned())
                    .collect::<BTreeSet<_>>()
            };
            assert_eq!(values(lang), values(Lang::English), "{key} in {lang:?}");
        }
    }
}

#[test]
fn no_message_is_left_that_nobody_says() {
    let code = concat!(
        include_str!("../../src/text.rs"),
        include_str!("../../src/text/input.rs"),
        include_str!("../../src/text/refusals.rs"),
        include_str!("../../src/text/log.rs")
    );
    for key in keys(source(Lang::English)) {
        assert!(code.contains(&format!("\"{key}\"")), "nobody says {key}");
    }
}

#[test]
fn refusals_are_sentences() {
    let refusals = [
        TournamentRefusal::OfficialsOnly,
        TournamentRefusal::ReasonTooLong(500),
        TournamentRefusal::RoundNotPaired(2),
        TournamentRefusal::BadFederation(60),
        TournamentRefusal::NoSuchRound { round: 9, rounds: 3 },
        TournamentRefusal::OutOfDate { seen: 1, entries: 2 },
        TournamentRefusal::WrongStage(None),
        TournamentRefusal::WrongStage(Some(RoundStage::Playing)),
        TournamentRefusal::NoPairing(NoPairing::Impossible { round: 3 }),
        TournamentRefusal::NotAtBoard { board: 2, own: Some(4) },
        TournamentRefusal::AlreadyEntered { board: 2, result: BoardResult::Draw, scoring: Scoring::TWO_ONE },
        TournamentRefusal::ResultsMissing(vec!["1".into(), "2.1".into()]),
    ];
    for lang in Lang::ALL {
        for refusal in &refusals {
            let text = refusal.text(lang);
            assert!(text.ends_with('.') && !text.contains(['{', '$']), "{text}");
        }
    }
    let holds = |result| TournamentRefusal::AlreadyEntered { board: 2, result, scoring: Scoring::TWO_ONE };
    let holds = holds(BoardResult::BlackWins).text(Lang::Italian);
    assert!(holds.contains("0–2"), "in the points of the event: {holds}");
    let other = TournamentRefusal::NotAtBoard { board: 2, own: Some(4) };
    assert_eq!(other.text(Lang::Italian), "Non giochi alla damiera 2, ma alla 4.");
}

#[test]
fn every_pair_of_every_system_is_explained_in_every_language() {
    let mut seen = HashSet::new();
    for seed in 0..60 {
        let mut chance = SeededNumbers::new(seed);
        let mut event = RandomEvent::new(&mut chance, 14);
        let system = PairingSystem::ALL[seed as usize % 4];
        for _ in 0..6 {
            event.announce_byes(&mut chance);
            let Ok((pairing, explained)) = explain_next(&event.table, system) else { break };
            assert_eq!(explained.len(), pairing.pairs.len() + pairing.bye.len());
            for pairing in &explained {
                assert!(!pairing.reasons.is_empty());
                for reason in &pairing.reasons {
                    seen.insert(std::mem::discriminant(reason));
                    for lang in Lang::ALL {
                        let text = reason.text(lang, CompetitorKind::Player);
                        assert!(text.ends_with('.') && !text.contains(['{', '$']), "{text}");
                    }
                }
            }
            event.play(&pairing, &mut chance);
        }
    }
    assert!(seen.len() >= 9, "{} kinds of reasons", seen.len());
}
