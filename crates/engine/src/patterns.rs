//! Patterns: sets of squares whose contents index a table of weights.
//!
//! Each square of a pattern is empty or holds one of a few kinds of pieces: a digit. The digits of a pattern form a number, its
//! *index* into the weights. An index is a sum over squares, and so over rows: for each row and each occupancy of it, one
//! precomputed vector holds what it adds to the indices of all patterns, from both sides' points of view.

use std::marker::PhantomData;

use damiera_rules::{KingRange, Position, Rules, Side};

use crate::parts::PartList;

/// Vector elements for one point of view: the patterns, and the counts below.
pub(crate) const VIEW: usize = 8;
/// The element with the number of the side's men.
pub(crate) const MEN: usize = VIEW - 1;
/// The element with the men on the left wing minus those on the right, in two's complement.
pub(crate) const WING: usize = VIEW - 2;
/// The element with the number of rows that all men together have to go until they are crowned.
pub(crate) const WAY: usize = VIEW - 3;
/// The largest number of patterns in a set.
pub(crate) const MOST_PATTERNS: usize = VIEW - 3;

/// The index of every pattern, from White's point of view and then from Black's.
pub(crate) type PatternIndices = [u32; 2 * VIEW];

/// The number of rows of the largest board, and of occupancies of a row by pieces of one kind.
const ROWS: usize = 10;
const OCCUPANCIES: usize = 32;

/// What each occupancy of each row adds to the indices. Each vector is one cache line.
#[repr(align(64))]
struct RowIndices([[PatternIndices; OCCUPANCIES]; ROWS]);

/// A set of patterns: the squares of each as bits, and the parts that it is made of.
#[derive(Clone, Copy)]
pub(crate) struct PatternSet {
    pub(crate) squares: [u64; MOST_PATTERNS],
    pub(crate) parts: [PartList; MOST_PATTERNS],
    pub(crate) count: usize,
    /// The number of values of a digit: empty, and each kind of piece.
    pub(crate) base: u32,
}

impl PatternSet {
    const fn new(base: u32) -> Self {
        Self { squares: [0; MOST_PATTERNS], parts: [PartList::EMPTY; MOST_PATTERNS], count: 0, base }
    }

    const fn add(&mut self, squares: u64, parts: PartList) {
        assert!(self.count < MOST_PATTERNS, "too many patterns for one vector");
        self.squares[self.count] = squares;
        self.parts[self.count] = parts;
        self.count += 1;
    }

    /// The offset of each pattern's weights in a table of all patterns.
    pub(crate) const fn offsets(&self) -> [usize; MOST_PATTERNS] {
        let (mut first, mut pattern) = ([0; MOST_PATTERNS], 0);
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
    const fn sum(&self, digits: [u32; 2], squares: [u64; 2]) -> PatternIndices {
        let mut indices = [0; 2 * VIEW];
        let mut pattern = 0;
        while pattern < self.count {
            let all = self.squares[pattern];
            indices[pattern] = digits[0] * index_of(self.base, all, squares[0]);
            indices[VIEW + pattern] = digits[1] * index_of(self.base, all, squares[1]);
            pattern += 1;
        }
        indices
    }
}

/// The number with digit 1 for each square of a pattern that is in `squares`, and 0 for the others.
pub(crate) const fn index_of(base: u32, pattern: u64, squares: u64) -> u32 {
    let (mut left, mut power, mut index) = (pattern, 1, 0);
    while left != 0 {
        if squares >> left.trailing_zeros() & 1 == 1 {
            index += power;
        }
        left &= left - 1;
        power *= base;
    }
    index
}

/// The patterns of one game's board.
pub(crate) struct BoardPatterns<R>(PhantomData<R>);

impl<R: Rules> BoardPatterns<R> {
    /// The number of squares in a row.
    const HALF: u32 = R::GEOMETRY.rows() as u32 / 2;
    const ROWS: u32 = R::GEOMETRY.rows() as u32;

