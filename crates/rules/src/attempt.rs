//! An attempted move: a list of squares, not yet known to be a legal move.

use std::fmt;

use smallvec::SmallVec;

use crate::geometry::Geometry;
use crate::setup::SquareName;
use crate::square::Square;

/// The squares of an attempted move in order. Intermediate squares are optional.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attempt {
    squares: SmallVec<[Square; 8]>,
}

impl Attempt {
    /// An attempt from one square to another.
    #[must_use]
    pub fn new(from: Square, to: Square) -> Self {
        Self::via(from, &[], to)
    }

    /// An attempt that also names intermediate squares.
    #[must_use]
    pub fn via(from: Square, between: &[Square], to: Square) -> Self {
        let ends = |square| std::iter::once(square);
        Self { squares: ends(from).chain(between.iter().copied()).chain(ends(to)).collect() }
    }

    /// The first square.
    #[must_use]
    pub fn from(&self) -> Square {
        self.squares[0]
    }

    /// The last square.
    #[must_use]
    pub fn to(&self) -> Square {
        self.squares[self.squares.len() - 1]
    }

    /// The intermediate squares, if any were given.
    #[must_use]
    pub fn between(&self) -> &[Square] {
        &self.squares[1..self.squares.len() - 1]
    }

    /// All squares in order.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// Parses squares by number or in algebraic notation, separated by `-`, `x` or `:`.
    ///
    /// ```
    /// use damiera_rules::{Attempt, Geometry};
    /// let numbers = Attempt::parse("22x15x8", Geometry::EIGHT).unwrap();
    /// let letters = Attempt::parse("c3:e5:g7", Geometry::EIGHT).unwrap();
    /// assert_eq!(numbers, letters);
    /// ```
    pub fn parse(text: &str, board: Geometry) -> Result<Self, AttemptError> {
        let bad =
            |offset: usize, problem| AttemptError { column: text[..offset].chars().count() + 1, problem };
        let mut squares = SmallVec::new();
        let mut start = 0;
        let ends = text.char_indices().filter(|&(_, c)| is_separator(c)).chain([(text.len(), ' ')]);
        for (end, separator) in ends {
            let token = text[start..end].trim();
            let place = place(token).ok_or_else(|| bad(start, AttemptProblem::SquareExpected))?;
            let unknown = || bad(start, AttemptProblem::UnknownSquare(place));
            squares.push(place.on(board).ok_or_else(unknown)?);
            start = end + separator.len_utf8();
        }
        if squares.len() < 2 {
            return Err(bad(text.len(), AttemptProblem::OneSquare));
        }
        Ok(Self { squares })
    }
}

fn is_separator(c: char) -> bool {
    matches!(c, '-' | 'x' | 'X' | ':' | '×' | '*' | '–')
}

/// A square by number (`22`) or in algebraic notation (`c3`).
fn place(token: &str) -> Option<SquareName> {
    let number = |digits: &str| -> Option<u16> {
        let plain = !digits.is_empty() && digits.len() <= 3 && digits.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| digits.parse().ok()).flatten()
    };
    if let Some(number) = number(token) {
        return Some(SquareName::Number(number));
    }
    let letter = token.bytes().next()?.to_ascii_lowercase();
    let rank = u8::try_from(number(token.get(1..)?)?).ok()?;
    letter.is_ascii_lowercase().then(|| SquareName::Algebraic { column: letter - b'a', rank })
}

/// Where and why a text cannot be read as an attempted move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttemptError {
    /// The column of the square that cannot be read, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: AttemptProblem,
}

/// What is wrong with the text of an attempted move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AttemptProblem {
    /// A square was expected.
    SquareExpected,
    /// The board has no such playing square.
    UnknownSquare(SquareName),
    /// A move needs two squares.
    OneSquare,
}

impl fmt::Display for AttemptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problem {
            AttemptProblem::SquareExpected => {
                write!(f, "the move cannot be read at column {}: a square is expected there", self.column)
            }
            AttemptProblem::UnknownSquare(place) => write!(f, "this board has no playing square {place}"),
            AttemptProblem::OneSquare => {
                f.write_str("a move needs a first and a last square, such as 22-18 or 22x15")
            }
        }
    }
}

impl std::error::Error for AttemptError {}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, square) in self.squares.iter().enumerate() {
            write!(f, "{}{square}", if i == 0 { "" } else { "-" })?;
        }
        Ok(())
    }
}
