//! Every ruling has words in every language, with every value in its place.

mod samples;

use std::collections::BTreeSet;

use damiera_game::pdn::BadRecord;
use damiera_game::{DrawClaim, Event, GameEnding, Lang, Moment, Refusal, RuleSet, rulebook};
use damiera_rules::variant::Italian;
use damiera_rules::{Article, Attempt, Book, Geometry, Illegal, Irregularity, Setup, Variant};
use fluent_bundle::FluentResource;

use samples::{bad_terms, facts, hows, illegals, problems, rejections, verdicts, whys};

fn keys(source: &str) -> BTreeSet<&str> {
    source
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()))
        .filter_map(|line| line.split_once(" =").map(|(key, _)| key))
        .collect()
}

#[test]
fn the_files_can_be_read_and_have_the_same_messages() {
    for part in 0..3 {
        let wanted = keys(Lang::English.sources()[part]);
        for lang in Lang::ALL {
            let source = lang.sources()[part];
            assert!(FluentResource::try_new(source.to_owned()).is_ok(), "{lang:?}");
            let found = keys(source);
            assert_eq!(found.len(), source.lines().filter(|line| line.contains(" =")).count(), "{lang:?}");
            let differing: Vec<_> = wanted.symmetric_difference(&found).collect();
            assert!(differing.is_empty(), "{lang:?} and English differ in {differing:?}");
        }
    }
}

#[test]
fn no_message_is_left_that_nobody_says() {
    let code = concat!(
        include_str!("../../src/board_parts.rs"),
        include_str!("../../src/text.rs"),
        include_str!("../../src/text/command_line.rs"),
        include_str!("../../src/text/keys.rs"),
        include_str!("../../src/text/records.rs"),
        include_str!("../../src/text/refusals.rs"),
        include_str!("../../src/text/rulings.rs"),
    );
    for key in keys(Lang::English.sources()[0]) {
        assert!(code.contains(&format!("\"{key}\"")), "nobody says {key}");
    }
    let problems: BTreeSet<_> = problems().iter().map(|problem| format!("pdn-{}", problem.name())).collect();
    let games: BTreeSet<_> = Variant::ALL.iter().map(|variant| format!("game-{}", variant.name())).collect();
    let articles = |key: &str| {
        let name = key.strip_prefix("article-").map(|name| name.trim_end_matches("-part").replace('-', " "));
        name.is_some_and(|name| {
            rulebook::entries().iter().any(|entry| entry.article.number.starts_with(&name))
        })
    };
    for key in keys(Lang::English.sources()[2]) {
        let said = code.contains(&format!("\"{key}\""))
            || problems.contains(key)
            || games.contains(key)
            || articles(key);
        assert!(said, "nobody says {key}");
    }
    let digests: BTreeSet<_> = rulebook::entries().iter().map(|entry| entry.key).collect();
    for key in keys(Lang::English.sources()[1]) {
        assert!(digests.contains(key), "no article has the digest {key}");
    }
}

#[test]
fn every_article_has_a_name_in_every_language() {
    for lang in Lang::ALL {
        for entry in rulebook::entries() {
            check(lang, &format!("{}.", entry.label(lang)));
            assert!(!entry.label(lang).starts_with("article-"), "{:?}", entry.article);
        }
    }
    let label = |text: &str| {
        let article = rulebook::cited(text).expect(text);
        let entry = rulebook::entries().iter().find(|entry| entry.article == article).expect(text);
        Lang::ALL.map(|lang| entry.label(lang))
    };
    assert!(label("FID-IT 6.9").iter().all(|label| label == "6.9"));
    assert!(label("FID-10 rule 7a").contains(&"regola 7a".to_owned()));
    assert!(label("PG-37 not allowed").contains(&"capturas não permitidas".to_owned()));
    assert!(label("CBD peças").iter().all(|label| label == "peças"));
}

#[test]
fn every_part_of_the_board_has_a_name_in_every_language() {
    let all = rulebook::cited("FID-IT 2.8").and_then(|article| rulebook::board_parts(&article));
    let all = all.expect("the parts of the board");
    for lang in Lang::ALL {
        let names: BTreeSet<_> = all.iter().map(|part| part.name(lang)).collect();
        assert_eq!(names.len(), 13, "{names:?}");
        assert!(names.iter().all(|name| !name.starts_with("part-")), "{names:?}");
    }
}

#[test]
fn every_article_has_a_digest_in_every_language() {
    assert!(rulebook::entries().len() > 300);
    for entry in rulebook::entries() {
        for lang in Lang::ALL {
            assert!(lang.message(entry.key).is_some(), "{} in {lang:?}", entry.article);
        }
    }
}

