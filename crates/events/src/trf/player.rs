//! Record 001: a player and what every round was for them.

use damiera_rules::Side;

use super::columns::{Columns, bad, required};
use super::fault::{TrfField, TrfProblem};
use crate::outcome::{GameResult, PairingNumber, RatedGame, RoundOutcome};
use crate::points::Points;

/// The column of the first round; each round takes ten.
const FIRST_ROUND: usize = 92;
/// The columns that say who a player is.
const PERSON_WIDTH: usize = 79;
const ROUND_WIDTH: usize = 10;
/// More rounds than any event has; what goes beyond is refused, so that a line is read in bounded time.
const MOST_ROUNDS: usize = 999;

/// A player's line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TrfPlayer {
    /// Columns 5–8.
    pub number: PairingNumber,
    /// Column 10: `m` or `w`, or blank.
    pub sex: String,
    /// Columns 11–13.
    pub title: String,
    /// Columns 15–47.
    pub name: String,
    /// Columns 49–52.
    pub rating: Option<u16>,
    /// Columns 54–56.
    pub federation: String,
    /// Columns 58–68: the number in the federation's list.
    pub id: String,
    /// Columns 70–79.
    pub birth: String,
    /// Columns 81–84.
    pub points: Option<Points>,
    /// Columns 86–89.
    pub rank: Option<u16>,
    /// From column 92.
    pub outcomes: Vec<RoundOutcome>,
}

impl TrfPlayer {
    /// Reads a line.
    pub(super) fn read(line: &str) -> Result<Self, TrfProblem> {
        let columns = aligned(line);
        let number = required(columns.value(5, 8, TrfField::PairingNumber)?, TrfField::PairingNumber)?;
        if columns.at(9) != ' ' {
            return Err(bad(TrfField::PairingNumber, &columns.text(5, 9))); // a fifth digit would be lost
        }
        if number == 0 {
            return Err(bad(TrfField::PairingNumber, "0"));
        }
        Ok(Self {
            number,
            sex: columns.text(10, 10),
            title: columns.text(11, 13),
            name: columns.text(15, 47),
            rating: columns.value(49, 52, TrfField::Rating).unwrap_or_default(),
            federation: columns.text(54, 56),
            id: columns.text(58, 68),
            birth: columns.text(70, 79),
            points: columns.value(81, 84, TrfField::Points).unwrap_or_default(),
            rank: columns.value(86, 89, TrfField::Rank).unwrap_or_default(),
            outcomes: outcomes(&columns)?,
        })
    }

    /// What of a line cannot be read and is not needed to pair: it is as good as blank.
    pub(super) fn slips(line: &str) -> Vec<TrfProblem> {
        let columns = aligned(line);
        let rating = columns.value::<u16>(49, 52, TrfField::Rating).err();
        let points = columns.value::<Points>(81, 84, TrfField::Points).err();
        let rank = columns.value::<u16>(86, 89, TrfField::Rank).err();
        [rating, points, rank].into_iter().flatten().collect()
    }

    /// Writes the line.
    #[must_use]
    pub fn write(&self) -> String {
        self.write_after(&format!(
            "001 {:4} {:1}{:>3} {:33} {:>4} {:3} {:>11} {:10}",
            self.number,
            cut(&self.sex, 1),
            cut(&self.title, 3),
            cut(&self.name, 33),
            number(self.rating),
            cut(&self.federation, 3),
            cut(&self.id, 11),
            cut(&self.birth, 10),
        ))
    }

    /// Writes points, rank and rounds behind what a line says of the person, which stays as somebody wrote it.
    pub(super) fn write_after(&self, line: &str) -> String {
        let points = self.points.map_or_else(String::new, |points| points.to_string());
        let person = aligned(line).text(1, PERSON_WIDTH);
        let mut line = format!("{person:PERSON_WIDTH$} {points:>4} {:>4}", number(self.rank));
        for outcome in &self.outcomes {
            line.push_str("  ");
            line.push_str(&Self::cell(*outcome));
        }
        line.truncate(line.trim_end().len());
        line
    }

    /// A round as the eight columns of a file.
    #[must_use]
    pub fn cell(outcome: RoundOutcome) -> String {
        let letter = cell_letter(outcome);
        let side = match outcome.side() {
            Some(Side::White) => 'w',
            Some(Side::Black) => 'b',
            None => '-',
        };
        match (outcome, outcome.opponent()) {
            (RoundOutcome::Absent, _) => " ".repeat(8),
            (_, Some(opponent)) => format!("{opponent:4} {side} {letter}"),
            (_, None) => format!("0000 {side} {letter}"),
        }
    }
}

/// The letter of record 299 for a result.
pub(super) const fn letter_of(outcome: RoundOutcome) -> Option<char> {
    Some(match cell_letter(outcome) {
        '1' | 'W' => 'W',
        '=' | 'D' => 'D',
        '0' | 'L' => 'L',
        letter @ ('+' | '-' | 'F' | 'H' | 'Z') => letter,
        _ => return None,
    })
}

