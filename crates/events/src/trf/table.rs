//! From a file to the table that pairing and scoring work on.

use super::fault::{TrfFault, TrfProblem};
use super::record::TrfRecord;
use super::{TrfFile, TrfPlayer};
use crate::acceleration::baku;
use crate::crosstable::{Acceleration, ByeRequest, Crosstable, Entrant, ForbiddenGroup};
use crate::points::Points;
use crate::scoring::Scoring;
use crate::system::PairingSystem;
use crate::teams::Team;

impl TrfFile {
    /// The table of players and rounds, and what looks wrong in it.
    #[must_use]
    pub fn table(&self) -> (Crosstable, Vec<TrfFault>) {
        let mut table = Crosstable::default();
        let mut warnings = self.warnings.clone();
        let mut letters = Vec::new();
        let mut accelerated = false;
        for line in &self.lines {
            match &line.record {
                TrfRecord::Player(player) => table.entrants.push(entrant(player)),
                TrfRecord::Rounds(rounds) => table.planned_rounds = Some(*rounds),
                TrfRecord::InitialColour(side) => table.initial_side = Some(*side),
                TrfRecord::Points(points) => letters.extend(points.iter().copied()),
                // A file for old and new programs names each team twice.
                TrfRecord::Team { name, .. } if table.teams.iter().any(|team| team.name == *name) => {}
                TrfRecord::Team { name, numbers } => {
                    table.teams.push(Team { name: name.clone(), members: numbers.clone() });
                }
                TrfRecord::TeamColours(colours) => table.team_colours.clone_from(colours),
                TrfRecord::System(name) => {
                    table.system = system(name);
                    accelerated = name.ends_with("_BAKU");
                    if table.system.is_none() {
                        let problem = TrfProblem::UnknownSystem(name.clone());
                        warnings.push(TrfFault { line: line.number, problem });
                    }
                }
                _ => {}
            }
        }
        if table.teams.is_empty() {
            table.team_colours.clear();
        }
        table.entrants.sort_by_key(|entrant| entrant.number);
        self.read_rules(&mut table);
        table.scoring = if letters.is_empty() { self.inferred_scoring(&table) } else { scoring(&letters) };
        if accelerated && table.accelerations.is_empty() {
            table.accelerations = baku(&table);
        }
        for (line, player) in self.players() {
            if let Some(problem) = points_differ(&table, player) {
                warnings.push(TrfFault { line, problem });
            }
        }
        (table, warnings)
    }

    /// What is said of rounds and players, once both are known.
    fn read_rules(&self, table: &mut Crosstable) {
        let next = table.paired_rounds() + 1;
        for line in &self.lines {
            match &line.record {
                TrfRecord::Byes { round, outcome, numbers } => {
                    let round = round.unwrap_or(next);
                    let requests =
                        numbers.iter().map(|&number| ByeRequest { round, number, outcome: *outcome });
                    table.requests.extend(requests);
                }
                TrfRecord::Acceleration { points, rounds, numbers } => {
                    let (points, rounds, numbers) = (*points, rounds.clone(), numbers.clone());
                    table.accelerations.push(Acceleration { points, rounds, numbers });
                }
                TrfRecord::PlayerAcceleration { number, points } => {
                    for (index, &points) in points.iter().enumerate() {
                        let rounds = index + 1..=index + 1;
                        table.accelerations.push(Acceleration { points, rounds, numbers: *number..=*number });
                    }
                }
                TrfRecord::Forbidden { rounds, numbers } => {
                    let rounds = rounds.clone().unwrap_or(1..=usize::MAX);
                    table.forbidden.push(ForbiddenGroup { rounds, numbers: numbers.clone() });
                }
                _ => {}
            }
        }
    }

    /// The usual system under which all listed points are what the results are worth; 1 – ½ – 0 if none is.
    fn inferred_scoring(&self, table: &Crosstable) -> Scoring {
        let fits = |scoring: &Scoring| {
            let table = Crosstable { scoring: *scoring, ..table.clone() };
            self.players().all(|(_, player)| points_differ(&table, player).is_none())
        };
        [Scoring::ONE_HALF, Scoring::TWO_ONE, Scoring::THREE_ONE].into_iter().find(fits).unwrap_or_default()
    }
}

fn entrant(player: &TrfPlayer) -> Entrant {
    Entrant {
        number: player.number,
        name: player.name.clone(),
        rating: player.rating.filter(|&rating| rating > 0),
        federation: player.federation.clone(),
        outcomes: player.outcomes.clone(),
    }
}

/// The system a name of record 192 stands for.
fn system(name: &str) -> Option<PairingSystem> {
    let stem = name.strip_suffix("_BAKU").unwrap_or(name);
    match stem {
        "FIDE_DUTCH" | "FIDE_DUTCH_2025" | "FIDE_DUTCH_2026" | "CUSTOM_SWISS" => Some(PairingSystem::Dutch),
        "FIDE_DOUBLESWISS" | "CUSTOM_DOUBLESWISS" => Some(PairingSystem::Double),
        "CUSTOM_ROTATION" => Some(PairingSystem::Rotation),
        "CUSTOM_KNOCKOUT" => Some(PairingSystem::Knockout),
        // The Dutch system between teams; FIDE's own systems for teams are others.
        "CUSTOM_TEAM_SWISS" | "CUSTOM_TEAM_SWISS_MP" => Some(PairingSystem::Dutch),
        _ if stem.ends_with("ROUNDROBIN") => Some(PairingSystem::RoundRobin),
        _ => None,
    }
}

/// The table that letters of record 162 describe; what is not said follows from win and draw.
fn scoring(letters: &[(char, Points)]) -> Scoring {
    let value =
        |letter: char| letters.iter().rev().find(|(own, _)| *own == letter).map(|(_, points)| *points);
    let usual = Scoring::ONE_HALF;
    let games = Scoring::of(
        value('W').unwrap_or(usual.win),
        value('D').unwrap_or(usual.draw),
        value('L').unwrap_or(usual.loss),
    );
    let zero = value('Z').or_else(|| value('A')).unwrap_or(Points::ZERO);
    Scoring {
        pairing_bye: value('P').or_else(|| value('U')).unwrap_or(games.win),
        forfeit_loss: value('A').unwrap_or(zero),
        zero_bye: zero,
        full_bye: value('F').unwrap_or(games.win),
        half_bye: value('H').unwrap_or(games.draw),
        ..games
    }
}

/// Whether a player's listed points are what the results are worth; programs list them with or without virtual points,
/// and with or without a bye already entered for the next round.
fn points_differ(table: &Crosstable, player: &TrfPlayer) -> Option<TrfProblem> {
    let listed = player.points?;
    let entrant = table.entrant(player.number)?;
    let next = table.paired_rounds() + 1;
    let computed = table.score_before(entrant, next);
    let virtual_points = table.virtual_points(player.number, next);
    let with_bye = table.score_before(entrant, next + 1);
    let accepted = [computed, with_bye, computed + virtual_points, with_bye + virtual_points];
    let problem = TrfProblem::PointsDiffer { number: player.number, listed, computed };
    (!accepted.contains(&listed)).then_some(problem)
}
