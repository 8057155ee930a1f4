//! Tie-breaks as data: any of them, in any order, each figure with how it was computed.
//!
//! Unplayed rounds follow FIDE C.07, article 16: an opponent's score is taken with the rounds after their last appearance
//! as draws; an own unplayed round counts as a game against somebody with the own score, but no more than draws throughout.

mod direct;
mod figures;
mod opponents;

use std::fmt;
use std::str::FromStr;

pub use figures::{Figure, FigurePart, PartKind};

pub(crate) use direct::direct_encounter;
pub(crate) use figures::compute;
pub(crate) use opponents::OpponentScores;

/// What a tie-break counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TieBreakKind {
    /// Games of the tied players against each other.
    DirectEncounter,
    /// Rounds won, with or without playing.
    Wins,
    /// Games won over the board.
    GamesWon,
    /// Games with Black.
    BlackGames,
    /// Games won with Black.
    BlackWins,
    /// Buchholz, or Solkoff: the scores of the opponents.
    Buchholz,
    /// Sonneborn-Berger: the scores of the opponents times the points made against them.
    SonnebornBerger,
    /// Koya: points against opponents with at least half of the maximum.
    Koya,
    /// The sum of the scores after each round.
    Progressive,
    /// The average rating of the opponents.
    AverageRating,
    /// The Italian quoziente: points made against each opponent times that opponent's points; played games only.
    Quotient,
    /// Ballots won: openings played twice with colours exchanged, as two rounds in a row.
    BallotsWon,
}

/// A tie-break, and how many of the lowest and highest contributions it leaves out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TieBreak {
    /// What it counts.
    pub kind: TieBreakKind,
    /// How many of the lowest are left out.
    pub cut_lowest: u8,
    /// How many of the highest are left out.
    pub cut_highest: u8,
}

/// Codes as record 202 writes them; the last two are ours.
const CODES: [(&str, TieBreakKind); 12] = [
    ("DE", TieBreakKind::DirectEncounter),
    ("WIN", TieBreakKind::Wins),
    ("WON", TieBreakKind::GamesWon),
    ("BPG", TieBreakKind::BlackGames),
    ("BWG", TieBreakKind::BlackWins),
    ("BH", TieBreakKind::Buchholz),
    ("SB", TieBreakKind::SonnebornBerger),
    ("KS", TieBreakKind::Koya),
    ("PS", TieBreakKind::Progressive),
    ("ARO", TieBreakKind::AverageRating),
    ("QUO", TieBreakKind::Quotient),
    ("BAL", TieBreakKind::BallotsWon),
];

impl TieBreak {
    /// A tie-break without cuts.
    #[must_use]
    pub const fn of(kind: TieBreakKind) -> Self {
        Self { kind, cut_lowest: 0, cut_highest: 0 }
    }

    /// The usual order in a Swiss event.
    #[must_use]
    pub fn usual_in_swiss() -> Vec<Self> {
        let cut = Self { cut_lowest: 1, ..Self::of(TieBreakKind::Buchholz) };
        vec![
            Self::of(TieBreakKind::DirectEncounter),
            cut,
            Self::of(TieBreakKind::Buchholz),
            Self::of(TieBreakKind::SonnebornBerger),
        ]
    }

    /// The usual order in a round robin.
    #[must_use]
    pub fn usual_in_round_robin() -> Vec<Self> {
        [TieBreakKind::DirectEncounter, TieBreakKind::SonnebornBerger, TieBreakKind::Wins, TieBreakKind::Koya]
            .map(Self::of)
            .to_vec()
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = CODES.iter().find(|(_, kind)| *kind == self.kind).map_or("", |(code, _)| code);
        match (self.cut_lowest, self.cut_highest) {
            (0, 0) => f.pad(code),
            (low, high) if low == high => f.pad(&format!("{code}/M{low}")),
            (low, 0) => f.pad(&format!("{code}/C{low}")),
            (low, high) => f.pad(&format!("{code}/L{low}H{high}")),
        }
    }
}

/// A name that is no tie-break of ours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownTieBreak(String);

impl fmt::Display for UnknownTieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let codes: Vec<&str> = CODES.iter().map(|(code, _)| *code).collect();
        write!(
            f,
            "there is no tie-break \"{}\"; choose from {}, with /C1 or /M1 for cuts",
            self.0,
            codes.join(", ")
        )
    }
}

impl std::error::Error for UnknownTieBreak {}

impl FromStr for TieBreak {
    type Err = UnknownTieBreak;

    /// Reads `BH`, `BH/C1` (without the lowest), `BH/M1` (without the lowest and the highest).
    fn from_str(text: &str) -> Result<Self, UnknownTieBreak> {
        let unknown = || UnknownTieBreak(text.chars().take(20).collect());
        let mut words = text.split(['/', ':', '-']);
        let code = words.next().unwrap_or_default().to_ascii_uppercase();
        let kind = CODES.iter().find(|(own, _)| *own == code).ok_or_else(unknown)?.1;
        let mut tie_break = Self::of(kind);
        for word in words {
            let count = |letters: usize| word.get(letters..).and_then(|n| n.parse().ok()).ok_or_else(unknown);
            match word.get(..1).map(str::to_ascii_uppercase).as_deref() {
                Some("C") => tie_break.cut_lowest = count(1)?,
                Some("M") => {
                    tie_break.cut_lowest = count(1)?;
                    tie_break.cut_highest = tie_break.cut_lowest;
                }
                Some("L") => {
                    let (low, high) =
                        word.get(1..).and_then(|w| w.split_once(['H', 'h'])).ok_or_else(unknown)?;
                    tie_break.cut_lowest = low.parse().map_err(|_| unknown())?;
                    tie_break.cut_highest = high.parse().map_err(|_| unknown())?;
                }
                _ => return Err(unknown()),
            }
        }
        Ok(tie_break)
    }
}
