//! The search: principal variation search over a tree that ends in quiet positions.
//!
//! Values are fail-soft: a value outside the window is a bound on the true one.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use damiera_rules::{Move, MoveList, Rules};
use smallvec::SmallVec;

use crate::control::Control;
use crate::level::Noise;
use crate::order::{Experience, Ordered};
use crate::probe::Endgames;
use crate::prune;
use crate::state::State;
use crate::table::{Bound, Finding, Table};
use crate::value::{INFINITE, MAX_PLY, Value, lost_at};
use crate::weights::Weights;

/// The search was told to end; nothing it had not finished counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopped;

pub(crate) type Outcome = Result<Value, Stopped>;

/// What kind of node is searched, so that each kind is compiled on its own.
pub(crate) trait Kind {
    /// Whether its exact value is wanted, and the line that leads to it.
    const IS_PV: bool;
    /// Whether shallow searches may cut it off.
    const MAY_CUT: bool;
}

/// A node on the principal variation.
pub(crate) struct Pv;
/// A node that need only be shown better or worse than a bound.
pub(crate) struct Scout;
/// A scout that checks a cut, and may not itself be cut the same way.
pub(crate) struct Check;

impl Kind for Pv {
    const IS_PV: bool = true;
    const MAY_CUT: bool = false;
}
impl Kind for Scout {
    const IS_PV: bool = false;
    const MAY_CUT: bool = true;
}
impl Kind for Check {
    const IS_PV: bool = false;
    const MAY_CUT: bool = false;
}

/// The values still of interest: those between the two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
}

impl Window {
    pub(crate) const FULL: Self = Self { alpha: -INFINITE, beta: INFINITE };

    /// The narrowest: is it at least this?
    pub(crate) const fn at_least(beta: Value) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// As the other side sees it.
    pub(crate) const fn reversed(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// A position to search: how deep, and between which values.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a, R> {
    pub(crate) state: &'a State<R>,
    pub(crate) window: Window,
    /// Plies still to look ahead.
    pub(crate) depth: i32,
    /// Plies from the root.
    pub(crate) ply: usize,
}

impl<'a, R: Rules> Node<'a, R> {
    /// The node that a move leads to, as the other side sees it.
    pub(crate) const fn then<'b>(&self, child: &'b State<R>, window: Window, depth: i32) -> Node<'b, R> {
        Node { state: child, window: window.reversed(), depth, ply: self.ply + 1 }
    }

    /// The same position, searched otherwise.
    pub(crate) const fn again(self, window: Window, depth: i32) -> Self {
        Self { window, depth, ..self }
    }
}

/// What a search stands on and only reads, or shares.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a, R> {
    pub(crate) weights: &'a Weights,
    pub(crate) endgames: &'a dyn Endgames<R>,
    pub(crate) table: &'a Table,
    pub(crate) control: &'a Control,
    /// Set when the main thread is done.
    pub(crate) halted: &'a AtomicBool,
    /// Nodes of the helping threads.
    pub(crate) helpers_nodes: &'a AtomicU64,
    pub(crate) noise: Option<Noise>,
}

/// One thread's search.
pub(crate) struct Searcher<'a, R> {
    pub(crate) ground: Ground<'a, R>,
    pub(crate) experience: Experience,
    /// Keys of the positions before the present one, the game's first.
    pub(crate) path: Vec<u64>,
    /// How many of them belong to the game.
    pub(crate) root_path: usize,
    pub(crate) is_helper: bool,
    /// Nodes so far, and after how many to look up whether to stop.
    pub(crate) nodes: u64,
    pub(crate) next_look: u64,
    pub(crate) node_limit: u64,
    /// The best line from each distance to the root.
    pub(crate) lines: Vec<Vec<Move>>,
}

/// Nodes between two looks at the clock: a fraction of a millisecond.
const LOOK_EVERY: u64 = 512;
/// Before the first look at the clock there is time for a sensible move.
const FIRST_LOOK: u64 = 1_024;

