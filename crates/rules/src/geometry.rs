//! The board: numbering, names and adjacency of squares.
//!
//! The generator works on *padded* bitboards. Rows are stored one after the other with a padding bit after every
//! second row. A diagonal step is then a shift by the same amount for every square ([`Geometry::half`], or one
//! more), and a step off the board lands on a padding bit or outside the word:
//!
//! ```text
//!   8×8, dark corner at the left        8×8, dark corner at the right
//!     .  0  .  1  .  2  .  3              0  .  1  .  2  .  3  .  (4)
//!     4  .  5  .  6  .  7  .  (8)         .  5  .  6  .  7  .  8
//!     .  9  . 10  . 11  . 12              9  . 10  . 11  . 12  . (13)
//!    13  . 14  . 15  . 16  . (17)         . 14  . 15  . 16  . 17
//! ```
//!
//! Square numbers have no gaps; [`Geometry::expand`] and [`Geometry::compress`] convert between the two.

use crate::square::{Square, SquareSet};

/// The side on which each player has a dark corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DarkCorner {
    Left,
    Right,
}

/// The size of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardSize {
    /// 8×8.
    Squares64,
    /// 10×10.
    Squares100,
}

/// A board: its size and orientation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Geometry {
    size: BoardSize,
    corner: DarkCorner,
}

/// One of the four diagonal directions, from White's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dir {
    UpLeft,
    UpRight,
    DownLeft,
    DownRight,
}

impl Dir {
    pub(crate) const ALL: [Self; 4] = [Self::UpLeft, Self::UpRight, Self::DownLeft, Self::DownRight];

    /// The opposite direction.
    pub(crate) const fn back(self) -> Self {
        match self {
            Self::UpLeft => Self::DownRight,
            Self::UpRight => Self::DownLeft,
            Self::DownLeft => Self::UpRight,
            Self::DownRight => Self::UpLeft,
        }
    }

    /// The two directions at right angles, to which a flying king may turn after a jump.
    pub(crate) const fn turns(self) -> [Self; 2] {
        match self {
            Self::UpLeft | Self::DownRight => [Self::UpRight, Self::DownLeft],
            Self::UpRight | Self::DownLeft => [Self::UpLeft, Self::DownRight],
        }
    }

    /// Whether the direction leads to lower square numbers.
    pub(crate) const fn is_up(self) -> bool {
        matches!(self, Self::UpLeft | Self::UpRight)
    }
}

impl Geometry {
    /// 8×8, dark corner at each player's left.
    pub const EIGHT: Self = Self { size: BoardSize::Squares64, corner: DarkCorner::Left };
    /// 10×10, dark corner at each player's left.
    pub const TEN: Self = Self { size: BoardSize::Squares100, corner: DarkCorner::Left };

