//! Federation ratings after an event.

use crate::crosstable::{Crosstable, Entrant};
use crate::outcome::{GameResult, PairingNumber, RatedGame, RoundOutcome};

/// A coefficient that holds from a rating on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Band {
    /// The lowest rating it holds for.
    pub from: f64,
    /// The coefficient.
    pub coefficient: f64,
}

/// Elo-Rubele (FID, Capo VI): CF = CI + V + Q. The public articles give the normal distribution, the bonus, the floor and the
/// order of rounding; coefficients and spread are the organiser's.
#[derive(Clone, PartialEq, Debug)]
pub struct RubeleTable {
    /// The coefficient S, by rating.
    pub bands: Vec<Band>,
    /// The standard deviation of the difference between two players' results, in rating points.
    pub spread: f64,
    /// The bonus Q of an event.
    pub bonus: f64,
    /// No rating falls below it.
    pub floor: f64,
}

/// FMJD: Elo with a factor that is halved for faster games. The factor is the organiser's.
#[derive(Clone, PartialEq, Debug)]
pub struct FmjdTable {
    /// The factor K, by rating.
    pub bands: Vec<Band>,
    /// Whether the factor is halved.
    pub pace: RatingPace,
}

/// Whether games are long or short.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RatingPace {
    /// The whole factor.
    Standard,
    /// Half of it.
    Fast,
}

/// ACF, the older formula: Rp = Rc + W·(wins − losses)/N.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AcfTable {
    /// W: 400 for rounds of four games, 670 otherwise.
    pub weight: f64,
}

/// A formula with its table.
#[derive(Clone, PartialEq, Debug)]
pub enum RatingMethod {
    /// Elo-Rubele.
    Rubele(RubeleTable),
    /// FMJD.
    Fmjd(FmjdTable),
    /// ACF.
    Acf(AcfTable),
}

/// A player's row of a report.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingRow {
    /// Who.
    pub number: PairingNumber,
    /// The rating before.
    pub before: u16,
    /// Rated games against rated opponents.
    pub games: usize,
    /// Points made in them, a win as 1.
    pub score: f64,
    /// Points expected.
    pub expected: f64,
    /// The rating after, rounded at the end; for ACF the performance.
    pub after: i32,
}

/// Ratings after an event.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingReport {
    /// One row for every rated player.
    pub rows: Vec<RatingRow>,
    /// Figures that the organiser supplied and no public rule gives: with any of them the report is an estimate.
    pub supplied: Vec<&'static str>,
}

/// Rates an event. Forfeits, byes, unrated games and opponents without a rating do not count.
#[must_use]
pub fn rate_event(table: &Crosstable, method: &RatingMethod) -> RatingReport {
    let rated = table.entrants.iter().filter_map(|entrant| rate(table, entrant, entrant.rating?, method));
    let supplied = match method {
        RatingMethod::Rubele(_) => vec!["coefficient S", "spread"],
        RatingMethod::Fmjd(_) => vec!["factor K"],
        RatingMethod::Acf(_) => vec![],
    };
    RatingReport { rows: rated.collect(), supplied }
}

fn rate(table: &Crosstable, entrant: &Entrant, before: u16, method: &RatingMethod) -> Option<RatingRow> {
    let games: Vec<(f64, f64)> = entrant.outcomes.iter().flat_map(|o| rated_games(table, *o)).collect();
    let own = f64::from(before);
    // A sum of nothing is −0.0, which nobody wants to read.
    let score: f64 = games.iter().map(|(_, score)| score).sum::<f64>() + 0.0;
    let expect = |expected: &dyn Fn(f64) -> f64| -> f64 {
        games.iter().map(|(other, _)| expected(own - other)).sum::<f64>() + 0.0
    };
    let (expected, after): (f64, f64) = match method {
        RatingMethod::Rubele(table) => {
            let expected = expect(&|difference| normal(difference / table.spread));
            (expected, rubele(own, score - expected, games.len(), table))
        }
        RatingMethod::Fmjd(table) => {
            let expected: f64 = expect(&|difference| 1.0 / (1.0 + 10f64.powf(-difference / 400.0)));
            let factor = if table.pace == RatingPace::Fast { 0.5 } else { 1.0 };
            (expected, own + factor * coefficient(&table.bands, own) * (score - expected))
        }
        RatingMethod::Acf(table) => {
            let count = games.len() as f64;
            let field: f64 = games.iter().map(|(other, _)| other).sum::<f64>() / count;
            // Wins minus losses is twice what the score is above one half.
            let performance = field + table.weight * (2.0 * score - count) / count;
            (count / 2.0, if games.is_empty() { own } else { performance })
        }
    };
    let after = after.round() as i32;
    Some(RatingRow { number: entrant.number, before, games: games.len(), score, expected, after })
}

/// The opponent's rating and the points made, of each game that counts.
fn rated_games(table: &Crosstable, outcome: RoundOutcome) -> Vec<(f64, f64)> {
    if matches!(outcome, RoundOutcome::Played { rated: RatedGame::Unrated, .. }) {
        return Vec::new();
    }
    let results = outcome.games_over_the_board();
    let rating = outcome.opponent().and_then(|opponent| table.entrant(opponent)?.rating);
    let score = |result| match result {
        GameResult::Win => 1.0,
        GameResult::Draw => 0.5,
        GameResult::Loss => 0.0,
    };
    let pair = |rating: u16| results.iter().map(move |&result| (f64::from(rating), score(result)));
    rating.into_iter().flat_map(pair).collect()
}

