//! Serialised commands.

use std::time::Duration;

use damiera_rules as rules;
use serde::{Deserialize, Serialize};

use super::{
    BadWire, WireActor, WireBlame, WireCaptureObjection, WirePlacementDoubt, WireRank, WireSide,
    WireStartFault, setup, square,
};
use crate::{Game, Moment};

/// A command. The receiver adds the time.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Command))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct WireCommand {
    /// Who issues it.
    pub by: WireActor,
    /// The action.
    #[serde(flatten)]
    pub action: WireAction,
}

/// What a player or the arbiter does. See [`damiera_game::Action`](crate::Action).
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Ask))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "ask", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "documented at the domain type")]
pub enum WireAction {
    Start,
    Move { notation: String },
    Stands { fen: String },
    Touch { square: u8 },
    Adjust { square: u8 },
    CrownLate { square: u8 },
    Resign,
    Abort,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    ClaimDraw,
    Count { limit: Option<u8> },
    CancelCount,
    Flag,
    AskTakeback,
    AcceptTakeback,
    DeclineTakeback,
    Keep,
    Correct { fen: Option<String> },
    Pause,
    Resume,
    SetClocks { white: u64, black: u64 },
    Annul { fault: WireStartFault, blame: WireBlame },
    Disturb,
    Restore,
    Destroyed,
    Settle { doubt: WirePlacementDoubt, side: WireSide, rank: WireRank, from: Option<u8>, to: Option<u8> },
    Object { objection: WireCaptureObjection },
    Undo,
    RefusesRules { side: WireSide },
    DeclareDraw,
    StartVacation,
    EndVacation,
}

impl WireCommand {
    /// The domain command, issued at this instant.
    pub fn read(&self, game: &Game, at: Moment) -> Result<crate::Command, BadWire> {
        Ok(crate::Command { by: self.by.into(), at, action: self.action.read(game)? })
    }
}

impl WireAction {
    fn read(&self, game: &Game) -> Result<crate::Action, BadWire> {
        use crate::Action as D;
        Ok(match self {
            Self::Start => D::Start,
            Self::Move { notation } => D::Move(game.read(notation).map_err(BadWire::Move)?),
            Self::Stands { fen } => D::Stands(setup(fen)?),
            Self::Touch { square: at } => D::Touch(square(*at)?),
            Self::Adjust { square: at } => D::Adjust(square(*at)?),
            Self::CrownLate { square: at } => D::CrownLate(square(*at)?),
            Self::Resign => D::Resign,
            Self::Abort => D::Abort,
            Self::OfferDraw => D::OfferDraw,
            Self::AcceptDraw => D::AcceptDraw,
            Self::DeclineDraw => D::DeclineDraw,
            Self::ClaimDraw => D::ClaimDraw,
            Self::Count { limit } => D::Count(*limit),
            Self::CancelCount => D::CancelCount,
            Self::Flag => D::Flag,
            Self::AskTakeback => D::AskTakeback,
            Self::AcceptTakeback => D::AcceptTakeback,
            Self::DeclineTakeback => D::DeclineTakeback,
            Self::Keep => D::Keep,
            Self::Correct { fen } => D::Correct(fen.as_deref().map(setup).transpose()?),
            Self::Pause => D::Pause,
            Self::Resume => D::Resume,
            Self::SetClocks { white, black } => D::SetClocks([*white, *black].map(Duration::from_millis)),
            Self::Annul { fault, blame } => D::Annul((*fault).into(), (*blame).into()),
            Self::Disturb => D::Disturb,
            Self::Restore => D::Restore,
            Self::Destroyed => D::Destroyed,
            Self::Object { objection } => D::Object((*objection).into()),
            Self::Undo => D::Undo,
            Self::Settle { doubt, side, rank, from, to } => D::Settle(crate::Placement {
                doubt: (*doubt).into(),
                piece: rules::Piece { side: (*side).into(), rank: (*rank).into() },
                from: from.map(square).transpose()?,
                to: to.map(square).transpose()?,
            }),
            Self::RefusesRules { side } => D::RefusesRules((*side).into()),
            Self::DeclareDraw => D::DeclareDraw,
            Self::StartVacation => D::StartVacation,
            Self::EndVacation => D::EndVacation,
        })
    }
}