    /// The same board rotated by 90 degrees: dark corner at each player's right.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self { corner: DarkCorner::Right, ..self }
    }

    /// The number of rows, which is also the number of columns.
    #[must_use]
    pub const fn rows(self) -> u8 {
        match self.size {
            BoardSize::Squares64 => 8,
            BoardSize::Squares100 => 10,
        }
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(self) -> BoardSize {
        self.size
    }

    /// The number of playing squares.
    #[must_use]
    pub const fn squares(self) -> u8 {
        self.rows() * self.half() as u8
    }

    /// All playing squares.
    #[must_use]
    pub const fn all(self) -> SquareSet {
        SquareSet::from_bits((1 << self.squares()) - 1)
    }

    /// Whether this board has the square.
    #[must_use]
    pub const fn has(self, square: Square) -> bool {
        square.number() <= self.squares()
    }

    /// The row of a square; 0 is Black's base row, at the top.
    #[must_use]
    pub const fn row(self, square: Square) -> u8 {
        square.index() as u8 / self.half() as u8
    }

    /// The column of a square; 0 is at White's left.
    #[must_use]
    pub const fn column(self, square: Square) -> u8 {
        let within = square.index() as u8 % self.half() as u8;
        2 * within + self.indent(self.row(square))
    }

    /// The playing square at a row and column; `None` if that square is light or off the board.
    #[must_use]
    pub const fn at(self, row: u8, column: u8) -> Option<Square> {
        if row >= self.rows() || column >= self.rows() || column % 2 != self.indent(row) {
            return None;
        }
        Square::new(row * self.half() as u8 + column / 2 + 1)
    }

    /// Whether a square lies on the main diagonal, from one dark corner to the other.
    #[must_use]
    pub const fn on_main_diagonal(self, square: Square) -> bool {
        let (row, column) = (self.row(square), self.column(square));
        match self.corner {
            DarkCorner::Left => row + column + 1 == self.rows(),
            DarkCorner::Right => row == column,
        }
    }

    /// The algebraic name of a square: a letter for the column and a number for the row, from White's point of view.
    ///
    /// ```
    /// use damiera_rules::{Geometry, Square};
    /// let first = Square::new(1).unwrap();
    /// assert_eq!(Geometry::EIGHT.algebraic(first), "b8");
    /// assert_eq!(Geometry::EIGHT.mirrored().algebraic(first), "a8");
    /// assert_eq!(Geometry::TEN.algebraic(first), "b10");
    /// ```
    #[must_use]
    pub fn algebraic(self, square: Square) -> String {
        format!("{}{}", (b'a' + self.column(square)) as char, self.rows() - self.row(square))
    }

    /// The playing square with this algebraic name: column (0 for a) and rank (1 for White's base row).
    #[must_use]
    pub const fn named(self, column: u8, rank: u8) -> Option<Square> {
        if rank == 0 || rank > self.rows() { None } else { self.at(self.rows() - rank, column) }
    }

    /// The number of columns to the left of a row's first playing square.
    const fn indent(self, row: u8) -> u8 {
        let even_rows = match self.corner {
            DarkCorner::Left => 1,
            DarkCorner::Right => 0,
        };
        (row + even_rows) % 2
    }

    /// The number of playing squares per row, which is also the shorter of the two diagonal shifts.
    pub(crate) const fn half(self) -> u32 {
        self.rows() as u32 / 2
    }

    /// The number of bits that two rows and their padding bit occupy.
    const fn period(self) -> u32 {
        2 * self.half() + 1
    }

    /// The number of padding bits between the two rows of a pair.
    const fn lead(self) -> u32 {
        match self.corner {
            DarkCorner::Left => 0,
            DarkCorner::Right => 1,
        }
    }

    /// The padded bit of a square.
    pub(crate) const fn bit(self, square: Square) -> u64 {
        let (index, half) = (square.index() as u32, self.half());
        let (pair, within) = (index / (2 * half), index % (2 * half));
        let lead = if within >= half { self.lead() } else { 0 };
        1 << (pair * self.period() + within + lead)
    }

    /// The padded bits of a set of squares.
    #[inline(always)]
    pub(crate) const fn expand(self, set: SquareSet) -> u64 {
        let (half, mut bits, mut pair) = (self.half(), 0, 0);
        while pair < self.rows() as u32 / 2 {
            let rows = set.bits() >> (pair * 2 * half);
            let (even, odd) = (rows & ones(half), rows >> half & ones(half));
            bits |= (even | odd << (half + self.lead())) << (pair * self.period());
            pair += 1;
        }
        bits
    }

    /// The set of squares of padded bits.
    #[inline(always)]
    pub(crate) const fn compress(self, bits: u64) -> SquareSet {
        let (half, mut set, mut pair) = (self.half(), 0, 0);
        while pair < self.rows() as u32 / 2 {
            let rows = bits >> (pair * self.period());
            let (even, odd) = (rows & ones(half), rows >> (half + self.lead()) & ones(half));
            set |= (even | odd << half) << (pair * 2 * half);
            pair += 1;
        }
        SquareSet::from_bits(set)
    }

    /// The bits of one row, extracted from padded bits.
    #[inline(always)]
    pub(crate) const fn row_of(self, bits: u64, row: u8) -> u8 {
        let (pair, odd) = (row as u32 / 2, row as u32 % 2);
        (bits >> (pair * self.period() + odd * (self.half() + self.lead())) & ones(self.half())) as u8
    }

    /// The padded bits of all playing squares.
    pub(crate) const fn board(self) -> u64 {
        self.expand(self.all())
    }

    /// The padded bits of one row.
    pub(crate) const fn row_bits(self, row: u8) -> u64 {
        self.expand(SquareSet::from_bits(ones(self.half()) << (row as u32 * self.half())))
    }

    /// Moves padded bits by one step; the caller masks off bits that have left the board.
    ///
    /// A rotation works like a shift, because bits that wrap around land on padding; unlike a shift it needs no
    /// branch on the direction when that is known only at run time.
    #[inline(always)]
    pub(crate) const fn step(self, bits: u64, dir: Dir) -> u64 {
        let half = self.half();
        bits.rotate_left(match dir {
            Dir::UpLeft => 64 - (half + 1),
            Dir::UpRight => 64 - half,
            Dir::DownLeft => half,
            Dir::DownRight => half + 1,
        })
    }
}

/// A word with its lowest `count` bits set.
const fn ones(count: u32) -> u64 {
    (1 << count) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARDS: [Geometry; 3] = [Geometry::EIGHT, Geometry::EIGHT.mirrored(), Geometry::TEN];

    fn squares(board: Geometry) -> impl Iterator<Item = Square> {
        board.all().iter()
    }

    #[test]
    fn padded_bits_correspond_to_square_numbers() {
        for board in BOARDS {
            for square in squares(board) {
                assert_eq!(board.expand(square.into()), board.bit(square));
                assert_eq!(board.compress(board.bit(square)), square.into());
                let within_row = 1 << (square.index() as u32 % board.half());
                assert_eq!(board.row_of(board.bit(square), board.row(square)), within_row);
                assert_eq!(board.at(board.row(square), board.column(square)), Some(square));
            }
            assert_eq!(board.compress(board.board()), board.all());
        }
    }

    #[test]
    fn a_step_leads_to_the_diagonal_neighbour_or_off_the_board() {
        for board in BOARDS {
            for square in squares(board) {
                for dir in Dir::ALL {
                    let row = if dir.is_up() { -1 } else { 1 };
                    let column = if matches!(dir, Dir::UpLeft | Dir::DownLeft) { -1 } else { 1 };
                    let neighbour = u8::try_from(board.row(square) as i8 + row)
                        .ok()
                        .zip(u8::try_from(board.column(square) as i8 + column).ok())
                        .and_then(|(row, column)| board.at(row, column));
                    let stepped = board.step(board.bit(square), dir) & board.board();
                    assert_eq!(
                        board.compress(stepped).iter().next(),
                        neighbour,
                        "{board:?} {square} {dir:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_italian_main_diagonal_is_the_one_in_the_book() {
        // FID-IT 2.8.5
        let named = squares(Geometry::EIGHT.mirrored())
            .filter(|&s| Geometry::EIGHT.mirrored().on_main_diagonal(s))
            .map(Square::number);
        assert_eq!(named.collect::<Vec<_>>(), [1, 5, 10, 14, 19, 23, 28, 32]);
    }
}
