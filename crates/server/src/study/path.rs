//! The way to a position: where it began and the moves from there, as a page names it.

use damiera_game::{Lang, wire};
use damiera_rules::{Geometry, History, Illegal, Move, MoveError, Position, Rules, Setup, Side, Variant};
use serde::{Deserialize, Serialize};

use super::words;
use crate::texts;

/// Longest texts that are looked at: no real game comes near.
const LONGEST_FEN: usize = 1_000;
const MOST_MOVES: usize = 1_000;
/// Ways of one capture to show.
const WAYS: usize = 24;

/// A position as a page names it.
#[derive(Deserialize, Clone, Debug, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Path {
    /// Which game.
    #[serde(rename = "game")]
    pub(crate) variant: String,
    /// Where it began; the usual start if not given.
    #[serde(default)]
    pub(crate) fen: String,
    /// The moves from there, with spaces between.
    #[serde(default)]
    pub(crate) moves: String,
}

/// Why there is no such position.
#[derive(Debug)]
pub(crate) enum Lost {
    /// There is no such game.
    Game,
    /// It is too long to be looked at.
    TooLong,
    /// It begins from no position.
    Start(Vec<String>),
    /// A move cannot be read.
    Unread(String),
    /// A move is against the rules.
    Refused(Refused),
}

/// A move that the rules refuse.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) why: Illegal,
    pub(crate) article: String,
    /// The ways of the captures that were due.
    pub(crate) due: Vec<Vec<u8>>,
}

/// A position reached, with how it was.
pub(crate) struct Reached<R> {
    pub(crate) history: History<R>,
    /// The moves that led there, from the start.
    pub(crate) moves: Vec<Move>,
}

/// A move as a page shows it.
#[derive(Serialize, Clone, PartialEq, Eq, Debug, utoipa::ToSchema)]
pub(crate) struct Stepped {
    pub(crate) notation: String,
    pub(crate) by: wire::WireSide,
    /// The squares it touches.
    pub(crate) squares: Vec<u8>,
    /// The squares it takes from.
    pub(crate) captures: Vec<u8>,
}

/// Where squares lie and what they are called.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Board {
    size: u8,
    /// Row, column and name of each square, from square 1.
    squares: Vec<(u8, u8, String)>,
}

impl Board {
    pub(crate) fn of(board: Geometry) -> Self {
        let squares = board.all().iter().map(|s| (board.row(s), board.column(s), board.algebraic(s)));
        Self { size: board.rows(), squares: squares.collect() }
    }
}

impl Path {
    /// Which game it is of.
    pub(crate) fn game(&self) -> Result<Variant, Lost> {
        self.variant.parse().map_err(|_| Lost::Game)
    }

    /// The position it begins from.
    pub(crate) fn start<R: Rules>(&self, lang: Lang) -> Result<Position<R>, Lost> {
        if self.fen.len() > LONGEST_FEN || self.moves.len() > 8 * MOST_MOVES {
            return Err(Lost::TooLong);
        }
        if self.fen.trim().is_empty() {
            return Ok(Position::start());
        }
        let setup: Setup =
            self.fen.parse().map_err(|error| Lost::Start(vec![words::fen_error(&error, lang)]))?;
        let told =
            |faults: damiera_rules::SetupFaults| faults.all().iter().map(|f| words::fault(f, lang)).collect();
        setup.position().map_err(|faults| Lost::Start(told(faults)))
    }

    /// Plays its moves.
    pub(crate) fn walk<R: Rules>(&self, lang: Lang) -> Result<Reached<R>, Lost> {
        let mut history = History::new(self.start::<R>(lang)?);
        let mut moves = Vec::new();
        for text in self.moves.split_whitespace() {
            let position = history.position();
            let m = position.parse_move(text).map_err(|unread| match unread {
                MoveError::Syntax(_) => Lost::Unread(text.to_owned()),
                MoveError::Illegal(why) => Lost::Refused(Refused {
                    article: R::article(&why).to_string(),
                    due: why.due().iter().map(|m| squares(position, m)).collect(),
                    why,
                }),
            })?;
            history.push(&m);
            moves.push(m);
        }
        Ok(Reached { history, moves })
    }
}

impl<R: Rules> Reached<R> {
    /// The position now.
    pub(crate) fn position(&self) -> &Position<R> {
        self.history.position()
    }

    /// The move that led here.
    pub(crate) fn last(&self) -> Option<Stepped> {
        let positions = self.history.positions();
        let before = positions.len().checked_sub(2).map(|at| &positions[at])?;
        self.moves.last().map(|m| stepped(before, m))
    }
}

/// The squares a legal move touches.
pub(crate) fn squares<R: Rules>(position: &Position<R>, m: &Move) -> Vec<u8> {
    position.route(m).squares.iter().map(|square| square.number()).collect()
}

/// A legal move as a page shows it.
pub(crate) fn stepped<R: Rules>(before: &Position<R>, m: &Move) -> Stepped {
    Stepped {
        notation: before.notation(m),
        by: before.turn().into(),
        squares: squares(before, m),
        captures: m.captured.iter().map(damiera_rules::Square::number).collect(),
    }
}

/// The legal moves as the board wants them.
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
    let side = texts::text(lang, if turn == Side::White { "white" } else { "black" });
    texts::say(lang, "study-no-move", &[("side", &side)])
}
