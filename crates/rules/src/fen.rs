//! FEN as used in PDN files: `W:W31-50:B1-20`.
//!
//! The parser is lenient where the meaning is clear. It accepts white space, a final dot, either order of the
//! colours, ranges, lower case, squares by number or in algebraic notation, and the two counters that some sites
//! append (`:H0:F1`). Output has one form: White's pieces, then Black's, by ascending square number.

use std::fmt;
use std::str::FromStr;

use crate::piece::{Piece, Rank, Side};
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::{Setup, SetupFaults, SquareName};

/// A syntax error in a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    /// The column of the first unexpected character, counted from 1.
    pub column: usize,
    /// What was expected there.
    pub problem: FenProblem,
}

/// What a FEN parser found or missed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenProblem {
    /// The text is empty.
    Empty,
    /// The side to move and a colon were expected.
    TurnExpected,
    /// A colour letter was expected.
    ColourExpected,
    /// The same colour is listed a second time.
    ColourTwice(Side),
    /// A square was expected.
    SquareExpected,
    /// A comma, a colon or the end of the text was expected.
    SeparatorExpected,
    /// The number has too many digits to be a square.
    NumberTooLong,
    /// The range ends before it begins.
    RangeBackwards,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            FenProblem::Empty => f.write_str("the FEN is empty"),
            problem => {
                write!(f, "the FEN cannot be read at column {}: ", self.column)?;
                match problem {
                    FenProblem::Empty | FenProblem::TurnExpected => {
                        f.write_str("it should begin with the side to move and a colon, W: or B:")
                    }
                    FenProblem::ColourExpected => {
                        f.write_str("W or B and the pieces of that colour should follow")
                    }
                    FenProblem::ColourTwice(side) => write!(f, "the pieces of {side} were given already"),
                    FenProblem::SquareExpected => f.write_str("a square is expected, such as 12, K12 or c3"),
                    FenProblem::SeparatorExpected => f.write_str("a comma, a colon or the end is expected"),
                    FenProblem::NumberTooLong => f.write_str("no board has a square with that number"),
                    FenProblem::RangeBackwards => f.write_str("the range ends before it begins"),
                }
            }
        }
    }
}

impl std::error::Error for FenError {}

/// Why a text is not a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// It cannot be read.
    Syntax(FenError),
    /// It can be read, but is not a valid position of this game.
    Faults(SetupFaults),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            Self::Faults(faults) => write!(f, "the FEN is not a valid position of this game: {faults}"),
        }
    }
}

impl std::error::Error for PositionError {}

impl<R: Rules> Position<R> {
    /// Parses a position.
    ///
    /// ```
    /// use damiera_rules::{Position, variant::Brazilian};
    /// let position = Position::<Brazilian>::from_fen("w : W c3, Ka1 : B 9-12.").unwrap();
    /// assert_eq!(position.fen(), "W:W22,K29:B9,10,11,12");
    /// ```
    pub fn from_fen(fen: &str) -> Result<Self, PositionError> {
        let setup: Setup = fen.parse().map_err(PositionError::Syntax)?;
        setup.position().map_err(PositionError::Faults)
    }

