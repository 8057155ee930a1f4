//! What can go wrong with a command.

use std::fmt;
use std::io;

/// Why a command ended without its result.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What the person gave cannot be used; one sentence says what and where.
    Input(String),
    /// The command did its work and said what it found; this exit code sums it up.
    Said(u8),
    /// The result could not be written.
    Output(io::Error),
    /// Nobody reads on, as with `| head`: not a fault.
    ReaderGone,
}

impl Failure {
    /// A fault of the input.
    pub(crate) fn input(sentence: impl fmt::Display) -> Self {
        Self::Input(sentence.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::ReaderGone } else { Self::Output(error) }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::from(io::Error::from(error))
    }
}
