//! Totals of five and six pieces, and outcomes computed in two ways. Needs `--features large` and patience:
//! `cargo test --release -p damiera-endgame --features large --test large`.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod common;

use common::{Folder, make_outcomes, open, totals_are_right};
use damiera_endgame::TableRules;
use damiera_endgame::VerifyExtent;
use damiera_rules::variant::{Brazilian, English, International, Italian};

fn right<R: TableRules>(pieces: u8) {
    let [distances, outcomes] = [(); 2].map(|()| Folder::new());
    totals_are_right::<R>(distances.path(), pieces);
    make_outcomes::<R>(outcomes.path(), pieces);
    let [distances, outcomes] = [&distances, &outcomes].map(|folder| open::<R>(folder.path()));
    assert_eq!((distances.pieces(), outcomes.outcome_pieces()), (pieces, pieces));
    for (a, b) in distances.stats().iter().zip(outcomes.stats()) {
        assert_eq!((a.class, a.wins, a.draws, a.losses), (b.class, b.wins, b.draws, b.losses));
        assert_eq!(a.outcome_bytes, b.outcome_bytes, "{}", a.class);
    }
    let sample = VerifyExtent::Sample { positions: 20_000, seed: 11 };
    for class in distances.classes() {
        distances.verify(class, sample, 2).unwrap();
        outcomes.verify(class, sample, 2).unwrap();
    }
}

#[test]
fn english() {
    right::<English>(6);
}

#[test]
fn italian() {
    right::<Italian>(6);
}

#[test]
fn brazilian() {
    right::<Brazilian>(6);
}

#[test]
fn international() {
    right::<International>(5);
}
