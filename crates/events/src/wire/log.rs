//! The serialised entries of a tournament's log.

use damiera_game::Moment;
use damiera_game::wire::WireSide;
use damiera_rules::Side;
use serde::{Deserialize, Serialize};

use super::{
    BadTournamentWire, WireArbiterRuling, WireBoardResult, WireBye, WirePairing, WirePersonDetails,
    WireRoundPairing, round_pairing,
};
use crate::crosstable::{Acceleration, ForbiddenGroup};
use crate::outcome::PairingNumber;
use crate::points::Points;
use crate::tournament::{BrokenCriterion, TournamentActor, TournamentEvent, TournamentFact};

/// Who caused an entry.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TournamentActor))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "documented at the domain type")]
pub enum WireTournamentActor {
    Official { name: String },
    Player { number: PairingNumber },
}

impl From<&TournamentActor> for WireTournamentActor {
    fn from(actor: &TournamentActor) -> Self {
        match actor {
            TournamentActor::Official(name) => Self::Official { name: name.clone() },
            TournamentActor::Player(number) => Self::Player { number: *number },
        }
    }
}

impl From<&WireTournamentActor> for TournamentActor {
    fn from(actor: &WireTournamentActor) -> Self {
        match actor {
            WireTournamentActor::Official { name } => Self::Official(name.clone()),
            WireTournamentActor::Player { number } => Self::Player(*number),
        }
    }
}

/// A criterion that an edited pairing breaks.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = BrokenCriterion))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WireBrokenCriterion {
    /// Its number in C.04.3.
    pub criterion: u8,
    /// Whose pairing breaks it.
    pub numbers: Vec<PairingNumber>,
}

/// An entry of a tournament's log.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TournamentEntry))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WireTournamentEvent {
    /// The version of this form: 1.
    pub version: u32,
    /// Who caused it.
    pub by: WireTournamentActor,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What happened.
    pub fact: WireTournamentFact,
}

/// What happened in a tournament.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TournamentFact))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "documented at the domain type")]
pub enum WireTournamentFact {
    Entered { number: PairingNumber, name: String, rating: Option<u16>, federation: String },
    EntrantCorrected { number: PairingNumber, name: String, rating: Option<u16>, federation: String },
    Renumbered { order: Vec<PairingNumber> },
    DetailsNoted { people: Vec<WirePersonDetails> },
    RecordsKept { lines: Vec<String> },
    RankedForPairing { order: Vec<PairingNumber> },
    PointsAdjusted { number: PairingNumber, round: usize, tenths: i32, reason: String },
    GameNotRated { board: usize },
    Withdrawn { number: PairingNumber, from: usize },
    Readmitted { number: PairingNumber, from: usize },
    ByeGranted { number: PairingNumber, round: usize, bye: WireBye },
    KeptApart { numbers: Vec<PairingNumber>, from: usize, to: usize },
    AllowedToMeet { numbers: Vec<PairingNumber> },
    ColourFixed { number: PairingNumber, side: Option<WireSide> },
    TeamEntered { name: String, members: Vec<PairingNumber> },
    TeamRemoved { name: String },
    Accelerated { tenths: i32, from: usize, to: usize, first: PairingNumber, last: PairingNumber },
    FirstRoundSteered { pairing: WireRoundPairing, upper: PairingNumber },
    RoundDrafted { pairing: WireRoundPairing },
    AllRoundsDrafted { rounds: Vec<WireRoundPairing> },
    PairingEdited { pairing: WireRoundPairing, reason: String, breaks: Vec<WireBrokenCriterion> },
    RoundChecked {},
    RoundPublished {},
    RoundStarted {},
    ResultClaimed { board: usize, number: PairingNumber, result: WireBoardResult },
    ResultDisputed { board: usize },
    ResultEntered { board: usize, result: WireBoardResult },
    ResultCorrected { round: usize, board: usize, from: WireBoardResult, to: WireBoardResult, reason: String },
    DateProposed { board: usize, number: PairingNumber, date: u64 },
    DateAgreed { board: usize, date: u64 },
    ReadyToPlay { board: usize, number: PairingNumber },
    LeftUnplayed { board: usize },
    WindowExtended { board: usize, until: u64, reason: String },
    UnplayedDecided { board: usize, result: WireBoardResult, reason: String },
    RoundClosed {},
    GameOpened { board: usize, game: String },
    Ruled { board: usize, ruling: WireArbiterRuling },
    RoundTakenBack { reason: String },
    RoundReopened { reason: String },
    ArenaOpened { ends_at: u64 },
    ArenaPaired { pairs: Vec<WirePairing> },
    PlayerPaused { number: PairingNumber },
    PlayerResumed { number: PairingNumber },
}

