//! The lexer: turns bytes into tokens, one at a time, with the line and column of each.
//!
//! The lexer never fails. Unreadable text becomes a token too, and text that is readable but not standard is reported as
//! a problem. It buffers a window of the stream. Only tags and comments can be longer than [`AHEAD`], and both have their
//! own limit, so memory use is bounded for every file.

mod comment;
mod plain;
mod plain_tags;
mod sign;
mod squares;
mod tag;

use plain::PlainMove;
pub(super) use tag::unescaped;

use std::borrow::Cow;
use std::io::{self, Read};
use std::ops::Range;

use damiera_rules::ResultForm;
use memchr::{memchr_iter, memrchr};

use super::buffer::StreamBuffer;
use super::game::{Half, MoveNumber};
use super::movetext::MoveText;
use super::problem::{PdnProblem, PdnProblemKind, SourceLocation};
use super::result::PdnResult;
use super::tags::{TagSpan, is_plain};
use super::text::{Encoding, decoded};
use crate::marks::Mark;

/// The number of bytes buffered before a token is read; no move, number or mark is as long.
const AHEAD: usize = 4096;

/// The maximum number of problems per game, for files that are not PDN at all.
const MOST_PROBLEMS: usize = 1000;
const LAST_PROBLEM: usize = MOST_PROBLEMS - 1;

/// A token. Texts are ranges of the buffered bytes, valid until the next token is read.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    Tag {
        name: Range<usize>,
        value: Range<usize>,
    },
    Number(u32, Half),
    Dots,
    Move(MoveText),
    /// A hyphen in place of a move.
    Unknown,
    Run(Range<usize>),
    Mark(Mark),
    Star(StarMeaning),
    Nag(u16),
    Comment(Range<usize>),
    Open,
    Close,
    Setup(Range<usize>),
    Result(PdnResult, Option<ResultForm>),
    OddResult,
    /// A tag that belongs to the next game and has not been consumed.
    NextGame,
}

/// The part of a game that is being read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GamePart {
    Head,
    /// The moves, with the number of the one that is due.
    Body {
        due: MoveNumber,
    },
}

/// The meaning of a star.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StarMeaning {
    /// The end of a game.
    End,
    /// A forced move.
    Forced,
}

pub(super) struct Lexer<R> {
    buffer: StreamBuffer<R>,
    line: u32,
    /// The number of characters of the current line before the buffered bytes.
    behind: usize,
    /// The problems found so far, in order.
    pub(super) problems: Vec<PdnProblem>,
    /// The location of the current token.
    pub(super) location: SourceLocation,
    /// A result of unusual form that was given in the Result tag.
    pub(super) odd_result: Option<Vec<u8>>,
    encoding: Encoding,
    /// The length of the current token, which is still buffered.
    taken: usize,
    /// Whether that token was a move or its marks.
    after_move: bool,
    /// Whether it was a comment that continues.
    cut: bool,
    /// The plain tags being read; kept to reuse its memory.
    tag_spans: Vec<TagSpan>,
    /// The plain moves being read; kept to reuse its memory.
    plain_moves: Vec<PlainMove>,
}

impl<R: Read> Lexer<R> {
    pub(super) fn new(source: R) -> Self {
        Self {
            buffer: StreamBuffer::new(source),
            line: 1,
            behind: 0,
            problems: Vec::new(),
            location: SourceLocation::default(),
            odd_result: None,
            encoding: Encoding::Utf8,
            taken: 0,
            after_move: false,
            cut: false,
            tag_spans: Vec::new(),
            plain_moves: Vec::new(),
        }
    }

    pub(super) fn take_failure(&mut self) -> Option<io::Error> {
        self.buffer.take_failure()
    }

    /// Reports a problem with the current token.
    pub(super) fn note(&mut self, kind: PdnProblemKind) {
        self.note_at(self.location, kind);
    }

    pub(super) fn note_at(&mut self, location: SourceLocation, kind: PdnProblemKind) {
        match self.problems.len() {
            MOST_PROBLEMS.. => {}
            LAST_PROBLEM => {
                self.problems.push(PdnProblem { location, kind: PdnProblemKind::TooManyProblems });
            }
            _ => self.problems.push(PdnProblem { location, kind }),
        }
    }

