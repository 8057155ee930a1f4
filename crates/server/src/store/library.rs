//! The library: imported games, and a card for each game, played or imported, to list and to look for.

use super::Answer;
use crate::seat::Credentials;

/// Where a game comes from.
#[derive(serde::Serialize, Clone, Copy, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// It was played here.
    Played,
    /// It was read from a file.
    Imported,
}

impl Source {
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
pub struct Card {
    /// Its name.
    pub id: String,
    /// Where it comes from.
    pub source: Source,
    /// When it was begun or imported, in milliseconds since 1970.
    pub at: i64,
    /// Its rules.
    pub variant: String,
    /// Who had White; empty if nobody has a name.
    pub white: String,
    /// Who had Black.
    pub black: String,
    /// The event, if the record tells.
    pub event: String,
    /// The date as PDN writes it, if the record tells.
    pub date: String,
    /// Who won: `white`, `black`, `draw` or `open`.
    pub outcome: String,
    /// The result as PDN writes it.
    pub result: String,
    /// Half-moves.
    pub plies: i64,
    /// How many events of a played game it takes account of.
    pub events: i64,
}

/// A game from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// Its card.
    pub card: Card,
    /// The keys of its positions, each once.
    pub keys: Vec<i64>,
    /// Its text.
    pub pdn: String,
}

/// What to look for; what is empty does not count.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Search {
    /// The game.
    pub variant: Option<String>,
    /// Part of a player's or an event's name.
    pub who: Option<String>,
    /// Who won.
    pub outcome: Option<String>,
    /// The key of a position it went through.
    pub key: Option<i64>,
}

/// A page of cards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// The newest first.
    pub cards: Vec<Card>,
    /// How many there are in all.
    pub all: i64,
}

/// A place to keep the library in.
pub trait Library: Send + Sync + 'static {
    /// Keeps games from a file for somebody, all or none.
    fn keep(&self, games: &[Imported], owner: &Credentials) -> impl Answer<()>;

    /// The text of a game from a file.
    fn imported(&self, id: &str) -> impl Answer<Option<String>>;

    /// Played games that have no card yet, or have gone on since it was made, and when they were begun.
    fn behind(&self, most: u32) -> impl Answer<Vec<(String, i64)>>;

    /// Makes a played game's card, or makes it anew; keys are given when it has ended, for moves may be taken back.
    fn put(&self, card: &Card, keys: &[i64]) -> impl Answer<()>;

    /// Looks for somebody's games, so many after the first ones: those he played or imported, and those that nobody holds.
    fn search(&self, search: &Search, who: &Credentials, skip: u32, most: u32) -> impl Answer<Found>;
}
