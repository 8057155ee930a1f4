//! The parts of a pattern: smaller sets of its squares, with weights of their own.
//!
//! A pattern of twelve squares has half a million indices, most of which training never sees, or sees too rarely to judge. So in
//! training the weight of an index is a sum: what its parts of four to nine squares are worth, which occur often, and a
//! correction for the whole pattern where it occurs often enough itself. When the weights are loaded, the sums are stored
//! for every index (*folded*), and the evaluation needs only one look-up per pattern.

use crate::patterns::{MOST_PATTERNS, PatternSet, index_of};

/// The largest number of parts of a pattern.
const MOST_PARTS: usize = 8;

/// The parts of a pattern: the squares of each as bits.
#[derive(Clone, Copy)]
pub(crate) struct PartList {
    squares: [u64; MOST_PARTS],
    count: usize,
}

impl PartList {
    pub(crate) const EMPTY: Self = Self { squares: [0; MOST_PARTS], count: 0 };

    pub(crate) const fn add(&mut self, squares: u64) {
        self.squares[self.count] = squares;
        self.count += 1;
    }
}

impl PatternSet {
    /// The number of weights of all parts of all patterns.
    pub(crate) const fn part_weights(&self) -> usize {
        let (mut size, mut pattern) = (0, 0);
        while pattern < self.count {
            let mut part = 0;
            while part < self.parts[pattern].count {
                size += (self.base as usize).pow(self.parts[pattern].squares[part].count_ones());
                part += 1;
            }
            pattern += 1;
        }
        size
    }
}

/// Translates the index of a pattern into the indices of its parts.
///
/// The digits of an index are split into an upper and a lower half; each half adds a known amount to the index of a part.
pub(crate) struct PartIndex {
    /// For each pattern and part: what each lower and each upper half adds. The offset of the part's weights is included.
    patterns: [Vec<[Vec<u32>; 2]>; MOST_PATTERNS],
    /// The number of values of the lower half, for each pattern.
    lower: [u32; MOST_PATTERNS],
}

impl PartIndex {
    pub(crate) fn new(set: &PatternSet) -> Self {
        let mut offset = 0;
        let mut patterns: [Vec<[Vec<u32>; 2]>; MOST_PATTERNS] = Default::default();
        let mut lower = [1; MOST_PATTERNS];
        for pattern in 0..set.count {
            let all = set.squares[pattern];
            let digits = all.count_ones();
            let low = digits / 2;
            lower[pattern] = set.base.pow(low);
            for &part in &set.parts[pattern].squares[..set.parts[pattern].count] {
                let of_lower = (0..set.base.pow(low)).map(|half| offset + part_of(set.base, all, part, half));
                let of_upper = (0..set.base.pow(digits - low))
                    .map(|half| part_of(set.base, all, part, half * set.base.pow(low)));
                patterns[pattern].push([of_lower.collect(), of_upper.collect()]);
                offset += set.base.pow(part.count_ones());
            }
        }
        Self { patterns, lower }
    }

    /// Calls back with the feature of each part of a pattern with this index.
    #[inline]
    pub(crate) fn visit(&self, pattern: usize, index: u32, mut visit: impl FnMut(usize)) {
        let (lower, upper) = (index % self.lower[pattern], index / self.lower[pattern]);
        for [of_lower, of_upper] in &self.patterns[pattern] {
            visit((of_lower[lower as usize] + of_upper[upper as usize]) as usize);
        }
    }

    /// The sums of the parts' weights for every index of a pattern, in order.
    pub(crate) fn folded(&self, pattern: usize, weights: &[i16]) -> Vec<i32> {
        let lower = self.lower[pattern] as usize;
        let upper = self.patterns[pattern].first().map_or(0, |[_, of_upper]| of_upper.len());
        let mut sums = vec![0; lower * upper];
        for [of_lower, of_upper] in &self.patterns[pattern] {
            for (row, &add) in sums.chunks_exact_mut(lower).zip(of_upper) {
                for (sum, &index) in row.iter_mut().zip(of_lower) {
                    *sum += i32::from(weights[(index + add) as usize]);
                }
            }
        }
        sums
    }
}

/// The index of a part in a pattern with this index.
fn part_of(base: u32, pattern: u64, part: u64, mut index: u32) -> u32 {
    let (mut squares, mut sum) = (pattern, 0);
    while index != 0 {
        let square = squares & squares.wrapping_neg();
        sum += index % base * index_of(base, part, square);
        squares &= squares - 1;
        index /= base;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::BoardPatterns;
    use damiera_rules::Rules;
    use damiera_rules::variant::{English, International};

    /// The parts of a pattern see what the pattern sees, and lie within it.
    #[test]
    fn the_index_of_a_part_follows_from_the_index_of_the_pattern() {
        fn check<R: Rules>() {
            let set = BoardPatterns::<R>::OF_MEN;
            let parts = PartIndex::new(&set);
            let pieces: [u64; 2] = [0x0012_3456_789A_BCDE, 0x0021_0002_0005_0101];
            for pattern in 0..set.count {
                let list = &set.parts[pattern];
                let index_in = |squares: u64| {
                    index_of(3, squares, pieces[0] & !pieces[1]) + 2 * index_of(3, squares, pieces[1])
                };
                let mut expected = Vec::new();
                for &part in &list.squares[..list.count] {
                    assert_eq!(part & !set.squares[pattern], 0);
                    expected.push(index_in(part));
                }
                let mut found = Vec::new();
                parts.visit(pattern, index_in(set.squares[pattern]), |feature| found.push(feature));
                let mut start = Vec::new();
                parts.visit(pattern, 0, |feature| start.push(feature));
                let found: Vec<u32> =
                    found.iter().zip(&start).map(|(at, start)| (at - start) as u32).collect();
                assert_eq!(found, expected);
            }
        }
        check::<English>();
        check::<International>();
    }
}
