//! Set-ups as given by a user or a file, and their validation.

use std::fmt;

use crate::geometry::Geometry;
use crate::piece::{Piece, Rank, Side};
use crate::position::Position;
use crate::rules::Rules;
use crate::square::{Square, SquareSet};

/// A square as written, by number or by algebraic name. The board may not have it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum SquareName {
    /// By number.
    Number(u16),
    /// By algebraic name, such as c3.
    Algebraic {
        /// The column, 0 for a.
        column: u8,
        /// The rank, 1 for White's base row.
        rank: u8,
    },
}

impl SquareName {
    /// The playing square with this name on a board, if the board has one.
    #[must_use]
    #[inline]
    pub fn on(self, board: Geometry) -> Option<Square> {
        match self {
            Self::Number(number) => {
                u8::try_from(number).ok().and_then(Square::new).filter(|&square| board.has(square))
            }
            Self::Algebraic { column, rank } => board.named(column, rank),
        }
    }
}

impl From<Square> for SquareName {
    fn from(square: Square) -> Self {
        Self::Number(u16::from(square.number()))
    }
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Number(number) => number.fmt(f),
            Self::Algebraic { column, rank } => write!(f, "{}{rank}", (b'a' + column) as char),
        }
    }
}

/// Everything a FEN can express, valid or not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// The side to move, if given.
    pub turn: Option<Side>,
    /// The pieces in the order given.
    pub pieces: Vec<(SquareName, Piece)>,
}

/// One reason why a set-up is not a valid position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupFault {
    /// The board has no such playing square.
    UnknownSquare(SquareName),
    /// The square is given more than once.
    SquareTwice(Square),
    /// A man stands on its crown row.
    ManOnCrownRow(Side, Square),
    /// A side has more pieces than at the start of a game.
    TooManyPieces {
        /// The side.
        side: Side,
        /// The number of its pieces.
        count: usize,
        /// The maximum.
        most: u8,
    },
    /// A side has no pieces.
    NoPieces(Side),
    /// The side to move is missing.
    NoTurn,
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownSquare(place) => write!(f, "this board has no playing square {place}"),
            Self::SquareTwice(square) => write!(f, "square {square} is given twice"),
            Self::ManOnCrownRow(side, square) => {
                write!(f, "{side} has a man on its crown row, square {square}: it must be a king")
            }
            Self::TooManyPieces { side, count, most } => {
                write!(f, "{side} has {count} pieces, more than the {most} at the start of a game")
            }
            Self::NoPieces(side) => write!(f, "{side} has no pieces"),
            Self::NoTurn => f.write_str("the side to move is missing"),
        }
    }
}

/// Every reason why a set-up is not a valid position: at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupFaults(Vec<SetupFault>);

impl SetupFaults {
    /// The faults in the order they were found.
    #[must_use]
    pub fn all(&self) -> &[SetupFault] {
        &self.0
    }
}

impl fmt::Display for SetupFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MAX_LISTED: usize = 8;
        for (i, fault) in self.0.iter().take(MAX_LISTED).enumerate() {
            write!(f, "{}{fault}", if i == 0 { "" } else { "; " })?;
        }
        match self.0.len().saturating_sub(MAX_LISTED) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for SetupFaults {}

