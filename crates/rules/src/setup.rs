//! A set-up as somebody gave it, and the way from there to a valid position.

use std::fmt;

use crate::geometry::Geometry;
use crate::piece::{Piece, Rank, Side};
use crate::position::Position;
use crate::rules::Rules;
use crate::square::{Square, SquareSet};

/// A square as a person wrote it; the board may not have it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Place {
    /// By number.
    Number(u16),
    /// By column (0 for a) and row, counted by White from 1.
    Named {
        /// Column, 0 for a.
        column: u8,
        /// Row, 1 for White's base.
        rank: u8,
    },
}

impl Place {
    /// The square of a board that is meant, if it has such a one and it is dark.
    #[must_use]
    pub fn on(self, board: Geometry) -> Option<Square> {
        match self {
            Self::Number(number) => {
                u8::try_from(number).ok().and_then(Square::new).filter(|&square| board.has(square))
            }
            Self::Named { column, rank } => board.named(column, rank),
        }
    }
}

impl From<Square> for Place {
    fn from(square: Square) -> Self {
        Self::Number(u16::from(square.number()))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Number(number) => number.fmt(f),
            Self::Named { column, rank } => write!(f, "{}{rank}", (b'a' + column) as char),
        }
    }
}

/// Whatever a FEN can say, right or wrong.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// Whose move it is, if it was said.
    pub turn: Option<Side>,
    /// The pieces in the order they were given.
    pub pieces: Vec<(Place, Piece)>,
}

/// One thing that keeps a set-up from being a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// The board has no such playing square.
    UnknownSquare(Place),
    /// The square is given more than once.
    SquareTwice(Square),
    /// A man stands where it would have been crowned.
    ManOnCrownRow(Side, Square),
    /// A side has more pieces than it starts with.
    TooManyPieces {
        /// Which.
        side: Side,
        /// How many it has.
        count: usize,
        /// How many it may have.
        most: u8,
    },
    /// A side has no pieces.
    NoPieces(Side),
    /// It does not say whose move it is.
    NoTurn,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownSquare(place) => write!(f, "this board has no playing square {place}"),
            Self::SquareTwice(square) => write!(f, "square {square} is given twice"),
            Self::ManOnCrownRow(side, square) => {
                write!(f, "{side} has a man on its crown row, square {square}: it must be a king")
            }
            Self::TooManyPieces { side, count, most } => {
                write!(f, "{side} has {count} pieces, more than the {most} of a game")
            }
            Self::NoPieces(side) => write!(f, "{side} has no pieces"),
            Self::NoTurn => f.write_str("it does not say whose move it is"),
        }
    }
}

/// Everything that is wrong with a set-up: at least one fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// The faults, in the order they were found.
    #[must_use]
    pub fn all(&self) -> &[Fault] {
        &self.0
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 8;
        for (i, fault) in self.0.iter().take(SHOWN).enumerate() {
            write!(f, "{}{fault}", if i == 0 { "" } else { "; " })?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for Faults {}

impl Setup {
    /// The position it describes in one of the games, or all its faults at once.
    pub fn position<R: Rules>(&self) -> Result<Position<R>, Faults> {
        let (mut sides, mut kings, mut faults) = ([SquareSet::EMPTY; 2], SquareSet::EMPTY, Vec::new());
        for &(place, piece) in &self.pieces {
            let Some(square) = place.on(R::GEOMETRY) else {
                faults.push(Fault::UnknownSquare(place));
                continue;
            };
            if (sides[0] | sides[1]).contains(square) {
                if !faults.contains(&Fault::SquareTwice(square)) {
                    faults.push(Fault::SquareTwice(square));
                }
                continue;
            }
            sides[piece.side as usize].insert(square);
            match piece.rank {
                Rank::King => kings.insert(square),
                Rank::Man if on_crown_row(R::GEOMETRY, piece.side, square) => {
                    faults.push(Fault::ManOnCrownRow(piece.side, square));
                }
                Rank::Man => {}
            }
        }
        for side in Side::BOTH {
            match self.pieces.iter().filter(|(_, piece)| piece.side == side).count() {
                0 => faults.push(Fault::NoPieces(side)),
                count if count > usize::from(R::MEN) => {
                    faults.push(Fault::TooManyPieces { side, count, most: R::MEN });
                }
                _ => {}
            }
        }
        if self.turn.is_none() {
            faults.push(Fault::NoTurn);
        }
        match self.turn {
            Some(turn) if faults.is_empty() => Ok(Position::from_sets(sides, kings, turn)),
            _ => Err(Faults(faults)),
        }
    }
}

impl Setup {
    /// Whether a board has every square of it, each given once; nothing else is asked.
    pub fn squares_checked(&self, board: Geometry) -> Result<(), Faults> {
        let (mut seen, mut faults) = (SquareSet::EMPTY, Vec::new());
        for &(place, _) in &self.pieces {
            match place.on(board) {
                None => faults.push(Fault::UnknownSquare(place)),
                Some(square) if seen.contains(square) => faults.push(Fault::SquareTwice(square)),
                Some(square) => seen.insert(square),
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(Faults(faults)) }
    }

    /// The position of what stands on a real board, where more can happen than in a game.
    ///
    /// A man on its last row is a king, marked or not, since the game is recorded (FID-IT 4.5, FID-EN 4.6), and a
    /// side may have lost its last piece. Unknown squares, squares given twice and a missing turn remain faults.
    ///
    /// ```
    /// use damiera_rules::{Setup, variant::Italian};
    /// let unmarked: Setup = "B:W2:B20".parse().unwrap();
    /// assert!(unmarked.position::<Italian>().is_err());
    /// assert_eq!(unmarked.standing::<Italian>().unwrap().fen(), "B:WK2:B20");
    /// ```
    pub fn standing<R: Rules>(&self) -> Result<Position<R>, Faults> {
        let mut setup = self.clone();
        for (place, piece) in &mut setup.pieces {
            if place.on(R::GEOMETRY).is_some_and(|square| on_crown_row(R::GEOMETRY, piece.side, square)) {
                piece.rank = Rank::King;
            }
        }
        match setup.position() {
            Err(Faults(faults)) if faults.iter().all(|fault| matches!(fault, Fault::NoPieces(_))) => {
                let turn = setup.turn.ok_or(Faults(faults))?;
                let set = |wanted: fn(&Piece) -> bool| {
                    let pieces = setup.pieces.iter().filter(|(_, piece)| wanted(piece));
                    pieces.filter_map(|(place, _)| place.on(R::GEOMETRY)).collect()
                };
                let sides = [set(|piece| piece.side == Side::White), set(|piece| piece.side == Side::Black)];
                Ok(Position::from_sets(sides, set(|piece| piece.rank == Rank::King), turn))
            }
            judged => judged,
        }
    }
}

impl<R: Rules> From<&Position<R>> for Setup {
    fn from(position: &Position<R>) -> Self {
        let pieces = Side::BOTH
            .into_iter()
            .flat_map(|side| position.pieces(side).iter())
            .filter_map(|square| Some((square.into(), position.piece_at(square)?)))
            .collect();
        Self { turn: Some(position.turn()), pieces }
    }
}

/// Whether a man of that side would be a king there.
fn on_crown_row(board: Geometry, side: Side, square: Square) -> bool {
    let crown_row = match side {
        Side::White => 0,
        Side::Black => board.rows() - 1,
    };
    board.row(square) == crown_row
}
