//! Bytes to tokens, one at a time, with the line and column of each.
//!
//! The lexer never fails: what it cannot read is a token too, and what it reads in spite of its form is noted.
//! It looks at a window of the stream; only a tag or a comment can be longer than [`AHEAD`], and both have a
//! bound of their own, so memory is bounded whatever the file.

mod plain;
mod squares;
mod tag;

pub(super) use tag::unescaped;

use std::borrow::Cow;
use std::io::{self, Read};
use std::ops::Range;

use damiera_rules::ResultForm;
use memchr::{memchr, memchr_iter, memmem, memrchr};

use super::buffer::Buffer;
use super::game::Half;
use super::movetext::MoveText;
use super::outcome::Outcome;
use super::problem::{Problem, ProblemKind, Spot};
use super::tags::is_plain;
use super::text::{Encoding, decoded};
use crate::marks::Mark;

/// Bytes at hand before a token is read; no move, number or mark is as long.
const AHEAD: usize = 4096;
/// The longest comment that is kept whole.
const LONGEST_COMMENT: usize = 1 << 20;

/// Problems of one game that are kept; a file that is no PDN at all would have no end of them.
const MOST_PROBLEMS: usize = 1000;
const LAST_PROBLEM: usize = MOST_PROBLEMS - 1;

/// What stands in a file. Texts are ranges of the bytes at hand, good until the next token is read.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    Tag {
        name: Range<usize>,
        value: Range<usize>,
    },
    Number(u32, Half),
    Dots,
    Move(MoveText),
    /// A stroke where a move should be.
    Unknown,
    Run(Range<usize>),
    Mark(Mark),
    Star(Star),
    Nag(u16),
    Comment(Range<usize>),
    Open,
    Close,
    Setup(Range<usize>),
    Result(Outcome, Option<ResultForm>),
    OddResult,
    /// A tag that belongs to the next game, not taken yet.
    NextGame,
}

/// Which part of a game is being read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Head,
    Body,
}

/// What a star is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Star {
    /// The end of a game.
    End,
    /// The mark of a forced move.
    Forced,
}

pub(super) struct Lexer<R> {
    buffer: Buffer<R>,
    line: u32,
    /// How many characters of the line are behind the bytes at hand.
    behind: usize,
    /// What was found odd, in order.
    pub(super) problems: Vec<Problem>,
    /// The present token's place.
    pub(super) spot: Spot,
    /// A result of an unusual form that the game's tag announced.
    pub(super) odd_result: Option<Vec<u8>>,
    encoding: Encoding,
    /// The length of the token read last, still at hand.
    taken: usize,
    /// Whether that token was a move or its marks.
    after_move: bool,
    /// Whether it was a comment that goes on.
    cut: bool,
}

impl<R: Read> Lexer<R> {
    pub(super) fn new(source: R) -> Self {
        Self {
            buffer: Buffer::new(source),
            line: 1,
            behind: 0,
            problems: Vec::new(),
            spot: Spot::default(),
            odd_result: None,
            encoding: Encoding::Utf8,
            taken: 0,
            after_move: false,
            cut: false,
        }
    }

    pub(super) fn take_failure(&mut self) -> Option<io::Error> {
        self.buffer.take_failure()
    }

    /// Notes a problem with the present token.
    pub(super) fn note(&mut self, kind: ProblemKind) {
        self.note_at(self.spot, kind);
    }

    pub(super) fn note_at(&mut self, spot: Spot, kind: ProblemKind) {
        match self.problems.len() {
            MOST_PROBLEMS.. => {}
            LAST_PROBLEM => self.problems.push(Problem { spot, kind: ProblemKind::TooManyProblems }),
            _ => self.problems.push(Problem { spot, kind }),
        }
    }

