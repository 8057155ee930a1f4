//! What the evaluation looks at.
//!
//! Each side sees the board from its own base, and what it sees is scored by the same weights; the difference is
//! the evaluation. So a position and its mirror image with colours exchanged are worth exactly the opposite.
//!
//! A *pattern* is a block of eight squares, of which each is empty, holds an own man or one of theirs: 3⁸ cases,
//! with a weight each. Tall blocks are four rows by two squares; wide ones, where a row has just four squares,
//! are two whole rows. What lies in a block's mirror image is seen by the other side. Kings count by their
//! square; where there are any, so does what each side has: two men more are not what they were once the other
//! side has a king.

use std::marker::PhantomData;

use damiera_rules::{Position, Rules, Side};

/// Squares in a pattern.
const CELLS: u32 = 8;
/// What they can hold: 3⁸ cases.
pub(crate) const CASES: usize = 3_usize.pow(CELLS);
/// More kings, or men beside kings, than these are counted as this many.
const KINGS_COUNTED: usize = 3;
const MEN_COUNTED: usize = 4;
const BALANCES: usize = ((KINGS_COUNTED + 1) * (MEN_COUNTED + 1)).pow(2);

/// For each set of a pattern's squares, the number whose base-three digits are 1 there.
const DIGITS: [u16; 1 << CELLS] = digits();

const fn digits() -> [u16; 1 << CELLS] {
    let mut table = [0; 1 << CELLS];
    let mut set = 0;
    while set < table.len() {
        let (mut cell, mut power) = (0, 1);
        while cell < CELLS {
            if set >> cell & 1 == 1 {
                table[set] += power;
            }
            power *= 3;
            cell += 1;
        }
        set += 1;
    }
    table
}

/// Places for the blocks of one view, and for what is counted along with them.
const VIEW: usize = 16;
/// How many men a side has.
const MEN: usize = VIEW - 1;
/// How many more of them stand on its left wing than on its right; below nought it wraps round.
const WING: usize = VIEW - 2;
/// The case of every block, in White's view and then in Black's.
type Cases = [u16; 2 * VIEW];
/// Rows of the largest board, and ways to fill one with men of a side.
const ROWS: usize = 10;
const FILLINGS: usize = 32;
/// What each filling of each row adds to the cases: with White's men, and with Black's.
type Rows = [[[Cases; FILLINGS]; ROWS]; 2];

/// A block of eight squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Block {
    /// Four rows by two squares; the bit of its first square.
    Tall(u32),
    /// Two rows of four squares; the bit of its first square.
    Wide(u32),
}

/// How many pieces one side has.
#[derive(Clone, Copy)]
struct Force {
    men: usize,
    kings: usize,
}

impl Force {
    /// A number for each pair of forces, as far as they are counted.
    #[inline(always)]
    const fn against(self, other: Self) -> usize {
        self.number() * (KINGS_COUNTED + 1) * (MEN_COUNTED + 1) + other.number()
    }

    const fn number(self) -> usize {
        const fn counted(pieces: usize, most: usize) -> usize {
            if pieces < most { pieces } else { most }
        }
        counted(self.kings, KINGS_COUNTED) * (MEN_COUNTED + 1) + counted(self.men, MEN_COUNTED)
    }
}

/// The features of one game: how many there are and which ones a position has.
pub(crate) struct Features<R>(PhantomData<R>);

impl<R: Rules> Features<R> {
    const HALF: u32 = R::GEOMETRY.rows() as u32 / 2;
    const SQUARES: u32 = R::GEOMETRY.squares() as u32;

    const BLOCK_COUNT: usize = Self::blocks().1;
    const BLOCKS: [Block; VIEW] = Self::blocks().0;
    const ROWS: &'static Rows = &Self::rows();

    /// A man more.
    pub(crate) const MAN: usize = Self::BLOCK_COUNT * CASES;
    /// A man more where both sides have kings: often not enough to win.
    pub(crate) const MAN_AMONG_KINGS: usize = Self::MAN + 1;
    /// A man more on one wing than on the other.
    pub(crate) const LEANING: usize = Self::MAN_AMONG_KINGS + 1;
    /// A king on each square.
    pub(crate) const KING: usize = Self::LEANING + 1;
    /// What each side has, where there are kings.
    pub(crate) const BALANCE: usize = Self::KING + Self::SQUARES as usize;
    /// To be on move.
    pub(crate) const TURN: usize = Self::BALANCE + BALANCES;
    /// How many features there are.
    pub(crate) const COUNT: usize = Self::TURN + 1;

