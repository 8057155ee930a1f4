//! Looking deeper and deeper from the position on the board, and keeping the best lines found.

use std::sync::atomic::Ordering::Relaxed;

use damiera_rules::{Move, Rules};

use crate::search::{Node, Outcome, Pv, Scout, Searcher, Stopped, Window};
use crate::state::State;
use crate::value::{DECIDED, INFINITE, MAX_PLY, PROVED, Value, WIN};

/// A move of the position on the board.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    /// The best line that begins with it, as far as it is known.
    pub(crate) line: Vec<Move>,
    /// Its value in the search under way: minus infinity if it was not shown to be among the best.
    value: Value,
    /// Its value before.
    before: Value,
}

impl RootMove {
    /// The last value it had.
    pub(crate) const fn known_value(&self) -> Value {
        if self.value == -INFINITE { self.before } else { self.value }
    }
}

/// What one thread looks for.
pub(crate) struct Quest<'a, R> {
    pub(crate) state: &'a State<R>,
    /// How many best lines are wanted.
    pub(crate) lines: usize,
    pub(crate) max_depth: i32,
    /// Whether to go on although the result is sure.
    pub(crate) to_the_end: bool,
}

/// Half the first window around the value of the search before.
const ASPIRATION: Value = 12;

impl<R: Rules> Searcher<'_, R> {
    /// Searches deeper and deeper until stopped; calls back after each depth with the moves, the best first, and
    /// goes on while that says so.
    pub(crate) fn deepen(
        &mut self,
        quest: &Quest<'_, R>,
        from_depth: i32,
        mut done: impl FnMut(&mut Self, i32, &[RootMove]) -> bool,
    ) -> Vec<RootMove> {
        let mut moves: Vec<RootMove> = quest
            .state
            .position
            .legal()
            .iter()
            .map(|&m| RootMove { line: vec![m], value: -INFINITE, before: -INFINITE })
            .collect();
        let lines = quest.lines.clamp(1, moves.len().max(1));
        for depth in from_depth..=quest.max_depth.min(MAX_PLY as i32 / 2) {
            if moves.is_empty() || self.one_depth(quest, &mut moves, lines, depth).is_err() {
                break;
            }
            let sure = moves[..lines].iter().all(|m| is_proved(m.known_value(), depth));
            if !done(self, depth, &moves) || sure && !quest.to_the_end {
                break;
            }
        }
        moves
    }

    /// Searches the best lines to one depth.
    fn one_depth(
        &mut self,
        quest: &Quest<'_, R>,
        moves: &mut [RootMove],
        lines: usize,
        depth: i32,
    ) -> Result<(), Stopped> {
        for m in moves.iter_mut() {
            (m.before, m.value) = (m.known_value(), -INFINITE);
        }
        for rank in 0..lines {
            let found = self.aspire(quest.state, &mut moves[rank..], depth);
            // A search cut short still improves on the last one, as far as it got.
            moves[rank..].sort_by_key(|m| -m.value);
            found?;
        }
        moves[..lines].sort_by_key(|m| -m.value);
        Ok(())
    }

    /// Searches with a window around the last value, and wider ones until the value lies inside.
    fn aspire(&mut self, state: &State<R>, moves: &mut [RootMove], depth: i32) -> Result<(), Stopped> {
        let before = moves[0].before;
        let mut width = ASPIRATION;
        let mut window = if depth < 4 || before.abs() >= DECIDED {
            Window::FULL
        } else {
            Window { alpha: before - width, beta: before + width }
        };
        loop {
            let value = self.search_root(state, moves, window, depth)?;
            width *= 3;
            if value <= window.alpha {
                window.alpha = if width > 400 { -INFINITE } else { value - width };
            } else if value >= window.beta {
                window.beta = if width > 400 { INFINITE } else { value + width };
                moves.sort_by_key(|m| -m.value);
            } else {
                return Ok(());
            }
        }
    }

    fn search_root(
        &mut self,
        state: &State<R>,
        moves: &mut [RootMove],
        window: Window,
        depth: i32,
    ) -> Outcome {
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

    fn search_root_move(&mut self, child: Node<'_, R>, tried: usize) -> Outcome {
        if tried > 0 {
            let alpha = child.window.reversed().alpha;
            let narrow = Window::at_least(alpha + 1).reversed();
            let value = -self.search::<Scout>(child.again(narrow, child.depth))?;
            if value <= alpha {
                return Ok(value);
            }
        }
        Ok(-self.search::<Pv>(child)?)
    }

    /// Nodes of all threads so far.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.nodes + self.ground.helpers_nodes.load(Relaxed)
    }
}

/// Whether a deeper search could not change the result.
fn is_proved(value: Value, depth: i32) -> bool {
    value.abs() >= PROVED && WIN - value.abs() <= depth
}
