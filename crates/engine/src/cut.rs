//! Leaving a node early because it is better than asked for already.

use damiera_rules::{Move, Rules};

use crate::prune;
use crate::search::{Check, Node, Outcome, Searcher, Stopped, Window, settled};
use crate::value::Value;

impl<R: Rules> Searcher<'_, R> {
    /// The value of a node that need not be searched as deep as it was asked to be.
    pub(crate) fn cut(&mut self, node: Node<'_, R>, moves: &[Move]) -> Result<Option<Value>, Stopped> {
        if moves.len() == 1 || node.window.beta.abs() >= prune::FAR_AHEAD {
            return Ok(None);
        }
        match self.cut_by_a_glance(node, moves) {
            None => self.cut_by_a_shallow_search(node, moves),
            cut => Ok(cut),
        }
    }

    /// If a quiet position near the end of a line looks better than asked for, it is left at that.
    fn cut_by_a_glance(&self, node: Node<'_, R>, moves: &[Move]) -> Option<Value> {
        let margin = prune::glance_margin(node.depth)?;
        let position = &node.state.position;
        if moves[0].is_capture() || position.can_capture(!position.turn()) {
            return None;
        }
        let value = self.judge(node.state, node.ply) - margin;
        (value >= node.window.beta).then_some(value)
    }

    /// If a shallow search says that a node is far better than asked for, it will be good enough in a deep one.
    fn cut_by_a_shallow_search(
        &mut self,
        node: Node<'_, R>,
        moves: &[Move],
    ) -> Result<Option<Value>, Stopped> {
        let Some(cut) = prune::shallow_cut(node.depth) else { return Ok(None) };
        let raised = Window::at_least(node.window.beta + cut.margin);
        let value = self.search_shallow(node.again(raised, cut.depth), moves)?;
        Ok((value >= raised.beta).then_some(value - cut.margin))
    }

    fn search_shallow(&mut self, node: Node<'_, R>, moves: &[Move]) -> Outcome {
        let known = self.ground.table.get(node.state.table_key(), node.ply);
        if let Some(value) = settled::<Check>(known, node) {
            return Ok(value);
        }
        self.search_moves::<Check>(node, moves, known.and_then(|found| found.best))
    }
}