    /// Most pieces there can be: the opening weighs fully.
    pub(crate) const FULL: i32 = 2 * R::MEN as i32;

    /// The blocks of the lower half and the middle, in White's view; the others are their mirror images.
    const fn blocks() -> ([Block; VIEW], usize) {
        let (rows, half) = (Self::HALF * 2, Self::HALF);
        let (mut blocks, mut count) = ([Block::Tall(0); VIEW], 0);
        // Tall blocks: from the base, every second row, down to the middle.
        let mut row = rows - 4;
        while row + 4 >= rows - row {
            let is_own_mirror = 2 * row + 4 == rows;
            let mut column = 0;
            while column + 2 <= half {
                if !is_own_mirror || 2 * column + 2 <= half {
                    blocks[count] = Block::Tall(row * half + column);
                    count += 1;
                }
                column += 1;
            }
            row -= if 2 * row >= rows { 2 } else { 1 };
        }
        // Wide blocks: each pair of rows from the base to the middle.
        let mut row = rows - 2;
        while half == 4 && row + 1 >= half {
            blocks[count] = Block::Wide(row * half);
            count += 1;
            row -= 1;
        }
        (blocks, count)
    }

    /// A set of squares as Black sees it.
    #[inline(always)]
    const fn turned(bits: u64) -> u64 {
        bits.reverse_bits() >> (u64::BITS - Self::SQUARES)
    }

    /// What a row's men add to the cases of blocks: a case is a sum over squares, and so over rows.
    const fn rows() -> Rows {
        let mut rows = [[[[0; 2 * VIEW]; FILLINGS]; ROWS]; 2];
        let mut row = 0;
        while row < 2 * Self::HALF {
            let mut filling = 0;
            while filling < 1 << Self::HALF {
                let men = filling << (row * Self::HALF);
                let mut block = 0;
                while block < Self::BLOCK_COUNT {
                    let white = DIGITS[Self::within(Self::BLOCKS[block], men)];
                    let black = DIGITS[Self::within(Self::BLOCKS[block], Self::turned(men))];
                    let (row, filling) = (row as usize, filling as usize);
                    // Own men are the digit 1, theirs the digit 2.
                    rows[0][row][filling][block] = white;
                    rows[0][row][filling][VIEW + block] = 2 * black;
                    rows[1][row][filling][block] = 2 * white;
                    rows[1][row][filling][VIEW + block] = black;
                    block += 1;
                }
                let (men, wing) = (men.count_ones() as u16, Self::leaning(men) as u16);
                let mut side = 0;
                while side < 2 {
                    rows[side][row as usize][filling as usize][side * VIEW + MEN] = men;
                    rows[side][row as usize][filling as usize][side * VIEW + WING] = wing;
                    side += 1;
                }
                filling += 1;
            }
            row += 1;
        }
        rows
    }

    /// The case of every block.
    #[inline(always)]
    fn cases(position: &Position<R>) -> Cases {
        let mut cases = [0_u16; 2 * VIEW];
        for row in 0..R::GEOMETRY.rows() {
            let [white, black] = Side::BOTH.map(|side| {
                let filling = position.men_in_row(side, row);
                &Self::ROWS[side as usize][usize::from(row)][usize::from(filling) % FILLINGS]
            });
            for (case, (white, black)) in cases.iter_mut().zip(white.iter().zip(black)) {
                *case = case.wrapping_add(white.wrapping_add(*black));
            }
        }
        cases
    }

    /// The men of a set within a block, as eight bits.
    #[inline(always)]
    const fn within(block: Block, men: u64) -> usize {
        let half = Self::HALF;
        (match block {
            Block::Tall(first) => {
                let men = men >> first;
                men & 3 | (men >> half & 3) << 2 | (men >> (2 * half) & 3) << 4 | (men >> (3 * half) & 3) << 6
            }
            Block::Wide(first) => {
                let men = men >> first;
                men & 15 | (men >> half & 15) << 4
            }
        }) as usize
    }