    /// The text of a range of the present token.
    pub(super) fn text(&mut self, range: Range<usize>) -> Cow<'_, str> {
        let (text, encoding) = decoded(&self.buffer.rest()[range]);
        if encoding == Encoding::Latin1 && self.encoding == Encoding::Utf8 {
            self.encoding = Encoding::Latin1;
            self.problems.push(Problem { spot: self.spot, kind: ProblemKind::NotUtf8 });
        }
        text
    }

    /// The first byte of the next token, if there is one.
    fn peek(&mut self) -> Option<u8> {
        self.leave();
        self.skip_space();
        self.buffer.rest().first().copied()
    }

    /// Whether a comment begins on this line after nothing but spaces.
    pub(super) fn comment_follows(&mut self) -> bool {
        let line = self.line;
        let at_comment = self.peek() == Some(b'{');
        at_comment && self.line == line
    }

    /// The next token; its place is in `spot`. In the body of a game a tag is only announced.
    pub(super) fn next(&mut self, part: Part) -> Option<Token> {
        loop {
            self.leave();
            if self.cut {
                self.skip_cut();
            }
            let moved = self.skip_space();
            self.spot = Spot { line: self.line, column: column(self.behind) };
            let &first = self.buffer.rest().first()?;
            if self.at_odd_result() {
                return Some(Token::OddResult);
            }
            let token = match first {
                b'0'..=b'9' => self.figure(),
                b'[' if part == Part::Body => return Some(Token::NextGame),
                b'[' => self.tag(),
                b'{' => self.comment(),
                b';' | b'%' => self.line_comment(),
                b'a'..=b'j' | b'A'..=b'J' => self.letter(),
                b'(' => self.parenthesis(),
                b')' => self.one(Token::Close),
                b'!' | b'?' => self.run(0),
                b'$' => self.nag(),
                b'*' => self.star(self.after_move && !moved),
                b'.' => self.dots(),
                b'/' => self.setup(),
                b'+' | b'-' | b'=' => self.sign(),
                b'}' => self.skip(1, ProblemKind::CommentNotOpened),
                _ => self.other(),
            };
            if let Some(token) = token {
                self.after_move = matches!(token, Token::Move(_) | Token::Run(_));
                return Some(token);
            }
        }
    }

    /// Leaves the present token behind.
    fn leave(&mut self) {
        let taken = std::mem::take(&mut self.taken);
        self.buffer.advance(taken);
        self.buffer.ensure(AHEAD);
    }

    /// Takes so many bytes as the present token; they hold no line break.
    #[inline]
    fn take(&mut self, count: usize) {
        self.taken = count;
        self.behind += count;
    }

    /// The same for bytes that may hold line breaks or characters of several bytes.
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

    /// Two ranges of the present token, if both are plain text.
    pub(super) fn plain_texts(&self, one: Range<usize>, two: Range<usize>) -> Option<(&str, &str)> {
        let text = |range| std::str::from_utf8(&self.buffer.rest()[range]).ok().filter(|text| is_plain(text));
        Some((text(one)?, text(two)?))
    }

    /// Skips white space; says whether there was any.
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

    /// Leaves some bytes out and says why.
    fn skip(&mut self, count: usize, kind: ProblemKind) -> Option<Token> {
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

    fn comment(&mut self) -> Option<Token> {
        let mut wanted = AHEAD;
        let length = loop {
            let bytes = self.buffer.rest();
            match memchr(b'}', &bytes[1..]) {
                Some(length) => break Ok(length),
                None if self.buffer.is_last() => break Err(ProblemKind::CommentNotClosed),
                None if bytes.len() > LONGEST_COMMENT => break Err(ProblemKind::CommentTooLong),
                None => {}
            }
            wanted = 2 * wanted.max(bytes.len());
            self.buffer.ensure(wanted);
        };
        let bytes = &self.buffer.rest()[1..];
        let within = &bytes[..length.as_ref().map_or(bytes.len(), |&length| length)];
        if let Some(end) = tag_line(within) {
            // A brace is missing, and the next one belongs to another game.
            self.note(ProblemKind::CommentNotClosed);
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
                self.cut = kind == ProblemKind::CommentTooLong;
                self.note(kind);
                self.take_text(end);
                Some(Token::Comment(1..end))
            }
        }
    }

    /// Passes over what is left of a comment that was cut, up to its brace or a line that must be a tag.
    fn skip_cut(&mut self) {
        while std::mem::take(&mut self.cut) {
            self.buffer.ensure(AHEAD);
            let bytes = self.buffer.rest();
            let brace = memchr(b'}', bytes);
            let within = &bytes[..brace.unwrap_or(bytes.len())];
            let (end, done) = match (tag_line(within), brace) {
                (Some(end), _) => (end, true),
                (None, Some(brace)) => (brace + 1, true),
                // A tag may begin in what is at hand and end in what is not.
                (None, None) if !self.buffer.is_last() => (bytes.len().saturating_sub(AHEAD / 2), false),
                (None, None) => (bytes.len(), true),
            };
            self.take_text(end);
            self.leave();
            self.cut = !done;
        }
    }

    fn line_comment(&mut self) -> Option<Token> {
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

    /// `(` opens a variation, unless it holds marks: `(?)`.
    fn parenthesis(&mut self) -> Option<Token> {
        let rest = &self.buffer.rest()[1..];
        let marks = rest.iter().take(AHEAD / 2).take_while(|b| matches!(b, b'!' | b'?')).count();
        if marks > 0 && rest.get(marks) == Some(&b')') {
            return self.run(1);
        }
        self.one(Token::Open)
    }

    /// A run of marks, with so many bytes around it.
    fn run(&mut self, around: usize) -> Option<Token> {
        let rest = &self.buffer.rest()[around..];
        let length = rest.iter().take(AHEAD / 2).take_while(|b| matches!(b, b'!' | b'?')).count();
        self.take(length + 2 * around);
        Some(Token::Run(around..around + length))
    }

    fn nag(&mut self) -> Option<Token> {
        let digits = &self.buffer.rest()[1..];
        let length = digits.iter().take(6).take_while(|b| b.is_ascii_digit()).count();
        let nag = digits[..length].iter().fold(0u32, |n, b| n * 10 + u32::from(b - b'0'));
        match u16::try_from(nag) {
            Ok(nag) if length > 0 => {
                self.take(1 + length);
                Some(Token::Nag(nag))
            }
            _ => self.word(),
        }
    }

    /// A star ends a game. Stuck to a move, or followed by more of the game, it marks that move as forced.
    fn star(&mut self, glued: bool) -> Option<Token> {
        let rest = &self.buffer.rest()[1..];
        let blank = rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
        let (blank, next) = rest.split_at(blank);
        let ends = next.is_empty() || next[0] == b'[' || next[0] == b'%';
        let goes_on = next.first().is_some_and(|&b| b.is_ascii_alphanumeric() || b == b'(' || b == b')')
            && !starts_with_move_one(next)
            && !blank.contains(&b'\n');
        let star = if !ends && (glued || goes_on) { Star::Forced } else { Star::End };
        self.one(Token::Star(star))
    }

    fn dots(&mut self) -> Option<Token> {
        let length = self.buffer.rest().iter().take(AHEAD / 2).take_while(|&&b| b == b'.').count();
        self.take(length);
        Some(Token::Dots)
    }

    /// `/FEN "…"/`
    fn setup(&mut self) -> Option<Token> {
        let rest = self.buffer.rest();
        let Some(length) = memchr(b'/', &rest[1..rest.len().min(AHEAD)]) else { return self.word() };
        let within = &rest[1..1 + length];
        if !within.trim_ascii_start().get(..3).is_some_and(|word| word.eq_ignore_ascii_case(b"FEN")) {
            return self.word();
        }
        let start = 1 + (within.len() - within.trim_ascii_start().len()) + 3;
        self.take_text(length + 2);
        Some(Token::Setup(start..1 + length))
    }

    /// `+` and `=` for won and drawn, `+1` and `-1` for pieces won and lost, `-` for a move not known.
    fn sign(&mut self) -> Option<Token> {
        let rest = self.buffer.rest();
        let ends = |at: usize| rest.get(at).is_none_or(|b| b.is_ascii_whitespace() || b"(){}[*$".contains(b));
        match (rest[0], rest.get(1)) {
            (b'+', _) if ends(1) => self.one(Token::Mark(Mark::Wins)),
            (b'=', _) if ends(1) => self.one(Token::Mark(Mark::Draws)),
            (b'-', _) if ends(1) => self.one(Token::Unknown),
            (sign @ (b'+' | b'-'), Some(b'0'..=b'9')) => {
                let digits = rest[1..].iter().take(3).take_while(|b| b.is_ascii_digit()).count();
                if digits > 2 || !ends(1 + digits) {
                    return self.word();
                }
                let count = rest[1..=digits].iter().fold(0, |n, b| n * 10 + (b - b'0') as i8);
                self.take(1 + digits);
                Some(Token::Mark(Mark::Pieces(if sign == b'+' { count } else { -count })))
            }
            _ => self.word(),
        }
    }

    /// What begins like nothing else: marks of byte order, hard spaces, a half, a long stroke; or a stray word.
    fn other(&mut self) -> Option<Token> {
        let rest = self.buffer.rest();
        let starts = |bytes: &[u8]| rest.starts_with(bytes);
        if starts(b"\xef\xbb\xbf") {
            self.taken = 3;
            return None;
        }
        if let [b'K' | b'k', b'0'..=b'9', ..] = rest {
            return self.skip(1, ProblemKind::CrownLetter);
        }
        if starts(b"\xc2\xa0") {
            self.take_text(2);
            return None;
        }
        for half in [b"\xc2\xbd".as_slice(), b"\xbd"] {
            if starts(half) {
                let twice = [half, b"-", half].concat();
                self.take_text(if starts(&twice) { twice.len() } else { half.len() });
                return Some(Token::Result(Outcome::Draw, Some(ResultForm::OneForAWin)));
            }
        }
        for minus in [b"\xe2\x80\x93".as_slice(), b"\xe2\x88\x92", b"\x96"] {
            if let (true, Some(digit @ b'1'..=b'9')) = (starts(minus), rest.get(minus.len())) {
                let lost = Mark::Pieces(-((digit - b'0') as i8));
                self.take_text(minus.len() + 1);
                return Some(Token::Mark(lost));
            }
        }
        self.word()
    }

    /// Something that cannot be read, up to the next space or bracket.
    fn word(&mut self) -> Option<Token> {
        let rest = self.buffer.rest();
        let breaks = |b: &u8| b.is_ascii_whitespace() || b"(){}[]".contains(b);
        let length = 1 + rest[1..].iter().take(AHEAD / 2).take_while(|b| !breaks(b)).count();
        let word = rest[..length].to_vec();
        let (text, _) = decoded(&word);
        let kind = match text.as_ref() {
            "K" | "D" | "k" => ProblemKind::CrownLetter,
            _ if word.iter().any(u8::is_ascii_digit) => ProblemKind::UnreadMove(shown(&text)),
            _ => ProblemKind::StrayText(shown(&text)),
        };
        self.skip(length, kind)
    }
}

fn column(behind: usize) -> u32 {
    u32::try_from(behind + 1).unwrap_or(u32::MAX)
}

/// As much of a text as a sentence should quote.
fn shown(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Whether the text begins a new game's first move: `1.`
fn starts_with_move_one(text: &[u8]) -> bool {
    text.strip_prefix(b"0").unwrap_or(text).starts_with(b"1.")
}

/// Where in a comment a line begins that must be a tag, so that the comment should have ended before it.
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
