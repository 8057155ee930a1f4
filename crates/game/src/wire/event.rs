//! Events as they are stored.

use std::time::Duration;

use damiera_rules as rules;
use serde::{Deserialize, Serialize};

use super::{Actor, BadWire, Doubt, Fault, Irregularity, Side, Touch, ms, numbers, setup, square, squares};
use crate::event as domain;
use crate::{How, Moment};

/// Something that happened, and when.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Milliseconds.
    pub at: u64,
    /// What.
    #[serde(flatten)]
    pub fact: Fact,
}

/// What happened. See [`damiera_game::Fact`](crate::Fact).
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "the same facts as the game's own, which say what they are")]
pub enum Fact {
    Started,
    Moved {
        by: Side,
        from: u8,
        to: u8,
        captures: Vec<u8>,
        promotes: bool,
        #[serde(default, skip_serializing_if = "nothing")]
        spared: u64,
    },
    Irregular {
        by: Side,
        irregularity: Irregularity,
        stands: String,
    },
    Corrected,
    Kept,
    Lapsed,
    Touched {
        by: Side,
        square: u8,
        touch: Touch,
    },
    Adjusted {
        by: Side,
        square: u8,
    },
    DrawOffered {
        by: Side,
    },
    DrawDeclined,
    CountAsked {
        by: Actor,
        limit: u8,
    },
    CountLowered {
        limit: u8,
    },
    CountCancelled,
    FlagFell {
        side: Side,
    },
    TakebackAsked {
        by: Side,
    },
    TakebackDeclined,
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
        side: Side,
        time: u64,
    },
    Annulled {
        fault: Fault,
        charge: Charge,
        split: u64,
    },
    Disturbed,
    Restored,
    Settled {
        doubt: Doubt,
        stands: String,
    },
    Ended {
        how: Ending,
        side: Option<Side>,
        limit: Option<u8>,
        article: Option<String>,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn nothing(time: &u64) -> bool {
    *time == 0
}

/// What becomes of the time used.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the same as the game's own")]
pub enum Charge {
    AsShown,
    Split,
    Nothing,
}

/// The way a game ended.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the same as the game's own")]
pub enum Ending {
    Resignation,
    NoMove,
    NoPieces,
    TimeUp,
    BothFlags,
    RefusesRules,
    Agreement,
    ByArbiter,
    KingMoves,
    ListedEnding,
    Repetition,
    Destroyed,
}

impl From<&domain::Event> for Event {
    fn from(event: &domain::Event) -> Self {
        Self { at: event.at.0, fact: (&event.fact).into() }
    }
}

impl From<&domain::Fact> for Fact {
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
            D::Irregular { by, kind, stands } => {
                Self::Irregular { by: (*by).into(), irregularity: (*kind).into(), stands: stands.to_string() }
            }
            D::Corrected => Self::Corrected,
            D::Kept => Self::Kept,
            D::Lapsed => Self::Lapsed,
            D::Touched { by, square, touch } => {
                Self::Touched { by: (*by).into(), square: square.number(), touch: (*touch).into() }
            }
            D::Adjusted { by, square } => Self::Adjusted { by: (*by).into(), square: square.number() },
            D::DrawOffered { by } => Self::DrawOffered { by: (*by).into() },
            D::DrawDeclined => Self::DrawDeclined,
            D::CountAsked { by, limit } => Self::CountAsked { by: (*by).into(), limit: *limit },
            D::CountLowered { limit } => Self::CountLowered { limit: *limit },
            D::CountCancelled => Self::CountCancelled,
            D::FlagFell { side } => Self::FlagFell { side: (*side).into() },
            D::TakebackAsked { by } => Self::TakebackAsked { by: (*by).into() },
            D::TakebackDeclined => Self::TakebackDeclined,
            D::TakenBack { plies } => Self::TakenBack { plies: *plies },
            D::Paused => Self::Paused,
            D::Resumed => Self::Resumed,
            D::ClocksSet { left } => Self::ClocksSet { white: ms(left[0]), black: ms(left[1]) },
            D::Credited { side, time } => Self::Credited { side: (*side).into(), time: ms(*time) },
            D::Annulled { fault, charge } => {
                let (charge, split) = match charge {
                    domain::Charge::AsShown => (Charge::AsShown, 0),
                    domain::Charge::Split(each) => (Charge::Split, ms(*each)),
                    domain::Charge::Nothing => (Charge::Nothing, 0),
                };
                Self::Annulled { fault: (*fault).into(), charge, split }
            }
            D::Disturbed => Self::Disturbed,
            D::Restored => Self::Restored,
            D::Settled { doubt, stands } => {
                Self::Settled { doubt: (*doubt).into(), stands: stands.to_string() }
            }
            D::Ended { how } => ended(*how),
        }
    }
}

