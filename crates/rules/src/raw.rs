//! The rules on bare bitboards, for programs that go through positions by the thousand million.
//!
//! Nothing here checks that a position is valid: whoever calls it has made the bits himself. Everybody else
//! wants [`Position`].
//!
//! A *padded* bit stands for a square as the generator has it (rows one after the other, an unused bit after
//! every second row); [`bits`] and [`squares`] go between it and the numbers of the squares.

use crate::board::{Black, Board, Mover, White};
use crate::capture::{Field, Hunt};
use crate::piece::Side;
use crate::position::Position;
use crate::rules::Rules;
use crate::square::{Square, SquareSet};

/// The pieces in padded bits, whoever is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pieces {
    /// Pieces of White and of Black, men and kings.
    pub sides: [u64; 2],
    /// Kings of both sides.
    pub kings: u64,
}

impl Pieces {
    /// The pieces of a position.
    #[must_use]
    pub const fn of<R: Rules>(position: &Position<R>) -> Self {
        let board = position.board();
        Self { sides: board.sides, kings: board.kings }
    }

    /// The position they make with that side to move. They must make a valid one: see the module's page.
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

/// Visits the board after each capture that may be played, and says whether there is one.
#[inline(always)]
pub fn captures<R: Rules>(pieces: Pieces, turn: Side, visit: impl FnMut(Pieces)) -> bool {
    let board = Board { sides: pieces.sides, kings: pieces.kings };
    match turn {
        Side::White => captures_of::<R, White>(board, visit),
        Side::Black => captures_of::<R, Black>(board, visit),
    }
}

#[inline(always)]
fn captures_of<R: Rules, M: Mover>(board: Board, mut visit: impl FnMut(Pieces)) -> bool {
    let mut hunt = Hunt::new(Field::<R>::new::<M>(&board));
    hunt.run::<M>();
    for &leap in &hunt.harvest.leaps {
        let after = board.after::<R, M>(leap);
        visit(Pieces { sides: after.sides, kings: after.kings });
    }
    !hunt.harvest.leaps.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{Brazilian, English, International, Italian};

    fn agrees_with_the_legal_moves<R: Rules>(fen: &str) {
        let position = Position::<R>::from_fen(fen).unwrap();
        let mut found = Vec::new();
        let any = captures::<R>(Pieces::of(&position), position.turn(), |after| {
            found.push(after.position::<R>(!position.turn()));
        });
        let legal = position.legal();
        let expected: Vec<_> = legal.iter().filter(|m| m.is_capture()).map(|m| position.after(m)).collect();
        assert_eq!(any, !expected.is_empty(), "{fen}");
        assert_eq!(found, expected, "{fen}");
    }

    #[test]
    fn captures_are_the_legal_ones_and_plain_moves_are_none() {
        agrees_with_the_legal_moves::<Italian>("W:WK30:B10,K12,K18,20,K26,K27");
        agrees_with_the_legal_moves::<English>("B:W22,K30:B17,K9");
        agrees_with_the_legal_moves::<English>("W:W22:B3");
        agrees_with_the_legal_moves::<Brazilian>("W:WK29:B22,15,K7");
        agrees_with_the_legal_moves::<International>("B:W28,39,K44:BK6,17");
    }

    #[test]
    fn padded_bits_go_back_to_their_squares() {
        for square in International::GEOMETRY.all().iter() {
            assert_eq!(squares::<International>(bit::<International>(square)), square.into());
            assert_eq!(bits::<International>(square.into()), bit::<International>(square));
        }
    }
}