impl From<&TournamentEvent> for WireTournamentEvent {
    fn from(event: &TournamentEvent) -> Self {
        Self { version: 1, by: (&event.by).into(), at: event.at.0, fact: (&event.fact).into() }
    }
}

impl TryFrom<&WireTournamentEvent> for TournamentEvent {
    type Error = BadTournamentWire;

    fn try_from(wire: &WireTournamentEvent) -> Result<Self, BadTournamentWire> {
        if wire.version != 1 {
            return Err(BadTournamentWire::Version(wire.version));
        }
        Ok(Self { by: (&wire.by).into(), at: Moment(wire.at), fact: (&wire.fact).into() })
    }
}

impl From<&TournamentFact> for WireTournamentFact {
    fn from(fact: &TournamentFact) -> Self {
        use TournamentFact as Fact;
        match fact.clone() {
            Fact::Entered { number, name, rating, federation } => {
                Self::Entered { number, name, rating, federation }
            }
            Fact::EntrantCorrected { number, name, rating, federation } => {
                Self::EntrantCorrected { number, name, rating, federation }
            }
            Fact::Renumbered { order } => Self::Renumbered { order },
            Fact::DetailsNoted { people } => {
                Self::DetailsNoted { people: people.into_iter().map(WirePersonDetails::from).collect() }
            }
            Fact::RecordsKept { lines } => Self::RecordsKept { lines },
            Fact::RankedForPairing { order } => Self::RankedForPairing { order },
            Fact::PointsAdjusted { number, round, points, reason } => {
                Self::PointsAdjusted { number, round, tenths: points.in_tenths(), reason }
            }
            Fact::GameNotRated { board } => Self::GameNotRated { board },
            Fact::Withdrawn { number, from } => Self::Withdrawn { number, from },
            Fact::Readmitted { number, from } => Self::Readmitted { number, from },
            Fact::ByeGranted { number, round, outcome } => {
                Self::ByeGranted { number, round, bye: outcome.into() }
            }
            Fact::KeptApart(ForbiddenGroup { rounds, numbers }) => {
                Self::KeptApart { numbers, from: *rounds.start(), to: *rounds.end() }
            }
            Fact::AllowedToMeet { numbers } => Self::AllowedToMeet { numbers },
            Fact::ColourFixed { number, side } => {
                Self::ColourFixed { number, side: side.map(WireSide::from) }
            }
            Fact::TeamEntered { name, members } => Self::TeamEntered { name, members },
            Fact::TeamRemoved { name } => Self::TeamRemoved { name },
            Fact::Accelerated(Acceleration { points, rounds, numbers }) => Self::Accelerated {
                tenths: points.in_tenths(),
                from: *rounds.start(),
                to: *rounds.end(),
                first: *numbers.start(),
                last: *numbers.end(),
            },
            Fact::FirstRoundSteered { pairing, upper } => {
                Self::FirstRoundSteered { pairing: (&pairing).into(), upper }
            }
            Fact::RoundDrafted { pairing } => Self::RoundDrafted { pairing: (&pairing).into() },
            Fact::AllRoundsDrafted { rounds } => {
                Self::AllRoundsDrafted { rounds: rounds.iter().map(WireRoundPairing::from).collect() }
            }
            Fact::PairingEdited { pairing, reason, breaks } => Self::PairingEdited {
                pairing: (&pairing).into(),
                reason,
                breaks: breaks.into_iter().map(WireBrokenCriterion::from).collect(),
            },
            Fact::RoundChecked => Self::RoundChecked {},
            Fact::RoundPublished => Self::RoundPublished {},
            Fact::RoundStarted => Self::RoundStarted {},
            Fact::ResultClaimed { board, number, result } => {
                Self::ResultClaimed { board, number, result: result.into() }
            }
            Fact::ResultDisputed { board } => Self::ResultDisputed { board },
            Fact::ResultEntered { board, result } => Self::ResultEntered { board, result: result.into() },
            Fact::ResultCorrected { round, board, from, to, reason } => {
                Self::ResultCorrected { round, board, from: from.into(), to: to.into(), reason }
            }
            Fact::DateProposed { board, number, date } => Self::DateProposed { board, number, date: date.0 },
            Fact::DateAgreed { board, date } => Self::DateAgreed { board, date: date.0 },
            Fact::ReadyToPlay { board, number } => Self::ReadyToPlay { board, number },
            Fact::LeftUnplayed { board } => Self::LeftUnplayed { board },
            Fact::WindowExtended { board, until, reason } => {
                Self::WindowExtended { board, until: until.0, reason }
            }
            Fact::UnplayedDecided { board, result, reason } => {
                Self::UnplayedDecided { board, result: result.into(), reason }
            }
            Fact::RoundClosed => Self::RoundClosed {},
            Fact::GameOpened { board, game } => Self::GameOpened { board, game },
            Fact::Ruled { board, ruling } => Self::Ruled { board, ruling: ruling.into() },
            Fact::RoundTakenBack { reason } => Self::RoundTakenBack { reason },
            Fact::RoundReopened { reason } => Self::RoundReopened { reason },
            Fact::ArenaOpened { ends_at } => Self::ArenaOpened { ends_at: ends_at.0 },
            Fact::ArenaPaired { pairs } => {
                Self::ArenaPaired { pairs: pairs.into_iter().map(WirePairing::from).collect() }
            }
            Fact::PlayerPaused { number } => Self::PlayerPaused { number },
            Fact::PlayerResumed { number } => Self::PlayerResumed { number },
        }
    }
}

