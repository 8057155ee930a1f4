//! Costs compared field by field: the first field that differs decides.
//!
//! Pairing criteria are a list of penalties in order of priority. Vectors under lexicographic order can be added, halved
//! and compared like numbers, and that is all a matching algorithm needs. Several small fields share one integer.

use std::ops::{Add, AddAssign, Sub, SubAssign};

/// Bits of one integer used for fields; the rest is room for the sums that a matching forms.
const LIMB_BITS: u32 = 44;

/// A vector of integers, compared lexicographically.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Cost<const L: usize>([i64; L]);

impl<const L: usize> Cost<L> {
    /// No penalty.
    pub(crate) const ZERO: Self = Self([0; L]);

    /// Adds to one field.
    pub(crate) fn charge(&mut self, field: CostField, amount: usize) {
        self.0[field.limb] += (amount as i64) << field.shift;
    }

    /// The value of one field, where every field holds a sum within its range.
    #[must_use]
    pub(crate) fn amount(&self, field: CostField) -> usize {
        ((self.0[field.limb] >> field.shift) & ((1 << field.bits) - 1)) as usize
    }

    /// One of the integers.
    #[inline]
    pub(crate) fn part(&self, index: usize) -> i64 {
        self.0[index]
    }

    /// Half of it; exact, because callers halve even vectors only.
    #[must_use]
    pub(crate) fn half(self) -> Self {
        Self(self.0.map(|limb| limb >> 1))
    }

    /// Twice of it.
    #[must_use]
    pub(crate) fn twice(self) -> Self {
        Self(self.0.map(|limb| limb << 1))
    }

    /// The nearest vector not above it with even parts only.
    #[must_use]
    pub(crate) fn even_below(self) -> Self {
        Self(self.0.map(|limb| limb & !1))
    }
}

impl<const L: usize> Add for Cost<L> {
    type Output = Self;
    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<const L: usize> AddAssign for Cost<L> {
    fn add_assign(&mut self, other: Self) {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own += other;
        }
    }
}

impl<const L: usize> Sub for Cost<L> {
    type Output = Self;
    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl<const L: usize> SubAssign for Cost<L> {
    fn sub_assign(&mut self, other: Self) {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own -= other;
        }
    }
}

/// Where a field lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct CostField {
    limb: usize,
    shift: u32,
    bits: u32,
}

/// Lays fields out in order of priority.
#[derive(Clone, Debug, Default)]
pub(crate) struct CostLayout {
    /// Bits used in each limb, from the top.
    limbs: Vec<u32>,
}

impl CostLayout {
    /// The next field, wide enough for sums up to `largest`.
    pub(crate) fn field(&mut self, largest: usize) -> CostField {
        let bits = (usize::BITS - largest.leading_zeros()).clamp(1, LIMB_BITS);
        match self.limbs.last_mut() {
            Some(used) if *used + bits <= LIMB_BITS => *used += bits,
            _ => self.limbs.push(bits),
        }
        let limb = self.limbs.len() - 1;
        CostField { limb, shift: LIMB_BITS - self.limbs[limb], bits }
    }

    /// How many integers a cost needs.
    #[must_use]
    pub(crate) fn limbs(&self) -> usize {
        self.limbs.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_fields_outweigh_all_later_ones() {
        let mut layout = CostLayout::default();
        let fields = [layout.field(500), layout.field(1 << 40), layout.field(3), layout.field(500)];
        assert!(layout.limbs() <= 4);
        let mut first = Cost::<4>::ZERO;
        first.charge(fields[0], 1);
        let mut rest = Cost::<4>::ZERO;
        rest.charge(fields[1], 1 << 40);
        rest.charge(fields[2], 3);
        rest.charge(fields[3], 500);
        assert!(first > rest);
        assert_eq!(fields.map(|field| rest.amount(field)), [0, 1 << 40, 3, 500]);
    }
}
