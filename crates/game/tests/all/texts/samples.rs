//! One of everything that a ruling, a refusal or a problem can say.

use std::time::Duration;

use damiera_game::{
    AbsentPlayers, Actor, Adjustment, BadTerms, CancellationCause, CaptureObjection, Classification,
    EndReason, Fact, IrregularFinding, Placement, PlacementDoubt, RefusalReason, StartFault, TimeCharge,
    TouchEffect, UnclassifiedReason,
};
use damiera_notation::moves::RejectionReason;
use damiera_notation::pdn::{NotationStyle, PdnProblemKind, PlyRef};
use damiera_rules::variant::Italian;
use damiera_rules::{
    Article, Attempt, Book, Geometry, Illegal, Irregularity, Piece, Position, PositionError, Rank, Setup,
    SetupFaults, Side, Square, SquareName, Variant,
};

fn square(number: u8) -> Square {
    Square::new(number).expect("a square")
}

pub(crate) fn hows() -> Vec<EndReason> {
    use EndReason as H;
    let sides = Side::BOTH.into_iter();
    let of_side = sides.flat_map(|side| {
        [
            H::Resignation(side),
            H::NoMove(side),
            H::NoPieces(side),
            H::TimeUp(side),
            H::RefusesRules(side),
            H::IllegalTries(side),
            H::Aborted(side),
            H::NoShow(AbsentPlayers::One(side)),
        ]
    });
    let article = Article::new(Book::Cbd, "99");
    of_side
        .chain([H::BothFlags, H::Agreement, H::ByArbiter, H::KingMoves(40), H::Repetition, H::Destroyed])
        .chain([H::NoShow(AbsentPlayers::Both)])
        .chain([H::ListedEnding { limit: 5, article }])
        .collect()
}

pub(crate) fn illegals() -> Vec<Illegal> {
    use Illegal as I;
    let s = square;
    let due = Vec::new;
    let mut all = vec![
        I::OffBoard { square: s(40) },
        I::NoPiece { at: s(1) },
        I::NotYours { at: s(1), turn: Side::White },
        I::NotYours { at: s(1), turn: Side::Black },
        I::MustCapture { due: due() },
        I::KingMustTake { due: due() },
        I::MeetsKingLater { due: due() },
        I::MenGoForward { at: s(1) },
        I::MenTakeForward { over: s(1) },
        I::ManTakesKing { over: s(1) },
        I::CrownedTooSoon { at: s(1) },
        I::OverOwn { over: s(1) },
        I::NoFreeSquareBehind { over: s(1) },
        I::OverTwice { over: s(1) },
        I::NothingToTake { from: s(1), to: s(2) },
        I::NoSuchRoute { from: s(1), to: s(2) },
        I::Ambiguous { candidates: due() },
    ];
    for rank in [Rank::Man, Rank::King] {
        all.extend([
            I::GoesOn { rank, at: s(1), due: due() },
            I::NotDiagonal { rank },
            I::TooFar { rank },
            I::LandsTooFar { rank, over: s(1) },
            I::Occupied { rank, at: s(1) },
        ]);
    }
    for taken in 0..4 {
        all.push(I::TakesFewer { taken, must: 4, due: due() });
        all.push(I::TakesFewerKings { taken, must: 4, due: due() });
    }
    all
}

pub(crate) fn rejections() -> Vec<RejectionReason> {
    use RejectionReason as R;
    let board = Geometry::EIGHT;
    let style = NotationStyle::Algebraic;
    let illegal = |illegal| R::Illegal { illegal, board, style };
    let columns = Side::BOTH.map(|side| R::EmptyColumn { side, column: 2 });
    let squares = [SquareName::Number(51), SquareName::Algebraic { column: 0, rank: 2 }].map(R::NoSuchSquare);
    illegals().into_iter().map(illegal).chain(columns).chain(squares).collect()
}

fn faults() -> SetupFaults {
    let bad: Setup = "W:W99:B1".parse().expect("a FEN");
    bad.position::<Italian>().expect_err("no such square")
}

pub(crate) fn bad_terms() -> Vec<BadTerms> {
    let move_error = |text: &str| Position::<Italian>::start().parse_move(text).expect_err(text);
    vec![
        BadTerms::Start(faults()),
        BadTerms::Odds(square(15)),
        BadTerms::MoveGiven(square(22), square(18)),
        BadTerms::Opening { number: 2, why: move_error("22") },
        BadTerms::Opening { number: 2, why: move_error("22-26") },
        BadTerms::Tries { most: 50 },
        BadTerms::NoTime,
        BadTerms::TooMuchTime,
        BadTerms::Vacation,
        BadTerms::VotingTime,
        BadTerms::CountLimit { least: None, most: 50 },
        BadTerms::CountLimit { least: Some(10), most: 40 },
        BadTerms::NoPromotional,
        BadTerms::NoRecording,
        BadTerms::NoPace,
        BadTerms::PaceAgainstClocks { limit: Duration::from_secs(1800) },
    ]
}

