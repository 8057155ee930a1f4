//! Games held against the rules: the very ply, the reason and the article.
#![allow(clippy::unwrap_used)] // a test may stop where it stands

use damiera_notation::pdn::{CheckReport, GameRecord, PdnChecker, PdnProblemKind, PdnReader};
use damiera_rules::{Variant, with_rules};
use proptest::prelude::*;

fn check(text: &str) -> CheckReport {
    let record = PdnReader::new(text.as_bytes()).next().unwrap().unwrap();
    PdnChecker::new(None).check(&record)
}

/// Place, ply, depth and article of each error in a game.
fn errors(text: &str) -> Vec<String> {
    let verdict = check(text);
    let illegal = verdict.problems.iter().filter_map(|problem| {
        let article = problem.kind.article()?;
        let at = problem.kind.ply()?;
        Some(format!("{} ply {} depth {} {}: {article}", problem.location, at.ply, at.depth, at.text))
    });
    illegal.collect()
}

#[test]
fn squares_are_called_as_the_game_calls_them() {
    let said =
        |text: &str| check(text).problems.iter().map(|problem| problem.kind.to_string()).collect::<String>();
    assert!(said("[GameType \"26\"] 1. d4-e5 *").contains("no piece on square d4"));
    assert!(said("[GameType \"26,W,8,8,N2,0\"] 1. 18-15 *").contains("no piece on square 18"));
}

