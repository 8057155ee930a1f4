//! How a board ended, and what that is worth.

use damiera_rules::Side;

use crate::outcome::{GameResult, RoundOutcome};
use crate::pairing::Pairing;
use crate::points::Points;
use crate::scoring::Scoring;

/// How a board ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardResult {
    /// White won.
    WhiteWins,
    /// Drawn.
    Draw,
    /// Black won.
    BlackWins,
    /// Black did not appear.
    WhiteByForfeit,
    /// White did not appear.
    BlackByForfeit,
    /// Neither appeared.
    DoubleForfeit,
    /// Drawn, and it favours White: three pieces more at Delft, or the next game of the match decided.
    WhiteEdge,
    /// Drawn, and it favours Black.
    BlackEdge,
    /// The same in the second degree of the scoring: the game after the next one decided.
    WhiteSlightEdge,
    /// The same for Black.
    BlackSlightEdge,
}

/// Whom a drawn game favours, and in which degree of the scoring.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Edge {
    /// Whom.
    pub side: Side,
    /// The degree, from 0.
    pub degree: usize,
}

impl BoardResult {
    /// Whom a drawn game favours.
    #[must_use]
    pub const fn edge(self) -> Option<Edge> {
        let (side, degree) = match self {
            Self::WhiteEdge => (Side::White, 0),
            Self::BlackEdge => (Side::Black, 0),
            Self::WhiteSlightEdge => (Side::White, 1),
            Self::BlackSlightEdge => (Side::Black, 1),
            _ => return None,
        };
        Some(Edge { side, degree })
    }

    /// What a drawn game that favours one side is worth to White and to Black; none for another result, or if the scoring does
    /// not have it.
    #[must_use]
    pub fn edge_worth(self, scoring: &Scoring) -> Option<[Points; 2]> {
        let edge = self.edge()?;
        let worth = scoring.edges.get(edge.degree).copied().flatten()?;
        Some(match edge.side {
            Side::White => [worth.favoured, worth.other],
            Side::Black => [worth.other, worth.favoured],
        })
    }

    /// What the result is worth to White and to Black.
    #[must_use]
    pub fn worth(self, scoring: &Scoring, pair: Pairing) -> [Points; 2] {
        let usual = || self.outcomes(pair).map(|outcome| scoring.worth(outcome));
        self.edge_worth(scoring).unwrap_or_else(usual)
    }

    /// What the round was for White and for Black.
    #[must_use]
    pub const fn outcomes(self, pair: Pairing) -> [RoundOutcome; 2] {
        let white_lost = RoundOutcome::ForfeitLoss { opponent: pair.black, side: Some(Side::White) };
        let black_lost = RoundOutcome::ForfeitLoss { opponent: pair.white, side: Some(Side::Black) };
        match self {
            Self::WhiteWins => played_pair(pair, GameResult::Win),
            Self::Draw
            | Self::WhiteEdge
            | Self::BlackEdge
            | Self::WhiteSlightEdge
            | Self::BlackSlightEdge => played_pair(pair, GameResult::Draw),
            Self::BlackWins => played_pair(pair, GameResult::Loss),
            Self::WhiteByForfeit => {
                [RoundOutcome::ForfeitWin { opponent: pair.black, side: Some(Side::White) }, black_lost]
            }
            Self::BlackByForfeit => {
                [white_lost, RoundOutcome::ForfeitWin { opponent: pair.white, side: Some(Side::Black) }]
            }
            Self::DoubleForfeit => [white_lost, black_lost],
        }
    }
}

const fn played_pair(pair: Pairing, white: GameResult) -> [RoundOutcome; 2] {
    [
        RoundOutcome::played(pair.black, Side::White, white),
        RoundOutcome::played(pair.white, Side::Black, white.reversed()),
    ]
}
