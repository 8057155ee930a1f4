//! What can be wrong with a tournament report file.

use std::fmt;

use crate::outcome::PairingNumber;
use crate::points::Points;

/// Something wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrfFault {
    /// The line, from 1.
    pub line: usize,
    /// What.
    pub problem: TrfProblem,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TrfProblem {
    /// The code of the line is not one of the format.
    UnknownRecord(String),
    /// A field cannot be read.
    BadField {
        /// Which, in words.
        field: &'static str,
        /// What stands there.
        text: String,
    },
    /// A number was given to two players.
    RepeatedNumber(PairingNumber),
    /// A player is named who is not in the list.
    UnknownPlayer(PairingNumber),
    /// A player is their own opponent.
    OwnOpponent(PairingNumber),
    /// What two players have for the same round does not fit together.
    Contradiction {
        /// The round.
        round: usize,
        /// The player of this line.
        number: PairingNumber,
        /// The opponent.
        opponent: PairingNumber,
    },
    /// The points of a player are not what the results are worth.
    PointsDiffer {
        /// The player.
        number: PairingNumber,
        /// What the file says.
        listed: Points,
        /// What the results are worth.
        computed: Points,
    },
    /// The pairing system is not one of ours.
    UnknownSystem(String),
    /// The file is not UTF-8; it was read as Latin-1.
    NotUtf8,
    /// There are more lines or players than a tournament can have.
    TooLong,
    /// There is no player in the file.
    NoPlayers,
}

impl fmt::Display for TrfFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl fmt::Display for TrfProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownRecord(code) => write!(f, "the record \"{code}\" is not known and is kept as it is"),
            Self::BadField { field, text } => write!(f, "\"{text}\" is not a valid {field}"),
            Self::RepeatedNumber(number) => write!(f, "pairing number {number} is given twice"),
            Self::UnknownPlayer(number) => write!(f, "there is no player {number}"),
            Self::OwnOpponent(number) => write!(f, "player {number} is paired with themselves"),
            Self::Contradiction { round, number, opponent } => {
                write!(f, "round {round} of player {number} contradicts what stands for player {opponent}")
            }
            Self::PointsDiffer { number, listed, computed } => {
                write!(f, "player {number} has {listed} points, but the results are worth {computed}")
            }
            Self::UnknownSystem(name) => write!(f, "the pairing system \"{name}\" is not known"),
            Self::NotUtf8 => write!(f, "the file is not UTF-8 and was read as Latin-1"),
            Self::TooLong => write!(f, "the file is longer than any tournament"),
            Self::NoPlayers => write!(f, "the file has no player (record 001)"),
        }
    }
}

impl std::error::Error for TrfFault {}
