//! What endgame tables say of a position, as the API sends it and the command line prints it.

use damiera_endgame::{CountRuling, MoveCount, ProbedValue, TableRules, Tables, Wdl};
use damiera_rules::{Move, Position};
use serde::{Deserialize, Serialize};

/// What the endgame tables say of a position, from the point of view of the side to move.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[schema(as = TableProbe)]
pub struct WireTableProbe {
    /// The game.
    pub variant: String,
    /// The position.
    pub fen: String,
    /// `win`, `draw` or `loss` for the side to move; under the count, if one was given.
    pub value: String,
    /// Plies to the end of the game; null in a draw, or if the tables have no distances of so many pieces.
    pub dtw: Option<u16>,
    /// Plies to the next capture or man's move; null like `dtw`.
    pub dtz: Option<u16>,
    /// The rulebook's count; null if none was given, or without distances.
    pub count: Option<WireTableCount>,
    /// Every legal move, the best first.
    pub moves: Vec<WireTableMove>,
}

/// A position's value under the rulebook's move count, in moves by each side.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[schema(as = TableCount)]
pub struct WireTableCount {
    /// The value without the count.
    pub uncounted: String,
    /// The article that orders the count; null if the rulebook counts nothing here.
    pub article: Option<String>,
    /// The number of moves at which the game is drawn.
    pub limit: Option<u8>,
    /// Moves that the winner needs.
    pub needs: Option<u16>,
    /// Moves left to the limit.
    pub left: Option<u16>,
}

/// A legal move and its value for the side that makes it.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[schema(as = TableMove)]
pub struct WireTableMove {
    /// The move.
    pub notation: String,
    /// `win`, `draw` or `loss`.
    pub value: String,
    /// Plies to the end of the game, counted from the position before the move.
    pub dtw: Option<u16>,
    /// Plies to the next capture or man's move, counted from the position before the move.
    pub dtz: Option<u16>,
}

impl WireTableProbe {
    /// What the tables say of a position; none if they do not have it.
    #[must_use]
    pub fn of<R: TableRules>(
        tables: &Tables<R>,
        position: &Position<R>,
        count: Option<MoveCount>,
    ) -> Option<Self> {
        let value = tables.known(position)?;
        let counted = count.and_then(|count| {
            Some((tables.probe_with_count(position, count)?, tables.moves_with_count(position, count)?))
        });
        let (outcome, ruling, moves) = match counted {
            Some((ruling, moves)) => {
                let exact = |(m, value, outcome)| (m, ProbedValue::Exact(value), outcome);
                (ruling.outcome, Some(ruling), moves.into_iter().map(exact).collect())
            }
            None => (value.outcome(), None, uncounted_moves(tables, position)?),
        };
        let legal: Vec<Move> = moves.iter().map(|&(m, _, _)| m).collect();
        let moves = moves.iter().map(|(m, value, outcome)| WireTableMove {
            notation: position.notation_among(m, &legal),
            value: outcome.name().to_owned(),
            dtw: value.distance().map(|distance| distance.dtw),
            dtz: value.distance().map(|distance| distance.dtz),
        });
        Some(Self {
            variant: R::VARIANT.name().to_owned(),
            fen: position.fen(),
            value: outcome.name().to_owned(),
            dtw: value.distance().map(|distance| distance.dtw),
            dtz: value.distance().map(|distance| distance.dtz),
            count: ruling.as_ref().map(WireTableCount::from),
            moves: moves.collect(),
        })
    }
}

fn uncounted_moves<R: TableRules>(
    tables: &Tables<R>,
    position: &Position<R>,
) -> Option<Vec<(Move, ProbedValue, Wdl)>> {
    let moves = tables.known_moves(position)?;
    Some(moves.into_iter().map(|(m, value)| (m, value, value.outcome())).collect())
}

impl From<&CountRuling> for WireTableCount {
    fn from(ruling: &CountRuling) -> Self {
        let running = ruling.running;
        Self {
            uncounted: ruling.value.outcome().name().to_owned(),
            article: running.map(|running| running.article.to_string()),
            limit: running.map(|running| running.limit),
            needs: running.and_then(|running| running.needs).map(|plies| plies.div_ceil(2)),
            left: running.map(|running| running.left / 2),
        }
    }
}
