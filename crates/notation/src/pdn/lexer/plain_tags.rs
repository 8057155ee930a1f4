//! The tags at the head of plain files: `[Name "value"]`, one on each line.
//!
//! They are read without creating tokens, and their text is copied as a whole. Anything unusual is left to the ordinary path,
//! which alone reports problems.

use std::io::Read;

use super::{Lexer, column};
use crate::pdn::problem::SourceLocation;
use crate::pdn::tags::{NameFilter, TagSpan, Tags};
use crate::pdn::work;

impl<R: Read> Lexer<R> {
    /// Takes plain tags with new names, and their locations.
    pub(in crate::pdn) fn plain_tags(&mut self, tags: &mut Tags, locations: &mut Vec<SourceLocation>) {
        if self.cut || self.odd_result.is_some() {
            return;
        }
        self.leave();
        if self.skip_space() {
            self.after_move = false;
        }
        let mut names = tags.names();
        self.tag_spans.clear();
        let (bytes, mut end) = (self.buffer.rest(), 0);
        while let Some(span) = plain_tag(bytes, end) {
            let (name, value) = (&bytes[span.name.clone()], &bytes[span.value.clone()]);
            let name_bit = NameFilter::of(name);
            if names.overlaps(name_bit) || NameFilter::FOREIGN.overlaps(name_bit) || is_special(name, value) {
                break;
            }
            work::step();
            names = names.with(name_bit);
            locations.push(SourceLocation { line: self.line, column: column(self.behind) });
            // After the value: a quote, a bracket and the line break.
            end = span.value.end + 2;
            self.behind += end - (span.name.start - 1);
            self.tag_spans.push(span);
            match bytes[end..] {
                [b'\n', ..] => end += 1,
                [b'\r', b'\n', ..] => end += 2,
                _ => break,
            }
            (self.line, self.behind) = (self.line + 1, 0);
        }
        // It is ASCII, so this cannot fail.
        if let Ok(text) = std::str::from_utf8(&bytes[..end]) {
            tags.push_all(text, &self.tag_spans, names);
        }
        if end > 0 {
            self.after_move = false;
            self.buffer.advance(end);
        }
    }
}

/// What a byte may be part of.
const NAME: u8 = 1;
const VALUE: u8 = 2;

const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = b'!';
    while byte <= b'~' {
        if byte != b'"' && byte != b'\\' {
            classes[byte as usize] |= VALUE;
        }
        if byte.is_ascii_alphanumeric() || byte == b'_' {
            classes[byte as usize] |= NAME;
        }
        byte += 1;
    }
    classes
};

/// The tag at a place, if it is written in the usual way and its value needs no change.
#[inline(always)]
fn plain_tag(bytes: &[u8], at: usize) -> Option<TagSpan> {
    let is =
        |at: usize, class: u8| bytes.get(at).is_some_and(|&byte| CLASSES[usize::from(byte)] & class != 0);
    if bytes.get(at) != Some(&b'[') || !bytes.get(at + 1)?.is_ascii_alphabetic() {
        return None;
    }
    let mut name_end = at + 2;
    while is(name_end, NAME) {
        name_end += 1;
    }
    let start = name_end + 2;
    if bytes.get(name_end..start) != Some(b" \"") {
        return None;
    }
    let mut end = start;
    loop {
        while is(end, VALUE) {
            end += 1;
        }
        // One space between words.
        if bytes.get(end) != Some(&b' ') || end == start || !is(end + 1, VALUE) {
            break;
        }
        end += 1;
    }
    (bytes.get(end..end + 2) == Some(b"\"]")).then_some(TagSpan { name: at + 1..name_end, value: start..end })
}

/// Whether a tag changes how the game is read.
#[inline(always)]
fn is_special(name: &[u8], value: &[u8]) -> bool {
    match name.len() {
        5 => name.eq_ignore_ascii_case(b"Marks"),
        6 => {
            name.eq_ignore_ascii_case(b"Result")
                && !matches!(value, b"1-0" | b"0-1" | b"1/2-1/2" | b"2-0" | b"0-2" | b"1-1" | b"0-0" | b"*")
        }
        _ => false,
    }
}
