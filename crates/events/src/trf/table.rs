//! From a file to the table that pairing and scoring work on.

use super::fault::{TrfFault, TrfProblem};
use super::player::letter_of;
use super::record::{RankingKey, TrfRecord};
use super::scores::{CODES_NOT_GIVEN, scoring};
use super::{TrfFile, TrfLine, TrfPlayer};
use crate::acceleration::baku;
use crate::crosstable::{Acceleration, ByeRequest, Crosstable, Entrant, ForbiddenGroup, PersonDetails};
use crate::outcome::{PairingNumber, RoundOutcome};
use crate::round_robin::{LastRounds, rounds_in_cycle};
use crate::scoring::Scoring;
use crate::system::PairingSystem;

impl TrfFile {
    /// The table of players and rounds, and what looks wrong in it.
    #[must_use]
    pub fn table(&self) -> (Crosstable, Vec<TrfFault>) {
        let mut table = Crosstable::default();
        let mut warnings = self.warnings.clone();
        let mut name = "";
        for line in &self.lines {
            table.initial_side = line.record.initial_colour().or(table.initial_side);
            match &line.record {
                TrfRecord::Player(player) => table.entrants.push(entrant(player)),
                TrfRecord::Rounds(rounds) => table.planned_rounds = Some(*rounds),
                TrfRecord::TeamColours(colours) => table.team_colours.clone_from(colours),
                TrfRecord::System(named) => {
                    name = named;
                    table.system = system(name);
                    if table.system.is_none() {
                        let problem = TrfProblem::UnknownSystem(name.to_owned());
                        warnings.push(TrfFault { line: line.number, problem });
                    }
                }
                _ => {}
            }
        }
        table.teams = self.teams();
        if name.is_empty() && table.teams.is_empty() {
            table.system = self.text_of("092").and_then(system_in_words);
        }
        if table.teams.is_empty() {
            table.team_colours.clear();
        }
        self.read_ranking(&mut table);
        table.entrants.sort_by_key(|entrant| entrant.number);
        self.read_clubs(&mut table);
        self.read_rules(&mut table);
        table.scoring = self.scoring().unwrap_or_else(|| self.inferred_scoring(&table));
        warnings.extend(self.read_abnormal_points(&mut table));
        if name.ends_with("_BAKU") && table.accelerations.is_empty() {
            table.accelerations = baku(&table);
        }
        if table.system == Some(PairingSystem::RoundRobin) {
            read_round_robin(name, &mut table);
        }
        for (line, player) in self.players() {
            if let Some(problem) = points_differ(&table, player) {
                warnings.push(TrfFault { line, problem });
            }
        }
        (table, warnings)
    }

    /// By what the players, who stand in the order of the file, are ranked.
    fn read_ranking(&self, table: &mut Crosstable) {
        let by_line = |line: &TrfLine| {
            matches!(line.record, TrfRecord::Configuration { ranking: RankingKey::Line, .. })
        };
        let numbers: Vec<PairingNumber> = table.entrants.iter().map(|entrant| entrant.number).collect();
        if self.lines.iter().any(by_line) && !numbers.is_sorted() {
            table.ranking = numbers;
        }
    }

    /// Clubs whose names are cut in the columns of their players.
    fn read_clubs(&self, table: &mut Crosstable) {
        for line in &self.lines {
            if let TrfRecord::Club { number, name } = &line.record
                && let Some(index) = table.index_of(*number)
                && name.starts_with(&table.entrants[index].federation)
            {
                table.entrants[index].federation.clone_from(name);
            }
        }
    }

    /// The scoring, if the file says it.
    fn scoring(&self) -> Option<Scoring> {
        let mut letters = Vec::new();
        for line in &self.lines {
            if let TrfRecord::Points(points) = &line.record {
                if line.text.starts_with("XXS") && letters.is_empty() {
                    letters.extend(CODES_NOT_GIVEN);
                }
                letters.extend(points.iter().copied());
            }
        }
        (!letters.is_empty()).then(|| scoring(&letters))
    }

