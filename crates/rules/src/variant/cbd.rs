//! What the CBD's rules say alike for both boards.

use crate::article::{Article, Book};
use crate::draws::ListedEnding;
use crate::illegal::Illegal;
use crate::piece::{Rank, Side};
use crate::position::Position;
use crate::provision::{Irregularity, Provision};
use crate::rules::Rules;
use crate::square::Square;

pub(super) const REPETITION: Article = Article::new(Book::Cbd, "98");
pub(super) const THREE_TO_ONE: Article = Article::new(Book::Cbd, "100");

pub(super) fn article(reason: &Illegal) -> Article {
    use Illegal as I;
    let number = match reason {
        I::OffBoard { .. } | I::NoPiece { .. } => "item 2",
        I::NotYours { .. } => "peças", // it gives each player their own
        I::MustCapture { .. } => "item 9",
        I::MenGoForward { .. } => "item 5",
        I::NotDiagonal { rank, .. } | I::TooFar { rank, .. } | I::Occupied { rank, .. } => match rank {
            Rank::Man => "item 5",
            Rank::King => "item 8",
        },
        I::OverOwn { .. } => "item 8",
        I::NoFreeSquareBehind { .. } => "item 9",
        I::TakesFewer { .. } | I::GoesOn { .. } => "item 12",
        I::CrownedTooSoon { .. } => "item 13",
        I::OverTwice { .. } => "item 15",
        I::LandsTooFar { .. } => "item 17",
        I::NothingToTake { .. }
        | I::NoSuchRoute { .. }
        | I::Ambiguous { .. }
        | I::MenTakeForward { .. }
        | I::ManTakesKing { .. } => "item 11",
        // Precedence beyond the number of pieces is unknown to this book: king and man count alike.
        I::KingMustTake { .. } | I::TakesFewerKings { .. } | I::MeetsKingLater { .. } => "item 10",
    };
    Article::new(Book::Cbd, number)
}

/// Where the book rules on a matter besides movement.
///
/// It has no list of irregularities: one is cited by the rule of movement that it breaks.
pub(super) fn provision(matter: Provision) -> Option<Article> {
    use Irregularity as I;
    use Provision as P;
    let number = match matter {
        P::NoMove | P::NoPieces => "item 1",
        P::BothFlags => "97a",
        P::Agreement | P::NobodyCanWin | P::DrawGrounds => "97",
        P::CountNeeds | P::CountAsked | P::CountRestarts => "97b",
        P::Crowning | P::CrowningDuty => "item 6",
        P::Irregular(kind) => match kind {
            I::WrongSideFirst => "item 4", // which speaks of the first move alone
            I::MovedOpponents => "peças",
            I::WrongMove => "item 5",
            I::MissedCapture => "item 9",
            I::NotRemoved | I::FewerRemoved => "item 15",
            I::WrongNumber | I::StoppedShort | I::Precedence => "item 12",
            I::ImpossibleCapture => "item 11",
            I::UnmarkedKing | I::WrongCrown => "item 6",
            I::CrownedInPassing => "item 13",
            I::MovedTwice | I::TookBack | I::TouchedOther => return None,
            I::RemovedPieces | I::OthersRemoved | I::OwnRemoved => return None,
        },
        // The book is silent: the software applies a house rule.
        P::Turn
        | P::Resignation
        | P::TimeUp
        | P::RefusesRules
        | P::Unmarked
        | P::CaptureShown
        | P::RemovalOrder
        | P::CountReduced
        | P::CountCancelled
        | P::Touched
        | P::TouchedSeveral
        | P::Adjusting
        | P::TouchedUnplayable
        | P::TouchedOutOfTurn
        | P::BoardTurned
        | P::ColoursSwapped
        | P::BeginsAnew
        | P::InactivePiece
        | P::PieceAstride
        | P::DoubtfulPiece
        | P::Disturbed
        | P::CorrectionRight
        | P::CorrectionLapsed
        | P::PartialCorrection => return None,
    };
    Some(Article::new(Book::Cbd, number))
}

/// The endings of item 18 and article 99: at most two pieces a side, a king on each, at most one man in all.
pub(super) fn few_pieces<R: Rules>(position: &Position<R>) -> Option<ListedEnding> {
    let material = |side| (position.kings(side).len(), position.men(side).len());
    let (white, black) = (material(Side::White), material(Side::Black));
    let listed = matches!(
        (white.max(black), white.min(black)),
        ((2, 0), (2, 0) | (1, 0) | (1, 1)) | ((1, 0), (1, 0)) | ((1, 1), (1, 0))
    );
    listed.then_some(ListedEnding { limit: 5, article: Article::new(Book::Cbd, "99") })
}

/// The lone king's square in the endings of article 100: against three kings, two and a man, or one and two men.
pub(super) fn king_against_three<R: Rules>(position: &Position<R>) -> Option<Square> {
    Side::BOTH.into_iter().find_map(|lone| {
        let alone = position.men(lone).is_empty() && position.kings(lone).len() == 1;
        let against = position.pieces(!lone).len() == 3 && !position.kings(!lone).is_empty();
        if alone && against { position.kings(lone).iter().next() } else { None }
    })
}
