//! The writer: prints games as standard PDN.
//!
//! Reading the output gives the same game. [`normalise`](super::normalise) rewrites a game as PDN 3.0 requires before it is
//! printed.

use std::fmt;

use damiera_rules::ResultForm;

use super::game::{Comment, GameRecord, Half, MoveNumber, PdnItem, Variation};
use crate::marks::{MarkConvention, MarkText};

/// How games are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PdnWriter {
    /// How marks are written, unless the game has a Marks tag; by default as usual in its variant.
    pub marks: Option<MarkConvention>,
    /// The form of the result; by default that of the GameType.
    pub form: Option<ResultForm>,
    /// The maximum line length.
    pub width: usize,
}

impl Default for PdnWriter {
    fn default() -> Self {
        Self { marks: None, form: None, width: 79 }
    }
}

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&PdnWriter::default().print(self))
    }
}

impl PdnWriter {
    /// The game's text, ending with an empty line.
    ///
    /// ```
    /// use damiera_notation::pdn::{GameRecord, PdnResult, PdnWriter, PdnReader};
    /// use damiera_rules::Variant;
    /// let mut game = GameRecord::new(Variant::Italian);
    /// game.end(PdnResult::Draw);
    /// let text = PdnWriter::default().print(&game);
    /// assert_eq!(text, "[GameType \"22,W,8,8,N2,1\"]\n[Result \"1/2-1/2\"]\n\n1/2-1/2\n\n");
    /// assert_eq!(PdnReader::new(text.as_bytes()).next().unwrap().unwrap().game, game);
    /// ```
    #[must_use]
    pub fn print(&self, game: &GameRecord) -> String {
        let mut out = String::new();
        for (name, value) in game.tags.iter() {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            out.push_str(&format!("[{name} \"{value}\"]\n"));
        }
        if !game.tags.is_empty() {
            out.push('\n');
        }
        let named = game.tags.get("Marks").and_then(|name| name.parse().ok());
        let marks = named.or(self.marks).unwrap_or_else(|| game.mark_convention());
        let mut page = LineWrapper { out, column: 0, width: self.width, marks, glue: Spacing::Space };
        if game.first != MoveNumber::default() && game.main_line.moves().next().is_none() {
            page.word(&numbered(game.first));
        }
        page.line(&game.main_line, game.first);
        page.word(game.result.text(self.form.unwrap_or_else(|| game.result_form())));
        page.out.push_str("\n\n");
        page.out
    }
}

/// How the next word is joined to the previous one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spacing {
    Space,
    Nothing,
}

fn numbered(number: MoveNumber) -> String {
    match number.half {
        Half::First => format!("{}.", number.number),
        Half::Second => format!("{}...", number.number),
    }
}

struct LineWrapper {
    out: String,
    column: usize,
    width: usize,
    marks: MarkConvention,
    glue: Spacing,
}

impl LineWrapper {
    /// Writes a word, on the next line if this one is full.
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        let glue = std::mem::replace(&mut self.glue, Spacing::Space);
        if self.column > 0 && glue == Spacing::Space {
            if self.column + 1 + length > self.width {
                self.out.push('\n');
                self.column = 0;
            } else {
                self.out.push(' ');
                self.column += 1;
            }
        }
        self.out.push_str(word);
        self.column += length;
    }

    /// Writes a word directly after the previous one.
    fn stuck(&mut self, word: &str) {
        self.glue = Spacing::Nothing;
        self.word(word);
    }

    /// Writes a word on this line.
    fn kept(&mut self, word: &str) {
        self.stuck(" ");
        self.stuck(word);
    }

    fn line(&mut self, line: &Variation, first: MoveNumber) {
        let (mut due, mut last) = (first, first);
        let mut before: Option<&PdnItem> = None;
        // The second half of a move needs its number if it does not directly follow the first half.
        let mut apart = true;
        for item in &line.items {
            match item {
                PdnItem::Move(text) => {
                    if due.half == Half::First || apart {
                        self.word(&format!("{} {text}", numbered(due)));
                    } else {
                        self.word(&text.to_string());
                    }
                    (last, due) = (due, due.next());
                }
                PdnItem::Mark(mark) => match (self.marks.write(*mark), before) {
                    (MarkText::Attached(text), Some(PdnItem::Move(_))) => self.stuck(text),
                    (MarkText::Attached(text), _) => self.word(text),
                    (MarkText::Separate(text), _) => self.word(&text),
                },
                PdnItem::Nag(nag) => self.word(&format!("${nag}")),
                PdnItem::Comment(comment) => self.comment(comment),
                PdnItem::Clock(clock) => self.word(&format!("{{{clock}}}")),
                PdnItem::Setup(fen) => self.word(&format!("/FEN \"{}\"/", fen.text())),
                PdnItem::Variation(inner) => self.variation(inner, last),
            }
            apart = match item {
                PdnItem::Move(_) => false,
                PdnItem::Mark(_) | PdnItem::Nag(_) => apart,
                _ => true,
            };
            before = Some(item);
        }
    }

    fn variation(&mut self, line: &Variation, first: MoveNumber) {
        self.word("(");
        // Marks alone in parentheses would be read as a single mark.
        if !matches!(line.items.first(), Some(PdnItem::Mark(_))) {
            self.glue = Spacing::Nothing;
        }
        self.line(line, first);
        self.stuck(")");
    }

    /// In braces, broken at spaces; as a line comment if it contains a brace.
    fn comment(&mut self, comment: &Comment) {
        let text = comment.text();
        if text.contains('}') {
            self.word("; ");
            self.out.push_str(text);
            self.out.push('\n');
            self.column = 0;
            return;
        }
        let mut words = text.split(' ');
        self.word("{");
        self.stuck(words.next().unwrap_or_default());
        for word in words {
            // A line that starts like a tag or an escape would be read as one.
            if word.starts_with(['[', '%']) { self.kept(word) } else { self.word(word) }
        }
        self.stuck("}");
    }
}
