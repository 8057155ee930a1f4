//! The plain part of plain files: numbers, moves from square to square, and white space.
//!
//! Most of a real file consists of these. They are read without creating tokens. Anything else is left to the ordinary
//! path, which alone reports problems.

use std::io::Read;

use damiera_rules::SquareName;
use smallvec::SmallVec;

use super::Lexer;
use crate::pdn::game::{Half, MoveNumber, PdnItem};
use crate::pdn::movetext::{MoveSeparator, MoveText};
use crate::pdn::problem::SourceLocation;

/// The bytes that the longest plain move and what ends it may take.
const REACH: usize = 16;

/// On a longer line, columns may not fit 32 bits.
const LONGEST_LINE: usize = 1 << 31;

impl<R: Read> Lexer<R> {
    /// Takes plain moves as long as their numbers are those due; gives the number due after them.
    pub(in crate::pdn) fn plain(
        &mut self,
        due: MoveNumber,
        items: &mut Vec<PdnItem>,
        locations: &mut Vec<SourceLocation>,
    ) -> MoveNumber {
        if self.behind > LONGEST_LINE {
            return due;
        }
        self.leave();
        let bytes = self.buffer.rest();
        let (mut i, mut line) = (0, self.line);
        // The column of byte i is i + margin, with wrapping arithmetic.
        let mut margin = self.behind;
        let mut half_moves = half_moves_of(due);
        while let Some(window) = bytes.get(i..).and_then(<[u8]>::first_chunk) {
            let location = SourceLocation { line, column: margin.wrapping_add(i + 1) as u32 };
            match PlainToken::read(window) {
                PlainToken::Move { from, separator, to, length } => {
                    self.plain_moves.push(PlainMove { from, separator, to, location });
                    half_moves += 1;
                    i += length;
                }
                PlainToken::Number { number, length } if 2 * u64::from(number) == half_moves => i += length,
                PlainToken::Space => i += 1,
                PlainToken::LineBreak => {
                    i += 1;
                    line += 1;
                    margin = 0usize.wrapping_sub(i);
                }
                PlainToken::Longer => {
                    let Some((text, length)) = longer(&bytes[i..]) else { break };
                    store(&mut self.plain_moves, items, locations);
                    items.push(PdnItem::Move(text));
                    locations.push(location);
                    half_moves += 1;
                    i += length;
                }
                PlainToken::Number { .. } | PlainToken::Other => break,
            }
        }
        store(&mut self.plain_moves, items, locations);
        if i > 0 {
            self.after_move = bytes[i - 1].is_ascii_digit(); // a move without a space after it
        }
        self.line = line;
        self.behind = margin.wrapping_add(i);
        self.buffer.advance(i);
        number_after(half_moves)
    }
}

/// A move between two numbered squares, in a form that is quickly stored.
pub(super) struct PlainMove {
    from: u16,
    separator: MoveSeparator,
    to: u16,
    location: SourceLocation,
}

/// Moves the moves to a line. Many at a time: a single item would be put together elsewhere and copied.
fn store(moves: &mut Vec<PlainMove>, items: &mut Vec<PdnItem>, locations: &mut Vec<SourceLocation>) {
    items.extend(moves.iter().map(|&PlainMove { from, separator, to, .. }| {
        PdnItem::Move(MoveText::new(SquareName::Number(from), separator, SquareName::Number(to)))
    }));
    locations.extend(moves.iter().map(|m| m.location));
    moves.clear();
}

/// Half-moves before this one, if every number has two; the number of the move is half of it.
fn half_moves_of(due: MoveNumber) -> u64 {
    2 * u64::from(due.number) + u64::from(due.half == Half::Second)
}

fn number_after(half_moves: u64) -> MoveNumber {
    let half = if half_moves.is_multiple_of(2) { Half::First } else { Half::Second };
    MoveNumber { number: u32::try_from(half_moves / 2).unwrap_or(u32::MAX), half }
}

/// What the next bytes are, if that is certain without reading further. Lengths include one space that follows.
enum PlainToken {
    Move {
        from: u16,
        separator: MoveSeparator,
        to: u16,
        length: usize,
    },
    Number {
        number: u16,
        length: usize,
    },
    Space,
    LineBreak,
    /// A capture that may have more than two squares, or a move that starts with the letter of a column.
    Longer,
    Other,
}

impl PlainToken {
    #[inline(always)]
    fn read(window: &[u8; REACH]) -> Self {
        match window[0] {
            b'0'..=b'9' if window[1].is_ascii_digit() => Self::after_figure::<2>(window),
            b'0'..=b'9' => Self::after_figure::<1>(window),
            b' ' | b'\r' | b'\t' => Self::Space,
            b'\n' => Self::LineBreak,
            b'a'..=b'h' => Self::Longer,
            _ => Self::Other,
        }
    }