fn ended(how: How) -> Fact {
    let (how, side, limit, article) = match how {
        How::Resignation(side) => (Ending::Resignation, Some(side), None, None),
        How::NoMove(side) => (Ending::NoMove, Some(side), None, None),
        How::NoPieces(side) => (Ending::NoPieces, Some(side), None, None),
        How::TimeUp(side) => (Ending::TimeUp, Some(side), None, None),
        How::RefusesRules(side) => (Ending::RefusesRules, Some(side), None, None),
        How::BothFlags => (Ending::BothFlags, None, None, None),
        How::Agreement => (Ending::Agreement, None, None, None),
        How::ByArbiter => (Ending::ByArbiter, None, None, None),
        How::KingMoves(limit) => (Ending::KingMoves, None, Some(limit), None),
        How::ListedEnding { limit, article } => {
            (Ending::ListedEnding, None, Some(limit), Some(article.to_string()))
        }
        How::Repetition => (Ending::Repetition, None, None, None),
        How::Destroyed => (Ending::Destroyed, None, None, None),
    };
    Fact::Ended { how, side: side.map(Into::into), limit, article }
}

impl TryFrom<&Event> for domain::Event {
    type Error = BadWire;

    fn try_from(event: &Event) -> Result<Self, BadWire> {
        Ok(Self { at: Moment(event.at), fact: (&event.fact).try_into()? })
    }
}

impl TryFrom<&Fact> for domain::Fact {
    type Error = BadWire;

    fn try_from(fact: &Fact) -> Result<Self, BadWire> {
        Ok(match fact {
            Fact::Started => Self::Started,
            Fact::Moved { by, from, to, captures, promotes, spared } => {
                let m = rules::Move {
                    from: square(*from)?,
                    to: square(*to)?,
                    promotes: *promotes,
                    captured: squares(captures)?.into_iter().collect(),
                };
                Self::Moved { by: (*by).into(), m, spared: Duration::from_millis(*spared) }
            }
            Fact::Irregular { by, irregularity, stands } => {
                Self::Irregular { by: (*by).into(), kind: (*irregularity).into(), stands: setup(stands)? }
            }
            Fact::Corrected => Self::Corrected,
            Fact::Kept => Self::Kept,
            Fact::Lapsed => Self::Lapsed,
            Fact::Touched { by, square: at, touch } => {
                Self::Touched { by: (*by).into(), square: square(*at)?, touch: (*touch).into() }
            }
            Fact::Adjusted { by, square: at } => Self::Adjusted { by: (*by).into(), square: square(*at)? },
            Fact::DrawOffered { by } => Self::DrawOffered { by: (*by).into() },
            Fact::DrawDeclined => Self::DrawDeclined,
            Fact::CountAsked { by, limit } => Self::CountAsked { by: (*by).into(), limit: *limit },
            Fact::CountLowered { limit } => Self::CountLowered { limit: *limit },
            Fact::CountCancelled => Self::CountCancelled,
            Fact::FlagFell { side } => Self::FlagFell { side: (*side).into() },
            Fact::TakebackAsked { by } => Self::TakebackAsked { by: (*by).into() },
            Fact::TakebackDeclined => Self::TakebackDeclined,
            Fact::TakenBack { plies } => Self::TakenBack { plies: *plies },
            Fact::Paused => Self::Paused,
            Fact::Resumed => Self::Resumed,
            Fact::ClocksSet { white, black } => {
                Self::ClocksSet { left: [*white, *black].map(Duration::from_millis) }
            }
            Fact::Credited { side, time } => {
                Self::Credited { side: (*side).into(), time: Duration::from_millis(*time) }
            }
            Fact::Annulled { fault, charge, split } => {
                let charge = match charge {
                    Charge::AsShown => domain::Charge::AsShown,
                    Charge::Split => domain::Charge::Split(Duration::from_millis(*split)),
                    Charge::Nothing => domain::Charge::Nothing,
                };
                Self::Annulled { fault: (*fault).into(), charge }
            }
            Fact::Disturbed => Self::Disturbed,
            Fact::Restored => Self::Restored,
            Fact::Settled { doubt, stands } => {
                Self::Settled { doubt: (*doubt).into(), stands: setup(stands)? }
            }
            Fact::Ended { how, side, limit, article } => {
                Self::Ended { how: how_ended(*how, *side, *limit, article.as_deref())? }
            }
        })
    }
}

fn how_ended(
    how: Ending,
    side: Option<Side>,
    limit: Option<u8>,
    article: Option<&str>,
) -> Result<How, BadWire> {
    let side = || side.map_or(rules::Side::White, Into::into);
    Ok(match how {
        Ending::Resignation => How::Resignation(side()),
        Ending::NoMove => How::NoMove(side()),
        Ending::NoPieces => How::NoPieces(side()),
        Ending::TimeUp => How::TimeUp(side()),
        Ending::RefusesRules => How::RefusesRules(side()),
        Ending::BothFlags => How::BothFlags,
        Ending::Agreement => How::Agreement,
        Ending::ByArbiter => How::ByArbiter,
        Ending::KingMoves => How::KingMoves(limit.unwrap_or_default()),
        Ending::ListedEnding => {
            let text = article.unwrap_or_default();
            let article = crate::rulebook::cited(text).ok_or_else(|| BadWire::Article(text.to_owned()))?;
            How::ListedEnding { limit: limit.unwrap_or_default(), article }
        }
        Ending::Repetition => How::Repetition,
        Ending::Destroyed => How::Destroyed,
    })
}
