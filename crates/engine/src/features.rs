//! What the evaluation looks at.
//!
//! Each side sees the board from its own base, and what it sees is scored by the same weights; the difference is
//! the evaluation. So a position and its mirror image with colours exchanged are worth exactly the opposite.
//!
//! A *pattern* is a block of eight or nine squares, of which each is empty, holds an own man or one of theirs: 3⁸ or
//! 3⁹ cases, with a weight each. Tall blocks are four rows by two squares; wide ones, where a row has just four
//! squares, are two whole rows; edges are the outer three columns of the six rows next to the base (on the mirrored Italian
//! board, whose rows begin the other way, the third of them is one further in: learned so, and not yet otherwise). What
//! lies in a block's mirror image is seen by the other side. Kings count by their square; where there are any, so does what
//! each side has: two men more are not what they were once the other side has a king.

use std::marker::PhantomData;

use damiera_rules::{Position, Rules, Side};

/// More kings, or men beside kings, than these are counted as this many.
const KINGS_COUNTED: usize = 3;
const MEN_COUNTED: usize = 4;
const BALANCES: usize = ((KINGS_COUNTED + 1) * (MEN_COUNTED + 1)).pow(2);

/// Places for the blocks of one view, and for what is counted along with them.
const VIEW: usize = 16;
/// How many men a side has.
const MEN: usize = VIEW - 1;
/// How many more of them stand on its left wing than on its right; below nought it wraps round.
const WING: usize = VIEW - 2;
/// How many rows they have still to go, all together.
const WAY: usize = VIEW - 3;
/// The case of every block, in White's view and then in Black's.
type Cases = [u16; 2 * VIEW];
/// Rows of the largest board, and ways to fill one with men of a side.
const ROWS: usize = 10;
const FILLINGS: usize = 32;
/// What each filling of each row adds to the cases: with White's men, and with Black's. Each lies in a cache line.
#[repr(align(64))]
struct Rows([[[Cases; FILLINGS]; ROWS]; 2]);

/// The blocks of a game: the squares of each, as bits, and how many there are.
#[derive(Clone, Copy)]
struct Blocks {
    squares: [u64; VIEW],
    count: usize,
}

impl Blocks {
    const fn add(&mut self, squares: u64) {
        self.squares[self.count] = squares;
        self.count += 1;
    }

    /// How many cases the blocks before this one have.
    const fn cases_before(&self, block: usize) -> usize {
        let (mut cases, mut i) = (0, 0);
        while i < block {
            cases += 3_usize.pow(self.squares[i].count_ones());
            i += 1;
        }
        cases
    }
}

