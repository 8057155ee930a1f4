//! From results to strength: Elo with its error, and the sequential probability ratio test (SPRT).
//!
//! The two games from one opening are correlated, so the statistics are over pairs, not games: the *pentanomial* model, in
//! which a pair scores 0, ½, 1, 1½ or 2 points.

/// The score of a match from the first player's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PairScore {
    /// Games that the first player won, drew and lost.
    pub games: [u64; 3],
    /// The number of pairs in which the first player scored 0, 1, 2, 3 and 4 half points.
    pub pairs: [u64; 5],
}

/// A difference in strength, with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EloEstimate {
    /// How much stronger the first player is than the second, in Elo.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval; infinite while there are too few results.
    pub error: f64,
}

/// The two hypotheses of the SPRT.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtBounds {
    /// The null hypothesis: the first player is this many Elo stronger.
    pub low: f64,
    /// The alternative hypothesis: the first player is this many Elo stronger.
    pub high: f64,
}

/// The result of the SPRT, with an error probability of 5 % either way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtVerdict {
    /// The higher hypothesis is accepted.
    Better,
    /// The lower hypothesis is accepted.
    NotBetter,
    /// Neither is accepted yet.
    Undecided,
}

fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

fn elo_of(share: f64) -> f64 {
    let share = share.clamp(1e-6, 1.0 - 1e-6);
    400.0 * (share / (1.0 - share)).log10()
}

impl PairScore {
    /// Adds a pair, given as the first player's half points in each game: 2 for a win, 1 for a draw.
    pub fn add(&mut self, half_points: [usize; 2]) {
        for points in half_points {
            self.games[2 - points] += 1;
        }
        self.pairs[half_points[0] + half_points[1]] += 1;
    }

    /// The number of pairs.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The first player's mean share of the points, and the variance of that share among the pairs.
    #[must_use]
    pub fn share(&self) -> (f64, f64) {
        let count = self.count().max(1) as f64;
        let each = || self.pairs.iter().enumerate().map(|(halves, &n)| (halves as f64 / 4.0, n as f64));
        let mean = each().map(|(share, n)| share * n).sum::<f64>() / count;
        let variance = each().map(|(share, n)| (share - mean).powi(2) * n).sum::<f64>() / count;
        (mean, variance)
    }

    /// The difference in strength.
    #[must_use]
    pub fn estimate(&self) -> EloEstimate {
        let (mean, variance) = self.share();
        let deviation = (variance / self.count().max(1) as f64).sqrt();
        let elo = elo_of(mean);
        let error = if self.count() < 2 || variance == 0.0 {
            f64::INFINITY
        } else {
            (elo_of(mean + 1.96 * deviation) - elo_of(mean - 1.96 * deviation)) / 2.0
        };
        EloEstimate { elo, error }
    }

    /// The logarithm of the ratio of the likelihoods of these results under the two hypotheses.
    #[must_use]
    pub fn log_likelihood_ratio(&self, bounds: SprtBounds) -> f64 {
        let (mean, variance) = self.share();
        if variance == 0.0 {
            return 0.0;
        }
        let (low, high) = (share_of(bounds.low), share_of(bounds.high));
        self.count() as f64 * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// The result of the SPRT so far.
    #[must_use]
    pub fn verdict(&self, bounds: SprtBounds) -> SprtVerdict {
        const ACCEPT: f64 = 2.944; // ln(0.95 / 0.05)
        match self.log_likelihood_ratio(bounds) {
            ratio if ratio >= ACCEPT => SprtVerdict::Better,
            ratio if ratio <= -ACCEPT => SprtVerdict::NotBetter,
            _ => SprtVerdict::Undecided,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_results_mean_no_difference() {
        let score = PairScore { games: [10, 20, 10], pairs: [2, 4, 8, 4, 2] };
        let EloEstimate { elo, error } = score.estimate();
        assert!(elo.abs() < 1e-9 && error > 30.0);
        assert_eq!(score.verdict(SprtBounds { low: 0.0, high: 10.0 }), SprtVerdict::Undecided);
    }

    #[test]
    fn three_quarters_of_the_points_are_191_elo() {
        let mut score = PairScore::default();
        for _ in 0..500 {
            score.add([2, 1]);
        }
        for _ in 0..10 {
            score.add([2, 2]);
            score.add([1, 1]);
        }
        assert!((score.estimate().elo - 190.8).abs() < 0.1);
        assert_eq!(score.verdict(SprtBounds { low: 0.0, high: 10.0 }), SprtVerdict::Better);
        assert_eq!(score.games, [520, 520, 0]);
    }
}
