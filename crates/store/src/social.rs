//! What players keep about themselves and each other: preferences, blocked players, challenges and results.

use async_trait::async_trait;
use damiera_messages::SeekTerms;

use crate::StoreResult;
use crate::library::LibraryCard;

/// A seek that is addressed to an account and waits for its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredChallenge {
    /// The seek's id.
    pub seek: String,
    /// When it was made, in milliseconds since 1970.
    pub at: u64,
    /// The name of the challenger.
    pub name: String,
    /// What is proposed.
    pub terms: SeekTerms,
}

/// How many finished games of a rule set a player has with an outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerTally {
    /// The name of the rule set.
    pub variant: String,
    /// Won games.
    pub won: i64,
    /// Drawn games.
    pub drawn: i64,
    /// Lost games.
    pub lost: i64,
}

/// A page of a player's games, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayerGames {
    /// The games, each with the name of the account's side: `white` or `black`.
    pub games: Vec<(LibraryCard, String)>,
    /// How many there are in all.
    pub total: i64,
}

/// Storage of preferences, blocked players and challenges.
#[async_trait]
pub trait SocialStore: Send + Sync + 'static {
    /// What an account prefers, as JSON.
    async fn preferences(&self, account: i64) -> StoreResult<Option<String>>;

    /// Replaces what an account prefers.
    async fn set_preferences(&self, account: i64, body: &str) -> StoreResult<()>;

    /// Blocks an account, unless `most` others are blocked; says whether it is blocked now.
    async fn block(&self, account: i64, other: i64, at: u64, most: u32) -> StoreResult<bool>;

    /// Lifts a block.
    async fn unblock(&self, account: i64, other: i64) -> StoreResult<()>;

    /// The names of the accounts that an account has blocked, the newest first.
    async fn blocked(&self, account: i64) -> StoreResult<Vec<String>>;

    /// Whether an account has blocked another.
    async fn has_blocked(&self, account: i64, other: i64) -> StoreResult<bool>;

    /// Addresses a seek to an account. This is written before the seek, so that nobody else can accept it.
    async fn add_challenge(&self, seek: &str, challenged: i64, at: u64) -> StoreResult<()>;

    /// The account that a seek is addressed to.
    async fn challenged(&self, seek: &str) -> StoreResult<Option<i64>>;

    /// The newest challenges to an account that have not been answered.
    async fn challenges_to(&self, account: i64, limit: u32) -> StoreResult<Vec<StoredChallenge>>;

    /// Deletes challenges from before an instant whose seek is gone or has led to a game.
    async fn delete_settled_challenges(&self, before: u64) -> StoreResult<u64>;

    /// A page of the games that an account has played here against others.
    async fn games_played_by(&self, account: i64, skip: u32, limit: u32) -> StoreResult<PlayerGames>;

    /// Results of an account against others, by rule set.
    async fn tally(&self, account: i64) -> StoreResult<Vec<PlayerTally>>;
}

