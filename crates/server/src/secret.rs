//! Unguessable words, and their digests, which alone are kept.

use sha2::{Digest as _, Sha256};

/// A digest of a secret word.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest(pub [u8; 32]);

impl std::fmt::Debug for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Digest(…)")
    }
}

impl Digest {
    /// The digest of a word.
    #[must_use]
    pub fn of(word: &str) -> Self {
        Self(Sha256::digest(word.as_bytes()).into())
    }

    /// A digest as it is kept.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Some(Self(bytes.try_into().ok()?))
    }
}

/// Letters and figures that do not look alike.
const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz234567890";

/// A word that anybody can read out: five bits of chance a letter.
pub(crate) fn word<const LETTERS: usize>() -> std::io::Result<String> {
    let mut bytes = [0; LETTERS];
    getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| ALPHABET[usize::from(byte % 32)] as char).collect())
}

/// A number nobody can guess.
pub(crate) fn chance() -> std::io::Result<u64> {
    getrandom::u64().map_err(|error| std::io::Error::other(error.to_string()))
}

/// A word nobody can guess: 160 bits.
pub(crate) fn secret() -> std::io::Result<String> {
    word::<32>()
}
