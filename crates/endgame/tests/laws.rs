//! Laws of any position of three pieces or fewer.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod common;

use common::{open, small};
use damiera_endgame::{MoveCount, TableRules, TableValue, Tables, VerifyExtent, Wdl};
use damiera_rules::variant::{Brazilian, English, International, Italian};
use damiera_rules::{Pace, Position, Rules, Side, Variant, with_rules};
use proptest::prelude::*;

/// The FEN of some pieces: square, whether a king. The first is White's, the second Black's.
fn fen<R: Rules>(pieces: &[(u8, bool)], turn: Side) -> Option<String> {
    let board = R::GEOMETRY;
    let mut sides = [Vec::new(), Vec::new()];
    for (i, &(number, king)) in pieces.iter().enumerate() {
        let number = number % board.squares() + 1;
        if pieces[..i].iter().any(|&(other, _)| other % board.squares() + 1 == number) {
            return None;
        }
        sides[i % 2].push(format!("{}{number}", if king { "K" } else { "" }));
    }
    Some(format!("{}:W{}:B{}", turn.letter(), sides[0].join(","), sides[1].join(",")))
}

fn position<R: Rules>(pieces: &[(u8, bool)], turn: Side) -> Option<Position<R>> {
    Position::from_fen(&fen::<R>(pieces, turn)?).ok()
}

/// Whether the side to move can force a win within so many plies: a plain search, without tables.
fn wins_within<R: Rules>(position: &Position<R>, plies: u16) -> bool {
    plies > 0 && position.legal().iter().any(|m| loses_within(&position.after(m), plies - 1))
}

fn loses_within<R: Rules>(position: &Position<R>, plies: u16) -> bool {
    let moves = position.legal();
    moves.is_empty() || plies > 0 && moves.iter().all(|m| wins_within(&position.after(m), plies - 1))
}

/// The tables and a search of a few plies agree.
fn search_agrees<R: TableRules>(tables: &Tables<R>, position: &Position<R>, depth: u16) {
    let value = tables.probe(position).unwrap();
    assert_eq!(tables.outcome(position), Some(value.outcome()));
    let [won, lost] = match value {
        TableValue::Win(distance) => [distance.dtw, u16::MAX],
        TableValue::Loss(distance) => [u16::MAX, distance.dtw],
        TableValue::Draw => [u16::MAX; 2],
    };
    for plies in 0..=depth {
        assert_eq!(wins_within(position, plies), plies >= won, "{} in {plies}", position.fen());
        assert_eq!(loses_within(position, plies), plies >= lost, "{} in {plies}", position.fen());
    }
}

/// With colours and board turned round nothing changes.
fn twin_agrees<R: TableRules>(tables: &Tables<R>, pieces: &[(u8, bool)], turn: Side) {
    let squares = R::GEOMETRY.squares();
    let here = position::<R>(pieces, turn).unwrap();
    let name = |(i, &(number, king)): (usize, &(u8, bool))| {
        (i, format!("{}{}", if king { "K" } else { "" }, squares - number % squares))
    };
    let turned: Vec<_> = pieces.iter().enumerate().map(name).collect();
    let of = |side| {
        turned
            .iter()
            .filter(|(i, _)| i % 2 == side)
            .map(|(_, text)| text.as_str())
            .collect::<Vec<_>>()
            .join(",")
    };
    let text = format!("{}:W{}:B{}", (!turn).letter(), of(1), of(0));
    let there = Position::<R>::from_fen(&text).unwrap();
    assert_eq!(tables.probe(&here), tables.probe(&there), "{} {text}", here.fen());
}

/// Counting takes wins away and never gives any, the later the more; and the moves say the same.
fn count_agrees<R: TableRules>(tables: &Tables<R>, position: &Position<R>, pace: Pace) {
    let mut before = None;
    for plies in (0..120).step_by(7) {
        let count = MoveCount { plies, pace, limit: None };
        let ruling = tables.probe_with_count(position, count).unwrap();
        assert!(ruling.outcome == ruling.value.outcome() || ruling.outcome == Wdl::Draw);
        if before == Some(Wdl::Draw) {
            assert_eq!(ruling.outcome, Wdl::Draw, "{} after {plies}", position.fen());
        }
        if let Some(running) = ruling.running.filter(|_| ruling.value != TableValue::Draw) {
            assert_eq!(ruling.is_too_late(), running.needs.unwrap() > running.left, "{}", position.fen());
        }
        before = Some(ruling.outcome);
    }
}

