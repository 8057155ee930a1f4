//! Formatting and parsing of moves in the federations' numeric notation (FID-IT 12.2).

use std::fmt;

use crate::attempt::{Attempt, AttemptError};
use crate::illegal::Illegal;
use crate::move_list::Move;
use crate::position::Position;
use crate::rules::Rules;

/// Why a text is not a legal move in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// It cannot be read as squares of this board.
    Syntax(AttemptError),
    /// It can be read, but the rules forbid the move.
    Illegal(Illegal),
}

impl<R: Rules> Position<R> {
    /// The shortest unambiguous notation of a legal move: its first and last square, or the whole route if
    /// another capture shares both.
    ///
    /// ```
    /// use damiera_rules::{Position, variant::Italian};
    /// let start = Position::<Italian>::start();
    /// assert_eq!(start.notation(&start.legal()[0]), "21-17");
    /// ```
    #[must_use]
    pub fn notation(&self, m: &Move) -> String {
        self.notation_among(m, &self.legal())
    }

    /// [`Position::notation`] for a caller that has already generated the legal moves.
    #[must_use]
    pub fn notation_among(&self, m: &Move, legal: &[Move]) -> String {
        if !m.is_capture() {
            return format!("{}-{}", m.from, m.to);
        }
        let alike = legal.iter().filter(|other| other.from == m.from && other.to == m.to).count();
        if alike <= 1 {
            return format!("{}x{}", m.from, m.to);
        }
        let squares: Vec<_> = self.route(m).squares.iter().map(ToString::to_string).collect();
        squares.join("x")
    }

    /// Parses the notation of a legal move.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let attempt = Attempt::parse(text, R::GEOMETRY).map_err(MoveError::Syntax)?;
        self.judge(&attempt).map_err(MoveError::Illegal)
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            Self::Illegal(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for MoveError {}
