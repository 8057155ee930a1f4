//! The library: imported games, and a card for each game, played or imported, to list and to search.

use std::collections::HashMap;

use async_trait::async_trait;
use sha2::{Digest, Sha256};

use crate::StoreResult;
use crate::seat::Credentials;

/// Where a game comes from.
#[derive(serde::Serialize, Clone, Copy, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Source)]
pub enum GameSource {
    /// Played on this server.
    Played,
    /// Imported from a file.
    Imported,
}

impl GameSource {
    /// Its name in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Played => "played",
            Self::Imported => "imported",
        }
    }
}

/// What the library shows of a game.
#[derive(serde::Serialize, Clone, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[schema(as = Card)]
pub struct LibraryCard {
    /// The game's id.
    pub id: String,
    /// Where it comes from.
    pub source: GameSource,
    /// When it was created or imported, in milliseconds since 1970.
    pub at: i64,
    /// The name of its rule set.
    pub variant: String,
    /// White's name; empty if unknown.
    pub white: String,
    /// Black's name; empty if unknown.
    pub black: String,
    /// The event, if the record names it.
    pub event: String,
    /// The date as PDN writes it, if the record has it.
    pub date: String,
    /// Who won: `white`, `black`, `draw` or `open`.
    pub outcome: String,
    /// The result as PDN writes it.
    pub result: String,
    /// Half-moves.
    pub plies: i64,
    /// How many events of a played game the card covers.
    pub events: i64,
}

/// A game from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportedGame {
    /// Its card.
    pub card: LibraryCard,
    /// The keys of its positions, each once.
    pub keys: Vec<i64>,
    /// Its text.
    pub pdn: String,
    /// The [`fingerprint`] of its text.
    pub fingerprint: i64,
}

/// How long the removal of an imported game can be undone, in milliseconds.
pub(crate) const UNDO_TIME: i64 = 24 * 60 * 60 * 1000;

/// A hash of a game's text, to recognise games that are imported again: the first eight bytes of SHA-256. It is stored.
#[must_use]
pub fn fingerprint(pdn: &str) -> i64 {
    let hash = Sha256::digest(pdn.as_bytes());
    hash.iter().take(8).fold(0, |number, &byte| number << 8 | i64::from(byte))
}

/// How many games and bytes somebody has imported, for a condition on `imported`.
macro_rules! usage_of {
    ($condition:literal) => {
        concat!(
            "SELECT COUNT(*), CAST(COALESCE(SUM(octet_length(pdn) + \
             COALESCE((SELECT SUM(octet_length(body)) FROM text_part WHERE text = rest), 0)), 0) AS bigint) FROM imported WHERE ",
            $condition
        )
    };
}
pub(crate) use usage_of;

/// What to search for; absent fields match everything.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LibraryQuery {
    /// The rule set.
    pub variant: Option<String>,
    /// Part of a player's or an event's name.
    pub who: Option<String>,
    /// Who won.
    pub outcome: Option<String>,
    /// The key of a position that occurred.
    pub key: Option<i64>,
    /// A collection that it is in.
    pub collection: Option<String>,
}

/// One page of search results.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LibraryResults {
    /// The newest first.
    pub cards: Vec<LibraryCard>,
    /// How many match in all.
    pub total: i64,
}

/// How much somebody has imported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ImportUsage {
    /// How many games.
    pub games: u64,
    /// How many bytes of PDN.
    pub bytes: u64,
}

/// A played game whose card is missing or older than its log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StaleCard {
    /// The game's id.
    pub game: String,
    /// When the game was created, in milliseconds since 1970.
    pub created_at: i64,
}

/// Storage of the library.
#[async_trait]
pub trait LibraryStore: Send + Sync + 'static {
    /// Stores games from a file for their owner, all or none.
    async fn import_games(&self, games: &[ImportedGame], owner: &Credentials) -> StoreResult<()>;

    /// The games that somebody has imported, by the [`fingerprint`] of their text.
    async fn import_fingerprints(&self, owner: &Credentials) -> StoreResult<HashMap<i64, String>>;

    /// Removes games from somebody's library; others keep them. Imported games are deleted a day later.
    async fn remove_cards(&self, cards: &[String], who: &Credentials, at: i64) -> StoreResult<()>;

    /// Undoes [`LibraryStore::remove_cards`].
    async fn restore_cards(&self, cards: &[String], who: &Credentials) -> StoreResult<()>;

    /// How much an account has imported, or a visitor without an account.
    async fn import_usage(&self, owner: &Credentials) -> StoreResult<ImportUsage>;

    /// The text of an imported game.
    async fn imported_pdn(&self, id: &str) -> StoreResult<Option<String>>;

    /// Played games whose card is missing or older than the log, the newest first.
    async fn stale_cards(&self, limit: u32) -> StoreResult<Vec<StaleCard>>;

    /// Stores or replaces a played game's card. Keys are given once the game has ended, since moves may be taken back.
    async fn put_card(&self, card: &LibraryCard, keys: &[i64]) -> StoreResult<()>;

    /// Searches the games that somebody played or imported, and games without holders, from `skip` on.
    async fn search(
        &self,
        query: &LibraryQuery,
        who: &Credentials,
        skip: u32,
        limit: u32,
    ) -> StoreResult<LibraryResults>;
}
