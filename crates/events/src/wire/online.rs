//! The serialised terms of tournaments that are played on a server.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::{BadTournamentWire, WireTournamentCharter};
use crate::system::PairingSystem;
use crate::tournament::{
    AbsenceRule, AppointmentTerms, ArenaTerms, DayAllowance, OnlineTerms, OnlineTimeControl, RoundOrder,
    TournamentSettings,
};

/// How long an arena may last.
const ARENA_MINUTES: RangeInclusive<u32> = 10..=240;
/// How long the window of a round may be open.
const WINDOW_DAYS: RangeInclusive<u32> = 1..=120;
/// Days of a correspondence game.
const CORRESPONDENCE_DAYS: RangeInclusive<u32> = 1..=180;
/// The longest vacation of a player in a game, in days.
const LONGEST_VACATION: u32 = 60;

/// How a tournament is played on a server.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = OnlineTerms))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WireOnlineTerms {
    /// Minutes for each side, 1 to 180; 0 by correspondence.
    #[serde(default)]
    pub minutes: u32,
    /// Seconds added for each move, up to 60.
    #[serde(default)]
    pub increment: u32,
    /// When round 1 is paired, in milliseconds since 1970; when the organiser publishes it, if absent.
    #[serde(default)]
    pub starts_at: Option<u64>,
    /// Seconds in which a player must make the first move, 1 to 3600; 0 by correspondence.
    #[serde(default)]
    pub no_show: u32,
    /// For the system `arena` only: how many minutes players are paired, 10 to 240. Games that are being played at the end
    /// are finished and count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arena_minutes: Option<u32>,
    /// For rounds that last for days, 1 to 120: the players arrange the dates of their games. None if the games begin with
    /// the round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window_days: Option<u32>,
    /// The time for games by correspondence; none if they are played at one sitting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correspondence: Option<WireCorrespondenceTerms>,
    /// Whether games between two accounts count for their online ratings. Who enters needs an account.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
}

/// The time for games by correspondence.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = CorrespondenceTerms))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WireCorrespondenceTerms {
    /// How many days, 1 to 180.
    pub days: u32,
    /// What the days are for.
    pub per: WireDayAllowance,
    /// Days of vacation that each player may take in a game, up to 60.
    #[serde(default)]
    pub vacation: u32,
    /// Whether a player whose time runs out before the first move forfeits the game instead of losing it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forfeit_without_move: bool,
}

/// What the days of a correspondence game are for.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = DayAllowance))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum WireDayAllowance {
    /// Each move.
    Move,
    /// The whole game.
    Game,
}

impl WireOnlineTerms {
    pub(super) fn new(terms: OnlineTerms, settings: &TournamentSettings) -> Self {
        let (minutes, increment, no_show, correspondence) = match terms.time {
            OnlineTimeControl::Live { minutes, increment, no_show } => (minutes, increment, no_show, None),
            OnlineTimeControl::Correspondence { days, per, vacation, absence } => {
                let per = match per {
                    DayAllowance::EachMove => WireDayAllowance::Move,
                    DayAllowance::WholeGame => WireDayAllowance::Game,
                };
                let forfeit_without_move = absence == AbsenceRule::Forfeit;
                (0, 0, 0, Some(WireCorrespondenceTerms { days, per, vacation, forfeit_without_move }))
            }
        };
        Self {
            minutes,
            increment,
            starts_at: terms.starts_at,
            no_show,
            arena_minutes: settings.arena.map(|arena| arena.minutes),
            window_days: settings.appointments.map(|terms| terms.days),
            correspondence,
            rated: terms.rated,
        }
    }

    pub(super) fn read(self) -> Result<OnlineTerms, BadTournamentWire> {
        let Self { minutes, increment, starts_at, no_show, .. } = self;
        let time = match self.correspondence {
            Some(terms) if (minutes, increment, no_show) == (0, 0, 0) => terms.read()?,
            Some(_) => return Err(BadTournamentWire::Correspondence),
            None if (1..=180).contains(&minutes) && increment <= 60 && (1..=3600).contains(&no_show) => {
                OnlineTimeControl::Live { minutes, increment, no_show }
            }
            None => return Err(BadTournamentWire::OnlineTime),
        };
        Ok(OnlineTerms { time, starts_at, rated: self.rated })
    }

    pub(super) fn appointments(self) -> Result<Option<AppointmentTerms>, BadTournamentWire> {
        match self.window_days {
            None => Ok(None),
            Some(days)
                if WINDOW_DAYS.contains(&days)
                    && self.arena_minutes.is_none()
                    && self.correspondence.is_none() =>
            {
                Ok(Some(AppointmentTerms { days }))
            }
            Some(_) => Err(BadTournamentWire::Window),
        }
    }
}

impl WireCorrespondenceTerms {
    fn read(self) -> Result<OnlineTimeControl, BadTournamentWire> {
        let Self { days, per, vacation, forfeit_without_move } = self;
        if !CORRESPONDENCE_DAYS.contains(&days) || vacation > LONGEST_VACATION {
            return Err(BadTournamentWire::Correspondence);
        }
        let per = match per {
            WireDayAllowance::Move => DayAllowance::EachMove,
            WireDayAllowance::Game => DayAllowance::WholeGame,
        };
        let absence = if forfeit_without_move { AbsenceRule::Forfeit } else { AbsenceRule::LossOnTime };
        Ok(OnlineTimeControl::Correspondence { days, per, vacation, absence })
    }
}

impl WireTournamentCharter {
    /// The terms of an arena. It is online, and has neither rounds nor matches.
    pub(super) fn arena(&self, system: PairingSystem) -> Result<Option<ArenaTerms>, BadTournamentWire> {
        let minutes = self.online.and_then(|online| online.arena_minutes);
        let is_live = self.online.is_some_and(|online| online.correspondence.is_none());
        match (system, minutes) {
            (PairingSystem::Arena, Some(minutes))
                if ARENA_MINUTES.contains(&minutes) && self.rounds == 1 && self.games == 1 && is_live =>
            {
                Ok(Some(ArenaTerms { minutes }))
            }
            (PairingSystem::Arena, _) | (_, Some(_)) => Err(BadTournamentWire::Arena),
            (_, None) => Ok(None),
        }
    }

    /// Rounds can be played at once where everybody meets everybody, and nobody must sit at two boards at the same time.
    pub(super) fn order(&self, system: PairingSystem) -> Result<RoundOrder, BadTournamentWire> {
        let in_own_time =
            self.online.is_some_and(|online| online.correspondence.is_some() || online.window_days.is_some());
        match (self.at_once, self.cycles) {
            (None, None) => Ok(RoundOrder::OneByOne),
            (None, Some(cycles @ 1..=4)) if system == PairingSystem::RoundRobin && self.rounds == 1 => {
                Ok(RoundOrder::InCycles { cycles })
            }
            (None, Some(_)) => Err(BadTournamentWire::Cycles),
            (Some(cycles @ 1..=2), None)
                if system == PairingSystem::RoundRobin && self.rounds == 1 && in_own_time =>
            {
                Ok(RoundOrder::AllAtOnce { cycles })
            }
            (Some(_), _) => Err(BadTournamentWire::AtOnce),
        }
    }
}