/// Implements [`SocialStore`] for a store with `execute_one` and `fetch_rows`. Both databases understand the same
/// statements.
macro_rules! social_store {
    ($store:ty, $database:ty) => {
        #[async_trait]
        impl SocialStore for $store {
            async fn preferences(&self, account: i64) -> StoreResult<Option<String>> {
                let rows = self.fetch_rows(query("SELECT body FROM preference WHERE account = $1").bind(account)).await?;
                Ok(rows.first().map(|row| row.get(0)))
            }

            async fn set_preferences(&self, account: i64, body: &str) -> StoreResult<()> {
                let set = query(
                    "INSERT INTO preference (account, body) VALUES ($1, $2) \
                     ON CONFLICT (account) DO UPDATE SET body = excluded.body",
                );
                self.execute_one(set.bind(account).bind(storable(body))).await.map(|_| ())
            }

            async fn block(&self, account: i64, other: i64, at: u64, most: u32) -> StoreResult<bool> {
                let add = query(
                    "INSERT INTO blocked (account, other, at) SELECT $1, $2, $3 \
                     WHERE (SELECT COUNT(*) FROM blocked WHERE account = $1) < $4 ON CONFLICT (account, other) DO NOTHING",
                );
                self.execute_one(add.bind(account).bind(other).bind(at as i64).bind(i64::from(most))).await?;
                self.has_blocked(account, other).await
            }

            async fn unblock(&self, account: i64, other: i64) -> StoreResult<()> {
                let lift = query("DELETE FROM blocked WHERE account = $1 AND other = $2").bind(account).bind(other);
                self.execute_one(lift).await.map(|_| ())
            }

            async fn blocked(&self, account: i64) -> StoreResult<Vec<String>> {
                let names = query(
                    "SELECT name FROM blocked JOIN account ON account.id = blocked.other \
                     WHERE blocked.account = $1 ORDER BY at DESC, name",
                );
                Ok(self.fetch_rows(names.bind(account)).await?.iter().map(|row| row.get(0)).collect())
            }

            async fn has_blocked(&self, account: i64, other: i64) -> StoreResult<bool> {
                let known = query("SELECT 1 FROM blocked WHERE account = $1 AND other = $2");
                Ok(!self.fetch_rows(known.bind(account).bind(other)).await?.is_empty())
            }

            async fn add_challenge(&self, seek: &str, challenged: i64, at: u64) -> StoreResult<()> {
                let add = query("INSERT INTO challenge (seek, challenged, at) VALUES ($1, $2, $3)")
                    .bind(seek.to_owned())
                    .bind(challenged)
                    .bind(at as i64);
                self.execute_one(add).await.map(|_| ())
            }

            async fn challenged(&self, seek: &str) -> StoreResult<Option<i64>> {
                let rows = query("SELECT challenged FROM challenge WHERE seek = $1").bind(seek.to_owned());
                Ok(self.fetch_rows(rows).await?.first().map(|row| row.get(0)))
            }

            async fn challenges_to(&self, account: i64, limit: u32) -> StoreResult<Vec<StoredChallenge>> {
                let rows = query(
                    "SELECT seek.id, challenge.at, seek.name, seek.body FROM challenge JOIN seek ON seek.id = challenge.seek \
                     WHERE challenged = $1 AND NOT EXISTS (SELECT 1 FROM game WHERE game.seek = seek.id) \
                     ORDER BY challenge.at DESC, seek.id LIMIT $2",
                );
                let rows = self.fetch_rows(rows.bind(account).bind(i64::from(limit))).await?;
                let read = |row: &<$database as sqlx::Database>::Row| {
                    let name: Option<String> = row.get(2);
                    Ok(StoredChallenge {
                        seek: row.get(0),
                        at: row.get::<i64, _>(1) as u64,
                        name: name.unwrap_or_default(),
                        terms: serde_json::from_str(row.get(3))?,
                    })
                };
                rows.iter().map(read).collect()
            }

            async fn delete_settled_challenges(&self, before: u64) -> StoreResult<u64> {
                let delete = query(
                    "DELETE FROM challenge WHERE at < $1 AND (NOT EXISTS (SELECT 1 FROM seek WHERE seek.id = challenge.seek) \
                     OR EXISTS (SELECT 1 FROM game WHERE game.seek = challenge.seek))",
                );
                self.execute_one(delete.bind(before as i64)).await
            }

            async fn games_played_by(&self, account: i64, skip: u32, limit: u32) -> StoreResult<PlayerGames> {
                let rows = query(
                    "SELECT id, source, at, variant, white, black, event, date, outcome, result, plies, events, \
                     CASE side WHEN 0 THEN 'white' ELSE 'black' END, COUNT(*) OVER () \
                     FROM card JOIN seat ON seat.game = card.id \
                     WHERE seat.account = $1 AND NOT EXISTS (SELECT 1 FROM seat AS twin \
                       WHERE twin.game = card.id AND twin.account = $1 AND twin.side <> seat.side) \
                     ORDER BY at DESC, id LIMIT $2 OFFSET $3",
                );
                let rows = rows.bind(account).bind(i64::from(limit)).bind(i64::from(skip));
                let rows = self.fetch_rows(rows).await?;
                let total = rows.first().map_or(0, |row| row.get(13));
                Ok(PlayerGames { games: rows.iter().map(|row| (crate::row::read_card(row), row.get(12))).collect(), total })
            }

            async fn tally(&self, account: i64) -> StoreResult<Vec<PlayerTally>> {
                let rows = query(
                    "SELECT variant, \
                       SUM(CASE WHEN outcome = CASE side WHEN 0 THEN 'white' ELSE 'black' END THEN 1 ELSE 0 END), \
                       SUM(CASE WHEN outcome = 'draw' THEN 1 ELSE 0 END), \
                       SUM(CASE WHEN outcome = CASE side WHEN 0 THEN 'black' ELSE 'white' END THEN 1 ELSE 0 END) \
                     FROM card JOIN seat ON seat.game = card.id \
                     WHERE seat.account = $1 AND outcome IN ('white', 'black', 'draw') AND NOT EXISTS (SELECT 1 FROM seat AS twin \
                       WHERE twin.game = card.id AND twin.account = $1 AND twin.side <> seat.side) \
                     GROUP BY variant ORDER BY COUNT(*) DESC, variant",
                );
                let rows = self.fetch_rows(rows.bind(account)).await?;
                let read = |row: &<$database as sqlx::Database>::Row| PlayerTally {
                    variant: row.get(0),
                    won: row.get(1),
                    drawn: row.get(2),
                    lost: row.get(3),
                };
                Ok(rows.iter().map(read).collect())
            }
        }

        fn query(sql: &'static str) -> sqlx::query::Query<'static, $database, <$database as sqlx::Database>::Arguments> {
            sqlx::query(sql)
        }
    };
}
pub(crate) use social_store;
