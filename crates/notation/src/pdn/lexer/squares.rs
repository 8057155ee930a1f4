//! Move numbers, moves and results: whatever begins with a figure or a column's letter.

use std::io::Read;

use damiera_rules::{ResultForm, SquareName};
use smallvec::SmallVec;

use super::{Lexer, Token};
use crate::marks::Mark;
use crate::pdn::game::Half;
use crate::pdn::movetext::{MoveSeparator, MoveText, Origin};
use crate::pdn::problem::PdnProblemKind;
use crate::pdn::result::PdnResult;

/// The maximum number of squares in the notation of one capture.
const LONGEST_PATH: usize = 64;

/// The separator between two squares.
#[derive(Clone, Copy)]
struct SeparatorText {
    separator: MoveSeparator,
    /// Its length in bytes, including spaces.
    length: usize,
    spaced: bool,
    odd: Option<char>,
}

impl<R: Read> Lexer<R> {
    /// A token that starts with a digit.
    #[inline]
    pub(super) fn figure(&mut self) -> Option<Token> {
        let rest = self.buffer.rest();
        let (number, digits) = figures(rest);
        match rest.get(digits) {
            Some(b'.') => return self.move_number(number, digits),
            Some(b'/') if number == 1 && rest[digits..].starts_with(b"/2") => return self.half(),
            _ => {}
        }
        // The common case first: two numbers with a hyphen or cross, and then a space.
        if let (Some(&sign @ (b'-' | b'x')), Some(b'0'..=b'9')) = (rest.get(digits), rest.get(digits + 1)) {
            let (second, more) = figures(&rest[digits + 1..]);
            let length = digits + 1 + more;
            let ends = rest.get(length).is_none_or(u8::is_ascii_whitespace);
            let spaced =
                ends && rest.get(length + 1).is_some_and(|b| !matches!(b, b'0'..=b'9' | b'a'..=b'j'));
            if ends && !spaced && number <= 99 && second <= 99 {
                let separator = if sign == b'-' { MoveSeparator::Hyphen } else { MoveSeparator::Cross };
                self.take(length);
                return Some(two_numbers(number as u16, separator, second as u16));
            }
        }
        let place = SquareName::Number(u16::try_from(number).unwrap_or(u16::MAX));
        self.path(Origin::Square(place), digits, None)
    }

    /// A token that starts with the letter of a column.
    pub(super) fn letter(&mut self) -> Option<Token> {
        let rest = self.buffer.rest();
        if rest.len() >= 4 && rest[..4].eq_ignore_ascii_case(b"a.l.") {
            self.take(4);
            return Some(Token::Mark(Mark::AdLibitum));
        }
        if let Some((place, length)) = square(rest) {
            return self.path(Origin::Square(place), length, None);
        }
        let column = rest[0].to_ascii_lowercase() - b'a';
        // The short form: the column of the first square, directly followed by the last square.
        if square(&rest[1..]).is_some_and(|(place, _)| matches!(place, SquareName::Algebraic { .. })) {
            let none = SeparatorText { separator: MoveSeparator::None, length: 0, spaced: false, odd: None };
            return self.path(Origin::Column(column), 1, Some(none));
        }
        let joined = between(&rest[1..]).filter(|b| {
            !b.spaced
                && square(&rest[1 + b.length..])
                    .is_some_and(|(p, _)| matches!(p, SquareName::Algebraic { .. }))
        });
        match joined {
            Some(joined) => self.path(Origin::Column(column), 1, Some(joined)),
            None => self.word(),
        }
    }

    /// `12.` and `12...`
    #[inline]
    fn move_number(&mut self, number: u32, digits: usize) -> Option<Token> {
        let dots = self.buffer.rest()[digits..].iter().take(8).take_while(|&&b| b == b'.').count();
        self.take(digits + dots);
        Some(Token::Number(number, if dots >= 2 { Half::Second } else { Half::First }))
    }

