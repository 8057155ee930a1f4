//! Random ids and secret tokens.

use std::io;

/// Lower-case letters and digits without pairs that look alike.
const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz234567890";

fn letters<const LENGTH: usize>() -> io::Result<String> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| ALPHABET[usize::from(byte % 32)] as char).collect())
}

/// A short id for a game or a seek: 50 bits, easy to read out.
pub(crate) fn random_id() -> io::Result<String> {
    letters::<10>()
}

/// A secret token of 160 bits.
pub(crate) fn secret_token() -> io::Result<String> {
    letters::<32>()
}

/// A random number.
pub(crate) fn random_u64() -> io::Result<u64> {
    getrandom::u64().map_err(|error| io::Error::other(error.to_string()))
}
