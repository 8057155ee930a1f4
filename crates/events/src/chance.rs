//! Numbers that look random and follow from a seed: SplitMix64, small enough to check by hand.

/// A stream of numbers that follows from a seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeededNumbers(u64);

impl SeededNumbers {
    /// The stream of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below a bound, without bias; zero for a bound of zero.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        if bound == 0 {
            return 0;
        }
        // Numbers of the last, incomplete run of `bound` would make small results more likely.
        let largest = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.draw();
            if number < largest {
                return (number % bound) as usize;
            }
        }
    }

    /// Puts a list in random order (Fisher–Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let other = self.below(last + 1);
            list.swap(last, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        let mut numbers = SeededNumbers::new(1_234_567);
        assert_eq!(
            [numbers.draw(), numbers.draw(), numbers.draw()],
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }
}
