//! The positions of a game in order. This module is the only place where a game meets its rule set.
//!
//! Positions are kept in a persistent vector: a clone shares them, so copying a game costs the same however long the
//! game is, and a move adds one position without copying the others.

use std::fmt::Debug;

use damiera_rules::{
    Attempt, Illegal, ListedEnding, Move, MoveError, Pace, Position, Route, Rules, Setup, SetupFaults, Side,
    Square, SquareSet, Variant, with_rules,
};
use rpds::VectorSync;

use crate::classify::{Classification, classify, displaced};
use crate::profile::Recording;

/// The positions of a game whose rule set was chosen at run time.
pub(crate) trait AnyHistory: Debug + Send + Sync {
    fn boxed(&self) -> Box<dyn AnyHistory>;
    fn turn(&self) -> Side;
    fn setup(&self) -> Setup;
    /// The position a number of plies ago.
    fn setup_before(&self, plies: usize) -> Option<Setup>;
    fn legal(&self) -> Vec<Move>;
    /// The legal moves a number of plies ago.
    fn legal_before(&self, plies: usize) -> Vec<Move>;
    fn written(&self, m: &Move) -> String;
    /// Up to `most` routes of a legal move.
    fn routes(&self, m: &Move, most: usize) -> Vec<Route>;
    /// The squares that a move touched a number of plies ago.
    fn route_before(&self, plies: usize, m: &Move) -> Vec<Square>;
    fn judge(&self, attempt: &Attempt) -> Result<Move, Illegal>;
    fn read(&self, text: &str) -> Result<Move, MoveError>;
    fn men(&self, side: Side) -> SquareSet;
    fn kings(&self, side: Side) -> SquareSet;
    fn pieces(&self, side: Side) -> SquareSet;
    /// A side's pieces a number of plies ago.
    fn pieces_before(&self, plies: usize, side: Side) -> Option<SquareSet>;
    fn owner(&self, square: Square) -> Option<Side>;
    /// How often the current position has occurred with the same side to move, including now (CBD 98).
    fn occurrences(&self) -> usize;
    fn listed_ending(&self, pace: Pace) -> Option<ListedEnding>;
    /// Whether the set-up can be a position of this game.
    fn check(&self, stands: &Setup) -> Result<(), SetupFaults>;
    fn classify(&self, stands: &Setup) -> Classification;
    fn displaced(&self, attempt: &Attempt) -> Option<Setup>;
    /// Plays a move if it is legal, and returns whether it was.
    fn push(&mut self, m: &Move) -> bool;
    /// Adds a position that no legal move led to.
    fn set(&mut self, stands: &Setup) -> Result<(), SetupFaults>;
    /// Removes the last positions; the first one stays.
    fn pop(&mut self, plies: usize);
}

impl Clone for Box<dyn AnyHistory> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

/// A history that starts from a set-up, or from the variant's initial position.
pub(crate) fn new_history(
    variant: Variant,
    start: Option<&Setup>,
    recording: Recording,
) -> Result<Box<dyn AnyHistory>, SetupFaults> {
    with_rules!(variant, R => {
        let first = start.map_or_else(|| Ok(Position::<R>::start()), Setup::position)?;
        Ok(Box::new(TypedHistory { now: first, earlier: VectorSync::new_sync(), repeatable_from: 0, recording }))
    })
}

/// The position of a set-up on a real board. Where recording is not prescribed, an unmarked man is a man (FID-IT 4.5).
pub(crate) fn physical<R: Rules>(stands: &Setup, recording: Recording) -> Result<Position<R>, SetupFaults> {
    match recording {
        Recording::Prescribed => stands.physical_position(),
        Recording::NotPrescribed => stands.marked_position(),
    }
}

#[derive(Clone, Debug)]
struct TypedHistory<R> {
    now: Position<R>,
    earlier: VectorSync<Position<R>>,
    /// No position before this index can equal a later one: a man moved or a piece was captured in between.
    repeatable_from: usize,
    /// Decides whether a man on its crown row is a king.
    recording: Recording,
}

