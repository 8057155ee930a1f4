//! Serialised terms.

use std::time::Duration;

use damiera_rules as rules;
use serde::{Deserialize, Serialize};

use super::{BadWire, WireSide, ms, numbers, same, setup, squares};
use crate::{Bonus, ClockControl, Overtime, Sight, Simultaneity, StagedTime, StartPosition, TimeStage};

same! {
    /// Who starts the count of king moves.
    WireCounting as Counting = crate::Counting { /** The players. */ OnRequest, /** The software. */ Automatic }
    /// Whether a touched piece must be moved.
    WireTouchMove as TouchMove = crate::TouchMove { /** No. */ Off, /** Yes. */ On }
    /// How an irregular move is handled.
    WireIrregularPolicy as Irregular = crate::IrregularPolicy { /** Refused. */ Refused, /** Recorded. */ Recorded }
    /// Whether takebacks are allowed.
    WireTakebacks as Takebacks = crate::Takebacks { /** No. */ Never, /** If both agree. */ ByConsent }
    /// Who notices that a flag has fallen.
    WireFlagPolicy as Flags = crate::FlagPolicy { /** The software. */ Watched, /** The players. */ Claimed }
    /// The kind of tournament.
    WireOccasion as Occasion = crate::Occasion { /** Any other kind. */ Ordinary, /** A promotional one. */ Promotional }
    /// The pace of the game.
    WirePace as Pace = rules::Pace { /** Classical. */ Classical, /** Rapid or blitz. */ Fast }
    /// Whether the players must record the game.
    WireRecording as Recording = crate::Recording { /** Yes. */ Prescribed, /** No. */ NotPrescribed }
    /// Whether a blindfold player sees the moves played so far.
    WireMoveListAccess as MoveListAccess = crate::MoveListAccess { /** Only the last move of each side. */ LastMoves, /** All of them. */ All }
    /// Whether a blindfold player may take notes.
    WireNotesPolicy as NotesPolicy = crate::NotesPolicy { /** No. */ Forbidden, /** Yes. */ Allowed }
    /// How a player follows the game.
    WireSight as Sight = crate::Sight { /** With sight of the board. */ Board, /** Blindfold. */ Blindfold, /** By touch. */ ByTouch }
}

/// How the rules are enforced.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Profile))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "documented at the domain type")]
pub struct WireProfile {
    pub counting: WireCounting,
    pub touch: WireTouchMove,
    pub irregular: WireIrregularPolicy,
    pub takebacks: WireTakebacks,
    pub flags: WireFlagPolicy,
    pub pace: WirePace,
    pub occasion: WireOccasion,
    pub offers_from: Option<u16>,
    #[serde(default = "prescribed")]
    pub recording: WireRecording,
    #[serde(default)]
    pub count_limit: Option<u8>,
}

/// Games stored without this term are recorded.
const fn prescribed() -> WireRecording {
    WireRecording::Prescribed
}

/// The time control of one side.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Clock))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum WireClockControl {
    /// No clock.
    Untimed,
    /// A fixed time for each move.
    PerMove {
        /// Milliseconds.
        time: u64,
    },
    /// Time for the game in stages.
    #[serde(rename_all = "kebab-case")]
    Timed {
        /// The number of moves of each stage, `null` for the rest of the game, and its time in milliseconds.
        stages: Vec<(Option<u16>, u64)>,
        /// The kind of bonus per move.
        bonus: WireBonus,
        /// The bonus in milliseconds.
        bonus_time: u64,
        /// The number of byo-yomi periods.
        periods: u8,
        /// The length of a period in milliseconds.
        period: u64,
    },
}

/// What each move is given.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = BonusKind))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "documented at the domain type")]
pub enum WireBonus {
    None,
    Increment,
    Delay,
    Bronstein,
}

/// What is agreed about blindfold play. What is absent has its default.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = BlindfoldTerms))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WireBlindfoldTerms {
    /// Whether the moves played so far are shown.
    #[serde(default = "last_moves")]
    pub move_list: WireMoveListAccess,
    /// Whether notes are allowed.
    #[serde(default = "no_notes")]
    pub notes: WireNotesPolicy,
    /// The illegal try of this number loses the game, 1 to 50; `null` if illegal tries cost nothing.
    #[serde(default = "default_tries")]
    pub tries: Option<u8>,
}

fn last_moves() -> WireMoveListAccess {
    crate::BlindfoldTerms::default().move_list.into()
}

fn no_notes() -> WireNotesPolicy {
    crate::BlindfoldTerms::default().notes.into()
}

fn default_tries() -> Option<u8> {
    crate::BlindfoldTerms::default().tries
}

impl Default for WireBlindfoldTerms {
    fn default() -> Self {
        (&crate::BlindfoldTerms::default()).into()
    }
}

impl From<&crate::BlindfoldTerms> for WireBlindfoldTerms {
    fn from(terms: &crate::BlindfoldTerms) -> Self {
        Self { move_list: terms.move_list.into(), notes: terms.notes.into(), tries: terms.tries }
    }
}

