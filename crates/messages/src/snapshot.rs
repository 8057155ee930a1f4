//! A game as a page shows it.

use damiera_game::{PastPosition, wire};
use damiera_rules::{Geometry, Square};
use serde::Serialize;

use crate::seat::Seats;

/// A game as a page shows it at an instant.
#[derive(Serialize, Clone, PartialEq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Game)]
pub struct GameSnapshot {
    /// The game's id.
    pub id: String,
    /// Who plays each side: a person or the engine.
    pub seats: Seats,
    /// White's and Black's names, if they gave them.
    pub names: [Option<String>; 2],
    /// Whether White's and Black's names are those of accounts, which have profiles.
    pub profiles: [bool; 2],
    /// The instant of the clocks in the view.
    pub now: u64,
    /// Where the squares are.
    pub board: BoardLayout,
    /// Whether it is played on a real board, with an arbiter.
    pub table: bool,
    /// Whether a player may ask for a count of moves towards a draw.
    pub countable: bool,
    /// Whether moves may be taken back, by consent.
    pub takebacks: bool,
    /// Whether it counts for the players' ratings.
    pub rated: bool,
    /// White's and Black's time controls.
    pub clocks: [wire::WireClockControl; 2],
    /// The side that plays several games at once, in a simultaneous exhibition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simultaneous: Option<wire::WireSide>,
    /// How White and Black follow the game.
    pub sight: [wire::WireSight; 2],
    /// What is agreed about blindfold play, if a side plays blindfold.
    pub blindfold: Option<wire::WireBlindfoldTerms>,
    /// Whether it is played by correspondence: the clocks count days.
    pub correspondence: bool,
    /// How White and Black decide, where several people hold the side.
    pub consultation: Option<[Option<wire::WireConsultationRule>; 2]>,
    /// White's and Black's vacation, if the game has any.
    pub vacation: Option<[wire::WireVacation; 2]>,
    /// Illegal moves that White and Black have tried without sight of the board.
    pub illegal_tries: [u8; 2],
    /// Whether the board is kept from the reader until the game ends. Then `fen` is empty, legal moves, counts and
    /// claims are left out, and `moves` has only what is announced.
    pub concealed: bool,
    /// How the present position came about.
    pub last: Option<PositionStep>,
    /// The winner, if there is one.
    pub winner: Option<wire::WireSide>,
    /// The game as the rules see it.
    pub view: wire::WireGameView,
}

/// A position and the move that led to it.
#[derive(Serialize, Clone, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[schema(as = Step)]
pub struct PositionStep {
    /// The position, as FEN.
    pub fen: String,
    /// The squares that the moved piece touched, in order.
    pub path: Vec<u8>,
    /// The squares of the captured pieces.
    pub captures: Vec<u8>,
}

impl From<PastPosition> for PositionStep {
    fn from(trace: PastPosition) -> Self {
        let numbers = |squares: Vec<Square>| squares.into_iter().map(Square::number).collect();
        Self { fen: trace.fen, path: numbers(trace.path), captures: numbers(trace.captured) }
    }
}

/// Where the squares are and what they are called, so that the page need not know.
#[derive(Serialize, Clone, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[schema(as = Board)]
pub struct BoardLayout {
    /// Rows and columns of the board.
    pub size: u8,
    /// Row, column and name of each square, from square 1.
    pub squares: Vec<(u8, u8, String)>,
}

impl BoardLayout {
    /// The layout of a board.
    #[must_use]
    pub fn of(board: Geometry) -> Self {
        let squares = board.all().iter().map(|s| (board.row(s), board.column(s), board.algebraic(s)));
        Self { size: board.rows(), squares: squares.collect() }
    }
}
