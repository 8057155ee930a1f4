//! Writing a file.

use std::collections::BTreeMap;

use super::player::letter_of;
use super::record::CLUB;
use super::{TrfFile, TrfLine, TrfPlayer, TrfRecord};
use crate::crosstable::{ByeRequest, Crosstable};
use crate::outcome::PairingNumber;
use crate::points::Points;
use crate::round_robin::LastRounds;
use crate::scoring::{MicroMatchCount, Scoring};
use crate::standings::standings;
use crate::system::PairingSystem;
use crate::teams::{CompetitorKind, team_standings, teams_of_group};
use crate::tiebreak::TieBreak;

/// What a file says of an event beside its players and rounds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TrfHeading {
    /// The name.
    pub name: String,
    /// Where it is held; may be empty.
    pub place: String,
    /// The time for a game, in words; may be empty.
    pub pace: String,
    /// The tie-breaks, in order.
    pub tie_breaks: Vec<TieBreak>,
    /// Records of an earlier file that are kept as they were: dates, arbiters, national ratings.
    pub kept: Vec<String>,
}

impl TrfHeading {
    /// A name alone.
    #[must_use]
    pub fn of_name(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }
}

impl TrfFile {
    /// The file as text: every line as it was read or made, ended by LF.
    #[must_use]
    pub fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line.text.as_str(), "\n"]).collect()
    }

    /// A file for a table that came from nowhere else, with a round for each game of a micro-match. The ranks are those of the
    /// standings.
    #[must_use]
    pub fn of_table(heading: &TrfHeading, table: &Crosstable) -> Self {
        let ranks = ranks(table, &heading.tie_breaks);
        let table = &match table.scoring.match_count {
            MicroMatchCount::Games => table.with_single_games(),
            MicroMatchCount::Whole => table.clone(),
        };
        let text = |code: &str, text: &str| (!text.is_empty()).then(|| format!("{code} {text}"));
        let mut texts = vec![format!("012 {}", heading.name)];
        texts.extend(text("022", &heading.place));
        texts.push(format!("062 {}", table.entrants.len()));
        let rated = table.entrants.iter().filter(|entrant| entrant.rating.is_some()).count();
        texts.push(format!("072 {rated}"));
        texts.extend((!table.teams.is_empty()).then(|| format!("082 {}", table.teams.len())));
        let is_heading = |line: &&String| line.starts_with(|first: char| first.is_ascii_digit());
        let (heads, tails): (Vec<&String>, Vec<&String>) = heading.kept.iter().partition(is_heading);
        texts.extend(heads.into_iter().cloned());
        texts.extend(text("122", &heading.pace));
        texts.extend(table.planned_rounds.map(|rounds| format!("142 {rounds}")));
        texts.extend(table.initial_side.map(|side| format!("152 {}", side.letter())));
        if table.scoring != Scoring::ONE_HALF {
            texts.push(points_line(&table.scoring));
        }
        texts.extend(table.system.map(|system| format!("192 {}", system_name(system, table))));
        let codes: Vec<String> = heading.tie_breaks.iter().map(ToString::to_string).collect();
        texts.extend(text("202", &codes.join(",")));
        if !table.ranking.is_empty() {
            texts.push("XXC rank".to_owned());
        }
        texts.extend(team_rules(table));
        texts.extend(table.ranked().into_iter().map(|entrant| {
            let blank = TrfPlayer { number: entrant.number, ..TrfPlayer::default() };
            let rank = ranks.get(&entrant.number).copied();
            TrfPlayer { rank, ..updated(&blank, table) }.write()
        }));
        texts.extend(club_lines(table));
        texts.extend(rule_lines(table));
        texts.extend(abnormal_points(table));
        texts.extend(team_lines(table));
        texts.extend(tails.into_iter().cloned());
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
                let rank = player.rank;
                **player = TrfPlayer { rank, ..updated(player, table) };
                line.text = player.write_after(&line.text);
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
        player.sex.clone_from(&entrant.person.sex);
        player.title.clone_from(&entrant.person.title);
        player.id.clone_from(&entrant.person.id);
        player.birth.clone_from(&entrant.person.birth);
        player.outcomes.clone_from(&entrant.outcomes);
        player.points = Some(table.score_before(entrant, table.paired_rounds() + 1));
        player.rank = None;
    }
    player
}

