//! Ratings of online play: Glicko-2, for each rule set and pace, changed when a rated game between two accounts ends.
//!
//! Each change is a row in the store, numbered for each player: of two games that end at the same time one is first, and a game
//! counts once, however often its end is noticed. A change that could not be written is made when the game is loaded again.

use std::sync::Arc;
use std::time::Duration;

use damiera_events::rating::{Glicko, GlickoGame, GlickoSettings};
use damiera_game::{Game, GameOutcome, Terms};
use damiera_messages::OnlineRating;
use damiera_rules::Side;

use crate::store::{Holders, RatingScope, Store, StoreError, StoreResult, StoredRating};

/// The settings of all ratings.
const SETTINGS: GlickoSettings = GlickoSettings::ONLINE;
/// The moves of a game by each side, to compare time controls with and without bonus.
const MOVES: u32 = 40;
/// The longest time of a player in a blitz and in a rapid game of so many moves.
const BLITZ: Duration = Duration::from_secs(8 * 60);
const RAPID: Duration = Duration::from_secs(25 * 60);
/// How often a change is computed again because another game of a player ended at the same time.
const ATTEMPTS: u32 = 10;
const DAY: f64 = 24.0 * 3600.0 * 1000.0;
/// A game counts from this many plies: who never moved has not played.
const LEAST_PLIES: usize = 2;
/// Stored numbers are integers: thousandths, and for the volatility millionths.
const RATING_UNIT: f64 = 1e3;
const VOLATILITY_UNIT: f64 = 1e6;

/// The pace of a rated game, by the time that a player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OnlinePace {
    Blitz,
    Rapid,
    Classical,
    Correspondence,
}

impl OnlinePace {
    pub(crate) const ALL: [Self; 4] = [Self::Blitz, Self::Rapid, Self::Classical, Self::Correspondence];

    /// The pace of a game; `None` without clocks.
    pub(crate) fn of(terms: &Terms) -> Option<Self> {
        if terms.is_correspondence() {
            return Some(Self::Correspondence);
        }
        Some(match terms.controls[0].time_for(MOVES)? {
            time if time <= BLITZ => Self::Blitz,
            time if time <= RAPID => Self::Rapid,
            _ => Self::Classical,
        })
    }

    /// Its name in the store and the API.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Classical => "classical",
            Self::Correspondence => "correspondence",
        }
    }
}

impl OnlinePace {
    /// The key of its text.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Blitz => "pace-blitz",
            Self::Rapid => "pace-rapid",
            Self::Classical => "pace-classical",
            Self::Correspondence => "pace-correspondence",
        }
    }

    /// The pace with a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pace| pace.name() == name)
    }
}

/// What a game with these terms is rated as.
pub(crate) fn scope_of(terms: &Terms) -> Option<RatingScope> {
    let pace = OnlinePace::of(terms).filter(|_| terms.rated)?;
    Some(RatingScope { variant: terms.variant.name().to_owned(), pace: pace.name().to_owned() })
}

/// A stored rating as it is at an instant: the longer ago the last game, the less certain.
pub(crate) fn rating_at(stored: &StoredRating, now: u64) -> Glicko {
    let glicko = Glicko {
        rating: stored.rating as f64 / RATING_UNIT,
        deviation: stored.deviation as f64 / RATING_UNIT,
        volatility: stored.volatility as f64 / VOLATILITY_UNIT,
    };
    glicko.after_days(now.saturating_sub(stored.at) as f64 / DAY, &SETTINGS)
}

/// A rating for display: rounded, and whether it is still provisional.
pub(crate) fn rounded(glicko: &Glicko) -> OnlineRating {
    OnlineRating {
        rating: glicko.rating.round().clamp(0.0, 9_999.0) as u32,
        provisional: glicko.is_provisional(&SETTINGS),
    }
}

/// Ratings in a leaderboard at most.
const MOST_LISTED: u32 = 2_000;

/// The players whose rating in a scope is certain enough at an instant, the highest first, with the number of their games.
pub(crate) async fn leaderboard(
    store: &dyn Store,
    scope: &RatingScope,
    now: u64,
) -> StoreResult<Vec<(String, OnlineRating, u32)>> {
    let most = (SETTINGS.provisional * RATING_UNIT) as i64;
    let highest = store.highest_ratings(scope, most, MOST_LISTED).await?;
    let listed = highest.into_iter().map(|(name, stored)| {
        let rating = rounded(&rating_at(&stored, now));
        (name, rating, stored.number)
    });
    // A rating becomes less certain with time.
    Ok(listed.filter(|(_, rating, _)| !rating.provisional).collect())
}

/// The rating of somebody who offers a rated game.
pub(crate) async fn of_seeker(
    store: &dyn Store,
    account: Option<i64>,
    terms: &Terms,
    now: u64,
) -> StoreResult<Option<OnlineRating>> {
    let (Some(account), Some(scope)) = (account, scope_of(terms)) else { return Ok(None) };
    let stored = store.rating(account, &scope).await?;
    Ok(Some(rounded(&stored.map_or(SETTINGS.start, |stored| rating_at(&stored, now)))))
}

/// Changes ratings when games end.
#[derive(Clone)]
pub(crate) struct Rater {
    store: Arc<dyn Store>,
}

/// A rated game that has ended.
struct RatedResult {
    id: String,
    scope: RatingScope,
    /// The accounts of White and Black.
    players: [i64; 2],
    /// White's share of the point.
    white_score: f64,
    ended_at: u64,
}