const fn cell_letter(outcome: RoundOutcome) -> char {
    match outcome {
        RoundOutcome::Played { result, rated, .. } => match (result, rated) {
            (GameResult::Win, RatedGame::Rated) => '1',
            (GameResult::Draw, RatedGame::Rated) => '=',
            (GameResult::Loss, RatedGame::Rated) => '0',
            (GameResult::Win, RatedGame::Unrated) => 'W',
            (GameResult::Draw, RatedGame::Unrated) => 'D',
            (GameResult::Loss, RatedGame::Unrated) => 'L',
        },
        // A file has a round for each game; a match as a whole is written by who won it.
        RoundOutcome::Match { .. } => match outcome.result() {
            Some(GameResult::Win) => '1',
            Some(GameResult::Loss) => '0',
            _ => '=',
        },
        RoundOutcome::ForfeitWin { .. } => '+',
        RoundOutcome::ForfeitLoss { .. } => '-',
        RoundOutcome::Pending { .. } => ' ',
        RoundOutcome::PairingBye => 'U',
        RoundOutcome::FullBye => 'F',
        RoundOutcome::HalfBye => 'H',
        RoundOutcome::ZeroBye => 'Z',
        RoundOutcome::Absent => ' ',
    }
}

fn number(value: Option<u16>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn cut(text: &str, width: usize) -> String {
    text.chars().take(width).collect()
}

/// The columns of a line, which some programs count in bytes: then the rounds can be read only so.
fn aligned(line: &str) -> Columns {
    let columns = Columns::new(line);
    if line.is_ascii() || outcomes(&columns).is_ok() {
        return columns;
    }
    let of_bytes = Columns::of_bytes(line);
    if outcomes(&of_bytes).is_ok() { of_bytes } else { columns }
}

fn outcomes(columns: &Columns) -> Result<Vec<RoundOutcome>, TrfProblem> {
    let mut outcomes = Vec::new();
    let mut column = FIRST_ROUND;
    while column <= columns.len() {
        if outcomes.len() == MOST_ROUNDS {
            return Err(TrfProblem::TooLong);
        }
        outcomes.push(outcome(columns, column)?);
        column += ROUND_WIDTH;
    }
    while outcomes.last() == Some(&RoundOutcome::Absent) {
        outcomes.pop();
    }
    Ok(outcomes)
}

fn outcome(columns: &Columns, column: usize) -> Result<RoundOutcome, TrfProblem> {
    let whole = columns.text(column, column + 7);
    let problem = || bad(TrfField::RoundResult, &whole);
    if columns.at(column + 4) != ' ' || columns.at(column + 6) != ' ' {
        return Err(problem()); // the line is out of step
    }
    let opponent: Option<PairingNumber> =
        columns.value(column, column + 3, TrfField::Opponent)?.filter(|&opponent| opponent != 0);
    let side = match columns.at(column + 5).to_ascii_lowercase() {
        'w' => Some(Side::White),
        'b' | 's' => Some(Side::Black), // German programs write s
        '-' | ' ' => None,
        _ => return Err(problem()),
    };
    let result = columns.at(column + 7).to_ascii_uppercase();
    match opponent {
        Some(opponent) => against(opponent, side, result).ok_or_else(problem),
        None if side.is_some() => Err(problem()),
        None => unpaired(result).ok_or_else(problem),
    }
}

fn against(opponent: PairingNumber, side: Option<Side>, letter: char) -> Option<RoundOutcome> {
    let (result, rated) = match letter {
        '1' => (GameResult::Win, RatedGame::Rated),
        '=' => (GameResult::Draw, RatedGame::Rated),
        '0' => (GameResult::Loss, RatedGame::Rated),
        'W' => (GameResult::Win, RatedGame::Unrated),
        'D' => (GameResult::Draw, RatedGame::Unrated),
        'L' => (GameResult::Loss, RatedGame::Unrated),
        '+' => return Some(RoundOutcome::ForfeitWin { opponent, side }),
        '-' => return Some(RoundOutcome::ForfeitLoss { opponent, side }),
        ' ' | '*' => return Some(RoundOutcome::Pending { opponent, side: side? }),
        _ => return None,
    };
    Some(RoundOutcome::Played { opponent, side: side?, result, rated })
}

fn unpaired(letter: char) -> Option<RoundOutcome> {
    match letter {
        'U' | '+' => Some(RoundOutcome::PairingBye),
        'F' | '1' | 'W' => Some(RoundOutcome::FullBye),
        'H' | '=' | 'D' => Some(RoundOutcome::HalfBye),
        'Z' | '-' | '0' | 'L' => Some(RoundOutcome::ZeroBye),
        ' ' | '*' => Some(RoundOutcome::Absent),
        _ => None,
    }
}