#[test]
fn every_article_the_rules_cite_is_in_the_list() {
    let ranks = |reason: &Illegal| {
        use Illegal as I;
        matches!(reason, I::KingMustTake { .. } | I::TakesFewerKings { .. } | I::MeetsKingLater { .. })
    };
    for illegal in illegals() {
        // Kings come before men in Italian draughts only: nowhere else can these be the reason.
        let games: &[Variant] = if ranks(&illegal) { &[Variant::Italian] } else { Variant::ALL };
        for &variant in games {
            let article = RuleSet::of(variant).forbids(&illegal);
            assert!(rulebook::cited(&article.to_string()).is_some(), "{article}");
        }
    }
    for &variant in Variant::ALL {
        for fact in facts() {
            if let Some(article) = RuleSet::of(variant).article_of(&fact) {
                assert!(rulebook::cited(&article.to_string()).is_some(), "{article}");
            }
        }
    }
}

/// What a message with a missing value or a missing message looks like.
fn check(lang: Lang, text: &str) {
    let whole = !text.is_empty() && !text.contains(['{', '}', '$']);
    let keyed = text.split(' ').count() == 1 && text.contains('-');
    assert!(whole && !keyed, "{lang:?}: {text}");
}

#[test]
fn every_ruling_is_whole_in_every_language() {
    for lang in Lang::ALL {
        for how in hows() {
            check(lang, &lang.end(&GameEnding::new(how, &RuleSet::of(Variant::Italian))));
            let claim = DrawClaim { how, article: Article::new(Book::Cbd, "98") };
            check(lang, &lang.claim(&claim, &RuleSet::of(Variant::Brazilian)));
        }
        for kind in Irregularity::ALL {
            check(lang, &lang.irregularity(kind));
        }
        for illegal in illegals() {
            check(lang, &lang.illegal(&illegal));
        }
        for reason in rejections() {
            check(lang, &lang.rejection(&reason));
        }
        for why in whys() {
            check(lang, &lang.refusal(&Refusal { why, article: None }));
        }
        for fact in facts() {
            for &variant in Variant::ALL {
                if let Some(text) = lang.ruling(&fact, &RuleSet::of(variant)) {
                    check(lang, &text);
                }
            }
        }
        for verdict in verdicts() {
            check(lang, &lang.verdict(&verdict));
        }
    }
}

#[test]
fn every_problem_of_a_record_is_whole_in_every_language() {
    for lang in Lang::ALL {
        for problem in problems() {
            check(lang, &lang.pdn_problem_cited(&problem));
        }
        for fen in ["", "X:W1", "W", "W:X", "W:W1:W2", "W:Wx", "W:W1;", "W:W12345", "W:W9-5"] {
            check(lang, &lang.fen_error(&fen.parse::<Setup>().expect_err(fen)));
        }
        for fen in ["W:W99:B1", "W:W5,5:B1", "W:W1:B5", "W:W:B1", "W:W1-32:B", ":W22:B1"] {
            let setup: Setup = fen.parse().expect("a FEN");
            check(lang, &lang.setup_faults(&setup.position::<Italian>().expect_err(fen)));
        }
        for text in ["", "22", "22-99", "22-x"] {
            check(lang, &lang.attempt_error(&Attempt::parse(text, Geometry::EIGHT).expect_err(text)));
        }
        for terms in bad_terms() {
            check(lang, &lang.bad_terms(&terms));
            check(lang, &lang.bad_record(&BadRecord::Start(terms)));
        }
    }
}

#[test]
fn refusals_differ_where_they_mean_different_things() {
    for lang in Lang::ALL {
        let said: Vec<_> =
            whys().into_iter().map(|why| lang.refusal(&Refusal { why, article: None })).collect();
        let mut once = said.clone();
        once.sort();
        once.dedup();
        // A square that is not free is said alike whoever wants it.
        assert!(said.len() - once.len() <= 2, "{lang:?}: {said:#?}");
    }
}

#[test]
fn every_fact_has_a_stored_form_that_reads_back() {
    for fact in facts() {
        let event =
            Event { at: Moment(7), continues: matches!(fact, damiera_game::Fact::Ended { .. }), fact };
        let text = serde_json::to_string(&damiera_game::wire::WireEvent::from(&event)).expect("written");
        let read: damiera_game::wire::WireEvent = serde_json::from_str(&text).expect("read");
        assert_eq!(Event::try_from(&read).expect("the same"), event, "{text}");
    }
}
