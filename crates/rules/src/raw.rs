//! Unchecked access to the generator's bitboards, for programs that visit billions of positions, such as the endgame
//! table builder.
//!
//! Nothing here checks that a position is valid; all other callers should use [`Position`].
//!
//! A *padded* bit stands for a square in the generator's layout (rows one after the other, a padding bit after every
//! second row); [`bits`] and [`squares`] convert between padded bits and square numbers.

use crate::board::{Black, Board, Mover, White};
use crate::capture::{Attack, CaptureSearch};
use crate::piece::Side;
use crate::position::Position;
use crate::rules::Rules;
use crate::square::{Square, SquareSet};

/// The pieces in padded bits, without the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bitboards {
    /// Pieces of White and of Black, men and kings.
    pub sides: [u64; 2],
    /// Kings of both sides.
    pub kings: u64,
}

impl Bitboards {
    /// The pieces of a position.
    #[must_use]
    pub const fn of<R: Rules>(position: &Position<R>) -> Self {
        let board = position.board();
        Self { sides: board.sides, kings: board.kings }
    }

    /// The position with that side to move. The bitboards must be valid: nothing is checked.
    #[must_use]
    pub const fn position<R: Rules>(self, turn: Side) -> Position<R> {
        Position::from_board(Board { sides: self.sides, kings: self.kings }, turn)
    }
}

/// The padded bit of a square.
#[must_use]
pub const fn bit<R: Rules>(square: Square) -> u64 {
    R::GEOMETRY.bit(square)
}

/// The padded bits of a set of squares.
#[must_use]
pub const fn bits<R: Rules>(set: SquareSet) -> u64 {
    R::GEOMETRY.expand(set)
}

/// The squares of padded bits.
#[must_use]
pub const fn squares<R: Rules>(bits: u64) -> SquareSet {
    R::GEOMETRY.compress(bits)
}

/// Visits the board after each legal capture; returns whether there is one.
#[inline(always)]
pub fn captures<R: Rules>(pieces: Bitboards, turn: Side, visit: impl FnMut(Bitboards)) -> bool {
    let board = Board { sides: pieces.sides, kings: pieces.kings };
    match turn {
        Side::White => captures_of::<R, White>(board, visit),
        Side::Black => captures_of::<R, Black>(board, visit),
    }
}

#[inline(always)]
fn captures_of<R: Rules, M: Mover>(board: Board, mut visit: impl FnMut(Bitboards)) -> bool {
    let mut search = CaptureSearch::new(Attack::<R>::new::<M>(&board));
    search.run::<M>();
    for &bit_move in &search.best.moves {
        let after = board.after::<R, M>(bit_move);
        visit(Bitboards { sides: after.sides, kings: after.kings });
    }
    !search.best.moves.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{Brazilian, English, International, Italian};

    fn agrees_with_the_legal_moves<R: Rules>(fen: &str) {
        let position = Position::<R>::from_fen(fen).unwrap();
        let mut found = Vec::new();
        let any = captures::<R>(Bitboards::of(&position), position.turn(), |after| {
            found.push(after.position::<R>(!position.turn()));
        });
        let legal = position.legal();
        let expected: Vec<_> = legal.iter().filter(|m| m.is_capture()).map(|m| position.after(m)).collect();
        assert_eq!(any, !expected.is_empty(), "{fen}");
        assert_eq!(found, expected, "{fen}");
    }

    #[test]
    fn captures_are_the_legal_captures() {
        agrees_with_the_legal_moves::<Italian>("W:WK30:B10,K12,K18,20,K26,K27");
        agrees_with_the_legal_moves::<English>("B:W22,K30:B17,K9");
        agrees_with_the_legal_moves::<English>("W:W22:B3");
        agrees_with_the_legal_moves::<Brazilian>("W:WK29:B22,15,K7");
        agrees_with_the_legal_moves::<International>("B:W28,39,K44:BK6,17");
    }

    #[test]
    fn padded_bits_convert_back_to_squares() {
        for square in International::GEOMETRY.all().iter() {
            assert_eq!(squares::<International>(bit::<International>(square)), square.into());
            assert_eq!(bits::<International>(square.into()), bit::<International>(square));
        }
    }
}
