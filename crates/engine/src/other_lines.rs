//! The search of the lines after the best one.

use damiera_rules::Rules;

use crate::root::{RootMove, start_iteration};
use crate::search::{SearchStopped, Searcher};
use crate::state::SearchState;
use crate::value::MAX_PLY;

/// How far the search of the other lines follows that of the best line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LinePace {
    /// To the same depth. For limits of depth and nodes, which are limits of the best line.
    SameDepth,
    /// As far as a small part of the best line's nodes allows. For searches that end at a time: what the other lines take is
    /// lost to the best line.
    ShareOfNodes,
}

/// With [`LinePace::ShareOfNodes`], the other lines get one node for this many of the best line.
const SHARE: u64 = 8;
/// Nodes that the other lines get in any case, so that the first reports have all lines.
const FREE_NODES: u64 = 4_000;
/// The next iteration is expected to take this many times the nodes of the last one.
const GROWTH: u64 = 3;

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
    /// The nodes of that iteration.
    last_cost: u64,
}

impl<'a, R: Rules> OtherLines<'a, R> {
    pub(crate) const fn new(searcher: Searcher<'a, R>, wanted: usize) -> Self {
        Self { searcher, moves: Vec::new(), wanted, depth: 0, best: None, last_cost: 0 }
    }

    /// Follows the search of the best line after its iteration at `depth`, which took it to `best_nodes` in total.
    pub(crate) fn follow(
        &mut self,
        state: &SearchState<R>,
        best_first: &[RootMove],
        depth: i32,
        (pace, best_nodes): (LinePace, u64),
    ) -> Result<(), SearchStopped> {
        match pace {
            LinePace::SameDepth => self.search(state, best_first, depth),
            LinePace::ShareOfNodes => {
                while self.depth < depth && self.can_afford_iteration(best_nodes) {
                    self.search(state, best_first, self.depth + 1)?;
                }
                Ok(())
            }
        }
    }

    const fn can_afford_iteration(&self, best_nodes: u64) -> bool {
        let expected = self.searcher.nodes + GROWTH * self.last_cost;
        expected <= FREE_NODES || expected <= best_nodes / SHARE
    }

    /// Searches the other lines to a depth, given the moves of the best line's iteration.
    fn search(
        &mut self,
        state: &SearchState<R>,
        best_first: &[RootMove],
        depth: i32,
    ) -> Result<(), SearchStopped> {
        let Some((best, others)) = best_first.split_first() else { return Ok(()) };
        let nodes_before = self.searcher.nodes;
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
        self.last_cost = self.searcher.nodes - nodes_before;
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