    /// Points that do not follow from the scoring. A record that meets nobody's result is a warning.
    fn read_abnormal_points(&self, table: &mut Crosstable) -> Vec<TrfFault> {
        let mut unused = Vec::new();
        let played = 1..=table.paired_rounds();
        for line in &self.lines {
            let TrfRecord::AbnormalPoints { letter, points, round, numbers } = &line.record else { continue };
            if self.pairs_teams() {
                continue;
            }
            let mut counts = false;
            let everybody = || table.entrants.iter().map(|entrant| entrant.number).collect();
            let numbers: Vec<PairingNumber> = if numbers.is_empty() { everybody() } else { numbers.clone() };
            for number in numbers {
                let rounds = played.clone().filter(|played| round.is_none_or(|round| round == *played));
                for played in rounds {
                    let outcome = table.entrant(number).map_or(RoundOutcome::Absent, |e| e.outcome(played));
                    let usual = table.scoring.worth(outcome);
                    match *letter {
                        // A bonus or a penalty for the whole event is counted once.
                        ' ' if round.is_some() || played == 1 => table.add_points(number, played, *points),
                        letter if has_letter(outcome, letter) => {
                            table.add_points(number, played, *points - usual);
                        }
                        _ => continue,
                    }
                    counts = true;
                }
            }
            // One that is about everybody's results of a kind may have nothing to change yet.
            if !counts && round.is_some() {
                let problem = TrfProblem::WithoutEffect("299".to_owned());
                unused.push(TrfFault { line: line.number, problem });
            }
        }
        unused
    }

    /// What is said of rounds and players, once both are known.
    fn read_rules(&self, table: &mut Crosstable) {
        let next = table.paired_rounds() + 1;
        // Where teams are paired the numbers are those of teams; here a team is known by its players.
        let teams = self.pairs_teams().then(|| table.teams.clone());
        let team = |number: PairingNumber| teams.as_ref()?.get(usize::from(number).checked_sub(1)?);
        let first_of = |number: PairingNumber| match &teams {
            Some(_) => team(number).and_then(|team| team.members.first().copied()),
            None => Some(number),
        };
        let all_of = |number: PairingNumber| match &teams {
            Some(_) => team(number).map_or_else(Vec::new, |team| team.members.clone()),
            None => vec![number],
        };
        for line in &self.lines {
            match &line.record {
                // XXZ names players in any event.
                TrfRecord::Byes { round: None, outcome, numbers } => {
                    let request = |&number| ByeRequest { round: next, number, outcome: *outcome };
                    table.requests.extend(numbers.iter().map(request));
                }
                TrfRecord::Byes { round: Some(round), outcome, numbers } => {
                    let request = |number| ByeRequest { round: *round, number, outcome: *outcome };
                    table.requests.extend(numbers.iter().flat_map(|number| all_of(*number)).map(request));
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
                    let numbers = numbers.iter().filter_map(|number| first_of(*number)).collect();
                    table.forbidden.push(ForbiddenGroup { rounds, numbers });
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

/// Whether record 299 means an outcome by a letter; it has none for the bye of the pairing, for which some write that of record 162
/// or of the player's columns.
fn has_letter(outcome: RoundOutcome, letter: char) -> bool {
    match outcome {
        RoundOutcome::PairingBye => matches!(letter, 'P' | 'U'),
        outcome => letter_of(outcome) == Some(letter),
    }
}

fn entrant(player: &TrfPlayer) -> Entrant {
    Entrant {
        number: player.number,
        name: player.name.clone(),
        rating: player.rating.filter(|&rating| rating > 0),
        federation: player.federation.clone(),
        person: PersonDetails {
            sex: player.sex.clone(),
            title: player.title.clone(),
            id: player.id.clone(),
            birth: player.birth.clone(),
        },
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

/// The system that record 092 of older files names in words; Swiss events are paired by the Dutch system unless they say
/// otherwise.
fn system_in_words(text: &str) -> Option<PairingSystem> {
    let letters: String = text.to_lowercase().chars().filter(|letter| letter.is_alphabetic()).collect();
    let says = |words: &[&str]| words.iter().any(|word| letters.contains(word));
    if says(&["roundrobin", "berger", "allplayall", "gironeallitaliana", "todoscontratodos"]) {
        Some(PairingSystem::RoundRobin)
    } else if says(&["doubleswiss"]) {
        Some(PairingSystem::Double)
    } else if says(&["italosvizzero", "rotazione"]) {
        Some(PairingSystem::Rotation)
    } else {
        None
    }
}

/// What the name of a round robin says beyond its system.
fn read_round_robin(name: &str, table: &mut Crosstable) {
    if !name.contains("DOUBLE") {
        return;
    }
    let competitors = if table.team_colours.is_empty() { table.entrants.len() } else { table.teams.len() };
    table.planned_rounds = table.planned_rounds.or(Some(2 * rounds_in_cycle(competitors)));
    if name.starts_with("FIDE_") {
        table.last_rounds = LastRounds::Exchanged;
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
