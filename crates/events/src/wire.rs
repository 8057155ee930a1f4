//! The serialised twins of what leaves the crate, and of what a tournament's log is made of.

mod ask;
mod board_result;
mod charter;
mod log;
mod online;
mod person;
mod ruling;
mod scoring;

use damiera_game::Lang;
use serde::{Deserialize, Serialize};

use crate::check::{EventCheck, EventDifference, RankedBy};
use crate::crosstable::Crosstable;
use crate::explain::ExplainedPairing;
use crate::outcome::PairingNumber;
use crate::pairing::{Pairing, RoundPairing};
use crate::scoring::Scoring;
use crate::standings::StandingsRow;
use crate::teams::{CompetitorKind, TeamRow, team_standings};
use crate::tiebreak::{Figure, PartKind, TieBreak};

pub use ask::{WireNewEntrant, WireNumbering, WireTournamentAsk};
pub use board_result::{WireBoardResult, WireBye};
pub use charter::{
    WireAccelerationMethod, WireDrawOrder, WireLastRounds, WireOpeningTerms, WireTournamentCharter,
};
pub use log::{WireBrokenCriterion, WireTournamentActor, WireTournamentEvent, WireTournamentFact};
pub use online::{WireCorrespondenceTerms, WireDayAllowance, WireOnlineTerms};
pub use person::WirePersonDetails;
pub use ruling::WireArbiterRuling;
pub use scoring::{WireEdgeWorth, WireMatchCount, WireScoring};

/// Something serialised that is no tournament's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadTournamentWire {
    /// A version that this program does not know.
    Version(u32),
    /// A name is empty or too long.
    Name,
    /// There are 1 to 99 rounds.
    Rounds,
    /// A win must be worth more than a draw, and a draw no less than a loss.
    Scoring,
    /// There is no such game.
    Variant(String),
    /// There is no such pairing system.
    System(String),
    /// There is no such tie-break.
    TieBreak(String),
    /// A tie-break is named twice.
    TieBreakTwice(String),
    /// There are more tie-breaks than this.
    TooManyTieBreaks(usize),
    /// Only Swiss pairing is accelerated.
    Acceleration,
    /// There is no such colour.
    Colour(String),
    /// This is no number of points.
    Points(String),
    /// Openings are drawn for a round or for a pairing.
    Scope(String),
    /// A pairing has one game or two.
    Games(u8),
    /// Double-Swiss pairs matches of two games.
    DoubleNeedsTwoGames,
    /// Worths of drawn games that favour a player: at most two, between win and loss, and not in micro-matches.
    Edges,
    /// A round robin of one round has 1 to 4 cycles.
    Cycles,
    /// Only a round robin exchanges rounds.
    LastRounds,
    /// Openings are numbered from 1.
    BarredOpening,
    /// An arena is online, lasts 10 to 240 minutes, and has one round of single games.
    Arena,
    /// A match of teams has 2 to 20 boards, in a Swiss event or a round robin of single games.
    TeamBoards,
    /// The window of a round is open for 1 to 120 days, in an event by rounds whose games are played at one sitting.
    Window,
    /// A round robin of one round, whose games are played in the players' own time, has 1 or 2 cycles at once.
    AtOnce,
    /// The days of correspondence games are out of range, or there are minutes as well.
    Correspondence,
    /// The minutes, the increment or the no-show time of an online event are out of range.
    OnlineTime,
}

impl std::fmt::Display for BadTournamentWire {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text(Lang::English))
    }
}

impl std::error::Error for BadTournamentWire {}

/// Two players who meet.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Pairing))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct WirePairing {
    /// Who has White.
    pub white: PairingNumber,
    /// Who has Black.
    pub black: PairingNumber,
}

impl From<Pairing> for WirePairing {
    fn from(pair: Pairing) -> Self {
        Self { white: pair.white, black: pair.black }
    }
}

/// The pairing of a round.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RoundPairing))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct WireRoundPairing {
    /// The round, from 1.
    pub round: usize,
    /// The pairs, board 1 first.
    pub pairs: Vec<WirePairing>,
    /// Who is left over.
    pub bye: Vec<PairingNumber>,
}

impl From<&RoundPairing> for WireRoundPairing {
    fn from(pairing: &RoundPairing) -> Self {
        Self {
            round: pairing.round,
            pairs: pairing.pairs.iter().copied().map(WirePairing::from).collect(),
            bye: pairing.bye.clone(),
        }
    }
}

/// An event, derived again.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct WireEventCheck {
    /// How many rounds were paired again.
    pub rounds: usize,
    /// What differs.
    pub differences: Vec<WireEventDifference>,
}

/// Something that is not as the rules make it.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum WireEventDifference {
    /// A round was paired otherwise.
    Round {
        /// The round.
        round: usize,
        /// What the rules pair, without what is the same.
        expected: WireRoundPairing,
        /// What stands in the file, without what is the same.
        found: WireRoundPairing,
    },
    /// The rules find no pairing for a round.
    NoPairing {
        /// The round.
        round: usize,
        /// Why.
        reason: String,
    },
    /// The points of a player are not what the results are worth.
    Points {
        /// Who.
        number: PairingNumber,
        /// What the file says.
        listed: String,
        /// What the results are worth.
        computed: String,
    },
    /// A player ranks above another who has more points, or better tie-breaks.
    Rank {
        /// Who ranks above.
        above: PairingNumber,
        /// Who ranks below with more.
        below: PairingNumber,
        /// What the one below has more of: `points` or `tie-breaks`.
        by: &'static str,
    },
}

