//! Marks, stars, set-ups and unknown text.

use std::io::Read;

use damiera_rules::ResultForm;
use memchr::memchr;

use super::squares::figures;
use super::{AHEAD, GamePart, Half, Lexer, MoveNumber, StarMeaning, Token};
use crate::marks::Mark;
use crate::pdn::problem::PdnProblemKind;
use crate::pdn::result::PdnResult;
use crate::pdn::text::decoded;

/// How far to look after a star, past comments, for more of its game. Bounded, so that reading stays linear.
const STAR_AHEAD: usize = 4 * AHEAD;

impl<R: Read> Lexer<R> {
    /// `(` opens a variation, unless it contains marks: `(?)`.
    pub(super) fn parenthesis(&mut self) -> Option<Token> {
        let rest = &self.buffer.rest()[1..];
        let marks = rest.iter().take(AHEAD / 2).take_while(|b| matches!(b, b'!' | b'?')).count();
        if marks > 0 && rest.get(marks) == Some(&b')') {
            return self.run(1);
        }
        self.one(Token::Open)
    }

    /// A run of marks, with this many bytes around it.
    pub(super) fn run(&mut self, around: usize) -> Option<Token> {
        let rest = &self.buffer.rest()[around..];
        let length = rest.iter().take(AHEAD / 2).take_while(|b| matches!(b, b'!' | b'?')).count();
        self.take(length + 2 * around);
        Some(Token::Run(around..around + length))
    }

    pub(super) fn nag(&mut self) -> Option<Token> {
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

    /// A star ends a game, as PDN has it. Directly after a move, or followed by more of the game, it marks the move as
    /// forced (FID-IT 13.9). Comments and marks between it and what follows make no difference.
    pub(super) fn star(&mut self, part: GamePart, glued: bool) -> Option<Token> {
        self.buffer.ensure(STAR_AHEAD);
        let rest = &self.buffer.rest()[1..];
        let blank = rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
        let ends = rest.get(blank).is_none_or(|b| matches!(b, b'[' | b'%'));
        let goes_on = match after_annotations(&rest[..rest.len().min(STAR_AHEAD)]) {
            Some((LineBreaks::None, next)) => match next.first() {
                Some(b'*') => part != GamePart::Head, // of two stars the second is the result
                Some(_) if starts_with_move_one(next) => part.goes_on_with(next),
                Some(b) => b.is_ascii_alphanumeric() || b"()".contains(b),
                None => false,
            },
            Some((LineBreaks::One, next)) => part.goes_on_with(next),
            Some((LineBreaks::More, _)) | None => false,
        };
        let star = if !ends && (glued || goes_on) { StarMeaning::Forced } else { StarMeaning::End };
        self.one(Token::Star(star))
    }

    pub(super) fn dots(&mut self) -> Option<Token> {
        let length = self.buffer.rest().iter().take(AHEAD / 2).take_while(|&&b| b == b'.').count();
        self.take(length);
        Some(Token::Dots)
    }

    /// `/FEN "…"/`
    pub(super) fn setup(&mut self) -> Option<Token> {
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

    /// `+` and `=` for won and drawn, `+1` and `-1` for pieces won and lost, `-` for an unknown move.
    pub(super) fn sign(&mut self) -> Option<Token> {
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

    /// Other characters: byte order marks, no-break spaces, a half, a dash; or a stray word.
    pub(super) fn other(&mut self) -> Option<Token> {
        let rest = self.buffer.rest();
        let starts = |bytes: &[u8]| rest.starts_with(bytes);
        if starts(b"\xef\xbb\xbf") {
            self.taken = 3;
            return None;
        }
        if let [b'K' | b'k', b'0'..=b'9', ..] = rest {
            return self.skip(1, PdnProblemKind::CrownLetter);
        }
        if starts(b"\xc2\xa0") {
            self.take_text(2);
            return None;
        }
        for half in [b"\xc2\xbd".as_slice(), b"\xbd"] {
            if starts(half) {
                let twice = [half, b"-", half].concat();
                self.take_text(if starts(&twice) { twice.len() } else { half.len() });
                return Some(Token::Result(PdnResult::Draw, Some(ResultForm::OneForAWin)));
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

    /// Unreadable text, up to the next space or bracket.
    pub(super) fn word(&mut self) -> Option<Token> {
        let rest = self.buffer.rest();
        let breaks = |b: &u8| b.is_ascii_whitespace() || b"(){}[]".contains(b);
        let length = 1 + rest[1..].iter().take(AHEAD / 2).take_while(|b| !breaks(b)).count();
        let word = rest[..length].to_vec();
        let (text, _) = decoded(&word);
        let kind = match text.as_ref() {
            "K" | "D" | "k" => PdnProblemKind::CrownLetter,
            _ if word.iter().any(u8::is_ascii_digit) => PdnProblemKind::UnreadMove(shown(&text)),
            _ => PdnProblemKind::StrayText(shown(&text)),
        };
        self.skip(length, kind)
    }
}

/// The part of a text that is quoted in a message.
fn shown(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// How many line breaks there are between two tokens, outside comments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineBreaks {
    None,
    One,
    /// A blank line, or comments on lines of their own.
    More,
}

/// What follows after comments, marks and spaces, and after how many line breaks; `None` if the text ends first.
fn after_annotations(text: &[u8]) -> Option<(LineBreaks, &[u8])> {
    let mut rest = text;
    let mut breaks = LineBreaks::None;
    loop {
        let length = match rest.first()? {
            b'\n' => {
                breaks = if breaks == LineBreaks::None { LineBreaks::One } else { LineBreaks::More };
                1
            }
            b if b.is_ascii_whitespace() || b"!?$".contains(b) => 1,
            b'{' => memchr(b'}', rest)? + 1,
            _ => return Some((breaks, rest)),
        };
        // The number of a mark such as `$7`.
        let digits =
            if rest[0] == b'$' { rest[1..].iter().take_while(|b| b.is_ascii_digit()).count() } else { 0 };
        rest = &rest[length + digits..];
    }
}

impl GamePart {
    /// Whether the line after a star can only go on with the game: with a variation, with a result, with the number of the move
    /// that is due, or with a reply and then that number. Anything else may be the next game, because numbers are optional.
    fn goes_on_with(self, next: &[u8]) -> bool {
        let Self::Body { due } = self else { return false };
        let is_numbered = |text: &[u8], due: MoveNumber| {
            let (found, digits) = figures(text);
            let after = &text[digits..];
            let begins_no_game = found > 1 || (due.half == Half::Second && after.starts_with(b"..."));
            digits > 0 && found == due.number && after.starts_with(b".") && begins_no_game
        };
        let length = next.iter().take(AHEAD / 2).take_while(|b| !b.is_ascii_whitespace()).count();
        let word = &next[..length];
        let is_result = || {
            let said = std::str::from_utf8(word).ok().and_then(PdnResult::read);
            said.is_some_and(|(outcome, _)| outcome != PdnResult::Unknown)
        };
        let is_reply = || {
            let end = word.iter().position(|b| b"!?${(*".contains(b)).unwrap_or(length);
            due.half == Half::Second
                && word[0].is_ascii_alphanumeric()
                && !word[..end].contains(&b'.')
                && after_annotations(&next[end..]).is_some_and(|(_, then)| is_numbered(then, due.next()))
        };
        matches!(next.first(), Some(b'(' | b')')) || is_numbered(next, due) || is_result() || is_reply()
    }
}

/// Whether the text starts the first move of a new game: `1.`
fn starts_with_move_one(text: &[u8]) -> bool {
    text.strip_prefix(b"0").unwrap_or(text).starts_with(b"1.")
}
