//! A position to learn from, and files of them.
//!
//! A record is 28 bytes: the pieces of White, of Black, and the kings, as sets of squares; the side to move
//! with the held-out mark and the stray mark; the result; the value a search found. The positions of a game
//! follow each other.

use damiera_rules::{Piece, Position, Rank, Rules, Setup, Side, SquareSet};

use crate::value::Value;

/// How a game ended, for White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// White won.
    WhiteWins,
    /// Nobody won.
    Drawn,
    /// Black won.
    BlackWins,
}

impl GameResult {
    /// A win of that side.
    #[must_use]
    pub const fn won_by(side: Side) -> Self {
        match side {
            Side::White => Self::WhiteWins,
            Side::Black => Self::BlackWins,
        }
    }

    /// White's share of the point.
    #[must_use]
    pub const fn points(self) -> f64 {
        match self {
            Self::WhiteWins => 1.0,
            Self::Drawn => 0.5,
            Self::BlackWins => 0.0,
        }
    }
}

/// A quiet position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sample<R> {
    pub(crate) position: Position<R>,
    pub(crate) result: GameResult,
    /// What a search found, for White.
    pub(crate) value: Value,
    /// Whether it is kept to check by, not to learn from.
    pub(crate) held_out: bool,
    /// Whether chance chose a move between it and the next one: what came later says nothing of it.
    pub(crate) strayed: bool,
}

impl<R: Rules> Sample<R> {
    pub(crate) const BYTES: usize = 28;

    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        let of = |side| self.position.pieces(side);
        let kings = self.position.kings(Side::White) | self.position.kings(Side::Black);
        for set in [of(Side::White), of(Side::Black), kings] {
            bytes.extend(set.bits().to_le_bytes());
        }
        let black = self.position.turn() == Side::Black;
        bytes.push(u8::from(black) | u8::from(self.held_out) << 1 | u8::from(self.strayed) << 2);
        bytes.push(match self.result {
            GameResult::BlackWins => 0,
            GameResult::Drawn => 1,
            GameResult::WhiteWins => 2,
        });
        bytes.extend((self.value as i16).to_le_bytes());
    }

    /// Reads a record; none if it does not make a position.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let word = |i: usize| Some(u64::from_le_bytes(bytes.get(8 * i..8 * i + 8)?.try_into().ok()?));
        let sets = [word(0)?, word(1)?].map(SquareSet::from_bits);
        let kings = SquareSet::from_bits(word(2)?);
        let &[marks, result, low, high] = bytes.get(24..28)? else { return None };
        let turn = if marks & 1 == 0 { Side::White } else { Side::Black };
        let pieces = Side::BOTH
            .into_iter()
            .flat_map(|side| {
                sets[side as usize].iter().map(move |square| {
                    let rank = if kings.contains(square) { Rank::King } else { Rank::Man };
                    (square.into(), Piece { side, rank })
                })
            })
            .collect();
        let result = match result {
            0 => GameResult::BlackWins,
            1 => GameResult::Drawn,
            2 => GameResult::WhiteWins,
            _ => return None,
        };
        Some(Self {
            position: Setup { turn: Some(turn), pieces }.position().ok()?,
            result,
            value: Value::from(i16::from_le_bytes([low, high])),
            held_out: marks & 2 != 0,
            strayed: marks & 4 != 0,
        })
    }

    /// Whether the other position, the next in a file, belongs to another game: pieces do not come back.
    pub(crate) fn ends_before(&self, next: &Self) -> bool {
        next.position.occupied().len() > self.position.occupied().len() || next.held_out != self.held_out
    }
}
