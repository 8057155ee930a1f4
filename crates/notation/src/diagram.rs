//! Diagrams of positions: SVG for pages and paper, PNG where pictures are wanted, text for terminals.
//!
//! ```
//! use damiera_notation::diagram::Diagram;
//! use damiera_rules::{Position, variant::Italian};
//! let svg = Diagram::new(&Position::<Italian>::start()).svg();
//! assert!(svg.starts_with("<svg"));
//! ```

mod figures;
#[cfg(feature = "png")]
mod png;
mod svg;
mod text;

use damiera_rules::{Position, Rules, Side, Square, SquareSet};

#[cfg(feature = "png")]
pub use png::{PngError, WIDEST, png};
pub use text::letter;

/// What is written on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Labels {
    /// The number of every playing square.
    #[default]
    Numbers,
    /// Letters and figures along the edges.
    Coordinates,
    /// Nothing.
    None,
}

/// How the board looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Paper, ink and turned wood.
    #[default]
    Wood,
    /// Black on white, for a printer.
    Print,
}

/// A position to be drawn, and how.
#[derive(Clone, Debug)]
pub struct Diagram<'a, R> {
    position: &'a Position<R>,
    /// Who sits at the bottom.
    pub bottom: Side,
    /// What is written on the board.
    pub labels: Labels,
    /// How it looks.
    pub theme: Theme,
    /// The squares the last move touched, from first to last.
    pub last: Vec<Square>,
    /// Squares to ring.
    pub ringed: SquareSet,
}

impl<'a, R: Rules> Diagram<'a, R> {
    /// White at the bottom, squares numbered.
    #[must_use]
    pub fn new(position: &'a Position<R>) -> Self {
        Self {
            position,
            bottom: Side::White,
            labels: Labels::default(),
            theme: Theme::default(),
            last: Vec::new(),
            ringed: SquareSet::EMPTY,
        }
    }

    /// Row from the top and column from the left, as they are drawn.
    fn seen(&self, square: Square) -> (u8, u8) {
        let board = R::GEOMETRY;
        let (row, column, last) = (board.row(square), board.column(square), board.rows() - 1);
        match self.bottom {
            Side::White => (row, column),
            Side::Black => (last - row, last - column),
        }
    }

    /// The playing square drawn at a row from the top and a column from the left, if one is.
    fn at(&self, row: u8, column: u8) -> Option<Square> {
        let last = R::GEOMETRY.rows() - 1;
        match self.bottom {
            Side::White => R::GEOMETRY.at(row, column),
            Side::Black => R::GEOMETRY.at(last - row, last - column),
        }
    }

    /// The figure that names a drawn row, counted by White.
    fn rank_name(&self, row: u8) -> u8 {
        match self.bottom {
            Side::White => R::GEOMETRY.rows() - row,
            Side::Black => row + 1,
        }
    }

    /// The letter that names a drawn column, counted by White.
    fn file_name(&self, column: u8) -> char {
        let column = match self.bottom {
            Side::White => column,
            Side::Black => R::GEOMETRY.rows() - 1 - column,
        };
        char::from(b'a' + column)
    }
}
