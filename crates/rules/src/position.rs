//! A valid position: pieces and the side to move.

use std::marker::PhantomData;

use crate::board::{BitMove, Black, Board, Lookup, Mover, White};
use crate::generate;
use crate::move_list::{Move, MoveList};
use crate::piece::{Piece, Rank, Side};
use crate::rules::{Crowning, Rules};
use crate::square::{Square, SquareSet};

/// A valid position of one rule set: a small `Copy` value. Two positions are equal when the rules call them the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<R> {
    board: Board,
    turn: Side,
    rules: PhantomData<R>,
}

impl<R: Rules> Position<R> {
    /// The starting position.
    #[must_use]
    pub fn start() -> Self {
        let men = (1 << R::MEN) - 1;
        let black = SquareSet::from_bits(men);
        let white = SquareSet::from_bits(men << (R::GEOMETRY.squares() - R::MEN));
        Self::from_sets([white, black], SquareSet::EMPTY, R::FIRST)
    }

    /// A position from sets that are known to be valid.
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

    /// The side to move.
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

    /// The occupied squares.
    #[must_use]
    pub const fn occupied(&self) -> SquareSet {
        R::GEOMETRY.compress(self.board.occupied())
    }

    /// The number of pieces on the board.
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

    /// A side's men in one row (0 at the top): one bit per square, the leftmost in the lowest bit.
    #[must_use]
    #[inline(always)]
    pub const fn men_in_row(&self, side: Side, row: u8) -> u8 {
        R::GEOMETRY.row_of(self.board.of(side) & !self.board.kings, row)
    }

    /// A side's kings in one row, in the form of [`Position::men_in_row`].
    #[must_use]
    #[inline(always)]
    pub const fn kings_in_row(&self, side: Side, row: u8) -> u8 {
        R::GEOMETRY.row_of(self.board.of(side) & self.board.kings, row)
    }

    /// Whether the single move that led here from `before` was a king's move without a capture, which is reversible.
    #[must_use]
    #[inline]
    pub const fn is_one_king_move_from(&self, before: &Self) -> bool {
        let (us, them) = (before.turn as usize, 1 - before.turn as usize);
        let (now, then) = (&self.board, &before.board);
        now.sides[us] & !now.kings == then.sides[us] & !then.kings && now.sides[them] == then.sides[them]
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let bit = Lookup::<R>::bit(square);
        let side = Side::BOTH.into_iter().find(|&side| self.board.of(side) & bit != 0)?;
        let rank = if self.board.kings & bit == 0 { Rank::Man } else { Rank::King };
        Some(Piece { side, rank })
    }

    /// The legal moves, each listed once. If there are none, the side to move has lost.
    ///
    /// ```
    /// use damiera_rules::{Position, variant::International};
    /// assert_eq!(Position::<International>::start().legal().len(), 9);
    /// ```
    #[must_use]
    pub fn legal(&self) -> MoveList {
        let mut moves = MoveList::default();
        self.list_legal(&mut moves);
        moves
    }

    /// Appends the legal moves to an empty list. Saves a copy of the list, for callers such as a search that
    /// generate moves at every node.
    pub fn list_legal(&self, moves: &mut MoveList) {
        match self.turn {
            Side::White => {
                generate::visit::<R, White>(&self.board, |bit_move| {
                    moves.push(self.move_of::<White>(bit_move));
                });
            }
            Side::Black => {
                generate::visit::<R, Black>(&self.board, |bit_move| {
                    moves.push(self.move_of::<Black>(bit_move));
                });
            }
        }
    }

    /// The legal move from one square to another, if there is exactly one: without listing the others.
    ///
    /// ```
    /// use damiera_rules::{Position, Square, variant::English};
    /// let start = Position::<English>::start();
    /// let square = |number| Square::new(number).unwrap();
    /// assert_eq!(start.only_move(square(11), square(15)).map(|m| start.notation(&m)), Some("11-15".to_owned()));
    /// assert_eq!(start.only_move(square(11), square(14)), None);
    /// ```
    #[must_use]
    pub fn only_move(&self, from: Square, to: Square) -> Option<Move> {
        let mut after = *self;
        after.play_only_move(from, to)
    }

    /// Plays the legal move from one square to another, if there is exactly one; otherwise changes nothing.
    #[inline]
    pub fn play_only_move(&mut self, from: Square, to: Square) -> Option<Move> {
        match self.turn {
            Side::White => self.play_only_move_of::<White>(from, to),
            Side::Black => self.play_only_move_of::<Black>(from, to),
        }
    }

    #[inline(always)]
    fn play_only_move_of<M: Mover>(&mut self, from: Square, to: Square) -> Option<Move> {
        let bit_move =
            generate::only_move::<R, M>(&self.board, Lookup::<R>::bit(from), Lookup::<R>::bit(to))?;
        let m = self.move_of::<M>(bit_move);
        (self.board, self.turn) = (self.board.after::<R, M>(bit_move), M::Reply::SIDE);
        Some(m)
    }

    /// Whether a move is legal.
    #[must_use]
    pub fn is_legal(&self, m: &Move) -> bool {
        self.legal().contains(m)
    }

    /// The position after a move, which must be a legal move of this position.
    #[must_use]
    #[inline]
    pub fn after(&self, m: &Move) -> Self {
        debug_assert!(self.is_legal(m), "{m:?} in {self:?}");
        let from = Lookup::<R>::bit(m.from);
        let bit_move = BitMove {
            from,
            to: Lookup::<R>::bit(m.to),
            taken: if m.is_capture() { R::GEOMETRY.expand(m.captured) } else { 0 },
            by_king: self.board.kings & from != 0 || crowns_in_passing::<R>() && m.promotes,
        };
        let board = match self.turn {
            Side::White => self.board.after::<R, White>(bit_move),
            Side::Black => self.board.after::<R, Black>(bit_move),
        };
        Self::from_board(board, !self.turn)
    }

    /// Plays a move if it is legal and returns whether it was. An illegal move changes nothing.
    #[must_use]
    pub fn play(&mut self, m: &Move) -> bool {
        let legal = self.is_legal(m);
        if legal {
            *self = self.after(m);
        }
        legal
    }

    /// Converts a generated move from bits to square numbers.
    #[inline]
    fn move_of<M: Mover>(&self, bit_move: BitMove) -> Move {
        let by_man =
            if crowns_in_passing::<R>() { self.board.kings & bit_move.from == 0 } else { !bit_move.by_king };
        let ends_as_king = bit_move.by_king || bit_move.to & Lookup::<R>::crown_row(M::SIDE) != 0;
        Move {
            from: Lookup::<R>::square(bit_move.from),
            to: Lookup::<R>::square(bit_move.to),
            promotes: by_man && ends_as_king,
            captured: if bit_move.taken == 0 {
                SquareSet::EMPTY
            } else {
                R::GEOMETRY.compress(bit_move.taken)
            },
        }
    }
}

/// Whether a man can become a king before its move ends, so that it may end its move elsewhere as a king.
#[inline(always)]
const fn crowns_in_passing<R: Rules>() -> bool {
    matches!(R::CROWNING, Crowning::InPassing)
}
