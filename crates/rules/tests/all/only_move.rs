//! The move between two squares that is found directly is the one that the list of legal moves has.

use damiera_rules::{Move, Position, Rules, Variant, with_rules};
use proptest::prelude::*;

/// Compares every pair of squares in a position.
fn agrees<R: Rules>(position: &Position<R>) -> Result<(), TestCaseError> {
    let legal = position.legal();
    for from in R::GEOMETRY.all().iter() {
        for to in R::GEOMETRY.all().iter() {
            let between: Vec<&Move> = legal.iter().filter(|m| m.from == from && m.to == to).collect();
            let expected = if let [only] = between[..] { Some(*only) } else { None };
            let mut played = *position;
            let found = played.play_only_move(from, to);
            prop_assert_eq!(found, expected, "{}: {} to {}", position.fen(), from, to);
            prop_assert_eq!(position.only_move(from, to), expected);
            prop_assert_eq!(played, expected.map_or(*position, |m| position.after(&m)));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_only_move_is_found(choices in prop::collection::vec(any::<u8>(), 0..120)) {
        for &variant in Variant::ALL {
            with_rules!(variant, R => {
                let mut position = Position::<R>::start();
                for &choice in &choices {
                    agrees(&position)?;
                    let legal = position.legal();
                    if legal.is_empty() {
                        break;
                    }
                    position = position.after(&legal[usize::from(choice) % legal.len()]);
                }
            });
        }
    }
}
