//! The serialised twins of what leaves the crate.

use serde::Serialize;

use crate::check::{EventCheck, EventDifference};
use crate::outcome::PairingNumber;
use crate::pairing::{Pairing, RoundPairing};

/// Two players who meet.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct WirePairing {
    /// Who has White.
    pub white: PairingNumber,
    /// Who has Black.
    pub black: PairingNumber,
}

impl From<Pairing> for WirePairing {
    fn from(pair: Pairing) -> Self {
        Self { white: pair.white, black: pair.black }
    }
}

/// The pairing of a round.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct WireRoundPairing {
    /// The round, from 1.
    pub round: usize,
    /// The pairs, board 1 first.
    pub pairs: Vec<WirePairing>,
    /// Who is left over.
    pub bye: Vec<PairingNumber>,
}

impl From<&RoundPairing> for WireRoundPairing {
    fn from(pairing: &RoundPairing) -> Self {
        Self {
            round: pairing.round,
            pairs: pairing.pairs.iter().copied().map(WirePairing::from).collect(),
            bye: pairing.bye.clone(),
        }
    }
}

/// An event, derived again.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct WireEventCheck {
    /// How many rounds were paired again.
    pub rounds: usize,
    /// What differs.
    pub differences: Vec<WireEventDifference>,
}

/// Something that is not as the rules make it.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum WireEventDifference {
    /// A round was paired otherwise.
    Round {
        /// The round.
        round: usize,
        /// What the rules pair, without what is the same.
        expected: WireRoundPairing,
        /// What stands in the file, without what is the same.
        found: WireRoundPairing,
    },
    /// The rules find no pairing for a round.
    NoPairing {
        /// The round.
        round: usize,
        /// Why.
        reason: String,
    },
    /// The points of a player are not what the results are worth.
    Points {
        /// Who.
        number: PairingNumber,
        /// What the file says.
        listed: String,
        /// What the results are worth.
        computed: String,
    },
    /// A player ranks above another who has more points.
    Rank {
        /// Who ranks above.
        above: PairingNumber,
        /// Who ranks below with more points.
        below: PairingNumber,
    },
}

impl From<&EventCheck> for WireEventCheck {
    fn from(check: &EventCheck) -> Self {
        Self {
            rounds: check.rounds,
            differences: check.differences.iter().map(WireEventDifference::from).collect(),
        }
    }
}

impl From<&EventDifference> for WireEventDifference {
    fn from(difference: &EventDifference) -> Self {
        match difference {
            EventDifference::Round { round, expected, found } => {
                Self::Round { round: *round, expected: expected.into(), found: found.into() }
            }
            EventDifference::NoPairing { round, reason } => {
                Self::NoPairing { round: *round, reason: reason.to_string() }
            }
            EventDifference::PlayerPoints { number, listed, computed } => {
                Self::Points { number: *number, listed: listed.to_string(), computed: computed.to_string() }
            }
            EventDifference::RankOrder { above, below } => Self::Rank { above: *above, below: *below },
        }
    }
}
