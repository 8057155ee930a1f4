//! What a line says.

use std::ops::RangeInclusive;

use damiera_rules::Side;

use super::columns::{Columns, bad, required};
use super::fault::{TrfField, TrfProblem};
use super::player::TrfPlayer;
use super::scores;
use crate::outcome::{PairingNumber, RoundOutcome};
use crate::points::Points;

/// What a line says, as far as pairing, scoring and standings depend on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TrfRecord {
    /// 001.
    Player(Box<TrfPlayer>),
    /// 142, and XXR before it: how many rounds are planned.
    Rounds(usize),
    /// 152: the colour drawn for the first player.
    InitialColour(Side),
    /// XXC.
    Configuration {
        /// `white1` or `black1`: the colour drawn for the first player.
        initial: Option<Side>,
        /// `rank`: what players are ranked by for pairing.
        ranking: RankingKey,
    },
    /// 162, and XXS or BBW to BBU before it: what results are worth, by letter.
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
    /// 299: points that some players have in some rounds instead of the usual ones, or on top of them.
    AbnormalPoints {
        /// The letter of the result it is about; blank for a bonus or a penalty.
        letter: char,
        /// How many; less than nothing for a penalty.
        points: Points,
        /// In which round; none for all.
        round: Option<usize>,
        /// Who; nobody for everybody.
        numbers: Vec<PairingNumber>,
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
    /// A remark of ours: the club of a player, which has more letters than record 001 has room for.
    Club {
        /// Who.
        number: PairingNumber,
        /// The name.
        name: String,
    },
    /// A record of the format that is kept as text: names, dates, arbiters.
    Text,
    /// A record we do not know.
    Unknown,
    /// An empty line, a comment, or the code of a record with nothing behind it.
    Blank,
}

/// What players are ranked by for pairing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RankingKey {
    /// Their numbers.
    Number,
    /// The order of their lines in the file.
    Line,
}

/// Codes whose records are read, beside 001.
const READ_CODES: [&str; 26] = [
    "142", "XXR", "152", "XXC", "162", "XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU", "192", "202", "212",
    "240", "XXZ", "250", "XXA", "299", "260", "XXP", "013", "310", "352", "092",
];
/// Codes kept as text.
const TEXT_CODES: [&str; 27] = [
    "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "123", "132", "172",
    "182", "222", "300", "320", "330", "362", "801", "802", "DDD", "SSS", "NRS", "FID",
];

/// Names of pairing systems in record 192, which older files write in 092.
pub(super) const SYSTEM_PREFIXES: [&str; 3] = ["FIDE_", "BERGER_", "CUSTOM_"];

/// How a remark begins that names a club; other programs pass remarks over.
pub(super) const CLUB: &str = "### CLUB ";

/// A remark that names a club, or any other.
fn club(line: &str) -> TrfRecord {
    let parts = line.strip_prefix(CLUB).and_then(|rest| rest.trim_start().split_once(' '));
    let read = |(number, name): (&str, &str)| {
        Some(TrfRecord::Club { number: number.parse().ok()?, name: name.trim().to_owned() })
    };
    parts.and_then(read).unwrap_or(TrfRecord::Blank)
}

impl TrfRecord {
    /// The players that a record names who have lines of their own.
    pub(super) fn named(&self) -> &[PairingNumber] {
        match self {
            Self::Team { numbers, .. }
            | Self::Byes { numbers, .. }
            | Self::AbnormalPoints { numbers, .. }
            | Self::Forbidden { numbers, .. } => numbers,
            Self::PlayerAcceleration { number, .. } => std::slice::from_ref(number),
            _ => &[],
        }
    }

    /// Whether the numbers are those of the competitors, which are teams where teams are paired.
    pub(super) const fn names_competitors(&self) -> bool {
        matches!(self, Self::Byes { .. } | Self::Forbidden { .. } | Self::AbnormalPoints { .. })
    }

    /// The colour drawn for the first player, if the line says it.
    pub(super) const fn initial_colour(&self) -> Option<Side> {
        match self {
            Self::InitialColour(side) | Self::Configuration { initial: Some(side), .. } => Some(*side),
            _ => None,
        }
    }

