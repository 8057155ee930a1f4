//! The public interface of the engine: request a search, watch its progress, stop it, get the report.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use damiera_rules::{History, Move, Rules, for_each_rules};

use crate::control::SearchControl;
use crate::eval::evaluate;
use crate::level::Level;
use crate::limits::{SearchLimits, TimeAllowance};
use crate::other_lines::{LinePace, OtherLines};
use crate::probe::{ChangesOnly, Endgames, NoEndgames, SolvedMove};
use crate::root::{RootMove, RootSearch};
use crate::search::{SearchContext, Searcher};
use crate::state::SearchState;
use crate::table::TranspositionTable;
use crate::value::{MAX_PLY, Score, Value};
use crate::weights::Weights;

/// The threads and memory that an engine may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineResources {
    /// Number of search threads.
    pub threads: usize,
    /// Size of the transposition table in mebibytes.
    pub table_mib: usize,
}

impl Default for EngineResources {
    fn default() -> Self {
        Self { threads: 1, table_mib: 64 }
    }
}

/// An engine for one game. It may run several searches at the same time; they share the transposition table.
pub struct Engine<R: Rules> {
    weights: Arc<Weights>,
    endgames: Arc<dyn Endgames<R>>,
    table: TranspositionTable,
    threads: usize,
}

/// A request to search a position.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest<'a, R> {
    /// The game so far; its last position is searched.
    pub game: &'a History<R>,
    /// When to end the search. With several lines, the limit on nodes is for the best line alone.
    pub limits: SearchLimits,
    /// The number of best lines to find, at least one. Asking for more than one does not change the best line that a search
    /// with a limit of depth or nodes finds on one thread. In a search that ends at a time, the others take about a ninth of it.
    pub lines: usize,
    /// Level of play.
    pub level: Level,
    /// Seed for the errors of lower levels.
    pub seed: u64,
}

impl<'a, R> SearchRequest<'a, R> {
    /// A request for the best line at full strength.
    #[must_use]
    pub const fn best(game: &'a History<R>, limits: SearchLimits) -> Self {
        Self { game, limits, lines: 1, level: Level::HIGHEST, seed: 0 }
    }
}

/// A line of play with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredLine {
    /// The value for the side to move.
    pub value: Value,
    /// The moves, one for each side in turn.
    pub moves: Vec<Move>,
    /// Whether the value is from endgame tables and not from a search.
    pub solved: bool,
}

impl ScoredLine {
    /// The value for display.
    #[must_use]
    pub const fn score(&self) -> Score {
        match self.value {
            0 if self.solved => Score::TableDraw,
            value => Score::of(value),
        }
    }
}

/// The result of a search, final or intermediate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchReport {
    /// The depth of the last complete iteration.
    pub depth: u32,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// The best lines, the best first; empty if there is no legal move.
    pub lines: Vec<ScoredLine>,
}

impl SearchReport {
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
        request: &SearchRequest<'_, Self>,
        control: &SearchControl,
        watch: &mut dyn FnMut(&SearchReport),
    ) -> SearchReport;
}

for_each_rules!(R => impl SearchRules for R {
    fn think(
        engine: &Engine<Self>,
        request: &SearchRequest<'_, Self>,
        control: &SearchControl,
        watch: &mut dyn FnMut(&SearchReport),
    ) -> SearchReport {
        engine.search(request, control, watch)
    }
});

impl<R: SearchRules> Engine<R> {
    /// An engine with the embedded weights and without endgame tables.
    #[must_use]
    pub fn new(resources: EngineResources) -> Self {
        Self::with(resources, Weights::learned(R::VARIANT), Arc::new(NoEndgames))
    }

    /// An engine with the given weights and endgame tables.
    #[must_use]
    pub fn with(resources: EngineResources, weights: Arc<Weights>, endgames: Arc<dyn Endgames<R>>) -> Self {
        let table = TranspositionTable::new(resources.table_mib);
        Self { weights, endgames, table, threads: resources.threads.max(1) }
    }

    /// The weights of its evaluation.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Clears the transposition table.
    pub fn forget(&self) {
        self.table.clear();
    }

