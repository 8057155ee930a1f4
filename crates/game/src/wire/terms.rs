//! Terms as they are stored.

use std::time::Duration;

use damiera_rules as rules;
use serde::{Deserialize, Serialize};

use super::{BadWire, Side, ms, numbers, same, setup, squares};
use crate::{Bonus, Budget, Company, Control, Overtime, Stage, Start};

same! {
    /// Who has king moves counted.
    Counting = crate::Counting { /** The players. */ OnRequest, /** The software. */ Automatic }
    /// Whether a touched piece must move.
    TouchMove = crate::TouchMove { /** No. */ Off, /** Yes. */ On }
    /// What becomes of a move against the rules.
    Irregular = crate::Irregular { /** Refused. */ Refused, /** Recorded. */ Recorded }
    /// Whether moves may be taken back.
    Takebacks = crate::Takebacks { /** No. */ Never, /** If both agree. */ ByConsent }
    /// Who sees that a flag is down.
    Flags = crate::Flags { /** The software. */ Watched, /** The players. */ Claimed }
    /// The kind of event.
    Occasion = crate::Occasion { /** Any. */ Ordinary, /** A promotional one. */ Promotional }
    /// How fast the game is.
    Pace = rules::Pace { /** Classical. */ Classical, /** Rapid or blitz. */ Fast }
    /// How a player follows the game.
    Sight = crate::Sight { /** At the board. */ Board, /** Without it. */ Blindfold, /** By touch. */ ByTouch }
}

/// How the rules are kept.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the same as the game's own, which say what they are")]
pub struct Profile {
    pub counting: Counting,
    pub touch: TouchMove,
    pub irregular: Irregular,
    pub takebacks: Takebacks,
    pub flags: Flags,
    pub pace: Pace,
    pub occasion: Occasion,
    pub offers_from: Option<u16>,
}

/// One side's time.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Clock {
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
        bonus: BonusKind,
        /// How much, in milliseconds.
        bonus_time: u64,
        /// Byo-yomi periods.
        periods: u8,
        /// The length of one, in milliseconds.
        period: u64,
    },
}

/// What each move is given.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the same as the game's own")]
pub enum BonusKind {
    None,
    Increment,
    Delay,
    Bronstein,
}

/// What is agreed before a game begins.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub struct Terms {
    /// The version of these forms.
    pub version: u32,
    /// Which game.
    pub variant: String,
    /// How its rules are kept.
    pub profile: Profile,
    /// The position it begins from, if not the game's own.
    pub fen: Option<String>,
    /// The squares of the pieces given as odds.
    pub odds: Vec<u8>,
    /// Moves drawn by lot.
    pub opening: Vec<String>,
    /// White's and Black's time.
    pub clocks: [Clock; 2],
    /// How White and Black follow the game.
    pub sight: [Sight; 2],
    /// The side that plays several games at once.
    pub simultaneous: Option<Side>,
}

impl From<&crate::Profile> for Profile {
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

impl From<&Profile> for crate::Profile {
    fn from(profile: &Profile) -> Self {
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

impl From<&Control> for Clock {
    fn from(control: &Control) -> Self {
        match control {
            Control::Untimed => Self::Untimed,
            Control::PerMove(time) => Self::PerMove { time: ms(*time) },
            Control::Timed(budget) => {
                let (bonus, bonus_time) = match budget.bonus {
                    Bonus::None => (BonusKind::None, Duration::ZERO),
                    Bonus::Increment(time) => (BonusKind::Increment, time),
                    Bonus::Delay(time) => (BonusKind::Delay, time),
                    Bonus::Bronstein(time) => (BonusKind::Bronstein, time),
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

impl From<&Clock> for Control {
    fn from(clock: &Clock) -> Self {
        let span = Duration::from_millis;
        match clock {
            Clock::Untimed => Self::Untimed,
            Clock::PerMove { time } => Self::PerMove(span(*time)),
            Clock::Timed { stages, bonus, bonus_time, periods, period } => Self::Timed(Budget {
                stages: stages.iter().map(|&(moves, time)| Stage { moves, time: span(time) }).collect(),
                bonus: match bonus {
                    BonusKind::None => Bonus::None,
                    BonusKind::Increment => Bonus::Increment(span(*bonus_time)),
                    BonusKind::Delay => Bonus::Delay(span(*bonus_time)),
                    BonusKind::Bronstein => Bonus::Bronstein(span(*bonus_time)),
                },
                overtime: (*periods > 0).then(|| Overtime { periods: *periods, period: span(*period) }),
            }),
        }
    }
}

impl From<&crate::Terms> for Terms {
    fn from(terms: &crate::Terms) -> Self {
        let (fen, odds) = match &terms.start {
            Start::Initial => (None, Vec::new()),
            Start::Odds(squares) => (None, numbers(squares.iter().copied())),
            Start::Set(setup) => (Some(setup.to_string()), Vec::new()),
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
                Company::Single => None,
                Company::Simultaneous(side) => Some(side.into()),
            },
        }
    }
}

impl TryFrom<&Terms> for crate::Terms {
    type Error = BadWire;

    fn try_from(terms: &Terms) -> Result<Self, BadWire> {
        let start = match (&terms.fen, terms.odds.is_empty()) {
            (Some(fen), _) => Start::Set(setup(fen)?),
            (None, true) => Start::Initial,
            (None, false) => Start::Odds(squares(&terms.odds)?),
        };
        Ok(Self {
            variant: terms.variant.parse().map_err(BadWire::Variant)?,
            profile: (&terms.profile).into(),
            start,
            opening: terms.opening.clone(),
            controls: [(&terms.clocks[0]).into(), (&terms.clocks[1]).into()],
            sight: terms.sight.map(Into::into),
            company: terms.simultaneous.map_or(Company::Single, |side| Company::Simultaneous(side.into())),
        })
    }
}
