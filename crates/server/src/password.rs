//! Password hashing with Argon2id.

mod common;

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use argon2::password_hash::phc::{Output, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use tokio::sync::Semaphore;

pub(crate) use common::is_common;

/// The shortest password accepted, in characters.
pub(crate) const MIN_LENGTH: usize = 8;
/// The longest password accepted, which bounds the work of hashing it.
pub(crate) const MAX_LENGTH: usize = 200;

/// Passwords hashed at a time: each takes a buffer and some CPU time.
const CONCURRENT: usize = 2;
/// Memory of one hash in KiB.
const MEMORY: u32 = 19_456;

/// Hashes and verifies passwords, a few at a time, in buffers that are used again.
#[derive(Debug)]
pub(crate) struct Passwords {
    permits: Semaphore,
    buffers: Arc<Buffers>,
}

impl Default for Passwords {
    fn default() -> Self {
        Self { permits: Semaphore::new(CONCURRENT), buffers: Arc::default() }
    }
}

/// Buffers that are not in use.
#[derive(Default, Debug)]
struct Buffers(Mutex<Vec<Vec<Block>>>);

impl Buffers {
    /// Hashes in a free buffer.
    fn hash(&self, argon2: &Argon2<'_>, password: &str, salt: &[u8]) -> Option<Output> {
        let free = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut buffer = free.unwrap_or_default();
        buffer.resize(argon2.params().block_count(), Block::default());
        let mut output = [0; Params::DEFAULT_OUTPUT_LEN];
        let hashed =
            argon2.hash_password_into_with_memory(password.as_bytes(), salt, &mut output, &mut buffer[..]);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(buffer);
        hashed.ok().and_then(|()| Output::new(&output).ok())
    }

    /// The PHC string of a password with a new salt.
    fn hash_to_text(&self, password: &str) -> Option<String> {
        let params = Params::new(MEMORY, 2, 1, None).ok()?;
        let mut salt = [0; 16];
        getrandom::fill(&mut salt).ok()?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
        let hash = PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: (&params).try_into().ok()?,
            salt: Some(Salt::new(&salt).ok()?),
            hash: Some(self.hash(&argon2, password, &salt)?),
        };
        Some(hash.to_string())
    }

    fn verify(&self, password: &str, stored: &str) -> Option<bool> {
        let stored = PasswordHash::new(stored).ok()?;
        let algorithm = Algorithm::try_from(stored.algorithm.as_str()).ok()?;
        let version = stored.version.map_or(Ok(Version::default()), Version::try_from).ok()?;
        let argon2 = Argon2::new(algorithm, version, Params::try_from(&stored).ok()?);
        let computed = self.hash(&argon2, password, stored.salt.as_ref()?)?;
        Some(stored.hash? == computed) // compared in constant time
    }
}

impl Passwords {
    /// The hash to store for a password, as a PHC string; `None` if hashing failed.
    pub(crate) async fn hash(&self, password: String) -> Option<String> {
        let _permit = self.permits.acquire().await;
        let buffers = Arc::clone(&self.buffers);
        tokio::task::spawn_blocking(move || buffers.hash_to_text(&password)).await.ok().flatten()
    }

    /// Whether a password matches the stored hash. Without a hash the same work is done, so that the time taken does
    /// not reveal which accounts exist.
    pub(crate) async fn verify(&self, password: String, stored: Option<String>) -> bool {
        static DUMMY: OnceLock<String> = OnceLock::new();
        let _permit = self.permits.acquire().await;
        let buffers = Arc::clone(&self.buffers);
        let check = move || {
            let dummy =
                || DUMMY.get_or_init(|| buffers.hash_to_text("dummy password").unwrap_or_default()).clone();
            let known = stored.is_some();
            let hash = stored.unwrap_or_else(dummy);
            buffers.verify(&password, &hash).unwrap_or(false) && known
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

    #[tokio::test]
    async fn a_hash_of_another_program_is_accepted() {
        // The PHC string of "password" with the salt "somesalt", from the reference implementation's tests.
        let stored = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
        let passwords = Passwords::default();
        assert!(passwords.verify("password".to_owned(), Some(stored.to_owned())).await);
        assert!(!passwords.verify("Password".to_owned(), Some(stored.to_owned())).await);
    }

    #[tokio::test]
    async fn a_crowd_shares_a_few_buffers() {
        let passwords = Arc::new(Passwords::default());
        let mut crowd = tokio::task::JoinSet::new();
        for _ in 0..20 {
            let passwords = Arc::clone(&passwords);
            crowd.spawn(async move { passwords.verify("guess".to_owned(), None).await });
        }
        assert!(crowd.join_all().await.iter().all(|right| !right));
        let buffers = passwords.buffers.0.lock().expect("no panic");
        assert!((1..=CONCURRENT).contains(&buffers.len()), "{}", buffers.len());
    }
}
