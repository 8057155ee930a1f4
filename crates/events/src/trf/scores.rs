//! What results are worth, by letters: record 162 and the records of older programs.
//!
//! Beside the letters of the record, `+` and `-` stand for forfeits, and H, F, U and Z for byes.

use super::columns::bad;
use super::fault::{TrfField, TrfProblem};
use crate::points::Points;
use crate::scoring::Scoring;

/// The letters that have a meaning in record 162; H, F, U and Z are those of older files.
pub(super) const KNOWN_LETTERS: &str = "WDLAPXZHFU";

/// The letters that have a meaning in record 299, with the blank of a bonus or penalty.
pub(super) const KNOWN_KINDS: &str = " WDLFHZ+-PU";

/// Letters, each followed by points: `W 2.0    D 1.0`.
pub(super) fn letters(text: &str) -> Result<Vec<(char, Points)>, TrfProblem> {
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

/// What holds in record XXS for codes that are not given, whatever a win is worth.
pub(super) const CODES_NOT_GIVEN: [(char, Points); 7] = [
    ('+', Points::ONE),
    ('F', Points::ONE),
    ('P', Points::ONE),
    ('H', Points::HALF),
    ('L', Points::ZERO),
    ('Z', Points::ZERO),
    ('-', Points::ZERO),
];

/// Codes, each with points: `W=3 D=1 PAB=.5`; W and D are also for byes that count as much.
pub(super) fn codes(text: &str) -> Result<Vec<(char, Points)>, TrfProblem> {
    let mut found = Vec::new();
    for word in text.split_whitespace() {
        let (code, points) = word.split_once('=').ok_or_else(|| bad(TrfField::ResultLetter, word))?;
        let points = points.parse().map_err(|_| bad(TrfField::Points, word))?;
        let letters = match code {
            "W" => "W+F",
            "D" => "DH",
            "WW" | "BW" => "W",
            "WD" | "BD" => "D",
            "WL" | "BL" => "L",
            "ZPB" => "Z",
            "HPB" => "H",
            "FPB" => "F",
            "PAB" => "P",
            "FW" => "+",
            "FL" => "-",
            _ => return Err(bad(TrfField::ResultLetter, word)),
        };
        found.extend(letters.chars().map(|letter| (letter, points)));
    }
    Ok(found)
}

/// One of the records BBW to BBU.
pub(super) fn one(code: &str, text: &str) -> Result<Vec<(char, Points)>, TrfProblem> {
    let points = text.parse().map_err(|_| bad(TrfField::Points, text))?;
    let letter = match code {
        "BBU" => 'P',
        "BBF" => '-',
        _ => code.chars().last().unwrap_or('W'),
    };
    Ok(vec![(letter, points)])
}

/// The table that letters of record 162 describe; what is not said follows from win and draw.
pub(super) fn scoring(letters: &[(char, Points)]) -> Scoring {
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
        forfeit_win: value('+').unwrap_or(games.win),
        forfeit_loss: value('-').or_else(|| value('A')).unwrap_or(zero),
        zero_bye: zero,
        full_bye: value('F').unwrap_or(games.win),
        half_bye: value('H').unwrap_or(games.draw),
        ..games
    }
}