impl From<&WireBlindfoldTerms> for crate::BlindfoldTerms {
    fn from(terms: &WireBlindfoldTerms) -> Self {
        Self { move_list: terms.move_list.into(), notes: terms.notes.into(), tries: terms.tries }
    }
}

/// How several people who hold a side decide on a move.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = DecisionRule))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum WireDecisionRule {
    /// The others propose, and the captain plays.
    Captain,
    /// The move with the most votes is played.
    Majority,
}

impl From<crate::ConsultationRule> for WireDecisionRule {
    fn from(rule: crate::ConsultationRule) -> Self {
        match rule {
            crate::ConsultationRule::Captain => Self::Captain,
            crate::ConsultationRule::Majority(_) => Self::Majority,
        }
    }
}

/// A side that several people hold.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ConsultationRule))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub struct WireConsultationRule {
    /// How they decide.
    pub decide: WireDecisionRule,
    /// Milliseconds to vote; 0 where a captain decides.
    pub time: u64,
}

impl From<crate::ConsultationRule> for WireConsultationRule {
    fn from(rule: crate::ConsultationRule) -> Self {
        let time = match rule {
            crate::ConsultationRule::Captain => Duration::ZERO,
            crate::ConsultationRule::Majority(time) => time,
        };
        Self { decide: rule.into(), time: ms(time) }
    }
}

impl From<WireConsultationRule> for crate::ConsultationRule {
    fn from(rule: WireConsultationRule) -> Self {
        match rule.decide {
            WireDecisionRule::Captain => Self::Captain,
            WireDecisionRule::Majority => Self::Majority(Duration::from_millis(rule.time)),
        }
    }
}

/// What is agreed before a game.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Terms))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub struct WireTerms {
    /// The version of the serialised form.
    pub version: u32,
    /// The variant.
    pub variant: String,
    /// How the rules are enforced.
    pub profile: WireProfile,
    /// The start position, if it is not the initial position of the variant.
    pub fen: Option<String>,
    /// The squares of the pieces given as odds.
    pub odds: Vec<u8>,
    /// The side that makes the first move, if it is not the one that the book says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<WireSide>,
    /// Moves made before the game, given as odds: from and to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves_given: Vec<[u8; 2]>,
    /// The balloted opening moves.
    pub opening: Vec<String>,
    /// The time controls of White and Black.
    pub clocks: [WireClockControl; 2],
    /// How White and Black follow the game.
    pub sight: [WireSight; 2],
    /// What is agreed about blindfold play, if a side plays blindfold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blindfold: Option<WireBlindfoldTerms>,
    /// White's and Black's consultation, if several people hold a side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consultation: Option<[Option<WireConsultationRule>; 2]>,
    /// The vacation that each player may take in all, in milliseconds; 0 if absent.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub vacation: u64,
    /// The side that plays several games at once.
    pub simultaneous: Option<WireSide>,
    /// Whether the result changes the players' ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde requires a reference")]
const fn is_zero(time: &u64) -> bool {
    *time == 0
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
            recording: profile.recording.into(),
            count_limit: profile.count_limit,
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
            recording: profile.recording.into(),
            count_limit: profile.count_limit,
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
                Self::Timed(StagedTime {
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
            first: terms.first.map(Into::into),
            moves_given: terms.moves_given.iter().map(|(from, to)| [from.number(), to.number()]).collect(),
            opening: terms.opening.clone(),
            clocks: [(&terms.controls[0]).into(), (&terms.controls[1]).into()],
            sight: terms.sight.map(Into::into),
            blindfold: terms.sight.contains(&Sight::Blindfold).then(|| (&terms.blindfold).into()),
            consultation: (terms.consultation != [None, None])
                .then(|| terms.consultation.map(|rule| rule.map(Into::into))),
            rated: terms.rated,
            vacation: ms(terms.vacation),
            simultaneous: match terms.company {
                Simultaneity::Single => None,
                Simultaneity::Simultaneous(side) => Some(side.into()),
            },
        }
    }
}

/// The squares of a move given as odds.
fn move_given(numbers: &[u8; 2]) -> Result<(damiera_rules::Square, damiera_rules::Square), BadWire> {
    let squares = squares(numbers)?;
    Ok((squares[0], squares[1]))
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
            first: terms.first.map(Into::into),
            moves_given: terms.moves_given.iter().map(move_given).collect::<Result<_, _>>()?,
            opening: terms.opening.clone(),
            controls: [(&terms.clocks[0]).into(), (&terms.clocks[1]).into()],
            sight: terms.sight.map(Into::into),
            blindfold: terms.blindfold.as_ref().map(Into::into).unwrap_or_default(),
            consultation: terms.consultation.unwrap_or_default().map(|rule| rule.map(Into::into)),
            rated: terms.rated,
            vacation: Duration::from_millis(terms.vacation),
            company: terms
                .simultaneous
                .map_or(Simultaneity::Single, |side| Simultaneity::Simultaneous(side.into())),
        })
    }
}