pub(crate) fn problems() -> Vec<PdnProblemKind> {
    use PdnProblemKind as P;
    let text = || "text".to_owned();
    let at = || PlyRef { ply: 3, depth: 0, text: "22-18".to_owned() };
    let syntax = || PositionError::Syntax("X".parse::<Setup>().expect_err("no FEN"));
    let mut all = vec![
        P::NotUtf8,
        P::OneGameALine,
        P::StrayText(text()),
        P::UnreadMove(text()),
        P::UnknownMove,
        P::ForeignTag { name: text(), usual: "White" },
        P::BadTag,
        P::TagNotClosed,
        P::TagWithoutQuotes,
        P::QuoteInTag,
        P::TagTwice(text()),
        P::CommentNotClosed,
        P::CommentNotOpened,
        P::CommentTooLong,
        P::VariationNotClosed,
        P::VariationNotOpened,
        P::VariationBeforeMove,
        P::VariationTooDeep,
        P::GameTooLong,
        P::TooManyProblems,
        P::SpaceInMove,
        P::OddSeparator(':'),
        P::NoSeparator(text()),
        P::CrownLetter,
        P::NumberOutOfOrder { found: 3, due: 2 },
        P::NumberWithoutDot(3),
        P::UnknownMark(text()),
        P::StarForForced,
        P::ResultInVariation,
        P::NoResult,
        P::ResultTwice,
        P::ResultsDisagree { tag: text(), end: "1-0" },
        P::OddResult(text()),
        P::OddGameType(text()),
        P::BadGameType(text()),
        P::UnknownGame(99),
        P::GameTypeMissing { read_as: Variant::Italian, others: Vec::new() },
        P::GameTypeMissing { read_as: Variant::Italian, others: Variant::ALL.to_vec() },
        P::OtherGame { said: Variant::English, read_as: Variant::International },
        P::OddResultForm { found: "2-0", usual: "1-0" },
        P::BadFen(syntax()),
        P::BadFen(PositionError::Faults(faults())),
        P::FenWithoutTurn,
        P::BadSetup(syntax()),
        P::BadSetup(PositionError::Faults(faults())),
        P::BadTimeControl(text()),
        P::CrossOnPlainMove(at()),
        P::HyphenOnCapture(at()),
        P::Ambiguous { at: at(), candidates: vec![text(), text()], taken_as: text() },
        P::ResultAgainstBoard { found: "1-0", due: "0-1" },
    ];
    all.extend(rejections().into_iter().map(|reason| {
        let article = Article::new(Book::FidIt, "6.6");
        P::Illegal { at: at(), reason: Box::new(reason), article, due: vec![text()] }
    }));
    all
}

pub(crate) fn whys() -> Vec<RefusalReason> {
    use RefusalReason as W;
    let start = Position::<Italian>::start();
    let illegal = start.judge(&Attempt::new(square(22), square(26))).expect_err("not legal");
    vec![
        W::GameOver,
        W::Paused,
        W::NotPaused,
        W::Begun,
        W::NotYourTurn(Side::White),
        W::NotYourTurn(Side::Black),
        W::Illegal(illegal),
        W::TouchedFirst(square(22)),
        W::OnlyPlayer,
        W::OnlyArbiter,
        W::OnlyAtTable,
        W::OnlyOpponent,
        W::Undecided,
        W::NothingToCorrect,
        W::CorrectionLapsed,
        W::PartialCorrection,
        W::NoOffer,
        W::OfferMade,
        W::OfferTooEarly(20),
        W::NothingToClaim,
        W::FlagUp(Side::White),
        W::FlagUp(Side::Black),
        W::FlagsFellTogether,
        W::OwnFlagDown,
        W::NoClock,
        W::Counting,
        W::NoCount,
        W::NeedsKings(vec![Side::White]),
        W::NeedsKings(vec![Side::Black]),
        W::NeedsKings(vec![Side::White, Side::Black]),
        W::NoKings,
        W::CountLimit { least: 10, most: 40 },
        W::CountLimit { least: 40, most: 40 },
        W::TooLateToAbort,
        W::HasAppeared,
        W::NoTakebacks,
        W::NothingToTakeBack,
        W::NoTakebackAsked,
        W::NoVacation,
        W::OnVacation,
        W::NotOnVacation,
        W::VacationUsedUp,
        W::TouchIsFree,
        W::NoPiece(square(1)),
        W::NotCrowned(square(1)),
        W::CrownedAlready(square(1)),
        W::BadBoard(faults()),
        W::CannotTell(UnclassifiedReason::TooMuchChanged),
        W::Irregular(Irregularity::MissedCapture),
        W::TooLateToAnnul { moves: 5, minutes: None },
        W::TooLateToAnnul { moves: 5, minutes: Some(10) },
        W::BlameHasNoEffect,
        W::BookSilent,
        W::NotDisturbed,
        W::DisturbedAlready,
        W::MovedSince,
        W::Occupied(square(1)),
        W::DrawDue(5),
        W::NoDrawDue,
        W::TooFar(square(1)),
        W::ManOnCrownRow(square(1)),
        W::NothingPlaced,
        W::PieceInPlay,
        W::NothingSetAside,
        W::NothingToObject,
        W::NothingToUndo,
        W::TooMuchTime,
    ]
}

