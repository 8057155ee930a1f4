//! What the engine asks of endgame tables.

use damiera_rules::{Move, Position, Rules};

use crate::value::Value;

/// How a position ends with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The side to move wins.
    Win,
    /// Nobody wins.
    Draw,
    /// The side to move loses.
    Loss,
}

/// Endgame tables of one game.
pub trait Endgames<R: Rules>: Send + Sync {
    /// The most pieces a position in the tables has; 0 if there are none.
    fn most_pieces(&self) -> u32;

    /// The verdict, if the tables hold the position. Draw counts are not the tables' affair.
    fn verdict(&self, position: &Position<R>) -> Option<Verdict>;

    /// Every legal move, the best first, with its exact value for whoever makes it, if the tables hold the
    /// position. A count of the book that has run for so many plies takes part: a win that comes too late is a draw.
    fn solved(&self, position: &Position<R>, counted: u16) -> Option<Vec<Solved>>;
}

/// A move that the tables know everything about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// Its value for whoever makes it.
    pub value: Value,
    /// The move, and perfect play after it as far as it is decided.
    pub line: Vec<Move>,
}

/// No tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoEndgames;

impl<R: Rules> Endgames<R> for NoEndgames {
    fn most_pieces(&self) -> u32 {
        0
    }

    fn verdict(&self, _: &Position<R>) -> Option<Verdict> {
        None
    }

    fn solved(&self, _: &Position<R>, _: u16) -> Option<Vec<Solved>> {
        None
    }
}