impl From<&WireTournamentFact> for TournamentFact {
    fn from(fact: &WireTournamentFact) -> Self {
        use WireTournamentFact as Wire;
        let pairing =
            |pairing: &WireRoundPairing| round_pairing(pairing.round, &pairing.pairs, pairing.bye.clone());
        match fact.clone() {
            Wire::Entered { number, name, rating, federation } => {
                Self::Entered { number, name, rating, federation }
            }
            Wire::EntrantCorrected { number, name, rating, federation } => {
                Self::EntrantCorrected { number, name, rating, federation }
            }
            Wire::Renumbered { order } => Self::Renumbered { order },
            Wire::DetailsNoted { people } => {
                Self::DetailsNoted { people: people.into_iter().map(WirePersonDetails::read).collect() }
            }
            Wire::RecordsKept { lines } => Self::RecordsKept { lines },
            Wire::RankedForPairing { order } => Self::RankedForPairing { order },
            Wire::PointsAdjusted { number, round, tenths, reason } => {
                Self::PointsAdjusted { number, round, points: Points::tenths(tenths), reason }
            }
            Wire::GameNotRated { board } => Self::GameNotRated { board },
            Wire::Withdrawn { number, from } => Self::Withdrawn { number, from },
            Wire::Readmitted { number, from } => Self::Readmitted { number, from },
            Wire::ByeGranted { number, round, bye } => {
                Self::ByeGranted { number, round, outcome: bye.into() }
            }
            Wire::KeptApart { numbers, from, to } => {
                Self::KeptApart(ForbiddenGroup { rounds: from..=to, numbers })
            }
            Wire::AllowedToMeet { numbers } => Self::AllowedToMeet { numbers },
            Wire::ColourFixed { number, side } => Self::ColourFixed { number, side: side.map(Side::from) },
            Wire::TeamEntered { name, members } => Self::TeamEntered { name, members },
            Wire::TeamRemoved { name } => Self::TeamRemoved { name },
            Wire::Accelerated { tenths, from, to, first, last } => Self::Accelerated(Acceleration {
                points: Points::tenths(tenths),
                rounds: from..=to,
                numbers: first..=last,
            }),
            Wire::FirstRoundSteered { pairing: drawn, upper } => {
                Self::FirstRoundSteered { pairing: pairing(&drawn), upper }
            }
            Wire::RoundDrafted { pairing: drafted } => Self::RoundDrafted { pairing: pairing(&drafted) },
            Wire::AllRoundsDrafted { rounds } => {
                Self::AllRoundsDrafted { rounds: rounds.iter().map(pairing).collect() }
            }
            Wire::PairingEdited { pairing: edited, reason, breaks } => Self::PairingEdited {
                pairing: pairing(&edited),
                reason,
                breaks: breaks.into_iter().map(BrokenCriterion::from).collect(),
            },
            Wire::RoundChecked {} => Self::RoundChecked,
            Wire::RoundPublished {} => Self::RoundPublished,
            Wire::RoundStarted {} => Self::RoundStarted,
            Wire::ResultClaimed { board, number, result } => {
                Self::ResultClaimed { board, number, result: result.into() }
            }
            Wire::ResultDisputed { board } => Self::ResultDisputed { board },
            Wire::ResultEntered { board, result } => Self::ResultEntered { board, result: result.into() },
            Wire::ResultCorrected { round, board, from, to, reason } => {
                Self::ResultCorrected { round, board, from: from.into(), to: to.into(), reason }
            }
            Wire::DateProposed { board, number, date } => {
                Self::DateProposed { board, number, date: Moment(date) }
            }
            Wire::DateAgreed { board, date } => Self::DateAgreed { board, date: Moment(date) },
            Wire::ReadyToPlay { board, number } => Self::ReadyToPlay { board, number },
            Wire::LeftUnplayed { board } => Self::LeftUnplayed { board },
            Wire::WindowExtended { board, until, reason } => {
                Self::WindowExtended { board, until: Moment(until), reason }
            }
            Wire::UnplayedDecided { board, result, reason } => {
                Self::UnplayedDecided { board, result: result.into(), reason }
            }
            Wire::RoundClosed {} => Self::RoundClosed,
            Wire::GameOpened { board, game } => Self::GameOpened { board, game },
            Wire::Ruled { board, ruling } => Self::Ruled { board, ruling: ruling.into() },
            Wire::RoundTakenBack { reason } => Self::RoundTakenBack { reason },
            Wire::RoundReopened { reason } => Self::RoundReopened { reason },
            Wire::ArenaOpened { ends_at } => Self::ArenaOpened { ends_at: Moment(ends_at) },
            Wire::ArenaPaired { pairs } => {
                Self::ArenaPaired { pairs: round_pairing(1, &pairs, Vec::new()).pairs }
            }
            Wire::PlayerPaused { number } => Self::PlayerPaused { number },
            Wire::PlayerResumed { number } => Self::PlayerResumed { number },
        }
    }
}

impl From<BrokenCriterion> for WireBrokenCriterion {
    fn from(broken: BrokenCriterion) -> Self {
        Self { criterion: broken.criterion, numbers: broken.numbers }
    }
}

impl From<WireBrokenCriterion> for BrokenCriterion {
    fn from(wire: WireBrokenCriterion) -> Self {
        Self { criterion: wire.criterion, numbers: wire.numbers }
    }
}
