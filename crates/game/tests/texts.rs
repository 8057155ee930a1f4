//! Every ruling has words in every language, with every value in its place.

use std::collections::BTreeSet;
use std::time::Duration;

use damiera_game::pdn::BadRecord;
use damiera_game::{
    AbsentPlayers, Actor, Adjustment, BadTerms, CancellationCause, CaptureObjection, Classification,
    EndReason, Event, Fact, GameEnding, IrregularFinding, Lang, Moment, Placement, PlacementDoubt, Refusal,
    RefusalReason, RuleSet, StartFault, TimeCharge, TouchEffect, UnclassifiedReason, rulebook,
};
use damiera_notation::moves::RejectionReason;
use damiera_notation::pdn::{NotationStyle, PdnProblemKind, PlyRef};
use damiera_rules::variant::Italian;
use damiera_rules::{
    Article, Attempt, Book, Geometry, Illegal, Irregularity, Piece, Position, PositionError, Rank, Setup,
    SetupFaults, Side, Square, SquareName, Variant,
};
use fluent_bundle::FluentResource;

fn keys(source: &str) -> BTreeSet<&str> {
    source
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()))
        .filter_map(|line| line.split_once(" =").map(|(key, _)| key))
        .collect()
}

#[test]
fn the_files_can_be_read_and_have_the_same_messages() {
    for part in 0..3 {
        let wanted = keys(Lang::English.sources()[part]);
        for lang in Lang::ALL {
            let source = lang.sources()[part];
            assert!(FluentResource::try_new(source.to_owned()).is_ok(), "{lang:?}");
            let found = keys(source);
            assert_eq!(found.len(), source.lines().filter(|line| line.contains(" =")).count(), "{lang:?}");
            let differing: Vec<_> = wanted.symmetric_difference(&found).collect();
            assert!(differing.is_empty(), "{lang:?} and English differ in {differing:?}");
        }
    }
}

#[test]
fn no_message_is_left_that_nobody_says() {
    let code = concat!(
        include_str!("../src/text.rs"),
        include_str!("../src/text/command_line.rs"),
        include_str!("../src/text/keys.rs"),
        include_str!("../src/text/records.rs"),
        include_str!("../src/text/refusals.rs"),
        include_str!("../src/text/rulings.rs"),
    );
    for key in keys(Lang::English.sources()[0]) {
        assert!(code.contains(&format!("\"{key}\"")), "nobody says {key}");
    }
    let problems: BTreeSet<_> = problems().iter().map(|problem| format!("pdn-{}", problem.name())).collect();
    let games: BTreeSet<_> = Variant::ALL.iter().map(|variant| format!("game-{}", variant.name())).collect();
    for key in keys(Lang::English.sources()[2]) {
        let said = code.contains(&format!("\"{key}\"")) || problems.contains(key) || games.contains(key);
        assert!(said, "nobody says {key}");
    }
    let digests: BTreeSet<_> = rulebook::entries().iter().map(|entry| entry.key).collect();
    for key in keys(Lang::English.sources()[1]) {
        assert!(digests.contains(key), "no article has the digest {key}");
    }
}

#[test]
fn every_article_has_a_digest_in_every_language() {
    assert!(rulebook::entries().len() > 300);
    for entry in rulebook::entries() {
        for lang in Lang::ALL {
            assert!(lang.message(entry.key).is_some(), "{} in {lang:?}", entry.article);
        }
    }
}

#[test]
fn every_article_the_rules_cite_is_in_the_list() {
    let ranks = |reason: &Illegal| {
        use Illegal as I;
        matches!(reason, I::KingMustTake { .. } | I::TakesFewerKings { .. } | I::MeetsKingLater { .. })
    };
    for illegal in illegals() {
        // Kings come before men in Italian draughts only: nowhere else can these be the reason.
        let games: &[Variant] = if ranks(&illegal) { &[Variant::Italian] } else { Variant::ALL };
        for &variant in games {
            let article = RuleSet::of(variant).forbids(&illegal);
            assert!(rulebook::cited(&article.to_string()).is_some(), "{article}");
        }
    }
    for &variant in Variant::ALL {
        for fact in facts() {
            if let Some(article) = RuleSet::of(variant).article_of(&fact) {
                assert!(rulebook::cited(&article.to_string()).is_some(), "{article}");
            }
        }
    }
}