impl Setup {
    /// Validates the set-up for one rule set: the position, or all faults at once.
    pub fn position<R: Rules>(&self) -> Result<Position<R>, SetupFaults> {
        let (mut sides, mut kings, mut faults) = ([SquareSet::EMPTY; 2], SquareSet::EMPTY, Vec::new());
        for &(place, piece) in &self.pieces {
            let Some(square) = place.on(R::GEOMETRY) else {
                faults.push(SetupFault::UnknownSquare(place));
                continue;
            };
            if (sides[0] | sides[1]).contains(square) {
                if !faults.contains(&SetupFault::SquareTwice(square)) {
                    faults.push(SetupFault::SquareTwice(square));
                }
                continue;
            }
            sides[piece.side as usize].insert(square);
            match piece.rank {
                Rank::King => kings.insert(square),
                Rank::Man if on_crown_row(R::GEOMETRY, piece.side, square) => {
                    faults.push(SetupFault::ManOnCrownRow(piece.side, square));
                }
                Rank::Man => {}
            }
        }
        for side in Side::BOTH {
            match self.pieces.iter().filter(|(_, piece)| piece.side == side).count() {
                0 => faults.push(SetupFault::NoPieces(side)),
                count if count > usize::from(R::MEN) => {
                    faults.push(SetupFault::TooManyPieces { side, count, most: R::MEN });
                }
                _ => {}
            }
        }
        if self.turn.is_none() {
            faults.push(SetupFault::NoTurn);
        }
        match self.turn {
            Some(turn) if faults.is_empty() => Ok(Position::from_sets(sides, kings, turn)),
            _ => Err(SetupFaults(faults)),
        }
    }
}

impl Setup {
    /// Checks only that the board has every square and that none is given twice.
    pub fn check_squares(&self, board: Geometry) -> Result<(), SetupFaults> {
        let (mut seen, mut faults) = (SquareSet::EMPTY, Vec::new());
        for &(place, _) in &self.pieces {
            match place.on(board) {
                None => faults.push(SetupFault::UnknownSquare(place)),
                Some(square) if seen.contains(square) => faults.push(SetupFault::SquareTwice(square)),
                Some(square) => seen.insert(square),
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(SetupFaults(faults)) }
    }

    /// The position on a physical board, where more can happen than in a legal game.
    ///
    /// A man on its crown row counts as a king, marked or not, because the game is recorded (FID-IT 4.5, FID-EN
    /// 4.6), and a side may have no pieces left. Unknown squares, squares given twice and a missing side to move
    /// remain faults.
    ///
    /// ```
    /// use damiera_rules::{Setup, variant::Italian};
    /// let unmarked: Setup = "B:W2:B20".parse().unwrap();
    /// assert!(unmarked.position::<Italian>().is_err());
    /// assert_eq!(unmarked.physical_position::<Italian>().unwrap().fen(), "B:WK2:B20");
    /// ```
    pub fn physical_position<R: Rules>(&self) -> Result<Position<R>, SetupFaults> {
        self.crowned(R::GEOMETRY).marked_position()
    }

    /// [`Setup::physical_position`] where recording is not prescribed: a man that is not marked remains a man, even
    /// on its crown row (FID-IT 4.5, FID-EN 4.6).
    ///
    /// ```
    /// use damiera_rules::{Setup, variant::Italian};
    /// let unmarked: Setup = "W:W2:B20".parse().unwrap();
    /// let position = unmarked.marked_position::<Italian>().unwrap();
    /// assert_eq!(position.fen(), "W:W2:B20");
    /// assert!(position.legal().is_empty());
    /// ```
    pub fn marked_position<R: Rules>(&self) -> Result<Position<R>, SetupFaults> {
        let setup = self;
        let tolerated =
            |fault: &SetupFault| matches!(fault, SetupFault::NoPieces(_) | SetupFault::ManOnCrownRow(..));
        match setup.position() {
            Err(SetupFaults(faults)) if faults.iter().all(tolerated) => {
                let turn = setup.turn.ok_or(SetupFaults(faults))?;
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

    /// The set-up with every man on its crown row marked as a king.
    fn crowned(&self, board: Geometry) -> Self {
        let mut setup = self.clone();
        for (place, piece) in &mut setup.pieces {
            if place.on(board).is_some_and(|square| on_crown_row(board, piece.side, square)) {
                piece.rank = Rank::King;
            }
        }
        setup
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

/// Whether a square lies on the row on which that side's men are crowned.
fn on_crown_row(board: Geometry, side: Side, square: Square) -> bool {
    let crown_row = match side {
        Side::White => 0,
        Side::Black => board.rows() - 1,
    };
    board.row(square) == crown_row
}