impl<'a, R: Rules> Searcher<'a, R> {
    pub(crate) fn new(ground: Ground<'a, R>, path: Vec<u64>, node_limit: u64) -> Self {
        Self {
            ground,
            experience: Experience::new(),
            root_path: path.len(),
            path,
            is_helper: false,
            nodes: 0,
            next_look: FIRST_LOOK.min(node_limit + 1),
            node_limit,
            lines: vec![Vec::new(); MAX_PLY + 1],
        }
    }

    /// The value of a position.
    pub(crate) fn search<K: Kind>(&mut self, node: Node<'_, R>) -> Outcome {
        let Node { state, depth, ply, .. } = node;
        if depth <= 0 || ply + 1 >= MAX_PLY {
            return self.quiesce(node, prune::THREATS_FOLLOWED);
        }
        self.count()?;
        self.lines[ply].clear();
        if self.is_drawn(state) {
            return Ok(0);
        }
        let node = match within_reach(node.window, ply) {
            Ok(window) => Node { window, ..node },
            Err(value) => return Ok(value),
        };
        let mut moves = MoveList::default();
        // Listed, though sometimes in vain, while the table's line is still on its way from memory.
        state.position.list_legal(&mut moves);
        if moves.is_empty() {
            return Ok(lost_at(ply));
        }
        let known = self.ground.table.get(state.table_key(), ply);
        if let Some(value) = settled::<K>(known, node).or_else(|| self.probed(state, ply)) {
            return Ok(value);
        }
        if K::MAY_CUT
            && let Some(value) = self.cut(node, &moves)?
        {
            return Ok(value);
        }
        let first = match known.and_then(|found| found.best) {
            None if K::IS_PV => self.guess(node, &moves)?,
            best => best,
        };
        self.search_moves::<K>(node, &moves, first)
    }

    /// The best move of a search less deep.
    fn guess(&mut self, node: Node<'_, R>, moves: &[Move]) -> Result<Option<u8>, Stopped> {
        if node.depth < prune::GUESS_FROM || moves.len() == 1 {
            return Ok(None);
        }
        self.search_moves::<Pv>(node.again(node.window, node.depth - prune::GUESS_LESS), moves, None)?;
        Ok(self.ground.table.get(node.state.table_key(), node.ply).and_then(|found| found.best))
    }

    /// Searches the moves of a position in the order of promise, and remembers what was found.
    pub(crate) fn search_moves<K: Kind>(
        &mut self,
        node: Node<'_, R>,
        moves: &[Move],
        first: Option<u8>,
    ) -> Outcome {
        let Node { state, window, ply, .. } = node;
        // A single reply is no choice: it costs no depth.
        let depth = if moves.len() == 1 { node.depth } else { node.depth - 1 };
        let quiet = !moves[0].is_capture();
        let (mut alpha, mut best, mut best_place) = (window.alpha, -INFINITE, None);
        let mut failed: SmallVec<[u8; 32]> = SmallVec::new();
        self.path.push(state.key);
        // Gone through in place: a loop over the list itself would copy it first.
        let mut ordered = Ordered::new(&state.position, moves, first, &self.experience, ply);
        for (place, m) in ordered.by_ref() {
            let reduction = if quiet { prune::reduction::<K>(depth, failed.len(), m) } else { 0 };
            let child = state.after(m);
            if depth > reduction {
                self.ground.table.expect(child.table_key());
            }
            let below = node.then(&child, Window { alpha, ..window }, depth);
            let value = if failed.is_empty() && K::IS_PV {
                -self.search::<Pv>(below)?
            } else {
                self.search_other::<K>(below, reduction)?
            };
            if value > best {
                (best, best_place) = (value, Some(place));
            }
            if value > alpha {
                alpha = value;
                if K::IS_PV {
                    self.keep_line(ply, *m);
                }
            }
            if value >= window.beta {
                if quiet {
                    let failed = failed.iter().map(|&place| &moves[usize::from(place)]);
                    self.experience.learn(state.position.turn(), ply, m, failed);
                }
                break;
            }
            failed.push(place);
        }
        self.path.pop();
        self.remember(node, best, best_place, first);
        Ok(best)
    }

