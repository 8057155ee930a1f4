//! Principal variation search, fail-soft: a value outside the window is a bound on the true value.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use damiera_rules::{Move, MoveList, Rules};
use smallvec::SmallVec;

use crate::control::SearchControl;
use crate::cut::{Futility, is_futile};
use crate::level::Mistakes;
use crate::order::{HistoryTables, MovePicker};
use crate::probe::Endgames;
use crate::prune;
use crate::state::SearchState;
use crate::table::{Bound, TableEntry, TranspositionTable};
use crate::value::{INFINITE, MAX_PLY, Value, lost_at};
use crate::weights::Weights;

/// The search was stopped before it finished.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchStopped;

pub(crate) type SearchResult = Result<Value, SearchStopped>;

/// The kind of a node, as a type, so that the search is compiled separately for each kind.
pub(crate) trait NodeKind {
    /// Whether the exact value and the principal variation are needed.
    const IS_PV: bool;
    /// Whether it may be pruned.
    const MAY_PRUNE: bool;
}

/// A node on the principal variation.
pub(crate) struct PvNode;
/// A node with a null window.
pub(crate) struct ScoutNode;
/// The reduced search of ProbCut, which is not pruned itself.
pub(crate) struct ProbCutNode;

impl NodeKind for PvNode {
    const IS_PV: bool = true;
    const MAY_PRUNE: bool = false;
}
impl NodeKind for ScoutNode {
    const IS_PV: bool = false;
    const MAY_PRUNE: bool = true;
}
impl NodeKind for ProbCutNode {
    const IS_PV: bool = false;
    const MAY_PRUNE: bool = false;
}

/// The alpha-beta window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
}

impl Window {
    pub(crate) const FULL: Self = Self { alpha: -INFINITE, beta: INFINITE };

    /// The null window that tests whether the value is at least `beta`.
    pub(crate) const fn at_least(beta: Value) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// The window from the other side's point of view.
    pub(crate) const fn reversed(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// A position to search, with window and depth.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a, R> {
    pub(crate) state: &'a SearchState<R>,
    pub(crate) window: Window,
    /// Remaining depth in plies.
    pub(crate) depth: i32,
    /// Distance from the root in plies.
    pub(crate) ply: usize,
}

impl<'a, R: Rules> Node<'a, R> {
    /// The node after a move; `window` is still from the point of view of the side that moved.
    pub(crate) const fn then<'b>(
        &self,
        child: &'b SearchState<R>,
        window: Window,
        depth: i32,
    ) -> Node<'b, R> {
        Node { state: child, window: window.reversed(), depth, ply: self.ply + 1 }
    }

    /// The same position with another window and depth.
    pub(crate) const fn again(self, window: Window, depth: i32) -> Self {
        Self { window, depth, ..self }
    }
}

/// What the threads of a search share.
#[derive(Clone, Copy)]
pub(crate) struct SearchContext<'a, R> {
    pub(crate) weights: &'a Weights,
    pub(crate) endgames: &'a dyn Endgames<R>,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) control: &'a SearchControl,
    /// Set when the main thread has finished.
    pub(crate) halted: &'a AtomicBool,
    /// Nodes searched by all threads, as far as they have added them.
    pub(crate) shared_nodes: &'a AtomicU64,
    pub(crate) mistakes: Option<Mistakes>,
}

/// The search of one thread.
pub(crate) struct Searcher<'a, R> {
    pub(crate) context: SearchContext<'a, R>,
    pub(crate) history: HistoryTables,
    /// Keys of the earlier positions of the game and of the line, for repetitions.
    pub(crate) path: Vec<u64>,
    /// The number of keys that belong to the game.
    pub(crate) root_path: usize,
    /// Nodes so far, and the number at which to check next whether to stop.
    pub(crate) nodes: u64,
    pub(crate) next_check: u64,
    pub(crate) node_limit: u64,
    /// The nodes that are already in the shared counter.
    nodes_added: u64,
    /// The principal variation from each distance from the root.
    pub(crate) lines: Vec<Vec<Move>>,
}

/// Nodes between two checks of clock and node limit: a fraction of a millisecond.
const CHECK_INTERVAL: u64 = 512;
/// Nodes before the first check, so that even a search without time finds a sensible move.
const FIRST_CHECK: u64 = 1_024;

