//! FENs good and bad: a line each in `data/fen.tsv`.
#![allow(clippy::unwrap_used)] // a test may stop where it stands

use damiera_rules::{Position, Variant, with_rules};

#[test]
fn fens_are_read_or_refused_as_the_data_say() {
    for line in include_str!("../data/fen.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [variant, text, expected] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let variant: Variant = variant.parse().unwrap();
        let read = with_rules!(variant, R => Position::<R>::from_fen(text).map(|p| p.fen()));
        match (expected.strip_prefix("! "), read) {
            (None, Ok(fen)) => assert_eq!(fen, expected, "{line}"),
            (Some(said), Err(error)) => assert!(error.to_string().contains(said), "{line}\n  said: {error}"),
            (_, read) => panic!("{line}\n  read as {read:?}"),
        }
    }
}

#[test]
fn a_long_text_is_refused_quickly() {
    let text = format!("W:W{}:B1", "1-999,".repeat(20_000));
    assert!(Position::<damiera_rules::English>::from_fen(&text).is_err());
}