    /// Calls back with each feature a position has for White, and how often; for Black's, the negative.
    #[inline(always)]
    pub(crate) fn visit(position: &Position<R>, mut visit: impl FnMut(usize, i32)) {
        let cases = Self::cases(position);
        for block in 0..Self::BLOCK_COUNT {
            visit(block * CASES + usize::from(cases[block]), 1);
            visit(block * CASES + usize::from(cases[VIEW + block]), -1);
        }
        let men = [MEN, VIEW + MEN].map(|place| i32::from(cases[place]));
        let leaning = [WING, VIEW + WING].map(|place| i32::from(cases[place] as i16).abs());
        // At once for both sides: learning from each side's men in turn would push the weight to and fro.
        visit(Self::MAN, men[0] - men[1]);
        visit(Self::LEANING, leaning[0] - leaning[1]);
        visit(Self::TURN, if position.turn() == Side::White { 1 } else { -1 });
        if Side::BOTH.iter().any(|&side| position.has_king(side)) {
            Self::visit_kings(position, men, visit);
        }
    }

    /// The features of positions with kings.
    #[inline(always)]
    fn visit_kings(position: &Position<R>, men: [i32; 2], mut visit: impl FnMut(usize, i32)) {
        let kings = Side::BOTH.map(|side| position.kings(side).bits());
        let forces =
            [0, 1].map(|side| Force { men: men[side] as usize, kings: kings[side].count_ones() as usize });
        for (seen, sign) in [(kings[0], 1), (Self::turned(kings[1]), -1)] {
            let mut kings = seen;
            while kings != 0 {
                visit(Self::KING + kings.trailing_zeros() as usize, sign);
                kings &= kings - 1;
            }
        }
        visit(Self::BALANCE + forces[0].against(forces[1]), 1);
        visit(Self::BALANCE + forces[1].against(forces[0]), -1);
        if kings[0] != 0 && kings[1] != 0 {
            visit(Self::MAN_AMONG_KINGS, men[0] - men[1]);
        }
    }

    /// How many more men stand on the left wing than on the right.
    const fn leaning(men: u64) -> i32 {
        let left = (men & Self::LEFT_WING).count_ones();
        let right = (men & Self::turned(Self::LEFT_WING)).count_ones();
        left as i32 - right as i32
    }

    /// The first two squares of each row.
    const LEFT_WING: u64 = {
        let (mut wing, mut row) = (0, 0);
        while row < 2 * Self::HALF {
            wing |= 3 << (row * Self::HALF);
            row += 1;
        }
        wing
    };

    /// How many of the pieces of a full board are there.
    #[inline(always)]
    pub(crate) fn stage(position: &Position<R>) -> i32 {
        position.piece_count() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damiera_rules::SquareSet;
    use damiera_rules::variant::{English, International};

    /// Every square lies in a block that a side sees.
    fn covered<R: Rules>() {
        let mut squares = SquareSet::EMPTY;
        for square in R::GEOMETRY.all().iter() {
            let bit = SquareSet::from(square).bits();
            let mirrored = Features::<R>::turned(bit);
            let seen = (0..Features::<R>::BLOCK_COUNT).any(|i| {
                let block = Features::<R>::BLOCKS[i];
                Features::<R>::within(block, bit) != 0 || Features::<R>::within(block, mirrored) != 0
            });
            if seen {
                squares.insert(square);
            }
        }
        assert_eq!(squares, R::GEOMETRY.all());
    }

    #[test]
    fn blocks_cover_the_board() {
        covered::<English>();
        covered::<International>();
        assert_eq!(Features::<English>::BLOCK_COUNT, 9);
        assert_eq!(Features::<International>::BLOCK_COUNT, 10);
    }

    #[test]
    fn features_of_the_start_cancel_but_for_the_turn() {
        let mut sums = vec![0; Features::<English>::COUNT];
        Features::<English>::visit(&Position::start(), |feature, times| sums[feature] += times);
        assert!(sums[..Features::<English>::TURN].iter().all(|&sum| sum == 0));
        assert_eq!(sums[Features::<English>::TURN], -1);
    }
}
