//! The engine as others use it: ask about a game, watch, stop, get an answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use damiera_rules::{History, Move, Rules, for_each_rules};

use crate::control::Control;
use crate::eval::evaluate;
use crate::level::Level;
use crate::limits::Limits;
use crate::probe::{Endgames, NoEndgames, Solved};
use crate::root::{Quest, RootMove};
use crate::search::{Ground, Searcher};
use crate::state::State;
use crate::table::Table;
use crate::value::{MAX_PLY, Score, Value};
use crate::weights::Weights;

/// What an engine may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Threads that search together.
    pub threads: usize,
    /// Mebibytes for remembering positions.
    pub table_mib: usize,
}

impl Default for Resources {
    fn default() -> Self {
        Self { threads: 1, table_mib: 64 }
    }
}

/// An engine for one game. It can be shared: several searches at once help each other by what they remember.
pub struct Engine<R: Rules> {
    weights: Arc<Weights>,
    endgames: Arc<dyn Endgames<R>>,
    table: Table,
    threads: usize,
}

/// What is asked of the engine.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a, R> {
    /// The game so far; its last position is the one to think about.
    pub game: &'a History<R>,
    /// How long to think.
    pub limits: Limits,
    /// How many best lines to find, at least one.
    pub lines: usize,
    /// How well to play.
    pub level: Level,
    /// Chance for the lower levels.
    pub seed: u64,
}

impl<'a, R> Question<'a, R> {
    /// The best move, at full strength.
    #[must_use]
    pub const fn best(game: &'a History<R>, limits: Limits) -> Self {
        Self { game, limits, lines: 1, level: Level::HIGHEST, seed: 0 }
    }
}

/// A line of play and what it leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Hundredths of a man for the side to move, or a decided game.
    pub value: Value,
    /// The moves, one for each side in turn.
    pub moves: Vec<Move>,
    /// Whether endgame tables say so, and not a search.
    pub solved: bool,
}

impl Line {
    /// The value as people read it.
    #[must_use]
    pub const fn score(&self) -> Score {
        match self.value {
            0 if self.solved => Score::TableDraw,
            value => Score::of(value),
        }
    }
}

/// What the engine has found so far, or in the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// How deep it has searched.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
    /// The best lines, the best first; none if there is no legal move.
    pub lines: Vec<Line>,
}

impl Report {
    /// The best move; none if the game is over.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.first().copied())
    }

    /// The reply expected to it.
    #[must_use]
    pub fn reply(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.get(1).copied())
    }
}

/// A rule set whose search is compiled in this crate.
///
/// Generic code is compiled again in every crate that uses it with a concrete type. The search is large and has to be
/// optimised as a whole, so it is instantiated here, once for each game, and reached from other crates through this trait.
pub trait SearchRules: Rules {
    /// The search behind [`Engine::think`].
    fn think(
        engine: &Engine<Self>,
        question: &Question<'_, Self>,
        control: &Control,
        watch: &mut dyn FnMut(&Report),
    ) -> Report;
}

for_each_rules!(R => impl SearchRules for R {
    fn think(
        engine: &Engine<Self>,
        question: &Question<'_, Self>,
        control: &Control,
        watch: &mut dyn FnMut(&Report),
    ) -> Report {
        engine.search(question, control, watch)
    }
});

impl<R: SearchRules> Engine<R> {
    /// An engine with the weights that come with the program, and no endgame tables.
    #[must_use]
    pub fn new(resources: Resources) -> Self {
        Self::with(resources, Arc::new(Weights::learned(R::VARIANT)), Arc::new(NoEndgames))
    }

    /// An engine with weights and endgame tables of choice.
    #[must_use]
    pub fn with(resources: Resources, weights: Arc<Weights>, endgames: Arc<dyn Endgames<R>>) -> Self {
        let table = Table::new(resources.table_mib);
        Self { weights, endgames, table, threads: resources.threads.max(1) }
    }

    /// The weights it judges by.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Forgets what it remembers of positions.
    pub fn forget(&self) {
        self.table.clear();
    }

    /// Thinks about a game until a limit is reached or it is stopped, and tells of each depth it finishes. A panic in
    /// any of its threads ends them all and comes out here.
    ///
    /// ```
    /// use damiera_engine::{Control, Engine, Limits, Question, Resources};
    /// use damiera_rules::{History, Position, variant::English};
    /// let engine = Engine::new(Resources { threads: 1, table_mib: 1 });
    /// let game = History::new(Position::<English>::from_fen("W:W30:B22,25").unwrap());
    /// let report = engine.think(&Question::best(&game, Limits::depth(5)), &Control::default(), |_| ());
    /// assert_eq!(game.position().notation(&report.best().unwrap()), "30x21");
    /// ```
    pub fn think(
        &self,
        question: &Question<'_, R>,
        control: &Control,
        mut watch: impl FnMut(&Report),
    ) -> Report {
        R::think(self, question, control, &mut watch)
    }
}