    /// Searches until a limit is reached or it is stopped; `watch` gets a report after each iteration. A panic in one of the
    /// search threads stops the others and is propagated to the caller.
    ///
    /// ```
    /// use damiera_engine::{SearchControl, Engine, SearchLimits, SearchRequest, EngineResources};
    /// use damiera_rules::{History, Position, variant::English};
    /// let engine = Engine::new(EngineResources { threads: 1, table_mib: 1 });
    /// let game = History::new(Position::<English>::from_fen("W:W30:B22,25").unwrap());
    /// let report = engine.think(&SearchRequest::best(&game, SearchLimits::depth(5)), &SearchControl::default(), |_| ());
    /// assert_eq!(game.position().notation(&report.best().unwrap()), "30x21");
    /// ```
    pub fn think(
        &self,
        request: &SearchRequest<'_, R>,
        control: &SearchControl,
        mut watch: impl FnMut(&SearchReport),
    ) -> SearchReport {
        R::think(self, request, control, &mut watch)
    }
}

impl<R: Rules> Engine<R> {
    fn search(
        &self,
        request: &SearchRequest<'_, R>,
        control: &SearchControl,
        watch: &mut dyn FnMut(&SearchReport),
    ) -> SearchReport {
        let mistakes = request.level.mistakes::<R>(request.seed);
        // Wrong values must not get into the shared table.
        let own_table = mistakes.map(|_| TranspositionTable::new(1));
        let table = own_table.as_ref().unwrap_or(&self.table);
        table.next_generation();
        let limits = request.limits.within(request.level.limits::<R>());
        let (halted, shared_nodes) = (AtomicBool::new(false), AtomicU64::new(0));
        let state = SearchState::current(request.game);
        let changes = ChangesOnly::from(&*self.endgames, &state.position);
        let context = SearchContext {
            weights: &self.weights,
            endgames: changes.as_ref().map_or(&*self.endgames, |changes| changes),
            table,
            control,
            halted: &halted,
            shared_nodes: &shared_nodes,
            mistakes,
        };
        let lines = request.lines.max(1);
        if mistakes.is_none()
            && let Some(report) = self.look_up(&state, lines, control)
        {
            watch(&report);
            return report;
        }
        let path = keys_before(request.game);
        let max_depth = limits.depth.map_or(MAX_PLY as i32, |depth| depth.clamp(1, MAX_PLY as u32) as i32);
        let task = RootSearch { state: &state, max_depth, past_proof: false };
        let node_limit = limits.nodes.unwrap_or(u64::MAX - 1);
        let threads = if request.level.is_single_threaded::<R>() { 1 } else { self.threads };
        std::thread::scope(|scope| {
            for helper in 1..threads {
                let (task, path) = (&task, path.clone());
                scope.spawn(move || help(context, task, path, node_limit, helper));
            }
            let _guard = HaltOnPanic(&halted);
            let report = MainThread { context, task: &task, limits, node_limit, lines }.run(path, watch);
            halted.store(true, Relaxed);
            report
        })
    }

    /// The report of the endgame tables, if they have the position. Among moves that draw, the one with the best static
    /// evaluation comes first, because the opponent may still go wrong.
    fn look_up(&self, state: &SearchState<R>, lines: usize, control: &SearchControl) -> Option<SearchReport> {
        let position = &state.position;
        if position.occupied().len() > self.endgames.most_pieces() {
            return None;
        }
        let mut solved = self.endgames.solved(position, state.counted())?;
        let reply_value = |solved: &SolvedMove| match (solved.value, solved.line.first()) {
            (0, Some(m)) => evaluate(&self.weights, &position.after(m)),
            _ => 0,
        };
        solved.sort_by_cached_key(|solved| (-solved.value, reply_value(solved)));
        let line = |SolvedMove { value, line }| ScoredLine { value, moves: line, solved: true };
        Some(SearchReport {
            depth: 1,
            nodes: solved.len() as u64,
            elapsed: control.elapsed(),
            lines: solved.into_iter().take(lines).map(line).collect(),
        })
    }
}

/// Stops the other threads if this one panics, so that none of them runs forever.
struct HaltOnPanic<'a>(&'a AtomicBool);

impl Drop for HaltOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

