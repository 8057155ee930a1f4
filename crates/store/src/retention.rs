//! What visitors without an account left behind: games that nobody continues, and imports.

use async_trait::async_trait;

use crate::StoreResult;

/// Storage of what may be deleted after a while.
#[async_trait]
pub trait RetentionStore: Send + Sync + 'static {
    /// Unfinished games without an account in which nothing has happened since an instant, by their ids, which come after the given
    /// one. Games of events and exhibitions stay.
    async fn abandoned_games(&self, before: u64, after: &str, limit: u32) -> StoreResult<Vec<String>>;

    /// Deletes a game with all that belongs to it.
    async fn delete_game(&self, id: &str) -> StoreResult<()>;

    /// Imports of visitors without an account from before an instant.
    async fn old_imports(&self, before: u64, limit: u32) -> StoreResult<Vec<String>>;

    /// Deletes an imported game.
    async fn delete_import(&self, id: &str) -> StoreResult<()>;

    /// Deletes what else visitors without an account left before an instant: push subscriptions of browsers that play no unfinished
    /// game, collections without games, and marks of removed games that are gone. Says how much.
    async fn delete_visitor_leftovers(&self, before: u64) -> StoreResult<u64>;
}

/// Deletes a game, statement by statement in one transaction. `$1` is its id.
pub(crate) const DELETE_GAME: &[&str] = &[
    "DELETE FROM collection_game WHERE card = $1",
    "DELETE FROM seen WHERE card = $1",
    "DELETE FROM card WHERE id = $1",
    "DELETE FROM hidden WHERE card = $1",
    "DELETE FROM conditional_moves WHERE game = $1",
    "DELETE FROM turn_notice WHERE game = $1",
    "DELETE FROM side_vote WHERE game = $1",
    "DELETE FROM side_member WHERE game = $1",
    "DELETE FROM side_link WHERE game = $1",
    "DELETE FROM seat WHERE game = $1",
    "DELETE FROM game_event WHERE game = $1",
    "DELETE FROM game WHERE id = $1",
];

/// Deletes an imported game in the same way.
pub(crate) const DELETE_IMPORT: &[&str] = &[
    "DELETE FROM collection_game WHERE card = $1",
    "DELETE FROM seen WHERE card = $1",
    "DELETE FROM card WHERE id = $1",
    "DELETE FROM hidden WHERE card = $1",
    "DELETE FROM imported WHERE id = $1",
];

/// Deletes what else visitors left. `$1` is an instant.
pub(crate) const DELETE_LEFTOVERS: &[&str] = &[
    "DELETE FROM push_subscription WHERE account IS NULL AND at < $1 AND NOT EXISTS (SELECT 1 FROM seat \
     JOIN game ON game.id = seat.game WHERE seat.visitor = push_subscription.visitor AND game.ended_at IS NULL)",
    "DELETE FROM collection WHERE account IS NULL AND at < $1 \
     AND NOT EXISTS (SELECT 1 FROM collection_game WHERE collection_game.collection = collection.id)",
    "DELETE FROM hidden WHERE at < $1 \
     AND NOT EXISTS (SELECT 1 FROM card WHERE card.id = hidden.card)",
];

/// Implements [`RetentionStore`] for a store with `fetch_rows` and `in_transaction`.
macro_rules! retention_store {
    ($store:ty) => {
        #[async_trait]
        impl RetentionStore for $store {
            async fn abandoned_games(&self, before: u64, after: &str, limit: u32) -> StoreResult<Vec<String>> {
                let games = query(
                    "SELECT id FROM game WHERE ended_at IS NULL AND created_at < $1 AND id > $2 \
                     AND NOT EXISTS (SELECT 1 FROM seat WHERE seat.game = game.id AND seat.account IS NOT NULL) \
                     AND NOT EXISTS (SELECT 1 FROM side_member WHERE side_member.game = game.id AND side_member.account IS NOT NULL) \
                     AND NOT EXISTS (SELECT 1 FROM game_event WHERE game_event.game = game.id AND game_event.at >= $1) \
                     AND NOT EXISTS (SELECT 1 FROM tournament_entry WHERE body LIKE '%\"' || game.id || '\"%') \
                     AND NOT EXISTS (SELECT 1 FROM exhibition_board WHERE exhibition_board.game = game.id) \
                     ORDER BY id LIMIT $3",
                );
                let games = games.bind(before as i64).bind(after.to_owned()).bind(i64::from(limit));
                let rows = self.fetch_rows(games).await?;
                Ok(rows.iter().map(|row| row.get(0)).collect())
            }

            async fn delete_game(&self, id: &str) -> StoreResult<()> {
                self.in_transaction(crate::retention::DELETE_GAME, id.to_owned()).await
            }

            async fn old_imports(&self, before: u64, limit: u32) -> StoreResult<Vec<String>> {
                let imports = query(
                    "SELECT imported.id FROM imported JOIN card ON card.id = imported.id \
                     WHERE imported.account IS NULL AND card.at < $1 ORDER BY card.at, imported.id LIMIT $2",
                );
                let rows = self.fetch_rows(imports.bind(before as i64).bind(i64::from(limit))).await?;
                Ok(rows.iter().map(|row| row.get(0)).collect())
            }

            async fn delete_import(&self, id: &str) -> StoreResult<()> {
                self.in_transaction(crate::retention::DELETE_IMPORT, id.to_owned()).await
            }

            async fn delete_visitor_leftovers(&self, before: u64) -> StoreResult<u64> {
                let mut deleted = 0;
                for &statement in crate::retention::DELETE_LEFTOVERS {
                    deleted += self.execute_one(query(statement).bind(before as i64)).await?;
                }
                Ok(deleted)
            }
        }
    };
}
pub(crate) use retention_store;
