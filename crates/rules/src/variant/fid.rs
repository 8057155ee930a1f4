//! The numbers of articles that the FID's English and Italian rules share.

use crate::illegal::Illegal;
use crate::piece::Rank;

/// An article's number, as far as both books agree on it.
pub(super) enum Number {
    /// The same in both.
    Shared(&'static str),
    /// How a king moves: the English book has one article more before it.
    KingMove,
}

pub(super) fn article(reason: &Illegal) -> Number {
    use Illegal as I;
    Number::Shared(match reason {
        I::OffBoard { .. } => "2.4",
        I::NoPiece { .. } => "3.2",
        I::NotYours { .. } => "8.1.5",
        I::MustCapture { .. } => "6.1",
        I::MenGoForward { .. } => "4.1",
        I::NotDiagonal { rank, .. } | I::TooFar { rank, .. } | I::Occupied { rank, .. } => match rank {
            Rank::Man => "4.1",
            Rank::King => return Number::KingMove,
        },
        I::OverOwn { .. } => "6.3",
        I::NoFreeSquareBehind { .. } => "5.2",
        I::NothingToTake { .. } | I::NoSuchRoute { .. } => "5.1",
        I::MenTakeForward { .. } => "5.3a",
        I::ManTakesKing { .. } => "5.3b",
        I::LandsTooFar { rank, .. } => match rank {
            Rank::Man => "5.6",
            Rank::King => "5.8",
        },
        I::GoesOn { rank, .. } => match rank {
            Rank::Man => "5.7",
            Rank::King => "5.9",
        },
        I::OverTwice { .. } => "6.4",
        I::CrownedTooSoon { .. } => "6.5",
        I::TakesFewer { .. } => "6.6",
        I::KingMustTake { .. } => "6.7",
        I::TakesFewerKings { .. } => "6.8",
        I::MeetsKingLater { .. } => "6.9",
        I::Ambiguous { .. } => "5.10",
    })
}
