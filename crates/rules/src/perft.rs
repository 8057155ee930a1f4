//! Perft: the number of move sequences of a given length.
//!
//! Captures with the same squares and the same captured pieces count as one move. The last ply is counted without
//! making the moves (bulk counting).
//!
//! [`perft`] runs on one thread without a hash table and measures the generator. [`PerftPool`] reaches greater depths:
//! its threads share a table of counts.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::board::{Black, Board, Mover, White};
use crate::generate::{count, visit};
use crate::move_list::Move;
use crate::piece::Side;
use crate::position::Position;
use crate::rules::Rules;

/// The number of sequences of `depth` legal moves.
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
            visit::<R, M>(board, |bit_move| nodes += count::<R, M::Reply>(&board.after::<R, M>(bit_move)));
            nodes
        }
        _ => {
            let mut nodes = 0;
            visit::<R, M>(board, |bit_move| {
                nodes += walk::<R, M::Reply>(&board.after::<R, M>(bit_move), depth - 1);
            });
            nodes
        }
    }
}

/// A perft with several threads and a shared hash table.
pub struct PerftPool {
    threads: usize,
    table: PerftTable,
}

impl PerftPool {
    /// A pool with this number of threads and a hash table of at most `table_mib` MiB (0 for none).
    #[must_use]
    pub fn new(threads: usize, table_mib: usize) -> Self {
        Self { threads: threads.max(1), table: PerftTable::new(table_mib) }
    }

    /// The count below each legal move, in the order of [`Position::legal`]. Empty at depth 0.
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
                // Splitting two plies deep gives enough jobs to keep all threads busy to the end.
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

    /// The number of sequences of `depth` legal moves.
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
        // Near the leaves, counting is faster than a table lookup.
        if depth < 3 || self.table.slots.is_empty() {
            return walk::<R, M>(board, depth);
        }
        let key = board.key::<R, M>();
        if let Some(nodes) = self.table.get(key, depth) {
            return nodes;
        }
        let mut nodes = 0;
        visit::<R, M>(board, |bit_move| {
            nodes += self.walk::<R, M::Reply>(&board.after::<R, M>(bit_move), depth - 1);
        });
        self.table.put(key, depth, nodes);
        nodes
    }
}

/// A lock-free hash table of counts by position and depth. An entry torn by two concurrent writers fails its check
/// word (key xor data) and is ignored.
struct PerftTable {
    slots: Vec<[AtomicU64; 2]>,
}

impl PerftTable {
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
    /// A hash of the variant, the side to move and the three bitboards.
    fn key<R: Rules, M: Mover>(&self) -> u64 {
        let mut key = 2 * R::VARIANT as u64 + M::SIDE as u64 + 1;
        for word in [self.sides[0], self.sides[1], self.kings] {
            key = (key ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
            key ^= key >> 32;
        }
        key
    }
}
