//! Tournament report files: TRF-16 and TRF-2026, with the older extensions that pairing programs still write.
//!
//! A file keeps every line as it was read, so that what we know and what we do not know both survive; what pairing and
//! scoring depend on is read into [`TrfRecord`]s, and from these into a [`Crosstable`](crate::Crosstable).

mod columns;
mod fault;
mod player;
mod read;
mod record;
mod scores;
mod slips;
mod table;
mod write;

pub use fault::{TrfFault, TrfField, TrfProblem};
pub use player::TrfPlayer;
pub use record::{RankingKey, TrfRecord};
pub use write::TrfHeading;

use crate::teams::Team;
use crate::tiebreak::TieBreak;

/// Records of the format that are written from the event itself.
const MADE_ANEW: [&str; 9] = ["012", "022", "062", "072", "082", "122", "362", "DDD", "SSS"];
/// Records of what teams did in each round, which here follows from the rounds of their players.
const OF_TEAMS: [&str; 5] = ["300", "320", "330", "801", "802"];

/// The code of a line.
fn code_of(line: &str) -> String {
    line.chars().take(3).collect()
}

/// One line of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrfLine {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The text, without the end of the line.
    pub text: String,
    /// What it says.
    pub record: TrfRecord,
}

/// A tournament report file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TrfFile {
    /// Its lines.
    pub lines: Vec<TrfLine>,
    /// What was not understood, or looks wrong, and does not stop us.
    pub warnings: Vec<TrfFault>,
}

impl TrfFile {
    /// The players, with the numbers of their lines.
    pub fn players(&self) -> impl Iterator<Item = (usize, &TrfPlayer)> {
        self.lines.iter().filter_map(|line| match &line.record {
            TrfRecord::Player(player) => Some((line.number, &**player)),
            _ => None,
        })
    }

    /// The tie-breaks that the file names and we have, in order: those that define the standings, if it says so, else those
    /// that break ties.
    #[must_use]
    pub fn tie_breaks(&self) -> Vec<TieBreak> {
        self.tie_break_codes().iter().filter_map(|name| name.parse().ok()).collect()
    }

    /// What stands behind a code, the first time the file has it.
    #[must_use]
    pub fn text_of(&self, code: &str) -> Option<&str> {
        self.lines.iter().find_map(|line| line.text.strip_prefix(code)).map(str::trim)
    }

    /// The records that say something of the event which its players and rounds do not, as they stand: dates, arbiters, national
    /// ratings, and what we do not know.
    #[must_use]
    pub fn kept_records(&self) -> Vec<String> {
        let is_kept = |line: &&TrfLine| match line.record {
            TrfRecord::Text => !MADE_ANEW.iter().chain(&OF_TEAMS).any(|code| line.text.starts_with(code)),
            TrfRecord::Unknown => true,
            _ => false,
        };
        self.lines.iter().filter(is_kept).map(|line| line.text.clone()).collect()
    }

    /// The records that an event cannot take over, with their lines.
    #[must_use]
    pub fn not_carried(&self) -> Vec<TrfFault> {
        let fault = |line: &TrfLine| {
            let code = OF_TEAMS.iter().find(|code| line.text.starts_with(**code));
            let of_teams = matches!(
                line.record,
                TrfRecord::Acceleration { .. } | TrfRecord::AbnormalPoints { .. } if self.pairs_teams()
            );
            let code = code.map(|code| (*code).to_owned()).or_else(|| of_teams.then(|| code_of(&line.text)));
            Some(TrfFault { line: line.number, problem: TrfProblem::NotCarried(code?) })
        };
        self.lines.iter().filter_map(fault).collect()
    }

    /// The tie-breaks that the file names, without the points that come before them.
    pub(crate) fn tie_break_codes(&self) -> Vec<&str> {
        let named = |code: &str| {
            self.lines.iter().find_map(|line| match &line.record {
                TrfRecord::TieBreaks(names) if line.text.starts_with(code) => Some(names),
                _ => None,
            })
        };
        let names = named("212").or_else(|| named("202"));
        names.into_iter().flatten().map(String::as_str).filter(|name| *name != "PTS").collect()
    }

    /// Whether teams are paired: the file has teams, and the colours of their boards.
    pub(super) fn pairs_teams(&self) -> bool {
        let has = |wanted: fn(&TrfRecord) -> bool| self.lines.iter().any(|line| wanted(&line.record));
        has(|record| matches!(record, TrfRecord::Team { .. }))
            && has(|record| matches!(record, TrfRecord::TeamColours(colours) if !colours.is_empty()))
    }

    /// The teams in the order of their numbers.
    pub(super) fn teams(&self) -> Vec<Team> {
        let mut teams: Vec<Team> = Vec::new();
        for line in &self.lines {
            match &line.record {
                // A file for old and new programs names each team twice.
                TrfRecord::Team { name, .. } if teams.iter().any(|team| team.name == *name) => {}
                TrfRecord::Team { name, numbers } => {
                    teams.push(Team { name: name.clone(), members: numbers.clone() });
                }
                _ => {}
            }
        }
        teams
    }
}