    /// Searches a move that is expected to be no better than what is known: first to show that, and if it cannot be
    /// shown, in full.
    fn search_other<K: Kind>(&mut self, child: Node<'_, R>, reduction: i32) -> Outcome {
        let Window { alpha, beta } = child.window.reversed();
        let narrow = Window::at_least(alpha + 1).reversed();
        let mut value = -self.search::<Scout>(child.again(narrow, child.depth - reduction))?;
        if value > alpha && reduction > 0 {
            value = -self.search::<Scout>(child.again(narrow, child.depth))?;
        }
        if K::IS_PV && value > alpha && value < beta {
            value = -self.search::<Pv>(child)?;
        }
        Ok(value)
    }

    /// Keeps what a search found in the table. No move is the best where all failed; the one tried first may still
    /// be as good a guess as any.
    fn remember(&self, node: Node<'_, R>, value: Value, best: Option<u8>, first: Option<u8>) {
        let bound = bound_of(value, node.window);
        let best = if bound == Bound::Upper { first } else { best.or(first) };
        let finding = Finding { value, bound, depth: node.depth, best };
        self.ground.table.put(node.state.table_key(), node.ply, finding);
    }

    /// Whether the game ends here without a winner: a count has run out, or the position came again.
    pub(crate) fn is_drawn(&self, state: &State<R>) -> bool {
        // Whoever has no move has lost, even as a count runs out.
        state.counted_out() && !state.position.legal().is_empty() || self.has_been_here(state)
    }

    /// Whether the position stood on the board before. Within this line that leads nowhere, whatever the book: what
    /// could be done twice can be done again until a count runs out. In the game itself it matters only to books that
    /// call a third occurrence a draw (CBD 98).
    fn has_been_here(&self, state: &State<R>) -> bool {
        let oldest = if R::REPETITION_DRAW.is_some() { 0 } else { self.root_path };
        let back = usize::from(state.quiet).min(self.path.len() - oldest);
        self.path[self.path.len() - back..].iter().rev().skip(3).step_by(2).any(|&key| key == state.key)
    }

    /// The best line here begins with this move.
    pub(crate) fn keep_line(&mut self, ply: usize, m: Move) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(m);
        here[ply].extend_from_slice(&below[0]);
    }

    /// Counts a node, and looks now and then whether to stop.
    #[inline]
    pub(crate) fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes < self.next_look {
            return Ok(());
        }
        if self.is_helper {
            self.ground.helpers_nodes.fetch_add(LOOK_EVERY, Relaxed);
        }
        if self.nodes > self.node_limit || self.ground.halted.load(Relaxed) || self.ground.control.is_over() {
            return Err(Stopped);
        }
        self.next_look = (self.nodes + LOOK_EVERY).min(self.node_limit + 1);
        Ok(())
    }
}

/// The window without wins and losses sooner than any still possible, or the value if nothing is left of it.
fn within_reach(window: Window, ply: usize) -> Result<Window, Value> {
    let alpha = window.alpha.max(lost_at(ply));
    let beta = window.beta.min(-lost_at(ply + 1));
    if alpha >= beta { Err(alpha) } else { Ok(Window { alpha, beta }) }
}

/// A value known from before that makes this search unnecessary.
pub(crate) fn settled<K: Kind>(known: Option<Finding>, node: Node<'_, impl Rules>) -> Option<Value> {
    let Finding { value, bound, depth, .. } = known?;
    let Window { alpha, beta } = node.window;
    (!K::IS_PV && depth >= node.depth && bound.settles(value, alpha, beta)).then_some(value)
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