    /// Patterns of men, in the part of the board next to White's base; Black's point of view covers the other part.
    pub(crate) const OF_MEN: PatternSet = {
        let mut patterns = PatternSet::new(3);
        Self::add_tall(&mut patterns);
        if Self::HALF == 4 {
            Self::add_wide(&mut patterns, Self::ROWS - 3);
            Self::add_wide(&mut patterns, Self::HALF - 1);
        } else {
            Self::add_centre(&mut patterns);
        }
        patterns
    };

    /// Patterns of men and kings. Not used with flying kings, which act over longer distances.
    pub(crate) const OF_ALL: PatternSet = {
        let mut patterns = PatternSet::new(5);
        if matches!(R::KING, KingRange::Short) {
            Self::add_quarters(&mut patterns);
        }
        patterns
    };

    /// The squares of a block of rows and columns; columns count the dark squares of a row.
    const fn block(row: u32, rows: u32, column: u32, columns: u32) -> u64 {
        let (mut squares, mut next) = (0, row);
        while next < row + rows {
            squares |= ((1 << columns) - 1) << (next * Self::HALF + column);
            next += 1;
        }
        squares
    }

    /// Six rows next to the base by two squares, at every column.
    const fn add_tall(patterns: &mut PatternSet) {
        let (row, last) = (Self::ROWS - 6, Self::HALF - 2);
        let mut column = 0;
        while column <= last {
            let mut parts = PartList::EMPTY;
            parts.add(Self::block(row, 4, column, 2));
            parts.add(Self::block(row + 2, 4, column, 2));
            if column == 0 {
                parts.add(Self::LEFT_EDGE);
            } else if column == last {
                parts.add(Self::RIGHT_EDGE);
            }
            let mut down = 0;
            while down < 5 {
                parts.add(Self::block(row + down, 2, column, 2));
                down += 1;
            }
            patterns.add(Self::block(row, 6, column, 2), parts);
            column += 1;
        }
    }

    /// Three whole rows of four squares.
    const fn add_wide(patterns: &mut PatternSet, row: u32) {
        let mut parts = PartList::EMPTY;
        parts.add(Self::block(row, 2, 0, 4));
        parts.add(Self::block(row + 1, 2, 0, 4));
        let mut column = 0;
        while column < 3 {
            parts.add(Self::block(row, 3, column, 2));
            column += 1;
        }
        patterns.add(Self::block(row, 3, 0, 4), parts);
    }

    /// The four rows by three squares in the middle of the board, the same for both sides.
    const fn add_centre(patterns: &mut PatternSet) {
        let (row, column) = (Self::HALF - 2, (Self::HALF - 3) / 2);
        let mut parts = PartList::EMPTY;
        parts.add(Self::block(row, 4, column, 2));
        parts.add(Self::block(row, 4, column + 1, 2));
        parts.add(Self::block(row, 2, column, 3));
        parts.add(Self::block(row + 1, 2, column, 3));
        parts.add(Self::block(row + 2, 2, column, 3));
        patterns.add(Self::block(row, 4, column, 3), parts);
    }

    /// Four rows next to the base by two squares, at every column, and the two rows in the middle of the board.
    const fn add_quarters(patterns: &mut PatternSet) {
        let row = Self::ROWS - 4;
        let mut column = 0;
        while column + 2 <= Self::HALF {
            let mut parts = PartList::EMPTY;
            parts.add(Self::block(row, 2, column, 2));
            parts.add(Self::block(row + 1, 2, column, 2));
            parts.add(Self::block(row + 2, 2, column, 2));
            patterns.add(Self::block(row, 4, column, 2), parts);
            column += 1;
        }
        let mut parts = PartList::EMPTY;
        let mut column = 0;
        while column + 2 <= Self::HALF {
            parts.add(Self::block(Self::HALF - 1, 2, column, 2));
            column += 1;
        }
        patterns.add(Self::block(Self::HALF - 1, 2, 0, Self::HALF), parts);
    }

    const LEFT_EDGE: u64 = Self::edge(0);
    const RIGHT_EDGE: u64 = Self::edge(R::GEOMETRY.rows() - 3);

    /// The squares in the six rows next to the base and in three columns of the board, starting with this one.
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

