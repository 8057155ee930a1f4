//! Terms as they are stored.

use std::time::Duration;

use damiera_rules as rules;
use serde::{Deserialize, Serialize};

use super::{BadWire, WireSide, ms, numbers, same, setup, squares};
use crate::{Bonus, ClockControl, Overtime, Simultaneity, StartPosition, TimeBudget, TimeStage};

same! {
    /// Who has king moves counted.
    WireCounting as Counting = crate::Counting { /** The players. */ OnRequest, /** The software. */ Automatic }
    /// Whether a touched piece must move.
    WireTouchMove as TouchMove = crate::TouchMove { /** No. */ Off, /** Yes. */ On }
    /// What becomes of a move against the rules.
    WireIrregularPolicy as Irregular = crate::IrregularPolicy { /** Refused. */ Refused, /** Recorded. */ Recorded }
    /// Whether moves may be taken back.
    WireTakebacks as Takebacks = crate::Takebacks { /** No. */ Never, /** If both agree. */ ByConsent }
    /// Who sees that a flag is down.
    WireFlagPolicy as Flags = crate::FlagPolicy { /** The software. */ Watched, /** The players. */ Claimed }
    /// The kind of event.
    WireOccasion as Occasion = crate::Occasion { /** Any. */ Ordinary, /** A promotional one. */ Promotional }
    /// How fast the game is.
    WirePace as Pace = rules::Pace { /** Classical. */ Classical, /** Rapid or blitz. */ Fast }
    /// How a player follows the game.
    WireSight as Sight = crate::Sight { /** At the board. */ Board, /** Without it. */ Blindfold, /** By touch. */ ByTouch }
}

/// How the rules are kept.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Profile))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the same as the game's own, which say what they are")]
pub struct WireProfile {
    pub counting: WireCounting,
    pub touch: WireTouchMove,
    pub irregular: WireIrregularPolicy,
    pub takebacks: WireTakebacks,
    pub flags: WireFlagPolicy,
    pub pace: WirePace,
    pub occasion: WireOccasion,
    pub offers_from: Option<u16>,
}

/// One side's time.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Clock))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum WireClockControl {
    /// No clock.
    Untimed,
    /// So long for each move.
    PerMove {
        /// Milliseconds.
        time: u64,
    },
    /// A budget.
    #[serde(rename_all = "kebab-case")]
    Timed {
        /// Moves, or none for the rest of the game, and milliseconds.
        stages: Vec<(Option<u16>, u64)>,
        /// What each move is given.
        bonus: WireBonus,
        /// How much, in milliseconds.
        bonus_time: u64,
        /// Byo-yomi periods.
        periods: u8,
        /// The length of one, in milliseconds.
        period: u64,
    },
}

/// What each move is given.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = BonusKind))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the same as the game's own")]
pub enum WireBonus {
    None,
    Increment,
    Delay,
    Bronstein,
}

/// What is agreed before a game begins.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Terms))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub struct WireTerms {
    /// The version of these forms.
    pub version: u32,
    /// Which game.
    pub variant: String,
    /// How its rules are kept.
    pub profile: WireProfile,
    /// The position it begins from, if not the game's own.
    pub fen: Option<String>,
    /// The squares of the pieces given as odds.
    pub odds: Vec<u8>,
    /// Moves drawn by lot.
    pub opening: Vec<String>,
    /// White's and Black's time.
    pub clocks: [WireClockControl; 2],
    /// How White and Black follow the game.
    pub sight: [WireSight; 2],
    /// The side that plays several games at once.
    pub simultaneous: Option<WireSide>,
}

impl From<&crate::Profile> for WireProfile {
    fn from(profile: &crate::Profile) -> Self {
        Self {
            counting: profile.counting.into(),
            touch: profile.touch.into(),
            irregular: profile.irregular.into(),
            takebacks: profile.takebacks.into(),
            flags: profile.flags.into(),
            pace: profile.pace.into(),
            occasion: profile.occasion.into(),
            offers_from: profile.offers_from,
        }
    }
}