    /// The text of a range of the current token.
    pub(super) fn text(&mut self, range: Range<usize>) -> Cow<'_, str> {
        let (text, encoding) = decoded(&self.buffer.rest()[range]);
        if encoding == Encoding::Latin1 && self.encoding == Encoding::Utf8 {
            self.encoding = Encoding::Latin1;
            self.problems.push(PdnProblem { location: self.location, kind: PdnProblemKind::NotUtf8 });
        }
        text
    }

    /// The first byte of the next token, if any.
    fn peek(&mut self) -> Option<u8> {
        self.leave();
        self.skip_space();
        self.buffer.rest().first().copied()
    }

    /// Whether a comment starts on this line after nothing but spaces.
    pub(super) fn comment_follows(&mut self) -> bool {
        let line = self.line;
        let at_comment = self.peek() == Some(b'{');
        at_comment && self.line == line
    }

    /// The next token; its location is in `location`. In the body of a game a tag is reported but not consumed.
    pub(super) fn next(&mut self, part: GamePart) -> Option<Token> {
        loop {
            self.leave();
            if self.cut {
                self.skip_cut();
            }
            let moved = self.skip_space();
            self.location = SourceLocation { line: self.line, column: column(self.behind) };
            let &first = self.buffer.rest().first()?;
            if self.at_odd_result() {
                return Some(Token::OddResult);
            }
            let token = match first {
                b'0'..=b'9' => self.figure(),
                b'[' if part != GamePart::Head => return Some(Token::NextGame),
                b'[' => self.tag(),
                b'{' => self.comment(),
                b';' | b'%' => self.line_comment(),
                b'a'..=b'j' | b'A'..=b'J' => self.letter(),
                b'(' => self.parenthesis(),
                b')' => self.one(Token::Close),
                b'!' | b'?' => self.run(0),
                b'$' => self.nag(),
                b'*' => self.star(part, self.after_move && !moved),
                b'.' => self.dots(),
                b'/' => self.setup(),
                b'+' | b'-' | b'=' => self.sign(),
                b'}' => self.skip(1, PdnProblemKind::CommentNotOpened),
                _ => self.other(),
            };
            if let Some(token) = token {
                self.after_move = matches!(token, Token::Move(_) | Token::Run(_));
                return Some(token);
            }
        }
    }

    /// Discards the current token.
    fn leave(&mut self) {
        let taken = std::mem::take(&mut self.taken);
        self.buffer.advance(taken);
        self.buffer.ensure(AHEAD);
    }

    /// Makes this many bytes the current token; they contain no line break.
    #[inline]
    fn take(&mut self, count: usize) {
        self.taken = count;
        self.behind += count;
    }

    /// Makes this many bytes the current token; they may contain line breaks and multi-byte characters.
    fn take_text(&mut self, count: usize) {
        self.taken = count;
        let bytes = &self.buffer.rest()[..count];
        let last = match memrchr(b'\n', bytes) {
            None => bytes,
            Some(at) => {
                self.line += memchr_iter(b'\n', bytes).count() as u32;
                self.behind = 0;
                &bytes[at + 1..]
            }
        };
        self.behind += match std::str::from_utf8(last) {
            _ if last.is_ascii() => last.len(),
            Ok(text) => text.chars().count(),
            Err(_) => last.len(),
        };
    }

    /// Two ranges of the current token, if both are ASCII.
    pub(super) fn plain_texts(&self, one: Range<usize>, two: Range<usize>) -> Option<(&str, &str)> {
        let text = |range| std::str::from_utf8(&self.buffer.rest()[range]).ok().filter(|text| is_plain(text));
        Some((text(one)?, text(two)?))
    }

    /// Skips white space and returns whether there was any.
    #[inline]
    fn skip_space(&mut self) -> bool {
        let mut any = false;
        loop {
            let bytes = self.buffer.rest();
            let (mut i, mut behind, mut line) = (0, self.behind, self.line);
            while let Some(&byte) = bytes.get(i) {
                match byte {
                    b'\n' => {
                        line += 1;
                        behind = 0;
                    }
                    b' ' | b'\r' | b'\t' | 0x0b | 0x0c | 0 | 0x1a => behind += 1,
                    _ => break,
                }
                i += 1;
            }
            (self.behind, self.line) = (behind, line);
            any |= i > 0;
            self.buffer.advance(i);
            if !self.buffer.rest().is_empty() || self.buffer.is_last() {
                self.buffer.ensure(AHEAD);
                return any;
            }
            self.buffer.ensure(AHEAD);
        }
    }

    fn one(&mut self, token: Token) -> Option<Token> {
        self.take(1);
        Some(token)
    }

    /// Skips some bytes and reports why.
    fn skip(&mut self, count: usize, kind: PdnProblemKind) -> Option<Token> {
        self.note(kind);
        self.take_text(count);
        None
    }

    fn at_odd_result(&mut self) -> bool {
        let Some(odd) = &self.odd_result else { return false };
        let rest = self.buffer.rest();
        let found = rest.strip_prefix(odd.as_slice()).is_some_and(|after| {
            let next = after.trim_ascii_start();
            next.is_empty() || (next.len() < after.len() && next[0] == b'[')
        });
        if found {
            self.take(odd.len());
        }
        found
    }
}

fn column(behind: usize) -> u32 {
    u32::try_from(behind + 1).unwrap_or(u32::MAX)
}
