//! The serialised charter of a tournament.

use damiera_rules::{Side, Variant};
use serde::{Deserialize, Serialize};

use super::scoring::WireScoring;
use super::{BadTournamentWire, WireOnlineTerms};
use crate::draw::{DrawOrder, DrawScope};
use crate::matches::MatchLength;
use crate::round_robin::LastRounds;
use crate::scoring::MicroMatchCount;
use crate::system::PairingSystem;
use crate::tiebreak::TieBreak;
use crate::tournament::{
    AccelerationMethod, OpeningTerms, RoundOrder, TournamentCharter, TournamentSettings,
};

/// The longest texts of a charter, in characters.
const LONGEST: usize = 80;
/// The most rounds an event can have.
const MOST_ROUNDS: usize = 99;
/// The most tie-breaks.
const MOST_TIE_BREAKS: usize = 8;

/// What an organiser announces before round 1.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TournamentCharter,
    example = json!({"version": 1, "name": "Trofeo d'autunno", "place": "Circolo", "pace": "30 min + 10 s", "variant": "italian",
        "system": "rotation", "rounds": 4, "scoring": {"win": "2", "draw": "1", "loss": "0", "bye": "2"}, "tie-breaks": ["QUO", "BH"],
        "first-colour": "white", "openings": {"deck": "three-move", "seed": "autunno 2026", "scope": "pairing", "barred": []}})))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WireTournamentCharter {
    /// The version of this form: 1.
    pub version: u32,
    /// The name of the event.
    pub name: String,
    /// Where it is held.
    #[serde(default)]
    pub place: String,
    /// The time for a game, in words.
    #[serde(default)]
    pub pace: String,
    /// The game: english, italian, brazilian or international.
    pub variant: String,
    /// `dutch`, `double`, `rotation`, `round-robin`, `knockout` or `arena`.
    pub system: String,
    /// How many rounds; 1 for an arena.
    pub rounds: usize,
    /// What results are worth.
    pub scoring: WireScoring,
    /// Codes of tie-breaks, in order.
    pub tie_breaks: Vec<String>,
    /// The colour of number 1 in round 1: `white` or `black`.
    pub first_colour: String,
    /// `baku` if the upper half of the list starts with virtual points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acceleration: Option<WireAccelerationMethod>,
    /// Games of a pairing: 1, or 2 for micro-matches with colours exchanged.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub games: u8,
    /// Cycles, 1 to 4, of a round robin that has as many rounds as its field needs; `rounds` is 1 then. None if `rounds` says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles: Option<usize>,
    /// Cycles, 1 or 2, of a round robin whose rounds are all played at the same time, by correspondence or on dates that the
    /// players arrange; `rounds` is 1 then. None if rounds follow each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_once: Option<usize>,
    /// `exchanged` if the last two rounds of the first cycle of a double round robin are exchanged, so that nobody has the same
    /// colour three times in a row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_rounds: Option<WireLastRounds>,
    /// Boards of a match, 2 to 20, if teams are paired and not players; for the systems `dutch` and `round-robin`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team_boards: Option<usize>,
    /// How openings are drawn; none if they are free.
    #[serde(default)]
    pub openings: Option<WireOpeningTerms>,
    /// How it is played on this server; none if it is played in a hall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub online: Option<WireOnlineTerms>,
}

const fn one() -> u8 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_one(games: &u8) -> bool {
    *games == 1
}

/// How the first rounds are accelerated.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = AccelerationMethod))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum WireAccelerationMethod {
    /// Baku acceleration (FIDE C.04.7).
    Baku,
}

/// Which rounds of a round robin's first cycle are exchanged.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = LastRounds))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum WireLastRounds {
    /// The last two.
    Exchanged,
}

/// In which order the pairs of a round draw.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = DrawOrder))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum WireDrawOrder {
    /// By the lower number of each pair.
    Numbers,
}