pub(crate) fn facts() -> Vec<Fact> {
    let start = Setup::from(&Position::<Italian>::start());
    let mut all = vec![
        Fact::Corrected,
        Fact::Kept,
        Fact::Lapsed,
        Fact::CountLowered { limit: 10 },
        Fact::CountCancelled { cause: CancellationCause::TouchedOutOfTurn },
        Fact::CountCancelled { cause: CancellationCause::Other },
        Fact::Restored,
        Fact::Annulled { fault: StartFault::BoardTurned, charge: TimeCharge::AsShown },
        Fact::Annulled { fault: StartFault::ColoursSwapped, charge: TimeCharge::Nothing },
        Fact::Annulled {
            fault: StartFault::ColoursSwapped,
            charge: TimeCharge::Split(Duration::from_secs(4000)),
        },
        Fact::Disturbed,
        Fact::Paused,
        Fact::Resumed,
        Fact::ClocksSet { left: [Duration::from_secs(61), Duration::from_secs(7200)] },
        Fact::Withdrawn { events: 2 },
    ];
    for by in Side::BOTH {
        for adjustment in [Adjustment::Announced, Adjustment::OutOfTurn] {
            all.push(Fact::Adjusted { by, square: square(1), adjustment });
        }
        for objection in [CaptureObjection::Unclear, CaptureObjection::RemovalOrder] {
            all.push(Fact::Objected { by, objection });
        }
        for at in [1, 32] {
            all.push(Fact::Crowned { by, square: square(at) });
            all.push(Fact::LeftUnmarked { by, square: square(at) });
        }
        for to in [Some(square(9)), None] {
            let piece = Piece { side: by, rank: Rank::Man };
            let placement = Placement { doubt: PlacementDoubt::Inactive, piece, from: Some(square(1)), to };
            all.push(Fact::PlacementProposed { by, placement });
        }
        all.push(Fact::FlagFell { side: by });
        for touch in
            [TouchEffect::Binds, TouchEffect::AfterAnother, TouchEffect::Unplayable, TouchEffect::OutOfTurn]
        {
            all.push(Fact::Touched { by, square: square(1), touch });
        }
        for kind in Irregularity::ALL {
            for article in [None, Some(Article::new(Book::Cbd, "item 8"))] {
                all.push(Fact::Irregular { by, kind, article, stands: start.clone() });
            }
        }
    }
    for by in [Actor::Player(Side::White), Actor::Player(Side::Black), Actor::Arbiter] {
        all.push(Fact::CountAsked { by, limit: 40 });
    }
    for doubt in [PlacementDoubt::Inactive, PlacementDoubt::Astride, PlacementDoubt::TwoSquares] {
        for (from, to) in [(None, None), (Some(9), None), (None, Some(13)), (Some(9), Some(13))] {
            let (from, to) = (from.map(square), to.map(square));
            all.push(Fact::Settled { doubt, from, to, stands: start.clone() });
        }
    }
    all.extend(hows().into_iter().map(|how| Fact::Ended { how }));
    all
}

pub(crate) fn verdicts() -> Vec<Classification> {
    let untold = [
        UnclassifiedReason::NothingChanged,
        UnclassifiedReason::LateCrowning,
        UnclassifiedReason::KingMarked,
        UnclassifiedReason::MarkLost,
        UnclassifiedReason::PieceAdded,
        UnclassifiedReason::BothMoved,
        UnclassifiedReason::TooMuchChanged,
    ];
    let m = Position::<Italian>::start().legal()[0];
    let legal = |uncrowned| Classification::Legal { m, notation: "21-17".to_owned(), uncrowned };
    let found = Irregularity::ALL.map(|kind| {
        let reason = Some(Illegal::MenGoForward { at: square(1) });
        Classification::Irregular(IrregularFinding { kind, article: None, notation: None, reason })
    });
    untold
        .map(Classification::Unknown)
        .into_iter()
        .chain(found)
        .chain([legal(None), legal(Some(Article::new(Book::FidIt, "4.4")))])
        .collect()
}