    /// The position as FEN; [`Position::from_fen`] parses it back.
    #[must_use]
    pub fn fen(&self) -> String {
        Setup::from(self).to_string()
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.turn {
            Some(turn) => write!(f, "{}", turn.letter())?,
            None => f.write_str("?")?,
        }
        for side in Side::BOTH {
            write!(f, ":{}", side.letter())?;
            let own = self.pieces.iter().filter(|(_, piece)| piece.side == side);
            for (i, (place, piece)) in own.enumerate() {
                let comma = if i == 0 { "" } else { "," };
                let king = if piece.rank == Rank::King { "K" } else { "" };
                write!(f, "{comma}{king}{place}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        FenParser { rest: fen, column: 1 }.setup()
    }
}

struct FenParser<'a> {
    rest: &'a str,
    column: usize,
}

impl FenParser<'_> {
    fn setup(mut self) -> Result<Setup, FenError> {
        let mut setup = Setup { turn: self.turn()?, pieces: Vec::new() };
        let mut seen = Vec::new();
        while self.eat(':') {
            if self.counter() {
                continue;
            }
            self.skip_space();
            let side = side(self.peek()).ok_or(self.error(FenProblem::ColourExpected))?;
            if seen.contains(&side) {
                return Err(self.error(FenProblem::ColourTwice(side)));
            }
            seen.push(side);
            self.next();
            self.pieces(side, &mut setup.pieces)?;
        }
        self.eat('.');
        self.skip_space();
        if self.peek().is_some() {
            return Err(self.error(FenProblem::SeparatorExpected));
        }
        Ok(setup)
    }

    /// The side to move; `None` for a question mark or nothing before the colon.
    fn turn(&mut self) -> Result<Option<Side>, FenError> {
        self.skip_space();
        if self.peek().is_none() {
            return Err(self.error(FenProblem::Empty));
        }
        let turn = side(self.peek());
        if turn.is_some() || self.peek() == Some('?') {
            self.next();
        }
        self.skip_space();
        if self.peek() == Some(':') { Ok(turn) } else { Err(self.error(FenProblem::TurnExpected)) }
    }

    /// Skips a half-move or full-move counter, `H12` or `F7`; returns whether there was one.
    fn counter(&mut self) -> bool {
        self.skip_space();
        let mut chars = self.rest.chars();
        let counts =
            matches!(chars.next(), Some('H' | 'F')) && chars.next().is_some_and(|c| c.is_ascii_digit());
        if counts {
            self.next();
            while self.peek().is_some_and(|c| c.is_ascii_digit()) {
                self.next();
            }
        }
        counts
    }

    fn pieces(&mut self, side: Side, pieces: &mut Vec<(SquareName, Piece)>) -> Result<(), FenError> {
        self.skip_space();
        if matches!(self.peek(), None | Some(':' | '.')) {
            return Ok(());
        }
        loop {
            let rank = if self.eat('K') || self.eat('k') { Rank::King } else { Rank::Man };
            let first = self.place()?;
            let column = self.column;
            let last = if self.eat('-') {
                self.eat('K');
                self.place()?
            } else {
                first
            };
            match (first, last) {
                (SquareName::Number(low), SquareName::Number(high)) if low <= high => {
                    pieces.extend((low..=high).map(|n| (SquareName::Number(n), Piece { side, rank })));
                }
                (SquareName::Algebraic { .. }, _) if first == last => {
                    pieces.push((first, Piece { side, rank }));
                }
                _ => return Err(FenError { column, problem: FenProblem::RangeBackwards }),
            }
            if !self.eat(',') {
                return Ok(());
            }
        }
    }

    fn place(&mut self) -> Result<SquareName, FenError> {
        self.skip_space();
        match self.peek().map(|c| c.to_ascii_lowercase()) {
            Some('0'..='9') => Ok(SquareName::Number(self.number()?)),
            Some(letter @ 'a'..='j') => {
                let expected = self.error(FenProblem::SquareExpected);
                self.next();
                if !self.peek().is_some_and(|c| c.is_ascii_digit()) {
                    return Err(expected);
                }
                let rank = self.number()?.min(99) as u8;
                Ok(SquareName::Algebraic { column: letter as u8 - b'a', rank })
            }
            _ => Err(self.error(FenProblem::SquareExpected)),
        }
    }

    fn number(&mut self) -> Result<u16, FenError> {
        let too_long = self.error(FenProblem::NumberTooLong);
        let mut number = 0;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            number = number * 10 + digit as u16;
            if number > 999 {
                return Err(too_long);
            }
            self.next();
        }
        Ok(number)
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) {
        let mut chars = self.rest.chars();
        if chars.next().is_some() {
            self.column += 1;
        }
        self.rest = chars.as_str();
    }

    fn eat(&mut self, wanted: char) -> bool {
        self.skip_space();
        let found = self.peek() == Some(wanted);
        if found {
            self.next();
        }
        found
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
    }

    fn error(&self, problem: FenProblem) -> FenError {
        FenError { column: self.column, problem }
    }
}

fn side(letter: Option<char>) -> Option<Side> {
    match letter {
        Some('W' | 'w') => Some(Side::White),
        Some('B' | 'b') => Some(Side::Black),
        _ => None,
    }
}