/// CF = CI + V + Q; when CI + V reaches another band of S, V is computed again with that band's S.
fn rubele(own: f64, surplus: f64, games: usize, table: &RubeleTable) -> f64 {
    if games == 0 {
        return own;
    }
    let first = coefficient(&table.bands, own);
    let reached = coefficient(&table.bands, own + first * surplus);
    let change = if reached == first { first * surplus } else { reached * surplus };
    (own + change + table.bonus).max(table.floor)
}

fn coefficient(bands: &[Band], rating: f64) -> f64 {
    let holding = bands.iter().filter(|band| band.from <= rating);
    holding.max_by(|a, b| a.from.total_cmp(&b.from)).or(bands.first()).map_or(0.0, |band| band.coefficient)
}

/// The normal distribution function, by the error function's series and continued fraction.
fn normal(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    // Abramowitz and Stegun 7.1.28: the error is below 3e-7.
    let polynomial = 1.0
        + z * (0.070_523_078_4
            + z * (0.042_282_012_3
                + z * (0.009_270_527_2
                    + z * (0.000_152_014_3 + z * (0.000_276_567_2 + z * 0.000_043_063_8)))));
    let erf = 1.0 - 1.0 / polynomial.powi(16);
    if x < 0.0 { (1.0 - erf) / 2.0 } else { (1.0 + erf) / 2.0 }
}

#[cfg(test)]
mod tests {
    use damiera_rules::Side;

    use super::*;

    fn event() -> Crosstable {
        let entrant = |number, rating, outcomes| Entrant { number, rating, outcomes, ..Entrant::default() };
        let game = |opponent, result| RoundOutcome::played(opponent, Side::White, result);
        Crosstable {
            entrants: vec![
                entrant(1, Some(2200), vec![game(2, GameResult::Win), game(3, GameResult::Draw)]),
                entrant(2, Some(2000), vec![game(1, GameResult::Loss), RoundOutcome::PairingBye]),
                entrant(3, None, vec![RoundOutcome::ZeroBye, game(1, GameResult::Draw)]),
            ],
            ..Crosstable::default()
        }
    }

    #[test]
    fn the_normal_distribution_is_right() {
        for (x, wanted) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.0, 0.158_655_3), (2.0, 0.977_249_9)] {
            assert!((normal(x) - wanted).abs() < 1e-6, "{x}");
        }
    }

    #[test]
    fn rubele_adds_surplus_and_bonus_and_counts_rated_games_only() {
        let bands = vec![Band { from: 0.0, coefficient: 20.0 }];
        let table = RubeleTable { bands, spread: 200.0, bonus: 10.0, floor: 500.0 };
        let report = rate_event(&event(), &RatingMethod::Rubele(table));
        assert_eq!(report.rows.len(), 2, "who has no rating has no row");
        let first = &report.rows[0];
        assert_eq!((first.games, first.score), (1, 1.0), "an opponent without a rating does not count");
        // 2200 + 20·(1 − 0.8413) + 10
        assert_eq!(first.after, 2213);
        assert_eq!(report.rows[1].after, 2007, "2000 − 20·0.1587 + 10");
        assert!(!report.supplied.is_empty());
    }

    #[test]
    fn who_played_nothing_has_zero_points_of_zero() {
        let mut table = event();
        table.entrants[1].outcomes = vec![RoundOutcome::PairingBye];
        let bands = vec![Band { from: 0.0, coefficient: 20.0 }];
        let method = RatingMethod::Fmjd(FmjdTable { bands, pace: RatingPace::Standard });
        let row = rate_event(&table, &method).rows[1].clone();
        assert_eq!((row.games, row.after), (0, 2000));
        assert_eq!(format!("{} {:.3}", row.score, row.expected), "0 0.000");
    }

    #[test]
    fn a_crossed_threshold_is_computed_again_and_the_floor_holds() {
        let bands = vec![Band { from: 0.0, coefficient: 40.0 }, Band { from: 1010.0, coefficient: 10.0 }];
        let table = RubeleTable { bands, spread: 200.0, bonus: 0.0, floor: 500.0 };
        assert_eq!(rubele(1000.0, 0.5, 1, &table), 1005.0);
        assert_eq!(rubele(510.0, -1.0, 1, &table), 500.0);
    }

    #[test]
    fn fmjd_halves_fast_games_and_acf_gives_a_performance() {
        let bands = vec![Band { from: 0.0, coefficient: 20.0 }];
        let after = |pace| {
            let method = RatingMethod::Fmjd(FmjdTable { bands: bands.clone(), pace });
            rate_event(&event(), &method).rows[0].after
        };
        assert_eq!((after(RatingPace::Standard), after(RatingPace::Fast)), (2205, 2202));
        let acf = rate_event(&event(), &RatingMethod::Acf(AcfTable { weight: 400.0 }));
        assert_eq!(acf.rows[0].after, 2400);
        assert_eq!(acf.supplied, Vec::<&str>::new());
    }
}
