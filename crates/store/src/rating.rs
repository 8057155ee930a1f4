//! Ratings of accounts after each rated game.

use async_trait::async_trait;

use crate::StoreResult;

/// What a rating is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingScope {
    /// The name of the rule set.
    pub variant: String,
    /// The name of the pace.
    pub pace: String,
}

/// The rating of an account after a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredRating {
    /// The account.
    pub account: i64,
    /// What it is about.
    pub scope: RatingScope,
    /// The number of rated games so far.
    pub number: u32,
    /// The game after which the account has it.
    pub game: String,
    /// When the game ended, in milliseconds since 1970.
    pub at: u64,
    /// The rating, in thousandths.
    pub rating: i64,
    /// How uncertain it is, in thousandths.
    pub deviation: i64,
    /// How erratic the player is, in millionths.
    pub volatility: i64,
}

/// Storage of ratings.
#[async_trait]
pub trait RatingStore: Send + Sync + 'static {
    /// The ratings of both players after a game. `Conflict` if the game is rated already, or if a number is in use because
    /// another game of one of them has ended: read again and see which.
    async fn add_ratings(&self, after: &[StoredRating; 2]) -> StoreResult<()>;

    /// Whether a game is rated.
    async fn is_rated(&self, game: &str) -> StoreResult<bool>;

    /// The present rating of an account in a scope.
    async fn rating(&self, account: i64, scope: &RatingScope) -> StoreResult<Option<StoredRating>>;

    /// The present ratings in a scope of accounts that are not banned, with their names, the highest first. Only those that are not more
    /// uncertain than the given deviation, in thousandths.
    async fn highest_ratings(
        &self,
        scope: &RatingScope,
        most_deviation: i64,
        limit: u32,
    ) -> StoreResult<Vec<(String, StoredRating)>>;

    /// The present ratings of an account, ordered by rule set and pace.
    async fn ratings(&self, account: i64) -> StoreResult<Vec<StoredRating>>;
}

/// Implements [`RatingStore`] for a store with `execute_one` and `fetch_rows`. Both databases understand the same
/// statements.
macro_rules! rating_store {
    ($store:ty, $database:ty) => {
        #[async_trait]
        impl RatingStore for $store {
            async fn add_ratings(&self, after: &[StoredRating; 2]) -> StoreResult<()> {
                // One statement, so that both are written or none.
                let mut add = query(
                    "INSERT INTO rating (account, variant, pace, number, game, at, rating, deviation, volatility) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9), ($10, $11, $12, $13, $14, $15, $16, $17, $18)",
                );
                for after in after {
                    add = add
                        .bind(after.account)
                        .bind(after.scope.variant.clone())
                        .bind(after.scope.pace.clone())
                        .bind(i64::from(after.number))
                        .bind(after.game.clone())
                        .bind(after.at as i64)
                        .bind(after.rating)
                        .bind(after.deviation)
                        .bind(after.volatility);
                }
                self.execute_one(add).await.map(|_| ())
            }

            async fn is_rated(&self, game: &str) -> StoreResult<bool> {
                let rated = query("SELECT number FROM rating WHERE game = $1 LIMIT 1").bind(game.to_owned());
                Ok(!self.fetch_rows(rated).await?.is_empty())
            }

            async fn rating(&self, account: i64, scope: &RatingScope) -> StoreResult<Option<StoredRating>> {
                let latest = query(
                    "SELECT account, variant, pace, number, game, at, rating, deviation, volatility FROM rating \
                     WHERE account = $1 AND variant = $2 AND pace = $3 ORDER BY number DESC LIMIT 1",
                );
                let latest = latest.bind(account).bind(scope.variant.clone()).bind(scope.pace.clone());
                Ok(self.fetch_rows(latest).await?.first().map(stored))
            }

            async fn highest_ratings(
                &self,
                scope: &RatingScope,
                most_deviation: i64,
                limit: u32,
            ) -> StoreResult<Vec<(String, StoredRating)>> {
                let highest = query(
                    "SELECT r.account, variant, pace, number, game, at, rating, deviation, volatility, account.name \
                     FROM rating AS r JOIN account ON account.id = r.account \
                     WHERE variant = $1 AND pace = $2 AND deviation <= $3 AND account.banned = 0 \
                     AND number = (SELECT MAX(number) FROM rating AS s \
                     WHERE s.account = r.account AND s.variant = r.variant AND s.pace = r.pace) \
                     ORDER BY rating DESC, r.account LIMIT $4",
                );
                let highest = highest.bind(scope.variant.clone()).bind(scope.pace.clone());
                let rows = self.fetch_rows(highest.bind(most_deviation).bind(i64::from(limit))).await?;
                Ok(rows.iter().map(|row| (row.get(9), stored(row))).collect())
            }

            async fn ratings(&self, account: i64) -> StoreResult<Vec<StoredRating>> {
                let latest = query(
                    "SELECT account, variant, pace, number, game, at, rating, deviation, volatility FROM rating AS r \
                     WHERE account = $1 AND number = (SELECT MAX(number) FROM rating AS s \
                     WHERE s.account = r.account AND s.variant = r.variant AND s.pace = r.pace) ORDER BY variant, pace",
                );
                Ok(self.fetch_rows(latest.bind(account)).await?.iter().map(stored).collect())
            }
        }

        fn stored(row: &<$database as sqlx::Database>::Row) -> StoredRating {
            StoredRating {
                account: row.get(0),
                scope: RatingScope { variant: row.get(1), pace: row.get(2) },
                number: u32::try_from(row.get::<i64, _>(3)).unwrap_or(u32::MAX),
                game: row.get(4),
                at: row.get::<i64, _>(5) as u64,
                rating: row.get(6),
                deviation: row.get(7),
                volatility: row.get(8),
            }
        }

        fn query(sql: &'static str) -> sqlx::query::Query<'static, $database, <$database as sqlx::Database>::Arguments> {
            sqlx::query(sql)
        }
    };
}
pub(crate) use rating_store;
