//! The engine as an opponent: it chooses moves at a level and decides about draw offers.

use std::sync::Arc;
use std::time::Duration;

use damiera_engine::{EngineResources, Level, SearchControl, SearchLimits, SearchRequest, TimeAllowance};
use damiera_game::{Game, PlyKind, StartPosition};
use damiera_rules::{History, Position, Rules, Side, with_rules};

use crate::engines::Engines;
use crate::opening_book::OpeningBook;
use crate::table_registry::TableRegistry;

/// The longest time for a move when the clock does not demand less.
const LONGEST_MOVE: Duration = Duration::from_secs(2);
/// The part of the remaining clock time that a move may take.
const CLOCK_SHARE: u32 = 30;
/// The time for deciding about a draw offer.
const DRAW_OFFER_TIME: Duration = Duration::from_millis(300);
/// At this score or a lower one, in hundredths of a man, a draw is accepted at any time.
const ACCEPT_WHEN_WORSE: i32 = -40;
/// At this score or a lower one a draw is accepted once few pieces are left.
const ACCEPT_WHEN_EVEN: i32 = 15;
/// The size of each game's transposition table, in mebibytes.
const TABLE_MIB: usize = 32;

/// The opponents of a process: one engine for each game, shared by all games in progress.
pub struct Opponents {
    engines: Engines,
}

impl Opponents {
    /// Opponents that use the tables of a registry.
    #[must_use]
    pub fn new(tables: Arc<TableRegistry>) -> Self {
        Self { engines: Engines::new(tables, EngineResources { threads: 1, table_mib: TABLE_MIB }) }
    }

    /// The endgame tables that the opponents use.
    #[must_use]
    pub const fn tables(&self) -> &Arc<TableRegistry> {
        self.engines.tables()
    }

    /// The engine's move in writing, or none if there is no legal move. `left` is the time on the engine's clock; the seed
    /// makes the errors of lower levels repeatable. It blocks while it thinks: call it outside the async runtime.
    pub fn choose(&self, game: &Game, level: Level, left: Option<Duration>, seed: u64) -> Option<String> {
        with_rules!(game.terms().variant, R => {
            let history = history_of::<R>(game)?;
            let position = history.position();
            if let Some(m) = OpeningBook::embedded(R::VARIANT).and_then(|book| book.choose(position, level, seed)) {
                return Some(position.notation(&m));
            }
            let time = left.map_or(LONGEST_MOVE, |left| LONGEST_MOVE.min(left / CLOCK_SHARE));
            let limits = SearchLimits { time: Some(TimeAllowance::Move(time)), ..SearchLimits::default() };
            let question = SearchRequest { level, seed, ..SearchRequest::best(&history, limits) };
            let report = self.engines.of::<R>().think(&question, &SearchControl::default(), |_| ());
            report.best().map(|m| history.position().notation(&m))
        })
    }

    /// Whether the engine, playing `side`, accepts a draw: if it stands worse, or if the position is about even and few
    /// pieces are left. It blocks while it thinks.
    pub fn accepts_draw(&self, game: &Game, side: Side) -> bool {
        with_rules!(game.terms().variant, R => {
            let Some(history) = history_of::<R>(game) else { return false };
            let position = history.position();
            let limits = SearchLimits { time: Some(TimeAllowance::Move(DRAW_OFFER_TIME)), ..SearchLimits::default() };
            let report = self.engines.of::<R>().think(&SearchRequest::best(&history, limits), &SearchControl::default(), |_| ());
            let Some(line) = report.lines.first() else { return false };
            let value = if position.turn() == side { line.value } else { -line.value };
            let few_pieces = Side::BOTH.into_iter().all(|side| position.pieces(side).len() * 4 <= u32::from(R::MEN));
            value <= ACCEPT_WHEN_WORSE || (few_pieces && value <= ACCEPT_WHEN_EVEN)
        })
    }
}

/// The positions of a game. If some came about by other than legal moves, only the present one.
fn history_of<R: Rules>(game: &Game) -> Option<History<R>> {
    let present = || Position::<R>::from_fen(&game.fen()).ok().map(History::new);
    if game.terms().start != StartPosition::Initial {
        return present();
    }
    let mut history = History::new(Position::start());
    for ply in game.plies() {
        match ply.kind {
            PlyKind::Move(_, m) if history.position().is_legal(&m) => history.push(&m),
            _ => return present(),
        }
    }
    Some(history)
}

/// The time left on a side's clock; none in a game without clocks.
#[must_use]
pub fn time_left(game: &Game, side: Side, now: damiera_game::Moment) -> Option<Duration> {
    game.clocks().face(side, now).map(|face| face.left)
}
