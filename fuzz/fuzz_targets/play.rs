//! Bytes as a game: legal moves chosen by them, and tries in between that must be judged without a slip.
#![no_main]

use damiera_rules::{Attempt, History, Position, Rules, Square, Variant, with_rules};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    let variant = Variant::ALL[usize::from(*first) % Variant::ALL.len()];
    with_rules!(variant, R => play::<R>(rest));
});

fn play<R: Rules>(bytes: &[u8]) {
    let mut history = History::new(Position::<R>::start());
    for choice in bytes.chunks_exact(2) {
        let position = *history.position();
        let legal = position.legal();
        if legal.is_empty() {
            return;
        }
        let square = |byte: u8| Square::new(byte % R::GEOMETRY.squares() + 1);
        if let (Some(from), Some(to)) = (square(choice[0]), square(choice[1])) {
            match position.judge(&Attempt::new(from, to)) {
                Ok(m) => assert!(position.is_legal(&m)),
                Err(reason) => assert!(!reason.to_string().is_empty()),
            }
        }
        let m = legal[usize::from(choice[0]) % legal.len()];
        assert_eq!(position.parse_move(&position.notation(&m)).as_ref(), Ok(&m));
        history.push(&m);
        assert!(history.occurrences() >= 1);
    }
}