/// What a message with a missing value or a missing message looks like.
fn check(lang: Lang, text: &str) {
    let whole = !text.is_empty() && !text.contains(['{', '}', '$']);
    let keyed = text.split(' ').count() == 1 && text.contains('-');
    assert!(whole && !keyed, "{lang:?}: {text}");
}

#[test]
fn every_ruling_is_whole_in_every_language() {
    for lang in Lang::ALL {
        for how in hows() {
            check(lang, &lang.end(&GameEnding::new(how, &RuleSet::of(Variant::Italian))));
        }
        for kind in Irregularity::ALL {
            check(lang, &lang.irregularity(kind));
        }
        for illegal in illegals() {
            check(lang, &lang.illegal(&illegal));
        }
        for reason in rejections() {
            check(lang, &lang.rejection(&reason));
        }
        for why in whys() {
            check(lang, &lang.refusal(&Refusal { why, article: None }));
        }
        for fact in facts() {
            for &variant in Variant::ALL {
                if let Some(text) = lang.ruling(&fact, &RuleSet::of(variant)) {
                    check(lang, &text);
                }
            }
        }
        for verdict in verdicts() {
            check(lang, &lang.verdict(&verdict));
        }
    }
}

#[test]
fn every_problem_of_a_record_is_whole_in_every_language() {
    for lang in Lang::ALL {
        for problem in problems() {
            check(lang, &lang.pdn_problem_cited(&problem));
        }
        for fen in ["", "X:W1", "W", "W:X", "W:W1:W2", "W:Wx", "W:W1;", "W:W12345", "W:W9-5"] {
            check(lang, &lang.fen_error(&fen.parse::<Setup>().expect_err(fen)));
        }
        for fen in ["W:W99:B1", "W:W5,5:B1", "W:W1:B5", "W:W:B1", "W:W1-32:B", ":W22:B1"] {
            let setup: Setup = fen.parse().expect("a FEN");
            check(lang, &lang.setup_faults(&setup.position::<Italian>().expect_err(fen)));
        }
        for text in ["", "22", "22-99", "22-x"] {
            check(lang, &lang.attempt_error(&Attempt::parse(text, Geometry::EIGHT).expect_err(text)));
        }
        for terms in bad_terms() {
            check(lang, &lang.bad_terms(&terms));
            check(lang, &lang.bad_record(&BadRecord::Start(terms)));
        }
    }
}

#[test]
fn refusals_differ_where_they_mean_different_things() {
    for lang in Lang::ALL {
        let said: Vec<_> =
            whys().into_iter().map(|why| lang.refusal(&Refusal { why, article: None })).collect();
        let mut once = said.clone();
        once.sort();
        once.dedup();
        // A square that is not free is said alike whoever wants it.
        assert!(said.len() - once.len() <= 2, "{lang:?}: {said:#?}");
    }
}

fn square(number: u8) -> Square {
    Square::new(number).expect("a square")
}

fn hows() -> Vec<EndReason> {
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

fn illegals() -> Vec<Illegal> {
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

fn rejections() -> Vec<RejectionReason> {
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

fn bad_terms() -> Vec<BadTerms> {
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

fn problems() -> Vec<PdnProblemKind> {
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

fn whys() -> Vec<RefusalReason> {
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
        W::BadBoard(faults()),
        W::CannotTell(UnclassifiedReason::TooMuchChanged),
        W::Irregular(Irregularity::MissedCapture),
        W::TooLateToAnnul { moves: 5, minutes: None },
        W::TooLateToAnnul { moves: 5, minutes: Some(10) },
        W::BookSilent,
        W::NotDisturbed,
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

fn facts() -> Vec<Fact> {
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

fn verdicts() -> Vec<Classification> {
    let untold = [
        UnclassifiedReason::NothingChanged,
        UnclassifiedReason::LateCrowning,
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

#[test]
fn every_fact_has_a_stored_form_that_reads_back() {
    for fact in facts() {
        let event = Event { at: Moment(7), fact };
        let text = serde_json::to_string(&damiera_game::wire::WireEvent::from(&event)).expect("written");
        let read: damiera_game::wire::WireEvent = serde_json::from_str(&text).expect("read");
        assert_eq!(Event::try_from(&read).expect("the same"), event, "{text}");
    }
}
