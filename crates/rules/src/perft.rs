//! Counting positions: the number of move sequences of a given length.
//!
//! Moves are counted as the rules tell them apart: alike in from, to and captured set is one move.

use crate::board::{Black, Board, Mover, White};
use crate::generate::{count, visit};
use crate::piece::Side;
use crate::position::Position;
use crate::rules::Rules;

/// The number of sequences of that many legal moves.
///
/// ```
/// use damiera_rules::{Position, variant::English, perft};
/// assert_eq!(perft::perft(&Position::<English>::start(), 5), 7361);
/// ```
#[must_use]
pub fn perft<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    match position.turn() {
        Side::White => walk::<R, White>(position.board(), depth),
        Side::Black => walk::<R, Black>(position.board(), depth),
    }
}

fn walk<R: Rules, M: Mover>(board: &Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count::<R, M>(board),
        _ => {
            let mut nodes = 0;
            visit::<R, M>(board, |leap| nodes += walk::<R, M::Reply>(&board.after::<R, M>(leap), depth - 1));
            nodes
        }
    }
}
