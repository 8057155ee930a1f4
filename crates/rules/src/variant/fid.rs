//! The numbers of articles that the FID's English and Italian rules share.

use crate::illegal::Illegal;
use crate::piece::Rank;
use crate::provision::{Irregularity, Provision};

/// An article's number, as far as both books agree on it.
pub(super) enum SharedArticle {
    /// The same in both.
    Shared(&'static str),
    /// How a king moves: the English book has one article more before it.
    KingMove,
}

pub(super) fn article(reason: &Illegal) -> SharedArticle {
    use Illegal as I;
    SharedArticle::Shared(match reason {
        I::OffBoard { .. } => "2.4",
        I::NoPiece { .. } => "3.2",
        I::NotYours { .. } => "8.1.5",
        I::MustCapture { .. } => "6.1",
        I::MenGoForward { .. } => "4.1",
        I::NotDiagonal { rank, .. } | I::TooFar { rank, .. } | I::Occupied { rank, .. } => match rank {
            Rank::Man => "4.1",
            Rank::King => return SharedArticle::KingMove,
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

/// Where both books rule on a matter under the same number.
pub(super) fn provision(matter: Provision) -> Option<&'static str> {
    use Provision as P;
    Some(match matter {
        P::Turn => "3.4",
        P::Touched => "3.7",
        P::TouchedSeveral => "3.8",
        P::Adjusting => "3.9",
        P::TouchedUnplayable => "3.10",
        P::TouchedOutOfTurn => "3.11",
        P::CountCancelled => "3.11", // its second paragraph: the arbiter may cancel the count and decide otherwise
        P::BoardTurned => "7.2",
        P::ColoursSwapped => "7.3",
        P::BeginsAnew => "7.4",
        P::InactivePiece => "7.5",
        P::PieceAstride => "7.6",
        P::DoubtfulPiece => "7.7",
        P::Disturbed => "7.8",
        P::CorrectionRight => "8.2",
        P::CorrectionLapsed => "8.3",
        P::PartialCorrection => "8.4",
        P::Resignation => "9.2.1",
        P::NoMove => "9.2.2",
        P::NoPieces => "9.2.3",
        P::TimeUp => "9.2.4",
        P::RefusesRules => "9.2.5",
        P::Agreement => "9.3a",
        P::NobodyCanWin => "9.1b",
        P::DrawGrounds => "9.3",
        P::CrowningDuty => "4.3",
        P::CaptureShown => "5.10",
        P::RemovalOrder => "5.12",
        P::CountNeeds => "10.1",
        P::CountAsked => "10.2",
        P::CountRestarts => "10.5",
        P::Irregular(kind) => return irregularity(kind),
        // The books differ, or are silent: each rule set answers for itself.
        P::BothFlags | P::CountReduced | P::Crowning | P::Unmarked => return None,
    })
}

fn irregularity(kind: Irregularity) -> Option<&'static str> {
    use Irregularity as I;
    Some(match kind {
        I::MovedTwice => "8.1.1",
        I::WrongMove => "8.1.2",
        I::TouchedOther => "8.1.3",
        I::TookBack => "8.1.4",
        I::MovedOpponents => "8.1.5",
        I::MissedCapture => "8.1.6",
        I::RemovedPieces => "8.1.7",
        I::WrongNumber => "8.1.8",
        I::StoppedShort => "8.1.9",
        I::NotRemoved => "8.1.10",
        I::FewerRemoved => "8.1.11",
        I::OthersRemoved => "8.1.12",
        I::OwnRemoved => "8.1.13",
        I::ImpossibleCapture => "8.1.14",
        I::WrongSideFirst => "3.4", // 8.1.1 needs a player who has moved before
        I::CrownedInPassing => return None, // 6.5: a man stops on the crown row
        I::Precedence | I::UnmarkedKing | I::WrongCrown => return None,
    })
}
