//! Digests of secret tokens. Tokens themselves are never stored.

use sha2::{Digest, Sha256};

/// The SHA-256 digest of a secret token: a visitor cookie, a session cookie or an API key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenDigest(pub [u8; 32]);

impl std::fmt::Debug for TokenDigest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TokenDigest(…)")
    }
}

impl TokenDigest {
    /// The digest of a token.
    #[must_use]
    pub fn of(token: &str) -> Self {
        Self(Sha256::digest(token.as_bytes()).into())
    }

    /// The digest as hexadecimal digits.
    #[must_use]
    pub fn to_hex(self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// A digest read back from hexadecimal digits; `None` unless it has 64 of them.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Self> {
        let digits: Vec<u8> = text.chars().map(|c| Some(c.to_digit(16)? as u8)).collect::<Option<_>>()?;
        let bytes: Vec<u8> =
            digits.chunks(2).map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit)).collect();
        Self::from_bytes(&bytes).filter(|_| digits.len() == 64)
    }

    /// A digest read back from storage; `None` unless it has 32 bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Some(Self(bytes.try_into().ok()?))
    }
}
