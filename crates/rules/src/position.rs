//! A valid position: pieces and the side to move.

use std::marker::PhantomData;

use crate::board::{Black, Board, Leap, Mover, Tables, White};
use crate::generate;
use crate::moves::{Move, Moves};
use crate::piece::{Piece, Rank, Side};
use crate::rules::Rules;
use crate::square::{Square, SquareSet};

/// A position of one game: a small value, equal to another when the rules call them the same position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<R> {
    board: Board,
    turn: Side,
    rules: PhantomData<R>,
}

impl<R: Rules> Position<R> {
    /// The position every game starts from.
    #[must_use]
    pub fn start() -> Self {
        let men = (1 << R::MEN) - 1;
        let black = SquareSet::from_bits(men);
        let white = SquareSet::from_bits(men << (R::GEOMETRY.squares() - R::MEN));
        Self::from_sets([white, black], SquareSet::EMPTY, R::FIRST)
    }

    /// A position from sets that are known to make a valid one.
    pub(crate) fn from_sets(sides: [SquareSet; 2], kings: SquareSet, turn: Side) -> Self {
        let board =
            Board { sides: sides.map(|set| R::GEOMETRY.expand(set)), kings: R::GEOMETRY.expand(kings) };
        Self::from_board(board, turn)
    }

    pub(crate) const fn from_board(board: Board, turn: Side) -> Self {
        Self { board, turn, rules: PhantomData }
    }

    pub(crate) const fn board(&self) -> &Board {
        &self.board
    }

    /// Whose move it is.
    #[must_use]
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// A side's pieces, men and kings.
    #[must_use]
    pub const fn pieces(&self, side: Side) -> SquareSet {
        R::GEOMETRY.compress(self.board.of(side))
    }

    /// A side's men.
    #[must_use]
    pub const fn men(&self, side: Side) -> SquareSet {
        R::GEOMETRY.compress(self.board.of(side) & !self.board.kings)
    }

    /// A side's kings.
    #[must_use]
    pub const fn kings(&self, side: Side) -> SquareSet {
        R::GEOMETRY.compress(self.board.of(side) & self.board.kings)
    }

    /// Every piece on the board.
    #[must_use]
    pub const fn occupied(&self) -> SquareSet {
        R::GEOMETRY.compress(self.board.occupied())
    }

    /// How many pieces there are.
    #[must_use]
    pub const fn piece_count(&self) -> u32 {
        self.board.occupied().count_ones()
    }

    /// Whether a side has a king.
    #[must_use]
    #[inline]
    pub const fn has_king(&self, side: Side) -> bool {
        self.board.of(side) & self.board.kings != 0
    }

    /// A side's men in one row, 0 at the top: a bit for each square, the leftmost first.
    #[must_use]
    #[inline(always)]
    pub const fn men_in_row(&self, side: Side, row: u8) -> u8 {
        R::GEOMETRY.row_of(self.board.of(side) & !self.board.kings, row)
    }

    /// The kings of a side in a row, likewise.
    #[must_use]
    #[inline(always)]
    pub const fn kings_in_row(&self, side: Side, row: u8) -> u8 {
        R::GEOMETRY.row_of(self.board.of(side) & self.board.kings, row)
    }

    /// Whether the move that led from here to there was a king's and took nothing: it can be taken back.
    #[must_use]
    #[inline]
    pub const fn is_one_king_move_from(&self, before: &Self) -> bool {
        let (us, them) = (before.turn as usize, 1 - before.turn as usize);
        let (now, then) = (&self.board, &before.board);
        now.sides[us] & !now.kings == then.sides[us] & !then.kings && now.sides[them] == then.sides[them]
    }

    /// What stands on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let bit = Tables::<R>::bit(square);
        let side = Side::BOTH.into_iter().find(|&side| self.board.of(side) & bit != 0)?;
        let rank = if self.board.kings & bit == 0 { Rank::Man } else { Rank::King };
        Some(Piece { side, rank })
    }

    /// Every legal move, each once. None means that the side to move has lost.
    ///
    /// ```
    /// use damiera_rules::{Position, variant::International};
    /// assert_eq!(Position::<International>::start().legal().len(), 9);
    /// ```
    #[must_use]
    pub fn legal(&self) -> Moves {
        let mut moves = Moves::default();
        self.list_legal(&mut moves);
        moves
    }

    /// Adds every legal move to a list that is empty yet: a search, which asks at every node, is spared a copy of
    /// the list.
    pub fn list_legal(&self, moves: &mut Moves) {
        match self.turn {
            Side::White => {
                generate::visit::<R, White>(&self.board, |leap| moves.push(Self::named::<White>(leap)));
            }
            Side::Black => {
                generate::visit::<R, Black>(&self.board, |leap| moves.push(Self::named::<Black>(leap)));
            }
        }
    }

    /// Whether a move is one of the legal ones.
    #[must_use]
    pub fn is_legal(&self, m: &Move) -> bool {
        self.legal().contains(m)
    }

    /// The position after a legal move; the move must come from [`Position::legal`] of this very position.
    #[must_use]
    #[inline]
    pub fn after(&self, m: &Move) -> Self {
        debug_assert!(self.is_legal(m), "{m:?} in {self:?}");
        let from = Tables::<R>::bit(m.from);
        let leap = Leap {
            from,
            to: Tables::<R>::bit(m.to),
            taken: if m.is_capture() { R::GEOMETRY.expand(m.captured) } else { 0 },
            by_king: self.board.kings & from != 0,
        };
        let board = match self.turn {
            Side::White => self.board.after::<R, White>(leap),
            Side::Black => self.board.after::<R, Black>(leap),
        };
        Self::from_board(board, !self.turn)
    }

    /// Makes a move if it is legal; says whether it was. An illegal move changes nothing.
    #[must_use]
    pub fn play(&mut self, m: &Move) -> bool {
        let legal = self.is_legal(m);
        if legal {
            *self = self.after(m);
        }
        legal
    }

    /// A generated move by the numbers of its squares.
    fn named<M: Mover>(leap: Leap) -> Move {
        Move {
            from: Tables::<R>::square(leap.from),
            to: Tables::<R>::square(leap.to),
            promotes: !leap.by_king && leap.to & Tables::<R>::crown_row(M::SIDE) != 0,
            captured: if leap.taken == 0 { SquareSet::EMPTY } else { R::GEOMETRY.compress(leap.taken) },
        }
    }
}
