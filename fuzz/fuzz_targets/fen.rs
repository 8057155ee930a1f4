//! Any text as a FEN of any game: read or refused, and what is read is written and read again the same.
#![no_main]

use damiera_rules::{Position, Setup, Variant, with_rules};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(setup) = text.parse::<Setup>() {
        assert_eq!(setup.to_string().parse::<Setup>().map(|again| again.to_string()), Ok(setup.to_string()));
    }
    for &variant in Variant::ALL {
        with_rules!(variant, R => {
            if let Ok(position) = Position::<R>::from_fen(text) {
                assert_eq!(Position::<R>::from_fen(&position.fen()), Ok(position));
                for m in &position.legal() {
                    assert_eq!(position.key_after(position.key(), m), position.after(m).key());
                }
            }
        });
    }
});
