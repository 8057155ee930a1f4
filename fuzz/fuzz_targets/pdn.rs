//! Any bytes as a file of games: never a failure, and what is read prints, reads back the same and is judged.
#![no_main]

use damiera_notation::pdn::{PdnChecker, GameRecord, PdnReader};
use libfuzzer_sys::fuzz_target;

fn games(bytes: &[u8]) -> Vec<GameRecord> {
    PdnReader::new(bytes).map(|record| record.expect("memory does not break off").game).collect()
}

fuzz_target!(|bytes: &[u8]| {
    let mut check = PdnChecker::new(None);
    for record in PdnReader::new(bytes) {
        let record = record.expect("memory does not break off");
        for problem in check.check(&record).problems {
            assert!(!problem.kind.to_string().is_empty());
        }
    }
    for game in games(bytes) {
        let text = game.to_string();
        assert_eq!(games(text.as_bytes()), [game], "{text}");
    }
});
