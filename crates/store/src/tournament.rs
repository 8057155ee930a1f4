//! Tournaments as the store holds them: what was announced, an append-only log of entries, and who may act.
//!
//! Charter and entries are JSON texts that the store does not look into.

use async_trait::async_trait;

use crate::StoreResult;
use crate::token::TokenDigest;

/// What somebody may do in a tournament.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TournamentRole {
    /// Enters results for the own board.
    Player,
    /// Runs the rounds.
    Arbiter,
    /// Does what an arbiter does, and invites others.
    Organiser,
}

impl TournamentRole {
    /// Every role.
    pub const ALL: [Self; 3] = [Self::Player, Self::Arbiter, Self::Organiser];

    /// The name under which it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Arbiter => "arbiter",
            Self::Organiser => "organiser",
        }
    }

    /// The role with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}

/// A right to act in a tournament, held by whoever has the token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentPass {
    /// The digest of the token: a browser's cookie, an invitation or a key.
    pub digest: TokenDigest,
    /// What the holder may do.
    pub role: TournamentRole,
    /// The holder's name, for the log.
    pub name: String,
    /// The number of a player.
    pub number: Option<u16>,
    /// The account that was signed in when the right was given.
    pub account: Option<i64>,
}

/// A tournament to be created.
#[derive(Clone, Debug)]
pub struct NewTournament {
    /// Its id.
    pub id: String,
    /// When it is created, in milliseconds since 1970.
    pub at: u64,
    /// What was announced, as JSON.
    pub charter: String,
    /// The secret from which the codes of its boards follow.
    pub secret: String,
    /// Who may act from the beginning.
    pub passes: Vec<TournamentPass>,
}

/// Entries that result from one command, to be appended to a tournament's log together.
#[derive(Clone, Debug)]
pub struct NewTournamentEntries {
    /// The tournament's id.
    pub tournament: String,
    /// The number of the first entry: one more than the log has.
    pub seq: u64,
    /// The command id that the client chose.
    pub command_id: Option<String>,
    /// Time in milliseconds since 1970, and body as JSON, of each entry.
    pub entries: Vec<(u64, String)>,
}

/// An entry read from the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredTournamentEntry {
    /// The command id, on the first entry that resulted from the command.
    pub command_id: Option<String>,
    /// The entry as JSON.
    pub body: String,
}

/// A tournament read from the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredTournament {
    /// When it was created, in milliseconds since 1970.
    pub at: u64,
    /// What was announced, as JSON.
    pub charter: String,
    /// The secret from which the codes of its boards follow.
    pub secret: String,
    /// The log, in order, without gaps.
    pub entries: Vec<StoredTournamentEntry>,
}

/// One line of a list of tournaments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentSummary {
    /// Its id.
    pub id: String,
    /// When it was created, in milliseconds since 1970.
    pub at: u64,
    /// What was announced, as JSON.
    pub charter: String,
}

/// Tournaments.
#[async_trait]
pub trait TournamentStore: Send + Sync + 'static {
    /// Creates a tournament; `Conflict` if the id is in use.
    async fn create_tournament(&self, new: &NewTournament) -> StoreResult<()>;

    /// Appends entries; `Conflict` if the log does not end right before their number, or the command id is in use. What is
    /// answered with `Ok` survives a power failure.
    async fn append_to_tournament(&self, new: &NewTournamentEntries) -> StoreResult<()>;

    /// A tournament with its whole log.
    async fn tournament(&self, id: &str) -> StoreResult<Option<StoredTournament>>;

    /// The entries of a log after a number, in order.
    async fn tournament_entries_after(&self, id: &str, seq: u64) -> StoreResult<Vec<StoredTournamentEntry>>;

    /// The newest tournaments.
    async fn tournaments(&self, limit: u32) -> StoreResult<Vec<TournamentSummary>>;

    /// Gives somebody a right. A token has one right in a tournament: a later one replaces it.
    async fn add_tournament_pass(&self, tournament: &str, pass: &TournamentPass) -> StoreResult<()>;

    /// The rights of players, by their numbers.
    async fn tournament_players(&self, tournament: &str) -> StoreResult<Vec<TournamentPass>>;

    /// The rights that go with some tokens.
    async fn tournament_passes(
        &self,
        tournament: &str,
        digests: &[TokenDigest],
    ) -> StoreResult<Vec<TournamentPass>>;

    /// The rights that an account has.
    async fn tournament_passes_of(&self, tournament: &str, account: i64) -> StoreResult<Vec<TournamentPass>>;

    /// The rights of an account in all tournaments, with the tournaments' ids.
    async fn tournament_rights(&self, account: i64) -> StoreResult<Vec<(String, TournamentPass)>>;
}
