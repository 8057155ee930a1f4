//! From results to strength: Elo with its error, and the sequential test.
//!
//! The two games from one opening depend on each other, so pairs are counted, not games (the *pentanomial*
//! count: a pair brings 0, ½, 1, 1½ or 2 points).

/// Pairs by the points of the first player, in halves: 0 to 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games the first player won, drew and lost.
    pub games: [u64; 3],
    /// Pairs by half points.
    pub pairs: [u64; 5],
}

/// Strength in Elo, with half the width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Difference of the first player to the second.
    pub elo: f64,
    /// Half the width of the interval that holds it 19 times in 20; infinite while nothing is known.
    pub error: f64,
}

/// The two hypotheses of the sequential test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// No better than this many Elo.
    pub low: f64,
    /// At least this many Elo better.
    pub high: f64,
}

/// What the sequential test says, with one error in twenty either way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The higher bound is accepted.
    Better,
    /// The lower bound is accepted.
    NotBetter,
    /// Not yet.
    Open,
}

fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

fn elo_of(share: f64) -> f64 {
    let share = share.clamp(1e-6, 1.0 - 1e-6);
    400.0 * (share / (1.0 - share)).log10()
}

impl Tally {
    /// Adds a pair, by the first player's half points in each game: 2 for a win, 1 for a draw.
    pub fn add(&mut self, halves: [usize; 2]) {
        for half in halves {
            self.games[2 - half] += 1;
        }
        self.pairs[halves[0] + halves[1]] += 1;
    }

    /// How many pairs.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The first player's mean share of the points, and the variance of a pair's.
    #[must_use]
    pub fn share(&self) -> (f64, f64) {
        let count = self.count().max(1) as f64;
        let each = || self.pairs.iter().enumerate().map(|(halves, &n)| (halves as f64 / 4.0, n as f64));
        let mean = each().map(|(share, n)| share * n).sum::<f64>() / count;
        let variance = each().map(|(share, n)| (share - mean).powi(2) * n).sum::<f64>() / count;
        (mean, variance)
    }

    /// Strength with its error.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        let (mean, variance) = self.share();
        let deviation = (variance / self.count().max(1) as f64).sqrt();
        let elo = elo_of(mean);
        let error = if self.count() < 2 || variance == 0.0 {
            f64::INFINITY
        } else {
            (elo_of(mean + 1.96 * deviation) - elo_of(mean - 1.96 * deviation)) / 2.0
        };
        Estimate { elo, error }
    }

    /// How much likelier the higher hypothesis makes these results than the lower, as a logarithm.
    #[must_use]
    pub fn log_likelihood_ratio(&self, bounds: Bounds) -> f64 {
        let (mean, variance) = self.share();
        if variance == 0.0 {
            return 0.0;
        }
        let (low, high) = (share_of(bounds.low), share_of(bounds.high));
        self.count() as f64 * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// What the sequential test says so far.
    #[must_use]
    pub fn verdict(&self, bounds: Bounds) -> Verdict {
        const ACCEPT: f64 = 2.944; // ln(0.95 / 0.05)
        match self.log_likelihood_ratio(bounds) {
            ratio if ratio >= ACCEPT => Verdict::Better,
            ratio if ratio <= -ACCEPT => Verdict::NotBetter,
            _ => Verdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_results_are_no_difference() {
        let tally = Tally { games: [10, 20, 10], pairs: [2, 4, 8, 4, 2] };
        let Estimate { elo, error } = tally.estimate();
        assert!(elo.abs() < 1e-9 && error > 30.0);
        assert_eq!(tally.verdict(Bounds { low: 0.0, high: 10.0 }), Verdict::Open);
    }

    #[test]
    fn three_quarters_are_191_elo() {
        let mut tally = Tally::default();
        for _ in 0..500 {
            tally.add([2, 1]);
        }
        for _ in 0..10 {
            tally.add([2, 2]);
            tally.add([1, 1]);
        }
        assert!((tally.estimate().elo - 190.8).abs() < 0.1);
        assert_eq!(tally.verdict(Bounds { low: 0.0, high: 10.0 }), Verdict::Better);
        assert_eq!(tally.games, [520, 520, 0]);
    }
}
