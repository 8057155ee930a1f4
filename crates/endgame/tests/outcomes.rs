//! Tables of outcomes: the same results as the tables of distances, in smaller files.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod common;

use std::fs;
use std::ops::ControlFlow::{Break, Continue};
use std::path::Path;

use common::{Folder, Totals, contents, make, make_outcomes, open, small};
use damiera_endgame::{
    BuildError, ProbedValue, TableFileError, TableKind, TableRules, Tables, VerifyExtent, build_outcomes,
};
use damiera_rules::variant::{Brazilian, English, Italian};
use damiera_rules::{Position, Side, Variant, with_rules};

/// Every position of one piece against one or two, with each side to move.
fn each_position<R: TableRules>(mut visit: impl FnMut(&Position<R>)) {
    let squares = R::GEOMETRY.squares();
    let pieces: Vec<String> = ["", "K"]
        .iter()
        .flat_map(|king| (1..=squares).map(move |square| format!("{king}{square}")))
        .collect();
    let visit = &mut visit;
    for turn in Side::BOTH {
        for one in &pieces {
            for other in &pieces {
                for third in pieces.iter().step_by(5) {
                    let fen = format!("{}:W{one}:B{other},{third}", turn.letter());
                    Position::<R>::from_fen(&fen).iter().for_each(&mut *visit);
                }
                let fen = format!("{}:W{one}:B{other}", turn.letter());
                Position::<R>::from_fen(&fen).iter().for_each(&mut *visit);
            }
        }
    }
}

fn agree<R: TableRules>(dir: &Path) {
    make_outcomes::<R>(dir, 3);
    let (outcomes, distances) = (open::<R>(dir), open::<R>(small()));
    assert_eq!((outcomes.pieces(), outcomes.outcome_pieces()), (0, 3));
    assert_eq!((distances.pieces(), distances.outcome_pieces()), (3, 3));
    for (a, b) in outcomes.stats().iter().zip(distances.stats()) {
        assert_eq!((a.class, a.wins, a.draws, a.losses), (b.class, b.wins, b.draws, b.losses));
        assert_eq!((a.kind, a.dtw, a.dtz, a.longest), (TableKind::Outcomes, None, None, None));
        assert_eq!(b.kind, TableKind::Distances);
        assert_eq!(a.outcome_bytes, b.outcome_bytes, "{}: the streams of outcomes are the same", a.class);
    }
    let mut compared = 0;
    each_position::<R>(|position| {
        let outcome = distances.outcome(position);
        assert!(outcome.is_some());
        assert_eq!(outcomes.outcome(position), outcome, "{}", position.fen());
        let quiet = position.legal().iter().all(|m| !m.is_capture());
        if quiet {
            assert_eq!(outcomes.probe(position), None, "{}", position.fen());
        }
        compared += 1;
    });
    assert!(compared > 10_000);
}

#[test]
fn outcomes_are_those_of_the_distances() {
    let folder = Folder::new();
    for &variant in Variant::ALL {
        with_rules!(variant, R => agree::<R>(folder.path()));
    }
}

#[test]
fn every_outcome_follows_from_the_moves() {
    let folder = Folder::new();
    make_outcomes::<Italian>(folder.path(), 3);
    let tables = open::<Italian>(folder.path());
    for class in tables.classes() {
        assert!(tables.verify(class, VerifyExtent::All, 2).unwrap() > 0);
    }
}

/// Distances to three pieces and outcomes to four, in one directory.
fn mixed<R: TableRules>() -> Folder {
    let folder = Folder::new();
    make::<R>(folder.path(), 3);
    make_outcomes::<R>(folder.path(), 4);
    folder
}

#[test]
fn outcomes_continue_where_distances_end() {
    let folder = mixed::<Brazilian>();
    let tables = open::<Brazilian>(folder.path());
    assert_eq!((tables.pieces(), tables.outcome_pieces()), (3, 4));
    let expected = Totals::expected();
    let four = expected.iter().find(|line| line.variant == Variant::Brazilian && line.pieces == 4).unwrap();
    let stats = tables.stats().into_iter().filter(|stats| stats.class.pieces() == 4);
    let counts = stats.fold([0; 3], |[wins, losses, draws], stats| {
        [wins + stats.wins, losses + stats.losses, draws + stats.draws]
    });
    assert_eq!(counts, four.counts);

    // White takes into a table with distances; Black, to move, has only outcomes.
    let known = |fen: &str| tables.known(&Position::from_fen(fen).unwrap()).unwrap();
    assert!(matches!(known("W:WK1,K5:BK32"), ProbedValue::Exact(_)));
    assert!(matches!(known("W:WK4,K5:BK31,K30"), ProbedValue::Outcome(_)));
    let moves = tables.known_moves(&Position::from_fen("W:W22,K32:B18,K1").unwrap()).unwrap();
    assert!(!moves.is_empty());
    assert!(moves.iter().all(|(_, value)| matches!(value, ProbedValue::Exact(_))), "each move captures");
    assert!(moves.is_sorted_by(|(_, a), (_, b)| a.better(b).is_ge()));
}

#[test]
fn the_bytes_do_not_depend_on_what_was_there() {
    let (mixed, fresh) = (mixed::<English>(), Folder::new());
    let stopped = build_outcomes::<English>(fresh.path(), 4, 2, &mut |progress| {
        if progress.class.to_string() == "KKMvK" { Break(()) } else { Continue(()) }
    });
    assert!(matches!(stopped, Err(BuildError::Stopped)));
    make_outcomes::<English>(fresh.path(), 4);
    let [mixed, fresh] = [mixed, fresh].map(|folder| contents(&folder.path().join("english")));
    let four: Vec<&String> = mixed.keys().filter(|name| name.ends_with(".wdl")).collect();
    assert_eq!(four.len(), 14);
    assert!(four.into_iter().all(|name| mixed[name] == fresh[name]));
}

#[test]
fn distances_replace_outcomes() {
    let folder = Folder::new();
    make_outcomes::<English>(folder.path(), 3);
    make::<English>(folder.path(), 3);
    let tables = open::<English>(folder.path());
    assert_eq!(tables.pieces(), 3);
    assert!(tables.stats().iter().all(|stats| stats.kind == TableKind::Distances));
}

#[test]
fn one_kind_under_the_name_of_the_other_is_refused() {
    for (kind, other) in [("wdl", "egt"), ("egt", "wdl")] {
        let folder = Folder::new();
        make_outcomes::<English>(folder.path(), 2);
        if kind == "egt" {
            make::<English>(folder.path(), 2);
        }
        let game = folder.path().join("english");
        let bytes = fs::read(game.join(format!("KvK.{kind}"))).unwrap();
        fs::write(game.join(format!("KvK.{other}")), bytes).unwrap();
        fs::remove_file(game.join(format!("KvK.{kind}"))).unwrap();
        let problem = Tables::<English>::open(folder.path()).err().unwrap().problem;
        assert!(matches!(problem, TableFileError::OtherContent), "{problem:?}");
    }
}
