//! Iterative deepening at the root, with aspiration windows, and the search of further lines.

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
    value: Value,
    /// Its value in earlier iterations.
    previous: Value,
}

impl RootMove {
    const fn new(line: Vec<Move>) -> Self {
        Self { line, value: -INFINITE, previous: -INFINITE }
    }

    /// Its latest value.
    pub(crate) const fn known_value(&self) -> Value {
        if self.value == -INFINITE { self.previous } else { self.value }
    }

    /// Whether a deeper search could not change its value.
    fn is_proved(&self, depth: i32) -> bool {
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
    fn aspire(
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

fn start_iteration(moves: &mut [RootMove]) {
    for m in moves {
        (m.previous, m.value) = (m.known_value(), -INFINITE);
    }
}

/// The lines after the best one.
///
/// They have a searcher and a transposition table of their own, so that asking for them does not change the search of the best
/// line: with the same depth or nodes it finds the same line, however many others are wanted.
pub(crate) struct OtherLines<'a, R> {
    searcher: Searcher<'a, R>,
    moves: Vec<RootMove>,
    wanted: usize,
    /// The depth of the last complete iteration.
    depth: i32,
    /// The best line of that iteration.
    best: Option<RootMove>,
}

impl<'a, R: Rules> OtherLines<'a, R> {
    pub(crate) const fn new(searcher: Searcher<'a, R>, wanted: usize) -> Self {
        Self { searcher, moves: Vec::new(), wanted, depth: 0, best: None }
    }

    /// Searches the other lines to a depth, given the moves of the best line's iteration.
    pub(crate) fn search(
        &mut self,
        state: &SearchState<R>,
        best_first: &[RootMove],
        depth: i32,
    ) -> Result<(), SearchStopped> {
        let Some((best, others)) = best_first.split_first() else { return Ok(()) };
        let mut moves = self.carried_over(others);
        start_iteration(&mut moves);
        let mut cap = best.known_value();
        let wanted = self.wanted.min(moves.len());
        for rank in 0..wanted {
            self.searcher.aspire(state, &mut moves[rank..], depth, cap)?;
            moves[rank..].sort_by_key(|m| -m.value);
            cap = moves[rank].value;
        }
        (self.moves, self.depth, self.best) = (moves, depth, Some(best.clone()));
        Ok(())
    }

    /// Continues alone to a depth, after the best line is proved or its search has ended.
    pub(crate) fn deepen(
        &mut self,
        state: &SearchState<R>,
        best_first: &[RootMove],
        to_depth: i32,
        mut finished: impl FnMut(&Self) -> bool,
    ) {
        for depth in self.depth + 1..=to_depth.min(MAX_PLY as i32 / 2) {
            let lines = &self.moves[..self.wanted.min(self.moves.len())];
            if lines.iter().all(|m| m.is_proved(self.depth))
                || self.search(state, best_first, depth).is_err()
                || !finished(self)
            {
                break;
            }
        }
    }

    /// The moves in the order of the last iteration, for the next one.
    fn carried_over(&self, others: &[RootMove]) -> Vec<RootMove> {
        let last_best = self.best.iter();
        let known = self.moves.iter().chain(last_best);
        let is_other = |m: &&RootMove| others.iter().any(|other| other.line[0] == m.line[0]);
        let mut moves: Vec<RootMove> = known.filter(is_other).cloned().collect();
        let missing = others.iter().filter(|other| moves.iter().all(|m| m.line[0] != other.line[0]));
        let missing: Vec<_> = missing.map(|other| RootMove::new(vec![other.line[0]])).collect();
        moves.extend(missing);
        moves
    }

    /// The lines to report beside this best one, the better first.
    pub(crate) fn beside(&self, best: &RootMove) -> Vec<RootMove> {
        let lines = self.moves.iter().take(self.wanted).chain(&self.best);
        let mut lines: Vec<RootMove> = lines.filter(|m| m.line[0] != best.line[0]).cloned().collect();
        lines.sort_by_key(|m| -m.known_value());
        lines.truncate(self.wanted);
        let cap = best.known_value();
        for m in &mut lines {
            // A later iteration may have lowered the value of the best line.
            m.value = m.known_value().min(cap);
        }
        lines
    }

    pub(crate) const fn nodes(&self) -> u64 {
        self.searcher.nodes
    }
}