    /// A token that starts with a number of so many digits. The number of digits is a constant, so that every place is one.
    #[inline(always)]
    fn after_figure<const DIGITS: usize>(window: &[u8; REACH]) -> Self {
        match window[DIGITS] {
            b'-' | b'x' if !window[DIGITS + 1].is_ascii_digit() => Self::Other,
            b'-' | b'x' if window[DIGITS + 2].is_ascii_digit() => Self::whole_move::<DIGITS, 2>(window),
            b'-' | b'x' => Self::whole_move::<DIGITS, 1>(window),
            b'.' => match window[DIGITS + 1] {
                b'.' => Self::Other,
                next => Self::Number {
                    number: figure::<DIGITS>(window, 0),
                    length: DIGITS + 1 + usize::from(next == b' '),
                },
            },
            _ => Self::Other,
        }
    }

    #[inline(always)]
    fn whole_move<const FROM: usize, const TO: usize>(window: &[u8; REACH]) -> Self {
        let (from, to) = (figure::<FROM>(window, 0), figure::<TO>(window, FROM + 1));
        let separator = if window[FROM] == b'x' { MoveSeparator::Cross } else { MoveSeparator::Hyphen };
        let might_be_result = FROM == 1 && TO == 1 && from <= 2 && to <= 2;
        let end = FROM + 1 + TO;
        if might_be_result {
            Self::Other
        } else if window[end] == b' ' && window[end + 1].is_ascii_digit() {
            Self::Move { from, separator, to, length: end + 1 }
        } else if ends(&window[end..end + 3]) {
            Self::Move { from, separator, to, length: end }
        } else if window[end] == b'x' && separator == MoveSeparator::Cross {
            Self::Longer
        } else {
            Self::Other
        }
    }
}

/// The number of so many digits at a place.
#[inline(always)]
fn figure<const DIGITS: usize>(window: &[u8; REACH], at: usize) -> u16 {
    let digit = |at: usize| u32::from(window[at]);
    let zero = u32::from(b'0');
    let number = if DIGITS == 1 { digit(at) - zero } else { digit(at) * 10 + digit(at + 1) - 11 * zero };
    number as u16
}

/// A move in algebraic notation or a capture with more than two squares, and its length.
#[inline(never)]
fn longer(bytes: &[u8]) -> Option<(MoveText, usize)> {
    match bytes.get(5..7) {
        Some(end) if bytes[0].is_ascii_lowercase() => {
            lettered(&bytes[..5]).filter(|_| ends_letters(end)).map(|text| (text, 5))
        }
        _ => long_capture(bytes),
    }
}

/// A capture with the squares between, such as `23x14x7`, and its length.
fn long_capture(bytes: &[u8]) -> Option<(MoveText, usize)> {
    let mut squares = SmallVec::<[SquareName; 8]>::new();
    let mut at = 0;
    loop {
        let digits = bytes.iter().skip(at).take(3).take_while(|byte| byte.is_ascii_digit()).count();
        let number = match *bytes.get(at..at + digits)? {
            [ones] => u16::from(ones & 0xF),
            [tens, ones] => u16::from(tens & 0xF) * 10 + u16::from(ones & 0xF),
            _ => return None,
        };
        squares.push(SquareName::Number(number));
        at += digits;
        match bytes.get(at..at + 3)? {
            [b'x', ..] if squares.len() < squares.inline_size() => at += 1,
            end => return MoveText::by(&squares, MoveSeparator::Cross).filter(|_| ends(end)).zip(Some(at)),
        }
    }
}

/// A move in algebraic notation, such as `c3-d4`.
#[inline(always)]
fn lettered(bytes: &[u8]) -> Option<MoveText> {
    let &[from @ b'a'..=b'h', from_rank @ b'1'..=b'8', separator, to @ b'a'..=b'h', to_rank @ b'1'..=b'8'] =
        bytes
    else {
        return None;
    };
    let separator = match separator {
        b'-' => MoveSeparator::Hyphen,
        b'x' => MoveSeparator::Cross,
        _ => return None,
    };
    let place = |column: u8, rank: u8| SquareName::Algebraic { column: column - b'a', rank: rank - b'0' };
    Some(MoveText::new(place(from, from_rank), separator, place(to, to_rank)))
}

/// Whether an algebraic move certainly ends here: at the end of the line, or at a space before a move or number.
#[inline(always)]
fn ends_letters(next: &[u8]) -> bool {
    matches!(next, [b'\n' | b'\r', _] | [b' ', b'0'..=b'9' | b'a'..=b'h' | b'\n' | b'\r'])
}

/// Whether a move certainly ends here: at the end of the line, or at spaces before a digit.
fn ends(next: &[u8]) -> bool {
    matches!(
        next,
        [b'\n' | b'\r', ..] | [b' ', b'0'..=b'9' | b'\n' | b'\r', ..] | [b' ', b' ', b'0'..=b'9', ..]
    )
}
