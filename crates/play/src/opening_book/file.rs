//! The file of an opening book.
//!
//! All numbers are little-endian. The file begins with [`MAGIC`], the name of the game and the provenance, each with its length
//! before it, and the number of positions. A position is its key, its support, its number of moves, and for each move the lowest
//! bits of the key after it and its value. A checksum ends the file.

use std::fmt;

use super::{BookEntry, BookMove, OpeningBook};

/// The name and version of the format.
const MAGIC: &[u8; 8] = b"DAMBOOK1";

/// Why bytes are not a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookFileError {
    /// They do not begin as a book of this version does.
    OtherFormat,
    /// The game is not known.
    UnknownGame,
    /// They end too soon, or too late.
    Length,
    /// The checksum is wrong.
    Checksum,
}

impl fmt::Display for BookFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OtherFormat => "it is not an opening book of this version",
            Self::UnknownGame => "its game is not known",
            Self::Length => "it is cut off, or has more than it says",
            Self::Checksum => "it is damaged",
        })
    }
}

impl std::error::Error for BookFileError {}

impl OpeningBook {
    /// The bytes of its file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for text in [self.variant.name(), &self.provenance] {
            let text = &text.as_bytes()[..text.len().min(usize::from(u16::MAX))];
            bytes.extend((text.len() as u16).to_le_bytes());
            bytes.extend(text);
        }
        bytes.extend((self.entries.len() as u32).to_le_bytes());
        for entry in &self.entries {
            let moves = &entry.moves[..entry.moves.len().min(usize::from(u8::MAX))];
            bytes.extend(entry.key.to_le_bytes());
            bytes.extend(entry.support.to_le_bytes());
            bytes.push(moves.len() as u8);
            for m in moves {
                bytes.extend(m.after.to_le_bytes());
                bytes.extend(m.value.to_le_bytes());
            }
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookFileError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(BookFileError::OtherFormat)?;
        let (content, sum) = rest.split_last_chunk().ok_or(BookFileError::Length)?;
        if u64::from_le_bytes(*sum) != checksum(&bytes[..bytes.len() - sum.len()]) {
            return Err(BookFileError::Checksum);
        }
        let mut reader = BookBytes(content);
        let variant = reader.text()?.parse().map_err(|_| BookFileError::UnknownGame)?;
        let provenance = reader.text()?;
        let count = u32::from_le_bytes(reader.take()?);
        // Not reserved in advance: the number may be wrong.
        let mut entries = Vec::new();
        for _ in 0..count {
            let (key, support) = (u64::from_le_bytes(reader.take()?), u32::from_le_bytes(reader.take()?));
            let [count] = reader.take()?;
            let mut moves = Vec::with_capacity(count.into());
            for _ in 0..count {
                let (after, value) = (u16::from_le_bytes(reader.take()?), i16::from_le_bytes(reader.take()?));
                moves.push(BookMove { after, value });
            }
            entries.push(BookEntry { key, support, moves });
        }
        if reader.0.is_empty() {
            Ok(Self::new(variant, provenance, entries))
        } else {
            Err(BookFileError::Length)
        }
    }
}

/// The bytes that are still to be read.
struct BookBytes<'a>(&'a [u8]);

impl BookBytes<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], BookFileError> {
        let (first, rest) = self.0.split_first_chunk().ok_or(BookFileError::Length)?;
        self.0 = rest;
        Ok(*first)
    }

    fn text(&mut self) -> Result<String, BookFileError> {
        let length = usize::from(u16::from_le_bytes(self.take()?));
        let (text, rest) = self.0.split_at_checked(length).ok_or(BookFileError::Length)?;
        self.0 = rest;
        Ok(String::from_utf8_lossy(text).into_owned())
    }
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use damiera_rules::Variant;

    fn book() -> OpeningBook {
        let entry = |key| BookEntry {
            key,
            support: key as u32,
            moves: (0..key as u16 % 5).map(|after| BookMove { after, value: -7 }).collect(),
        };
        OpeningBook::new(Variant::PROTOCOL_DEFAULT, "a test".to_owned(), (0..40).map(entry).collect())
    }

    #[test]
    fn a_written_book_reads_as_itself() {
        assert_eq!(OpeningBook::from_bytes(&book().to_bytes()), Ok(book()));
    }

    #[test]
    fn damage_is_found() {
        let bytes = book().to_bytes();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(OpeningBook::from_bytes(&damaged).is_err(), "byte {at}");
            assert!(OpeningBook::from_bytes(&bytes[..at]).is_err(), "{at} bytes");
        }
    }
}
