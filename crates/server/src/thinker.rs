//! The engine as an opponent.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use damiera_engine::{Allowance, Control, Level, Limits, Question};
use damiera_game::{Done, Game, Start};
use damiera_rules::{History, Position, Rules, Side, with_rules};

use crate::endgames::Shelf;
use crate::engines::Engines;

/// Longest a move may take when no clock says less.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long an offer is weighed.
const GLANCE: Duration = Duration::from_millis(300);
/// Hundredths of a man: so far behind, a draw is welcome;
const WORSE: i32 = -40;
/// up to here, nothing is to be won any more once few pieces are left.
const EVEN: i32 = 15;

/// Mebibytes that each game's engine remembers positions in.
const TABLE_MIB: usize = 32;

/// The opponents that have been needed so far.
pub struct Thinkers {
    engines: Engines,
}

impl Thinkers {
    /// Opponents who know the endgame tables of a folder.
    #[must_use]
    pub fn new(endgame: Option<PathBuf>) -> Self {
        Self { engines: Engines::new(Arc::new(Shelf::new(endgame)), TABLE_MIB) }
    }

    /// The engine's move in a game, in writing; none if it has none. It takes a while: call it off the async threads.
    pub fn choose(&self, game: &Game, level: Level, left: Option<Duration>, seed: u64) -> Option<String> {
        with_rules!(game.terms().variant, R => {
            let history = history::<R>(game)?;
            let time = match left {
                Some(left) => Allowance::Move((left / 30).min(PATIENCE)),
                None => Allowance::Move(PATIENCE),
            };
            let limits = Limits { time: Some(time), ..Limits::default() };
            let question = Question { game: &history, limits, lines: 1, level, seed };
            let report = self.engines.of::<R>().think(&question, &Control::default(), |_| ());
            report.best().map(|m| history.position().notation(&m))
        })
    }

    /// Whether the engine takes a draw that is offered to this side: if it stands worse, or if neither side can
    /// hope for much with so little left on the board.
    pub fn takes_draw(&self, game: &Game, side: Side) -> bool {
        with_rules!(game.terms().variant, R => {
            let Some(history) = history::<R>(game) else { return false };
            let position = history.position();
            let limits = Limits { time: Some(Allowance::Move(GLANCE)), ..Limits::default() };
            let report = self.engines.of::<R>().think(&Question::best(&history, limits), &Control::default(), |_| ());
            let Some(line) = report.lines.first() else { return false };
            let value = if position.turn() == side { line.value } else { -line.value };
            let few = Side::BOTH.into_iter().all(|side| position.pieces(side).len() * 4 <= u32::from(R::MEN));
            value <= WORSE || (few && value <= EVEN)
        })
    }
}

/// The positions of a game, as far as legal moves led to them; else only the present one.
fn history<R: Rules>(game: &Game) -> Option<History<R>> {
    let now = || Position::<R>::from_fen(&game.fen()).ok().map(History::new);
    if game.terms().start != Start::Initial {
        return now();
    }
    let mut history = History::new(Position::start());
    for ply in game.plies() {
        match ply.done {
            Done::Move(_, m) if history.position().is_legal(&m) => history.push(&m),
            _ => return now(),
        }
    }
    Some(history)
}

/// What a side has left on its clock.
pub(crate) fn time_left(game: &Game, side: Side, now: damiera_game::Moment) -> Option<Duration> {
    game.clocks().face(side, now).map(|face| face.left)
}
