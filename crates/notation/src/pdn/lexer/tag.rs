//! Tags such as `[Event "Campionato"]`, including malformed ones.

use std::io::Read;

use memchr::{memchr, memchr2};

use super::{Lexer, Token};
use crate::pdn::problem::PdnProblemKind;

/// The maximum length of a tag; anything longer was not closed.
const LONGEST_TAG: usize = 1 << 16;

impl<R: Read> Lexer<R> {
    pub(super) fn tag(&mut self) -> Option<Token> {
        if let Some((token, length)) = well_formed(self.buffer.rest()) {
            self.take_text(length);
            return Some(token);
        }
        // It is not a tag; skip the line.
        self.buffer.ensure(LONGEST_TAG);
        let rest = self.buffer.rest();
        if let Some((token, length)) = well_formed(rest) {
            self.take_text(length);
            return Some(token);
        }
        let rest = &rest[..rest.len().min(LONGEST_TAG)];
        let line = &rest[..memchr(b'\n', rest).unwrap_or(rest.len())];
        let name_start = 1 + line[1..].iter().take_while(|b| b.is_ascii_whitespace()).count();
        let name = name_start..name_start + line[name_start..].iter().take_while(|b| is_name(b)).count();
        if name.is_empty() || !line[name.start].is_ascii_alphabetic() {
            return self.skip(line.len(), PdnProblemKind::BadTag);
        }
        let length = line.len();
        let (token, length, kind) = untidy(line, name).unwrap_or((None, length, PdnProblemKind::BadTag));
        self.note(kind);
        self.take_text(length);
        token
    }
}

fn is_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_'
}

/// A well-formed tag and its length; quotes inside the value are escaped.
fn well_formed(rest: &[u8]) -> Option<(Token, usize)> {
    let spaces = |from: usize| rest[from..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let name_start = 1 + spaces(1);
    let name_end = name_start + rest[name_start..].iter().take_while(|b| is_name(b)).count();
    let quote = name_end + spaces(name_end);
    if name_end == name_start || !rest[name_start].is_ascii_alphabetic() || rest.get(quote) != Some(&b'"') {
        return None;
    }
    let mut at = quote + 1;
    loop {
        at += memchr2(b'"', b'\\', &rest[at..])?;
        if rest[at] == b'"' {
            break;
        }
        at += 2;
        if at > rest.len() {
            return None;
        }
    }
    let close = at + 1 + spaces(at + 1);
    let closed = rest.get(close) == Some(&b']') && memchr(b'\n', &rest[quote..at]).is_none();
    closed.then(|| (Token::Tag { name: name_start..name_end, value: quote + 1..at }, close + 1))
}

/// A malformed tag on one line: its name and value, its length, and the problem.
fn untidy(line: &[u8], name: std::ops::Range<usize>) -> Option<(Option<Token>, usize, PdnProblemKind)> {
    let mut start = name.end + line[name.end..].iter().take_while(|b| b.is_ascii_whitespace()).count();
    let quoted = line.get(start) == Some(&b'"');
    start += usize::from(quoted);
    let tag = |end: usize| Some(Token::Tag { name: name.clone(), value: start..end.max(start) });
    if !quoted {
        let close = start + memchr(b']', &line[start..])?;
        return Some((tag(close), close + 1, PdnProblemKind::TagWithoutQuotes));
    }
    // The value ends at a quote before a bracket; other quotes are part of it.
    let mut ends = memchr::memchr_iter(b'"', &line[start..]).map(|at| start + at);
    for end in ends.clone() {
        let close = end + 1 + line[end + 1..].iter().take_while(|b| b.is_ascii_whitespace()).count();
        if line.get(close) == Some(&b']') {
            return Some((tag(end), close + 1, PdnProblemKind::QuoteInTag));
        }
    }
    let text_end = line.len() - line.iter().rev().take_while(|b| b.is_ascii_whitespace()).count();
    let end = match ends.next_back() {
        Some(quote) => quote,
        None => memchr(b']', &line[start..]).map_or(text_end, |at| start + at),
    };
    let length = if line.get(end) == Some(&b']') { end + 1 } else { line.len() };
    Some((tag(end), length, PdnProblemKind::TagNotClosed))
}

/// A tag's value with the escapes `\"` and `\\` decoded.
pub(in crate::pdn) fn unescaped(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = c == '\\' && matches!(chars.peek(), Some('"' | '\\'));
        out.push(if escaped { chars.next().unwrap_or(c) } else { c });
    }
    out
}
