//! Accounts and sessions.

use async_trait::async_trait;

use crate::StoreResult;
use crate::token::TokenDigest;

/// A player's account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// Its number.
    pub id: i64,
    /// The name as the player wrote it.
    pub name: String,
    /// The Argon2 hash of the password, as a PHC string.
    pub password_hash: String,
}

/// Storage of accounts and sessions. Names are compared without regard to case.
#[async_trait]
pub trait AccountStore: Send + Sync + 'static {
    /// Creates an account and assigns the visitor's games to it; `Conflict` if the name is in use.
    async fn create_account(
        &self,
        name: &str,
        password_hash: &str,
        visitor: Option<TokenDigest>,
        at: u64,
    ) -> StoreResult<i64>;

    /// The account with this name.
    async fn account(&self, name: &str) -> StoreResult<Option<Account>>;

    /// Opens a session.
    async fn open_session(&self, token: TokenDigest, account: i64, expires_at: u64) -> StoreResult<()>;

    /// The account of a session that has not expired at the instant given.
    async fn session(&self, token: TokenDigest, at: u64) -> StoreResult<Option<Account>>;

    /// Ends a session.
    async fn close_session(&self, token: TokenDigest) -> StoreResult<()>;
}