impl<R: Rules> Engine<R> {
    fn search(
        &self,
        question: &Question<'_, R>,
        control: &Control,
        watch: &mut dyn FnMut(&Report),
    ) -> Report {
        let noise = question.level.noise::<R>(question.seed);
        // A blurred judgement must not be remembered as a clear one.
        let own_table = noise.map(|_| Table::new(1));
        let table = own_table.as_ref().unwrap_or(&self.table);
        table.grow_older();
        let limits = question.limits.within(question.level.limits::<R>());
        let (halted, helpers_nodes) = (AtomicBool::new(false), AtomicU64::new(0));
        let ground = Ground {
            weights: &self.weights,
            endgames: &*self.endgames,
            table,
            control,
            halted: &halted,
            helpers_nodes: &helpers_nodes,
            noise,
        };
        let state = State::now(question.game);
        if noise.is_none()
            && let Some(report) = self.look_up(&state, question.lines, control)
        {
            watch(&report);
            return report;
        }
        let path: Vec<u64> = keys_before(question.game);
        let lines = question.lines.max(1);
        let max_depth = limits.depth.map_or(MAX_PLY as i32, |depth| depth.clamp(1, MAX_PLY as u32) as i32);
        let quest = Quest { state: &state, lines, max_depth, to_the_end: false };
        let helpers = if limits.depth.or(limits.nodes.map(|_| 0)).is_some() { 0 } else { self.threads - 1 };
        std::thread::scope(|scope| {
            for helper in 1..=helpers {
                let (quest, path) = (&quest, path.clone());
                scope.spawn(move || help(ground, quest, path, helper));
            }
            let _alarm = Alarm(&halted);
            let report = lead(ground, &quest, path, limits, watch);
            halted.store(true, Relaxed);
            report
        })
    }

    /// The answer of the endgame tables, if they hold the position. Of moves that draw alike the one that looks best
    /// comes first: the other side may still go wrong.
    fn look_up(&self, state: &State<R>, lines: usize, control: &Control) -> Option<Report> {
        let position = &state.position;
        if position.occupied().len() > self.endgames.most_pieces() {
            return None;
        }
        let mut solved = self.endgames.solved(position, state.counted())?;
        let looks = |solved: &Solved| match (solved.value, solved.line.first()) {
            (0, Some(m)) => evaluate(&self.weights, &position.after(m)),
            _ => 0,
        };
        solved.sort_by_cached_key(|solved| (-solved.value, looks(solved)));
        let line = |Solved { value, line }| Line { value, moves: line, solved: true };
        Some(Report {
            depth: 1,
            nodes: solved.len() as u64,
            elapsed: control.elapsed(),
            lines: solved.into_iter().take(lines.max(1)).map(line).collect(),
        })
    }
}

/// Ends the other threads if one ends by a fault: nobody waits for what will not come.
struct Alarm<'a>(&'a AtomicBool);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

/// The keys of the positions before the present one.
fn keys_before<R: Rules>(game: &History<R>) -> Vec<u64> {
    let positions = game.positions();
    positions[..positions.len() - 1].iter().map(damiera_rules::Position::key).collect()
}

/// The main thread's part: it keeps the limits and makes the reports.
fn lead<R: Rules>(
    ground: Ground<'_, R>,
    quest: &Quest<'_, R>,
    path: Vec<u64>,
    limits: Limits,
    watch: &mut dyn FnMut(&Report),
) -> Report {
    let control = ground.control;
    let budget = limits.time.map(crate::limits::Allowance::budget);
    if let Some(budget) = budget {
        control.stop_within(budget.hard);
    }
    let mut searcher = Searcher::new(ground, path, limits.nodes.unwrap_or(u64::MAX - 1));
    let mut reached = 0;
    let moves = searcher.deepen(quest, 1, |searcher, depth, moves| {
        reached = depth as u32;
        watch(&report(searcher, quest, reached, moves));
        let forced = moves.len() == 1 && budget.is_some() && depth >= FORCED_DEPTH;
        !forced && budget.is_none_or(|budget| control.elapsed() < budget.soft)
    });
    report(&searcher, quest, reached, &moves)
}

/// How deep a move without a choice is looked into, to have a reply to ponder on.
const FORCED_DEPTH: i32 = 6;

fn report<R: Rules>(
    searcher: &Searcher<'_, R>,
    quest: &Quest<'_, R>,
    depth: u32,
    moves: &[RootMove],
) -> Report {
    let lines = moves
        .iter()
        .take(quest.lines)
        .map(|m| Line { value: m.known_value(), moves: m.line.clone(), solved: false })
        .collect();
    Report { depth, nodes: searcher.all_nodes(), elapsed: searcher.ground.control.elapsed(), lines }
}

/// A helper's part: it searches the same position, at other depths first, and fills the shared table.
fn help<R: Rules>(ground: Ground<'_, R>, quest: &Quest<'_, R>, path: Vec<u64>, helper: usize) {
    let _alarm = Alarm(ground.halted);
    let mut searcher = Searcher::new(ground, path, u64::MAX - 1);
    searcher.is_helper = true;
    let quest = Quest { lines: 1, to_the_end: true, ..*quest };
    let _ = searcher.deepen(&quest, 1 + helper as i32 % 2, |_, _, _| true);
}
