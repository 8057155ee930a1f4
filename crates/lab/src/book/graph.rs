//! The positions of a book that is being built, and which to expand next.

use std::collections::HashMap;
use std::io;

use damiera_engine::{MAN, Value};
use damiera_play::{BookEntry, BookMove};
use damiera_rules::{Position, Rules, Side};

/// What a ply costs, in hundredths of a man. Lower makes a deep book, higher a broad one.
const PLY_COST: Value = 6;
/// A position in which one side is better by this much is decided as far as the opening goes.
const CLEARLY_BETTER: Value = 2 * MAN;
/// Moves that are worse than the best by more than this are not in the book, only their refutations.
const WORST_KEPT: Value = 60;
/// The cost to reach a position that will not be expanded.
const NEVER: Value = Value::MAX;

/// A position.
struct BookNode<R> {
    position: Position<R>,
    /// Its value for the side to move: of its search, or of its best move once it is expanded.
    value: Value,
    /// The positions after each of its moves; empty until it is expanded.
    children: Vec<usize>,
    parents: Vec<usize>,
    /// What it costs to reach the cheapest position below it that can be expanded.
    cost: Value,
}

/// The positions that were reached. Positions with kings are not expanded, so no line returns to an earlier position.
pub(super) struct BookGraph<R> {
    nodes: Vec<BookNode<R>>,
    by_key: HashMap<u64, usize>,
    expanded: usize,
}

impl<R: Rules> BookGraph<R> {
    pub(super) fn new(start: Position<R>, value: Value) -> Self {
        let mut graph = Self { nodes: Vec::new(), by_key: HashMap::new(), expanded: 0 };
        graph.add(start, value);
        graph
    }

    /// The positions that were reached.
    pub(super) const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The positions that are expanded.
    pub(super) const fn expanded(&self) -> usize {
        self.expanded
    }

    fn add(&mut self, position: Position<R>, value: Value) -> usize {
        let is_opening = !Side::BOTH.into_iter().any(|side| position.has_king(side));
        let cost = if is_opening && value.abs() < CLEARLY_BETTER { 0 } else { NEVER };
        self.by_key.insert(position.key(), self.nodes.len());
        self.nodes.push(BookNode { position, value, children: Vec::new(), parents: Vec::new(), cost });
        self.nodes.len() - 1
    }

    /// Expands the position that costs least to reach; false if there is none.
    pub(super) fn expand_next(
        &mut self,
        value_of: &mut impl FnMut(&Position<R>) -> io::Result<Value>,
    ) -> io::Result<bool> {
        let mut at = 0;
        if self.nodes[at].cost == NEVER {
            return Ok(false);
        }
        while let Some(&child) =
            self.nodes[at].children.iter().min_by_key(|&&child| (self.cost_through(at, child), child))
        {
            at = child;
        }
        let position = self.nodes[at].position;
        let mut children = Vec::new();
        for m in &position.legal() {
            let after = position.after(m);
            let child = match self.by_key.get(&after.key()) {
                Some(&known) => known,
                None => {
                    let value = value_of(&after)?;
                    self.add(after, value)
                }
            };
            self.nodes[child].parents.push(at);
            children.push(child);
        }
        self.expanded += 1;
        if children.is_empty() {
            self.nodes[at].cost = NEVER;
        }
        self.nodes[at].children = children;
        self.update_from(at);
        Ok(true)
    }

    /// The cost of the cheapest position below a child, as seen from its parent.
    fn cost_through(&self, parent: usize, child: usize) -> Value {
        let (parent, child) = (&self.nodes[parent], &self.nodes[child]);
        let lost = parent.value.saturating_add(child.value).max(0);
        let ply = if parent.children.len() == 1 { 0 } else { PLY_COST };
        child.cost.saturating_add(lost).saturating_add(ply)
    }

    /// Brings the value and the cost of a position up to date, and of those that lead to it.
    fn update_from(&mut self, first: usize) {
        let mut changed = vec![first];
        while let Some(at) = changed.pop() {
            let node = &self.nodes[at];
            let (old_value, old_cost) = (node.value, node.cost);
            let best = node.children.iter().map(|&child| -self.nodes[child].value).max();
            self.nodes[at].value = best.unwrap_or(old_value);
            let children = &self.nodes[at].children;
            let cost = children.iter().map(|&child| self.cost_through(at, child)).min();
            self.nodes[at].cost = cost.unwrap_or(old_cost);
            let node = &self.nodes[at];
            if at == first || (node.value, node.cost) != (old_value, old_cost) {
                changed.extend(&node.parents);
            }
        }
    }

    /// The expanded positions as a book has them.
    pub(super) fn entries(&self) -> Vec<BookEntry> {
        let support = self.support();
        let expanded = self.nodes.iter().zip(support).filter(|(node, _)| !node.children.is_empty());
        expanded.map(|(node, support)| self.entry(node, support)).collect()
    }

    fn entry(&self, node: &BookNode<R>, support: u32) -> BookEntry {
        let moves = node.children.iter().map(|&child| {
            let child = &self.nodes[child];
            (child.position.key(), -child.value)
        });
        let mut moves: Vec<_> = moves.filter(|(_, value)| node.value - value <= WORST_KEPT).collect();
        moves.sort_by_key(|&(key, value)| (-value, key));
        let moves = moves.into_iter().map(|(key, value)| BookMove::new(key, value)).collect();
        BookEntry { key: node.position.key(), support, moves }
    }

    /// For each position, how many expanded positions follow from its good moves, itself included. A position that can be reached
    /// in several ways counts for each.
    fn support(&self) -> Vec<u32> {
        let mut support = vec![0u32; self.nodes.len()];
        // A position with fewer squares to go comes later in the game, so those after it are counted before it.
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(self.progress(at)));
        for at in order {
            let node = &self.nodes[at];
            if node.children.is_empty() {
                continue;
            }
            let good =
                node.children.iter().filter(|&&child| node.value + self.nodes[child].value <= WORST_KEPT);
            support[at] = good.fold(1, |sum, &child| sum.saturating_add(support[child]));
        }
        support
    }

    /// How far the game is in a position without kings: it grows with every move.
    fn progress(&self, at: usize) -> u32 {
        let position = &self.nodes[at].position;
        let rows = u32::from(R::GEOMETRY.rows());
        let advance = |side: Side| {
            let rows_advanced = |row: u8| match side {
                Side::White => rows - 1 - u32::from(row),
                Side::Black => u32::from(row),
            };
            position.pieces(side).iter().map(|square| rows_advanced(R::GEOMETRY.row(square))).sum::<u32>()
        };
        // A man that is captured takes its advance with it: more than it can have had is added for it.
        let captured = 2 * u32::from(R::MEN) - position.piece_count();
        Side::BOTH.into_iter().map(advance).sum::<u32>() + captured * 2 * rows
    }
}
