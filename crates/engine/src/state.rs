//! A position in the search tree, with the counters of the draw rules.

use damiera_rules::{History, Move, Pace, Position, Rules, Side};

/// A position, its key, and the counters of the draw rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchState<R> {
    pub(crate) position: Position<R>,
    pub(crate) key: u64,
    /// Plies since the last capture or man's move.
    pub(crate) quiet: u16,
    /// Plies since the position entered the book's list of short endings; 0 for the first such position.
    listed: u8,
    /// The limit of that listed ending, in plies; 0 if it is not in one.
    limit: u8,
}

/// How far the book's draw counts have run in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawCounts {
    /// Plies since the last capture or man's move.
    pub quiet: u16,
    /// Plies of the count that applies to the present position: that of a listed ending, or else the quiet plies.
    pub running: u16,
    /// Whether a count has reached its limit: the game is drawn unless the side to move has no move.
    pub run_out: bool,
}

impl DrawCounts {
    /// The counts at the end of a game so far.
    #[must_use]
    pub fn of<R: Rules>(game: &History<R>) -> Self {
        let state = SearchState::current(game);
        Self { quiet: state.quiet, running: state.counted(), run_out: state.counted_out() }
    }
}

impl<R: Rules> SearchState<R> {
    /// The last position of a game.
    pub(crate) fn current(history: &History<R>) -> Self {
        let positions = history.positions();
        let first = Self::first(positions[0]);
        positions[1..].iter().fold(first, |state, &position| state.followed_by(position))
    }

    fn first(position: Position<R>) -> Self {
        let (listed, limit) = listed_count(&position, 0, 0);
        Self { position, key: position.key(), quiet: 0, listed, limit }
    }

    /// The state after a legal move.
    #[inline]
    pub(crate) fn after(&self, m: &Move) -> Self {
        let key = self.position.key_after(self.key, m);
        self.then(self.position.after(m), key)
    }

    fn followed_by(&self, position: Position<R>) -> Self {
        self.then(position, position.key())
    }

    #[inline]
    fn then(&self, position: Position<R>, key: u64) -> Self {
        let reversible = position.is_one_king_move_from(&self.position);
        let quiet = if reversible { self.quiet.saturating_add(1) } else { 0 };
        let (listed, limit) = listed_count(&position, self.listed, self.limit);
        Self { position, key, quiet, listed, limit }
    }

    /// Whether a count of the book has run out: the game is drawn unless the side to move has no move.
    #[inline]
    pub(crate) const fn counted_out(&self) -> bool {
        // Without a king on each side every second move is a man's, so the FID's condition (10.1) holds.
        self.quiet >= 2 * R::KING_MOVE_DRAW.limit as u16 || self.limit != 0 && self.listed >= self.limit
    }

    /// The plies of the count that applies to this position.
    pub(crate) const fn counted(&self) -> u16 {
        if self.limit == 0 { self.quiet } else { self.listed as u16 }
    }

    /// The key for the transposition table. Close to the limit of a count, positions with different counts have different keys,
    /// because they have different values.
    #[inline]
    pub(crate) const fn table_key(&self) -> u64 {
        const MIX: u64 = 0x9E37_79B9_7F4A_7C15;
        let half = R::KING_MOVE_DRAW.limit as u16;
        let late = if self.quiet > half { self.quiet as u64 } else { 0 };
        let counts = if self.limit == 0 { late } else { late | (self.listed as u64 + 1) << 16 };
        self.key ^ counts.wrapping_mul(MIX)
    }
}

/// Continues, starts or ends the count of a listed ending (CBD 99, 100); returns its plies and its limit.
#[inline]
fn listed_count<R: Rules>(position: &Position<R>, listed: u8, limit: u8) -> (u8, u8) {
    // Every listed ending has a king on each side.
    if !Side::BOTH.iter().all(|&side| position.has_king(side)) {
        return (0, 0);
    }
    match R::listed_ending(position, Pace::Classical) {
        Some(ending) => (if limit == 0 { 0 } else { listed.saturating_add(1) }, 2 * ending.limit),
        None => (0, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damiera_rules::variant::{Brazilian, English};

    fn played<R: Rules>(fen: &str, moves: &[&str]) -> SearchState<R> {
        let mut history = History::new(Position::<R>::from_fen(fen).unwrap());
        for text in moves {
            let m = history.position().parse_move(text).unwrap();
            history.push(&m);
        }
        SearchState::current(&history)
    }

    #[test]
    fn a_man_move_resets_the_count() {
        let state = played::<English>("W:WK30,21:BK2,K1", &["30-26", "2-7", "26-30"]);
        assert_eq!(state.quiet, 3);
        let state = played::<English>("W:WK30,21:BK2,K1", &["30-26", "2-7", "21-17"]);
        assert_eq!(state.quiet, 0);
    }

    #[test]
    fn two_kings_against_one_are_drawn_after_five_moves_each() {
        // CBD 99: ten plies after the position entered the list
        let there_and_back = ["32-28", "13-17", "28-32", "17-13"];
        let moves: Vec<_> = there_and_back.into_iter().cycle().take(10).collect();
        assert!(!played::<Brazilian>("W:WK32,K30:BK13", &moves[..9]).counted_out());
        assert!(played::<Brazilian>("W:WK32,K30:BK13", &moves).counted_out());
    }

    #[test]
    fn keys_are_updated_incrementally() {
        let mut history = History::new(Position::<Brazilian>::start());
        let mut state = SearchState::current(&history);
        for i in 0..60 {
            let legal = history.position().legal();
            let Some(m) = legal.get(i * 7 % legal.len().max(1)) else { break };
            state = state.after(m);
            history.push(m);
            assert_eq!(state.key, history.position().key());
            let again = SearchState::current(&history);
            assert_eq!((state.quiet, state.listed, state.limit), (again.quiet, again.listed, again.limit));
        }
    }
}