    const WHITE_MEN: &'static RowIndices = &Self::rows_of_men(Side::White);
    const BLACK_MEN: &'static RowIndices = &Self::rows_of_men(Side::Black);
    /// For White's men and kings, then Black's.
    const ROWS_OF_ALL: [[&'static RowIndices; 2]; 2] = [
        [&Self::rows(&Self::OF_ALL, [1, 2]), &Self::rows(&Self::OF_ALL, [3, 4])],
        [&Self::rows(&Self::OF_ALL, [2, 1]), &Self::rows(&Self::OF_ALL, [4, 3])],
    ];

    /// A set of squares from Black's point of view: the board rotated by 180 degrees.
    #[inline(always)]
    pub(crate) const fn rotated(bits: u64) -> u64 {
        bits.reverse_bits() >> (u64::BITS - R::GEOMETRY.squares() as u32)
    }

    const fn rows(patterns: &PatternSet, digits: [u32; 2]) -> RowIndices {
        let mut rows = [[[0; 2 * VIEW]; OCCUPANCIES]; ROWS];
        let mut row = 0;
        while row < Self::ROWS {
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
        let mut rows = Self::rows(&Self::OF_MEN, digits);
        let view = side as usize * VIEW;
        let mut row = 0;
        while row < Self::ROWS {
            let mut occupancy = 0;
            while occupancy < 1 << Self::HALF {
                let squares: u64 = occupancy << (row * Self::HALF);
                let men = squares.count_ones();
                let to_go = match side {
                    Side::White => row,
                    Side::Black => Self::ROWS - 1 - row,
                };
                let indices = &mut rows.0[row as usize][occupancy as usize];
                indices[view + MEN] = men;
                indices[view + WING] = Self::wing_balance(squares) as u32;
                indices[view + WAY] = men * to_go;
                occupancy += 1;
            }
            row += 1;
        }
        rows
    }

    /// The men on the left wing (the first two squares of each row) minus those on the right.
    const fn wing_balance(men: u64) -> i32 {
        let wing = Self::block(0, Self::ROWS, 0, 2);
        let right = (men & Self::rotated(wing)).count_ones();
        (men & wing).count_ones() as i32 - right as i32
    }

    /// The index of every pattern of men, and the counts.
    // Not inlined: when inlined, the compiler drops unused vector elements and no longer adds whole vectors.
    #[inline(never)]
    pub(crate) fn of_men(position: &Position<R>) -> PatternIndices {
        let mut indices = [0; 2 * VIEW];
        for row in 0..R::GEOMETRY.rows() {
            for (rows, side) in [(Self::WHITE_MEN, Side::White), (Self::BLACK_MEN, Side::Black)] {
                add(&mut indices, rows, row, position.men_in_row(side, row));
            }
        }
        indices
    }

    /// The index of every pattern of men and kings.
    #[inline(never)]
    pub(crate) fn of_all(position: &Position<R>) -> PatternIndices {
        let mut indices = [0; 2 * VIEW];
        for row in 0..R::GEOMETRY.rows() {
            for (side, [men, kings]) in Side::BOTH.into_iter().zip(Self::ROWS_OF_ALL) {
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
        fn check<R: Rules>(counts: [usize; 2]) {
            let sets = [BoardPatterns::<R>::OF_MEN, BoardPatterns::<R>::OF_ALL];
            assert_eq!(sets.map(|set| set.count), counts);
            assert!(sets.iter().filter(|set| set.count > 0).all(covers::<R>));
        }
        check::<English>([5, 4]);
        check::<Italian>([5, 4]);
        check::<Brazilian>([5, 0]);
        check::<International>([5, 0]);
    }

    /// Each edge has the nine squares of three outer columns, on mirrored boards too.
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
    fn patterns_of_all_pieces_distinguish_men_kings_and_sides() {
        // The pattern in the left corner of White's base.
        let corner = |fen| BoardPatterns::of_all(&Position::<English>::from_fen(fen).unwrap())[0];
        let first = corner("W:W25:B1");
        assert_eq!(corner("W:WK25:B1"), 3 * first);
        assert_eq!(corner("W:W20:BK25"), 4 * first);
        assert_eq!(corner("W:W29,25:B1") - first, corner("W:W29:B1"));
    }
}
