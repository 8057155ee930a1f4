//! What players may write to each other: one line of plain text.

use damiera_game::is_unseen;

use crate::names::is_mark;

/// The longest message, in characters.
const MAX_LENGTH: usize = 200;
/// Most combining marks in a row; more are used to paint over other lines.
const MAX_MARKS: usize = 2;

/// A message on one line, without invisible characters; none if nothing is left of it.
pub(crate) fn parse(text: &str) -> Option<String> {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut marks = 0;
    let line: String = words
        .chars()
        .filter(|&c| !c.is_control() && !is_invisible(c))
        .filter(|&c| {
            marks = if is_mark(c) { marks + 1 } else { 0 };
            marks <= MAX_MARKS
        })
        .take(MAX_LENGTH)
        .collect();
    let line = line.trim().to_owned();
    (!line.is_empty()).then_some(line)
}

/// Characters that change the direction of a text or are not seen, joiners among them.
fn is_invisible(c: char) -> bool {
    is_unseen(c) || matches!(c, '\u{200c}' | '\u{200d}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_short_line_of_visible_text() {
        for (written, sent) in [
            ("  good   game\n\n", Some("good game")),
            ("<b>hi</b>", Some("<b>hi</b>")),
            ("\u{202e}desrever\u{7}", Some("desrever")),
            ("a\u{301}\u{301}\u{301}\u{301}", Some("a\u{301}\u{301}")),
            ("\u{200b} \n", None),
        ] {
            assert_eq!(parse(written).as_deref(), sent, "{written:?}");
        }
        assert_eq!(parse(&"x".repeat(999)).map(|line| line.len()), Some(MAX_LENGTH));
    }
}
