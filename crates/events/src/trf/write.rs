//! Writing a file.

use super::{TrfFile, TrfLine, TrfPlayer, TrfRecord};
use crate::crosstable::Crosstable;
use crate::points::Points;
use crate::scoring::Scoring;
use crate::system::PairingSystem;
use crate::teams::{CompetitorKind, team_standings};

impl TrfFile {
    /// The file as text: every line as it was read or made, ended by LF.
    #[must_use]
    pub fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line.text.as_str(), "\n"]).collect()
    }

    /// A file for a table that came from nowhere else; a micro-match has a round for each game.
    #[must_use]
    pub fn of_table(name: &str, table: &Crosstable) -> Self {
        let table = &table.with_single_games();
        let mut texts = vec![format!("012 {name}")];
        texts.extend(table.planned_rounds.map(|rounds| format!("142 {rounds}")));
        texts.extend(table.initial_side.map(|side| format!("152 {}", side.letter())));
        if table.scoring != Scoring::ONE_HALF {
            texts.push(points_line(&table.scoring));
        }
        texts.extend(table.system.map(|system| format!("192 {}", system_name(system, table.competitors()))));
        texts.extend(team_rules(table));
        texts.extend(table.entrants.iter().map(|entrant| {
            let blank = TrfPlayer { number: entrant.number, ..TrfPlayer::default() };
            updated(&blank, table).write()
        }));
        texts.extend(rule_lines(table));
        texts.extend(team_lines(table));
        let read = |(index, text): (usize, String)| TrfLine {
            number: index + 1,
            record: TrfRecord::read(&text).unwrap_or(TrfRecord::Unknown),
            text,
        };
        Self { lines: texts.into_iter().enumerate().map(read).collect(), warnings: Vec::new() }
    }

    /// Brings the lines of players up to date with a table; all other lines stay as they are.
    pub fn update(&mut self, table: &Crosstable) {
        for line in &mut self.lines {
            if let TrfRecord::Player(player) = &mut line.record {
                **player = updated(player, table);
                line.text = player.write();
            }
        }
    }
}

/// A player's line with what the table knows of them.
fn updated(player: &TrfPlayer, table: &Crosstable) -> TrfPlayer {
    let mut player = player.clone();
    if let Some(entrant) = table.entrant(player.number) {
        player.name.clone_from(&entrant.name);
        player.rating = entrant.rating;
        player.federation.clone_from(&entrant.federation);
        player.outcomes.clone_from(&entrant.outcomes);
        player.points = Some(table.score_before(entrant, table.paired_rounds() + 1));
        player.rank = None;
    }
    player
}

fn points_line(scoring: &Scoring) -> String {
    let letters: [(char, Points); 5] = [
        ('W', scoring.win),
        ('D', scoring.draw),
        ('L', scoring.loss),
        ('Z', scoring.zero_bye),
        ('P', scoring.pairing_bye),
    ];
    let parts: Vec<String> = letters.iter().map(|(letter, points)| format!("{letter}{points:>4}")).collect();
    format!("162  {}", parts.join("    "))
}

const fn system_name(system: PairingSystem, kind: CompetitorKind) -> &'static str {
    match (system, kind) {
        (PairingSystem::Dutch, CompetitorKind::Player) => "FIDE_DUTCH",
        (PairingSystem::Dutch, CompetitorKind::Team) => "CUSTOM_TEAM_SWISS",
        (PairingSystem::Double, _) => "FIDE_DOUBLESWISS",
        (PairingSystem::Rotation, _) => "CUSTOM_ROTATION",
        (PairingSystem::RoundRobin, CompetitorKind::Player) => "BERGER_ROUNDROBIN",
        (PairingSystem::RoundRobin, CompetitorKind::Team) => "BERGER_TEAM_ROUNDROBIN",
        (PairingSystem::Knockout, _) => "CUSTOM_KNOCKOUT",
        (PairingSystem::Arena, _) => "CUSTOM_ARENA",
    }
}

/// That teams are paired, with which colours on their boards, and what their matches are worth.
fn team_rules(table: &Crosstable) -> Vec<String> {
    if table.competitors() == CompetitorKind::Player {
        return Vec::new();
    }
    let colours: String = table.team_colours.iter().map(|side| side.letter()).collect();
    let Scoring { win, draw, loss, .. } = Scoring::TWO_ONE;
    vec![format!("352 {colours}"), format!("362 TW{win:>5}    TD{draw:>5}    TL{loss:>5}")]
}

/// Each team in both forms of the record, for old programs and new ones.
fn team_lines(table: &Crosstable) -> Vec<String> {
    let standings = team_standings(table, &table.teams, &Scoring::TWO_ONE);
    let mut lines = Vec::new();
    for (place, team) in table.teams.iter().enumerate() {
        let name: String = team.name.chars().take(32).collect();
        let players = team.members.iter().map(|number| format!("{number:>4}")).collect::<Vec<_>>().join(" ");
        let row = standings.iter().find(|row| row.team == place);
        let [matches, games] = [row.map(|row| row.match_points), row.map(|row| row.board_points)]
            .map(|points| points.unwrap_or_default().to_string());
        let rank = row.map_or(0, |row| row.rank);
        lines.push(format!("013 {name:<32}{players}"));
        lines.push(format!(
            "310 {:>3} {name:<32} {:5} {:6} {matches:>6} {games:>6} {rank:>3}  {players}",
            place + 1,
            "",
            ""
        ));
    }
    lines
}

fn rule_lines(table: &Crosstable) -> Vec<String> {
    let mut lines = Vec::new();
    for request in &table.requests {
        let letter = match request.outcome {
            crate::RoundOutcome::HalfBye => 'H',
            crate::RoundOutcome::FullBye => 'F',
            _ => 'Z',
        };
        lines.push(format!("240 {letter} {:>3} {:>4}", request.round, request.number));
    }
    for acceleration in &table.accelerations {
        let (rounds, numbers) = (&acceleration.rounds, &acceleration.numbers);
        lines.push(format!(
            "250      {:>4} {:>3} {:>3} {:>4} {:>4}",
            acceleration.points,
            rounds.start(),
            rounds.end(),
            numbers.start(),
            numbers.end()
        ));
    }
    for group in &table.forbidden {
        let last = (*group.rounds.end()).min(999);
        let numbers: String = group.numbers.iter().map(|number| format!(" {number:>4}")).collect();
        lines.push(format!("260 {:>3} {last:>3}{numbers}", group.rounds.start()));
    }
    lines
}
