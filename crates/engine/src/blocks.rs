//! Blocks of squares, and which case of a block a position is.
//!
//! Each square of a block is empty or holds one of a few kinds of pieces: a digit. The digits of a block make a number,
//! its *case*. A case is a sum over squares, and so over rows: what each filling of each row adds to the cases
//! of all blocks, in both views, is one vector.

use std::marker::PhantomData;

use damiera_rules::{Position, Rules, Side};

/// Places for the blocks of one view, and for what is counted along with them.
pub(crate) const VIEW: usize = 16;
/// How many men a side has.
pub(crate) const MEN: usize = VIEW - 1;
/// How many more of them stand on its left wing than on its right; below nought it wraps round.
pub(crate) const WING: usize = VIEW - 2;
/// How many rows they have still to go, all together.
pub(crate) const WAY: usize = VIEW - 3;

/// The case of every block, in White's view and then in Black's.
pub(crate) type Cases = [u16; 2 * VIEW];

/// Rows of the largest board, and ways to fill one with pieces of a kind.
const ROWS: usize = 10;
const FILLINGS: usize = 32;

/// What each filling of each row adds to the cases. Each lies in a cache line.
#[repr(align(64))]
struct Rows([[Cases; FILLINGS]; ROWS]);

/// Blocks: the squares of each, as bits, and how many there are.
#[derive(Clone, Copy)]
pub(crate) struct Blocks {
    pub(crate) squares: [u64; VIEW],
    pub(crate) count: usize,
    /// How many kinds of squares there are: each empty one, and those with a kind of piece.
    base: u16,
}

impl Blocks {
    const fn none(base: u16) -> Self {
        Self { squares: [0; VIEW], count: 0, base }
    }

    const fn add(&mut self, squares: u64) {
        assert!(self.count < WAY, "a view has no place for so many blocks");
        self.squares[self.count] = squares;
        self.count += 1;
    }

    /// Where the cases of each block begin, if those of all blocks are numbered on.
    pub(crate) const fn first(&self) -> [usize; VIEW] {
        let (mut first, mut block) = ([0; VIEW], 0);
        while block < self.count {
            first[block] = self.cases_before(block);
            block += 1;
        }
        first
    }

    /// How many cases there are.
    pub(crate) const fn cases(&self) -> usize {
        self.cases_before(self.count)
    }

    const fn cases_before(&self, block: usize) -> usize {
        let (mut cases, mut i) = (0, 0);
        while i < block {
            cases += (self.base as usize).pow(self.squares[i].count_ones());
            i += 1;
        }
        cases
    }

    /// What pieces with this digit in the white view and that in the black one add to the cases; they stand on these
    /// squares as White sees them, and on those as Black does.
    const fn sum(&self, digits: [u16; 2], squares: [u64; 2]) -> Cases {
        let mut cases = [0; 2 * VIEW];
        let mut block = 0;
        while block < self.count {
            cases[block] = digits[0] * self.case_of(block, squares[0]);
            cases[VIEW + block] = digits[1] * self.case_of(block, squares[1]);
            block += 1;
        }
        cases
    }

    /// The number with a digit 1 for each square of the block that is one of these.
    const fn case_of(&self, block: usize, squares: u64) -> u16 {
        let (mut left, mut power, mut case) = (self.squares[block], 1, 0);
        while left != 0 {
            if squares >> left.trailing_zeros() & 1 == 1 {
                case += power;
            }
            left &= left - 1;
            power *= self.base;
        }
        case
    }
}

/// The blocks of one game's board.
pub(crate) struct Board<R>(PhantomData<R>);

impl<R: Rules> Board<R> {
    const HALF: u32 = R::GEOMETRY.rows() as u32 / 2;

    /// Men, of one side or the other: from the base to the middle, in White's view. Their mirror images Black sees.
    pub(crate) const PATTERNS: Blocks = {
        let mut blocks = Blocks::none(3);
        Self::add_tall(&mut blocks);
        Self::add_wide(&mut blocks);
        blocks.add(Self::LEFT_EDGE);
        blocks.add(Self::RIGHT_EDGE);
        blocks
    };

