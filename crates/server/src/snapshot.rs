//! A game as a page shows it.

use damiera_game::{Game, GameOutcome, IrregularPolicy, Lang, Moment, PastPosition, wire};
use damiera_rules::{Geometry, Square};
use serde::Serialize;

use crate::store::{Holders, Seats};
use crate::texts;

/// A game as a page shows it at an instant.
#[derive(Serialize, Clone, PartialEq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Game)]
pub struct GameSnapshot {
    id: String,
    seats: Seats,
    /// White's and Black's names, if they gave them.
    names: [Option<String>; 2],
    /// The instant of the clocks in the view.
    pub(crate) now: u64,
    board: BoardLayout,
    /// Whether it is played on a real board, with an arbiter.
    table: bool,
    /// White's and Black's time controls.
    clocks: [wire::WireClockControl; 2],
    /// How the present position came about.
    pub(crate) last: Option<PositionStep>,
    /// The winner, if there is one.
    pub(crate) winner: Option<wire::WireSide>,
    pub(crate) view: wire::WireGameView,
}

/// A position and the move that led to it.
#[derive(Serialize, Clone, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[schema(as = Step)]
pub(crate) struct PositionStep {
    fen: String,
    path: Vec<u8>,
    captures: Vec<u8>,
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
pub(crate) struct BoardLayout {
    size: u8,
    /// Row, column and name of each square, from square 1.
    squares: Vec<(u8, u8, String)>,
}

impl BoardLayout {
    pub(crate) fn of(board: Geometry) -> Self {
        let squares = board.all().iter().map(|s| (board.row(s), board.column(s), board.algebraic(s)));
        Self { size: board.rows(), squares: squares.collect() }
    }
}

/// A game with the people who play it: what a snapshot is made of.
#[derive(Clone, Copy)]
pub(crate) struct GameContext<'a> {
    pub(crate) id: &'a str,
    pub(crate) seats: Seats,
    pub(crate) holders: &'a Holders,
    pub(crate) game: &'a Game,
}

impl GameContext<'_> {
    /// The snapshot at an instant, with texts in a language.
    pub(crate) fn snapshot(&self, at: Moment, lang: Lang) -> GameSnapshot {
        let game = self.game;
        GameSnapshot {
            id: self.id.to_owned(),
            seats: self.seats,
            names: self.holders.0.each_ref().map(|holder| {
                let holder = holder.as_ref()?;
                let deleted = || holder.is_deleted().then(|| texts::text(lang, "deleted-player"));
                holder.name.clone().or_else(deleted)
            }),
            now: at.0,
            board: BoardLayout::of(game.rule_set().board),
            table: game.terms().profile.irregular == IrregularPolicy::Recorded,
            clocks: game.terms().controls.each_ref().map(wire::WireClockControl::from),
            last: game.trace(game.plies().len()).map(PositionStep::from),
            winner: game.end().and_then(|end| match end.outcome {
                GameOutcome::Win(side) => Some(side.into()),
                GameOutcome::Draw | GameOutcome::Void => None,
            }),
            view: wire::WireGameView::new(&game.view(at), game.rule_set(), lang),
        }
    }
}
