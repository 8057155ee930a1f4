//! A move as a person tries it: some squares in a row, not yet known to be a move.

use std::fmt;

use smallvec::SmallVec;

use crate::geometry::Geometry;
use crate::setup::Place;
use crate::square::Square;

/// The squares of a try, from the first to the last, with as many between as the person gave.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attempt {
    squares: SmallVec<[Square; 8]>,
}

impl Attempt {
    /// A try from one square to another.
    #[must_use]
    pub fn new(from: Square, to: Square) -> Self {
        Self::by(from, &[], to)
    }

    /// A try by the squares between.
    #[must_use]
    pub fn by(from: Square, between: &[Square], to: Square) -> Self {
        let ends = |square| std::iter::once(square);
        Self { squares: ends(from).chain(between.iter().copied()).chain(ends(to)).collect() }
    }

    /// Where it begins.
    #[must_use]
    pub fn from(&self) -> Square {
        self.squares[0]
    }

    /// Where it ends.
    #[must_use]
    pub fn to(&self) -> Square {
        self.squares[self.squares.len() - 1]
    }

    /// The squares between, if any were given.
    #[must_use]
    pub fn between(&self) -> &[Square] {
        &self.squares[1..self.squares.len() - 1]
    }

    /// All its squares.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// Reads squares by number or by column and row, with `-`, `x` or `:` between them.
    ///
    /// ```
    /// use damiera_rules::{Attempt, Geometry};
    /// let numbers = Attempt::read("22x15x8", Geometry::EIGHT).unwrap();
    /// let letters = Attempt::read("c3:e5:g7", Geometry::EIGHT).unwrap();
    /// assert_eq!(numbers, letters);
    /// ```
    pub fn read(text: &str, board: Geometry) -> Result<Self, BadAttempt> {
        let bad = |offset: usize, problem| BadAttempt { column: text[..offset].chars().count() + 1, problem };
        let mut squares = SmallVec::new();
        let mut start = 0;
        let ends = text.char_indices().filter(|&(_, c)| is_separator(c)).chain([(text.len(), ' ')]);
        for (end, separator) in ends {
            let token = text[start..end].trim();
            let place = place(token).ok_or_else(|| bad(start, BadAttemptProblem::SquareExpected))?;
            let unknown = || bad(start, BadAttemptProblem::UnknownSquare(place));
            squares.push(place.on(board).ok_or_else(unknown)?);
            start = end + separator.len_utf8();
        }
        if squares.len() < 2 {
            return Err(bad(text.len(), BadAttemptProblem::OneSquare));
        }
        Ok(Self { squares })
    }
}

fn is_separator(c: char) -> bool {
    matches!(c, '-' | 'x' | 'X' | ':' | '×' | '*' | '–')
}

/// A square by number or by column and row.
fn place(token: &str) -> Option<Place> {
    let number = |digits: &str| -> Option<u16> {
        let plain = !digits.is_empty() && digits.len() <= 3 && digits.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| digits.parse().ok()).flatten()
    };
    if let Some(number) = number(token) {
        return Some(Place::Number(number));
    }
    let letter = token.bytes().next()?.to_ascii_lowercase();
    let rank = u8::try_from(number(token.get(1..)?)?).ok()?;
    letter.is_ascii_lowercase().then(|| Place::Named { column: letter - b'a', rank })
}

/// Where and why a text is not a try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadAttempt {
    /// The column of the square that cannot be read, from 1.
    pub column: usize,
    /// What is wrong with it.
    pub problem: BadAttemptProblem,
}

/// What is wrong with a try's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadAttemptProblem {
    /// A square should stand there.
    SquareExpected,
    /// The board has no such playing square.
    UnknownSquare(Place),
    /// A move needs two squares.
    OneSquare,
}

impl fmt::Display for BadAttempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problem {
            BadAttemptProblem::SquareExpected => {
                write!(f, "the move cannot be read at column {}: a square should stand there", self.column)
            }
            BadAttemptProblem::UnknownSquare(place) => write!(f, "this board has no playing square {place}"),
            BadAttemptProblem::OneSquare => f.write_str(
                "a move needs the square it begins on and the one it ends on, such as 22-18 or 22x15",
            ),
        }
    }
}

impl std::error::Error for BadAttempt {}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, square) in self.squares.iter().enumerate() {
            write!(f, "{}{square}", if i == 0 { "" } else { "-" })?;
        }
        Ok(())
    }
}