    /// Reads a line.
    pub(super) fn read(line: &str) -> Result<Self, TrfProblem> {
        let code: String = line.chars().take(3).collect();
        let rest = line.get(code.len()..).unwrap_or_default().trim();
        let columns = Columns::new(line);
        match code.as_str() {
            "###" if line.starts_with(CLUB) => Ok(club(line)),
            _ if line.trim().is_empty() || line.starts_with('#') => Ok(Self::Blank),
            "001" => TrfPlayer::read(line).map(|player| Self::Player(Box::new(player))),
            // Some programs write all records, with nothing behind those they have nothing for.
            _ if rest.is_empty() && READ_CODES.contains(&code.as_str()) => Ok(Self::Blank),
            "142" | "XXR" => rounds(rest).map(Self::Rounds),
            "152" => initial_colour(rest),
            "XXC" => Ok(configuration(rest)),
            "162" => scores::letters(rest).map(Self::Points),
            "XXS" => scores::codes(rest).map(Self::Points),
            "BBW" | "BBD" | "BBL" | "BBZ" | "BBF" | "BBU" => scores::one(&code, rest).map(Self::Points),
            "192" => Ok(Self::System(rest.to_owned())),
            "092" if SYSTEM_PREFIXES.iter().any(|prefix| rest.starts_with(prefix)) => {
                Ok(Self::System(rest.to_owned()))
            }
            "202" | "212" => Ok(Self::TieBreaks(names(rest))),
            "240" => byes(&columns),
            "XXZ" => Ok(Self::Byes { round: None, outcome: RoundOutcome::ZeroBye, numbers: numbers(rest)? }),
            "250" => acceleration(&columns),
            "XXA" => player_acceleration(&columns),
            "299" => abnormal_points(&columns),
            "260" => forbidden(&columns),
            "013" => Ok(Self::Team { name: columns.text(5, 36), numbers: numbers_from(&columns, 37)? }),
            "310" => Ok(Self::Team { name: columns.text(9, 40), numbers: numbers_from(&columns, 74)? }),
            "352" => team_colours(rest),
            "XXP" => Ok(Self::Forbidden { rounds: None, numbers: numbers(rest)? }),
            _ if TEXT_CODES.contains(&code.as_str()) || is_national_rating(&code, &columns) => Ok(Self::Text),
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
    let says = |word: &str| text.split_whitespace().any(|other| other.eq_ignore_ascii_case(word));
    let initial = match (says("white1"), says("black1")) {
        (true, _) => Some(Side::White),
        (false, true) => Some(Side::Black),
        (false, false) => None,
    };
    let ranking = if says("rank") { RankingKey::Line } else { RankingKey::Number };
    TrfRecord::Configuration { initial, ranking }
}

/// A record of a national rating: the code of a federation, and columns as in record 001.
fn is_national_rating(code: &str, columns: &Columns) -> bool {
    code.chars().all(|letter| letter.is_ascii_uppercase())
        && !code.starts_with("XX")
        && columns.at(4) == ' '
        && " mMwWfF".contains(columns.at(10))
        && columns.value::<PairingNumber>(5, 8, TrfField::PairingNumber).is_ok_and(|number| number.is_some())
}

fn names(text: &str) -> Vec<String> {
    text.split([',', ' ']).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

fn numbers(text: &str) -> Result<Vec<PairingNumber>, TrfProblem> {
    let words = text.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty());
    words.map(|word| word.parse().map_err(|_| bad(TrfField::PairingNumber, word))).collect()
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
    // Where teams are paired, the points may be those of matches, which have a column of their own.
    let (of_matches, of_games) =
        (columns.value(5, 8, TrfField::Points)?, columns.value(10, 13, TrfField::Points)?);
    let points = required(of_games.or(of_matches), TrfField::Points)?;
    let first: usize = required(columns.value(15, 17, TrfField::Round)?, TrfField::Round)?;
    let last = columns.value(19, 21, TrfField::Round)?.unwrap_or(first);
    let from = required(columns.value(23, 26, TrfField::PairingNumber)?, TrfField::PairingNumber)?;
    let to = columns.value(28, 31, TrfField::PairingNumber)?.unwrap_or(from);
    Ok(TrfRecord::Acceleration { points, rounds: first..=last, numbers: from..=to })
}

fn abnormal_points(columns: &Columns) -> Result<TrfRecord, TrfProblem> {
    let letter = columns.at(5).to_ascii_uppercase();
    let text = columns.text(14, 17);
    let points = Points::from_signed(&text).map_err(|_| bad(TrfField::Points, &text))?;
    let round: Option<usize> = columns.value(20, 22, TrfField::Round)?.filter(|round| *round > 0);
    let numbers = numbers_from(columns, 24)?.into_iter().filter(|number| *number > 0).collect();
    Ok(TrfRecord::AbnormalPoints { letter, points, round, numbers })
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
