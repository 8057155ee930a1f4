//! In which order to try moves: the better the first one, the fewer are searched.

use damiera_rules::{Move, Position, Rules, Side, Square};
use smallvec::SmallVec;

use crate::value::MAX_PLY;

const SQUARES: usize = Square::MAX as usize;

/// What made good moves elsewhere in the tree.
pub(crate) struct Experience {
    /// How well a plain move did, by side and squares.
    history: Box<[[[i16; SQUARES]; SQUARES]; 2]>,
    /// Plain moves that refuted another move at the same distance from the root.
    killers: [[Option<Move>; 2]; MAX_PLY],
}

impl Experience {
    /// The best a note can become; the worst is its negative.
    const MOST: i32 = 8_192;
    /// What part of the way a note goes each time, as a power of two: the last 64 occasions count most.
    const PACE: i32 = 6;

    pub(crate) fn new() -> Self {
        Self { history: Box::new([[[0; SQUARES]; SQUARES]; 2]), killers: [[None; 2]; MAX_PLY] }
    }

    /// A plain move refuted what led here, after others had failed to.
    pub(crate) fn learn(&mut self, side: Side, ply: usize, best: &Move, failed: &[Move]) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(*best) {
            *killers = [Some(*best), killers[0]];
        }
        self.nudge(side, best, Self::MOST);
        for m in failed {
            self.nudge(side, m, -Self::MOST);
        }
    }

    /// Moves a note a part of the way to an end of its range: the share of late successes, old ones fading.
    fn nudge(&mut self, side: Side, m: &Move, end: i32) {
        let note = &mut self.history[side as usize][m.from.index()][m.to.index()];
        let now = i32::from(*note);
        *note = (now + ((end - now) >> Self::PACE)) as i16;
    }

    fn note(&self, side: Side, m: &Move) -> i32 {
        i32::from(self.history[side as usize][m.from.index()][m.to.index()])
    }
}

/// The legal moves of a position, best guess first.
pub(crate) struct Ordered<'a> {
    moves: &'a [Move],
    ranks: SmallVec<[(i32, u8); 32]>,
}

impl<'a> Ordered<'a> {
    const HASH: i32 = 1 << 20;
    const KILLER: i32 = 1 << 16;
    const CROWNS: i32 = 1 << 14;

    /// Orders the legal moves; `first` is the place of the move that was best before.
    pub(crate) fn new<R: Rules>(
        position: &Position<R>,
        moves: &'a [Move],
        first: Option<u8>,
        experience: &Experience,
        ply: usize,
    ) -> Self {
        let side = position.turn();
        let their_kings = position.kings(!side);
        let killers = &experience.killers[ply];
        let rank = |place: usize, m: &Move| {
            if first.is_some_and(|first| usize::from(first) == place) {
                Self::HASH
            } else if m.is_capture() {
                (2 * m.captured.len() + 3 * (m.captured & their_kings).len()) as i32 + i32::from(m.promotes)
            } else if let Some(killer) = killers.iter().position(|&killer| killer == Some(*m)) {
                Self::KILLER - killer as i32
            } else {
                experience.note(side, m) + if m.promotes { Self::CROWNS } else { 0 }
            }
        };
        // Places past 255 exist only among captures too many to matter for their order.
        let ranks = moves
            .iter()
            .enumerate()
            .map(|(place, m)| (rank(place, m), place.min(usize::from(u8::MAX)) as u8))
            .collect();
        Self { moves, ranks }
    }
}

impl Iterator for Ordered<'_> {
    /// A move's place in the list of legal moves, and the move.
    type Item = (u8, Move);

    #[inline]
    fn next(&mut self) -> Option<(u8, Move)> {
        let best = self.ranks.iter().enumerate().max_by_key(|(_, (rank, _))| rank)?.0;
        let (_, place) = self.ranks.swap_remove(best);
        Some((place, self.moves[usize::from(place)]))
    }
}
