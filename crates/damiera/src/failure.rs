//! Errors of a command.

use std::fmt;
use std::io;

/// Why a command ended with an exit code other than 0, or early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input cannot be used; the sentence says what is wrong and where.
    Input(String),
    /// The command has already reported what it found; only the exit code is left to set.
    Reported(u8),
    /// The result could not be written.
    Output(io::Error),
    /// The reader of the output closed it, as `head` does. This is not an error.
    OutputClosed,
}

impl Failure {
    /// An error in the input.
    pub(crate) fn input(sentence: impl fmt::Display) -> Self {
        Self::Input(sentence.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::OutputClosed } else { Self::Output(error) }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::from(io::Error::from(error))
    }
}