    /// Men and kings: two rows by two squares, every one from the base to the middle. Where kings fly they
    /// matter from further away.
    pub(crate) const QUADS: Blocks = {
        let mut blocks = Blocks::none(5);
        if matches!(R::KING, damiera_rules::KingRange::Short) {
            Self::add_quads(&mut blocks);
        }
        blocks
    };

    const WHITE_MEN: &'static Rows = &Self::rows_of_men(Side::White);
    const BLACK_MEN: &'static Rows = &Self::rows_of_men(Side::Black);
    /// White's men and kings, and Black's.
    const QUADS_OF: [[&'static Rows; 2]; 2] = [
        [&Self::rows(&Self::QUADS, [1, 2]), &Self::rows(&Self::QUADS, [3, 4])],
        [&Self::rows(&Self::QUADS, [2, 1]), &Self::rows(&Self::QUADS, [4, 3])],
    ];

    /// Four rows by two squares: from the base, every second row, down to the middle.
    const fn add_tall(blocks: &mut Blocks) {
        let (rows, half) = (Self::HALF * 2, Self::HALF);
        let block = 3 | 3 << half | 3 << (2 * half) | 3 << (3 * half);
        let mut row = rows - 4;
        while row + 4 >= rows - row {
            Self::add_along(blocks, block, row, 4);
            row -= if 2 * row >= rows { 2 } else { 1 };
        }
    }

    const fn add_quads(blocks: &mut Blocks) {
        let block = 3 | 3 << Self::HALF;
        let mut row = 2 * Self::HALF - 2;
        while row + 1 >= Self::HALF {
            Self::add_along(blocks, block, row, 2);
            row -= 1;
        }
    }

    /// A block two squares wide and so many rows high, in every place of a row; in the middle, where the mirror
    /// images are in the same row, only the first half of them.
    const fn add_along(blocks: &mut Blocks, block: u64, row: u32, height: u32) {
        let is_own_mirror = row + height == 2 * Self::HALF - row;
        let mut column = 0;
        while column + 2 <= Self::HALF {
            if !is_own_mirror || 2 * column + 2 <= Self::HALF {
                blocks.add(block << (row * Self::HALF + column));
            }
            column += 1;
        }
    }

    /// Two whole rows, where they are short: each pair from the base to the middle.
    const fn add_wide(blocks: &mut Blocks) {
        let mut row = 2 * Self::HALF - 2;
        while Self::HALF == 4 && row + 1 >= Self::HALF {
            blocks.add(255 << (row * Self::HALF));
            row -= 1;
        }
    }

    const LEFT_EDGE: u64 = Self::edge(0);
    const RIGHT_EDGE: u64 = Self::edge(R::GEOMETRY.rows() - 3);

    /// The squares of the six rows next to the base in the three columns from this one on.
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

    /// A set of squares as Black sees it.
    #[inline(always)]
    pub(crate) const fn turned(bits: u64) -> u64 {
        bits.reverse_bits() >> (u64::BITS - R::GEOMETRY.squares() as u32)
    }

    const fn rows(blocks: &Blocks, digits: [u16; 2]) -> Rows {
        let mut rows = [[[0; 2 * VIEW]; FILLINGS]; ROWS];
        let mut row = 0;
        while row < 2 * Self::HALF {
            let mut filling = 0;
            while filling < 1 << Self::HALF {
                let squares: u64 = filling << (row * Self::HALF);
                rows[row as usize][filling as usize] = blocks.sum(digits, [squares, Self::turned(squares)]);
                filling += 1;
            }
            row += 1;
        }
        Rows(rows)
    }

    /// Men are counted too: how many, on which wing, and how far they have to go.
    const fn rows_of_men(side: Side) -> Rows {
        let digits = match side {
            Side::White => [1, 2],
            Side::Black => [2, 1],
        };
        let mut rows = Self::rows(&Self::PATTERNS, digits);
        let view = side as usize * VIEW;
        let mut row = 0;
        while row < 2 * Self::HALF {
            let mut filling = 0;
            while filling < 1 << Self::HALF {
                let squares: u64 = filling << (row * Self::HALF);
                let men = squares.count_ones() as u16;
                let to_go = match side {
                    Side::White => row,
                    Side::Black => 2 * Self::HALF - 1 - row,
                };
                let cases = &mut rows.0[row as usize][filling as usize];
                cases[view + MEN] = men;
                cases[view + WING] = Self::leaning(squares) as u16;
                cases[view + WAY] = men * to_go as u16;
                filling += 1;
            }
            row += 1;
        }
        rows
    }

    /// How many more men stand on the left wing, the first two squares of each row, than on the right.
    const fn leaning(men: u64) -> i32 {
        let (mut wing, mut row) = (0, 0);
        while row < 2 * Self::HALF {
            wing |= 3 << (row * Self::HALF);
            row += 1;
        }
        let right = (men & Self::turned(wing)).count_ones();
        (men & wing).count_ones() as i32 - right as i32
    }

    /// The case of every pattern, and the counts.
    // On its own, because inlined the compiler leaves out places nobody reads, and takes the sums apart for it.
    #[inline(never)]
    pub(crate) fn patterns(position: &Position<R>) -> Cases {
        let mut cases = [0; 2 * VIEW];
        for row in 0..R::GEOMETRY.rows() {
            for (rows, side) in [(Self::WHITE_MEN, Side::White), (Self::BLACK_MEN, Side::Black)] {
                add(&mut cases, rows, row, position.men_in_row(side, row));
            }
        }
        cases
    }

    /// The case of every quad.
    #[inline(never)]
    pub(crate) fn quads(position: &Position<R>) -> Cases {
        let mut cases = [0; 2 * VIEW];
        for row in 0..R::GEOMETRY.rows() {
            for (side, [men, kings]) in Side::BOTH.into_iter().zip(Self::QUADS_OF) {
                add(&mut cases, men, row, position.men_in_row(side, row));
                add(&mut cases, kings, row, position.kings_in_row(side, row));
            }
        }
        cases
    }
}

#[inline(always)]
fn add(cases: &mut Cases, rows: &Rows, row: u8, filling: u8) {
    let sums = &rows.0[usize::from(row)][usize::from(filling) % FILLINGS];
    for (case, sum) in cases.iter_mut().zip(sums) {
        *case = case.wrapping_add(*sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damiera_rules::SquareSet;
    use damiera_rules::variant::{Brazilian, English, International, Italian};

    /// Every square lies in a block that a side sees.
    fn covers<R: Rules>(blocks: &Blocks) -> bool {
        let seen = blocks.squares.iter().fold(0, |seen, block| seen | block);
        SquareSet::from_bits(seen | Board::<R>::turned(seen)) == R::GEOMETRY.all()
    }

    #[test]
    fn blocks_cover_the_board() {
        assert!(
            covers::<English>(&Board::<English>::PATTERNS) && covers::<English>(&Board::<English>::QUADS)
        );
        assert!(covers::<International>(&Board::<International>::PATTERNS));
        assert_eq!([Board::<English>::PATTERNS.count, Board::<English>::QUADS.count], [11, 11]);
        assert_eq!([Board::<International>::PATTERNS.count, Board::<International>::QUADS.count], [12, 0]);
        assert_eq!(Board::<Brazilian>::QUADS.count, 0);
    }

    #[test]
    fn edges_are_nine_squares_of_every_board() {
        fn sizes<R: Rules>() -> [u32; 2] {
            [Board::<R>::LEFT_EDGE, Board::<R>::RIGHT_EDGE].map(u64::count_ones)
        }
        assert_eq!([sizes::<English>(), sizes::<Italian>(), sizes::<International>()], [[9; 2]; 3]);
    }

    #[test]
    fn a_quad_tells_men_from_kings_and_own_from_theirs() {
        // The quad in the left corner of White's base: the rows of 25 and of 29.
        let corner = |fen| Board::quads(&Position::<English>::from_fen(fen).unwrap())[0];
        let first = corner("W:W25:B1");
        assert_eq!(corner("W:WK25:B1"), 3 * first);
        assert_eq!(corner("W:W20:BK25"), 4 * first);
        assert_eq!(corner("W:W29,25:B1") - first, corner("W:W29:B1"));
    }
}
