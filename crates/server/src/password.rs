//! Password hashing with Argon2id.

use std::sync::OnceLock;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

/// The shortest password accepted, in characters.
pub(crate) const MIN_LENGTH: usize = 8;
/// The longest password accepted, which bounds the work of hashing it.
pub(crate) const MAX_LENGTH: usize = 200;

/// Passwords hashed at a time: each takes 19 MiB and some CPU time.
const CONCURRENT: usize = 2;

/// Hashes and verifies passwords, a few at a time.
#[derive(Debug)]
pub(crate) struct Passwords(Semaphore);

impl Default for Passwords {
    fn default() -> Self {
        Self(Semaphore::new(CONCURRENT))
    }
}

fn argon2() -> Argon2<'static> {
    let params = Params::new(19_456, 2, 1, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

fn hash_now(password: &str) -> Option<String> {
    let hash: PasswordHash = argon2().hash_password(password.as_bytes()).ok()?;
    Some(hash.to_string())
}

impl Passwords {
    /// The hash to store for a password, as a PHC string; `None` if hashing failed.
    pub(crate) async fn hash(&self, password: String) -> Option<String> {
        let _permit = self.0.acquire().await;
        tokio::task::spawn_blocking(move || hash_now(&password)).await.ok().flatten()
    }

    /// Whether a password matches the stored hash. Without a hash the same work is done, so that the time taken does
    /// not reveal which accounts exist.
    pub(crate) async fn verify(&self, password: String, stored: Option<String>) -> bool {
        static DUMMY: OnceLock<String> = OnceLock::new();
        let _permit = self.0.acquire().await;
        let check = move || {
            let dummy = || DUMMY.get_or_init(|| hash_now("dummy password").unwrap_or_default()).clone();
            let known = stored.is_some();
            let hash = stored.unwrap_or_else(dummy);
            let right = PasswordHash::new(&hash)
                .is_ok_and(|hash| argon2().verify_password(password.as_bytes(), &hash).is_ok());
            right && known
        };
        tokio::task::spawn_blocking(check).await.unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_is_accepted() {
        let passwords = Passwords::default();
        let stored = passwords.hash("correct horse".to_owned()).await.expect("a hash");
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(passwords.verify("correct horse".to_owned(), Some(stored.clone())).await);
        assert!(!passwords.verify("battery staple".to_owned(), Some(stored)).await);
        assert!(!passwords.verify("dummy password".to_owned(), None).await);
    }
}