impl Rater {
    pub(crate) fn new(store: Arc<dyn Store>) -> Self {
        Self { store }
    }

    /// Changes the ratings of both players if a rated game has ended with a result.
    pub(crate) fn game_changed(&self, id: &str, game: &Game, holders: &Holders) {
        let Some(rated) = rated_game(id, game, holders) else { return };
        let store = Arc::clone(&self.store);
        tokio::spawn(async move {
            if let Err(error) = rate(&*store, &rated).await {
                tracing::warn!(game = rated.id, %error, "ratings could not be changed");
            }
        });
    }
}

fn rated_game(id: &str, game: &Game, holders: &Holders) -> Option<RatedResult> {
    let white_score = match game.end()?.outcome {
        GameOutcome::Win(Side::White) => 1.0,
        GameOutcome::Win(Side::Black) => 0.0,
        GameOutcome::Draw => 0.5,
        GameOutcome::BothLose | GameOutcome::Void => return None,
    };
    let account = |side: Side| holders.0[side as usize].as_ref().filter(|one| !one.is_deleted())?.account;
    let players = [account(Side::White)?, account(Side::Black)?];
    if players[0] == players[1] || game.plies().len() < LEAST_PLIES {
        return None;
    }
    let scope = scope_of(game.terms())?;
    Some(RatedResult { id: id.to_owned(), scope, players, white_score, ended_at: game.last_event_at().0 })
}

async fn rate(store: &dyn Store, game: &RatedResult) -> StoreResult<()> {
    for _ in 0..ATTEMPTS {
        if store.is_rated(&game.id).await? {
            return Ok(());
        }
        let before = [
            store.rating(game.players[0], &game.scope).await?,
            store.rating(game.players[1], &game.scope).await?,
        ];
        match store.add_ratings(&changed(game, &before)).await {
            Err(StoreError::Conflict) => (),
            written => return written,
        }
    }
    Err(StoreError::Conflict)
}

/// The ratings of White and Black after a game.
fn changed(game: &RatedResult, before: &[Option<StoredRating>; 2]) -> [StoredRating; 2] {
    let now = game.ended_at;
    let ratings = [0, 1].map(|i| before[i].as_ref().map_or(SETTINGS.start, |stored| rating_at(stored, now)));
    [0, 1].map(|i| {
        let score = if i == 0 { game.white_score } else { 1.0 - game.white_score };
        let after = ratings[i].after_games(&[GlickoGame { opponent: ratings[1 - i], score }], &SETTINGS);
        StoredRating {
            account: game.players[i],
            scope: game.scope.clone(),
            number: before[i].as_ref().map_or(0, |stored| stored.number) + 1,
            game: game.id.clone(),
            at: now,
            rating: (after.rating * RATING_UNIT).round() as i64,
            deviation: (after.deviation * RATING_UNIT).round() as i64,
            volatility: (after.volatility * VOLATILITY_UNIT).round() as i64,
        }
    })
}

#[cfg(test)]
mod tests {
    use damiera_game::{Bonus, ClockControl, Profile};
    use damiera_rules::Variant;

    use super::*;

    fn rated(control: ClockControl) -> Terms {
        let terms = Terms::new(Variant::ALL[0], Profile::ONLINE);
        Terms { controls: [control.clone(), control], rated: true, ..terms }
    }

    #[test]
    fn the_pace_follows_from_the_time_for_forty_moves() {
        let minutes = |minutes: u64, seconds: u64| {
            let bonus = Bonus::Increment(Duration::from_secs(seconds));
            OnlinePace::of(&rated(ClockControl::with(Duration::from_secs(60 * minutes), bonus)))
        };
        assert_eq!(minutes(5, 0), Some(OnlinePace::Blitz));
        assert_eq!(minutes(3, 5), Some(OnlinePace::Blitz));
        assert_eq!(minutes(5, 5), Some(OnlinePace::Rapid));
        assert_eq!(minutes(15, 10), Some(OnlinePace::Rapid));
        assert_eq!(minutes(20, 10), Some(OnlinePace::Classical));
        let days = |days: u64| Duration::from_secs(24 * 3600 * days);
        let by_days = [ClockControl::PerMove(days(2)), ClockControl::sudden(days(30))];
        for control in by_days {
            assert_eq!(OnlinePace::of(&rated(control)), Some(OnlinePace::Correspondence));
        }
        assert_eq!(OnlinePace::of(&rated(ClockControl::Untimed)), None);
    }

    #[test]
    fn the_winner_gains_what_the_loser_loses_when_both_are_new() {
        let scope = RatingScope { variant: "italian".into(), pace: "rapid".into() };
        let game = RatedResult { id: "a".into(), scope, players: [1, 2], white_score: 1.0, ended_at: 1_000 };
        let [white, black] = changed(&game, &[None, None]);
        assert!(white.rating > 1_600_000 && (white.rating - 1_500_000) == (1_500_000 - black.rating));
        assert!(white.deviation < 350_000 && white.number == 1);
        let again = RatedResult { id: "b".into(), white_score: 0.5, ended_at: 2_000, ..game };
        let [after, other] = changed(&again, &[Some(white.clone()), Some(black)]);
        assert!(after.rating < white.rating && after.number == 2 && other.number == 2);
    }
}