impl<'a, R: Rules> Searcher<'a, R> {
    pub(crate) fn new(context: SearchContext<'a, R>, path: Vec<u64>, node_limit: u64) -> Self {
        Self {
            context,
            history: HistoryTables::new(),
            root_path: path.len(),
            path,
            nodes: 0,
            next_check: FIRST_CHECK.min(node_limit + 1),
            node_limit,
            nodes_added: 0,
            lines: vec![Vec::new(); MAX_PLY + 1],
        }
    }

    /// The value of a node.
    pub(crate) fn search<K: NodeKind>(&mut self, node: Node<'_, R>) -> SearchResult {
        let Node { state, depth, ply, .. } = node;
        if depth <= 0 || ply + 1 >= MAX_PLY {
            return self.quiesce(node, prune::THREAT_REPLIES);
        }
        self.count()?;
        self.lines[ply].clear();
        if self.is_drawn(state) {
            return Ok(0);
        }
        let node = match mate_distance_window(node.window, ply) {
            Ok(window) => Node { window, ..node },
            Err(value) => return Ok(value),
        };
        let mut moves = MoveList::default();
        // Generated before the table is probed, while the prefetched bucket is still on its way from memory.
        state.position.list_legal(&mut moves);
        if moves.is_empty() {
            return Ok(lost_at(ply));
        }
        let known = self.context.table.get(state.table_key(), ply);
        if let Some(value) = table_cutoff::<K>(known, node).or_else(|| self.probed(state, ply)) {
            return Ok(value);
        }
        let quiet_value = if K::MAY_PRUNE { self.quiet_value(node, &moves) } else { None };
        if K::MAY_PRUNE
            && let Some(value) = self.prune_node(node, &moves, quiet_value)?
        {
            return Ok(value);
        }
        let first = match known.and_then(|entry| entry.best) {
            None if K::IS_PV => self.internal_deepening(node, &moves)?,
            best => best,
        };
        self.search_moves::<K>(node, &moves, first, is_futile(node, quiet_value))
    }

    /// Internal iterative deepening: the best move of a shallower search.
    fn internal_deepening(&mut self, node: Node<'_, R>, moves: &[Move]) -> Result<Option<u8>, SearchStopped> {
        if node.depth < prune::IID_DEPTH || moves.len() == 1 {
            return Ok(None);
        }
        let shallower = node.again(node.window, node.depth - prune::IID_REDUCTION);
        self.search_moves::<PvNode>(shallower, moves, None, Futility::Hopeful)?;
        Ok(self.context.table.get(node.state.table_key(), node.ply).and_then(|entry| entry.best))
    }

    /// Searches the moves of a node and stores the result in the transposition table.
    pub(crate) fn search_moves<K: NodeKind>(
        &mut self,
        node: Node<'_, R>,
        moves: &[Move],
        first: Option<u8>,
        futility: Futility,
    ) -> SearchResult {
        let Node { state, window, ply, .. } = node;
        // Single-reply extension.
        let depth = if moves.len() == 1 { node.depth } else { node.depth - 1 };
        let quiet = !moves[0].is_capture();
        let (mut alpha, mut best, mut best_index) = (window.alpha, -INFINITE, None);
        let mut failed: SmallVec<[u8; 32]> = SmallVec::new();
        self.path.push(state.key);
        // Borrowed, because a loop over the picker itself would copy it.
        let mut picker = MovePicker::new(&state.position, moves, first, &self.history, ply);
        for (index, m) in picker.by_ref() {
            let reduction = if quiet { prune::reduction::<K>(depth, failed.len(), m) } else { 0 };
            let child = state.after(m);
            if quiet && best_index.is_some() && self.overlooks(&child) {
                continue;
            }
            if !failed.is_empty() && futility.skips(m, &child, best) {
                failed.push(index);
                continue;
            }
            if depth > reduction {
                self.context.table.prefetch(child.table_key());
            }
            let below = node.then(&child, Window { alpha, ..window }, depth);
            let value = if failed.is_empty() && K::IS_PV {
                -self.search::<PvNode>(below)?
            } else {
                self.search_other::<K>(below, reduction)?
            };
            if value > best {
                (best, best_index) = (value, Some(index));
            }
            if value > alpha {
                alpha = value;
                if K::IS_PV {
                    self.update_line(ply, *m);
                }
            }
            if value >= window.beta {
                if quiet {
                    let failed = failed.iter().map(|&index| &moves[usize::from(index)]);
                    self.history.update(state.position.turn(), ply, m, failed);
                }
                break;
            }
            failed.push(index);
        }
        self.path.pop();
        self.store(node, best, best_index, first);
        Ok(best)
    }

