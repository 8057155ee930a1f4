//! Serialised results of boards, and byes.

use serde::{Deserialize, Serialize};

use crate::outcome::RoundOutcome;
use crate::tournament::BoardResult;

/// How a board ended.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = BoardResult))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "documented at the domain type")]
pub enum WireBoardResult {
    WhiteWins,
    Draw,
    BlackWins,
    WhiteByForfeit,
    BlackByForfeit,
    DoubleForfeit,
    WhiteEdge,
    BlackEdge,
    WhiteSlightEdge,
    BlackSlightEdge,
}

/// The two lists have the same order.
const RESULTS: [(BoardResult, WireBoardResult); 10] = [
    (BoardResult::WhiteWins, WireBoardResult::WhiteWins),
    (BoardResult::Draw, WireBoardResult::Draw),
    (BoardResult::BlackWins, WireBoardResult::BlackWins),
    (BoardResult::WhiteByForfeit, WireBoardResult::WhiteByForfeit),
    (BoardResult::BlackByForfeit, WireBoardResult::BlackByForfeit),
    (BoardResult::DoubleForfeit, WireBoardResult::DoubleForfeit),
    (BoardResult::WhiteEdge, WireBoardResult::WhiteEdge),
    (BoardResult::BlackEdge, WireBoardResult::BlackEdge),
    (BoardResult::WhiteSlightEdge, WireBoardResult::WhiteSlightEdge),
    (BoardResult::BlackSlightEdge, WireBoardResult::BlackSlightEdge),
];

impl From<BoardResult> for WireBoardResult {
    fn from(result: BoardResult) -> Self {
        RESULTS[result as usize].1
    }
}

impl From<WireBoardResult> for BoardResult {
    fn from(result: WireBoardResult) -> Self {
        RESULTS[result as usize].0
    }
}

/// A bye that an official grants.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = GrantedBye))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum WireBye {
    /// Worth a win.
    Full,
    /// Worth a draw.
    Half,
    /// Worth nothing.
    Zero,
}

impl From<WireBye> for RoundOutcome {
    fn from(bye: WireBye) -> Self {
        match bye {
            WireBye::Full => Self::FullBye,
            WireBye::Half => Self::HalfBye,
            WireBye::Zero => Self::ZeroBye,
        }
    }
}

impl From<RoundOutcome> for WireBye {
    fn from(outcome: RoundOutcome) -> Self {
        match outcome {
            RoundOutcome::FullBye => Self::Full,
            RoundOutcome::HalfBye => Self::Half,
            _ => Self::Zero,
        }
    }
}
