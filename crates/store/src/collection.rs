//! Collections: games of the library under a name, each collection for the person who made it.

use async_trait::async_trait;

use crate::StoreResult;
use crate::seat::Credentials;

/// A collection of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredCollection {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How many games are in it.
    pub games: i64,
}

/// What came of putting games into a collection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CollectionChange {
    /// They are in it.
    Done,
    /// The person has no such collection.
    NoCollection,
    /// The person's library has no such game. Nothing was changed.
    UnknownGame(String),
}

/// Storage of collections. Only their owners reach them; to everybody else they do not exist.
#[async_trait]
pub trait CollectionStore: Send + Sync + 'static {
    /// The collections of a person, by name.
    async fn collections(&self, owner: &Credentials) -> StoreResult<Vec<StoredCollection>>;

    /// Adds a collection, unless the owner has as many as given; says whether it was added. Collections that were deleted before an
    /// instant are forgotten.
    async fn add_collection(
        &self,
        id: &str,
        name: &str,
        owner: &Credentials,
        at: u64,
        most: u32,
    ) -> StoreResult<bool>;

    /// Changes the name of a collection; says whether there is one.
    async fn rename_collection(&self, id: &str, name: &str, owner: &Credentials) -> StoreResult<bool>;

    /// Deletes a collection at an instant, or restores it; says whether there is one. Its games stay in the library.
    async fn set_collection_deleted(
        &self,
        id: &str,
        owner: &Credentials,
        deleted_at: Option<u64>,
    ) -> StoreResult<bool>;

    /// Puts games of the owner's library into a collection. If one is not in the library, nothing is changed.
    async fn put_in_collection(
        &self,
        id: &str,
        cards: &[String],
        owner: &Credentials,
    ) -> StoreResult<CollectionChange>;

    /// Takes games out of a collection.
    async fn take_from_collection(&self, id: &str, cards: &[String], owner: &Credentials) -> StoreResult<()>;

    /// The games in a person's collections: the id of the collection and that of the game.
    async fn collected_games(&self, owner: &Credentials) -> StoreResult<Vec<(String, String)>>;
}

