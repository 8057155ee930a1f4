//! Random ids and secret tokens.

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
