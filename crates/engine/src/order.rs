//! Move ordering: hash move, killer moves, history heuristic.

use damiera_rules::{Move, Position, Rules, Side, Square};
use smallvec::SmallVec;

use crate::value::MAX_PLY;

const SQUARES: usize = Square::MAX as usize;

/// Statistics of moves that caused cutoffs elsewhere in the tree.
pub(crate) struct HistoryTables {
    /// The history of quiet moves, by side, origin and destination.
    history: Box<[[[i16; SQUARES]; SQUARES]; 2]>,
    /// The latest quiet moves that caused a cutoff at each distance from the root.
    killers: [[Option<(Square, Square)>; 2]; MAX_PLY],
}

impl HistoryTables {
    /// The largest history score; the smallest is its negative.
    const LIMIT: i32 = 8_192;
    /// The learning rate is 2 to the power of minus this: the last 64 updates count most.
    const RATE_SHIFT: i32 = 6;

    pub(crate) fn new() -> Self {
        Self { history: Box::new([[[0; SQUARES]; SQUARES]; 2]), killers: [[None; 2]; MAX_PLY] }
    }

    /// A quiet move caused a cutoff after the `failed` moves did not.
    pub(crate) fn update<'a>(
        &mut self,
        side: Side,
        ply: usize,
        best: &Move,
        failed: impl Iterator<Item = &'a Move>,
    ) {
        let killers = &mut self.killers[ply];
        let squares = Some((best.from, best.to));
        if killers[0] != squares {
            *killers = [squares, killers[0]];
        }
        self.adjust(side, best, Self::LIMIT);
        for m in failed {
            self.adjust(side, m, -Self::LIMIT);
        }
    }

    /// Moves a history score towards an end of its range: an exponential moving average of successes.
    fn adjust(&mut self, side: Side, m: &Move, end: i32) {
        let score = &mut self.history[side as usize][m.from.index()][m.to.index()];
        let now = i32::from(*score);
        *score = (now + ((end - now) >> Self::RATE_SHIFT)) as i16;
    }
}

/// An iterator over the legal moves of a position, the most promising first (selection sort).
pub(crate) struct MovePicker<'a> {
    moves: &'a [Move],
    /// The remaining moves: ordering score in the upper bits, index in the lowest eight.
    scores: SmallVec<[i32; 32]>,
}

impl<'a> MovePicker<'a> {
    const HASH: i32 = 1 << 20;
    const KILLER: i32 = 1 << 16;
    const PROMOTION: i32 = 1 << 14;

    /// Scores the legal moves; `first` is the index of the hash move.
    pub(crate) fn new<R: Rules>(
        position: &Position<R>,
        moves: &'a [Move],
        first: Option<u8>,
        tables: &HistoryTables,
        ply: usize,
    ) -> Self {
        // Captures are compulsory: either all moves take, or none.
        let mut picker = if moves.first().is_some_and(Move::is_capture) {
            let their_kings = position.kings(!position.turn());
            Self::scored(moves, |m| {
                let taken = 2 * m.captured.len() + 3 * (m.captured & their_kings).len();
                taken as i32 + i32::from(m.promotes)
            })
        } else {
            let killers = &tables.killers[ply];
            let history = &tables.history[position.turn() as usize];
            Self::scored(moves, |m| {
                if let Some(killer) = killers.iter().position(|&killer| killer == Some((m.from, m.to))) {
                    Self::KILLER - killer as i32
                } else {
                    let score = i32::from(history[m.from.index()][m.to.index()]);
                    score + if m.promotes { Self::PROMOTION } else { 0 }
                }
            })
        };
        if let Some(index) = first
            && let Some(score) = picker.scores.get_mut(usize::from(index))
        {
            *score = Self::HASH << u8::BITS | i32::from(index);
        }
        picker
    }

    #[inline(always)]
    fn scored(moves: &'a [Move], score: impl Fn(&Move) -> i32) -> Self {
        let mut scores = SmallVec::new();
        for (index, m) in moves.iter().enumerate() {
            // Only positions with hundreds of captures have more than 256 moves; those past 255 are searched as the last one.
            scores.push(score(m) << u8::BITS | index.min(usize::from(u8::MAX)) as i32);
        }
        Self { moves, scores }
    }
}

impl<'a> Iterator for MovePicker<'a> {
    /// A move's index in the list of legal moves, and the move.
    type Item = (u8, &'a Move);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let best = self.scores.iter().enumerate().max_by_key(|&(_, score)| score)?.0;
        let index = self.scores.swap_remove(best) as u8;
        Some((index, &self.moves[usize::from(index)]))
    }
}