impl From<&EventCheck> for WireEventCheck {
    fn from(check: &EventCheck) -> Self {
        Self {
            rounds: check.rounds,
            differences: check.differences.iter().map(WireEventDifference::from).collect(),
        }
    }
}

impl From<&EventDifference> for WireEventDifference {
    fn from(difference: &EventDifference) -> Self {
        match difference {
            EventDifference::Round { round, expected, found } => {
                Self::Round { round: *round, expected: expected.into(), found: found.into() }
            }
            EventDifference::NoPairing { round, reason } => {
                Self::NoPairing { round: *round, reason: reason.to_string() }
            }
            EventDifference::PlayerPoints { number, listed, computed } => {
                Self::Points { number: *number, listed: listed.to_string(), computed: computed.to_string() }
            }
            EventDifference::RankOrder { above, below, by } => Self::Rank {
                above: *above,
                below: *below,
                by: match by {
                    RankedBy::Points => "points",
                    RankedBy::TieBreaks => "tie-breaks",
                },
            },
        }
    }
}

/// A pair or a bye, with its reasons as sentences.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct WireExplainedPairing {
    /// The pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pair: Option<WirePairing>,
    /// The one who is free.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bye: Option<PairingNumber>,
    /// Why, in a language.
    pub reasons: Vec<String>,
}

impl WireExplainedPairing {
    /// The reasons in a language, about players or teams.
    #[must_use]
    pub fn new(explained: &ExplainedPairing, lang: Lang, kind: CompetitorKind) -> Self {
        Self {
            pair: explained.pair.map(WirePairing::from),
            bye: explained.bye,
            reasons: explained.reasons.iter().map(|reason| reason.text(lang, kind)).collect(),
        }
    }
}

/// Standings.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Standings))]
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct WireStandings {
    /// Rounds paired so far.
    pub rounds: usize,
    /// The tie-breaks, in order.
    pub tie_breaks: Vec<String>,
    /// The players, best first.
    pub rows: Vec<WireStandingsRow>,
    /// The teams, best first; none in an event without teams.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<WireTeamRow>,
}

/// A team's row.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TeamRow))]
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct WireTeamRow {
    /// The rank, shared by teams with the same points of both kinds.
    pub rank: usize,
    /// The name.
    pub name: String,
    /// The players, board 1 first.
    pub numbers: Vec<PairingNumber>,
    /// Points for matches.
    pub match_points: f64,
    /// Points for games.
    pub board_points: f64,
}

impl WireTeamRow {
    fn of_table(table: &Crosstable) -> Vec<Self> {
        let rows = team_standings(table, &table.teams, &Scoring::TWO_ONE);
        let row = |row: TeamRow| {
            let team = table.teams.get(row.team)?;
            Some(Self {
                rank: row.rank,
                name: team.name.clone(),
                numbers: team.members.clone(),
                match_points: row.match_points.as_f64(),
                board_points: row.board_points.as_f64(),
            })
        };
        rows.into_iter().filter_map(row).collect()
    }
}

/// A player's row.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = StandingsRow))]
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct WireStandingsRow {
    /// The rank, shared by those whom nothing separates.
    pub rank: usize,
    /// Who.
    pub number: PairingNumber,
    /// The name.
    pub name: String,
    /// Points.
    pub points: f64,
    /// One figure for each tie-break.
    pub figures: Vec<WireFigure>,
}

/// A tie-break figure.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Figure))]
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct WireFigure {
    /// The figure.
    pub value: f64,
    /// What it is made of.
    pub parts: Vec<WireFigurePart>,
}

/// A contribution to a figure.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FigurePart))]
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct WireFigurePart {
    /// The round.
    pub round: usize,
    /// The opponent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<PairingNumber>,
    /// How much.
    pub value: f64,
    /// `played`, `unplayed`, or `cut` if it does not count.
    pub kind: &'static str,
}

impl WireStandings {
    /// Standings with the names of the players.
    #[must_use]
    pub fn new(table: &Crosstable, tie_breaks: &[TieBreak], rows: &[StandingsRow]) -> Self {
        let name = |number| table.entrant(number).map_or_else(String::new, |entrant| entrant.name.clone());
        let row = |row: &StandingsRow| WireStandingsRow {
            rank: row.rank,
            number: row.number,
            name: name(row.number),
            points: row.points.as_f64(),
            figures: row.figures.iter().map(WireFigure::from).collect(),
        };
        Self {
            rounds: table.paired_rounds(),
            tie_breaks: tie_breaks.iter().map(ToString::to_string).collect(),
            rows: rows.iter().map(row).collect(),
            teams: WireTeamRow::of_table(table),
        }
    }
}

impl From<&Figure> for WireFigure {
    fn from(figure: &Figure) -> Self {
        let whole = |hundredths: i64| hundredths as f64 / 100.0;
        let parts = figure.parts.iter().map(|part| WireFigurePart {
            round: part.round,
            opponent: part.opponent,
            value: whole(part.hundredths),
            kind: match part.kind {
                PartKind::Played => "played",
                PartKind::Unplayed => "unplayed",
                PartKind::Cut => "cut",
            },
        });
        Self { value: whole(figure.hundredths), parts: parts.collect() }
    }
}

/// A pairing from its parts.
#[must_use]
pub fn round_pairing(round: usize, pairs: &[WirePairing], bye: Vec<PairingNumber>) -> RoundPairing {
    let pairs = pairs.iter().map(|pair| Pairing { white: pair.white, black: pair.black }).collect();
    RoundPairing { round, pairs, bye }
}
