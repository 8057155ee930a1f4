//! In which order to try moves: the better the first one, the fewer are searched.

use damiera_rules::{Move, Position, Rules, Side, Square};
use smallvec::SmallVec;

use crate::value::MAX_PLY;

const SQUARES: usize = Square::MAX as usize;

/// What made good moves elsewhere in the tree.
pub(crate) struct Experience {
    /// How well a plain move did, by side and squares.
    history: Box<[[[i16; SQUARES]; SQUARES]; 2]>,
    /// From where to where a plain move went that refuted another at the same distance from the root.
    killers: [[Option<(Square, Square)>; 2]; MAX_PLY],
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
    pub(crate) fn learn<'a>(
        &mut self,
        side: Side,
        ply: usize,
        best: &Move,
        failed: impl Iterator<Item = &'a Move>,
    ) {
        let killers = &mut self.killers[ply];
        let way = Some((best.from, best.to));
        if killers[0] != way {
            *killers = [way, killers[0]];
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
}

/// The legal moves of a position, best guess first.
pub(crate) struct Ordered<'a> {
    moves: &'a [Move],
    /// The rank of each move still to come, above its place in the list.
    ranks: SmallVec<[i32; 32]>,
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
        // Captures are compulsory: either all moves take, or none.
        let mut ordered = if moves.first().is_some_and(Move::is_capture) {
            let their_kings = position.kings(!position.turn());
            Self::by(moves, |m| {
                let taken = 2 * m.captured.len() + 3 * (m.captured & their_kings).len();
                taken as i32 + i32::from(m.promotes)
            })
        } else {
            let killers = &experience.killers[ply];
            let notes = &experience.history[position.turn() as usize];
            Self::by(moves, |m| {
                if let Some(killer) = killers.iter().position(|&killer| killer == Some((m.from, m.to))) {
                    Self::KILLER - killer as i32
                } else {
                    let note = i32::from(notes[m.from.index()][m.to.index()]);
                    note + if m.promotes { Self::CROWNS } else { 0 }
                }
            })
        };
        if let Some(place) = first
            && let Some(rank) = ordered.ranks.get_mut(usize::from(place))
        {
            *rank = Self::HASH << u8::BITS | i32::from(place);
        }
        ordered
    }

    #[inline(always)]
    fn by(moves: &'a [Move], rank: impl Fn(&Move) -> i32) -> Self {
        let mut ranks = SmallVec::new();
        for (place, m) in moves.iter().enumerate() {
            // Places past 255 exist only among captures too many to matter for their order.
            ranks.push(rank(m) << u8::BITS | place.min(usize::from(u8::MAX)) as i32);
        }
        Self { moves, ranks }
    }
}

impl<'a> Iterator for Ordered<'a> {
    /// A move's place in the list of legal moves, and the move.
    type Item = (u8, &'a Move);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let best = self.ranks.iter().enumerate().max_by_key(|&(_, rank)| rank)?.0;
        let place = self.ranks.swap_remove(best) as u8;
        Some((place, &self.moves[usize::from(place)]))
    }
}
