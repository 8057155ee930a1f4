//! Totals of five pieces, and of six where known. Needs `--features large` and patience:
//! `cargo test --release -p damiera-endgame --features large --test large`.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod common;

use common::{Folder, open, totals_are_right};
use damiera_endgame::TableRules;
use damiera_endgame::VerifyExtent;
use damiera_rules::Rules;
use damiera_rules::variant::{Brazilian, English, International, Italian};

fn right<R: TableRules>(pieces: u8) {
    let folder = Folder::new();
    totals_are_right::<R>(folder.path(), pieces);
    let tables = open::<R>(folder.path());
    for class in tables.classes() {
        tables.verify(class, VerifyExtent::Sample { positions: 20_000, seed: 11 }, 2).unwrap();
    }
}

#[test]
fn english() {
    right::<English>(6);
}

#[test]
fn italian() {
    right::<Italian>(5);
}

#[test]
fn brazilian() {
    right::<Brazilian>(5);
}

#[test]
fn international() {
    right::<International>(5);
}
