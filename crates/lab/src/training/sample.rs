//! A position to learn from, and its record in a file.
//!
//! A record has 28 bytes: the squares of White's pieces, of Black's pieces and of the kings, as sets of eight bytes each; a
//! byte of flags (side to move, held out, explored); the result; and the score of the search. The positions of a game follow
//! each other.

use damiera_engine::Value;
use damiera_rules::{Piece, Position, Rank, Rules, Setup, Side, SquareSet};

/// How the game of a sample ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SampleResult {
    WhiteWins,
    Drawn,
    BlackWins,
}

impl SampleResult {
    pub(crate) const fn won_by(side: Side) -> Self {
        match side {
            Side::White => Self::WhiteWins,
            Side::Black => Self::BlackWins,
        }
    }

    /// White's share of the point.
    pub(crate) const fn points(self) -> f64 {
        match self {
            Self::WhiteWins => 1.0,
            Self::Drawn => 0.5,
            Self::BlackWins => 0.0,
        }
    }
}

/// A quiet position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TrainingSample<R> {
    pub(crate) position: Position<R>,
    pub(crate) result: SampleResult,
    /// The score that the search found, from White's point of view.
    pub(crate) value: Value,
    /// Whether it only measures the loss and is not learned from.
    pub(crate) held_out: bool,
    /// Whether a random move was played between this sample and the next, so that the rest of the game says nothing about
    /// this position.
    pub(crate) explored: bool,
}

impl<R: Rules> TrainingSample<R> {
    pub(crate) const BYTES: usize = 28;

    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        let of = |side| self.position.pieces(side);
        let kings = self.position.kings(Side::White) | self.position.kings(Side::Black);
        for set in [of(Side::White), of(Side::Black), kings] {
            bytes.extend(set.bits().to_le_bytes());
        }
        let black = self.position.turn() == Side::Black;
        bytes.push(u8::from(black) | u8::from(self.held_out) << 1 | u8::from(self.explored) << 2);
        bytes.push(match self.result {
            SampleResult::BlackWins => 0,
            SampleResult::Drawn => 1,
            SampleResult::WhiteWins => 2,
        });
        bytes.extend((self.value as i16).to_le_bytes());
    }

    /// Reads a record; none if it is not a valid position.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let word = |i: usize| Some(u64::from_le_bytes(bytes.get(8 * i..8 * i + 8)?.try_into().ok()?));
        let sets = [word(0)?, word(1)?].map(SquareSet::from_bits);
        let kings = SquareSet::from_bits(word(2)?);
        let &[flags, result, low, high] = bytes.get(24..28)? else { return None };
        let turn = if flags & 1 == 0 { Side::White } else { Side::Black };
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
            0 => SampleResult::BlackWins,
            1 => SampleResult::Drawn,
            2 => SampleResult::WhiteWins,
            _ => return None,
        };
        Some(Self {
            position: Setup { turn: Some(turn), pieces }.position().ok()?,
            result,
            value: Value::from(i16::from_le_bytes([low, high])),
            held_out: flags & 2 != 0,
            explored: flags & 4 != 0,
        })
    }

    /// Whether the next sample in the file belongs to another game: within a game no piece comes back.
    pub(crate) fn ends_before(&self, next: &Self) -> bool {
        next.position.occupied().len() > self.position.occupied().len() || next.held_out != self.held_out
    }
}
