//! Decodes bytes as UTF-8, or as Latin-1 if they are not UTF-8.

use std::borrow::Cow;

/// The decoded text, and whether it was UTF-8.
pub(super) fn decoded(bytes: &[u8]) -> (Cow<'_, str>, Encoding) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), Encoding::Utf8),
        Err(_) => (Cow::Owned(bytes.iter().map(|&byte| latin(byte)).collect()), Encoding::Latin1),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Encoding {
    Utf8,
    Latin1,
}

/// Windows-1252 has quotes and dashes where Latin-1 has control characters that no text uses.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn latin(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}
