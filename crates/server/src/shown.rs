//! A game as a page gets it.

use damiera_game::{Game, GameOutcome, IrregularPolicy, Lang, Moment, PastPosition, wire};
use damiera_rules::Square;
use serde::Serialize;

use crate::room::Room;
use crate::store::{Holders, Seats};
use crate::time::now;

/// A game as a page gets it.
#[derive(Serialize, Clone, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Game)]
pub struct Shown {
    id: String,
    seats: Seats,
    /// What White and Black are called, if they said.
    names: [Option<String>; 2],
    /// The instant of the clocks in the view.
    now: u64,
    board: Board,
    /// Whether a real board is played on and an arbiter sits by.
    table: bool,
    /// White's and Black's time.
    clocks: [wire::WireClockControl; 2],
    /// How the present position came about.
    last: Option<Step>,
    /// Who has won, once somebody has.
    winner: Option<wire::WireSide>,
    view: wire::WireGameView,
}

/// A position and the move that led to it.
#[derive(Serialize, Clone, Debug, utoipa::ToSchema)]
pub(crate) struct Step {
    fen: String,
    path: Vec<u8>,
    captures: Vec<u8>,
}

impl From<PastPosition> for Step {
    fn from(trace: PastPosition) -> Self {
        let numbers = |squares: Vec<Square>| squares.into_iter().map(Square::number).collect();
        Self { fen: trace.fen, path: numbers(trace.path), captures: numbers(trace.captured) }
    }
}

/// Where squares lie and what they are called, so that the page need not know.
#[derive(Serialize, Clone, Debug, utoipa::ToSchema)]
pub(crate) struct Board {
    size: u8,
    /// Row, column and name of each square, from square 1.
    squares: Vec<(u8, u8, String)>,
}

/// The board of a game.
pub(crate) fn board(game: &Game) -> Board {
    let board = game.rule_set().board;
    let squares = board.all().iter().map(|s| (board.row(s), board.column(s), board.algebraic(s)));
    Board { size: board.rows(), squares: squares.collect() }
}

impl Shown {
    /// A game in a language.
    pub(crate) fn new(id: &str, seats: Seats, holders: &Holders, game: &Game, lang: Lang) -> Self {
        let at: Moment = now();
        Self {
            id: id.to_owned(),
            seats,
            names: holders.0.each_ref().map(|holder| holder.as_ref()?.name.clone()),
            now: at.0,
            board: board(game),
            table: game.terms().profile.irregular == IrregularPolicy::Recorded,
            clocks: game.terms().controls.each_ref().map(wire::WireClockControl::from),
            last: game.trace(game.plies().len()).map(Step::from),
            winner: game.end().and_then(|end| match end.outcome {
                GameOutcome::Win(side) => Some(side.into()),
                GameOutcome::Draw | GameOutcome::Void => None,
            }),
            view: wire::WireGameView::new(&game.view(at), game.rule_set(), lang),
        }
    }

    /// The game of a room as it stands.
    pub(crate) fn of(room: &Room, lang: Lang) -> Self {
        Self::new(room.id(), room.seats, &room.holders, &room.game(), lang)
    }
}
