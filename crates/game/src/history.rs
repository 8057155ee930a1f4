//! The positions of a game in order, whatever its rules: the one place where a game meets a rule set.

use std::fmt::Debug;

use damiera_rules::{
    Attempt, Illegal, ListedEnding, Move, MoveError, Pace, Position, Route, Rules, Setup, SetupFaults, Side,
    Square, SquareSet, Variant, with_rules,
};

use crate::classify::{Classification, classify, displaced};

/// The positions so far, the present one last. Never empty.
pub(crate) trait AnyHistory: Debug + Send + Sync {
    fn boxed(&self) -> Box<dyn AnyHistory>;
    fn turn(&self) -> Side;
    fn setup(&self) -> Setup;
    fn setup_before(&self, plies: usize) -> Option<Setup>;
    fn legal(&self) -> Vec<Move>;
    /// The legal moves of an earlier position.
    fn legal_before(&self, plies: usize) -> Vec<Move>;
    fn written(&self, m: &Move) -> String;
    fn routes(&self, m: &Move, most: usize) -> Vec<Route>;
    /// The squares a move of an earlier position touched.
    fn route_before(&self, plies: usize, m: &Move) -> Vec<Square>;
    fn judge(&self, attempt: &Attempt) -> Result<Move, Illegal>;
    fn read(&self, text: &str) -> Result<Move, MoveError>;
    fn men(&self, side: Side) -> SquareSet;
    fn kings(&self, side: Side) -> SquareSet;
    fn owner(&self, square: Square) -> Option<Side>;
    fn occurrences(&self) -> usize;
    fn listed_ending(&self, pace: Pace) -> Option<ListedEnding>;
    fn classify(&self, stands: &Setup) -> Classification;
    fn displaced(&self, attempt: &Attempt) -> Option<Setup>;
    /// Adds the position after a move; says whether the move is legal.
    fn push(&mut self, m: &Move) -> bool;
    /// Adds a position that came about otherwise.
    fn set(&mut self, stands: &Setup) -> Result<(), SetupFaults>;
    /// Takes positions off the end, but never the first.
    fn pop(&mut self, plies: usize);
}

impl Clone for Box<dyn AnyHistory> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

/// A history that begins with a position, or with the game's own start.
pub(crate) fn history(variant: Variant, start: Option<&Setup>) -> Result<Box<dyn AnyHistory>, SetupFaults> {
    with_rules!(variant, R => {
        let first = start.map_or_else(|| Ok(Position::<R>::start()), Setup::position)?;
        Ok(Box::new(TypedHistory { positions: vec![first] }))
    })
}

#[derive(Clone, Debug)]
struct TypedHistory<R> {
    positions: Vec<Position<R>>,
}

impl<R: Rules> TypedHistory<R> {
    fn now(&self) -> &Position<R> {
        &self.positions[self.positions.len() - 1]
    }
}

impl<R: Rules> AnyHistory for TypedHistory<R> {
    fn boxed(&self) -> Box<dyn AnyHistory> {
        Box::new(self.clone())
    }

    fn turn(&self) -> Side {
        self.now().turn()
    }

    fn setup(&self) -> Setup {
        Setup::from(self.now())
    }

    fn setup_before(&self, plies: usize) -> Option<Setup> {
        let at = self.positions.len().checked_sub(plies + 1)?;
        Some(Setup::from(&self.positions[at]))
    }

    fn legal(&self) -> Vec<Move> {
        self.now().legal().to_vec()
    }

    fn legal_before(&self, plies: usize) -> Vec<Move> {
        let at = self.positions.len().checked_sub(plies + 1);
        at.map(|at| self.positions[at].legal().to_vec()).unwrap_or_default()
    }

    fn written(&self, m: &Move) -> String {
        self.now().notation(m)
    }

    fn routes(&self, m: &Move, most: usize) -> Vec<Route> {
        if m.is_capture() { self.now().routes(m).take(most).collect() } else { vec![self.now().route(m)] }
    }

    fn route_before(&self, plies: usize, m: &Move) -> Vec<Square> {
        let at = self.positions.len().checked_sub(plies + 1);
        at.map_or_else(Vec::new, |at| self.positions[at].route(m).squares)
    }

    fn judge(&self, attempt: &Attempt) -> Result<Move, Illegal> {
        self.now().judge(attempt)
    }

    fn read(&self, text: &str) -> Result<Move, MoveError> {
        self.now().parse_move(text)
    }

    fn men(&self, side: Side) -> SquareSet {
        self.now().men(side)
    }

    fn kings(&self, side: Side) -> SquareSet {
        self.now().kings(side)
    }

    fn owner(&self, square: Square) -> Option<Side> {
        R::GEOMETRY.has(square).then(|| self.now().piece_at(square))?.map(|piece| piece.side)
    }

    /// How often the present position has stood with the same side to move, now included (CBD 98).
    fn occurrences(&self) -> usize {
        self.positions.iter().filter(|&earlier| earlier == self.now()).count()
    }

    fn listed_ending(&self, pace: Pace) -> Option<ListedEnding> {
        R::listed_ending(self.now(), pace)
    }

    fn classify(&self, stands: &Setup) -> Classification {
        classify::<R>(&self.setup(), stands)
    }

    fn displaced(&self, attempt: &Attempt) -> Option<Setup> {
        displaced(self.now(), attempt)
    }

    fn push(&mut self, m: &Move) -> bool {
        let mut next = *self.now();
        let legal = next.play(m);
        if legal {
            self.positions.push(next);
        }
        legal
    }

    fn set(&mut self, stands: &Setup) -> Result<(), SetupFaults> {
        self.positions.push(stands.physical_position()?);
        Ok(())
    }

    fn pop(&mut self, plies: usize) {
        let left = self.positions.len().saturating_sub(plies).max(1);
        self.positions.truncate(left);
    }
}
