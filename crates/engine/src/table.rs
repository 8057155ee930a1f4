//! What the search has found out about positions, shared by its threads without locks.
//!
//! An entry is two words: the finding, and the position's key exclusive-or the finding. Threads read and write
//! as they please; an entry torn between two writers does not fit its own key and is not used.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::memory;
use crate::value::{DECIDED, Value};

/// What a found value says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// It is at most this.
    Upper,
    /// It is at least this.
    Lower,
    /// It is this.
    Exact,
}

impl Bound {
    /// Whether a value of this kind settles a search with that window.
    pub(crate) const fn settles(self, value: Value, alpha: Value, beta: Value) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => value >= beta,
            Self::Upper => value <= alpha,
        }
    }
}

/// The result of a search below a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Finding {
    pub(crate) value: Value,
    pub(crate) bound: Bound,
    pub(crate) depth: i32,
    /// The best move, by its place in the list of legal moves, which is the same each time.
    pub(crate) best: Option<u8>,
}

const NO_MOVE: u8 = u8::MAX;
const BUCKET: usize = 4;

impl Finding {
    const fn packed(self, age: u8) -> u64 {
        let best = match self.best {
            Some(place) => place,
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
            place => Some(place),
        };
        Some(Self { value: data as u16 as i16 as Value, bound, depth: (data >> 16) as u8 as i32, best })
    }
}

const fn age_of(data: u64) -> u8 {
    (data >> 40) as u8
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

/// A table of findings.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

impl Table {
    /// A table of about so many mebibytes.
    pub(crate) fn new(mib: usize) -> Self {
        let fit = (mib.max(1) << 20) / size_of::<Bucket>();
        let count = 1 << fit.ilog2();
        let mut buckets = Vec::with_capacity(count);
        memory::in_large_pages(buckets.spare_capacity_mut());
        buckets.resize_with(count, Bucket::default);
        Self { buckets, age: AtomicU8::new(0) }
    }

    /// Begins a new search: older findings give way first.
    pub(crate) fn grow_older(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        for bucket in &self.buckets {
            for slot in &bucket.0 {
                slot.check.store(0, Relaxed);
                slot.data.store(0, Relaxed);
            }
        }
        self.age.store(0, Relaxed);
    }

    fn bucket(&self, key: u64) -> &Bucket {
        // The key's low bits choose the bucket; the check compares all of them.
        &self.buckets[key as usize & (self.buckets.len() - 1)]
    }

    /// Says that a position will be asked for soon.
    #[inline]
    pub(crate) fn expect(&self, key: u64) {
        memory::fetch_early(self.bucket(key));
    }

    /// What is known of a position reached after so many plies.
    #[inline]
    pub(crate) fn get(&self, key: u64, ply: usize) -> Option<Finding> {
        let data = self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key).then_some(data)
        })?;
        let finding = Finding::unpacked(data)?;
        Some(Finding { value: nearer(finding.value, -(ply as Value)), ..finding })
    }

    /// Remembers a finding: over an older one of the same position, or over the least useful neighbour.
    #[inline]
    pub(crate) fn put(&self, key: u64, ply: usize, finding: Finding) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(key);
        let (mut chosen, mut least) = (0, i32::MAX);
        for (i, slot) in bucket.0.iter().enumerate() {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key {
                chosen = i;
                break;
            }
            let stale = i32::from(age.wrapping_sub(age_of(data)));
            let worth = (data >> 16) as u8 as i32 - 8 * stale - if data == 0 { 1_000 } else { 0 };
            if worth < least {
                (chosen, least) = (i, worth);
            }
        }
        let data = Finding { value: nearer(finding.value, ply as Value), ..finding }.packed(age);
        bucket.0[chosen].check.store(key ^ data, Relaxed);
        bucket.0[chosen].data.store(data, Relaxed);
    }
}

/// A decided value counts plies from the root in the search, and from the position in the table.
const fn nearer(value: Value, plies: Value) -> Value {
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
        fn a_finding_comes_back_as_it_was(
            key in 1..u64::MAX, value in -3_000..3_000, depth in 0..100, best in proptest::option::of(0..255u8), ply in 0..100usize,
        ) {
            let table = Table::new(1);
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                let finding = Finding { value, bound, depth, best };
                table.put(key, ply, finding);
                prop_assert_eq!(table.get(key, ply), Some(finding));
            }
            prop_assert_eq!(table.get(!key, ply), None);
        }

        #[test]
        fn a_win_is_as_far_from_the_position_by_any_way(here in 0..50, one in 0..60usize, other in 0..60usize) {
            let table = Table::new(1);
            let at = |ply: usize| WIN - here - ply as Value;
            table.put(7, one, Finding { value: at(one), bound: Bound::Exact, depth: 3, best: None });
            prop_assert_eq!(table.get(7, other).map(|found| found.value), Some(at(other)));
        }
    }
}
