//! Serialised commands.

use std::time::Duration;

use damiera_rules as rules;
use serde::{Deserialize, Serialize};

use super::{
    BadWire, WireActor, WireBlame, WireCaptureObjection, WirePlacementDoubt, WireRank, WireSide,
    WireStartFault, ms, setup, square,
};
use crate::{AbsentPlayers, Game, Moment};

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
    NoShow { side: Option<WireSide> },
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
            Self::NoShow { side: None } => D::NoShow(AbsentPlayers::Both),
            Self::NoShow { side: Some(side) } => D::NoShow(AbsentPlayers::One((*side).into())),
            Self::DeclareDraw => D::DeclareDraw,
            Self::StartVacation => D::StartVacation,
            Self::EndVacation => D::EndVacation,
        })
    }
}

impl From<&crate::Command> for WireCommand {
    fn from(command: &crate::Command) -> Self {
        Self { by: command.by.into(), action: (&command.action).into() }
    }
}

impl From<&crate::Action> for WireAction {
    fn from(action: &crate::Action) -> Self {
        use crate::Action as D;
        match action {
            D::Start => Self::Start,
            D::Move(attempt) => Self::Move { notation: attempt.to_string() },
            D::Stands(setup) => Self::Stands { fen: setup.to_string() },
            D::Touch(at) => Self::Touch { square: at.number() },
            D::Adjust(at) => Self::Adjust { square: at.number() },
            D::CrownLate(at) => Self::CrownLate { square: at.number() },
            D::Resign => Self::Resign,
            D::Abort => Self::Abort,
            D::OfferDraw => Self::OfferDraw,
            D::AcceptDraw => Self::AcceptDraw,
            D::DeclineDraw => Self::DeclineDraw,
            D::ClaimDraw => Self::ClaimDraw,
            D::Count(limit) => Self::Count { limit: *limit },
            D::CancelCount => Self::CancelCount,
            D::Flag => Self::Flag,
            D::AskTakeback => Self::AskTakeback,
            D::AcceptTakeback => Self::AcceptTakeback,
            D::DeclineTakeback => Self::DeclineTakeback,
            D::Keep => Self::Keep,
            D::Correct(setup) => Self::Correct { fen: setup.as_ref().map(ToString::to_string) },
            D::Pause => Self::Pause,
            D::Resume => Self::Resume,
            D::SetClocks([white, black]) => Self::SetClocks { white: ms(*white), black: ms(*black) },
            D::Annul(fault, blame) => Self::Annul { fault: (*fault).into(), blame: (*blame).into() },
            D::Disturb => Self::Disturb,
            D::Restore => Self::Restore,
            D::Destroyed => Self::Destroyed,
            D::Settle(crate::Placement { doubt, piece, from, to }) => Self::Settle {
                doubt: (*doubt).into(),
                side: piece.side.into(),
                rank: piece.rank.into(),
                from: from.map(rules::Square::number),
                to: to.map(rules::Square::number),
            },
            D::Object(objection) => Self::Object { objection: (*objection).into() },
            D::Undo => Self::Undo,
            D::RefusesRules(side) => Self::RefusesRules { side: (*side).into() },
            D::NoShow(AbsentPlayers::Both) => Self::NoShow { side: None },
            D::NoShow(AbsentPlayers::One(side)) => Self::NoShow { side: Some((*side).into()) },
            D::DeclareDraw => Self::DeclareDraw,
            D::StartVacation => Self::StartVacation,
            D::EndVacation => Self::EndVacation,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Profile, Terms};

    #[test]
    fn a_command_is_the_same_after_it_was_serialised() {
        let game = Game::new(Terms::new(rules::Variant::ALL[0], Profile::TABLE)).expect("a game");
        for action in [
            r#"{"ask":"start"}"#,
            r#"{"ask":"move","notation":"22-18"}"#,
            r#"{"ask":"stands","fen":"W:WK30:BK3"}"#,
            r#"{"ask":"touch","square":9}"#,
            r#"{"ask":"count","limit":5}"#,
            r#"{"ask":"correct","fen":null}"#,
            r#"{"ask":"set-clocks","white":1500,"black":60000}"#,
            r#"{"ask":"annul","fault":"board-turned","blame":"players"}"#,
            r#"{"ask":"settle","doubt":"astride","side":"white","rank":"king","from":3,"to":null}"#,
            r#"{"ask":"object","objection":"unclear"}"#,
            r#"{"ask":"refuses-rules","side":"black"}"#,
            r#"{"ask":"declare-draw"}"#,
        ] {
            let action: WireAction = serde_json::from_str(action).expect(action);
            let command = WireCommand { by: WireActor::White, action };
            let read = command.read(&game, Moment(7)).expect("a command");
            let again = WireCommand::from(&read).read(&game, Moment(7)).expect("a command");
            assert_eq!(again, read);
        }
    }
}
