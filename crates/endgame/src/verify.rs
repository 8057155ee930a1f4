//! Verification: the value of every position must follow from the values of its moves.
//!
//! It is independent of the build: it uses the ordinary move generator forward, where the build works backward. Distances
//! that follow from each other prove the values. Outcomes alone could agree with each other in a circle and be wrong, so
//! tables of outcomes are also compared with tables of distances, which a different algorithm computes.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use damiera_rules::{Position, Side};

use crate::compiled::TableRules;
use crate::file;
use crate::material::MaterialClass;
use crate::number::{IndexLayout, pieces_at};
use crate::tables::Tables;
use crate::value::{BestValue, ProbedValue, TableValue, Wdl};

/// The positions to verify.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VerifyExtent {
    /// All positions.
    All,
    /// A random sample of each class.
    Sample {
        /// Size of the sample.
        positions: u64,
        /// Seed for the sample.
        seed: u64,
    },
}

/// A value that does not follow from the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement<R> {
    /// The position.
    pub position: Position<R>,
    /// The value in the table; none if it has no value.
    pub stored: Option<ProbedValue>,
    /// The value that follows from the moves; none if a move leads out of the tables.
    pub follows: Option<ProbedValue>,
}

impl<R: TableRules> Tables<R> {
    /// The available classes.
    pub fn classes(&self) -> impl Iterator<Item = MaterialClass> {
        self.files.iter().map(|file| file.class)
    }

    /// Verifies a class and returns the number of positions checked, or a wrong value.
    pub fn verify(
        &self,
        class: MaterialClass,
        extent: VerifyExtent,
        threads: usize,
    ) -> Result<u64, Disagreement<R>> {
        R::verify(self, class, extent, threads)
    }

    pub(crate) fn verify_class(
        &self,
        class: MaterialClass,
        extent: VerifyExtent,
        threads: usize,
    ) -> Result<u64, Disagreement<R>> {
        let numbers = IndexLayout::of::<R>(class).numbers();
        let (next, checked, stop) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
        let wrong = Mutex::new(None);
        let check = |position: &Position<R>| {
            checked.fetch_add(1, Relaxed);
            if let Err(disagreement) = self.check(position) {
                stop.store(true, Relaxed);
                wrong.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(disagreement);
            }
        };
        let total = match extent {
            VerifyExtent::All => numbers,
            VerifyExtent::Sample { positions, .. } => positions.min(numbers),
        };
        let work = || {
            while !stop.load(Relaxed) {
                let from = next.fetch_add(SHARE, Relaxed);
                if from >= total {
                    return;
                }
                for i in from..total.min(from + SHARE) {
                    let number = match extent {
                        VerifyExtent::All => i,
                        VerifyExtent::Sample { seed, .. } => mixed(seed.wrapping_add(i)) % numbers,
                    };
                    let Some(pieces) = pieces_at::<R>(class, number) else { continue };
                    Side::BOTH[..file::faces(class)].iter().for_each(|&side| check(&pieces.position(side)));
                }
            }
        };
        std::thread::scope(|scope| (0..threads.max(1)).for_each(|_| drop(scope.spawn(work))));
        match wrong.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(disagreement) => Err(disagreement),
            None => Ok(checked.into_inner()),
        }
    }

    /// Verifies one position.
    pub fn check(&self, position: &Position<R>) -> Result<(), Disagreement<R>> {
        let stored = self.known(position);
        let follows = match stored {
            Some(ProbedValue::Outcome(_)) => self.outcome_from_moves(position).map(ProbedValue::Outcome),
            Some(ProbedValue::Exact(_)) | None => self.value_from_moves(position).map(ProbedValue::Exact),
        };
        if stored.is_some() && stored == follows {
            Ok(())
        } else {
            Err(Disagreement { position: *position, stored, follows })
        }
    }

    fn outcome_from_moves(&self, position: &Position<R>) -> Option<Wdl> {
        let mut best = Wdl::Loss;
        for m in &position.legal() {
            best = best.max(self.outcome(&position.after(m))?.reversed());
        }
        Some(best)
    }

    fn value_from_moves(&self, position: &Position<R>) -> Option<TableValue> {
        let mut follows = Some(BestValue::default());
        for m in &position.legal() {
            follows = follows.zip(self.value_after(position, m)).map(|(mut best, value)| {
                best.add(value);
                best
            });
        }
        follows.map(BestValue::value)
    }
}

/// Indices that a thread takes at a time.
const SHARE: u64 = 4096;

/// SplitMix64.
const fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
