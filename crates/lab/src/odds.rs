//! Which odds make players of different strength even.
//!
//! A level that gives men plays lower and lower levels until it scores half of the points; the rating of the level at which
//! that happens, less what it missed half by, says what the men cost.

use damiera_engine::{Level, SearchLimits};
use damiera_play::{MeasuredOdds, OddsGiven, TableFolder};
use damiera_rules::Variant;

use crate::matches::{MatchError, MatchSettings, Openings, PairScore, PlayerSpec, run_match};

/// What is measured, and how thoroughly.
#[derive(Clone, Debug)]
pub struct OddsSettings {
    /// The game.
    pub variant: Variant,
    /// The highest level that gives men.
    pub highest: Level,
    /// The games of each match, two from each opening.
    pub games: u32,
    /// The number of games played at the same time.
    pub boards: usize,
    /// Seed for the openings and for the errors of lower levels.
    pub seed: u64,
}

/// The most men whose cost is measured.
const MOST_MEN: u8 = 3;
/// The parts of the time whose cost is measured.
const FRACTIONS: [u8; 3] = [2, 4, 8];
/// The largest difference that a few games show: one side may win them all.
const MOST_SHOWN: f64 = 800.0;
/// Nodes per move of the player with all its time.
const FULL_TIME: u64 = 4_000;

/// Measures the odds of men at the levels that have a rating, and those of time. `measured` gets each result.
pub fn measure_odds(
    settings: &OddsSettings,
    measured: &mut dyn FnMut(MeasuredOdds),
) -> Result<(), MatchError> {
    let rated: Vec<_> = (Level::LOWEST.number()..=settings.highest.number())
        .filter_map(Level::new)
        .filter_map(|level| Some((level, level.rating(settings.variant)?)))
        .collect();
    for giver in 1..rated.len() {
        let (mut opponent, mut least) = (giver, 0);
        for men in 1..=MOST_MEN {
            let (even, cost, games) = settings.men(&rated, giver, opponent, men)?;
            (opponent, least) = (even, cost.max(least)); // more men never cost less
            let given = OddsGiven::Men { level: rated[giver].0, men };
            measured(MeasuredOdds { variant: settings.variant, given, cost: least, games });
        }
    }
    for fraction in FRACTIONS {
        let score = settings.play(0, [&nodes(FULL_TIME / u64::from(fraction)), &nodes(FULL_TIME)])?;
        let cost = (-score.estimate().elo).round().clamp(0.0, MOST_SHOWN) as u16;
        let given = OddsGiven::Time { fraction };
        measured(MeasuredOdds { variant: settings.variant, given, cost, games: settings.games });
    }
    Ok(())
}

/// Full strength with so many nodes per move.
fn nodes(nodes: u64) -> String {
    format!("own nodes={nodes} hash=4")
}

impl OddsSettings {
    /// Plays lower and lower levels, from the given one, until the giver of men scores half. Returns the last opponent, what
    /// the men cost the giver, and the games behind it.
    fn men(
        &self,
        rated: &[(Level, u16)],
        giver: usize,
        mut opponent: usize,
        men: u8,
    ) -> Result<(usize, u16, u32), MatchError> {
        let mut nearest: Option<(f64, f64)> = None; // how far from half, and the even rating
        let mut games = 0;
        loop {
            let players = [giver, opponent].map(|at| format!("own level={} hash=4", rated[at].0.number()));
            let score = self.play(men, players.each_ref().map(String::as_str))?;
            games += self.games;
            let (share, elo) = (score.share().0, score.estimate().elo);
            let even = f64::from(rated[opponent].1) + elo.clamp(-MOST_SHOWN, MOST_SHOWN);
            let distance = (share - 0.5).abs();
            if nearest.is_none_or(|(best, _)| distance < best) {
                nearest = Some((distance, even));
            }
            if share >= 0.5 || opponent == 0 {
                break;
            }
            opponent -= 1;
        }
        let even = nearest.map_or(0.0, |(_, even)| even);
        let cost = (f64::from(rated[giver].1) - even).round().clamp(0.0, 4000.0) as u16;
        Ok((opponent, cost, games))
    }

    /// A match in which the first player gives men.
    fn play(&self, men: u8, players: [&str; 2]) -> Result<PairScore, MatchError> {
        let [first, second] = players.map(str::parse::<PlayerSpec>);
        let settings = MatchSettings {
            variant: self.variant,
            players: [first.map_err(MatchError::Player)?, second.map_err(MatchError::Player)?],
            openings: Openings::Random { plies: 4 },
            men_given: men,
            pairs: (self.games / 2).max(1) as usize,
            limits: SearchLimits::default(),
            boards: self.boards,
            seed: self.seed,
            adjudication: TableFolder::Disabled,
        };
        let mut score = PairScore::default();
        run_match(&settings, &mut |pair| {
            score.add(pair.half_points);
            true
        })?;
        Ok(score)
    }
}
