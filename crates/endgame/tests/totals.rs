//! Tables to four pieces: their totals, their values against the moves, and positions everybody knows.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod common;

use common::{Folder, open, totals_are_right};
use damiera_endgame::{TableRules, Tables, VerifyExtent, Wdl};
use damiera_rules::Position;
use damiera_rules::variant::{Brazilian, English, International, Italian};

/// Totals, then a sample of each class against the legal moves.
fn made_and_checked<R: TableRules>(folder: &Folder) -> Tables<R> {
    totals_are_right::<R>(folder.path(), 4);
    let tables = open::<R>(folder.path());
    assert_eq!(tables.pieces(), 4);
    for class in tables.classes() {
        let checked = tables.verify(class, VerifyExtent::Sample { positions: 3000, seed: 7 }, 2).unwrap();
        assert!(checked > 0, "{class}");
    }
    tables
}

fn wins_in<R: TableRules>(tables: &Tables<R>, fen: &str, plies: u16) {
    let position = Position::<R>::from_fen(fen).unwrap();
    let value = tables.probe(&position).unwrap();
    assert_eq!((value.outcome(), value.distance().unwrap().dtw), (Wdl::Win, plies), "{fen}");
    let line = tables.line(&position).unwrap();
    assert_eq!(line.len(), usize::from(plies), "{fen}");
    // Each ply played brings the end one nearer, whoever plays it.
    let mut at = position;
    for (i, m) in line.iter().enumerate() {
        assert!(at.play(m), "{fen}");
        if !at.pieces(at.turn()).is_empty() {
            let left = tables.probe(&at).unwrap().distance().unwrap().dtw;
            assert_eq!(usize::from(left), line.len() - i - 1, "{fen}");
        }
    }
    assert!(at.legal().is_empty(), "{fen}");
}

fn is_drawn<R: TableRules>(tables: &Tables<R>, fen: &str) {
    assert_eq!(tables.outcome(&Position::from_fen(fen).unwrap()), Some(Wdl::Draw), "{fen}");
}

#[test]
fn english() {
    let folder = Folder::new();
    let tables = made_and_checked::<English>(&folder);
    wins_in(&tables, "W:W6,11:B3,K25", 93); // First Position
    wins_in(&tables, "W:WK19,K23:B12,K28", 61); // Lasker
    is_drawn(&tables, "B:WK19,K23:B12,K28");
    wins_in(&tables, "W:WK15,20:B12,K28", 81);
    is_drawn(&tables, "B:WK15,20:B12,K28");
}

#[test]
fn italian() {
    let folder = Folder::new();
    made_and_checked::<Italian>(&folder);
}

#[test]
fn brazilian() {
    let folder = Folder::new();
    let tables = made_and_checked::<Brazilian>(&folder);
    petrovs_triangle(&tables);
}

/// Three kings beat one in at most 13 moves if it does not hold the main diagonal, or loses it at once.
fn petrovs_triangle(tables: &Tables<Brazilian>) {
    let three_to_one = tables.stats().into_iter().find(|stats| stats.class.to_string() == "KKKvK").unwrap();
    assert_eq!(three_to_one.dtw.unwrap().div_ceil(2), 13);
    wins_in(tables, &three_to_one.longest.unwrap().fen(), 25);
}

#[test]
fn international() {
    let folder = Folder::new();
    made_and_checked::<International>(&folder);
}
