//! Glicko-2 (Glickman, "Example of the Glicko-2 system"), with a deviation that grows by fractions of a period.
//!
//! Written out here because ready-made crates decay the deviation by whole periods only, and online play rates every
//! game after whatever time has passed since the last one.

use std::f64::consts::PI;

/// Glicko-2's internal scale.
const SCALE: f64 = 173.717_8;
/// The centre of the scale.
const CENTRE: f64 = 1500.0;

/// A player's rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Glicko {
    /// The rating.
    pub rating: f64,
    /// How uncertain it is.
    pub deviation: f64,
    /// How erratic the player is.
    pub volatility: f64,
}

/// What the system is tuned by.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GlickoSettings {
    /// A new player.
    pub start: Glicko,
    /// How fast volatility changes.
    pub tau: f64,
    /// The least and the largest deviation.
    pub deviations: [f64; 2],
    /// A rating with a larger deviation is provisional.
    pub provisional: f64,
    /// Rating periods in a day.
    pub periods_per_day: f64,
}

impl GlickoSettings {
    /// The settings of a large online site.
    pub const ONLINE: Self = Self {
        start: Glicko { rating: 1500.0, deviation: 350.0, volatility: 0.06 },
        tau: 0.75,
        deviations: [50.0, 350.0],
        provisional: 110.0,
        periods_per_day: 0.214_36,
    };
}

/// A game against somebody.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GlickoGame {
    /// The opponent before the game.
    pub opponent: Glicko,
    /// 1 for a win, ½ for a draw, 0 for a loss.
    pub score: f64,
}

impl Glicko {
    /// Whether the rating is still provisional.
    #[must_use]
    pub fn is_provisional(&self, settings: &GlickoSettings) -> bool {
        self.deviation > settings.provisional
    }

    /// The rating after some days without a game: only the deviation grows.
    #[must_use]
    pub fn after_days(self, days: f64, settings: &GlickoSettings) -> Self {
        let periods = (days * settings.periods_per_day).max(0.0);
        let phi = self.deviation / SCALE;
        let grown = (phi * phi + periods * self.volatility * self.volatility).sqrt() * SCALE;
        Self { deviation: grown.clamp(settings.deviations[0], settings.deviations[1]), ..self }
    }

    /// The rating after games that count as played at the same time.
    #[must_use]
    pub fn after_games(self, games: &[GlickoGame], settings: &GlickoSettings) -> Self {
        if games.is_empty() {
            return self;
        }
        let mu = (self.rating - CENTRE) / SCALE;
        let phi = self.deviation / SCALE;
        let (mut information, mut surprise) = (0.0, 0.0);
        for game in games {
            let weight = weight(game.opponent.deviation / SCALE);
            let expected = expected(mu, (game.opponent.rating - CENTRE) / SCALE, weight);
            information += weight * weight * expected * (1.0 - expected);
            surprise += weight * (game.score - expected);
        }
        let variance = 1.0 / information;
        let volatility = self.new_volatility(phi, variance, variance * surprise, settings.tau);
        let before = (phi * phi + volatility * volatility).sqrt();
        let deviation = 1.0 / (1.0 / (before * before) + information).sqrt();
        let rating = CENTRE + SCALE * (mu + deviation * deviation * surprise);
        let deviation = (deviation * SCALE).clamp(settings.deviations[0], settings.deviations[1]);
        Self { rating, deviation, volatility }
    }

    /// Step 5 of the paper: the root of `f` by the Illinois algorithm.
    fn new_volatility(&self, phi: f64, variance: f64, delta: f64, tau: f64) -> f64 {
        let start = (self.volatility * self.volatility).ln();
        let f = |x: f64| {
            let power = x.exp();
            let sum = phi * phi + variance + power;
            power * (delta * delta - sum) / (2.0 * sum * sum) - (x - start) / (tau * tau)
        };
        let mut a = start;
        let mut b = if delta * delta > phi * phi + variance {
            (delta * delta - phi * phi - variance).ln()
        } else {
            let mut steps = 1.0;
            while f(start - steps * tau) < 0.0 && steps < 1000.0 {
                steps += 1.0;
            }
            start - steps * tau
        };
        let (mut at_a, mut at_b) = (f(a), f(b));
        for _ in 0..100 {
            if (b - a).abs() <= 1e-6 {
                break;
            }
            let c = a + (a - b) * at_a / (at_b - at_a);
            let at_c = f(c);
            if at_c * at_b <= 0.0 {
                (a, at_a) = (b, at_b);
            } else {
                at_a /= 2.0;
            }
            (b, at_b) = (c, at_c);
        }
        (a / 2.0).exp()
    }
}

/// How much a result against an opponent of some deviation counts.
fn weight(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}

fn expected(mu: f64, opponent: f64, weight: f64) -> f64 {
    1.0 / (1.0 + (-weight * (mu - opponent)).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAPER: GlickoSettings =
        GlickoSettings { tau: 0.5, deviations: [0.0, 350.0], ..GlickoSettings::ONLINE };

    #[test]
    fn the_example_of_the_paper_comes_out() {
        let player = Glicko { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let game = |rating, deviation, score| GlickoGame {
            opponent: Glicko { rating, deviation, volatility: 0.06 },
            score,
        };
        let games = [game(1400.0, 30.0, 1.0), game(1550.0, 100.0, 0.0), game(1700.0, 300.0, 0.0)];
        let after = player.after_games(&games, &PAPER);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.059_996).abs() < 1e-5, "{after:?}");
    }

    #[test]
    fn a_pause_makes_a_rating_less_certain_and_nothing_else() {
        let settings = GlickoSettings::ONLINE;
        let player = Glicko { rating: 1800.0, deviation: 60.0, volatility: 0.06 };
        let year = player.after_days(365.0, &settings);
        assert!(year.deviation > player.deviation && year.deviation < 350.0);
        assert_eq!((year.rating, year.volatility), (player.rating, player.volatility));
        assert!(settings.start.is_provisional(&settings) && !player.is_provisional(&settings));
        assert_eq!(player.after_days(1e9, &settings).deviation, 350.0);
    }
}
