//! Any bytes as a file of games: never a failure, and what is read prints, reads back the same and is judged.
#![no_main]

use damiera_notation::pdn::{Check, Game, Reader};
use libfuzzer_sys::fuzz_target;

fn games(bytes: &[u8]) -> Vec<Game> {
    Reader::new(bytes).map(|record| record.expect("memory does not break off").game).collect()
}

fuzz_target!(|bytes: &[u8]| {
    let mut check = Check::new(None);
    for record in Reader::new(bytes) {
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
