//! Which message says what.

use damiera_rules::Irregularity;

use crate::classify::Untold;
use crate::refusal::Why;

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

pub(super) const fn untold_key(why: Untold) -> &'static str {
    match why {
        Untold::NothingChanged => "untold-nothing-changed",
        Untold::LateCrowning => "untold-late-crowning",
        Untold::MarkLost => "untold-mark-lost",
        Untold::PieceAdded => "untold-piece-added",
        Untold::BothMoved => "untold-both-moved",
        Untold::TooMuchChanged => "untold-too-much-changed",
    }
}

/// The key of a refusal that needs no values.
pub(super) const fn plain_refusal_key(why: &Why) -> &'static str {
    match why {
        Why::GameOver => "refusal-game-over",
        Why::Paused => "refusal-paused",
        Why::NotPaused => "refusal-not-paused",
        Why::Begun => "refusal-begun",
        Why::OnlyPlayer => "refusal-only-player",
        Why::OnlyArbiter => "refusal-only-arbiter",
        Why::OnlyAtTable => "refusal-only-at-table",
        Why::OnlyOpponent => "refusal-only-opponent",
        Why::Undecided => "refusal-undecided",
        Why::NothingToCorrect => "refusal-nothing-to-correct",
        Why::CorrectionLapsed => "refusal-correction-lapsed",
        Why::PartialCorrection => "refusal-partial-correction",
        Why::NoOffer => "refusal-no-offer",
        Why::OfferMade => "refusal-offer-made",
        Why::NothingToClaim => "refusal-nothing-to-claim",
        Why::OwnFlagDown => "refusal-own-flag-down",
        Why::NoClock => "refusal-no-clock",
        Why::Counting => "refusal-counting",
        Why::NoCount => "refusal-no-count",
        Why::NoKings => "refusal-no-kings",
        Why::NoTakebacks => "refusal-no-takebacks",
        Why::NothingToTakeBack => "refusal-nothing-to-take-back",
        Why::NoTakebackAsked => "refusal-no-takeback-asked",
        Why::TouchIsFree => "refusal-touch-is-free",
        Why::BadBoard(_) => "refusal-bad-board",
        Why::NotDisturbed => "refusal-not-disturbed",
        Why::MovedSince => "refusal-moved-since",
        _ => "refusal-book-silent",
    }
}
