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

impl EndgameVerdict {
    /// The result from the other side's point of view.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }
}

/// Endgame tables of one game.
pub trait Endgames<R: Rules>: Send + Sync {
    /// The largest number of pieces that the tables cover; 0 if there are none.
    fn most_pieces(&self) -> u32;

    /// The result of a position, if the tables have it. Draw counts are not taken into account.
    fn verdict(&self, position: &Position<R>) -> Option<EndgameVerdict>;

    /// Every legal move with its exact value, the best first, if the tables have its distances. `counted` is the number of
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

/// Tables for the search of a position of which they have the verdict but no distances.
///
/// If every position with the same verdict had the same value, the search could not tell progress from moving to and fro.
/// So the verdict is given only where something changes: with fewer pieces, or when a side has made a mistake. A win thrown
/// away counts as a loss, because the static evaluation of a position that is still won may be below that of a draw.
pub(crate) struct ChangesOnly<'a, R> {
    tables: &'a dyn Endgames<R>,
    root: Position<R>,
    verdict: EndgameVerdict,
}

impl<'a, R: Rules> ChangesOnly<'a, R> {
    /// The tables for the search of a position; none if they do not have its verdict.
    pub(crate) fn from(tables: &'a dyn Endgames<R>, root: &Position<R>) -> Option<Self> {
        let covered = root.piece_count() <= tables.most_pieces();
        let verdict = if covered { tables.verdict(root)? } else { return None };
        Some(Self { tables, root: *root, verdict })
    }
}

impl<R: Rules> Endgames<R> for ChangesOnly<'_, R> {
    fn most_pieces(&self) -> u32 {
        self.tables.most_pieces()
    }

    fn verdict(&self, position: &Position<R>) -> Option<EndgameVerdict> {
        let verdict = self.tables.verdict(position)?;
        let seen_from_root = |verdict: EndgameVerdict| {
            if position.turn() == self.root.turn() { verdict } else { verdict.reversed() }
        };
        match (self.verdict, seen_from_root(verdict)) {
            (before, now) if before == now && position.piece_count() == self.root.piece_count() => None,
            (EndgameVerdict::Win, EndgameVerdict::Draw) => Some(seen_from_root(EndgameVerdict::Loss)),
            _ => Some(verdict),
        }
    }

    fn solved(&self, position: &Position<R>, counted: u16) -> Option<Vec<SolvedMove>> {
        self.tables.solved(position, counted)
    }
}
