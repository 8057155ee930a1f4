//! The pieces on a real board, which may be in a position that no game can reach.

use damiera_rules::{Geometry, Piece, Rank, Setup, SetupFaults, Side, Square, SquareSet};

/// The pieces on a board, without a side to move and without any check of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PhysicalBoard {
    board: Geometry,
    pieces: [Option<Piece>; Square::MAX as usize],
}

impl PhysicalBoard {
    /// The board of a set-up; an error if a square is unknown or given twice.
    pub(crate) fn new(setup: &Setup, board: Geometry) -> Result<Self, SetupFaults> {
        setup.check_squares(board)?;
        let mut stand = Self { board, pieces: [None; Square::MAX as usize] };
        for &(place, piece) in &setup.pieces {
            if let Some(square) = place.on(board) {
                stand.put(square, Some(piece));
            }
        }
        Ok(stand)
    }

    pub(crate) fn at(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    pub(crate) fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.pieces[square.index()] = piece;
    }

    pub(crate) fn board(&self) -> Geometry {
        self.board
    }

    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        self.board.all().iter()
    }

    /// The squares whose piece satisfies a condition.
    pub(crate) fn select(&self, wanted: impl Fn(Piece) -> bool) -> SquareSet {
        self.squares().filter(|&square| self.at(square).is_some_and(&wanted)).collect()
    }

    /// The set-up with this side to move; White's pieces come first, as in a FEN.
    pub(crate) fn setup(&self, turn: Side) -> Setup {
        let of = |side| self.select(move |piece| piece.side == side).iter();
        let squares = Side::BOTH.into_iter().flat_map(of);
        let pieces = squares.filter_map(|square| Some((square.into(), self.at(square)?))).collect();
        Setup { turn: Some(turn), pieces }
    }

    /// Whether the square is on the crown row of that side.
    pub(crate) fn crowns(&self, side: Side, square: Square) -> bool {
        let last = match side {
            Side::White => 0,
            Side::Black => self.board.rows() - 1,
        };
        self.board.row(square) == last
    }

    /// The men on their crown row that are not marked as kings.
    pub(crate) fn unmarked(&self) -> SquareSet {
        self.squares()
            .filter(|&square| {
                self.at(square)
                    .is_some_and(|piece| piece.rank == Rank::Man && self.crowns(piece.side, square))
            })
            .collect()
    }

    /// The board with every such man marked as a king.
    pub(crate) fn crowned(mut self) -> Self {
        for square in self.unmarked().iter() {
            let piece = self.at(square).map(|piece| Piece { rank: Rank::King, ..piece });
            self.put(square, piece);
        }
        self
    }
}
