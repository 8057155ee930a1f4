//! The plain part of plain files: numbers, moves from square to square, and white space.
//!
//! Most of a real file consists of these. They are read without creating tokens. Anything else is left to the ordinary
//! path, which alone reports problems.

use std::io::Read;

use damiera_rules::SquareName;

use super::{Lexer, column};
use crate::pdn::game::{Half, MoveNumber, PdnItem};
use crate::pdn::movetext::{MoveSeparator, MoveText};
use crate::pdn::problem::SourceLocation;

/// The length of the longest plain move plus the lookahead it needs.
const REACH: usize = 16;

impl<R: Read> Lexer<R> {
    /// Takes plain moves as long as their numbers are those due; gives the number due after them.
    pub(in crate::pdn) fn plain(
        &mut self,
        mut due: MoveNumber,
        items: &mut Vec<PdnItem>,
        locations: &mut Vec<SourceLocation>,
    ) -> MoveNumber {
        self.leave();
        let bytes = self.buffer.rest();
        let end = bytes.len().saturating_sub(REACH);
        let (mut i, mut line) = (0, self.line);
        // The column of byte i is i + margin, with wrapping arithmetic.
        let mut margin = self.behind;
        while i < end {
            match bytes[i] {
                b' ' | b'\r' | b'\t' => i += 1,
                b'\n' => {
                    i += 1;
                    line += 1;
                    margin = 0usize.wrapping_sub(i);
                }
                b'0'..=b'9' => {
                    let (one, at) = number(bytes, i);
                    let separator = match bytes[at] {
                        b'.' if u32::from(one) == due.number && due.half == Half::First => {
                            if bytes[at + 1] == b'.' {
                                break;
                            }
                            i = at + 1;
                            continue;
                        }
                        b'-' => MoveSeparator::Hyphen,
                        b'x' => MoveSeparator::Cross,
                        _ => break,
                    };
                    let (two, after) = number(bytes, at + 1);
                    let might_be_result = one <= 2 && two <= 2;
                    if after == at + 1 || might_be_result || !ends(&bytes[after..after + 3]) {
                        break;
                    }
                    let location = SourceLocation { line, column: column(margin.wrapping_add(i)) };
                    items.push(PdnItem::Move(MoveText::new(
                        SquareName::Number(one),
                        separator,
                        SquareName::Number(two),
                    )));
                    locations.push(location);
                    due = due.next();
                    i = after;
                }
                b'a'..=b'h' => {
                    let Some(text) =
                        lettered(&bytes[i..i + 5]).filter(|_| ends_letters(&bytes[i + 5..i + 7]))
                    else {
                        break;
                    };
                    locations.push(SourceLocation { line, column: column(margin.wrapping_add(i)) });
                    items.push(PdnItem::Move(text));
                    due = due.next();
                    i += 5;
                }
                _ => break,
            }
        }
        self.after_move = false;
        self.line = line;
        self.behind = margin.wrapping_add(i);
        self.buffer.advance(i);
        due
    }
}

/// A number of one or two digits and where it ends; a number with more digits is left to the ordinary path.
#[inline(always)]
fn number(bytes: &[u8], at: usize) -> (u16, usize) {
    let digit = |at: usize| bytes[at].wrapping_sub(b'0');
    let (first, second) = (digit(at), digit(at + 1));
    match (first < 10, second < 10) {
        (false, _) => (0, at),
        (true, false) => (u16::from(first), at + 1),
        (true, true) => (u16::from(first) * 10 + u16::from(second), at + 2),
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
#[inline(always)]
fn ends(next: &[u8]) -> bool {
    matches!(
        next,
        [b'\n' | b'\r', ..] | [b' ', b'0'..=b'9' | b'\n' | b'\r', ..] | [b' ', b' ', b'0'..=b'9', ..]
    )
}
