//! People who want to be known again: a name, a password, a session.

use std::sync::OnceLock;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::room::RoomError;

/// Passwords that are looked at at a time: each takes 19 MiB and some time.
static AT_A_TIME: Semaphore = Semaphore::const_new(2);

/// The shortest password taken.
pub(crate) const SHORTEST: usize = 8;
/// The longest: a longer one is somebody trying what happens.
pub(crate) const LONGEST: usize = 200;

fn argon2() -> Argon2<'static> {
    let params = Params::new(19_456, 2, 1, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

fn hashed(password: &str) -> Option<String> {
    let hash: PasswordHash = argon2().hash_password(password.as_bytes()).ok()?;
    Some(hash.to_string())
}

/// A password as it is kept.
pub(crate) async fn hash(password: String) -> Result<String, RoomError> {
    let _turn = AT_A_TIME.acquire().await;
    let hash = tokio::task::spawn_blocking(move || hashed(&password)).await;
    hash.ok().flatten().ok_or_else(|| RoomError::Bad("the password cannot be used".to_owned()))
}

/// Whether it is the password. Where there is no such account the work is the same, so that its time tells nothing.
pub(crate) async fn is_right(password: String, kept: Option<String>) -> bool {
    static NOBODY: OnceLock<String> = OnceLock::new();
    let _turn = AT_A_TIME.acquire().await;
    let check = move || {
        let nobody = || NOBODY.get_or_init(|| hashed("nobody's password").unwrap_or_default()).clone();
        let known = kept.is_some();
        let hash = kept.unwrap_or_else(nobody);
        let right = PasswordHash::new(&hash)
            .is_ok_and(|hash| argon2().verify_password(password.as_bytes(), &hash).is_ok());
        right && known
    };
    tokio::task::spawn_blocking(check).await.unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_known_again_and_no_other() {
        let kept = hash("correct horse".to_owned()).await.expect("a hash");
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        assert!(is_right("correct horse".to_owned(), Some(kept.clone())).await);
        assert!(!is_right("battery staple".to_owned(), Some(kept)).await);
        assert!(!is_right("nobody's password".to_owned(), None).await);
    }
}
