//! Pruning whole nodes: reverse futility pruning and ProbCut.

use damiera_rules::{Move, Rules};

use crate::prune;
use crate::search::{Node, ProbCutNode, SearchResult, SearchStopped, Searcher, Window, table_cutoff};
use crate::value::Value;

impl<R: Rules> Searcher<'_, R> {
    /// The value of a node that need not be searched to its full depth.
    pub(crate) fn prune_node(
        &mut self,
        node: Node<'_, R>,
        moves: &[Move],
    ) -> Result<Option<Value>, SearchStopped> {
        if moves.len() == 1 || node.window.beta.abs() >= prune::PRUNING_LIMIT {
            return Ok(None);
        }
        match self.reverse_futility(node, moves) {
            None => self.probcut(node, moves),
            value => Ok(value),
        }
    }

    /// Reverse futility pruning: close to the leaves, a quiet position whose static evaluation exceeds beta by a margin is not
    /// searched.
    fn reverse_futility(&self, node: Node<'_, R>, moves: &[Move]) -> Option<Value> {
        let margin = prune::futility_margin(node.depth)?;
        let position = &node.state.position;
        if moves[0].is_capture() || position.can_capture(!position.turn()) {
            return None;
        }
        let value = self.static_value(node.state, node.ply) - margin;
        (value >= node.window.beta).then_some(value)
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
        self.search_moves::<ProbCutNode>(node, moves, known.and_then(|entry| entry.best))
    }
}
