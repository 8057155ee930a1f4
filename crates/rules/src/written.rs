//! Moves in writing, as the federations record them (FID-IT 12.2), and back.

use std::fmt;

use crate::attempt::{Attempt, BadAttempt};
use crate::illegal::Illegal;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;

/// Why a text is not a legal move here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unread {
    /// It cannot be read as squares of this board.
    Text(BadAttempt),
    /// It can, and the rules refuse it.
    Illegal(Illegal),
}

impl<R: Rules> Position<R> {
    /// The shortest text that names a legal move here: its ends, or its whole way if two captures share them.
    ///
    /// ```
    /// use damiera_rules::{Position, variant::Italian};
    /// let start = Position::<Italian>::start();
    /// assert_eq!(start.written(&start.legal()[0]), "21-17");
    /// ```
    #[must_use]
    pub fn written(&self, m: &Move) -> String {
        self.written_among(m, &self.legal())
    }

    /// The same, with the legal moves at hand.
    #[must_use]
    pub fn written_among(&self, m: &Move, legal: &[Move]) -> String {
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

    /// The legal move a text names.
    pub fn read(&self, text: &str) -> Result<Move, Unread> {
        let attempt = Attempt::read(text, R::GEOMETRY).map_err(Unread::Text)?;
        self.judge(&attempt).map_err(Unread::Illegal)
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(bad) => bad.fmt(f),
            Self::Illegal(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for Unread {}
