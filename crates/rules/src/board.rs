//! The pieces as padded bitboards, and how a move changes them.

use std::marker::PhantomData;

use crate::geometry::{Dir, Geometry};
use crate::piece::Side;
use crate::rules::Rules;
use crate::square::Square;

/// The pieces on the board, without the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Board {
    /// Pieces of White and of Black, men and kings.
    pub(crate) sides: [u64; 2],
    /// Kings of both sides.
    pub(crate) kings: u64,
}

/// The side to move as a type, so that the directions of its men are compile-time constants.
pub(crate) trait Mover {
    const SIDE: Side;
    const FORWARD: [Dir; 2];
    type Reply: Mover;
}

/// White to move, up the board.
pub(crate) struct White;
/// Black to move, down the board.
pub(crate) struct Black;

impl Mover for White {
    const SIDE: Side = Side::White;
    const FORWARD: [Dir; 2] = [Dir::UpLeft, Dir::UpRight];
    type Reply = Black;
}

impl Mover for Black {
    const SIDE: Side = Side::Black;
    const FORWARD: [Dir; 2] = [Dir::DownLeft, Dir::DownRight];
    type Reply = White;
}

/// A move in padded bits, as the generator produces it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct BitMove {
    pub(crate) from: u64,
    pub(crate) to: u64,
    pub(crate) taken: u64,
    pub(crate) by_king: bool,
}

impl Board {
    #[inline(always)]
    pub(crate) const fn of(&self, side: Side) -> u64 {
        self.sides[side as usize]
    }

    #[inline(always)]
    pub(crate) const fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// The board after a move of `M`: captured pieces are removed, and a man that ends on the crown row is crowned.
    #[inline(always)]
    pub(crate) const fn after<R: Rules, M: Mover>(mut self, bit_move: BitMove) -> Self {
        let (us, them) = (M::SIDE as usize, 1 - M::SIDE as usize);
        // A capture can end on its first square, so clear `from` before setting `to`.
        self.sides[us] = self.sides[us] & !bit_move.from | bit_move.to;
        if bit_move.taken != 0 {
            self.sides[them] &= !bit_move.taken;
            self.kings &= !bit_move.taken;
        }
        if bit_move.by_king {
            self.kings = self.kings & !bit_move.from | bit_move.to;
        } else {
            self.kings |= bit_move.to & Lookup::<R>::crown_row(M::SIDE);
        }
        self
    }
}

/// Lookup tables computed at compile time from a rule set's geometry.
pub(crate) struct Lookup<R>(PhantomData<R>);

impl<R: Rules> Lookup<R> {
    pub(crate) const BOARD: u64 = R::GEOMETRY.board();

    const CROWN_ROWS: [u64; 2] = [R::GEOMETRY.row_bits(0), R::GEOMETRY.row_bits(R::GEOMETRY.rows() - 1)];

    /// The padded bit of each square, by index.
    const BITS: &'static [u64; Square::MAX as usize] = &bits(R::GEOMETRY);

    /// The square number of each padded bit.
    const NUMBERS: &'static [u8; 64] = &numbers(R::GEOMETRY);

    /// The squares from each padded bit to the edge, by direction.
    const RAYS: &'static [[u64; 64]; 4] = &rays(R::GEOMETRY);

    /// The row on which that side's men are crowned.
    #[inline(always)]
    pub(crate) const fn crown_row(side: Side) -> u64 {
        Self::CROWN_ROWS[side as usize]
    }

    #[inline(always)]
    pub(crate) const fn bit(square: Square) -> u64 {
        Self::BITS[square.index()]
    }

    /// The square of a single padded bit.
    #[inline(always)]
    pub(crate) const fn square(bit: u64) -> Square {
        Square::from_index(Self::NUMBERS[(bit.trailing_zeros() & 63) as usize] as usize - 1)
    }

    #[inline(always)]
    pub(crate) const fn step(bits: u64, dir: Dir) -> u64 {
        R::GEOMETRY.step(bits, dir)
    }

    #[inline(always)]
    pub(crate) const fn ray(bit: u64, dir: Dir) -> u64 {
        Self::RAYS[dir as usize][(bit.trailing_zeros() & 63) as usize]
    }
}

const fn bits(geometry: Geometry) -> [u64; Square::MAX as usize] {
    let mut table = [0; Square::MAX as usize];
    let mut index = 0;
    while index < geometry.squares() as usize {
        table[index] = geometry.bit(Square::from_index(index));
        index += 1;
    }
    table
}

const fn numbers(geometry: Geometry) -> [u8; 64] {
    let mut table = [1; 64]; // padding bits are never looked up, so their value does not matter
    let mut index = 0;
    while index < geometry.squares() as usize {
        let square = Square::from_index(index);
        table[geometry.bit(square).trailing_zeros() as usize] = square.number();
        index += 1;
    }
    table
}

const fn rays(geometry: Geometry) -> [[u64; 64]; 4] {
    let mut table = [[0; 64]; 4];
    let mut dir = 0;
    while dir < 4 {
        let mut bit = 0;
        while bit < 64 {
            let mut at = geometry.step(1 << bit & geometry.board(), Dir::ALL[dir]) & geometry.board();
            while at != 0 {
                table[dir][bit] |= at;
                at = geometry.step(at, Dir::ALL[dir]) & geometry.board();
            }
            bit += 1;
        }
        dir += 1;
    }
    table
}

/// Visits each set bit of a word, lowest first.
#[inline(always)]
pub(crate) fn each_bit(mut bits: u64, mut visit: impl FnMut(u64)) {
    while bits != 0 {
        let bit = bits & bits.wrapping_neg();
        bits ^= bit;
        visit(bit);
    }
}