/// How openings are drawn.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = OpeningTerms))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WireOpeningTerms {
    /// The name of a deck of the game.
    pub deck: String,
    /// The published seed.
    pub seed: String,
    /// `pairing` for an opening for each pair, `round` for one for all.
    pub scope: String,
    /// In which order the pairs of a round draw; the server says `numbers`, and events that were made before do not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<WireDrawOrder>,
    /// Openings that are not drawn, by their number in the deck from 1.
    #[serde(default)]
    pub barred: Vec<usize>,
}

impl From<&TournamentCharter> for WireTournamentCharter {
    fn from(charter: &TournamentCharter) -> Self {
        let TournamentSettings { system, scoring, rounds, initial_side, acceleration, match_length, .. } =
            &charter.settings;
        Self {
            version: 1,
            name: charter.name.clone(),
            place: charter.place.clone(),
            pace: charter.pace.clone(),
            variant: charter.variant.name().to_owned(),
            system: system.to_string(),
            rounds: *rounds,
            scoring: WireScoring::from(scoring),
            last_rounds: match charter.settings.last_rounds {
                LastRounds::InOrder => None,
                LastRounds::Exchanged => Some(WireLastRounds::Exchanged),
            },
            tie_breaks: charter.tie_breaks.iter().map(ToString::to_string).collect(),
            first_colour: match initial_side {
                Side::White => "white".to_owned(),
                Side::Black => "black".to_owned(),
            },
            acceleration: match acceleration {
                AccelerationMethod::None => None,
                AccelerationMethod::Baku => Some(WireAccelerationMethod::Baku),
            },
            games: match match_length {
                MatchLength::SingleGame => 1,
                MatchLength::TwoGames => 2,
            },
            openings: charter.openings.as_ref().map(|openings| WireOpeningTerms {
                deck: openings.deck.clone(),
                seed: openings.seed.clone(),
                scope: match openings.scope {
                    DrawScope::Round => "round".to_owned(),
                    DrawScope::Pairing => "pairing".to_owned(),
                },
                order: match openings.order {
                    DrawOrder::Numbers => Some(WireDrawOrder::Numbers),
                    DrawOrder::Boards => None,
                },
                barred: openings.barred.iter().map(|opening| opening + 1).collect(),
            }),
            cycles: match charter.settings.order {
                RoundOrder::InCycles { cycles } => Some(cycles),
                _ => None,
            },
            at_once: match charter.settings.order {
                RoundOrder::AllAtOnce { cycles } => Some(cycles),
                _ => None,
            },
            team_boards: charter.settings.team_boards,
            online: charter.online.map(|terms| WireOnlineTerms::new(terms, &charter.settings)),
        }
    }
}

impl WireTournamentCharter {
    /// A tie-break that is named twice: the second time it cannot break a tie.
    #[must_use]
    pub fn repeated_tie_break(&self) -> Option<&str> {
        let read: Vec<Option<TieBreak>> = self.tie_breaks.iter().map(|code| code.parse().ok()).collect();
        let twice = (1..read.len()).find(|&index| read[..index].contains(&read[index]));
        twice.map(|index| self.tie_breaks[index].as_str())
    }
}

impl TryFrom<&WireTournamentCharter> for TournamentCharter {
    type Error = BadTournamentWire;