/// The case of a block: the number with a digit 1 for each of its squares that holds one of the men.
const fn case_of(block: u64, men: u64) -> u16 {
    let (mut left, mut power, mut case) = (block, 1, 0);
    while left != 0 {
        if men >> left.trailing_zeros() & 1 == 1 {
            case += power;
        }
        left &= left - 1;
        power *= 3;
    }
    case
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

    const BLOCKS: Blocks = Self::blocks();
    const ROWS: &'static Rows = &Self::rows();
    /// Where the weights of each block begin.
    const FIRST: [usize; VIEW] = {
        let (mut first, mut block) = ([0; VIEW], 0);
        while block < Self::BLOCKS.count {
            first[block] = Self::BLOCKS.cases_before(block);
            block += 1;
        }
        first
    };

    /// A man more.
    pub(crate) const MAN: usize = Self::BLOCKS.cases_before(Self::BLOCKS.count);
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

    /// The rows all men have to go at the beginning: the opening weighs fully.
    pub(crate) const FULL: i32 = {
        let (last, depth) = (2 * Self::HALF as i32 - 1, R::MEN as i32 / Self::HALF as i32);
        // The men of a row of the base have as far to go as the row's number says.
        R::MEN as i32 * (2 * last + 1 - depth)
    };

    /// The blocks of the lower half and the middle, in White's view; the others are their mirror images.
    const fn blocks() -> Blocks {
        let mut blocks = Blocks { squares: [0; VIEW], count: 0 };
        Self::add_tall(&mut blocks);
        Self::add_wide(&mut blocks);
        blocks.add(Self::LEFT_EDGE);
        blocks.add(Self::RIGHT_EDGE);
        assert!(blocks.count <= WAY, "a view has no place for so many blocks");
        blocks
    }

    /// Four rows by two squares: from the base, every second row, down to the middle.
    const fn add_tall(blocks: &mut Blocks) {
        let (rows, half) = (Self::HALF * 2, Self::HALF);
        let block = 3 | 3 << half | 3 << (2 * half) | 3 << (3 * half);
        let mut row = rows - 4;
        while row + 4 >= rows - row {
            let is_own_mirror = 2 * row + 4 == rows;
            let mut column = 0;
            while column + 2 <= half {
                if !is_own_mirror || 2 * column + 2 <= half {
                    blocks.add(block << (row * half + column));
                }
                column += 1;
            }
            row -= if 2 * row >= rows { 2 } else { 1 };
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

    /// The two first squares of the last row, the first of the row above it, and so on, six rows high.
    const LEFT_EDGE: u64 = Self::edge(3, 1);

    /// The last square of the last row, the two last of the row above it, and so on.
    const RIGHT_EDGE: u64 = Self::edge(1 << (Self::HALF - 1), 3 << (Self::HALF - 2));

    /// Six rows from the base, with these squares in the last row and those in the row above it, in turn.
    const fn edge(last: u64, above: u64) -> u64 {
        let half = Self::HALF;
        let pair = above | last << half;
        let first = 2 * half - 6;
        (pair | pair << (2 * half) | pair << (4 * half)) << (first * half)
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
                while block < Self::BLOCKS.count {
                    let white = case_of(Self::BLOCKS.squares[block], men);
                    let black = case_of(Self::BLOCKS.squares[block], Self::turned(men));
                    let (row, filling) = (row as usize, filling as usize);
                    // Own men are the digit 1, theirs the digit 2.
                    rows[0][row][filling][block] = white;
                    rows[0][row][filling][VIEW + block] = 2 * black;
                    rows[1][row][filling][block] = 2 * white;
                    rows[1][row][filling][VIEW + block] = black;
                    block += 1;
                }
                let (men, wing) = (men.count_ones() as u16, Self::leaning(men) as u16);
                let to_go = [row as u16, (2 * Self::HALF - 1 - row) as u16];
                let mut side = 0;
                while side < 2 {
                    let adds = &mut rows[side][row as usize][filling as usize];
                    adds[side * VIEW + MEN] = men;
                    adds[side * VIEW + WING] = wing;
                    adds[side * VIEW + WAY] = men * to_go[side];
                    side += 1;
                }
                filling += 1;
            }
            row += 1;
        }
        Rows(rows)
    }

    /// The case of every block.
    // On its own, because inlined the compiler leaves out places nobody reads, and takes the sums apart for it.
    #[inline(never)]
    fn cases(position: &Position<R>) -> Cases {
        let mut cases = [0_u16; 2 * VIEW];
        for row in 0..R::GEOMETRY.rows() {
            let [white, black] = Side::BOTH.map(|side| {
                let filling = position.men_in_row(side, row);
                &Self::ROWS.0[side as usize][usize::from(row)][usize::from(filling) % FILLINGS]
            });
            for (case, (white, black)) in cases.iter_mut().zip(white.iter().zip(black)) {
                *case = case.wrapping_add(white.wrapping_add(*black));
            }
        }
        cases
    }

    /// Calls back with each feature a position has for White, and how often; for Black's, the negative. Returns the
    /// stage of the game: how much of [`Self::FULL`] its men have still to go.
    #[inline(always)]
    pub(crate) fn visit(position: &Position<R>, mut visit: impl FnMut(usize, i32)) -> i32 {
        let cases = Self::cases(position);
        for block in 0..Self::BLOCKS.count {
            visit(Self::FIRST[block] + usize::from(cases[block]), 1);
            visit(Self::FIRST[block] + usize::from(cases[VIEW + block]), -1);
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
        i32::from(cases[WAY] + cases[VIEW + WAY])
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use damiera_rules::SquareSet;
    use damiera_rules::variant::{English, International};

    /// Every square lies in a block that a side sees.
    fn covered<R: Rules>() {
        let blocks = Features::<R>::BLOCKS;
        let seen = blocks.squares.iter().fold(0, |seen, block| seen | block);
        assert_eq!(SquareSet::from_bits(seen | Features::<R>::turned(seen)), R::GEOMETRY.all());
    }

    #[test]
    fn blocks_cover_the_board() {
        covered::<English>();
        covered::<International>();
        assert_eq!(Features::<English>::BLOCKS.count, 11);
        assert_eq!(Features::<International>::BLOCKS.count, 12);
    }

    #[test]
    fn edges_are_the_outer_three_columns() {
        fn columns<R: Rules>(edge: u64) -> Vec<u8> {
            let squares = SquareSet::from_bits(edge);
            squares.iter().map(|square| R::GEOMETRY.column(square)).collect()
        }
        let width = International::GEOMETRY.rows();
        let left = columns::<International>(Features::<International>::LEFT_EDGE);
        let right = columns::<International>(Features::<International>::RIGHT_EDGE);
        assert!(left.len() == 9 && left.iter().all(|&column| column < 3));
        assert!(right.len() == 9 && right.iter().all(|&column| column >= width - 3));
    }

    #[test]
    fn all_men_are_still_to_go_at_the_start() {
        assert_eq!(Features::<English>::visit(&Position::start(), |_, _| ()), Features::<English>::FULL);
        let stage = Features::<International>::visit(&Position::start(), |_, _| ());
        assert_eq!((stage, Features::<International>::FULL), (300, 300));
    }

    #[test]
    fn features_of_the_start_cancel_but_for_the_turn() {
        let mut sums = vec![0; Features::<English>::COUNT];
        Features::<English>::visit(&Position::start(), |feature, times| sums[feature] += times);
        assert!(sums[..Features::<English>::TURN].iter().all(|&sum| sum == 0));
        assert_eq!(sums[Features::<English>::TURN], -1);
    }
}