/// The keys of the positions before the current one.
fn keys_before<R: Rules>(game: &History<R>) -> Vec<u64> {
    let positions = game.positions();
    positions[..positions.len() - 1].iter().map(damiera_rules::Position::key).collect()
}

/// The thread that keeps the limits and makes the reports.
struct MainThread<'a, R> {
    context: SearchContext<'a, R>,
    task: &'a RootSearch<'a, R>,
    limits: SearchLimits,
    node_limit: u64,
    lines: usize,
}

/// The depth at which a search under time control ends if there is only one legal move: enough for a reply to ponder on.
const FORCED_DEPTH: i32 = 6;
/// The size of the transposition table for lines after the first.
const OTHER_LINES_MIB: usize = 16;

impl<R: Rules> MainThread<'_, R> {
    fn run(&self, path: Vec<u64>, watch: &mut dyn FnMut(&SearchReport)) -> SearchReport {
        let control = self.context.control;
        let budget = self.limits.time.map(TimeAllowance::budget);
        if let Some(budget) = budget {
            control.stop_within(budget.hard);
        }
        let others_nodes = AtomicU64::new(0);
        let others_table = (self.lines > 1).then(|| TranspositionTable::new(OTHER_LINES_MIB));
        let mut others = others_table.as_ref().map(|table| {
            let context = SearchContext { table, shared_nodes: &others_nodes, ..self.context };
            OtherLines::new(Searcher::new(context, path.clone(), self.node_limit), self.lines - 1)
        });
        let ends_at_a_time = budget.is_some() || self.limits.depth.is_none() && self.limits.nodes.is_none();
        let pace = if ends_at_a_time { LinePace::ShareOfNodes } else { LinePace::SameDepth };
        let mut searcher = Searcher::new(self.context, path, self.node_limit);
        let mut reached = 0;
        let moves = searcher.deepen(self.task, 1, |searcher, depth, moves| {
            reached = depth as u32;
            if let Some(others) = &mut others {
                // If they are stopped, so is the next iteration; the lines found before remain.
                let _ = others.follow(self.task.state, moves, depth, (pace, searcher.nodes));
            }
            watch(&self.report(searcher, reached, moves, others.as_ref()));
            let forced = moves.len() == 1 && budget.is_some() && depth >= FORCED_DEPTH;
            !forced && budget.is_none_or(|budget| control.elapsed() < budget.soft)
        });
        if let Some(others) = &mut others
            && budget.is_none_or(|budget| control.elapsed() < budget.soft)
        {
            others.deepen(self.task.state, &moves, self.task.max_depth, |others| {
                watch(&self.report(&searcher, reached, &moves, Some(others)));
                budget.is_none_or(|budget| control.elapsed() < budget.soft)
            });
        }
        self.report(&searcher, reached, &moves, others.as_ref())
    }

    fn report(
        &self,
        searcher: &Searcher<'_, R>,
        depth: u32,
        moves: &[RootMove],
        others: Option<&OtherLines<'_, R>>,
    ) -> SearchReport {
        let best = moves.first();
        let others_lines = best.zip(others).map(|(best, others)| others.beside(best)).unwrap_or_default();
        let scored =
            |m: &RootMove| ScoredLine { value: m.known_value(), moves: m.line.clone(), solved: false };
        SearchReport {
            depth,
            nodes: searcher.all_nodes() + others.map_or(0, OtherLines::nodes),
            elapsed: self.context.control.elapsed(),
            lines: best.into_iter().chain(&others_lines).map(scored).collect(),
        }
    }
}

/// A helper thread (lazy SMP): it searches the same position, half of the helpers one depth ahead, and shares its results
/// through the transposition table.
fn help<R: Rules>(
    context: SearchContext<'_, R>,
    task: &RootSearch<'_, R>,
    path: Vec<u64>,
    node_limit: u64,
    helper: usize,
) {
    let _guard = HaltOnPanic(context.halted);
    let mut searcher = Searcher::new(context, path, node_limit);
    let task = RootSearch { max_depth: MAX_PLY as i32, past_proof: true, ..*task };
    let _ = searcher.deepen(&task, 1 + helper as i32 % 2, |_, _, _| true);
}