#[test]
fn an_illegal_ply_is_pointed_at_with_its_article() {
    let mut wrong = Vec::new();
    for (text, due) in [
        // English: a capture is due (6.1)
        ("[GameType \"21\"]\n1. 11-15 22-18 2. 8-11 *", "2:19 ply 3 depth 0 8-11: FID-EN 6.1"),
        // not one's turn
        ("[GameType \"21\"]\n1. 11-15 15-18 *", "2:10 ply 2 depth 0 15-18: FID-EN 8.1.5"),
        // English: Black begins
        ("[GameType \"21\"]\n1. 22-18 *", "2:4 ply 1 depth 0 22-18: FID-EN 8.1.5"),
        // Italian: a man does not take a king (5.3b)
        ("[GameType \"22\"]\n[FEN \"W:W22:BK18,1\"]\n\n1. 22x15 *", "4:4 ply 1 depth 0 22x15: FID-IT 4.1"),
        ("[GameType \"22\"]\n[FEN \"W:W22:BK18,1\"]\n\n1. 22x13 *", "4:4 ply 1 depth 0 22x13: FID-IT 5.3b"),
        // Italian: the king must take (6.7)
        ("[GameType \"22\"] [FEN \"W:WK23,31:B19,26,27\"] 31x22 *", "1:45 ply 1 depth 0 31x22: FID-IT 6.7"),
        // Brazilian, by letters: most pieces (item 12)
        (
            "[GameType \"26\"] [FEN \"W:Wc3,g3:Bd4,f4,d6\"] 1. g3xe5 *",
            "1:47 ply 1 depth 0 g3xe5: CBD item 12",
        ),
        // International: a square that is not there
        ("[GameType \"20\"] 1. 32-51 *", "1:20 ply 1 depth 0 32-51: CBD item 2"),
        // in a variation, and after it the game goes on
        ("[GameType \"20\"]\n1. 32-28 (1. 32-29) 19-23 *", "2:14 ply 1 depth 1 32-29: CBD item 5"),
        (
            "[GameType \"20\"]\n1. 32-28 19-23 (19-24 2. 28-24) 2. 28x19 *",
            "2:26 ply 3 depth 1 28-24: CBD item 5",
        ),
        // after a comment over several lines
        ("[GameType \"20\"]\n1. 32-28 {one\ntwo} 19-23 2.\n35x28 *", "4:1 ply 3 depth 0 35x28: CBD item 5"),
    ] {
        let got = errors(text);
        if got != [due] {
            wrong.push(format!("{text}\n  got {got:?}, due {due}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_game_goes_on_where_a_position_is_set_up() {
    let text = "[GameType \"20\"] 1. 32-28 37-32 /FEN \"B:W28,31-36,38-50:B1-20\"/ 1... 20-25 *";
    assert_eq!(errors(text).len(), 1);
    let passed = "[GameType \"20\"] 1. 32-28 /FEN \"W::\"/ 2. 37-32 20-25 *";
    assert_eq!(errors(passed), [""; 0]);
}

#[test]
fn a_capture_in_doubt_is_reported_with_its_readings() {
    // Assoluto 2005, game 46: two ways to take as many, not the same pieces.
    let start = "[GameType \"22\"] [FEN \"B:W6,13,14,21,22,32:B3,4\"]";
    for (text, taken) in [("3x10x17x26", None), ("3x10x19x26", None), ("3x26", Some(2))] {
        let verdict = check(&format!("{start} 1. {text} *"));
        let doubt = verdict.problems.iter().find_map(|problem| match &problem.kind {
            PdnProblemKind::Ambiguous { candidates, taken_as, .. } => {
                assert!(candidates.contains(taken_as));
                Some(candidates.len())
            }
            _ => None,
        });
        assert_eq!(doubt, taken, "{text}: {:?}", verdict.problems);
        assert!(verdict.is_legal(), "{text}: {:?}", verdict.problems);
    }
}

#[test]
fn what_is_legal_but_odd_is_a_warning() {
    for (text, name) in [
        ("[GameType \"20\"] 1. 32x28 *", "cross-on-plain-move"),
        ("[GameType \"20\"] 1. 32-28 19-23 2. 28-19 *", "stroke-on-capture"),
        ("[GameType \"20\"] 1. 32-28 1-0", "odd-result-form"),
        ("[GameType \"20,W,10,10,N1,0\"] 1. 32-28 *", "odd-game-type"),
        ("[GameType \"draughts\"] 1. 32-28 *", "bad-game-type"),
        ("[GameType \"25\"] 1. c3-d4 *", "unknown-game"),
        ("1. 32-28 *", "game-type-missing"),
        ("[GameType \"20\"] [TimeControl \"an hour\"] 1. 32-28 *", "bad-time-control"),
        ("[GameType \"20\"] [FEN \"?:W32:B1\"] 1. 32-28 *", "fen-without-turn"),
        ("[GameType \"20\"] [FEN \"W:W6:B1\"] 1-1", "result-against-board"),
    ] {
        let verdict = check(text);
        let names: Vec<_> = verdict.problems.iter().map(|problem| problem.kind.name()).collect();
        assert!(verdict.is_legal(), "{text}: {:?}", verdict.problems);
        assert!(names.contains(&name), "{text}: {names:?}");
    }
}

#[test]
fn a_position_that_cannot_be_is_an_error_at_its_tag() {
    let verdict = check("[Event \"x\"]\n[GameType \"21\"]\n[FEN \"W:W1:B2\"]\n*");
    let problem = &verdict.problems[0];
    assert_eq!((problem.kind.name(), problem.location.line), ("bad-fen", 3));
    assert!(!verdict.is_legal());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// A game of legal moves with one of them spoilt is legal up to the spoilt ply, and is pointed at there.
    #[test]
    fn the_spoilt_ply_is_found(choices in prop::collection::vec(any::<u8>(), 10..80), spoilt in any::<usize>()) {
        for &variant in Variant::ALL {
            with_rules!(variant, R => {
                let mut position = damiera_rules::Position::<R>::start();
                let (mut words, mut spoilt_at) = (Vec::new(), None);
                let spoil = spoilt % choices.len();
                for (ply, &choice) in choices.iter().enumerate() {
                    let legal = position.legal();
                    if legal.is_empty() {
                        break;
                    }
                    if ply == spoil {
                        // From a square to itself nothing goes but a capture round about.
                        let quiet = position.pieces(position.turn()).iter()
                            .find(|&s| !legal.iter().any(|m| m.from == s && m.to == s)).unwrap();
                        words.push(format!("{quiet}-{quiet}"));
                        spoilt_at = Some(ply);
                        break;
                    }
                    let m = legal[usize::from(choice) % legal.len()];
                    words.push(position.notation_among(&m, &legal));
                    position = position.after(&m);
                }
                let game_type = GameRecord::new(variant).tags.get("GameType").unwrap().to_owned();
                // "1-1" would be read as a draw.
                prop_assume!(words.last().is_none_or(|word| word != "1-1"));
                let text = format!("[GameType \"{game_type}\"]\n{}\n*", words.join("\n"));
                let verdict = check(&text);
                let pointed = verdict.problems.iter().find(|problem| problem.kind.article().is_some());
                match spoilt_at {
                    None => prop_assert!(pointed.is_none(), "{text}"),
                    Some(ply) => {
                        let problem = pointed.unwrap();
                        prop_assert_eq!(problem.kind.ply().unwrap().ply as usize, ply + 1);
                        prop_assert_eq!(problem.location.line as usize, ply + 2);
                        prop_assert_eq!(verdict.plies as usize, ply);
                    }
                }
            });
        }
    }
}
