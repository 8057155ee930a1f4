//! Patterns: small sets of squares whose contents index a table of weights.
//!
//! Each square of a pattern is empty or holds one of a few kinds of pieces: a digit. The digits of a pattern form a number, its
//! *index* into the weights. An index is a sum over squares, and so over rows: for each row and each occupancy of it, one
//! precomputed vector holds what it adds to the indices of all patterns, from both sides' points of view.

use std::marker::PhantomData;

use damiera_rules::{Position, Rules, Side};

/// Vector elements for one point of view: the patterns, and the counts below.
pub(crate) const VIEW: usize = 16;
/// The element with the number of the side's men.
pub(crate) const MEN: usize = VIEW - 1;
/// The element with the men on the left wing minus those on the right, in two's complement.
pub(crate) const WING: usize = VIEW - 2;
/// The element with the number of rows that all men together have to go until they are crowned.
pub(crate) const WAY: usize = VIEW - 3;

/// The index of every pattern, from White's point of view and then from Black's.
pub(crate) type PatternIndices = [u16; 2 * VIEW];

/// The number of rows of the largest board, and of occupancies of a row by pieces of one kind.
const ROWS: usize = 10;
const OCCUPANCIES: usize = 32;

/// What each occupancy of each row adds to the indices. Each vector is one cache line.
#[repr(align(64))]
struct RowIndices([[PatternIndices; OCCUPANCIES]; ROWS]);

/// A set of patterns: the squares of each as bits.
#[derive(Clone, Copy)]
pub(crate) struct PatternSet {
    pub(crate) squares: [u64; VIEW],
    pub(crate) count: usize,
    /// The number of values of a digit: empty, and each kind of piece.
    base: u16,
}

impl PatternSet {
    const fn new(base: u16) -> Self {
        Self { squares: [0; VIEW], count: 0, base }
    }

    const fn add(&mut self, squares: u64) {
        assert!(self.count < WAY, "too many patterns for one vector");
        self.squares[self.count] = squares;
        self.count += 1;
    }

    /// The offset of each pattern's weights in a table of all patterns.
    pub(crate) const fn offsets(&self) -> [usize; VIEW] {
        let (mut first, mut pattern) = ([0; VIEW], 0);
        while pattern < self.count {
            first[pattern] = self.size_before(pattern);
            pattern += 1;
        }
        first
    }

    /// The number of weights of all patterns.
    pub(crate) const fn size(&self) -> usize {
        self.size_before(self.count)
    }

    const fn size_before(&self, pattern: usize) -> usize {
        let (mut size, mut i) = (0, 0);
        while i < pattern {
            size += (self.base as usize).pow(self.squares[i].count_ones());
            i += 1;
        }
        size
    }

    /// What some pieces add to the indices. Digits and squares are given from White's point of view and then from Black's.
    const fn sum(&self, digits: [u16; 2], squares: [u64; 2]) -> PatternIndices {
        let mut indices = [0; 2 * VIEW];
        let mut pattern = 0;
        while pattern < self.count {
            indices[pattern] = digits[0] * self.index_of(pattern, squares[0]);
            indices[VIEW + pattern] = digits[1] * self.index_of(pattern, squares[1]);
            pattern += 1;
        }
        indices
    }

    /// The number with digit 1 for each square of the pattern that is in `squares`, and 0 for the others.
    const fn index_of(&self, pattern: usize, squares: u64) -> u16 {
        let (mut left, mut power, mut index) = (self.squares[pattern], 1, 0);
        while left != 0 {
            if squares >> left.trailing_zeros() & 1 == 1 {
                index += power;
            }
            left &= left - 1;
            power *= self.base;
        }
        index
    }
}

/// The patterns of one game's board.
pub(crate) struct BoardPatterns<R>(PhantomData<R>);

impl<R: Rules> BoardPatterns<R> {
    const HALF: u32 = R::GEOMETRY.rows() as u32 / 2;

    /// Patterns of men, in the half of the board next to White's base; Black's point of view covers the other half.
    pub(crate) const PATTERNS: PatternSet = {
        let mut patterns = PatternSet::new(3);
        Self::add_tall(&mut patterns);
        Self::add_wide(&mut patterns);
        patterns.add(Self::LEFT_EDGE);
        patterns.add(Self::RIGHT_EDGE);
        patterns
    };

    /// Patterns of men and kings, two rows by two squares each. Not used with flying kings, which act over longer distances.
    pub(crate) const QUADS: PatternSet = {
        let mut patterns = PatternSet::new(5);
        if matches!(R::KING, damiera_rules::KingRange::Short) {
            Self::add_quads(&mut patterns);
        }
        patterns
    };

