//! Legal moves of positions that were worked out independently of this project.
#![allow(clippy::unwrap_used)] // a test may stop where it stands

use std::collections::BTreeSet;

use damiera_rules::{Position, Rules, Variant, variant::Italian, with_rules};
use serde::Deserialize;

#[derive(Deserialize)]
struct Vector {
    variant: String,
    fen: String,
    moves: Vec<VectorMove>,
}

#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct VectorMove {
    from: u8,
    to: u8,
    captures: BTreeSet<u8>,
}

fn generated<R: Rules>(fen: &str) -> BTreeSet<VectorMove> {
    let legal = Position::<R>::from_fen(fen).unwrap().legal();
    let moves: BTreeSet<_> = legal
        .iter()
        .map(|m| VectorMove {
            from: m.from.number(),
            to: m.to.number(),
            captures: m.captured.iter().map(damiera_rules::Square::number).collect(),
        })
        .collect();
    assert_eq!(moves.len(), legal.len(), "a move is listed twice in {fen}");
    moves
}

#[test]
fn legal_moves_agree_with_an_independent_list() {
    let mut checked = 0;
    for line in include_str!("../data/legal-moves.jsonl").lines() {
        let vector: Vector = serde_json::from_str(line).unwrap();
        let variant: Variant = vector.variant.parse().unwrap();
        let moves = with_rules!(variant, R => generated::<R>(&vector.fen));
        assert_eq!(moves, vector.moves.into_iter().collect(), "{variant} {}", vector.fen);
        checked += 1;
    }
    assert_eq!(checked, 1200);
}

#[test]
fn italian_articles_allow_what_they_say() {
    let lines = include_str!("../data/italian-articles.tsv").lines().skip(1);
    for line in lines {
        let [article, fen, moves] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position = Position::<Italian>::from_fen(fen).unwrap();
        let written: BTreeSet<_> = position.legal().iter().map(|m| position.notation(m)).collect();
        assert_eq!(written, moves.split(' ').map(str::to_owned).collect(), "article {article}");
    }
}
