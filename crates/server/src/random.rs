//! Random ids and secret tokens.

use std::io;

use crate::store::TokenDigest;

/// Lower-case letters and digits without pairs that look alike.
const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz234567890";

/// Letters of an id.
const ID: usize = 10;

fn letters(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| ALPHABET[usize::from(byte % 32)] as char).collect()
}

fn random_letters<const LENGTH: usize>() -> io::Result<String> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(letters(&bytes))
}

/// A short id for a game or a seek: 50 bits, easy to read out.
pub(crate) fn random_id() -> io::Result<String> {
    random_letters::<ID>()
}

/// An id that follows from a text, so that everybody who knows the text has the same id. It looks like a random one.
pub(crate) fn derived_id(text: &str) -> String {
    letters(&TokenDigest::of(text).0[..ID])
}

/// A secret token of 160 bits.
pub(crate) fn secret_token() -> io::Result<String> {
    random_letters::<32>()
}

/// A random number.
pub(crate) fn random_u64() -> io::Result<u64> {
    getrandom::u64().map_err(|error| io::Error::other(error.to_string()))
}
