//! Accounts: opening one, signing in and out.

use std::sync::Arc;
use std::time::Duration;

use crate::clock::Clock;
use crate::connections::ConnectionTracker;
use crate::password::{MAX_LENGTH, MIN_LENGTH, Passwords};
use crate::random::secret_token;
use crate::seeks::tidy_name;
use crate::store::{Account, Store, StoreError, TokenDigest};

/// How long a session lasts.
pub(crate) const SESSION: Duration = Duration::from_secs(30 * 24 * 3600);

/// Why somebody could not open an account or sign in.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AccountError {
    /// The name is empty.
    #[error("the name is missing")]
    NameMissing,
    /// The password is too short or too long.
    #[error("the password is too short or too long")]
    PasswordLength,
    /// Another account has the name.
    #[error("the name is taken")]
    NameTaken,
    /// The name or the password is wrong.
    #[error("the name or the password is wrong")]
    WrongCredentials,
    /// The password could not be hashed.
    #[error("the password could not be hashed")]
    Hashing,
    /// No random numbers.
    #[error("no random numbers: {0}")]
    Random(#[from] std::io::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Accounts and sessions.
pub(crate) struct Accounts {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) connections: Arc<ConnectionTracker>,
    pub(crate) passwords: Passwords,
    pub(crate) clock: Clock,
}

impl Accounts {
    /// Opens an account. The games of the visitor become its own.
    pub(crate) async fn open(
        &self,
        name: &str,
        password: String,
        visitor: Option<TokenDigest>,
    ) -> Result<Account, AccountError> {
        let name = tidy_name(name).ok_or(AccountError::NameMissing)?;
        if !(MIN_LENGTH..=MAX_LENGTH).contains(&password.chars().count()) {
            return Err(AccountError::PasswordLength);
        }
        let password_hash = self.passwords.hash(password).await.ok_or(AccountError::Hashing)?;
        match self.store.create_account(&name, &password_hash, visitor, self.clock.now().0).await {
            Ok(id) => Ok(Account { id, name, password_hash }),
            Err(StoreError::Conflict) => Err(AccountError::NameTaken),
            Err(error) => Err(error.into()),
        }
    }

    /// The account of a name and a password.
    pub(crate) async fn authenticate(&self, name: &str, password: &str) -> Result<Account, AccountError> {
        let account = self.store.account(name).await?;
        let password = password.chars().take(MAX_LENGTH + 1).collect();
        let hash = account.as_ref().map(|account| account.password_hash.clone());
        let right = self.passwords.verify(password, hash).await;
        account.filter(|_| right).ok_or(AccountError::WrongCredentials)
    }

    /// Opens a session and ends the one before. Returns its token.
    pub(crate) async fn open_session(
        &self,
        account: &Account,
        previous: Option<TokenDigest>,
    ) -> Result<String, AccountError> {
        self.close_session(previous).await?;
        let token = secret_token()?;
        let expires = self.clock.now().plus(SESSION);
        self.store.open_session(TokenDigest::of(&token), account.id, expires.0).await?;
        Ok(token)
    }

    /// Ends a session and closes its connections.
    pub(crate) async fn close_session(&self, session: Option<TokenDigest>) -> Result<(), AccountError> {
        if let Some(session) = session {
            self.store.close_session(session).await?;
            self.connections.sign_out(session);
        }
        Ok(())
    }

    /// The account of an open session.
    pub(crate) async fn of_session(&self, session: TokenDigest) -> Result<Option<Account>, AccountError> {
        Ok(self.store.session(session, self.clock.now().0).await?)
    }
}
