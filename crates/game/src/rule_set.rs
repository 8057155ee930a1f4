//! The rules of a game as values, looked up once when the game is created.

use std::time::Duration;

use damiera_rules::{
    Annulment, Article, Book, CountStart, Geometry, Illegal, KingMoveDraw, Pace, Provision, ResultForm,
    Rules, Side, Square, Variant, with_rules,
};

use crate::command::{CaptureObjection, PlacementDoubt};
use crate::end::{GameEnding, GameOutcome};
use crate::event::{Adjustment, CancellationCause, Fact, TouchEffect};
use crate::terms::BadTerms;

/// The matter that decides about a piece whose square is in doubt.
const fn doubt_provision(doubt: PlacementDoubt) -> Provision {
    match doubt {
        PlacementDoubt::Inactive => Provision::InactivePiece,
        PlacementDoubt::Astride => Provision::PieceAstride,
        PlacementDoubt::TwoSquares => Provision::DoubtfulPiece,
    }
}

/// The answers of a rule set ([`Rules`]) that a game needs at run time.
#[derive(Clone, Copy, Debug)]
pub struct RuleSet {
    /// The variant.
    pub variant: Variant,
    /// The rulebook.
    pub book: Book,
    /// The board.
    pub board: Geometry,
    /// The side that moves first.
    pub first: Side,
    /// The draw after a number of king moves.
    pub king_moves: KingMoveDraw,
    /// The most time per player of a game that counts as fast; `None` if draws do not depend on the pace.
    pub fast_limit: Option<Duration>,
    /// The article on threefold repetition, if it is a draw.
    pub repetition: Option<Article>,
    /// Until when a game that was started incorrectly may be annulled.
    pub annulment: Option<Annulment>,
    result_form: ResultForm,
    provision: fn(Provision) -> Option<Article>,
    article: fn(&Illegal) -> Article,
}

impl RuleSet {
    /// The rules of a variant.
    #[must_use]
    pub fn of(variant: Variant) -> Self {
        with_rules!(variant, R => Self {
            variant,
            book: R::BOOK,
            board: R::GEOMETRY,
            first: R::FIRST,
            king_moves: R::KING_MOVE_DRAW,
            fast_limit: R::FAST_LIMIT,
            repetition: R::REPETITION_DRAW,
            annulment: R::ANNULMENT,
            result_form: R::RESULT_FORM,
            provision: R::provision,
            article: R::article,
        })
    }

    /// The article on a matter, if the rulebook has one.
    #[must_use]
    pub fn cite(&self, matter: Provision) -> Option<Article> {
        (self.provision)(matter)
    }

    /// The article that forbids a move for this reason.
    #[must_use]
    pub fn forbids(&self, reason: &Illegal) -> Article {
        (self.article)(reason)
    }

