//! Serialised events.

use std::time::Duration;

use damiera_rules as rules;
use serde::{Deserialize, Serialize};

use super::{
    BadWire, WireActor, WireAdjustment, WireCaptureObjection, WireIrregularity, WirePlacement,
    WirePlacementDoubt, WireSide, WireStartFault, WireTouchEffect, ms, numbers, setup, square, squares,
};
use crate::event as domain;
use crate::{AbsentPlayers, EndReason, Moment};

/// An event.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Event))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct WireEvent {
    /// When it happened, in milliseconds.
    pub at: u64,
    /// Whether it belongs to the entry of the event before it, at an arbiter's table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub continues: bool,
    /// What happened.
    #[serde(flatten)]
    pub fact: WireFact,
}

/// What happened. See [`damiera_game::Fact`](crate::Fact).
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Fact))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "documented at the domain type")]
pub enum WireFact {
    Started,
    Moved {
        by: WireSide,
        from: u8,
        to: u8,
        captures: Vec<u8>,
        promotes: bool,
        #[serde(default, skip_serializing_if = "nothing")]
        spared: u64,
    },
    Irregular {
        by: WireSide,
        irregularity: WireIrregularity,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        article: Option<String>,
        stands: String,
    },
    Corrected,
    Kept,
    Lapsed,
    Touched {
        by: WireSide,
        square: u8,
        touch: WireTouchEffect,
    },
    Adjusted {
        by: WireSide,
        square: u8,
        #[serde(default = "announced")]
        adjustment: WireAdjustment,
    },
    LeftUnmarked {
        by: WireSide,
        square: u8,
    },
    Crowned {
        by: WireSide,
        square: u8,
    },
    Objected {
        by: WireSide,
        objection: WireCaptureObjection,
    },
    PlacementProposed {
        by: WireSide,
        placement: WirePlacement,
    },
    Withdrawn {
        events: u16,
    },
    DrawOffered {
        by: WireSide,
    },
    DrawDeclined,
    CountAsked {
        by: WireActor,
        limit: u8,
    },
    CountLowered {
        limit: u8,
    },
    CountCancelled {
        /// Whether a piece was touched or adjusted out of turn while it ran.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        out_of_turn: bool,
    },
    FlagFell {
        side: WireSide,
    },
    TakebackAsked {
        by: WireSide,
    },
    TakebackDeclined,
    TriedInVain {
        by: WireSide,
    },
    VacationStarted {
        by: WireSide,
    },
    VacationEnded {
        by: WireSide,
    },
    /// Something that the receiver may not know before the game ends: it would reveal the board to a blindfold player.
    Concealed,
    TakenBack {
        plies: u8,
    },
    Paused,
    Resumed,
    ClocksSet {
        white: u64,
        black: u64,
    },
    Credited {
        side: WireSide,
        time: u64,
    },
    Annulled {
        fault: WireStartFault,
        charge: WireTimeCharge,
        split: u64,
    },
    Disturbed,
    Restored,
    Settled {
        doubt: WirePlacementDoubt,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<u8>,
        stands: String,
    },
    Ended {
        how: WireEndReason,
        side: Option<WireSide>,
        limit: Option<u8>,
        article: Option<String>,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde requires a reference")]
const fn nothing(time: &u64) -> bool {
    *time == 0
}

/// Adjustments stored without this field were announced.
const fn announced() -> WireAdjustment {
    WireAdjustment::Announced
}

/// How the time used in an annulled game is charged.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Charge))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "documented at the domain type")]
pub enum WireTimeCharge {
    AsShown,
    Split,
    Nothing,
}

/// Why a game ended.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Ending))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "documented at the domain type")]
pub enum WireEndReason {
    Resignation,
    NoMove,
    NoPieces,
    TimeUp,
    BothFlags,
    RefusesRules,
    IllegalTries,
    Agreement,
    ByArbiter,
    KingMoves,
    ListedEnding,
    Repetition,
    Destroyed,
    Aborted,
    NoShow,
}

impl From<&domain::Event> for WireEvent {
    fn from(event: &domain::Event) -> Self {
        Self { at: event.at.0, continues: event.continues, fact: (&event.fact).into() }
    }
}

impl From<&domain::Fact> for WireFact {
    fn from(fact: &domain::Fact) -> Self {
        use domain::Fact as D;
        match fact {
            D::Started => Self::Started,
            D::Moved { by, m, spared } => Self::Moved {
                by: (*by).into(),
                from: m.from.number(),
                to: m.to.number(),
                captures: numbers(m.captured.iter()),
                promotes: m.promotes,
                spared: ms(*spared),
            },
            D::Irregular { by, kind, article, stands } => Self::Irregular {
                by: (*by).into(),
                irregularity: (*kind).into(),
                article: article.map(|article| article.to_string()),
                stands: stands.to_string(),
            },
            D::Corrected => Self::Corrected,
            D::Kept => Self::Kept,
            D::Lapsed => Self::Lapsed,
            D::Touched { by, square, touch } => {
                Self::Touched { by: (*by).into(), square: square.number(), touch: (*touch).into() }
            }
            D::Adjusted { by, square, adjustment } => {
                Self::Adjusted { by: (*by).into(), square: square.number(), adjustment: (*adjustment).into() }
            }
            D::LeftUnmarked { by, square } => {
                Self::LeftUnmarked { by: (*by).into(), square: square.number() }
            }
            D::Crowned { by, square } => Self::Crowned { by: (*by).into(), square: square.number() },
            D::Objected { by, objection } => {
                Self::Objected { by: (*by).into(), objection: (*objection).into() }
            }
            D::PlacementProposed { by, placement } => {
                Self::PlacementProposed { by: (*by).into(), placement: placement.into() }
            }
            D::Withdrawn { events } => Self::Withdrawn { events: *events },
            D::DrawOffered { by } => Self::DrawOffered { by: (*by).into() },
            D::DrawDeclined => Self::DrawDeclined,
            D::CountAsked { by, limit } => Self::CountAsked { by: (*by).into(), limit: *limit },
            D::CountLowered { limit } => Self::CountLowered { limit: *limit },
            D::CountCancelled { cause } => {
                Self::CountCancelled { out_of_turn: *cause == domain::CancellationCause::TouchedOutOfTurn }
            }
            D::FlagFell { side } => Self::FlagFell { side: (*side).into() },
            D::TakebackAsked { by } => Self::TakebackAsked { by: (*by).into() },
            D::TakebackDeclined => Self::TakebackDeclined,
            D::TriedInVain { by } => Self::TriedInVain { by: (*by).into() },
            D::VacationStarted { by } => Self::VacationStarted { by: (*by).into() },
            D::VacationEnded { by } => Self::VacationEnded { by: (*by).into() },
            D::TakenBack { plies } => Self::TakenBack { plies: *plies },
            D::Paused => Self::Paused,
            D::Resumed => Self::Resumed,
            D::ClocksSet { left } => Self::ClocksSet { white: ms(left[0]), black: ms(left[1]) },
            D::Credited { side, time } => Self::Credited { side: (*side).into(), time: ms(*time) },
            D::Annulled { fault, charge } => {
                let (charge, split) = match charge {
                    domain::TimeCharge::AsShown => (WireTimeCharge::AsShown, 0),
                    domain::TimeCharge::Split(each) => (WireTimeCharge::Split, ms(*each)),
                    domain::TimeCharge::Nothing => (WireTimeCharge::Nothing, 0),
                };
                Self::Annulled { fault: (*fault).into(), charge, split }
            }
            D::Disturbed => Self::Disturbed,
            D::Restored => Self::Restored,
            D::Settled { doubt, from, to, stands } => Self::Settled {
                doubt: (*doubt).into(),
                from: from.map(rules::Square::number),
                to: to.map(rules::Square::number),
                stands: stands.to_string(),
            },
            D::Ended { how } => ended(*how),
        }
    }
}

fn ended(how: EndReason) -> WireFact {
    let (how, side, limit, article) = match how {
        EndReason::Resignation(side) => (WireEndReason::Resignation, Some(side), None, None),
        EndReason::NoMove(side) => (WireEndReason::NoMove, Some(side), None, None),
        EndReason::NoPieces(side) => (WireEndReason::NoPieces, Some(side), None, None),
        EndReason::TimeUp(side) => (WireEndReason::TimeUp, Some(side), None, None),
        EndReason::RefusesRules(side) => (WireEndReason::RefusesRules, Some(side), None, None),
        EndReason::IllegalTries(side) => (WireEndReason::IllegalTries, Some(side), None, None),
        EndReason::BothFlags => (WireEndReason::BothFlags, None, None, None),
        EndReason::Agreement => (WireEndReason::Agreement, None, None, None),
        EndReason::ByArbiter => (WireEndReason::ByArbiter, None, None, None),
        EndReason::KingMoves(limit) => (WireEndReason::KingMoves, None, Some(limit), None),
        EndReason::ListedEnding { limit, article } => {
            (WireEndReason::ListedEnding, None, Some(limit), Some(article.to_string()))
        }
        EndReason::Repetition => (WireEndReason::Repetition, None, None, None),
        EndReason::Destroyed => (WireEndReason::Destroyed, None, None, None),
        EndReason::Aborted(side) => (WireEndReason::Aborted, Some(side), None, None),
        EndReason::NoShow(AbsentPlayers::One(side)) => (WireEndReason::NoShow, Some(side), None, None),
        EndReason::NoShow(AbsentPlayers::Both) => (WireEndReason::NoShow, None, None, None),
    };
    WireFact::Ended { how, side: side.map(Into::into), limit, article }
}

impl TryFrom<&WireEvent> for domain::Event {
    type Error = BadWire;

    fn try_from(event: &WireEvent) -> Result<Self, BadWire> {
        Ok(Self { at: Moment(event.at), continues: event.continues, fact: (&event.fact).try_into()? })
    }
}

impl TryFrom<&WireFact> for domain::Fact {
    type Error = BadWire;

    fn try_from(fact: &WireFact) -> Result<Self, BadWire> {
        Ok(match fact {
            WireFact::Started => Self::Started,
            WireFact::Moved { by, from, to, captures, promotes, spared } => {
                let m = rules::Move {
                    from: square(*from)?,
                    to: square(*to)?,
                    promotes: *promotes,
                    captured: squares(captures)?.into_iter().collect(),
                };
                Self::Moved { by: (*by).into(), m, spared: Duration::from_millis(*spared) }
            }
            WireFact::Irregular { by, irregularity, article, stands } => Self::Irregular {
                by: (*by).into(),
                kind: (*irregularity).into(),
                article: article.as_deref().map(cited).transpose()?,
                stands: setup(stands)?,
            },
            WireFact::Corrected => Self::Corrected,
            WireFact::Kept => Self::Kept,
            WireFact::Lapsed => Self::Lapsed,
            WireFact::Touched { by, square: at, touch } => {
                Self::Touched { by: (*by).into(), square: square(*at)?, touch: (*touch).into() }
            }
            WireFact::Adjusted { by, square: at, adjustment } => {
                Self::Adjusted { by: (*by).into(), square: square(*at)?, adjustment: (*adjustment).into() }
            }
            WireFact::LeftUnmarked { by, square: at } => {
                Self::LeftUnmarked { by: (*by).into(), square: square(*at)? }
            }
            WireFact::Crowned { by, square: at } => Self::Crowned { by: (*by).into(), square: square(*at)? },
            WireFact::Objected { by, objection } => {
                Self::Objected { by: (*by).into(), objection: (*objection).into() }
            }
            WireFact::PlacementProposed { by, placement } => {
                Self::PlacementProposed { by: (*by).into(), placement: placement.try_into()? }
            }
            WireFact::Withdrawn { events } => Self::Withdrawn { events: *events },
            WireFact::DrawOffered { by } => Self::DrawOffered { by: (*by).into() },
            WireFact::DrawDeclined => Self::DrawDeclined,
            WireFact::CountAsked { by, limit } => Self::CountAsked { by: (*by).into(), limit: *limit },
            WireFact::CountLowered { limit } => Self::CountLowered { limit: *limit },
            WireFact::CountCancelled { out_of_turn } => Self::CountCancelled {
                cause: match out_of_turn {
                    true => domain::CancellationCause::TouchedOutOfTurn,
                    false => domain::CancellationCause::Other,
                },
            },
            WireFact::FlagFell { side } => Self::FlagFell { side: (*side).into() },
            WireFact::TakebackAsked { by } => Self::TakebackAsked { by: (*by).into() },
            WireFact::TakebackDeclined => Self::TakebackDeclined,
            WireFact::TriedInVain { by } => Self::TriedInVain { by: (*by).into() },
            WireFact::VacationStarted { by } => Self::VacationStarted { by: (*by).into() },
            WireFact::VacationEnded { by } => Self::VacationEnded { by: (*by).into() },
            WireFact::Concealed => return Err(BadWire::Concealed),
            WireFact::TakenBack { plies } => Self::TakenBack { plies: *plies },
            WireFact::Paused => Self::Paused,
            WireFact::Resumed => Self::Resumed,
            WireFact::ClocksSet { white, black } => {
                Self::ClocksSet { left: [*white, *black].map(Duration::from_millis) }
            }
            WireFact::Credited { side, time } => {
                Self::Credited { side: (*side).into(), time: Duration::from_millis(*time) }
            }
            WireFact::Annulled { fault, charge, split } => {
                let charge = match charge {
                    WireTimeCharge::AsShown => domain::TimeCharge::AsShown,
                    WireTimeCharge::Split => domain::TimeCharge::Split(Duration::from_millis(*split)),
                    WireTimeCharge::Nothing => domain::TimeCharge::Nothing,
                };
                Self::Annulled { fault: (*fault).into(), charge }
            }
            WireFact::Disturbed => Self::Disturbed,
            WireFact::Restored => Self::Restored,
            WireFact::Settled { doubt, from, to, stands } => Self::Settled {
                doubt: (*doubt).into(),
                from: from.map(square).transpose()?,
                to: to.map(square).transpose()?,
                stands: setup(stands)?,
            },
            WireFact::Ended { how, side, limit, article } => {
                Self::Ended { how: end_reason(*how, *side, *limit, article.as_deref())? }
            }
        })
    }
}

fn cited(text: &str) -> Result<rules::Article, BadWire> {
    crate::rulebook::cited(text).ok_or_else(|| BadWire::Article(text.to_owned()))
}

/// The reason in an `ended` event. A missing field is an error: no value is assumed.
fn end_reason(
    how: WireEndReason,
    side: Option<WireSide>,
    limit: Option<u8>,
    article: Option<&str>,
) -> Result<EndReason, BadWire> {
    let missing = |field| BadWire::Missing { event: "ended", field };
    let absent = side.map_or(AbsentPlayers::Both, |side| AbsentPlayers::One(side.into()));
    let side = || side.map(Into::into).ok_or(missing("side"));
    let limit = || limit.ok_or(missing("limit"));
    Ok(match how {
        WireEndReason::Resignation => EndReason::Resignation(side()?),
        WireEndReason::NoMove => EndReason::NoMove(side()?),
        WireEndReason::NoPieces => EndReason::NoPieces(side()?),
        WireEndReason::TimeUp => EndReason::TimeUp(side()?),
        WireEndReason::RefusesRules => EndReason::RefusesRules(side()?),
        WireEndReason::IllegalTries => EndReason::IllegalTries(side()?),
        WireEndReason::BothFlags => EndReason::BothFlags,
        WireEndReason::Agreement => EndReason::Agreement,
        WireEndReason::ByArbiter => EndReason::ByArbiter,
        WireEndReason::KingMoves => EndReason::KingMoves(limit()?),
        WireEndReason::ListedEnding => {
            let article = cited(article.ok_or(missing("article"))?)?;
            EndReason::ListedEnding { limit: limit()?, article }
        }
        WireEndReason::Repetition => EndReason::Repetition,
        WireEndReason::Destroyed => EndReason::Destroyed,
        WireEndReason::Aborted => EndReason::Aborted(side()?),
        WireEndReason::NoShow => EndReason::NoShow(absent),
    })
}
