//! The end of a line: captures are played out, and then the position is judged.

use damiera_rules::{MoveList, Rules};

use crate::eval::evaluate;
use crate::order::Ordered;
use crate::probe::Verdict;
use crate::prune;
use crate::search::{Node, Outcome, Searcher, Window};
use crate::state::State;
use crate::value::{INFINITE, MAX_PLY, TABLE_WIN, Value, lost_at};

impl<R: Rules> Searcher<'_, R> {
    /// Resolves captures due to either side, then asks the evaluation.
    ///
    /// With `threats` left, a position in which the other side threatens to take is searched one move on:
    /// nobody can tell its worth by looking.
    pub(crate) fn quiesce(&mut self, node: Node<'_, R>, threats: u32) -> Outcome {
        let Node { state, window, ply, .. } = node;
        self.count()?;
        self.lines[ply].clear();
        let position = &state.position;
        let takes = position.can_capture(position.turn());
        let threatened = !takes && threats > 0 && position.can_capture(!position.turn());
        if !takes && !threatened || ply + 1 >= MAX_PLY {
            return Ok(self.judge(state, ply));
        }
        if threatened && let Some(value) = self.beyond_a_threat(node) {
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
        // Gone through in place: a loop over the list itself would copy it first.
        let mut ordered = Ordered::new(position, &moves, None, &self.experience, ply);
        for (_, m) in ordered.by_ref() {
            let child = state.after(m);
            let value = -self.quiesce(node.then(&child, Window { alpha, ..window }, 0), threats)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if value >= window.beta {
                break;
            }
        }
        self.path.pop();
        Ok(best)
    }

    /// The value of a position so good or so bad that what is threatened would change nothing.
    fn beyond_a_threat(&self, node: Node<'_, R>) -> Option<Value> {
        let value = self.judge(node.state, node.ply);
        if value - prune::THREAT_MARGIN >= node.window.beta {
            Some(value - prune::THREAT_MARGIN)
        } else if value + prune::THREAT_MARGIN <= node.window.alpha {
            Some(value)
        } else {
            None
        }
    }

    /// The value of a position nobody looks further into.
    pub(crate) fn judge(&self, state: &State<R>, ply: usize) -> Value {
        if let Some(value) = self.probed(state, ply) {
            return value;
        }
        let value = evaluate(self.ground.weights, &state.position);
        self.ground.noise.map_or(value, |noise| noise.blur(value, state.key))
    }

    /// What an endgame table says.
    pub(crate) fn probed(&self, state: &State<R>, ply: usize) -> Option<Value> {
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
}
