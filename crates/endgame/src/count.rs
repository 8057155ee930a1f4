//! Perfect play under the rulebooks' move counts.
//!
//! There are two kinds of counts. One draws the game after a number of moves by each side without a capture or a man's
//! move (FID 10.4, CBD 97b): a win stands if the next capture or man's move, which resets the count, comes in time. The
//! other draws a listed ending after a number of moves, whatever is moved or captured in it (CBD 99, 100): a win stands
//! if the end of the game, or a move that leaves the list, comes in time.

use std::collections::HashMap;

use damiera_rules::{Article, Move, Pace, Position, Rules, Side};

use crate::compiled::TableRules;
use crate::tables::{Tables, reversibility};
use crate::value::{MoveReversibility, TableValue, Wdl};

/// The state of a move count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MoveCount {
    /// Plies counted so far: twice the moves by each side when the side that started the count is to move.
    pub plies: u16,
    /// The pace of the game.
    pub pace: Pace,
    /// A limit in moves by each side that the event sets instead of the rulebook (FID-IT 11). It does not apply to
    /// listed endings.
    pub limit: Option<u8>,
}

impl MoveCount {
    /// The count after a legal move.
    #[must_use]
    pub fn after<R: Rules>(self, position: &Position<R>, m: &Move) -> Self {
        let listed = |position| R::listed_ending(position, self.pace).is_some();
        let goes_on = match (listed(position), listed(&position.after(m))) {
            (true, true) => true, // CBD 99, 100: whatever was moved or captured
            (false, false) => reversibility(position, m) == MoveReversibility::Reversible,
            (true, false) | (false, true) => false,
        };
        Self { plies: if goes_on { self.plies.saturating_add(1) } else { 0 }, ..self }
    }
}

/// The value of a position under a move count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountRuling {
    /// The value without the count.
    pub value: TableValue,
    /// The result under the count.
    pub outcome: Wdl,
    /// The count that applies; none if the rulebook has no count for the position.
    pub running: Option<RunningCount>,
}

/// A count that applies to a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunningCount {
    /// The article that orders it.
    pub article: Article,
    /// The limit in moves by each side, at which the game is drawn.
    pub limit: u8,
    /// Plies left to the limit.
    pub left: u16,
    /// Plies that the winner needs to reset the count or end the game; none in a drawn position.
    pub needs: Option<u16>,
}

impl CountRuling {
    /// Whether the count turns a win into a draw.
    #[must_use]
    pub fn is_too_late(&self) -> bool {
        self.outcome == Wdl::Draw && self.value != TableValue::Draw
    }
}

/// Positions to search before a listed ending is judged by its distance alone.
const SEARCH_LIMIT: usize = 20_000;

impl<R: TableRules> Tables<R> {
    /// The value under a move count; none if the position is not in the tables.
    ///
    /// Positions after the count is reset have their value without a count.
    #[must_use]
    pub fn probe_with_count(&self, position: &Position<R>, count: MoveCount) -> Option<CountRuling> {
        let value = self.probe(position)?;
        let ruling = if let Some(listed) = R::listed_ending(position, count.pace) {
            let left = (2 * u16::from(listed.limit)).saturating_sub(count.plies);
            let needs = match value.distance() {
                Some(distance) => Some(self.needs(position, distance.dtw, left, count.pace)?),
                None => None,
            };
            let in_time = needs.is_some_and(|needs| needs <= left);
            let running = RunningCount { article: listed.article, limit: listed.limit, left, needs };
            CountRuling { value, outcome: under(value, in_time), running: Some(running) }
        } else if counts_king_moves(position) {
            let rule = R::KING_MOVE_DRAW;
            let limit = count.limit.map_or(rule.limit, |limit| limit.clamp(rule.least, rule.limit));
            let left = (2 * u16::from(limit)).saturating_sub(count.plies);
            let needs = value.distance().map(|distance| distance.dtz);
            let in_time = needs.is_some_and(|needs| needs <= left);
            let running = RunningCount { article: rule.article, limit, left, needs };
            CountRuling { value, outcome: under(value, in_time), running: Some(running) }
        } else {
            CountRuling { value, outcome: value.outcome(), running: None }
        };
        Some(ruling)
    }

    /// Every legal move with its value for the side that moves and its result under the count, best first.
    #[must_use]
    pub fn moves_with_count(
        &self,
        position: &Position<R>,
        count: MoveCount,
    ) -> Option<Vec<(Move, TableValue, Wdl)>> {
        let mut moves = Vec::new();
        for (m, value) in self.moves(position)? {
            let after = position.after(&m);
            let outcome = if after.pieces(after.turn()).is_empty() {
                Wdl::Win
            } else {
                self.probe_with_count(&after, count.after(position, &m))?.outcome.reversed()
            };
            moves.push((m, value, outcome));
        }
        moves.sort_by_key(|&(_, _, outcome)| std::cmp::Reverse(outcome));
        Some(moves)
    }

    /// The plies that the winner of a listed ending needs: to the end of the game, or fewer to leave the list within `left`.
    fn needs(&self, position: &Position<R>, dtw: u16, left: u16, pace: Pace) -> Option<u16> {
        let mut known = DecidedCache::default();
        for plies in 1..left.saturating_add(1).min(dtw) {
            if self.decided(position, plies, pace, &mut known)? {
                return Some(plies);
            }
        }
        Some(dtw)
    }

    /// Whether the winner can end the game, or leave the list and still win, within `left` plies.
    fn decided(
        &self,
        position: &Position<R>,
        left: u16,
        pace: Pace,
        known: &mut DecidedCache<R>,
    ) -> Option<bool> {
        let Some(distance) = self.probe(position)?.distance() else { return Some(false) };
        if distance.dtw <= left {
            return Some(true);
        }
        if R::listed_ending(position, pace).is_none() {
            return Some(true); // outside the list there is no count
        }
        if left == 0 || known.len() > SEARCH_LIMIT {
            return Some(false);
        }
        if let Some(&decided) = known.get(&(*position, left)) {
            return Some(decided);
        }
        let winner_moves = self.outcome(position)? == Wdl::Win;
        let mut decided = !winner_moves;
        for (m, value) in self.moves(position)? {
            if winner_moves && value.outcome() != Wdl::Win {
                continue;
            }
            // The winner needs one move that succeeds, the loser one that prevents it.
            if self.decided(&position.after(&m), left - 1, pace, known)? == winner_moves {
                decided = winner_moves;
                break;
            }
        }
        known.insert((*position, left), decided);
        Some(decided)
    }
}

type DecidedCache<R> = HashMap<(Position<R>, u16), bool>;

/// Whether king moves are counted in this position: some rulebooks require a king on each side (FID 10.1).
fn counts_king_moves<R: Rules>(position: &Position<R>) -> bool {
    let has_king = |side| !position.kings(side).is_empty();
    !R::KING_MOVE_DRAW.needs_king_each || Side::BOTH.into_iter().all(has_king)
}

/// The result of a value that stands only if it comes in time.
const fn under(value: TableValue, in_time: bool) -> Wdl {
    if in_time { value.outcome() } else { Wdl::Draw }
}
