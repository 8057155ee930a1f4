//! Tie-breaks as data: any of them, in any order, each figure with how it was computed.
//!
//! Unplayed rounds follow FIDE C.07, article 16: an opponent's score is taken with the rounds after their last appearance
//! as draws; an own unplayed round counts as a game against somebody with the own score, but no more than draws throughout.

mod ballots;
mod code;
mod direct;
mod figures;
mod opponents;
mod own;
mod performance;

pub use code::UnknownTieBreak;
pub use figures::{Figure, FigurePart, PartKind};

pub(crate) use direct::direct_encounter;
pub(crate) use figures::FigureSource;

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
    /// Rounds that the player chose to play: all but half- and zero-point byes and forfeits lost.
    RoundsElected,
    /// Rounds won as 1 and rounds shared as ½, whatever they are worth in the event.
    StandardPoints,
    /// The number in the pairing list, the smallest first.
    PairingNumber,
    /// The player's own rating.
    Rating,
    /// Buchholz, or Solkoff: the scores of the opponents.
    Buchholz,
    /// Buchholz as if all games of the last round had been drawn.
    ForeBuchholz,
    /// The average of the Buchholz figures of the opponents over the board.
    AverageBuchholz,
    /// The average of their Fore Buchholz figures.
    AverageForeBuchholz,
    /// Sonneborn-Berger: the scores of the opponents times the points made against them.
    SonnebornBerger,
    /// Koya: points against opponents with at least half of the maximum.
    Koya,
    /// The sum of the scores after each round.
    Progressive,
    /// The average rating of the opponents.
    AverageRating,
    /// The average rating of the opponents, and what the share of points made adds to it.
    Performance,
    /// The lowest rating with which the points made are expected.
    PerfectPerformance,
    /// The average performance of the opponents.
    AveragePerformance,
    /// The average perfect performance of the opponents.
    AveragePerfectPerformance,
    /// The Italian quoziente: points made against each opponent times that opponent's points; played games only.
    Quotient,
    /// Ballots won: openings played twice with colours exchanged, as two rounds in a row.
    BallotsWon,
}

/// Whether forfeits count as games with the opponent who was paired.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ForfeitCount {
    /// They are rounds without a game, unless everybody meets everybody.
    #[default]
    Unplayed,
    /// They count as played.
    Played,
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
    /// How forfeits count in direct encounter and in sums over opponents.
    pub forfeits: ForfeitCount,
    /// By how many half points Koya's limit lies above one half of the maximum.
    pub koya_limit: i8,
}

impl TieBreak {
    /// A tie-break without cuts.
    #[must_use]
    pub const fn of(kind: TieBreakKind) -> Self {
        Self { kind, cut_lowest: 0, cut_highest: 0, forfeits: ForfeitCount::Unplayed, koya_limit: 0 }
    }

    /// Whether a lower figure ranks higher.
    pub(crate) const fn prefers_lower(self) -> bool {
        matches!(self.kind, TieBreakKind::PairingNumber)
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
