//! What the search asks of endgame tables.

use damiera_rules::{Position, Rules};

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
}
