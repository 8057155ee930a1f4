//! Seeks: offers to play, in the lobby or by a link.

use async_trait::async_trait;
use damiera_game::wire;
use serde::{Deserialize, Serialize};

use crate::StoreResult;
use crate::seat::Holder;

/// What a seeker wants to play.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Wanted, example = json!({"variant": "italian", "minutes": 15, "increment": 10, "colour": "white", "open": true}))]
pub struct SeekTerms {
    /// The rule set: english, italian, brazilian or international.
    pub variant: String,
    /// Minutes for each side, 1 to 180.
    #[serde(default)]
    pub minutes: Option<u32>,
    /// Seconds added for each move, up to 60.
    #[serde(default)]
    pub increment: u32,
    /// Instead of minutes: days for each move, 1 to 14.
    #[serde(default)]
    pub days: Option<u32>,
    /// The seeker's colour; drawn at random if absent.
    #[serde(default)]
    pub colour: Option<wire::WireSide>,
    /// Whether the seek is listed in the lobby; if not, only people with the link can accept it.
    #[serde(default)]
    pub open: bool,
}

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
