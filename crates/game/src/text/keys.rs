//! Which message says what.

use damiera_rules::Irregularity;

use crate::classify::UnclassifiedReason;
use crate::refusal::RefusalReason;

pub(super) const fn irregularity_key(kind: Irregularity) -> &'static str {
    use Irregularity as I;
    match kind {
        I::MovedTwice => "irregularity-moved-twice",
        I::WrongMove => "irregularity-wrong-move",
        I::TouchedOther => "irregularity-touched-other",
        I::TookBack => "irregularity-took-back",
        I::MovedOpponents => "irregularity-moved-opponents",
        I::MissedCapture => "irregularity-missed-capture",
        I::RemovedPieces => "irregularity-removed-pieces",
        I::WrongNumber => "irregularity-wrong-number",
        I::StoppedShort => "irregularity-stopped-short",
        I::NotRemoved => "irregularity-not-removed",
        I::FewerRemoved => "irregularity-fewer-removed",
        I::OthersRemoved => "irregularity-others-removed",
        I::OwnRemoved => "irregularity-own-removed",
        I::ImpossibleCapture => "irregularity-impossible-capture",
        I::Precedence => "irregularity-precedence",
        I::UnmarkedKing => "irregularity-unmarked-king",
        I::WrongCrown => "irregularity-wrong-crown",
    }
}

pub(super) const fn untold_key(why: UnclassifiedReason) -> &'static str {
    match why {
        UnclassifiedReason::NothingChanged => "untold-nothing-changed",
        UnclassifiedReason::LateCrowning => "untold-late-crowning",
        UnclassifiedReason::MarkLost => "untold-mark-lost",
        UnclassifiedReason::PieceAdded => "untold-piece-added",
        UnclassifiedReason::BothMoved => "untold-both-moved",
        UnclassifiedReason::TooMuchChanged => "untold-too-much-changed",
    }
}

/// The key of a refusal that needs no values.
pub(super) const fn plain_refusal_key(why: &RefusalReason) -> &'static str {
    match why {
        RefusalReason::GameOver => "refusal-game-over",
        RefusalReason::Paused => "refusal-paused",
        RefusalReason::NotPaused => "refusal-not-paused",
        RefusalReason::Begun => "refusal-begun",
        RefusalReason::OnlyPlayer => "refusal-only-player",
        RefusalReason::OnlyArbiter => "refusal-only-arbiter",
        RefusalReason::OnlyAtTable => "refusal-only-at-table",
        RefusalReason::OnlyOpponent => "refusal-only-opponent",
        RefusalReason::Undecided => "refusal-undecided",
        RefusalReason::NothingToCorrect => "refusal-nothing-to-correct",
        RefusalReason::CorrectionLapsed => "refusal-correction-lapsed",
        RefusalReason::PartialCorrection => "refusal-partial-correction",
        RefusalReason::NoOffer => "refusal-no-offer",
        RefusalReason::OfferMade => "refusal-offer-made",
        RefusalReason::NothingToClaim => "refusal-nothing-to-claim",
        RefusalReason::OwnFlagDown => "refusal-own-flag-down",
        RefusalReason::NoClock => "refusal-no-clock",
        RefusalReason::Counting => "refusal-counting",
        RefusalReason::NoCount => "refusal-no-count",
        RefusalReason::NoKings => "refusal-no-kings",
        RefusalReason::NoTakebacks => "refusal-no-takebacks",
        RefusalReason::NothingToTakeBack => "refusal-nothing-to-take-back",
        RefusalReason::NoTakebackAsked => "refusal-no-takeback-asked",
        RefusalReason::TouchIsFree => "refusal-touch-is-free",
        RefusalReason::BadBoard(_) => "refusal-bad-board",
        RefusalReason::NotDisturbed => "refusal-not-disturbed",
        RefusalReason::MovedSince => "refusal-moved-since",
        _ => "refusal-book-silent",
    }
}
