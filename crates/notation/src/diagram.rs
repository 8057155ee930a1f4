//! Diagrams of positions as SVG, PNG and text, and raised ones for swell paper.
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
mod raised;
mod svg;
mod text;

use damiera_rules::{Position, Rules, Side, Square, SquareSet};

#[cfg(feature = "png")]
pub use png::{PngError, WIDEST, png};
pub use text::{DiagramWords, letter};

/// The labels on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Labels {
    /// The number of every playing square.
    #[default]
    Numbers,
    /// Letters and digits along the edges.
    Coordinates,
    /// No labels.
    None,
}

/// The colours of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// The colours of the web app.
    #[default]
    Wood,
    /// Black on white, for printing.
    Print,
}

/// A position and how to draw it.
#[derive(Clone, Debug)]
pub struct Diagram<'a, R> {
    position: &'a Position<R>,
    /// The side at the bottom.
    pub bottom: Side,
    /// The labels on the board.
    pub labels: Labels,
    /// The colours.
    pub theme: Theme,
    /// The squares that the last move touched, in order.
    pub last: Vec<Square>,
    /// Squares to highlight with a ring.
    pub ringed: SquareSet,
    /// What a drawing is called for screen readers.
    pub title: String,
}

impl<'a, R: Rules> Diagram<'a, R> {
    /// A diagram with White at the bottom and numbered squares.
    #[must_use]
    pub fn new(position: &'a Position<R>) -> Self {
        Self {
            position,
            bottom: Side::White,
            labels: Labels::default(),
            theme: Theme::default(),
            last: Vec::new(),
            ringed: SquareSet::EMPTY,
            title: format!("{} draughts, {} to move", R::VARIANT, position.turn()),
        }
    }

    /// The title as text of an XML element.
    fn escaped_title(&self) -> String {
        self.title.replace('&', "&amp;").replace('<', "&lt;")
    }

    /// The row from the top and the column from the left at which a square is drawn.
    fn seen(&self, square: Square) -> (u8, u8) {
        let board = R::GEOMETRY;
        let (row, column, last) = (board.row(square), board.column(square), board.rows() - 1);
        match self.bottom {
            Side::White => (row, column),
            Side::Black => (last - row, last - column),
        }
    }

    /// The playing square drawn at a row from the top and a column from the left, if there is one.
    fn at(&self, row: u8, column: u8) -> Option<Square> {
        let last = R::GEOMETRY.rows() - 1;
        match self.bottom {
            Side::White => R::GEOMETRY.at(row, column),
            Side::Black => R::GEOMETRY.at(last - row, last - column),
        }
    }

    /// The algebraic number of a drawn row.
    fn rank_name(&self, row: u8) -> u8 {
        match self.bottom {
            Side::White => R::GEOMETRY.rows() - row,
            Side::Black => row + 1,
        }
    }

    /// The algebraic letter of a drawn column.
    fn file_name(&self, column: u8) -> char {
        let column = match self.bottom {
            Side::White => column,
            Side::Black => R::GEOMETRY.rows() - 1 - column,
        };
        char::from(b'a' + column)
    }
}
