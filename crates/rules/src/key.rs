//! Zobrist hashing: 64-bit keys of positions, updated incrementally.
//!
//! Each kind of piece on each square has a pseudo-random number; the key of a position is the exclusive or of
//! the numbers of its pieces. Equal positions have equal keys; different positions almost certainly differ.

use crate::board::Lookup;
use crate::move_list::Move;
use crate::piece::{Piece, Rank, Side};
use crate::position::Position;
use crate::rules::Rules;
use crate::square::Square;

const NUMBERS: [[u64; Square::MAX as usize]; 4] = numbers();
const BLACK_TO_MOVE: u64 = split_mix(4 * Square::MAX as u64);

const fn numbers() -> [[u64; Square::MAX as usize]; 4] {
    let mut table = [[0; Square::MAX as usize]; 4];
    let mut i = 0;
    while i < 4 * Square::MAX as usize {
        table[i / Square::MAX as usize][i % Square::MAX as usize] = split_mix(i as u64);
        i += 1;
    }
    table
}

/// Number `i` of the SplitMix64 sequence.
const fn split_mix(i: u64) -> u64 {
    let mut z = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

const fn number(piece: Piece, square: Square) -> u64 {
    NUMBERS[2 * (piece.side as usize) + piece.rank as usize][square.index()]
}

impl<R: Rules> Position<R> {
    /// The key, computed from every piece.
    #[must_use]
    pub fn key(&self) -> u64 {
        let mut key = if self.turn() == Side::Black { BLACK_TO_MOVE } else { 0 };
        for side in Side::BOTH {
            for (rank, squares) in [(Rank::Man, self.men(side)), (Rank::King, self.kings(side))] {
                for square in squares.iter() {
                    key ^= number(Piece { side, rank }, square);
                }
            }
        }
        key
    }

    /// The key after a legal move, computed from the key before it.
    #[must_use]
    #[inline]
    pub fn key_after(&self, key: u64, m: &Move) -> u64 {
        let side = self.turn();
        let rank = self.rank_on(m.from);
        let then = if m.promotes { Rank::King } else { rank };
        let mut key = key ^ BLACK_TO_MOVE;
        key ^= number(Piece { side, rank }, m.from) ^ number(Piece { side, rank: then }, m.to);
        for square in m.captured.iter() {
            key ^= number(Piece { side: !side, rank: self.rank_on(square) }, square);
        }
        key
    }

    /// The rank of the piece on a square that is known to be occupied.
    #[inline]
    const fn rank_on(&self, square: Square) -> Rank {
        if self.board().kings & Lookup::<R>::bit(square) == 0 { Rank::Man } else { Rank::King }
    }
}
