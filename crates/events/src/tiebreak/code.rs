//! The codes of tie-breaks, as records 202 and 212 of report files write them.

use std::fmt;
use std::str::FromStr;

use super::{ForfeitCount, TieBreak, TieBreakKind};

/// The codes; the last two are ours.
const CODES: [(&str, TieBreakKind); 22] = [
    ("DE", TieBreakKind::DirectEncounter),
    ("WIN", TieBreakKind::Wins),
    ("WON", TieBreakKind::GamesWon),
    ("BPG", TieBreakKind::BlackGames),
    ("BWG", TieBreakKind::BlackWins),
    ("REP", TieBreakKind::RoundsElected),
    ("STD", TieBreakKind::StandardPoints),
    ("TPN", TieBreakKind::PairingNumber),
    ("RTNG", TieBreakKind::Rating),
    ("BH", TieBreakKind::Buchholz),
    ("FB", TieBreakKind::ForeBuchholz),
    ("AOB", TieBreakKind::AverageBuchholz),
    ("SB", TieBreakKind::SonnebornBerger),
    ("KS", TieBreakKind::Koya),
    ("PS", TieBreakKind::Progressive),
    ("ARO", TieBreakKind::AverageRating),
    ("TPR", TieBreakKind::Performance),
    ("PTP", TieBreakKind::PerfectPerformance),
    ("APRO", TieBreakKind::AveragePerformance),
    ("APPO", TieBreakKind::AveragePerfectPerformance),
    ("QUO", TieBreakKind::Quotient),
    ("BAL", TieBreakKind::BallotsWon),
];
/// The code of rounds that a player chose to play, before it had its present name.
const EARLIER_REP: &str = "GE";
/// The furthest that Koya's limit is moved, in half points.
const KOYA_REACH: i8 = 20;

impl TieBreakKind {
    /// The kinds that have a code, in the order in which they are offered.
    pub fn all() -> impl Iterator<Item = Self> {
        CODES.iter().map(|(_, kind)| *kind)
    }

    /// The code, without cuts.
    #[must_use]
    pub fn code(self) -> &'static str {
        let plain = if self == Self::AverageForeBuchholz { Self::AverageBuchholz } else { self };
        CODES.iter().find(|(_, kind)| *kind == plain).map_or("", |(code, _)| code)
    }

    /// Whether forfeits can be told to count as played.
    const fn sees_forfeits(self) -> bool {
        matches!(self, Self::DirectEncounter | Self::Buchholz | Self::ForeBuchholz | Self::SonnebornBerger)
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.kind.code().to_owned();
        match (self.cut_lowest, self.cut_highest) {
            (0, 0) => {}
            (low, high) if low == high => text += &format!("/M{low}"),
            (low, 0) => text += &format!("/C{low}"),
            (low, high) => text += &format!("/L{low}H{high}"),
        }
        if self.koya_limit != 0 {
            text += &format!("/L{:+}", self.koya_limit);
        }
        if self.forfeits == ForfeitCount::Played {
            text += "/P";
        }
        if self.kind == TieBreakKind::AverageForeBuchholz {
            text += "/F";
        }
        f.pad(&text)
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

    /// Reads `BH`, `BH/C1` (without the lowest), `BH/M1` (without the lowest and the highest), `DE/P` (forfeits count as
    /// played), `AOB/F` (Fore Buchholz) and `KS/L+1` (a limit half a point higher); the handbook's `BH-C1` as well.
    fn from_str(text: &str) -> Result<Self, UnknownTieBreak> {
        let unknown = || UnknownTieBreak(text.chars().take(20).collect());
        let upper = text.to_ascii_uppercase();
        let mut words = upper.split(['/', ':']).flat_map(|word| match word.strip_prefix("L-") {
            Some(_) => vec![word],
            None => word.split('-').collect(),
        });
        let code = words.next().unwrap_or_default();
        let code = if code == EARLIER_REP { "REP" } else { code };
        let kind = CODES.iter().find(|(own, _)| *own == code).ok_or_else(unknown)?.1;
        words.try_fold(Self::of(kind), Self::modified).ok_or_else(unknown)
    }
}

impl TieBreak {
    /// The tie-break with what a word behind its code says; none if the word says nothing of this one.
    fn modified(mut self, word: &str) -> Option<Self> {
        let (letter, rest) = word.split_at_checked(1)?;
        match (letter, self.kind) {
            ("C", _) => self.cut_lowest = rest.parse().ok()?,
            ("M", _) => {
                self.cut_lowest = rest.parse().ok()?;
                self.cut_highest = self.cut_lowest;
            }
            ("L", TieBreakKind::Koya) if rest.starts_with(['+', '-']) => {
                let limit: i8 = rest.parse().ok()?;
                self.koya_limit = Some(limit).filter(|limit| limit.abs() <= KOYA_REACH)?;
            }
            ("L", _) => {
                let (low, high) = rest.split_once('H')?;
                (self.cut_lowest, self.cut_highest) = (low.parse().ok()?, high.parse().ok()?);
            }
            ("P", kind) if rest.is_empty() && kind.sees_forfeits() => self.forfeits = ForfeitCount::Played,
            ("F", TieBreakKind::AverageBuchholz) if rest.is_empty() => {
                self.kind = TieBreakKind::AverageForeBuchholz;
            }
            _ => return None,
        }
        Some(self)
    }
}