impl<R: Rules> TypedHistory<R> {
    fn before(&self, plies: usize) -> Option<&Position<R>> {
        match plies {
            0 => Some(&self.now),
            _ => self.earlier.get(self.earlier.len().checked_sub(plies)?),
        }
    }

    fn advance(&mut self, next: Position<R>) {
        self.earlier.push_back_mut(std::mem::replace(&mut self.now, next));
    }
}

impl<R: Rules> AnyHistory for TypedHistory<R> {
    fn boxed(&self) -> Box<dyn AnyHistory> {
        Box::new(self.clone())
    }

    fn turn(&self) -> Side {
        self.now.turn()
    }

    fn setup(&self) -> Setup {
        Setup::from(&self.now)
    }

    fn setup_before(&self, plies: usize) -> Option<Setup> {
        self.before(plies).map(Setup::from)
    }

    fn legal(&self) -> Vec<Move> {
        self.now.legal().to_vec()
    }

    fn legal_before(&self, plies: usize) -> Vec<Move> {
        self.before(plies).map(|position| position.legal().to_vec()).unwrap_or_default()
    }

    fn written(&self, m: &Move) -> String {
        self.now.notation(m)
    }

    fn routes(&self, m: &Move, most: usize) -> Vec<Route> {
        if m.is_capture() { self.now.routes(m).take(most).collect() } else { vec![self.now.route(m)] }
    }

    fn route_before(&self, plies: usize, m: &Move) -> Vec<Square> {
        self.before(plies).map(|position| position.route(m).squares).unwrap_or_default()
    }

    fn judge(&self, attempt: &Attempt) -> Result<Move, Illegal> {
        self.now.judge(attempt)
    }

    fn read(&self, text: &str) -> Result<Move, MoveError> {
        self.now.parse_move(text)
    }

    fn men(&self, side: Side) -> SquareSet {
        self.now.men(side)
    }

    fn kings(&self, side: Side) -> SquareSet {
        self.now.kings(side)
    }

    fn pieces(&self, side: Side) -> SquareSet {
        self.now.pieces(side)
    }

    fn pieces_before(&self, plies: usize, side: Side) -> Option<SquareSet> {
        self.before(plies).map(|position| position.pieces(side))
    }

    fn owner(&self, square: Square) -> Option<Side> {
        R::GEOMETRY.has(square).then(|| self.now.piece_at(square))?.map(|piece| piece.side)
    }

    fn occurrences(&self) -> usize {
        let repeatable = self.earlier.iter().rev().take(self.earlier.len() - self.repeatable_from);
        1 + repeatable.filter(|&earlier| *earlier == self.now).count()
    }

    fn listed_ending(&self, pace: Pace) -> Option<ListedEnding> {
        R::listed_ending(&self.now, pace)
    }

    fn check(&self, stands: &Setup) -> Result<(), SetupFaults> {
        physical::<R>(stands, self.recording).map(|_| ())
    }

    fn classify(&self, stands: &Setup) -> Classification {
        classify::<R>(&self.setup(), stands, self.recording)
    }

    fn displaced(&self, attempt: &Attempt) -> Option<Setup> {
        displaced(&self.now, attempt)
    }

    fn push(&mut self, m: &Move) -> bool {
        let mut next = self.now;
        if !next.play(m) {
            return false;
        }
        let irreversible = m.is_capture() || self.now.men(self.now.turn()).contains(m.from);
        self.advance(next);
        if irreversible {
            self.repeatable_from = self.earlier.len();
        }
        true
    }

    fn set(&mut self, stands: &Setup) -> Result<(), SetupFaults> {
        let next = physical::<R>(stands, self.recording)?;
        self.advance(next);
        self.repeatable_from = 0; // a set-up can bring back any earlier position
        Ok(())
    }

    fn pop(&mut self, plies: usize) {
        for _ in 0..plies {
            let Some(&last) = self.earlier.last() else { break };
            self.now = last;
            self.earlier.drop_last_mut();
            self.repeatable_from = 0;
        }
    }
}
