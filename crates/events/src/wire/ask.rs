//! Serialised commands to a tournament.

use damiera_game::Moment;
use damiera_game::wire::WireSide;
use damiera_rules::Side;
use serde::{Deserialize, Serialize};

use super::{WireBoardResult, WireBye, WirePairing, round_pairing};
use crate::outcome::PairingNumber;
use crate::points::Points;
use crate::tournament::{NewEntrant, NumberingOrder, TournamentAsk};

/// A player to be entered.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = NewEntrant))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WireNewEntrant {
    /// The name, 1 to 33 characters.
    pub name: String,
    /// The rating, if there is one.
    #[serde(default)]
    pub rating: Option<u16>,
    /// The federation or club.
    #[serde(default)]
    pub federation: String,
}

impl From<WireNewEntrant> for NewEntrant {
    fn from(wire: WireNewEntrant) -> Self {
        Self { name: wire.name, rating: wire.rating, federation: wire.federation }
    }
}

/// How numbers are given.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = NumberingOrder))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum WireNumbering {
    /// The highest rating first.
    ByRating,
    /// By lot; the server draws.
    ByLot,
    /// For a round robin: players of one club meet early; the server draws within that.
    ByClub,
}

/// What is asked of a tournament.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TournamentAsk))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "documented at the domain type")]
pub enum WireTournamentAsk {
    Enter {
        name: String,
        #[serde(default)]
        rating: Option<u16>,
        #[serde(default)]
        federation: String,
    },
    EnterList {
        players: Vec<WireNewEntrant>,
    },
    EnterText {
        text: String,
    },
    CorrectPlayer {
        number: PairingNumber,
        name: String,
        #[serde(default)]
        rating: Option<u16>,
        #[serde(default)]
        federation: String,
    },
    NumberPlayers {
        order: WireNumbering,
    },
    Withdraw {
        number: PairingNumber,
    },
    Readmit {
        number: PairingNumber,
    },
    GrantBye {
        number: PairingNumber,
        round: usize,
        bye: WireBye,
    },
    KeepApart {
        numbers: Vec<PairingNumber>,
        #[serde(default)]
        until: Option<usize>,
    },
    KeepClubsApart {
        #[serde(default)]
        until: Option<usize>,
    },
    AdjustPoints {
        number: PairingNumber,
        round: usize,
        /// As a decimal number, with `-` for a penalty.
        points: String,
        reason: String,
    },
    LetMeet {
        numbers: Vec<PairingNumber>,
    },
    FixColour {
        number: PairingNumber,
        #[serde(default)]
        side: Option<WireSide>,
    },
    EnterTeam {
        name: String,
        /// The players, board 1 first.
        members: Vec<PairingNumber>,
    },
    RemoveTeam {
        name: String,
    },
    PairRound {},
    SteerFirstRound {
        upper: PairingNumber,
    },
    EditPairing {
        pairs: Vec<WirePairing>,
        bye: Vec<PairingNumber>,
        reason: String,
    },
    CheckRound {},
    PublishRound {},
    StartRound {},
    EnterResult {
        board: usize,
        result: WireBoardResult,
    },
    CorrectResult {
        round: usize,
        board: usize,
        result: WireBoardResult,
        reason: String,
    },
    ProposeDate {
        board: usize,
        /// In milliseconds since 1970.
        date: u64,
    },
    AcceptDate {
        board: usize,
        /// The date proposed, in milliseconds since 1970.
        date: u64,
    },
    PlayNow {
        board: usize,
    },
    ExtendWindow {
        board: usize,
        /// In milliseconds since 1970.
        until: u64,
        reason: String,
    },
    DecideUnplayed {
        board: usize,
        result: WireBoardResult,
        reason: String,
    },
    CloseRound {},
    TakeBack {
        reason: String,
    },
    ReopenRound {
        reason: String,
    },
    OpenArena {},
    Pause {
        number: PairingNumber,
    },
    Resume {
        number: PairingNumber,
    },
}

