//! Scores of whole matches, as tables: what a match is worth to both sides, by how it was decided.

use crate::outcome::GameResult;
use crate::points::Points;
use crate::scoring::Scoring;

/// One way to decide a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MatchDecision {
    /// How it was decided.
    pub name: &'static str,
    /// Points of the winner, or of both in a tie.
    pub winner: Points,
    /// Points of the loser.
    pub loser: Points,
}

const fn decision(name: &'static str, winner: i32, loser: i32) -> MatchDecision {
    MatchDecision { name, winner: Points::whole(winner), loser: Points::whole(loser) }
}

/// The FMJD title match: the standard game decides, else the rapid one, else the blitz one.
pub const FMJD_TITLE_MATCH: [MatchDecision; 4] =
    [decision("standard", 12, 0), decision("rapid", 8, 4), decision("blitz", 7, 5), decision("tie", 6, 6)];

/// The Delft count on 100 squares: a draw with three pieces more, a king counting as two, is worth 3–1.
pub const DELFT: [MatchDecision; 3] =
    [decision("win", 4, 0), decision("three pieces more", 3, 1), decision("draw", 2, 2)];

/// How the games of a micro-match, or of a ballot, are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MicroMatchCount {
    /// Every game counts on its own: 0 to 4 points under 2 – 1 – 0.
    Games,
    /// The match counts as one game: won, drawn or lost.
    Whole,
}

impl MicroMatchCount {
    /// What the games of a match are worth to the player who made these results.
    #[must_use]
    pub fn worth(self, scoring: &Scoring, games: &[GameResult]) -> Points {
        let made: Points = games.iter().map(|&result| scoring.game(result)).sum();
        let conceded: Points = games.iter().map(|&result| scoring.game(result.reversed())).sum();
        match self {
            Self::Games => made,
            Self::Whole => scoring.game(match made.cmp(&conceded) {
                std::cmp::Ordering::Greater => GameResult::Win,
                std::cmp::Ordering::Equal => GameResult::Draw,
                std::cmp::Ordering::Less => GameResult::Loss,
            }),
        }
    }
}
