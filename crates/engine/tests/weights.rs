//! Weights files.

use damiera_engine::LearnedWeights;
use damiera_rules::Variant;

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
