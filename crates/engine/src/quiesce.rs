//! Quiescence search: captures are played out before the static evaluation is used.

use damiera_rules::{MoveList, Rules};

use crate::eval::evaluate;
use crate::order::MovePicker;
use crate::probe::EndgameVerdict;
use crate::prune;
use crate::search::{Node, SearchResult, Searcher, Window};
use crate::state::SearchState;
use crate::value::{INFINITE, MAX_PLY, TABLE_WIN, Value, lost_at};

impl<R: Rules> Searcher<'_, R> {
    /// Plays out the captures of both sides, then evaluates.
    ///
    /// A position in which the opponent threatens to capture is not quiet either: while `threats` is positive, all moves are
    /// searched there.
    pub(crate) fn quiesce(&mut self, node: Node<'_, R>, threats: u32) -> SearchResult {
        let Node { state, window, ply, .. } = node;
        self.count()?;
        self.lines[ply].clear();
        let position = &state.position;
        let takes = position.can_capture(position.turn());
        let threatened = !takes && threats > 0 && position.can_capture(!position.turn());
        // Below the leaves the depth counts the moves of the quiescence search.
        let out_of_sight =
            self.context.mistakes.is_some_and(|mistakes| mistakes.is_out_of_sight(-node.depth));
        if !takes && !threatened || ply + 1 >= MAX_PLY || out_of_sight {
            return Ok(self.static_value(state, ply));
        }
        if threatened && let Some(value) = self.prune_threat(node) {
            return Ok(value);
        }
        if self.is_drawn(state) {
            return Ok(0);
        }
        let mut moves = MoveList::default();
        position.list_legal(&mut moves);
        if moves.is_empty() {
            return Ok(lost_at(ply));
        }
        let threats = if takes { threats } else { threats - 1 };
        let (mut alpha, mut best) = (window.alpha, -INFINITE);
        self.path.push(state.key);
        // Borrowed, because a loop over the picker itself would copy it.
        let mut picker = MovePicker::new(position, &moves, None, &self.history, ply);
        for (_, m) in picker.by_ref() {
            let child = state.after(m);
            let value =
                -self.quiesce(node.then(&child, Window { alpha, ..window }, node.depth - 1), threats)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if value >= window.beta {
                break;
            }
        }
        self.path.pop();
        Ok(best)
    }

    /// The value of a position in which the threatened capture cannot bring the value into the window.
    fn prune_threat(&self, node: Node<'_, R>) -> Option<Value> {
        let value = self.static_value(node.state, node.ply);
        if value - prune::THREAT_MARGIN >= node.window.beta {
            Some(value - prune::THREAT_MARGIN)
        } else if value + prune::THREAT_MARGIN <= node.window.alpha {
            Some(value)
        } else {
            None
        }
    }

    /// The value of a leaf: by the endgame tables or else by the static evaluation.
    pub(crate) fn static_value(&self, state: &SearchState<R>, ply: usize) -> Value {
        if let Some(value) = self.probed(state, ply) {
            return value;
        }
        let value = evaluate(self.context.weights, &state.position);
        let mistakes = self.context.mistakes;
        mistakes.map_or(value, |mistakes| mistakes.misjudge(value, &state.position, state.key))
    }

    /// The value by the endgame tables, if they have the position.
    pub(crate) fn probed(&self, state: &SearchState<R>, ply: usize) -> Option<Value> {
        let most = self.context.endgames.most_pieces();
        // A level that makes mistakes has no perfect knowledge of endgames.
        if most == 0 || ply == 0 || self.context.mistakes.is_some() || state.position.piece_count() > most {
            return None;
        }
        Some(match self.context.endgames.verdict(&state.position)? {
            EndgameVerdict::Win => TABLE_WIN - ply as Value,
            EndgameVerdict::Draw => 0,
            EndgameVerdict::Loss => ply as Value - TABLE_WIN,
        })
    }
}