    const WHITE_MEN: &'static RowIndices = &Self::rows_of_men(Side::White);
    const BLACK_MEN: &'static RowIndices = &Self::rows_of_men(Side::Black);
    /// For White's men and kings, then Black's.
    const QUADS_OF: [[&'static RowIndices; 2]; 2] = [
        [&Self::rows(&Self::QUADS, [1, 2]), &Self::rows(&Self::QUADS, [3, 4])],
        [&Self::rows(&Self::QUADS, [2, 1]), &Self::rows(&Self::QUADS, [4, 3])],
    ];

    /// Four rows by two squares, at every second row from the base to the middle.
    const fn add_tall(patterns: &mut PatternSet) {
        let (rows, half) = (Self::HALF * 2, Self::HALF);
        let shape = 3 | 3 << half | 3 << (2 * half) | 3 << (3 * half);
        let mut row = rows - 4;
        while row + 4 >= rows - row {
            Self::add_along(patterns, shape, row, 4);
            row -= if 2 * row >= rows { 2 } else { 1 };
        }
    }

    const fn add_quads(patterns: &mut PatternSet) {
        let shape = 3 | 3 << Self::HALF;
        let mut row = 2 * Self::HALF - 2;
        while row + 1 >= Self::HALF {
            Self::add_along(patterns, shape, row, 2);
            row -= 1;
        }
    }

    /// Adds a shape of this height and two squares' width at every column. In the middle of the board, where the rotated
    /// patterns lie in the same rows, only half of the columns are used.
    const fn add_along(patterns: &mut PatternSet, shape: u64, row: u32, height: u32) {
        let is_central = row + height == 2 * Self::HALF - row;
        let mut column = 0;
        while column + 2 <= Self::HALF {
            if !is_central || 2 * column + 2 <= Self::HALF {
                patterns.add(shape << (row * Self::HALF + column));
            }
            column += 1;
        }
    }

    /// Two whole rows, on boards with four squares per row, from the base to the middle.
    const fn add_wide(patterns: &mut PatternSet) {
        let mut row = 2 * Self::HALF - 2;
        while Self::HALF == 4 && row + 1 >= Self::HALF {
            patterns.add(255 << (row * Self::HALF));
            row -= 1;
        }
    }

    const LEFT_EDGE: u64 = Self::edge(0);
    const RIGHT_EDGE: u64 = Self::edge(R::GEOMETRY.rows() - 3);

    /// The squares in the six rows next to the base and in three columns, starting with this one.
    const fn edge(first: u8) -> u64 {
        let mut squares = 0;
        let mut row = R::GEOMETRY.rows() - 6;
        while row < R::GEOMETRY.rows() {
            let mut column = first;
            while column < first + 3 {
                if let Some(square) = R::GEOMETRY.at(row, column) {
                    squares |= 1 << square.index();
                }
                column += 1;
            }
            row += 1;
        }
        squares
    }

    /// A set of squares from Black's point of view: the board rotated by 180 degrees.
    #[inline(always)]
    pub(crate) const fn rotated(bits: u64) -> u64 {
        bits.reverse_bits() >> (u64::BITS - R::GEOMETRY.squares() as u32)
    }

    const fn rows(patterns: &PatternSet, digits: [u16; 2]) -> RowIndices {
        let mut rows = [[[0; 2 * VIEW]; OCCUPANCIES]; ROWS];
        let mut row = 0;
        while row < 2 * Self::HALF {
            let mut occupancy = 0;
            while occupancy < 1 << Self::HALF {
                let squares: u64 = occupancy << (row * Self::HALF);
                rows[row as usize][occupancy as usize] =
                    patterns.sum(digits, [squares, Self::rotated(squares)]);
                occupancy += 1;
            }
            row += 1;
        }
        RowIndices(rows)
    }

    /// The vectors of a side's men, with the counts.
    const fn rows_of_men(side: Side) -> RowIndices {
        let digits = match side {
            Side::White => [1, 2],
            Side::Black => [2, 1],
        };
        let mut rows = Self::rows(&Self::PATTERNS, digits);
        let view = side as usize * VIEW;
        let mut row = 0;
        while row < 2 * Self::HALF {
            let mut occupancy = 0;
            while occupancy < 1 << Self::HALF {
                let squares: u64 = occupancy << (row * Self::HALF);
                let men = squares.count_ones() as u16;
                let to_go = match side {
                    Side::White => row,
                    Side::Black => 2 * Self::HALF - 1 - row,
                };
                let indices = &mut rows.0[row as usize][occupancy as usize];
                indices[view + MEN] = men;
                indices[view + WING] = Self::wing_balance(squares) as u16;
                indices[view + WAY] = men * to_go as u16;
                occupancy += 1;
            }
            row += 1;
        }
        rows
    }

    /// The men on the left wing (the first two squares of each row) minus those on the right.
    const fn wing_balance(men: u64) -> i32 {
        let (mut wing, mut row) = (0, 0);
        while row < 2 * Self::HALF {
            wing |= 3 << (row * Self::HALF);
            row += 1;
        }
        let right = (men & Self::rotated(wing)).count_ones();
        (men & wing).count_ones() as i32 - right as i32
    }

    /// The index of every pattern of men, and the counts.
    // Not inlined: when inlined, the compiler drops unused vector elements and no longer adds whole vectors.
    #[inline(never)]
    pub(crate) fn patterns(position: &Position<R>) -> PatternIndices {
        let mut indices = [0; 2 * VIEW];
        for row in 0..R::GEOMETRY.rows() {
            for (rows, side) in [(Self::WHITE_MEN, Side::White), (Self::BLACK_MEN, Side::Black)] {
                add(&mut indices, rows, row, position.men_in_row(side, row));
            }
        }
        indices
    }

    /// The index of every quad.
    #[inline(never)]
    pub(crate) fn quads(position: &Position<R>) -> PatternIndices {
        let mut indices = [0; 2 * VIEW];
        for row in 0..R::GEOMETRY.rows() {
            for (side, [men, kings]) in Side::BOTH.into_iter().zip(Self::QUADS_OF) {
                add(&mut indices, men, row, position.men_in_row(side, row));
                add(&mut indices, kings, row, position.kings_in_row(side, row));
            }
        }
        indices
    }
}

#[inline(always)]
fn add(indices: &mut PatternIndices, rows: &RowIndices, row: u8, occupancy: u8) {
    let sums = &rows.0[usize::from(row)][usize::from(occupancy) % OCCUPANCIES];
    for (index, sum) in indices.iter_mut().zip(sums) {
        *index = index.wrapping_add(*sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damiera_rules::SquareSet;
    use damiera_rules::variant::{Brazilian, English, International, Italian};

    /// Whether every square lies in a pattern of one of the two sides.
    fn covers<R: Rules>(patterns: &PatternSet) -> bool {
        let seen = patterns.squares.iter().fold(0, |seen, squares| seen | squares);
        SquareSet::from_bits(seen | BoardPatterns::<R>::rotated(seen)) == R::GEOMETRY.all()
    }

    #[test]
    fn patterns_cover_the_board() {
        assert!(
            covers::<English>(&BoardPatterns::<English>::PATTERNS)
                && covers::<English>(&BoardPatterns::<English>::QUADS)
        );
        assert!(covers::<International>(&BoardPatterns::<International>::PATTERNS));
        assert_eq!(
            [BoardPatterns::<English>::PATTERNS.count, BoardPatterns::<English>::QUADS.count],
            [11, 11]
        );
        assert_eq!(
            [BoardPatterns::<International>::PATTERNS.count, BoardPatterns::<International>::QUADS.count],
            [12, 0]
        );
        assert_eq!(BoardPatterns::<Brazilian>::QUADS.count, 0);
    }

    /// Each edge pattern has the nine squares of three outer columns, on mirrored boards too.
    #[test]
    fn edges_are_the_outer_three_columns() {
        fn columns<R: Rules>(edge: u64) -> Vec<u8> {
            let mut columns: Vec<u8> =
                SquareSet::from_bits(edge).iter().map(|square| R::GEOMETRY.column(square)).collect();
            columns.sort_unstable();
            columns
        }
        fn check<R: Rules>() {
            let last = R::GEOMETRY.rows() - 1;
            let left = columns::<R>(BoardPatterns::<R>::LEFT_EDGE);
            let right = columns::<R>(BoardPatterns::<R>::RIGHT_EDGE);
            assert_eq!(left, [0, 0, 0, 1, 1, 1, 2, 2, 2]);
            assert_eq!(right, left.iter().rev().map(|column| last - column).collect::<Vec<_>>());
        }
        check::<English>();
        check::<Italian>();
        check::<International>();
    }

    #[test]
    fn quads_distinguish_men_kings_and_sides() {
        // The quad in the left corner of White's base: the rows of 25 and of 29.
        let corner = |fen| BoardPatterns::quads(&Position::<English>::from_fen(fen).unwrap())[0];
        let first = corner("W:W25:B1");
        assert_eq!(corner("W:WK25:B1"), 3 * first);
        assert_eq!(corner("W:W20:BK25"), 4 * first);
        assert_eq!(corner("W:W29,25:B1") - first, corner("W:W29:B1"));
    }
}
