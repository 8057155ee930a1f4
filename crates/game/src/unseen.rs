//! Characters that are not seen, or that turn the text around them: names and titles that have them look like others.

/// Whether a text has characters that are not seen or that change the direction of the text around them. Joiners and variation
/// selectors are part of some scripts and of emoji, and pass after their characters.
#[must_use]
pub fn has_unseen(text: &str) -> bool {
    let mut before = ' ';
    text.chars().any(|c| {
        let unseen = if is_joiner(c) { before < FIRST_JOINED } else { is_unseen(c) };
        before = c;
        unseen
    })
}

/// Whether a character by itself is not seen, or changes the direction of the text around it.
#[must_use]
pub fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e00ff}' | '\u{e01f0}'..='\u{e0fff}')
}

/// Below this, in the Latin, Greek, Cyrillic, Armenian and Hebrew scripts, nothing is joined.
const FIRST_JOINED: char = '\u{600}';

const fn is_joiner(c: char) -> bool {
    matches!(c, '\u{180b}'..='\u{180f}' | '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_seen_is_found() {
        for text in [
            "Mari\u{200b}on",
            "Mari\u{200d}on",
            "Mari\u{fe0f}on",
            "\u{200d}Marion",
            "\u{202e}noiraM",
            "Mari\u{ad}on",
            "Marion\u{61c}",
            "Marion\u{3164}",
            "\u{2800}",
            "Marion\u{e0041}",
            "one\u{2028}two",
            "Открытый\u{200c} кубок",
        ] {
            assert!(has_unseen(text), "{text:?}");
        }
        for text in [
            "Coppa d\u{2019}estate",
            "می\u{200c}خواهم",
            "क\u{94d}\u{200d}ष",
            "❤\u{fe0f} 👩\u{200d}🎓",
            "Zoe\u{308}",
        ] {
            assert!(!has_unseen(text), "{text:?}");
        }
    }
}