    /// `1/2-1/2`, or a half alone.
    fn half(&mut self) -> Option<Token> {
        let rest = self.buffer.rest();
        let spaces = |from: usize| rest[from..].iter().take(8).take_while(|&&b| b == b' ').count();
        let stroke = 3 + spaces(3);
        let second = stroke + 1 + rest.get(stroke + 1..).map_or(0, |_| spaces(stroke + 1));
        let both = matches!(rest.get(stroke), Some(b'-' | b':'))
            && rest.get(second..).is_some_and(|rest| rest.starts_with(b"1/2"));
        self.take(if both { second + 3 } else { 3 });
        Some(Token::Result(PdnResult::Draw, Some(ResultForm::OneForAWin)))
    }

    /// The rest of a move after its first square; `joined` is the separator, if it has been read.
    fn path(&mut self, from: Origin, first: usize, mut joined: Option<SeparatorText>) -> Option<Token> {
        let rest = self.buffer.rest();
        let mut at = first;
        let mut squares = SmallVec::<[SquareName; 8]>::new();
        let (mut separator, mut quirks) = (MoveSeparator::None, SmallVec::<[PdnProblemKind; 2]>::new());
        while let Some(between) = joined.take().or_else(|| between(&rest[at..])) {
            let Some((place, length)) = square(&rest[at + between.length..]) else { break };
            // Only algebraic squares may be written without a separator.
            let before = squares.last().map_or(from, |&place| Origin::Square(place));
            let numbered = |place| matches!(place, SquareName::Number(_));
            let bare = between.separator == MoveSeparator::None;
            if bare && (numbered(place) || matches!(before, Origin::Square(place) if numbered(place))) {
                break;
            }
            // After two squares, a hyphen preceded by a space belongs to what follows.
            if !squares.is_empty() && between.spaced && between.separator == MoveSeparator::Hyphen {
                break;
            }
            if squares.len() == LONGEST_PATH {
                return self.word();
            }
            if separator == MoveSeparator::None || between.separator == MoveSeparator::Cross {
                separator = between.separator;
            }
            quirks.extend(between.odd.map(PdnProblemKind::OddSeparator));
            if between.spaced && !quirks.contains(&PdnProblemKind::SpaceInMove) {
                quirks.push(PdnProblemKind::SpaceInMove);
            }
            squares.push(place);
            at += between.length + length;
        }
        let Some((&to, middle)) = squares.split_last() else { return self.one_square(from, first) };
        if rest.get(at).is_some_and(u8::is_ascii_alphanumeric) && !is_crown_letter(&rest[at..]) {
            return self.word(); // it is directly followed by other text, so it may not be a move
        }
        if let (Origin::Square(SquareName::Number(one)), [], SquareName::Number(two)) = (from, middle, to)
            && let Some((outcome, form)) = PdnResult::of_figures(one, two)
        {
            self.take(at);
            return Some(Token::Result(outcome, form));
        }
        let text = MoveText::via(from, middle, separator, to);
        for quirk in quirks {
            self.note(quirk);
        }
        self.take_text(at);
        Some(Token::Move(text))
    }

    /// A square with no separator: two joined numbers, a move number without its dot, or unknown text.
    fn one_square(&mut self, from: Origin, length: usize) -> Option<Token> {
        let rest = self.buffer.rest();
        let ends = rest.get(length).is_none_or(|b| !b.is_ascii_alphanumeric());
        let Origin::Square(SquareName::Number(number)) = from else { return self.word() };
        if !ends {
            return self.word();
        }
        let (one, two) = (number / 100, number % 100);
        if length == 4 && one != 0 && two != 0 && PdnResult::of_figures(one, two).is_none() {
            let digits = String::from_utf8_lossy(&rest[..length]).into_owned();
            self.note(PdnProblemKind::NoSeparator(digits));
            self.take(length);
            let text = MoveText::new(SquareName::Number(one), MoveSeparator::Hyphen, SquareName::Number(two));
            return Some(Token::Move(text));
        }
        let spaced = rest.get(length).is_none_or(u8::is_ascii_whitespace);
        if !spaced || length > 3 || number == 0 {
            return self.word();
        }
        self.note(PdnProblemKind::NumberWithoutDot(number.into()));
        self.take(length);
        Some(Token::Number(number.into(), Half::First))
    }
}

