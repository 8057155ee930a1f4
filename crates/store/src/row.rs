//! Values as both databases store them.

use crate::token::TokenDigest;

pub(crate) fn read_digest(bytes: Option<Vec<u8>>) -> Option<TokenDigest> {
    bytes.and_then(|bytes| TokenDigest::from_bytes(&bytes))
}

pub(crate) fn digest_bytes(digest: &Option<TokenDigest>) -> Option<&[u8]> {
    digest.as_ref().map(|digest| &digest.0[..])
}

/// The key under which an account's name is unique.
pub(crate) fn folded(name: &str) -> String {
    name.to_lowercase()
}

/// A text without the one character that PostgreSQL cannot store.
pub(crate) fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}