impl From<&WireProfile> for crate::Profile {
    fn from(profile: &WireProfile) -> Self {
        Self {
            counting: profile.counting.into(),
            touch: profile.touch.into(),
            irregular: profile.irregular.into(),
            takebacks: profile.takebacks.into(),
            flags: profile.flags.into(),
            pace: profile.pace.into(),
            occasion: profile.occasion.into(),
            offers_from: profile.offers_from,
        }
    }
}

impl From<&ClockControl> for WireClockControl {
    fn from(control: &ClockControl) -> Self {
        match control {
            ClockControl::Untimed => Self::Untimed,
            ClockControl::PerMove(time) => Self::PerMove { time: ms(*time) },
            ClockControl::Timed(budget) => {
                let (bonus, bonus_time) = match budget.bonus {
                    Bonus::None => (WireBonus::None, Duration::ZERO),
                    Bonus::Increment(time) => (WireBonus::Increment, time),
                    Bonus::Delay(time) => (WireBonus::Delay, time),
                    Bonus::Bronstein(time) => (WireBonus::Bronstein, time),
                };
                let overtime = budget.overtime.unwrap_or(Overtime { periods: 0, period: Duration::ZERO });
                Self::Timed {
                    stages: budget.stages.iter().map(|stage| (stage.moves, ms(stage.time))).collect(),
                    bonus,
                    bonus_time: ms(bonus_time),
                    periods: overtime.periods,
                    period: ms(overtime.period),
                }
            }
        }
    }
}

impl From<&WireClockControl> for ClockControl {
    fn from(clock: &WireClockControl) -> Self {
        let span = Duration::from_millis;
        match clock {
            WireClockControl::Untimed => Self::Untimed,
            WireClockControl::PerMove { time } => Self::PerMove(span(*time)),
            WireClockControl::Timed { stages, bonus, bonus_time, periods, period } => {
                Self::Timed(TimeBudget {
                    stages: stages
                        .iter()
                        .map(|&(moves, time)| TimeStage { moves, time: span(time) })
                        .collect(),
                    bonus: match bonus {
                        WireBonus::None => Bonus::None,
                        WireBonus::Increment => Bonus::Increment(span(*bonus_time)),
                        WireBonus::Delay => Bonus::Delay(span(*bonus_time)),
                        WireBonus::Bronstein => Bonus::Bronstein(span(*bonus_time)),
                    },
                    overtime: (*periods > 0).then(|| Overtime { periods: *periods, period: span(*period) }),
                })
            }
        }
    }
}

impl From<&crate::Terms> for WireTerms {
    fn from(terms: &crate::Terms) -> Self {
        let (fen, odds) = match &terms.start {
            StartPosition::Initial => (None, Vec::new()),
            StartPosition::Odds(squares) => (None, numbers(squares.iter().copied())),
            StartPosition::Set(setup) => (Some(setup.to_string()), Vec::new()),
        };
        Self {
            version: super::VERSION,
            variant: terms.variant.name().to_owned(),
            profile: (&terms.profile).into(),
            fen,
            odds,
            opening: terms.opening.clone(),
            clocks: [(&terms.controls[0]).into(), (&terms.controls[1]).into()],
            sight: terms.sight.map(Into::into),
            simultaneous: match terms.company {
                Simultaneity::Single => None,
                Simultaneity::Simultaneous(side) => Some(side.into()),
            },
        }
    }
}

impl TryFrom<&WireTerms> for crate::Terms {
    type Error = BadWire;

    fn try_from(terms: &WireTerms) -> Result<Self, BadWire> {
        let start = match (&terms.fen, terms.odds.is_empty()) {
            (Some(fen), _) => StartPosition::Set(setup(fen)?),
            (None, true) => StartPosition::Initial,
            (None, false) => StartPosition::Odds(squares(&terms.odds)?),
        };
        Ok(Self {
            variant: terms.variant.parse().map_err(BadWire::Variant)?,
            profile: (&terms.profile).into(),
            start,
            opening: terms.opening.clone(),
            controls: [(&terms.clocks[0]).into(), (&terms.clocks[1]).into()],
            sight: terms.sight.map(Into::into),
            company: terms
                .simultaneous
                .map_or(Simultaneity::Single, |side| Simultaneity::Simultaneous(side.into())),
        })
    }
}