    /// The article that applies to an event, if the rulebook has one.
    #[must_use]
    pub fn article_of(&self, fact: &Fact) -> Option<Article> {
        use Provision as P;
        match fact {
            Fact::Irregular { kind, article, .. } => article.or_else(|| self.cite(P::Irregular(*kind))),
            Fact::Corrected | Fact::Kept => self.cite(P::CorrectionRight),
            Fact::Lapsed => self.cite(P::CorrectionLapsed),
            Fact::Touched { touch, .. } => self.cite(match touch {
                TouchEffect::Binds => P::Touched,
                TouchEffect::AfterAnother => P::TouchedSeveral,
                TouchEffect::Unplayable => P::TouchedUnplayable,
                TouchEffect::OutOfTurn => P::TouchedOutOfTurn,
            }),
            Fact::Adjusted { adjustment: Adjustment::Announced, .. } => self.cite(P::Adjusting),
            Fact::Adjusted { adjustment: Adjustment::OutOfTurn, .. } => self.cite(P::TouchedOutOfTurn),
            Fact::LeftUnmarked { .. } => self.cite(P::Unmarked),
            Fact::Crowned { by, square } if self.crowns(*by, *square) => self.cite(P::Crowning),
            Fact::Crowned { .. } => self.cite(P::CrowningDuty),
            Fact::Objected { objection: CaptureObjection::Unclear, .. } => self.cite(P::CaptureShown),
            Fact::Objected { objection: CaptureObjection::RemovalOrder, .. } => self.cite(P::RemovalOrder),
            Fact::PlacementProposed { placement, .. } => self.cite(doubt_provision(placement.doubt)),
            Fact::CountAsked { .. } => self.cite(P::CountAsked),
            Fact::CountLowered { .. } => self.cite(P::CountReduced),
            Fact::CountCancelled { cause: CancellationCause::TouchedOutOfTurn } => {
                self.cite(P::CountCancelled)
            }
            Fact::FlagFell { .. } => self.cite(P::TimeUp),
            Fact::Annulled { .. } => self.cite(P::BeginsAnew),
            Fact::Disturbed | Fact::Restored => self.cite(P::Disturbed),
            Fact::Settled { doubt, .. } => self.cite(doubt_provision(*doubt)),
            Fact::Ended { how } => GameEnding::new(*how, self).article,
            Fact::CountCancelled { cause: CancellationCause::Other }
            | Fact::Started
            | Fact::Moved { .. }
            | Fact::DrawOffered { .. }
            | Fact::DrawDeclined
            | Fact::TakebackAsked { .. }
            | Fact::TakebackDeclined
            | Fact::VacationStarted { .. }
            | Fact::VacationEnded { .. }
            | Fact::TriedInVain { .. }
            | Fact::TakenBack { .. }
            | Fact::Paused
            | Fact::Resumed
            | Fact::ClocksSet { .. }
            | Fact::Credited { .. }
            | Fact::Withdrawn { .. } => None,
        }
    }

    /// Whether the square is on the crown row of that side.
    pub(crate) fn crowns(&self, side: Side, square: Square) -> bool {
        let last = match side {
            Side::White => 0,
            Side::Black => self.board.rows() - 1,
        };
        self.board.row(square) == last
    }

    /// Whether king moves are counted on request only (FID 10.2), or always (CBD 97b).
    #[must_use]
    pub const fn counts_when_asked(&self) -> bool {
        matches!(self.king_moves.start, CountStart::OnRequest)
    }

    /// Refuses a limit of the king-move count that the rulebook does not let an event set (FID-IT 11).
    pub fn check_count_limit(&self, limit: u8) -> Result<(), BadTerms> {
        let KingMoveDraw { least, limit: most, .. } = self.king_moves;
        if (least..=most).contains(&limit) {
            return Ok(());
        }
        Err(BadTerms::CountLimit { least: (least < most).then_some(least), most })
    }

    /// The pace of a game in which a player has this much time in all.
    #[must_use]
    pub fn pace(&self, time: Duration) -> Pace {
        if self.fast_limit.is_some_and(|limit| time <= limit) { Pace::Fast } else { Pace::Classical }
    }

    /// A result in PDN, with the score of the side that moves first in front.
    #[must_use]
    pub fn written(&self, outcome: GameOutcome) -> &'static str {
        let first_wins = |winner| winner == self.first;
        match (self.result_form, outcome) {
            (_, GameOutcome::Void) => "*",
            (_, GameOutcome::BothLose) => "0-0",
            (ResultForm::OneForAWin, GameOutcome::Draw) => "1/2-1/2",
            (ResultForm::OneForAWin, GameOutcome::Win(side)) if first_wins(side) => "1-0",
            (ResultForm::OneForAWin, GameOutcome::Win(_)) => "0-1",
            (ResultForm::TwoForAWin, GameOutcome::Draw) => "1-1",
            (ResultForm::TwoForAWin, GameOutcome::Win(side)) if first_wins(side) => "2-0",
            (ResultForm::TwoForAWin, GameOutcome::Win(_)) => "0-2",
        }
    }
}
