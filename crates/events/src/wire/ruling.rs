//! Serialised rulings of an event's arbiter.

use std::time::Duration;

use damiera_game::wire::WireSide;
use serde::{Deserialize, Serialize};

use crate::tournament::ArbiterRuling;

/// What an event's arbiter does in a game.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ArbiterRuling))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum WireArbiterRuling {
    /// Stops the clocks.
    StopClocks {},
    /// Restarts the clocks.
    RestartClocks {},
    /// Corrects the clocks: the time left in milliseconds.
    SetClocks {
        /// White's.
        white: u64,
        /// Black's.
        black: u64,
    },
    /// Starts the count of king moves.
    StartCount {},
    /// Cancels the count of king moves.
    CancelCount {},
    /// Declares a draw that is due by a count.
    DeclareDraw {},
    /// Declares the game lost for a player who refuses to follow the rules.
    DeclareLoss {
        /// Who loses.
        side: WireSide,
    },
}

impl From<ArbiterRuling> for WireArbiterRuling {
    fn from(ruling: ArbiterRuling) -> Self {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        match ruling {
            ArbiterRuling::StopClocks => Self::StopClocks {},
            ArbiterRuling::RestartClocks => Self::RestartClocks {},
            ArbiterRuling::SetClocks([white, black]) => {
                Self::SetClocks { white: millis(white), black: millis(black) }
            }
            ArbiterRuling::StartCount => Self::StartCount {},
            ArbiterRuling::CancelCount => Self::CancelCount {},
            ArbiterRuling::DeclareDraw => Self::DeclareDraw {},
            ArbiterRuling::DeclareLoss(side) => Self::DeclareLoss { side: side.into() },
        }
    }
}

impl From<WireArbiterRuling> for ArbiterRuling {
    fn from(ruling: WireArbiterRuling) -> Self {
        match ruling {
            WireArbiterRuling::StopClocks {} => Self::StopClocks,
            WireArbiterRuling::RestartClocks {} => Self::RestartClocks,
            WireArbiterRuling::SetClocks { white, black } => {
                Self::SetClocks([white, black].map(Duration::from_millis))
            }
            WireArbiterRuling::StartCount {} => Self::StartCount,
            WireArbiterRuling::CancelCount {} => Self::CancelCount,
            WireArbiterRuling::DeclareDraw {} => Self::DeclareDraw,
            WireArbiterRuling::DeclareLoss { side } => Self::DeclareLoss(side.into()),
        }
    }
}
