//! Names of players: what may be one, and which names look alike.
//!
//! The rules are those of Unicode Technical Standard #39: characters that are recommended for identifiers, one script (or
//! scripts that are used together), and confusable names found by their skeletons.

use damiera_game::has_unseen;
use unicode_normalization::UnicodeNormalization as _;
use unicode_security::mixed_script::MixedScript as _;
use unicode_security::{GeneralSecurityProfile as _, skeleton};

/// The longest name, in characters.
pub(crate) const MAX_NAME: usize = 24;
/// Most combining marks in a row; more are used to paint over other lines.
const MAX_MARKS: usize = 2;

/// Why something is not a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NameError {
    /// Nothing is left of it.
    Missing,
    /// It has invisible or unusual characters, or mixes scripts.
    Invalid,
    /// It is longer than a name may be.
    TooLong,
}

/// A player's name on one line.
pub(crate) fn parse(name: &str) -> Result<String, NameError> {
    let name = parse_of_any_length(name)?;
    if name.chars().count() > MAX_NAME { Err(NameError::TooLong) } else { Ok(name) }
}

/// The same for a name whose length is limited elsewhere.
pub(crate) fn parse_of_any_length(name: &str) -> Result<String, NameError> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return Err(NameError::Missing);
    }
    let printable = |c: char| c == ' ' || c.is_ascii_graphic() || (!c.is_ascii() && c.identifier_allowed());
    let painted = name
        .chars()
        .scan(0, |marks, c| {
            *marks = if is_mark(c) { *marks + 1 } else { 0 };
            Some(*marks)
        })
        .any(|marks| marks > MAX_MARKS);
    let valid = name.chars().all(printable)
        && name.chars().any(char::is_alphanumeric)
        && name.as_str().is_single_script()
        && !painted;
    valid.then_some(name).ok_or(NameError::Invalid)
}

/// Whether a text of a scoresheet could mislead: it has characters that are not seen, or letters of several scripts.
pub(crate) fn misleads(text: &str) -> bool {
    has_unseen(text) || !text.is_single_script()
}

/// Whether a character is drawn on the one before.
pub(crate) fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{1ab0}'..='\u{1aff}' | '\u{20d0}'..='\u{20ff}')
}

/// What names are sorted by on a list: accents and case do not separate Álvares from Alves.
pub(crate) fn sort_key(name: &str) -> String {
    name.nfd().filter(|c| !is_mark(*c)).flat_map(char::to_lowercase).collect()
}

/// Keys under which a name is reserved. Two names with a key in common look alike, in any case and with any spaces.
pub(crate) fn keys(name: &str) -> Vec<String> {
    // Not in capitals: MARION looks like MARlON, but Marion and Marlon are different people.
    let mut keys: Vec<String> = [name, &name.to_lowercase()].into_iter().map(key).collect();
    keys.sort();
    keys.dedup();
    keys
}

/// The skeleton of a text: lower case, without accents that the eye overlooks, spaces and punctuation.
fn key(text: &str) -> String {
    let skeleton: String = skeleton(text).collect();
    let lower: String = skeleton.to_lowercase();
    lower.chars().filter(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_line_of_print() {
        assert_eq!(parse("  Marion \n Tinsley\t"), Ok("Marion Tinsley".to_owned()));
        assert_eq!(parse(" \t\n"), Err(NameError::Missing));
        assert_eq!(parse("Marion\u{7}"), Err(NameError::Invalid));
        assert_eq!(parse(&"x".repeat(MAX_NAME)).map(|name| name.len()), Ok(MAX_NAME));
        assert_eq!(parse(&"x".repeat(MAX_NAME + 1)), Err(NameError::TooLong));
        for good in ["José da Silva", "Ждан", "O'Neill-Ørsted", "李小龙", "たろう太郎", "x2", "Zoë", "Ελένη"]
        {
            assert_eq!(parse(good), Ok(good.to_owned()));
        }
    }

    #[test]
    fn invisible_and_mixed_names_are_refused() {
        let bad = [
            "Mari\u{200b}on",                 // zero-width space
            "Mari\u{200d}on",                 // zero-width joiner
            "\u{202e}noiraM",                 // written from right to left
            "Mari\u{ad}on",                   // soft hyphen
            "\u{3164}",                       // a letter that fills nothing
            "\u{2800}",                       // an empty Braille cell
            "Mаrion",                         // a Cyrillic а
            "Μarion",                         // a Greek Μ
            "Ｍａｒｉｏｎ",                   // full width
            "𝐌arion",                         // mathematical
            "M\u{338}\u{338}\u{338}\u{338}a", // painted over
            "♟♟♟",
            "...",
        ];
        for name in bad {
            assert_eq!(parse(name), Err(NameError::Invalid), "{name:?}");
        }
    }

    #[test]
    fn names_that_look_alike_share_a_key() {
        let alike = |a: &str, b: &str| keys(a).iter().any(|key| keys(b).contains(key));
        let pairs = [
            ("Marion", "MARION"),
            ("Marion", "Rnarion"),
            ("Ian", "lan"),
            ("Ann0", "Anno"),
            ("Marion", "Ma rion."),
            ("paypal", "раураӏ"),
            ("Bill1", "Billl"),
        ];
        for (one, other) in pairs {
            assert!(alike(one, other), "{one} {:?} and {other} {:?}", keys(one), keys(other));
        }
        for (one, other) in [("Marion", "Marlon"), ("Marion", "Marian"), ("Anna", "Hanna"), ("Asa", "Ada")] {
            assert!(!alike(one, other), "{one} and {other}");
        }
    }
}
