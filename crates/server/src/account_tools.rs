//! What an operator does with accounts from the command line, without a running server.

use crate::accounts::AccountError;
use crate::password::Passwords;
use crate::random::secret_token;
use crate::store::{Account, Store, StoreResult};

/// Why a password could not be reset.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct ResetError(#[from] AccountError);

/// Sets a new random password, ends all sessions and removes all passkeys and keys. Returns the password.
pub async fn reset_password(store: &dyn Store, account: &Account) -> Result<String, ResetError> {
    let password: String = secret_token().map_err(AccountError::from)?.chars().take(20).collect();
    let hash = Passwords::default().hash(password.clone()).await.ok_or(AccountError::Hashing)?;
    store.set_password(account.id, &hash).await.map_err(AccountError::from)?;
    end_sessions(store, account).await.map_err(AccountError::from)?;
    store.delete_passkeys(account.id).await.map_err(AccountError::from)?;
    for key in store.keys(account.id).await.map_err(AccountError::from)? {
        store.delete_key(key.token).await.map_err(AccountError::from)?;
    }
    Ok(password)
}

/// Ends all sessions of an account.
pub async fn end_sessions(store: &dyn Store, account: &Account) -> StoreResult<()> {
    for session in store.sessions(account.id, 0).await? {
        store.close_session(session.token).await?;
    }
    Ok(())
}
