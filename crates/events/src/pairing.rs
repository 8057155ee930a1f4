//! The pairing of a round, and why there may be none.

use std::cmp::Reverse;
use std::fmt;

use crate::outcome::PairingNumber;
use crate::pool::Pool;

/// Two players who meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pairing {
    /// Who has White; in a match of several games, in the first of them.
    pub white: PairingNumber,
    /// Who has Black.
    pub black: PairingNumber,
}

impl Pairing {
    /// Whether a player is one of the two.
    #[must_use]
    pub const fn has(&self, number: PairingNumber) -> bool {
        self.white == number || self.black == number
    }
}

/// The pairing of one round, board by board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoundPairing {
    /// The round, from 1.
    pub round: usize,
    /// The pairs, board 1 first.
    pub pairs: Vec<Pairing>,
    /// Who is left over.
    pub bye: Vec<PairingNumber>,
}

impl RoundPairing {
    /// Puts the boards in the usual order: the higher score of a pair, the lower score, the better pairing number.
    pub(crate) fn sort(&mut self, pool: &Pool) {
        let order = |number: PairingNumber| {
            let found = pool.contestants.iter().find(|contestant| contestant.number == number);
            found.map(|contestant| (Reverse(contestant.plain_score), contestant.rank))
        };
        self.pairs.sort_by_cached_key(|pair| {
            let mut players = [pair.white, pair.black].map(|number| order(number).unwrap_or_default());
            players.sort_unstable();
            (players[0].0, players[1].0, players[0].1)
        });
    }
}

/// Why a round cannot be paired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPairing {
    /// No pairing of all players satisfies the absolute criteria: the arbiter decides (C.04.3, 1.9.3).
    Impossible {
        /// The round.
        round: usize,
    },
    /// Every planned round has been paired.
    AllRoundsPaired {
        /// How many were planned.
        rounds: usize,
    },
    /// Fewer than two players take part.
    TooFewPlayers,
    /// Fewer than two teams with players take part.
    TooFewTeams,
    /// The scores differ more than the algorithm can tell apart.
    TooManyScores {
        /// The round.
        round: usize,
    },
    /// A result of an earlier round is missing.
    ResultMissing {
        /// The round.
        round: usize,
        /// Whose.
        number: PairingNumber,
    },
    /// An arena has no rounds.
    NoRounds,
    /// Nobody waited for the pairing any more.
    Stopped,
    /// A knockout match has no winner.
    Undecided {
        /// The round.
        round: usize,
        /// One of the two players.
        number: PairingNumber,
    },
}

impl fmt::Display for NoPairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Impossible { round } => {
                write!(
                    f,
                    "round {round} cannot be paired without breaking an absolute rule; the arbiter decides"
                )
            }
            Self::AllRoundsPaired { rounds } => {
                write!(f, "every round has been paired: {rounds} of {rounds}")
            }
            Self::TooFewPlayers => write!(f, "fewer than two players take part"),
            Self::TooFewTeams => write!(f, "fewer than two teams with players take part"),
            Self::TooManyScores { round } => {
                write!(f, "round {round} has more different scores in one bracket than can be paired")
            }
            Self::NoRounds => write!(f, "an arena has no rounds: whoever is free is paired while it is held"),
            Self::Stopped => write!(f, "the pairing was stopped"),
            Self::ResultMissing { round, number } => {
                write!(f, "the result of player {number} in round {round} is missing")
            }
            Self::Undecided { round, number } => {
                write!(f, "the match of player {number} in round {round} has no winner")
            }
        }
    }
}

impl std::error::Error for NoPairing {}
