//! Seeks: offers to play, in the lobby or by a link.

use async_trait::async_trait;
use damiera_messages::SeekTerms;

use crate::StoreResult;
use crate::seat::Holder;

/// A seek as the store holds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredSeek {
    /// The seek's id.
    pub id: String,
    /// When it was made, in milliseconds since 1970.
    pub at: u64,
    /// What is wanted.
    pub terms: SeekTerms,
    /// Who seeks.
    pub holder: Holder,
    /// The game it led to. Ignored when a seek is written.
    pub game: Option<String>,
}

/// Reading and withdrawing seeks. They are created through the [`EventLog`](crate::EventLog).
#[async_trait]
pub trait SeekStore: Send + Sync + 'static {
    /// A seek by its id.
    async fn seek(&self, id: &str) -> StoreResult<Option<StoredSeek>>;

    /// Deletes a seek, unless it has led to a game.
    async fn delete_seek(&self, id: &str) -> StoreResult<()>;
}