/// Implements [`CollectionStore`] for a store with `execute_one` and `fetch_rows`. Both databases understand the same statements,
/// but for the texts of a JSON array that is the first parameter, which is the subquery `$listed`.
macro_rules! collection_store {
    ($store:ty, $database:ty, $listed:literal) => {
        #[async_trait]
        impl CollectionStore for $store {
            async fn collections(&self, owner: &Credentials) -> StoreResult<Vec<StoredCollection>> {
                let (visitor, account) = owner_of(owner);
                let own = query(
                    "SELECT id, name, (SELECT COUNT(*) FROM collection_game JOIN card ON card.id = collection_game.card WHERE collection_game.collection = collection.id) FROM collection \
                     WHERE (visitor = $1 OR account = $2) AND deleted_at IS NULL ORDER BY lower(name), id",
                );
                let rows = self.fetch_rows(own.bind(visitor).bind(account)).await?;
                let read = |row: &<$database as sqlx::Database>::Row| StoredCollection {
                    id: row.get(0),
                    name: row.get(1),
                    games: row.get(2),
                };
                Ok(rows.iter().map(read).collect())
            }

            async fn add_collection(
                &self,
                id: &str,
                name: &str,
                owner: &Credentials,
                at: u64,
                most: u32,
            ) -> StoreResult<bool> {
                let (visitor, account) = owner_of(owner);
                let before = (at as i64).saturating_sub(crate::library::UNDO_TIME);
                let games = query(
                    "DELETE FROM collection_game WHERE collection IN (SELECT id FROM collection WHERE deleted_at < $1)",
                );
                self.execute_one(games.bind(before)).await?;
                self.execute_one(query("DELETE FROM collection WHERE deleted_at < $1").bind(before)).await?;
                let count = query("SELECT COUNT(*) FROM collection WHERE visitor = $1 OR account = $2");
                let rows = self.fetch_rows(count.bind(visitor.clone()).bind(account)).await?;
                if rows.first().is_some_and(|row| row.get::<i64, _>(0) >= i64::from(most)) {
                    return Ok(false);
                }
                let add = query("INSERT INTO collection (id, name, visitor, account, at) VALUES ($1, $2, $3, $4, $5)");
                let add = add.bind(id.to_owned()).bind(storable(name)).bind(visitor).bind(account).bind(at as i64);
                self.execute_one(add).await.map(|_| true)
            }

            async fn rename_collection(&self, id: &str, name: &str, owner: &Credentials) -> StoreResult<bool> {
                let (visitor, account) = owner_of(owner);
                let rename = query("UPDATE collection SET name = $1 WHERE id = $2 AND (visitor = $3 OR account = $4)");
                let rename = rename.bind(storable(name)).bind(storable(id)).bind(visitor).bind(account);
                Ok(self.execute_one(rename).await? > 0)
            }

            async fn set_collection_deleted(
                &self,
                id: &str,
                owner: &Credentials,
                deleted_at: Option<u64>,
            ) -> StoreResult<bool> {
                let (visitor, account) = owner_of(owner);
                let set = query("UPDATE collection SET deleted_at = $1 WHERE id = $2 AND (visitor = $3 OR account = $4)");
                let set = set.bind(deleted_at.map(|at| at as i64)).bind(storable(id)).bind(visitor).bind(account);
                Ok(self.execute_one(set).await? > 0)
            }

            async fn put_in_collection(
                &self,
                id: &str,
                cards: &[String],
                owner: &Credentials,
            ) -> StoreResult<CollectionChange> {
                let (visitor, account) = owner_of(owner);
                let own = query("SELECT id FROM collection WHERE id = $1 AND (visitor = $2 OR account = $3)");
                if self.fetch_rows(own.bind(storable(id)).bind(visitor).bind(account)).await?.is_empty() {
                    return Ok(CollectionChange::NoCollection);
                }
                let visitor = || owner.visitor.map(|digest| digest.0.to_vec());
                let known = query(concat!(
                    "SELECT id FROM card WHERE id IN ",
                    $listed,
                    " AND (id IN (SELECT game FROM seat WHERE visitor = $2 UNION SELECT game FROM seat WHERE account = $3 \
                     UNION SELECT id FROM imported WHERE visitor = $2 UNION SELECT id FROM imported WHERE account = $3) \
                     OR source = 'played' AND NOT EXISTS (SELECT 1 FROM seat WHERE seat.game = card.id))",
                ));
                let known = known.bind(listed(cards)?).bind(visitor()).bind(owner.account);
                let known: HashSet<String> =
                    self.fetch_rows(known).await?.iter().map(|row| row.get(0)).collect();
                if let Some(unknown) = cards.iter().find(|card| !known.contains(*card)) {
                    return Ok(CollectionChange::UnknownGame(unknown.clone()));
                }
                let put = query(concat!(
                    "INSERT INTO collection_game (collection, card) SELECT $2, id FROM card WHERE id IN ",
                    $listed,
                    " ON CONFLICT (collection, card) DO NOTHING",
                ));
                let put = put.bind(listed(cards)?).bind(storable(id));
                self.execute_one(put).await.map(|_| CollectionChange::Done)
            }

            async fn take_from_collection(
                &self,
                id: &str,
                cards: &[String],
                owner: &Credentials,
            ) -> StoreResult<()> {
                let (visitor, account) = owner_of(owner);
                let take = query(concat!(
                    "DELETE FROM collection_game WHERE card IN ",
                    $listed,
                    " AND collection IN \
                     (SELECT id FROM collection WHERE id = $2 AND (visitor = $3 OR account = $4))",
                ));
                let take = take.bind(listed(cards)?).bind(storable(id)).bind(visitor).bind(account);
                self.execute_one(take).await.map(|_| ())
            }

            async fn collected_games(&self, owner: &Credentials) -> StoreResult<Vec<(String, String)>> {
                let (visitor, account) = owner_of(owner);
                let games = query(
                    "SELECT collection_game.collection, card.id FROM collection_game \
                     JOIN card ON card.id = collection_game.card JOIN collection ON collection.id = collection_game.collection \
                     WHERE (collection.visitor = $1 OR collection.account = $2) AND collection.deleted_at IS NULL \
                     ORDER BY collection_game.collection, card.id",
                );
                let rows = self.fetch_rows(games.bind(visitor).bind(account)).await?;
                Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
            }
        }

        /// A collection belongs to the account, or else to the browser.
        fn owner_of(owner: &Credentials) -> (Option<Vec<u8>>, Option<i64>) {
            let visitor = owner.visitor.filter(|_| owner.account.is_none());
            (visitor.map(|digest| digest.0.to_vec()), owner.account)
        }

        /// The JSON array that `$listed` reads.
        fn listed(cards: &[String]) -> StoreResult<String> {
            Ok(serde_json::to_string(&cards.iter().map(|card| storable(card)).collect::<Vec<_>>())?)
        }

        fn query(sql: &'static str) -> sqlx::query::Query<'static, $database, <$database as sqlx::Database>::Arguments> {
            sqlx::query(sql)
        }
    };
}
pub(crate) use collection_store;
