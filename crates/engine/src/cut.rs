//! Pruning by the static evaluation and by reduced searches.

use damiera_rules::{Move, Rules};

use crate::prune;
use crate::search::{Node, ProbCutNode, SearchResult, SearchStopped, Searcher, Window, table_cutoff};
use crate::state::SearchState;
use crate::value::{PROVED, Value};

impl<R: Rules> Searcher<'_, R> {
    /// The static evaluation of a node, if the node may be pruned by it: it is close to the leaves, its moves are quiet, and the
    /// opponent threatens no capture.
    pub(crate) fn quiet_value(&self, node: Node<'_, R>, moves: &[Move]) -> Option<Value> {
        let position = &node.state.position;
        let may_prune = prune::is_shallow(node.depth)
            && moves.len() > 1
            && node.window.beta.abs() < prune::PRUNING_LIMIT
            && !moves[0].is_capture()
            && !position.can_capture(!position.turn());
        may_prune.then(|| self.static_value(node.state, node.ply))
    }

    /// The value of a node that need not be searched to its full depth.
    pub(crate) fn prune_node(
        &mut self,
        node: Node<'_, R>,
        moves: &[Move],
        quiet_value: Option<Value>,
    ) -> Result<Option<Value>, SearchStopped> {
        if moves.len() == 1 || node.window.beta.abs() >= prune::PRUNING_LIMIT {
            return Ok(None);
        }
        match quiet_value {
            Some(value) => Ok(reverse_futility(node, value)),
            None => self.probcut(node, moves),
        }
    }

    /// ProbCut: if a reduced search exceeds beta by a margin, a full search would most likely exceed beta.
    fn probcut(&mut self, node: Node<'_, R>, moves: &[Move]) -> Result<Option<Value>, SearchStopped> {
        let Some(cut) = prune::probcut(node.depth) else { return Ok(None) };
        let raised = Window::at_least(node.window.beta + cut.margin);
        let value = self.search_reduced(node.again(raised, cut.depth), moves)?;
        Ok((value >= raised.beta).then_some(value - cut.margin))
    }

    fn search_reduced(&mut self, node: Node<'_, R>, moves: &[Move]) -> SearchResult {
        let known = self.context.table.get(node.state.table_key(), node.ply);
        if let Some(value) = table_cutoff::<ProbCutNode>(known, node) {
            return Ok(value);
        }
        let futile = is_futile(node, self.quiet_value(node, moves));
        self.search_moves::<ProbCutNode>(node, moves, known.and_then(|entry| entry.best), futile)
    }
}

/// Reverse futility pruning: a node whose static evaluation exceeds beta by a margin is not searched.
fn reverse_futility<R: Rules>(node: Node<'_, R>, quiet_value: Value) -> Option<Value> {
    let value = quiet_value - prune::reverse_futility_margin(node.depth);
    (value >= node.window.beta).then_some(value)
}

/// The moves of a node that may be skipped because its static evaluation is far below alpha.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Futility {
    /// None.
    Hopeful,
    /// All but the first and those that promote or offer a piece.
    Futile,
}

/// Futility pruning: whether the static evaluation of a node is below alpha by a margin.
pub(crate) fn is_futile<R: Rules>(node: Node<'_, R>, quiet_value: Option<Value>) -> Futility {
    match quiet_value {
        Some(value) if value + prune::futility_margin(node.depth) <= node.window.alpha => Futility::Futile,
        _ => Futility::Hopeful,
    }
}

impl Futility {
    /// Whether to skip a move that leads to this position, after a best value so far.
    #[inline]
    pub(crate) fn skips<R: Rules>(self, m: &Move, after: &SearchState<R>, best: Value) -> bool {
        let position = &after.position;
        self == Self::Futile && best > -PROVED && !m.promotes && !position.can_capture(position.turn())
    }
}
