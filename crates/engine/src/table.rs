//! The transposition table, shared by the search threads without locks.
//!
//! An entry is two words: the data, and the position's key XOR the data (Hyatt's lockless hashing). An entry torn between two
//! writers does not match its key and is ignored.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::memory;
use crate::value::{DECIDED, Value};

/// How a stored value relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// The stored value is the true one.
    Exact,
}

impl Bound {
    /// Whether a value with this bound gives a cutoff in a search with this window.
    pub(crate) const fn cuts_off(self, value: Value, alpha: Value, beta: Value) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => value >= beta,
            Self::Upper => value <= alpha,
        }
    }
}

/// The result of a search of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableEntry {
    pub(crate) value: Value,
    pub(crate) bound: Bound,
    pub(crate) depth: i32,
    /// The best move, as its index in the list of legal moves; move generation is deterministic.
    pub(crate) best: Option<u8>,
}

const NO_MOVE: u8 = u8::MAX;
const BUCKET: usize = 4;

impl TableEntry {
    const fn packed(self, age: u8) -> u64 {
        let best = match self.best {
            Some(index) => index,
            None => NO_MOVE,
        };
        let bound = match self.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        self.value as u16 as u64
            | (self.depth as u8 as u64) << 16
            | (best as u64) << 24
            | bound << 32
            | (age as u64) << 40
    }

    const fn unpacked(data: u64) -> Option<Self> {
        let bound = match data >> 32 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let best = match (data >> 24) as u8 {
            NO_MOVE => None,
            index => Some(index),
        };
        Some(Self { value: data as u16 as i16 as Value, bound, depth: (data >> 16) as u8 as i32, best })
    }
}

const fn age_of(data: u64) -> u8 {
    (data >> 40) as u8
}

#[derive(Default)]
struct TableSlot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct TableBucket([TableSlot; BUCKET]);

pub(crate) struct TranspositionTable {
    buckets: Vec<TableBucket>,
    age: AtomicU8,
}

impl TranspositionTable {
    /// A table of at most this many mebibytes, rounded down to a power of two.
    pub(crate) fn new(mib: usize) -> Self {
        let fit = (mib.max(1) << 20) / size_of::<TableBucket>();
        let count = 1 << fit.ilog2();
        let mut buckets = Vec::with_capacity(count);
        memory::advise_huge_pages(buckets.spare_capacity_mut());
        buckets.resize_with(count, TableBucket::default);
        Self { buckets, age: AtomicU8::new(0) }
    }

    /// Starts a new search: entries of earlier searches are replaced first.
    pub(crate) fn next_generation(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    /// Removes all entries.
    pub(crate) fn clear(&self) {
        for bucket in &self.buckets {
            for slot in &bucket.0 {
                slot.check.store(0, Relaxed);
                slot.data.store(0, Relaxed);
            }
        }
        self.age.store(0, Relaxed);
    }

    fn bucket(&self, key: u64) -> &TableBucket {
        // The low bits select the bucket; the check compares the whole key.
        &self.buckets[key as usize & (self.buckets.len() - 1)]
    }

    /// Prefetches the bucket of a position.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        memory::prefetch(self.bucket(key));
    }

    /// The entry of a position at this distance from the root.
    #[inline]
    pub(crate) fn get(&self, key: u64, ply: usize) -> Option<TableEntry> {
        let data = self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key).then_some(data)
        })?;
        let entry = TableEntry::unpacked(data)?;
        Some(TableEntry { value: shifted(entry.value, -(ply as Value)), ..entry })
    }

    /// Stores an entry. It replaces the entry of the same position, or else the shallowest and oldest of its bucket.
    #[inline]
    pub(crate) fn put(&self, key: u64, ply: usize, entry: TableEntry) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(key);
        let (mut chosen, mut least) = (0, i32::MAX);
        for (i, slot) in bucket.0.iter().enumerate() {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key {
                chosen = i;
                break;
            }
            let age_difference = i32::from(age.wrapping_sub(age_of(data)));
            let worth = (data >> 16) as u8 as i32 - 8 * age_difference - if data == 0 { 1_000 } else { 0 };
            if worth < least {
                (chosen, least) = (i, worth);
            }
        }
        let data = TableEntry { value: shifted(entry.value, ply as Value), ..entry }.packed(age);
        bucket.0[chosen].check.store(key ^ data, Relaxed);
        bucket.0[chosen].data.store(data, Relaxed);
    }
}

/// Shifts a decided value by some plies: the search counts plies from the root, the table from the position.
const fn shifted(value: Value, plies: Value) -> Value {
    if value >= DECIDED {
        value + plies
    } else if value <= -DECIDED {
        value - plies
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::WIN;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_entry_is_read_back_unchanged(
            key in 1..u64::MAX, value in -3_000..3_000, depth in 0..100, best in proptest::option::of(0..255u8), ply in 0..100usize,
        ) {
            let table = TranspositionTable::new(1);
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                let entry = TableEntry { value, bound, depth, best };
                table.put(key, ply, entry);
                prop_assert_eq!(table.get(key, ply), Some(entry));
            }
            prop_assert_eq!(table.get(!key, ply), None);
        }

        #[test]
        fn the_distance_to_a_win_does_not_depend_on_the_path(here in 0..50, one in 0..60usize, other in 0..60usize) {
            let table = TranspositionTable::new(1);
            let at = |ply: usize| WIN - here - ply as Value;
            table.put(7, one, TableEntry { value: at(one), bound: Bound::Exact, depth: 3, best: None });
            prop_assert_eq!(table.get(7, other).map(|found| found.value), Some(at(other)));
        }
    }
}
