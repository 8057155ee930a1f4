//! The positions of a game so far, for the threefold repetition rule (CBD 98).

use crate::move_list::Move;
use crate::position::Position;
use crate::rules::Rules;

/// The positions of a game in order; the current one is the last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History<R> {
    positions: Vec<Position<R>>,
    /// Index of the first position since the last irreversible move (a capture or a man's move).
    since: usize,
}

impl<R: Rules> History<R> {
    /// A game that starts from this position.
    #[must_use]
    pub fn new(start: Position<R>) -> Self {
        Self { positions: vec![start], since: 0 }
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &Position<R> {
        &self.positions[self.positions.len() - 1]
    }

    /// Every position from the start to the current one.
    #[must_use]
    pub fn positions(&self) -> &[Position<R>] {
        &self.positions
    }

    /// Plays a legal move.
    pub fn push(&mut self, m: &Move) {
        let before = self.position();
        let reversible = !m.is_capture() && before.kings(before.turn()).contains(m.from);
        let after = before.after(m);
        if !reversible {
            self.since = self.positions.len();
        }
        self.positions.push(after);
    }

    /// How often the current position has occurred with the same side to move, including now.
    ///
    /// ```
    /// use damiera_rules::{History, Position, variant::Brazilian};
    /// let mut game = History::new(Position::<Brazilian>::from_fen("W:WK21:BK12").unwrap());
    /// for text in ["21-17", "12-16", "17-21", "16-12"] {
    ///     let m = game.position().parse_move(text).unwrap();
    ///     game.push(&m);
    /// }
    /// assert_eq!(game.occurrences(), 2);
    /// ```
    #[must_use]
    pub fn occurrences(&self) -> usize {
        self.positions[self.since..]
            .iter()
            .rev()
            .step_by(2)
            .filter(|&earlier| earlier == self.position())
            .count()
    }
}
