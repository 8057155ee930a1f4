//! Weights files.

use damiera_engine::evaluation::evaluate;
use damiera_engine::{LearnedWeights, Weights};
use damiera_rules::{Position, Side, Variant, with_rules};

#[test]
fn weights_read_back_as_they_were_written() {
    for &variant in Variant::ALL {
        let weights = LearnedWeights::embedded(variant);
        let written = weights.to_bytes();
        let file = format!("{}/weights/{}.weights", env!("CARGO_MANIFEST_DIR"), variant.name());
        assert!(
            std::fs::read(&file).expect("a weights file") == written,
            "{file} is not as training writes it"
        );
        assert_eq!(LearnedWeights::from_bytes(variant, &written), Ok(weights));
    }
}

#[test]
fn damaged_weights_and_those_of_another_game_are_refused() {
    let italian = LearnedWeights::embedded(Variant::Italian).to_bytes();
    assert!(LearnedWeights::from_bytes(Variant::English, &italian).is_err());
    assert!(LearnedWeights::from_bytes(Variant::Italian, &italian[..italian.len() - 1]).is_err());
    assert!(LearnedWeights::from_bytes(Variant::English, b"damiera weights 2\n\n").is_err());
}

/// A man's worth for every square that a king can reach safely: it reads back, and it is what the evaluation adds.
#[test]
fn mobility_of_flying_kings_is_kept_and_counts() {
    for variant in [Variant::Brazilian, Variant::International] {
        let without = LearnedWeights::material(variant);
        let mut with = without.clone();
        // The last weight is that of squares that are not safe; before it come those of the number of safe squares.
        let safe = with.with_kings.len() - 17;
        for (squares, weight) in with.with_kings[safe..].iter_mut().take(16).enumerate() {
            *weight = squares as i16 * 16 * 100;
        }
        assert_eq!(LearnedWeights::from_bytes(variant, &with.to_bytes()).as_ref(), Ok(&with));
        assert_eq!(LearnedWeights::from_bytes(variant, &without.to_bytes()).as_ref(), Ok(&without));
        let weights = [without, with].map(|learned| Weights::from(&learned));
        with_rules!(variant, R => {
            // A king in the middle of the board, and one behind its own man.
            let position = Position::<R>::from_fen("W:WK14,31:BK1,6").expect("a valid position");
            let safe = |side| position.king_mobility(side).safe as i32;
            let [before, after] = weights.map(|weights| evaluate(&weights, &position));
            assert_eq!(after - before, 100 * (safe(Side::White) - safe(Side::Black)));
            assert_ne!(after, before);
        });
    }
}
