//! What a line says.

use std::ops::RangeInclusive;

use damiera_rules::Side;

use super::columns::{Columns, bad, required};
use super::fault::{TrfField, TrfProblem};
use super::player::TrfPlayer;
use crate::outcome::{PairingNumber, RoundOutcome};
use crate::points::Points;

/// What a line says, as far as pairing, scoring and standings depend on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TrfRecord {
    /// 001.
    Player(Box<TrfPlayer>),
    /// 142, and XXR before it: how many rounds are planned.
    Rounds(usize),
    /// 152, and `white1` or `black1` in XXC before it: the colour drawn for the first player.
    InitialColour(Side),
    /// 162, and BBW to BBU before it: what results are worth, by letter.
    Points(Vec<(char, Points)>),
    /// 192, or one of its names in 092: the pairing system.
    System(String),
    /// 202: tie-breaks in use; 212: those that define the standings, points included.
    TieBreaks(Vec<String>),
    /// 240, and XXZ before it: byes of a round.
    Byes {
        /// The round; none for the next one.
        round: Option<usize>,
        /// What it is for these players.
        outcome: RoundOutcome,
        /// Who.
        numbers: Vec<PairingNumber>,
    },
    /// 250: virtual points of some players in some rounds.
    Acceleration {
        /// How many.
        points: Points,
        /// In which rounds.
        rounds: RangeInclusive<usize>,
        /// For which players.
        numbers: RangeInclusive<PairingNumber>,
    },
    /// XXA: virtual points of one player, round by round.
    PlayerAcceleration {
        /// Who.
        number: PairingNumber,
        /// From round 1.
        points: Vec<Points>,
    },
    /// 260, and XXP before it: players who must not meet.
    Forbidden {
        /// In which rounds; none for all.
        rounds: Option<RangeInclusive<usize>>,
        /// Who.
        numbers: Vec<PairingNumber>,
    },
    /// 310, and 013 before it: a team, its players in the order of the boards.
    Team {
        /// The name.
        name: String,
        /// The players.
        numbers: Vec<PairingNumber>,
    },
    /// 352: the colours of the first team of a pair, board by board.
    TeamColours(Vec<Side>),
    /// A record of the format that is kept as text: names, dates, arbiters.
    Text,
    /// A record we do not know.
    Unknown,
    /// An empty line or a comment.
    Blank,
}

/// Codes kept as text.
const TEXT_CODES: [&str; 28] = [
    "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "123", "132", "172",
    "182", "222", "299", "300", "320", "330", "362", "801", "802", "DDD", "SSS", "NRS", "FID",
];

/// Names of pairing systems in record 192, which older files write in 092.
pub(super) const SYSTEM_PREFIXES: [&str; 3] = ["FIDE_", "BERGER_", "CUSTOM_"];

impl TrfRecord {
    /// The players that a record names who have lines of their own.
    pub(super) fn named(&self) -> &[PairingNumber] {
        match self {
            Self::Team { numbers, .. } | Self::Byes { numbers, .. } | Self::Forbidden { numbers, .. } => {
                numbers
            }
            Self::PlayerAcceleration { number, .. } => std::slice::from_ref(number),
            _ => &[],
        }
    }

    /// Reads a line.
    pub(super) fn read(line: &str) -> Result<Self, TrfProblem> {
        let code: String = line.chars().take(3).collect();
        let rest = line.get(code.len()..).unwrap_or_default().trim();
        let columns = Columns::new(line);
        match code.as_str() {
            _ if line.trim().is_empty() || code == "###" => Ok(Self::Blank),
            "001" => TrfPlayer::read(line).map(|player| Self::Player(Box::new(player))),
            "142" | "XXR" => rounds(rest).map(Self::Rounds),
            "152" => initial_colour(rest),
            "XXC" => Ok(configuration(rest)),
            "162" => letters(rest).map(Self::Points),
            "BBW" | "BBD" | "BBL" | "BBZ" | "BBF" | "BBU" => old_points(&code, rest),
            "192" => Ok(Self::System(rest.to_owned())),
            "092" if SYSTEM_PREFIXES.iter().any(|prefix| rest.starts_with(prefix)) => {
                Ok(Self::System(rest.to_owned()))
            }
            "202" | "212" => Ok(Self::TieBreaks(names(rest))),
            "240" => byes(&columns),
            "XXZ" => Ok(Self::Byes { round: None, outcome: RoundOutcome::ZeroBye, numbers: numbers(rest)? }),
            "250" => acceleration(&columns),
            "XXA" => player_acceleration(&columns),
            "260" => forbidden(&columns),
            "013" => Ok(Self::Team { name: columns.text(5, 36), numbers: numbers_from(&columns, 37)? }),
            "310" => Ok(Self::Team { name: columns.text(9, 40), numbers: numbers_from(&columns, 74)? }),
            "352" => team_colours(rest),
            "XXP" => Ok(Self::Forbidden { rounds: None, numbers: numbers(rest)? }),
            _ if TEXT_CODES.contains(&code.as_str()) => Ok(Self::Text),
            _ => Ok(Self::Unknown),
        }
    }
}

fn rounds(text: &str) -> Result<usize, TrfProblem> {
    let first = text.split_whitespace().next().unwrap_or_default();
    first.parse().ok().filter(|rounds| (1..1000).contains(rounds)).ok_or_else(|| bad(TrfField::Rounds, text))
}