    /// Whether a level overlooks the quiet move that leads here.
    #[inline]
    fn overlooks(&self, child: &SearchState<R>) -> bool {
        self.context.mistakes.is_some_and(|mistakes| mistakes.overlooks(&child.position, child.key))
    }

    /// Searches a move that is expected to fail low: with a null window and a reduction first, and fully if it does not.
    fn search_other<K: NodeKind>(&mut self, child: Node<'_, R>, reduction: i32) -> SearchResult {
        let Window { alpha, beta } = child.window.reversed();
        let narrow = Window::at_least(alpha + 1).reversed();
        let mut value = -self.search::<ScoutNode>(child.again(narrow, child.depth - reduction))?;
        if value > alpha && reduction > 0 {
            value = -self.search::<ScoutNode>(child.again(narrow, child.depth))?;
        }
        if K::IS_PV && value > alpha && value < beta {
            value = -self.search::<PvNode>(child)?;
        }
        Ok(value)
    }

    /// Stores a result. If all moves failed low there is no best move; the previous hash move is kept.
    fn store(&self, node: Node<'_, R>, value: Value, best: Option<u8>, first: Option<u8>) {
        let bound = bound_of(value, node.window);
        let best = if bound == Bound::Upper { first } else { best.or(first) };
        let entry = TableEntry { value, bound, depth: node.depth, best };
        self.context.table.put(node.state.table_key(), node.ply, entry);
    }

    /// Whether the game is drawn here: a count has run out, or the position is repeated.
    pub(crate) fn is_drawn(&self, state: &SearchState<R>) -> bool {
        // A side without a legal move has lost, even if a count runs out.
        state.counted_out() && !state.position.legal().is_empty() || self.is_repetition(state)
    }

    /// Whether the position occurred before. A repetition within the line is a draw in every game, because it can be repeated
    /// until a count runs out. Positions of the game itself matter only where the book has a repetition rule (CBD 98).
    fn is_repetition(&self, state: &SearchState<R>) -> bool {
        let oldest = if R::REPETITION_DRAW.is_some() { 0 } else { self.root_path };
        let back = usize::from(state.quiet).min(self.path.len() - oldest);
        self.path[self.path.len() - back..].iter().rev().skip(3).step_by(2).any(|&key| key == state.key)
    }

    /// Makes this move and the line below it the principal variation.
    pub(crate) fn update_line(&mut self, ply: usize, m: Move) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(m);
        here[ply].extend_from_slice(&below[0]);
    }

    /// The nodes of all threads so far.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.context.shared_nodes.load(Relaxed) + (self.nodes - self.nodes_added)
    }

    /// Counts a node, and checks now and then whether to stop.
    #[inline]
    pub(crate) fn count(&mut self) -> Result<(), SearchStopped> {
        self.nodes += 1;
        if self.nodes < self.next_check {
            return Ok(());
        }
        self.context.shared_nodes.fetch_add(self.nodes - self.nodes_added, Relaxed);
        self.nodes_added = self.nodes;
        let all_nodes = self.all_nodes();
        if all_nodes > self.node_limit || self.context.halted.load(Relaxed) || self.context.control.is_over()
        {
            return Err(SearchStopped);
        }
        self.next_check = self.nodes + CHECK_INTERVAL.min(self.node_limit - all_nodes + 1);
        Ok(())
    }
}

/// Mate distance pruning: the window without wins and losses that are sooner than any still possible, or the value if it is
/// empty.
fn mate_distance_window(window: Window, ply: usize) -> Result<Window, Value> {
    let alpha = window.alpha.max(lost_at(ply));
    let beta = window.beta.min(-lost_at(ply + 1));
    if alpha >= beta { Err(alpha) } else { Ok(Window { alpha, beta }) }
}

/// The value of a table entry that gives a cutoff.
pub(crate) fn table_cutoff<K: NodeKind>(
    known: Option<TableEntry>,
    node: Node<'_, impl Rules>,
) -> Option<Value> {
    let TableEntry { value, bound, depth, .. } = known?;
    let Window { alpha, beta } = node.window;
    (!K::IS_PV && depth >= node.depth && bound.cuts_off(value, alpha, beta)).then_some(value)
}

pub(crate) fn bound_of(value: Value, window: Window) -> Bound {
    if value >= window.beta {
        Bound::Lower
    } else if value > window.alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}
