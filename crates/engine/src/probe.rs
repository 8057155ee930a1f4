//! The interface between the search and endgame tables.

use damiera_rules::{Move, Position, Rules};

use crate::value::Value;

/// The result of a position with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndgameVerdict {
    /// The side to move wins.
    Win,
    /// Neither side wins.
    Draw,
    /// The side to move loses.
    Loss,
}

/// Endgame tables of one game.
pub trait Endgames<R: Rules>: Send + Sync {
    /// The largest number of pieces that the tables cover; 0 if there are none.
    fn most_pieces(&self) -> u32;

    /// The result of a position, if the tables have it. Draw counts are not taken into account.
    fn verdict(&self, position: &Position<R>) -> Option<EndgameVerdict>;

    /// Every legal move with its exact value, the best first, if the tables have the position. `counted` is the number of
    /// plies that the book's draw count has run: a win that comes after its limit is a draw.
    fn solved(&self, position: &Position<R>, counted: u16) -> Option<Vec<SolvedMove>>;
}

/// A legal move with its exact value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedMove {
    /// Its value for the side that plays it.
    pub value: Value,
    /// The move, followed by perfect play to the end of a decided game.
    pub line: Vec<Move>,
}

/// No tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoEndgames;

impl<R: Rules> Endgames<R> for NoEndgames {
    fn most_pieces(&self) -> u32 {
        0
    }

    fn verdict(&self, _: &Position<R>) -> Option<EndgameVerdict> {
        None
    }

    fn solved(&self, _: &Position<R>, _: u16) -> Option<Vec<SolvedMove>> {
        None
    }
}
