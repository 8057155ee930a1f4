//! Counting positions: the number of move sequences of a given length.
//!
//! Moves are counted as the rules tell them apart: alike in from, to and captured set is one move. The last
//! moves are counted without being made.
//!
//! [`perft`] is the plain walk by which the generator is measured. [`Crew`] goes deeper: several threads share
//! a table of counts already known.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::board::{Black, Board, Mover, White};
use crate::generate::{count, visit};
use crate::moves::Move;
use crate::piece::Side;
use crate::position::Position;
use crate::rules::Rules;

/// The number of sequences of that many legal moves.
///
/// ```
/// use damiera_rules::{Position, variant::English, perft};
/// assert_eq!(perft::perft(&Position::<English>::start(), 5), 7361);
/// ```
#[must_use]
pub fn perft<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    match position.turn() {
        Side::White => walk::<R, White>(position.board(), depth),
        Side::Black => walk::<R, Black>(position.board(), depth),
    }
}

fn walk<R: Rules, M: Mover>(board: &Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count::<R, M>(board),
        2 => {
            let mut nodes = 0;
            visit::<R, M>(board, |leap| nodes += count::<R, M::Reply>(&board.after::<R, M>(leap)));
            nodes
        }
        _ => {
            let mut nodes = 0;
            visit::<R, M>(board, |leap| nodes += walk::<R, M::Reply>(&board.after::<R, M>(leap), depth - 1));
            nodes
        }
    }
}

/// Threads that count together, with a table of what they know.
pub struct Crew {
    threads: usize,
    known: Known,
}

impl Crew {
    /// So many threads, and a table of about so many mebibytes (0 for none).
    #[must_use]
    pub fn new(threads: usize, table_mib: usize) -> Self {
        Self { threads: threads.max(1), known: Known::new(table_mib) }
    }

    /// The count below each move of the position, in the order of [`Position::legal`].
    ///
    /// Depth 0 has no moves to divide by.
    #[must_use]
    pub fn divide<R: Rules>(&self, position: &Position<R>, depth: u32) -> Vec<(Move, u64)> {
        if depth == 0 {
            return Vec::new();
        }
        let moves = position.legal();
        let jobs: Vec<(usize, Position<R>)> = moves
            .iter()
            .enumerate()
            .flat_map(|(i, m)| {
                let child = position.after(m);
                // Two moves deep there are enough jobs for the threads to share evenly.
                let replies: Vec<_> = if depth > 1 {
                    child.legal().iter().map(|r| (i, child.after(r))).collect()
                } else {
                    vec![(i, child)]
                };
                replies
            })
            .collect();
        let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    while let Some((i, child)) = jobs.get(next.fetch_add(1, Relaxed)) {
                        counts[*i].fetch_add(self.count(child, depth.saturating_sub(2)), Relaxed);
                    }
                });
            }
        });
        moves.iter().copied().zip(counts.into_iter().map(AtomicU64::into_inner)).collect()
    }

    /// The number of sequences of that many legal moves.
    #[must_use]
    pub fn perft<R: Rules>(&self, position: &Position<R>, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.divide(position, depth).iter().map(|(_, nodes)| nodes).sum() }
    }

    fn count<R: Rules>(&self, position: &Position<R>, depth: u32) -> u64 {
        match position.turn() {
            Side::White => self.walk::<R, White>(position.board(), depth),
            Side::Black => self.walk::<R, Black>(position.board(), depth),
        }
    }

    fn walk<R: Rules, M: Mover>(&self, board: &Board, depth: u32) -> u64 {
        // Near the leaves counting is quicker than looking it up.
        if depth < 3 || self.known.slots.is_empty() {
            return walk::<R, M>(board, depth);
        }
        let key = board.key::<R, M>();
        if let Some(nodes) = self.known.get(key, depth) {
            return nodes;
        }
        let mut nodes = 0;
        visit::<R, M>(board, |leap| nodes += self.walk::<R, M::Reply>(&board.after::<R, M>(leap), depth - 1));
        self.known.put(key, depth, nodes);
        nodes
    }
}

/// Counts by position and depth. Threads read and write it freely: an entry torn between two writers fails its
/// own check and is not used.
struct Known {
    slots: Vec<[AtomicU64; 2]>,
}

impl Known {
    const DEPTH_BITS: u32 = 8;

    fn new(mib: usize) -> Self {
        let slots = (mib << 20) / size_of::<[AtomicU64; 2]>();
        let slots = if slots == 0 { 0 } else { 1 << slots.ilog2() };
        Self { slots: std::iter::repeat_with(Default::default).take(slots).collect() }
    }

    fn slot(&self, key: u64, depth: u32) -> &[AtomicU64; 2] {
        let spread = key.wrapping_add(u64::from(depth)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        &self.slots[(spread >> 20) as usize & (self.slots.len() - 1)]
    }

    fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let [check, data] = self.slot(key, depth).each_ref().map(|word| word.load(Relaxed));
        let fits = check ^ data == key && data & ((1 << Self::DEPTH_BITS) - 1) == u64::from(depth);
        fits.then_some(data >> Self::DEPTH_BITS)
    }

    fn put(&self, key: u64, depth: u32, nodes: u64) {
        if nodes >> (64 - Self::DEPTH_BITS) == 0 {
            let data = nodes << Self::DEPTH_BITS | u64::from(depth);
            let [check_slot, data_slot] = self.slot(key, depth);
            check_slot.store(key ^ data, Relaxed);
            data_slot.store(data, Relaxed);
        }
    }
}

impl Board {
    /// A key for the table: the game, the side to move and the three words, well mixed.
    fn key<R: Rules, M: Mover>(&self) -> u64 {
        let mut key = 2 * R::VARIANT as u64 + M::SIDE as u64 + 1;
        for word in [self.sides[0], self.sides[1], self.kings] {
            key = (key ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
            key ^= key >> 32;
        }
        key
    }
}