fn initial_colour(text: &str) -> Result<TrfRecord, TrfProblem> {
    match text.chars().next().map(|letter| letter.to_ascii_uppercase()) {
        Some('W') => Ok(TrfRecord::InitialColour(Side::White)),
        Some('B') => Ok(TrfRecord::InitialColour(Side::Black)),
        _ => Err(bad(TrfField::InitialColour, text)),
    }
}

fn team_colours(text: &str) -> Result<TrfRecord, TrfProblem> {
    let side = |letter: char| match letter.to_ascii_uppercase() {
        'W' => Ok(Side::White),
        'B' => Ok(Side::Black),
        _ => Err(bad(TrfField::BoardColours, text)),
    };
    let letters = text.chars().filter(|letter| !letter.is_whitespace());
    letters.map(side).collect::<Result<_, _>>().map(TrfRecord::TeamColours)
}

fn configuration(text: &str) -> TrfRecord {
    let says = |word: &str| text.split_whitespace().any(|other| other == word);
    if says("white1") {
        TrfRecord::InitialColour(Side::White)
    } else if says("black1") {
        TrfRecord::InitialColour(Side::Black)
    } else {
        TrfRecord::Text
    }
}

/// Letters, each followed by points: `W 2.0    D 1.0`.
fn letters(text: &str) -> Result<Vec<(char, Points)>, TrfProblem> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(letter) = rest.chars().next() {
        let after = rest[letter.len_utf8()..].trim_start_matches([' ', '=', ':']);
        let number: String = after.chars().take_while(|c| c.is_ascii_digit() || ".,".contains(*c)).collect();
        let points = number.parse().map_err(|_| bad(TrfField::Points, rest))?;
        if !letter.is_ascii_alphabetic() {
            return Err(bad(TrfField::ResultLetter, rest));
        }
        found.push((letter.to_ascii_uppercase(), points));
        rest = after[number.len()..].trim_start();
    }
    Ok(found)
}

fn old_points(code: &str, text: &str) -> Result<TrfRecord, TrfProblem> {
    let points = text.parse().map_err(|_| bad(TrfField::Points, text))?;
    let letter = match code {
        "BBU" => 'P',
        "BBF" => 'A',
        _ => code.chars().last().unwrap_or('W'),
    };
    Ok(TrfRecord::Points(vec![(letter, points)]))
}

fn names(text: &str) -> Vec<String> {
    text.split([',', ' ']).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

fn numbers(text: &str) -> Result<Vec<PairingNumber>, TrfProblem> {
    text.split_whitespace().map(|word| word.parse().map_err(|_| bad(TrfField::PairingNumber, word))).collect()
}

/// Players in columns of five from a column on.
fn numbers_from(columns: &Columns, first: usize) -> Result<Vec<PairingNumber>, TrfProblem> {
    let starts = (first..=columns.len()).step_by(5);
    let read = starts.map(|column| columns.value(column, column + 3, TrfField::PairingNumber));
    read.filter_map(Result::transpose).collect()
}

fn byes(columns: &Columns) -> Result<TrfRecord, TrfProblem> {
    let outcome = match columns.at(5).to_ascii_uppercase() {
        'H' => RoundOutcome::HalfBye,
        'F' => RoundOutcome::FullBye,
        'Z' | ' ' => RoundOutcome::ZeroBye,
        'P' | 'U' => RoundOutcome::PairingBye,
        _ => return Err(bad(TrfField::ByeKind, &columns.text(5, 5))),
    };
    let round = required(columns.value(7, 9, TrfField::Round)?, TrfField::Round)?;
    Ok(TrfRecord::Byes { round: Some(round), outcome, numbers: numbers_from(columns, 11)? })
}

fn acceleration(columns: &Columns) -> Result<TrfRecord, TrfProblem> {
    let points = required(columns.value(10, 13, TrfField::Points)?, TrfField::Points)?;
    let first: usize = required(columns.value(15, 17, TrfField::Round)?, TrfField::Round)?;
    let last = columns.value(19, 21, TrfField::Round)?.unwrap_or(first);
    let from = required(columns.value(23, 26, TrfField::PairingNumber)?, TrfField::PairingNumber)?;
    let to = columns.value(28, 31, TrfField::PairingNumber)?.unwrap_or(from);
    Ok(TrfRecord::Acceleration { points, rounds: first..=last, numbers: from..=to })
}

fn player_acceleration(columns: &Columns) -> Result<TrfRecord, TrfProblem> {
    let number = required(columns.value(5, 8, TrfField::PairingNumber)?, TrfField::PairingNumber)?;
    let starts = (10..=columns.len()).step_by(5);
    let read = starts.map(|column| columns.value(column, column + 3, TrfField::Points));
    let points: Result<Vec<Points>, TrfProblem> = read.map(|value| Ok(value?.unwrap_or_default())).collect();
    Ok(TrfRecord::PlayerAcceleration { number, points: points? })
}

fn forbidden(columns: &Columns) -> Result<TrfRecord, TrfProblem> {
    let first: Option<usize> = columns.value(5, 7, TrfField::Round)?;
    let last: Option<usize> = columns.value(9, 11, TrfField::Round)?;
    let rounds = first.map(|first| first..=last.unwrap_or(first));
    Ok(TrfRecord::Forbidden { rounds, numbers: numbers_from(columns, 13)? })
}
