//! A rule set in which a man is crowned in passing. No game here has this rule; a new one needs only the constant.
#![allow(clippy::unwrap_used)] // a failed unwrap fails the test

use crate::common::{crowned_in_passing, generated, positions};
use damiera_rules::{
    Annulment, Article, Attempt, Book, Brazilian, CaptureSummary, Crowning, Geometry, Illegal, KingMoveDraw,
    KingRange, Merit, Position, Provision, ResultForm, Rules, Side, Square, Variant,
};
use proptest::prelude::*;

/// Brazilian draughts, but men are crowned in passing and the player chooses any capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct InPassing;

impl Rules for InPassing {
    const VARIANT: Variant = Brazilian::VARIANT;
    const BOOK: Book = Brazilian::BOOK;
    const GEOMETRY: Geometry = Brazilian::GEOMETRY;
    const MEN: u8 = Brazilian::MEN;
    const FIRST: Side = Brazilian::FIRST;
    const KING: KingRange = Brazilian::KING;
    const MEN_CAPTURE_BACKWARDS: bool = Brazilian::MEN_CAPTURE_BACKWARDS;
    const MEN_CAPTURE_KINGS: bool = Brazilian::MEN_CAPTURE_KINGS;
    const CROWNING: Crowning = Crowning::InPassing;
    const GAME_TYPE: &'static str = Brazilian::GAME_TYPE;
    const RESULT_FORM: ResultForm = Brazilian::RESULT_FORM;
    const KING_MOVE_DRAW: KingMoveDraw = Brazilian::KING_MOVE_DRAW;
    const REPETITION_DRAW: Option<Article> = Brazilian::REPETITION_DRAW;
    const ANNULMENT: Option<Annulment> = Brazilian::ANNULMENT;

    fn merit(_: CaptureSummary) -> Merit {
        Merit::EQUAL
    }

    fn article(reason: &Illegal) -> Article {
        Brazilian::article(reason)
    }

    fn provision(matter: Provision) -> Option<Article> {
        Brazilian::provision(matter)
    }
}

/// White's man on 11 jumps to 2 over 7 and is on its crown row; from there a king captures 9 and a man nothing.
const FEN: &str = "W:W11:B7,9";

#[test]
fn a_man_continues_as_a_king() {
    let position = Position::<InPassing>::from_fen(FEN).expect("a position");
    let brazilian = Position::<Brazilian>::from_fen(FEN).expect("a position");
    assert_eq!(brazilian.legal().iter().map(|m| brazilian.notation(m)).collect::<Vec<_>>(), ["11x2"]);
    for m in position.legal() {
        assert_eq!(m.captured.len(), 2, "{m:?}");
        assert!(m.promotes);
        let after = position.after(&m);
        assert!(after.kings(Side::White).contains(m.to), "{}", after.fen());
        let route = position.route(&m).squares;
        assert_eq!(route[1], Square::new(2).expect("a square"));
        assert_eq!(position.judge(&Attempt::via(m.from, &route[1..route.len() - 1], m.to)), Ok(m));
    }
    assert_eq!(position.legal().len(), 1);
}

proptest! {
    #[test]
    fn the_generator_agrees_with_the_reference(position in positions::<InPassing>()) {
        prop_assert_eq!(generated(&position), crowned_in_passing(&position), "{}", position.fen());
        prop_assert_eq!(damiera_rules::perft::perft(&position, 1), generated(&position).len() as u64);
        for m in position.legal() {
            let was_king = position.kings(position.turn()).contains(m.from);
            let is_king = position.after(&m).kings(position.turn()).contains(m.to);
            prop_assert_eq!(is_king, was_king || m.promotes, "{:?} in {}", m, position.fen());
            prop_assert!(!m.is_capture() || position.routes(&m).next().is_some());
        }
    }
}
