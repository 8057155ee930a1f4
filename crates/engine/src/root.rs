//! Iterative deepening at the root, with aspiration windows.

use damiera_rules::{Move, Rules};

use crate::search::{Node, PvNode, ScoutNode, SearchResult, SearchStopped, Searcher, Window};
use crate::state::SearchState;
use crate::value::{DECIDED, INFINITE, MAX_PLY, PROVED, Value, WIN};

/// A legal move at the root.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    /// The best known line that begins with it.
    pub(crate) line: Vec<Move>,
    /// Its value in the current iteration; minus infinity if it was not shown to be the best.
    pub(crate) value: Value,
    /// Its value in earlier iterations.
    previous: Value,
}

impl RootMove {
    pub(crate) const fn new(line: Vec<Move>) -> Self {
        Self { line, value: -INFINITE, previous: -INFINITE }
    }

    /// Its latest value.
    pub(crate) const fn known_value(&self) -> Value {
        if self.value == -INFINITE { self.previous } else { self.value }
    }

    /// Whether a deeper search could not change its value.
    pub(crate) fn is_proved(&self, depth: i32) -> bool {
        let value = self.known_value().abs();
        value >= PROVED && WIN - value <= depth
    }
}

/// What one thread searches.
pub(crate) struct RootSearch<'a, R> {
    pub(crate) state: &'a SearchState<R>,
    pub(crate) max_depth: i32,
    /// Whether to continue although the result is proved.
    pub(crate) past_proof: bool,
}

/// Half the width of the first aspiration window.
const ASPIRATION: Value = 12;
/// The width at which an aspiration window is opened completely.
const WIDEST: Value = 400;

impl<R: Rules> Searcher<'_, R> {
    /// Searches deeper and deeper until stopped. `finished` is called after each iteration with the moves, the best first, and
    /// says whether to continue.
    pub(crate) fn deepen(
        &mut self,
        task: &RootSearch<'_, R>,
        from_depth: i32,
        mut finished: impl FnMut(&mut Self, i32, &[RootMove]) -> bool,
    ) -> Vec<RootMove> {
        let legal = task.state.position.legal();
        let mut moves: Vec<RootMove> = legal.iter().map(|&m| RootMove::new(vec![m])).collect();
        for depth in from_depth..=task.max_depth.min(MAX_PLY as i32 / 2) {
            if moves.is_empty() || self.iterate(task.state, &mut moves, depth).is_err() {
                break;
            }
            let proved = moves[0].is_proved(depth) && !task.past_proof;
            if !finished(self, depth, &moves) || proved {
                break;
            }
        }
        moves
    }

    /// One iteration: finds the best move at a depth and puts it first. An interrupted iteration still counts as far as it
    /// got.
    fn iterate(
        &mut self,
        state: &SearchState<R>,
        moves: &mut [RootMove],
        depth: i32,
    ) -> Result<(), SearchStopped> {
        start_iteration(moves);
        let found = self.aspire(state, moves, depth, INFINITE);
        moves.sort_by_key(|m| -m.value);
        found
    }

    /// Searches with a window around the previous value, and widens it until the value lies inside. A value above `cap` is not
    /// resolved and becomes `cap`.
    pub(crate) fn aspire(
        &mut self,
        state: &SearchState<R>,
        moves: &mut [RootMove],
        depth: i32,
        cap: Value,
    ) -> Result<(), SearchStopped> {
        let previous = moves[0].previous;
        let mut width = ASPIRATION;
        let mut window = if depth < 4 || previous.abs() >= DECIDED {
            Window::FULL
        } else {
            Window { alpha: previous - width, beta: previous + width }
        };
        loop {
            window.beta = window.beta.min(cap.saturating_add(1)).max(1 - INFINITE);
            window.alpha = window.alpha.min(window.beta - 1);
            let value = self.search_root(state, moves, window, depth)?;
            width *= 3;
            if value > cap {
                moves.sort_by_key(|m| -m.value);
                moves[0].value = cap;
                return Ok(());
            } else if value <= window.alpha {
                window.alpha = if width > WIDEST { -INFINITE } else { value - width };
            } else if value >= window.beta {
                window.beta = if width > WIDEST { INFINITE } else { value + width };
                moves.sort_by_key(|m| -m.value);
            } else {
                return Ok(());
            }
        }
    }

    fn search_root(
        &mut self,
        state: &SearchState<R>,
        moves: &mut [RootMove],
        window: Window,
        depth: i32,
    ) -> SearchResult {
        let (mut alpha, mut best) = (window.alpha, -INFINITE);
        self.path.truncate(self.root_path);
        self.path.push(state.key);
        for (tried, m) in moves.iter_mut().enumerate() {
            m.value = -INFINITE;
            let child = state.after(&m.line[0]);
            let node = Node {
                state: &child,
                window: Window { alpha, ..window }.reversed(),
                depth: depth - 1,
                ply: 1,
            };
            let value = self.search_root_move(node, tried)?;
            best = best.max(value);
            if value > alpha || tried == 0 {
                m.value = value;
                m.line.truncate(1);
                m.line.extend_from_slice(&self.lines[1]);
                alpha = alpha.max(value);
            }
            if value >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    fn search_root_move(&mut self, child: Node<'_, R>, tried: usize) -> SearchResult {
        if tried > 0 {
            let alpha = child.window.reversed().alpha;
            let narrow = Window::at_least(alpha + 1).reversed();
            let value = -self.search::<ScoutNode>(child.again(narrow, child.depth))?;
            if value <= alpha {
                return Ok(value);
            }
        }
        Ok(-self.search::<PvNode>(child)?)
    }
}

pub(crate) fn start_iteration(moves: &mut [RootMove]) {
    for m in moves {
        (m.previous, m.value) = (m.known_value(), -INFINITE);
    }
}
