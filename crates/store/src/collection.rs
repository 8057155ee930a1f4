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

    /// Puts games of the owner's library into a collection; says whether there is such a collection. Other games are skipped.
    async fn put_in_collection(&self, id: &str, cards: &[String], owner: &Credentials) -> StoreResult<bool>;

    /// Takes games out of a collection.
    async fn take_from_collection(&self, id: &str, cards: &[String], owner: &Credentials) -> StoreResult<()>;

    /// The games in a person's collections: the id of the collection and that of the game.
    async fn collected_games(&self, owner: &Credentials) -> StoreResult<Vec<(String, String)>>;
