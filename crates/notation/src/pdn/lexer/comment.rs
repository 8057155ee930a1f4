//! Comments: `{…}`, and lines that start with `;` or `%`.

use std::io::Read;

use memchr::{memchr, memmem};

use super::{AHEAD, Lexer, Token};
use crate::pdn::problem::PdnProblemKind;

/// The maximum length of a comment; longer ones are cut.
const LONGEST_COMMENT: usize = 1 << 20;

impl<R: Read> Lexer<R> {
    pub(super) fn comment(&mut self) -> Option<Token> {
        let mut wanted = AHEAD;
        let length = loop {
            let bytes = self.buffer.rest();
            match memchr(b'}', &bytes[1..]) {
                Some(length) => break Ok(length),
                None if self.buffer.is_last() => break Err(PdnProblemKind::CommentNotClosed),
                None if bytes.len() > LONGEST_COMMENT => break Err(PdnProblemKind::CommentTooLong),
                None => {}
            }
            wanted = 2 * wanted.max(bytes.len());
            self.buffer.ensure(wanted);
        };
        let bytes = &self.buffer.rest()[1..];
        let within = &bytes[..length.as_ref().map_or(bytes.len(), |&length| length)];
        if let Some(end) = tag_line(within) {
            // The closing brace is missing, and the next brace belongs to another game.
            self.note(PdnProblemKind::CommentNotClosed);
            self.take_text(1 + end);
            return Some(Token::Comment(1..1 + end));
        }
        match length {
            Ok(length) => {
                self.take_text(length + 2);
                Some(Token::Comment(1..1 + length))
            }
            Err(kind) => {
                let end = (1 + within.len()).min(LONGEST_COMMENT);
                self.cut = kind == PdnProblemKind::CommentTooLong;
                self.note(kind);
                self.take_text(end);
                Some(Token::Comment(1..end))
            }
        }
    }

    /// Skips the rest of a comment that was cut, up to its brace or to a line that must be a tag.
    pub(super) fn skip_cut(&mut self) {
        while std::mem::take(&mut self.cut) {
            self.buffer.ensure(AHEAD);
            let bytes = self.buffer.rest();
            let brace = memchr(b'}', bytes);
            let within = &bytes[..brace.unwrap_or(bytes.len())];
            let (end, done) = match (tag_line(within), brace) {
                (Some(end), _) => (end, true),
                (None, Some(brace)) => (brace + 1, true),
                // A tag may start in the buffer and end outside it.
                (None, None) if !self.buffer.is_last() => (bytes.len().saturating_sub(AHEAD / 2), false),
                (None, None) => (bytes.len(), true),
            };
            self.take_text(end);
            self.leave();
            self.cut = !done;
        }
    }

    pub(super) fn line_comment(&mut self) -> Option<Token> {
        let mut wanted = AHEAD;
        loop {
            let bytes = self.buffer.rest();
            let end = memchr(b'\n', bytes);
            if end.is_some() || self.buffer.is_last() || bytes.len() > LONGEST_COMMENT {
                let end = end.unwrap_or(bytes.len()).min(LONGEST_COMMENT);
                self.take_text(end);
                return Some(Token::Comment(1..end));
            }
            wanted = 2 * wanted.max(bytes.len());
            self.buffer.ensure(wanted);
        }
    }
}

/// The start of a line in a comment that must be a tag: the comment should have ended before it.
fn tag_line(comment: &[u8]) -> Option<usize> {
    memmem::find_iter(comment, b"\n[").find(|&at| {
        let rest = &comment[at + 2..];
        let name = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        name > 0
            && rest[0].is_ascii_uppercase()
            && rest[name..].trim_ascii_start().first() == Some(&b'"')
            && rest[name] != b'"'
    })
}