    fn try_from(wire: &WireTournamentCharter) -> Result<Self, BadTournamentWire> {
        if wire.version != 1 {
            return Err(BadTournamentWire::Version(wire.version));
        }
        if wire.rounds == 0 || wire.rounds > MOST_ROUNDS {
            return Err(BadTournamentWire::Rounds);
        }
        if wire.tie_breaks.len() > MOST_TIE_BREAKS {
            return Err(BadTournamentWire::TooManyTieBreaks(MOST_TIE_BREAKS));
        }
        let name = text(&wire.name)?;
        if name.is_empty() {
            return Err(BadTournamentWire::Name);
        }
        let variant: Variant =
            wire.variant.parse().map_err(|_| BadTournamentWire::Variant(wire.variant.clone()))?;
        let system: PairingSystem =
            wire.system.parse().map_err(|_| BadTournamentWire::System(wire.system.clone()))?;
        let tie_breaks = wire
            .tie_breaks
            .iter()
            .map(|code| code.parse::<TieBreak>().map_err(|_| BadTournamentWire::TieBreak(code.clone())));
        let initial_side = match wire.first_colour.as_str() {
            "white" => Side::White,
            "black" => Side::Black,
            other => return Err(BadTournamentWire::Colour(other.to_owned())),
        };
        let scoring = wire.scoring.read()?;
        let acceleration = match wire.acceleration {
            None => AccelerationMethod::None,
            Some(WireAccelerationMethod::Baku) if system == PairingSystem::Dutch => AccelerationMethod::Baku,
            Some(WireAccelerationMethod::Baku) => return Err(BadTournamentWire::Acceleration),
        };
        let match_length = match wire.games {
            1 if scoring.match_count == MicroMatchCount::Whole => return Err(BadTournamentWire::Games(1)),
            1 => MatchLength::SingleGame,
            2 if !wire.scoring.edges.is_empty() => return Err(BadTournamentWire::Edges),
            2 => MatchLength::TwoGames,
            other => return Err(BadTournamentWire::Games(other)),
        };
        Ok(Self {
            name,
            place: text(&wire.place)?,
            pace: text(&wire.pace)?,
            variant,
            settings: TournamentSettings {
                system,
                scoring,
                rounds: wire.rounds,
                initial_side,
                acceleration,
                match_length,
                arena: wire.arena(system)?,
                order: wire.order(system)?,
                team_boards: wire.teams(system)?,
                last_rounds: match wire.last_rounds {
                    None => LastRounds::InOrder,
                    Some(WireLastRounds::Exchanged) if system == PairingSystem::RoundRobin => {
                        LastRounds::Exchanged
                    }
                    Some(WireLastRounds::Exchanged) => return Err(BadTournamentWire::LastRounds),
                },
                appointments: wire.online.map(WireOnlineTerms::appointments).transpose()?.flatten(),
            },
            tie_breaks: tie_breaks.collect::<Result<_, _>>()?,
            openings: wire.openings.as_ref().map(WireOpeningTerms::read).transpose()?,
            online: wire.online.map(WireOnlineTerms::read).transpose()?,
        })
    }
}

impl WireTournamentCharter {
    fn teams(&self, system: PairingSystem) -> Result<Option<usize>, BadTournamentWire> {
        let pairs_teams = matches!(system, PairingSystem::Dutch | PairingSystem::RoundRobin)
            && (self.games, self.acceleration, self.at_once) == (1, None, None);
        match self.team_boards {
            None => Ok(None),
            Some(boards @ 2..=20) if pairs_teams => Ok(Some(boards)),
            Some(_) => Err(BadTournamentWire::TeamBoards),
        }
    }
}

fn text(text: &str) -> Result<String, BadTournamentWire> {
    let text = text.trim();
    if text.chars().count() > LONGEST || text.contains(char::is_control) {
        return Err(BadTournamentWire::Name);
    }
    Ok(text.to_owned())
}

impl WireOpeningTerms {
    fn read(&self) -> Result<OpeningTerms, BadTournamentWire> {
        let scope = match self.scope.as_str() {
            "round" => DrawScope::Round,
            "pairing" => DrawScope::Pairing,
            other => return Err(BadTournamentWire::Scope(other.to_owned())),
        };
        let barred = self.barred.iter().map(|opening| opening.checked_sub(1));
        let barred = barred.collect::<Option<_>>().ok_or(BadTournamentWire::BarredOpening)?;
        let order = match self.order {
            Some(WireDrawOrder::Numbers) => DrawOrder::Numbers,
            None => DrawOrder::Boards,
        };
        Ok(OpeningTerms { deck: text(&self.deck)?, seed: text(&self.seed)?, scope, order, barred })
    }
}