/// Clubs for which record 001 has no room.
fn club_lines(table: &Crosstable) -> impl Iterator<Item = String> {
    let long = table.entrants.iter().filter(|entrant| entrant.federation.chars().count() > 3);
    long.map(|entrant| format!("{CLUB}{:>4} {}", entrant.number, entrant.federation))
}

/// The places in the standings, once a round is paired.
fn ranks(table: &Crosstable, tie_breaks: &[TieBreak]) -> BTreeMap<PairingNumber, u16> {
    if table.paired_rounds() == 0 {
        return BTreeMap::new();
    }
    let rows = standings(table, table.system.unwrap_or(PairingSystem::Dutch), tie_breaks);
    rows.iter().filter_map(|row| Some((row.number, u16::try_from(row.rank).ok()?))).collect()
}

fn points_line(scoring: &Scoring) -> String {
    let mut letters: Vec<(char, Points)> =
        vec![('W', scoring.win), ('D', scoring.draw), ('L', scoring.loss), ('P', scoring.pairing_bye)];
    if scoring.zero_bye != Points::ZERO {
        letters.push(('A', scoring.zero_bye));
    }
    let parts: Vec<String> = letters.iter().map(|(letter, points)| format!("{letter}{points:>4}")).collect();
    format!("162  {}", parts.join("    "))
}

const fn system_name(system: PairingSystem, table: &Crosstable) -> &'static str {
    match (system, table.competitors()) {
        (PairingSystem::Dutch, CompetitorKind::Player) => "FIDE_DUTCH",
        (PairingSystem::Dutch, CompetitorKind::Team) => "CUSTOM_TEAM_SWISS",
        (PairingSystem::Double, _) => "FIDE_DOUBLESWISS",
        (PairingSystem::Rotation, _) => "CUSTOM_ROTATION",
        (PairingSystem::RoundRobin, CompetitorKind::Player) => match table.last_rounds {
            LastRounds::InOrder => "BERGER_ROUNDROBIN",
            LastRounds::Exchanged => "FIDE_DOUBLEROUNDROBIN",
        },
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
    let mut lines = byes(table);
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
        let own = match table.competitors() {
            CompetitorKind::Player => group.numbers.clone(),
            CompetitorKind::Team => teams_of_group(&table.teams, group).numbers,
        };
        let numbers: String = own.iter().map(|number| format!(" {number:>4}")).collect();
        lines.push(format!("260 {:>3} {last:>3}{numbers}", group.rounds.start()));
    }
    lines
}

/// Announced byes. Record 240 names the competitors; where those are teams, players who miss the next round are named by XXZ.
fn byes(table: &Crosstable) -> Vec<String> {
    let next = table.paired_rounds() + 1;
    let line = |request: &ByeRequest| match table.competitors() {
        CompetitorKind::Player => {
            let letter = letter_of(request.outcome).unwrap_or('Z');
            Some(format!("240 {letter} {:>3} {:>4}", request.round, request.number))
        }
        CompetitorKind::Team => (request.round == next).then(|| format!("XXZ {}", request.number)),
    };
    table.requests.iter().filter_map(line).collect()
}

/// Points that do not follow from the results and their worth.
fn abnormal_points(table: &Crosstable) -> Vec<String> {
    let lines = |(&(number, round), &extra): (&(PairingNumber, usize), &Points)| {
        let worth = table.entrant(number).map(|entrant| {
            let letter = letter_of(entrant.outcome(round));
            letter.map(|letter| (letter, table.worth(entrant, round)))
        });
        let amounts = match worth {
            None => Vec::new(),
            Some(Some((letter, worth))) if fits(worth) => vec![(letter, worth)],
            Some(_) => in_parts(extra).into_iter().map(|part| (' ', part)).collect(),
        };
        amounts.into_iter().map(move |(letter, points)| {
            format!("299 {letter}  {:4}  {points:>4}  {round:>3} {number:>4}", "")
        })
    };
    table.extra_points.iter().flat_map(lines).collect()
}

/// Whether an amount fits into the four columns of record 299.
fn fits(points: Points) -> bool {
    points.to_string().len() <= 4
}

/// An amount as several that fit: bonuses and penalties of the same round add up.
fn in_parts(mut points: Points) -> Vec<Points> {
    let mut parts = Vec::new();
    while !fits(points) {
        let part = Points::whole(if points < Points::ZERO { -9 } else { 99 });
        parts.push(part);
        points = points - part;
    }
    parts.push(points);
    parts
}
