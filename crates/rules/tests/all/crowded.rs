//! The worst positions that `examples/crowded.rs` found: all moves, and little work.
#![allow(clippy::unwrap_used)] // a test may stop where it stands

use crate::common::{generated, positions, second_opinion};
use damiera_rules::{Attempt, International, Piece, Position, Rank, Rules, Setup, Variant, with_rules};
use proptest::prelude::*;

/// Jumps that no position found so far comes near.
const LITTLE: u32 = 20_000;

fn check<R: Rules>(fen: &str, count: usize) {
    let position = Position::<R>::from_fen(fen).unwrap();
    assert_eq!(position.legal().len(), count, "{fen}");
    assert_eq!(generated(&position), second_opinion(&position), "{fen}");
    assert!(position.capture_work() < LITTLE, "{fen}");
    for m in &position.legal() {
        assert_eq!(position.parse_move(&position.notation(m)).as_ref(), Ok(m), "{fen}");
    }
    for from in position.pieces(position.turn()).iter().take(2) {
        for to in R::GEOMETRY.all().iter() {
            let _ = position.judge(&Attempt::new(from, to));
        }
    }
}

#[test]
fn crowded_positions_have_all_their_moves_for_little_work() {
    for line in include_str!("../data/crowded.tsv").lines().skip(1) {
        let [variant, count, fen] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let variant: Variant = variant.parse().unwrap();
        with_rules!(variant, R => check::<R>(fen, count.parse().unwrap()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn kings_alone_cost_little(position in positions::<International>()) {
        let mut setup = Setup::from(&position);
        for (_, piece) in &mut setup.pieces {
            *piece = Piece { rank: Rank::King, ..*piece };
        }
        assert!(setup.position::<International>().unwrap().capture_work() < LITTLE);
    }
}
