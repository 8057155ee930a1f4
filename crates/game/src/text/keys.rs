//! The Fluent keys of irregularities and unclassified changes.

use damiera_rules::Irregularity;

use crate::classify::UnclassifiedReason;

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
        I::CrownedInPassing => "irregularity-crowned-in-passing",
        I::WrongSideFirst => "irregularity-wrong-side-first",
    }
}

pub(super) const fn untold_key(why: UnclassifiedReason) -> &'static str {
    match why {
        UnclassifiedReason::NothingChanged => "untold-nothing-changed",
        UnclassifiedReason::LateCrowning => "untold-late-crowning",
        UnclassifiedReason::KingMarked => "untold-king-marked",
        UnclassifiedReason::MarkLost => "untold-mark-lost",
        UnclassifiedReason::PieceAdded => "untold-piece-added",
        UnclassifiedReason::BothMoved => "untold-both-moved",
        UnclassifiedReason::TooMuchChanged => "untold-too-much-changed",
    }
}
