//! Perfect play against the book's count.
//!
//! A book ends a game in a draw after a number of moves by each side in which nothing turns (FID 10.4, CBD
//! 97b), or in which a listed ending goes on, whatever is moved or taken in it (CBD 99, 100). A win is one by
//! the book only if it comes in time: for the first kind if the next capture or man's move does, which annuls
//! the count; for the second if the end does, or a move out of the list.

use std::collections::HashMap;

use damiera_rules::{Article, Move, Pace, Position, Rules, Side};

use crate::compiled::TableRules;
use crate::tables::{Tables, effect_on_count};
use crate::value::{CountEffect, TableValue, Wdl};

/// The book's count, as far as it has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MoveCount {
    /// Plies that count so far: twice the moves by each side when the side that began it is to move.
    pub plies: u16,
    /// How fast the game is.
    pub pace: Pace,
    /// A limit in moves by each side that the event sets instead of the book's (FID-IT 11); it does not
    /// concern the listed endings.
    pub limit: Option<u8>,
}

impl MoveCount {
    /// The count after a legal move.
    #[must_use]
    pub fn after<R: Rules>(self, position: &Position<R>, m: &Move) -> Self {
        let listed = |position| R::listed_ending(position, self.pace).is_some();
        let goes_on = match (listed(position), listed(&position.after(m))) {
            (true, true) => true, // CBD 99, 100: whatever was moved or taken
            (false, false) => effect_on_count(position, m) == CountEffect::Advance,
            (true, false) | (false, true) => false,
        };
        Self { plies: if goes_on { self.plies.saturating_add(1) } else { 0 }, ..self }
    }
}

/// What a position is worth under the book's count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountRuling {
    /// Its value if nobody counted.
    pub value: TableValue,
    /// The outcome under the count.
    pub outcome: Wdl,
    /// The count that runs, if the book counts here at all.
    pub running: Option<RunningCount>,
}

/// A count that runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunningCount {
    /// Where the book says so.
    pub article: Article,
    /// Moves by each side after which the game is drawn.
    pub limit: u8,
    /// Plies left until then.
    pub left: u16,
    /// Plies a win needs, if somebody can win: until the count is annulled or the game over.
    pub needs: Option<u16>,
}

impl CountRuling {
    /// Whether a win comes too late.
    #[must_use]
    pub fn is_too_late(&self) -> bool {
        self.outcome == Wdl::Draw && self.value != TableValue::Draw
    }
}

/// Positions to look at before a listed ending is judged by its length alone.
const PATIENCE: usize = 20_000;

impl<R: TableRules> Tables<R> {
    /// Who wins under the book's count, or nothing if the position is not in the tables.
    ///
    /// What follows once the count is annulled is taken at its value without a count.
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

    /// Every legal move with its value for whoever makes it and its outcome under the book's count, the best
    /// first.
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

    /// The plies a decided listed ending takes: to its end, or less if it can leave the list within `left`.
    fn needs(&self, position: &Position<R>, dtw: u16, left: u16, pace: Pace) -> Option<u16> {
        let mut known = DecidedCache::default();
        for plies in 1..left.saturating_add(1).min(dtw) {
            if self.decided(position, plies, pace, &mut known)? {
                return Some(plies);
            }
        }
        Some(dtw)
    }

    /// Whether whoever wins can end the game, or leave the list and still win, within so many plies.
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
            return Some(true); // out of the list: the count is dropped
        }
        if left == 0 || known.len() > PATIENCE {
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
            // The winner needs one move that does it, the loser one that does not.
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

/// Whether king moves are counted here: some books ask for a king on each side (FID 10.1).
fn counts_king_moves<R: Rules>(position: &Position<R>) -> bool {
    let has_king = |side| !position.kings(side).is_empty();
    !R::KING_MOVE_DRAW.needs_king_each || Side::BOTH.into_iter().all(has_king)
}

/// The outcome of a value that counts only in time.
const fn under(value: TableValue, in_time: bool) -> Wdl {
    if in_time { value.outcome() } else { Wdl::Draw }
}
