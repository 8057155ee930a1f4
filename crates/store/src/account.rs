//! Accounts and sessions.

use async_trait::async_trait;

use crate::StoreResult;
use crate::token::TokenDigest;

/// What operators have decided about an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AccountStatus {
    /// May moderate.
    pub operator: bool,
    /// May not offer games in the lobby.
    pub muted: bool,
    /// May not sign in.
    pub banned: bool,
}

/// A player's account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// Its number.
    pub id: i64,
    /// The name as the player wrote it.
    pub name: String,
    /// The Argon2 hash of the password, as a PHC string.
    pub password_hash: String,
    /// What operators have decided about it.
    pub status: AccountStatus,
    /// When it was opened, in milliseconds since 1970.
    pub created_at: u64,
}

/// An account to be created.
#[derive(Clone, Debug)]
pub struct NewAccount<'a> {
    /// The name as the player wrote it.
    pub name: &'a str,
    /// Keys of the name; names that look alike have one in common.
    pub name_keys: &'a [String],
    /// The Argon2 hash of the password, as a PHC string.
    pub password_hash: &'a str,
    /// The browser whose games, seeks and imports become the account's.
    pub visitor: Option<TokenDigest>,
    /// When it is opened, in milliseconds since 1970.
    pub at: u64,
}

/// Tables with what belongs to a browser until somebody opens an account in it, and what is changed beside the owner: keys that the
/// browser was given for its seats end, since they would outlive the sign-out. The rights in events are beside these: they stay with
/// the browser, but count only while it is signed in.
pub(crate) const TAKEN_OVER: [(&str, &str); 9] = [
    ("seat", ", key = NULL"),
    ("imported", ""),
    ("seek", ", key = NULL"),
    ("exhibition", ", key = NULL"),
    ("exhibition_board", ", key = NULL"),
    ("collection", ""),
    ("side_member", ", key = NULL"),
    ("job", ""),
    ("hidden", ""),
];

/// An open session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredSession {
    /// The digest of its token.
    pub token: TokenDigest,
    /// When it was opened, in milliseconds since 1970; 0 if unknown.
    pub created_at: u64,
    /// When it expires.
    pub expires_at: u64,
    /// The browser, as it describes itself.
    pub label: String,
}

/// Storage of accounts and sessions. Names are compared without regard to case.
#[async_trait]
pub trait AccountStore: Send + Sync + 'static {
    /// Creates an account, and assigns what the visitor has to it; `Conflict` if the name or one of its keys is in use.
    async fn create_account(&self, new: &NewAccount<'_>) -> StoreResult<i64>;

    /// The account with this name.
    async fn account(&self, name: &str) -> StoreResult<Option<Account>>;

    /// Opens a session of an account.
    async fn open_session(&self, account: i64, session: &StoredSession) -> StoreResult<()>;

    /// The account of a session that has not expired at the instant given.
    async fn session(&self, token: TokenDigest, at: u64) -> StoreResult<Option<Account>>;

    /// Ends a session.
    async fn close_session(&self, token: TokenDigest) -> StoreResult<()>;
}