fn piece() -> impl Strategy<Value = (u8, bool)> {
    (0_u8..50, any::<bool>())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tables_agree_with_a_search_and_with_themselves(
        pieces in prop::collection::vec(piece(), 2..=3),
        white in any::<bool>(),
        fast in any::<bool>(),
    ) {
        let turn = if white { Side::White } else { Side::Black };
        let pace = if fast { Pace::Fast } else { Pace::Classical };
        for &variant in Variant::ALL {
            with_rules!(variant, R => {
                if let Some(position) = position::<R>(&pieces, turn) {
                    let tables = tables_of::<R>();
                    search_agrees(&tables, &position, 4);
                    twin_agrees(&tables, &pieces, turn);
                    count_agrees(&tables, &position, pace);
                    prop_assert!(tables.check(&position).is_ok());
                }
            });
        }
    }
}

fn tables_of<R: TableRules>() -> Tables<R> {
    open(small())
}

#[test]
fn every_value_follows_from_the_moves() {
    fn check<R: TableRules>() {
        let tables = tables_of::<R>();
        let checked: u64 =
            tables.classes().map(|class| tables.verify(class, VerifyExtent::All, 2).unwrap()).sum();
        let counted: u64 = tables.stats().iter().map(damiera_endgame::ClassStats::positions).sum();
        assert_eq!(checked, counted);
    }
    check::<English>();
    check::<Italian>();
    check::<Brazilian>();
    check::<International>();
}

fn ruling<R: TableRules>(fen: &str, count: MoveCount) -> damiera_endgame::CountRuling {
    tables_of::<R>().probe_with_count(&Position::from_fen(fen).unwrap(), count).unwrap()
}

#[test]
fn a_win_that_comes_too_late_is_a_draw_by_the_book() {
    // The longest win of two kings against one takes 33 plies, none of which turns: FID-EN 10.4 gives 100.
    let count = |plies| MoveCount { plies, ..MoveCount::default() };
    let fen = "W:WK31,K32:BK1";
    for (plies, outcome) in [(0, Wdl::Win), (67, Wdl::Win), (68, Wdl::Draw), (100, Wdl::Draw)] {
        let ruling = ruling::<English>(fen, count(plies));
        assert_eq!(ruling.outcome, outcome, "after {plies}");
        let running = ruling.running.unwrap();
        assert_eq!((running.limit, running.left, running.needs), (50, 100 - plies, Some(33)));
        assert_eq!(running.article.to_string(), "FID-EN 10.4");
    }
}

#[test]
fn an_event_may_count_to_fewer_where_its_book_says_so() {
    let count = MoveCount { plies: 0, pace: Pace::Classical, limit: Some(3) };
    // FID-IT 11: ten at the least; the other books know no such thing.
    assert_eq!(ruling::<Italian>("W:WK31,K32:BK1", count).running.unwrap().limit, 10);
    assert_eq!(ruling::<English>("W:WK31,K32:BK1", count).running.unwrap().limit, 50);
}

#[test]
fn nobody_counts_without_a_king_on_each_side_in_the_federation_s_games() {
    let count = MoveCount { plies: 99, ..MoveCount::default() };
    let without = ruling::<English>("W:WK21,K29:B10", count); // FID-EN 10.1
    assert_eq!((without.outcome, without.running), (Wdl::Win, None));
    assert!(ruling::<Brazilian>("W:WK24,K28:B22", count).running.is_some());
}

#[test]
fn a_listed_ending_counts_to_its_end() {
    // Two kings against one: CBD 99, five moves by each; this win takes seven plies.
    let count = |plies| MoveCount { plies, ..MoveCount::default() };
    let fen = "W:WK31,K32:BK5";
    for (plies, outcome) in [(0, Wdl::Win), (3, Wdl::Win), (4, Wdl::Draw)] {
        let ruling = ruling::<Brazilian>(fen, count(plies));
        assert_eq!(ruling.outcome, outcome, "after {plies}");
        let running = ruling.running.unwrap();
        assert_eq!((running.article.to_string().as_str(), running.limit), ("CBD 99", 5));
        assert_eq!((running.left, running.needs), (10 - plies, Some(7)));
    }
}