fn two_numbers(one: u16, separator: MoveSeparator, two: u16) -> Token {
    if one <= 2
        && two <= 2
        && let Some((outcome, form)) = PdnResult::of_figures(one, two)
    {
        return Token::Result(outcome, form);
    }
    Token::Move(MoveText::new(SquareName::Number(one), separator, SquareName::Number(two)))
}

/// Whether a move is directly followed by the letter for a king and nothing else.
fn is_crown_letter(rest: &[u8]) -> bool {
    matches!(rest[0], b'K' | b'k' | b'D') && rest.get(1).is_none_or(|b| !b.is_ascii_alphanumeric())
}

/// A number and its number of digits.
#[inline]
pub(super) fn figures(rest: &[u8]) -> (u32, usize) {
    let (mut number, mut length) = (0u32, 0);
    while let Some(&digit @ b'0'..=b'9') = rest.get(length) {
        number = number.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
        length += 1;
        if length == 16 {
            break;
        }
    }
    (number, length)
}

/// A square in numeric or algebraic notation, and its length in bytes.
fn square(rest: &[u8]) -> Option<(SquareName, usize)> {
    match rest.first()? {
        b'0'..=b'9' => {
            let (number, length) = figures(rest);
            (length <= 3).then_some((SquareName::Number(number as u16), length))
        }
        letter @ (b'a'..=b'j' | b'A'..=b'J') => {
            let column = letter.to_ascii_lowercase() - b'a';
            match (rest.get(1)?, rest.get(2)) {
                (b'1', Some(b'0')) => Some((SquareName::Algebraic { column, rank: 10 }, 3)),
                (rank @ b'1'..=b'9', _) => Some((SquareName::Algebraic { column, rank: rank - b'0' }, 2)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The separator of two squares, if there is one; algebraic squares need none.
fn between(rest: &[u8]) -> Option<SeparatorText> {
    let spaces = |from: usize| rest[from..].iter().take(8).take_while(|b| matches!(b, b' ' | b'\t')).count();
    let before = spaces(0);
    let (separator, width, odd) = match rest.get(before)? {
        b'-' => (MoveSeparator::Hyphen, 1, None),
        b'x' | b':' => (MoveSeparator::Cross, 1, None),
        b'X' => (MoveSeparator::Cross, 1, Some('X')),
        b'*' if before == 0 => (MoveSeparator::Cross, 1, Some('*')),
        b'_' => (MoveSeparator::Hyphen, 1, Some('_')),
        b'~' => (MoveSeparator::Hyphen, 1, Some('~')),
        b'a'..=b'j' if before == 0 && rest.get(1).is_some_and(u8::is_ascii_digit) => {
            return Some(SeparatorText {
                separator: MoveSeparator::None,
                length: 0,
                spaced: false,
                odd: None,
            });
        }
        _ => match &rest[before..] {
            [0xc3, 0x97, ..] => (MoveSeparator::Cross, 2, Some('×')),
            [0xe2, 0x80, 0x93, ..] => (MoveSeparator::Hyphen, 3, Some('–')),
            [0xe2, 0x80, 0x94, ..] => (MoveSeparator::Hyphen, 3, Some('—')),
            [0xe2, 0x88, 0x92, ..] => (MoveSeparator::Hyphen, 3, Some('−')),
            [0xd7, ..] => (MoveSeparator::Cross, 1, Some('×')),
            [0x96, ..] => (MoveSeparator::Hyphen, 1, Some('–')),
            _ => return None,
        },
    };
    let after = spaces(before + width);
    // A star followed by a space is a mark, not a cross.
    if odd == Some('*') && after > 0 {
        return None;
    }
    Some(SeparatorText { separator, length: before + width + after, spaced: before + after > 0, odd })
}
