//! Why moves are refused: a line each in `data/illegal.tsv`; an empty article means that the move is legal.
#![allow(clippy::unwrap_used)] // a test may stop where it stands

use std::collections::BTreeSet;

use damiera_rules::{MoveError, Position, Rules, Variant, with_rules};

/// The article and the sentence of a refusal, or nothing for a legal move.
fn refused<R: Rules>(fen: &str, text: &str) -> Option<(&'static str, String)> {
    match Position::<R>::from_fen(fen).unwrap().parse_move(text) {
        Ok(_) => None,
        Err(MoveError::Illegal(reason)) => Some((R::article(&reason).number, reason.to_string())),
        Err(MoveError::Syntax(bad)) => panic!("{bad}"),
    }
}

#[test]
fn tries_are_refused_with_their_article() {
    let mut articles = BTreeSet::new();
    for line in include_str!("../data/illegal.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [variant, fen, text, article, reason] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let variant: Variant = variant.parse().unwrap();
        match with_rules!(variant, R => refused::<R>(fen, text)) {
            None => assert_eq!(article, "", "{line}"),
            Some((cited, said)) => {
                assert_eq!(cited, article, "{line}\n  said: {said}");
                assert!(said.contains(reason), "{line}\n  said: {said}");
                articles.insert((variant, cited));
            }
        }
    }
    let italian =
        articles.iter().filter(|(variant, _)| variant.name() == "italian").map(|(_, article)| *article);
    let due = ["4.7", "5.3a", "5.3b", "6.1", "6.6", "6.7", "6.8", "6.9"];
    assert_eq!(italian.collect::<BTreeSet<_>>(), due.into_iter().collect());
}
