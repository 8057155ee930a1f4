//! The search: principal variation search over a tree that ends in quiet positions.
//!
//! Values are fail-soft: a value outside the window is a bound on the true one.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use damiera_rules::{Move, Rules};
use smallvec::SmallVec;

use crate::control::Control;
use crate::eval::evaluate;
use crate::level::Noise;
use crate::order::{Experience, Ordered};
use crate::probe::{Endgames, Verdict};
use crate::prune;
use crate::state::State;
use crate::table::{Bound, Finding, Table};
use crate::value::{INFINITE, MAX_PLY, TABLE_WIN, Value, lost_at};
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

    /// The value of a position `ply` moves from the root, searched so deep.
    pub(crate) fn search<K: Kind>(
        &mut self,
        state: &State<R>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Outcome {
        if depth <= 0 || ply + 1 >= MAX_PLY {
            return self.quiesce(state, window, ply, prune::THREATS_FOLLOWED);
        }
        self.count()?;
        self.lines[ply].clear();
        if self.is_drawn(state) {
            return Ok(0);
        }
        let window = match within_reach(window, ply) {
            Ok(window) => window,
            Err(value) => return Ok(value),
        };
        let known = self.ground.table.get(state.table_key(), ply);
        if let Some(value) = settled::<K>(known, window, depth).or_else(|| self.probed(state, ply)) {
            return Ok(value);
        }
        let moves = state.position.legal();
        if moves.is_empty() {
            return Ok(lost_at(ply));
        }
        if K::MAY_CUT && moves.len() > 1 && window.beta.abs() < prune::FAR_AHEAD {
            let cut = match self.cut_by_a_glance(state, &moves, window, depth, ply) {
                None => self.cut_by_a_shallow_search(state, &moves, window, depth, ply)?,
                cut => cut,
            };
            if let Some(value) = cut {
                return Ok(value);
            }
        }
        let first = match known.and_then(|found| found.best) {
            None if K::IS_PV && moves.len() > 1 => self.guess(state, &moves, window, depth, ply)?,
            best => best,
        };
        self.search_moves::<K>(state, &moves, window, depth, ply, first)
    }

    /// The best move of a search less deep.
    fn guess(
        &mut self,
        state: &State<R>,
        moves: &[Move],
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Result<Option<u8>, Stopped> {
        if depth < prune::GUESS_FROM {
            return Ok(None);
        }
        self.search_moves::<Pv>(state, moves, window, depth - prune::GUESS_LESS, ply, None)?;
        Ok(self.ground.table.get(state.table_key(), ply).and_then(|found| found.best))
    }

    /// Searches the moves of a position in the order of promise, and remembers what was found.
    fn search_moves<K: Kind>(
        &mut self,
        state: &State<R>,
        moves: &[Move],
        window: Window,
        depth: i32,
        ply: usize,
        first: Option<u8>,
    ) -> Outcome {
        let only = moves.len() == 1;
        let quiet = !moves[0].is_capture();
        let (mut alpha, mut best, mut best_place) = (window.alpha, -INFINITE, None);
        let mut failed: SmallVec<[Move; 32]> = SmallVec::new();
        self.path.push(state.key);
        for (place, m) in Ordered::new(&state.position, moves, first, &self.experience, ply) {
            // A single reply is no choice: it costs no depth.
            let depth = if only { depth } else { depth - 1 };
            let reduction = if quiet { prune::reduction::<K>(depth, failed.len(), &m) } else { 0 };
            let child = state.after(&m);
            let step = Step { depth, reduction, ply: ply + 1, is_first: failed.is_empty() };
            let value = self.search_move::<K>(&child, Window { alpha, ..window }, step)?;
            if value > best {
                (best, best_place) = (value, Some(place));
            }
            if value > alpha {
                alpha = value;
                if K::IS_PV {
                    self.keep_line(ply, m);
                }
            }
            if value >= window.beta {
                if quiet {
                    self.experience.learn(state.position.turn(), ply, &m, &failed);
                }
                break;
            }
            failed.push(m);
        }
        self.path.pop();
        let bound = bound_of(best, window);
        let best_place = if bound == Bound::Upper { None } else { best_place };
        self.ground.table.put(
            state.table_key(),
            ply,
            Finding { value: best, bound, depth, best: best_place.or(first) },
        );
        Ok(best)
    }

    /// Searches one move: the first with the whole window, the others to show that they are not better.
    fn search_move<K: Kind>(&mut self, child: &State<R>, window: Window, step: Step) -> Outcome {
        let Step { depth, reduction, ply, is_first } = step;
        if is_first && K::IS_PV {
            return Ok(-self.search::<Pv>(child, window.reversed(), depth, ply)?);
        }
        let narrow = Window::at_least(window.alpha + 1).reversed();
        let mut value = -self.search::<Scout>(child, narrow, depth - reduction, ply)?;
        if value > window.alpha && reduction > 0 {
            value = -self.search::<Scout>(child, narrow, depth, ply)?;
        }
        if K::IS_PV && value > window.alpha && value < window.beta {
            value = -self.search::<Pv>(child, window.reversed(), depth, ply)?;
        }
        Ok(value)
    }

    /// If a quiet position near the end of a line looks better than asked for, it is left at that.
    fn cut_by_a_glance(
        &self,
        state: &State<R>,
        moves: &[Move],
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Option<Value> {
        let margin = prune::glance_margin(depth)?;
        if moves[0].is_capture() || state.position.can_take(!state.position.turn()) {
            return None;
        }
        let value = self.judge(state, ply) - margin;
        (value >= window.beta).then_some(value)
    }

    /// If a shallow search says that a node is far better than asked for, it will be good enough in a deep one.
    fn cut_by_a_shallow_search(
        &mut self,
        state: &State<R>,
        moves: &[Move],
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Result<Option<Value>, Stopped> {
        let Some(cut) = prune::shallow_cut(depth) else { return Ok(None) };
        let raised = Window::at_least(window.beta + cut.margin);
        let value = self.search_shallow(state, moves, raised, cut.depth, ply)?;
        Ok((value >= raised.beta).then_some(value.min(value - cut.margin).max(window.beta)))
    }

    fn search_shallow(
        &mut self,
        state: &State<R>,
        moves: &[Move],
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Outcome {
        let known = self.ground.table.get(state.table_key(), ply);
        if let Some(value) = settled::<Check>(known, window, depth) {
            return Ok(value);
        }
        self.search_moves::<Check>(state, moves, window, depth, ply, known.and_then(|found| found.best))
    }

    /// Resolves captures due to either side, then asks the evaluation.
    ///
    /// With `threats` left, a position in which the other side threatens to take is searched one move on:
    /// nobody can tell its worth by looking.
    pub(crate) fn quiesce(&mut self, state: &State<R>, window: Window, ply: usize, threats: u32) -> Outcome {
        self.count()?;
        self.lines[ply].clear();
        let position = &state.position;
        let takes = position.can_take(position.turn());
        let threatened = !takes && threats > 0 && position.can_take(!position.turn());
        if !takes && !threatened || ply + 1 >= MAX_PLY {
            return Ok(self.judge(state, ply));
        }
        let mut best = -INFINITE;
        if threatened {
            let value = self.judge(state, ply);
            if value - prune::THREAT_MARGIN >= window.beta {
                return Ok(value - prune::THREAT_MARGIN);
            }
            if value + prune::THREAT_MARGIN <= window.alpha {
                return Ok(value);
            }
        }
        if self.is_drawn(state) {
            return Ok(0);
        }
        let moves = position.legal();
        if moves.is_empty() {
            return Ok(lost_at(ply));
        }
        let threats = if takes { threats } else { threats - 1 };
        self.path.push(state.key);
        let mut alpha = window.alpha;
        for (_, m) in Ordered::new(position, &moves, None, &self.experience, ply) {
            let below = Window { alpha, ..window }.reversed();
            let value = -self.quiesce(&state.after(&m), below, ply + 1, threats)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if value >= window.beta {
                break;
            }
        }
        self.path.pop();
        Ok(best)
    }

    /// The value of a position nobody looks further into.
    fn judge(&self, state: &State<R>, ply: usize) -> Value {
        if let Some(value) = self.probed(state, ply) {
            return value;
        }
        let value = evaluate(self.ground.weights, &state.position);
        self.ground.noise.map_or(value, |noise| noise.blur(value, state.key))
    }

    /// Whether the game ends here without a winner: a count has run out, or the position came again.
    fn is_drawn(&self, state: &State<R>) -> bool {
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

    /// What an endgame table says.
    fn probed(&self, state: &State<R>, ply: usize) -> Option<Value> {
        let most = self.ground.endgames.most_pieces();
        if most == 0 || ply == 0 || state.position.piece_count() > most {
            return None;
        }
        Some(match self.ground.endgames.verdict(&state.position)? {
            Verdict::Win => TABLE_WIN - ply as Value,
            Verdict::Draw => 0,
            Verdict::Loss => ply as Value - TABLE_WIN,
        })
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
    fn count(&mut self) -> Result<(), Stopped> {
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

/// How to search one move.
#[derive(Clone, Copy)]
struct Step {
    depth: i32,
    reduction: i32,
    ply: usize,
    is_first: bool,
}

/// The window without wins and losses sooner than any still possible, or the value if nothing is left of it.
fn within_reach(window: Window, ply: usize) -> Result<Window, Value> {
    let alpha = window.alpha.max(lost_at(ply));
    let beta = window.beta.min(-lost_at(ply + 1));
    if alpha >= beta { Err(alpha) } else { Ok(Window { alpha, beta }) }
}

/// A value known from before that makes this search unnecessary.
fn settled<K: Kind>(known: Option<Finding>, window: Window, depth: i32) -> Option<Value> {
    let Finding { value, bound, depth: searched, .. } = known?;
    let enough = !K::IS_PV && searched >= depth && bound.settles(value, window.alpha, window.beta);
    enough.then_some(value)
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
