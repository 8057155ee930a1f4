//! Chance from a seed: the same seed, the same games.

/// The SplitMix64 sequence.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

    /// The sequence of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A sequence of its own for each number, from the same seed.
    #[must_use]
    pub const fn nth(seed: u64, number: u64) -> Self {
        let mut chance = Self(seed ^ (number.wrapping_add(1)).wrapping_mul(0xD6E8_FEB8_6659_FD93));
        chance.draw();
        chance
    }

    /// The next number.
    pub const fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(Self::STEP);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `end`, which is not nought.
    pub const fn below(&mut self, end: usize) -> usize {
        (((self.draw() >> 32) * end as u64) >> 32) as usize
    }

    /// Puts things in an order of chance.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}
