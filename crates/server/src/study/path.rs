//! Positions as the page names them: a first position, and the moves from there.

use damiera_game::{Lang, wire};
use damiera_rules::{History, Illegal, Move, MoveError, Position, Rules, Setup, Side, Variant};
use serde::{Deserialize, Serialize};

use crate::texts;
pub(crate) use damiera_messages::BoardLayout;

/// Limits of a request, far above any real game.
const LONGEST_FEN: usize = 1_000;
const MOST_MOVES: usize = 1_000;
/// Routes of one capture that are sent.
const WAYS: usize = 24;

/// A position as the page names it.
#[derive(Deserialize, Clone, Debug, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PositionQuery {
    /// Which game.
    #[serde(rename = "game")]
    pub(crate) variant: String,
    /// The first position as FEN; the start of the game if not given.
    #[serde(default)]
    pub(crate) fen: String,
    /// The moves from there, with spaces between.
    #[serde(default)]
    pub(crate) moves: String,
}

/// Why a query names no position.
#[derive(Debug)]
pub(crate) enum PositionQueryError {
    /// There is no such game.
    Game,
    /// It exceeds the limits.
    TooLong,
    /// The first position is not valid; with its faults.
    Start(Vec<String>),
    /// A move cannot be read.
    Unread(String),
    /// A move is against the rules.
    Refused(RefusedMove),
}

/// A move that the rules refuse.
#[derive(Debug)]
pub(crate) struct RefusedMove {
    pub(crate) why: Illegal,
    pub(crate) article: String,
    /// Routes of the captures that were due.
    pub(crate) due: Vec<Vec<u8>>,
}

/// The position a query leads to, with its history.
pub(crate) struct ReachedPosition<R> {
    pub(crate) history: History<R>,
    /// The moves that led there, from the start.
    pub(crate) moves: Vec<Move>,
}

/// A move as the page shows it.
#[derive(Serialize, Clone, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[schema(as = Stepped)]
pub(crate) struct PlayedMove {
    pub(crate) notation: String,
    pub(crate) by: wire::WireSide,
    /// The squares it touches.
    pub(crate) squares: Vec<u8>,
    /// The squares of the pieces it takes.
    pub(crate) captures: Vec<u8>,
}

impl PositionQuery {
    /// Which game it is of.
    pub(crate) fn game(&self) -> Result<Variant, PositionQueryError> {
        self.variant.parse().map_err(|_| PositionQueryError::Game)
    }

    /// The position it begins from.
    pub(crate) fn start<R: Rules>(&self, lang: Lang) -> Result<Position<R>, PositionQueryError> {
        if self.fen.len() > LONGEST_FEN || self.moves.len() > 8 * MOST_MOVES {
            return Err(PositionQueryError::TooLong);
        }
        if self.fen.trim().is_empty() {
            return Ok(Position::start());
        }
        let setup: Setup =
            self.fen.parse().map_err(|error| PositionQueryError::Start(vec![lang.fen_error(&error)]))?;
        let told =
            |faults: damiera_rules::SetupFaults| faults.all().iter().map(|f| lang.setup_fault(f)).collect();
        setup.position().map_err(|faults| PositionQueryError::Start(told(faults)))
    }

    /// Plays its moves.
    pub(crate) fn walk<R: Rules>(&self, lang: Lang) -> Result<ReachedPosition<R>, PositionQueryError> {
        let mut history = History::new(self.start::<R>(lang)?);
        let mut moves = Vec::new();
        for text in self.moves.split_whitespace() {
            let position = history.position();
            let m = position.parse_move(text).map_err(|unread| match unread {
                MoveError::Syntax(_) => PositionQueryError::Unread(text.to_owned()),
                MoveError::Illegal(why) => PositionQueryError::Refused(RefusedMove {
                    article: R::article(&why).to_string(),
                    due: why.due().iter().map(|m| squares(position, m)).collect(),
                    why,
                }),
            })?;
            history.push(&m);
            moves.push(m);
        }
        Ok(ReachedPosition { history, moves })
    }
}

impl<R: Rules> ReachedPosition<R> {
    /// The position now.
    pub(crate) fn position(&self) -> &Position<R> {
        self.history.position()
    }

    /// The move that led here.
    pub(crate) fn last(&self) -> Option<PlayedMove> {
        let positions = self.history.positions();
        let before = positions.len().checked_sub(2).map(|at| &positions[at])?;
        self.moves.last().map(|m| played_move(before, m))
    }
}

/// The squares a legal move touches.
pub(crate) fn squares<R: Rules>(position: &Position<R>, m: &Move) -> Vec<u8> {
    position.route(m).squares.iter().map(|square| square.number()).collect()
}

/// A legal move as the page shows it.
pub(crate) fn played_move<R: Rules>(before: &Position<R>, m: &Move) -> PlayedMove {
    PlayedMove {
        notation: before.notation(m),
        by: before.turn().into(),
        squares: squares(before, m),
        captures: m.captured.iter().map(damiera_rules::Square::number).collect(),
    }
}

/// The legal moves as the page's board needs them.
pub(crate) fn legal<R: Rules>(position: &Position<R>) -> Vec<wire::WireLegalMove> {
    let moves = position.legal();
    let shown = |m: &Move| wire::WireLegalMove {
        notation: position.notation_among(m, &moves),
        from: m.from.number(),
        to: m.to.number(),
        captures: m.captured.iter().map(damiera_rules::Square::number).collect(),
        promotes: m.promotes,
        routes: position
            .routes(m)
            .take(WAYS)
            .map(|route| route.squares.iter().map(|square| square.number()).collect())
            .collect(),
    };
    moves.iter().map(shown).collect()
}

/// That a side cannot move and has lost.
pub(crate) fn over(turn: Side, lang: Lang) -> String {
    let side = texts::text(lang, if turn == Side::White { "side-white" } else { "side-black" });
    texts::say(lang, "study-no-move", &[("side", &side)])
}