impl WireTournamentAsk {
    /// What is asked, with a random number for what is drawn by lot.
    #[must_use]
    pub fn read(self, lot: u64) -> TournamentAsk {
        match self {
            Self::Enter { name, rating, federation } => {
                TournamentAsk::Enter(NewEntrant { name, rating, federation })
            }
            Self::EnterList { players } => {
                TournamentAsk::EnterList(players.into_iter().map(NewEntrant::from).collect())
            }
            Self::EnterText { text } => TournamentAsk::EnterText(text),
            Self::CorrectPlayer { number, name, rating, federation } => {
                TournamentAsk::CorrectPlayer { number, to: NewEntrant { name, rating, federation } }
            }
            Self::NumberPlayers { order: WireNumbering::ByRating } => {
                TournamentAsk::NumberPlayers(NumberingOrder::ByRating)
            }
            Self::NumberPlayers { order: WireNumbering::ByClub } => {
                TournamentAsk::NumberPlayers(NumberingOrder::ByClub { seed: lot })
            }
            Self::NumberPlayers { order: WireNumbering::ByLot } => {
                TournamentAsk::NumberPlayers(NumberingOrder::ByLot { seed: lot })
            }
            Self::Withdraw { number } => TournamentAsk::Withdraw(number),
            Self::Readmit { number } => TournamentAsk::Readmit(number),
            Self::GrantBye { number, round, bye } => {
                TournamentAsk::GrantBye { number, round, outcome: bye.into() }
            }
            Self::KeepApart { numbers, until } => TournamentAsk::KeepApart { numbers, until },
            Self::KeepClubsApart { until } => TournamentAsk::KeepClubsApart { until },
            Self::AdjustPoints { number, round, points, reason } => {
                // What is no number gives nothing, which is refused.
                let points = Points::from_signed(points.trim()).unwrap_or_default();
                TournamentAsk::AdjustPoints { number, round, points, reason }
            }
            Self::LetMeet { numbers } => TournamentAsk::LetMeet { numbers },
            Self::FixColour { number, side } => {
                TournamentAsk::FixColour { number, side: side.map(Side::from) }
            }
            Self::EnterTeam { name, members } => TournamentAsk::EnterTeam { name, members },
            Self::RemoveTeam { name } => TournamentAsk::RemoveTeam { name },
            Self::PairRound {} => TournamentAsk::PairRound,
            Self::SteerFirstRound { upper } => TournamentAsk::SteerFirstRound { upper, seed: lot },
            Self::EditPairing { pairs, bye, reason } => {
                TournamentAsk::EditPairing { pairing: round_pairing(0, &pairs, bye), reason }
            }
            Self::CheckRound {} => TournamentAsk::CheckRound,
            Self::PublishRound {} => TournamentAsk::PublishRound,
            Self::StartRound {} => TournamentAsk::StartRound,
            Self::EnterResult { board, result } => {
                TournamentAsk::EnterResult { board, result: result.into() }
            }
            Self::CorrectResult { round, board, result, reason } => {
                TournamentAsk::CorrectResult { round, board, result: result.into(), reason }
            }
            Self::ProposeDate { board, date } => TournamentAsk::ProposeDate { board, date: Moment(date) },
            Self::AcceptDate { board, date } => TournamentAsk::AcceptDate { board, date: Moment(date) },
            Self::PlayNow { board } => TournamentAsk::PlayNow { board },
            Self::ExtendWindow { board, until, reason } => {
                TournamentAsk::ExtendWindow { board, until: Moment(until), reason }
            }
            Self::DecideUnplayed { board, result, reason } => {
                TournamentAsk::DecideUnplayed { board, result: result.into(), reason }
            }
            Self::CloseRound {} => TournamentAsk::CloseRound,
            Self::TakeBack { reason } => TournamentAsk::TakeBack { reason },
            Self::ReopenRound { reason } => TournamentAsk::ReopenRound { reason },
            Self::OpenArena {} => TournamentAsk::OpenArena,
            Self::Pause { number } => TournamentAsk::Pause(number),
            Self::Resume { number } => TournamentAsk::Resume(number),
        }
    }
}
