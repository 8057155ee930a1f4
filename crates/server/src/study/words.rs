//! Problems of records and set-ups as sentences in the reader's language.

use damiera_game::Lang;
use damiera_notation::pdn::PdnProblemKind;
use damiera_rules::{FenError, FenProblem, PositionError, SetupFault, Side, Variant};

use crate::texts::{say, text};

fn side(side: Side, lang: Lang) -> String {
    text(lang, if side == Side::White { "white" } else { "black" })
}

/// A game's name.
pub(crate) fn game(variant: Variant, lang: Lang) -> String {
    text(lang, variant.name())
}

/// A fault of a set-up.
pub(crate) fn fault(fault: &SetupFault, lang: Lang) -> String {
    let at = |key, square: &dyn std::fmt::Display| say(lang, key, &[("square", &square.to_string())]);
    match fault {
        SetupFault::UnknownSquare(place) => at("fault-unknown-square", place),
        SetupFault::SquareTwice(square) => at("fault-square-twice", square),
        SetupFault::ManOnCrownRow(by, square) => say(
            lang,
            "fault-man-on-crown-row",
            &[("side", &side(*by, lang)), ("square", &square.to_string())],
        ),
        SetupFault::TooManyPieces { side: by, count, most } => say(
            lang,
            "fault-too-many-pieces",
            &[("side", &side(*by, lang)), ("made", &count.to_string()), ("limit", &most.to_string())],
        ),
        SetupFault::NoPieces(by) => say(lang, "fault-no-pieces", &[("side", &side(*by, lang))]),
        SetupFault::NoTurn => text(lang, "fault-no-turn"),
    }
}

/// The squares a fault is about.
pub(crate) fn fault_square(fault: &SetupFault) -> Option<u8> {
    match fault {
        SetupFault::SquareTwice(square) | SetupFault::ManOnCrownRow(_, square) => Some(square.number()),
        _ => None,
    }
}

/// Why a FEN cannot be read.
pub(crate) fn fen_error(error: &FenError, lang: Lang) -> String {
    let key = match &error.problem {
        FenProblem::Empty => return text(lang, "fen-empty"),
        FenProblem::TurnExpected => "fen-turn-expected",
        FenProblem::ColourExpected => "fen-colour-expected",
        FenProblem::ColourTwice(_) => "fen-colour-twice",
        FenProblem::SquareExpected => "fen-square-expected",
        FenProblem::SeparatorExpected => "fen-separator-expected",
        FenProblem::NumberTooLong => "fen-number-too-long",
        FenProblem::RangeBackwards => "fen-range-backwards",
    };
    say(lang, "fen-unread", &[("column", &error.column.to_string()), ("text", &text(lang, key))])
}

/// An error or a warning about a record.
pub(crate) fn problem(kind: &PdnProblemKind, lang: Lang) -> String {
    use PdnProblemKind as P;
    let key = format!("pdn-{}", kind.name());
    let with = |values: &[(&str, &str)]| say(lang, &key, values);
    match kind {
        P::StrayText(said)
        | P::UnreadMove(said)
        | P::TagTwice(said)
        | P::NoSeparator(said)
        | P::UnknownMark(said)
        | P::OddResult(said)
        | P::OddGameType(said)
        | P::BadGameType(said)
        | P::BadTimeControl(said) => with(&[("text", said)]),
        P::BadSetup(_) => with(&[]),
        P::BadFen(PositionError::Syntax(error)) => fen_error(error, lang),
        P::BadFen(PositionError::Faults(faults)) => {
            faults.all().iter().map(|one| fault(one, lang)).collect::<Vec<_>>().join(" ")
        }
        P::ForeignTag { name, usual } => with(&[("text", name), ("move", usual)]),
        P::OddSeparator(sign) => with(&[("text", &sign.to_string())]),
        P::NumberOutOfOrder { found, due } => {
            with(&[("made", &found.to_string()), ("limit", &due.to_string())])
        }
        P::NumberWithoutDot(number) => with(&[("made", &number.to_string())]),
        P::UnknownGame(number) => with(&[("made", &number.to_string())]),
        P::ResultsDisagree { tag, end } => with(&[("text", tag), ("move", end)]),
        P::GameTypeMissing { read_as, others } => missing(*read_as, others, lang),
        P::OtherGame { said, read_as } => {
            with(&[("text", &game(*said, lang)), ("move", &game(*read_as, lang))])
        }
        P::OddResultForm { found, usual } => with(&[("text", found), ("move", usual)]),
        P::ResultAgainstBoard { found, due } => with(&[("text", found), ("move", due)]),
        P::CrossOnPlainMove(at) | P::HyphenOnCapture(at) => with(&[("move", &at.text)]),
        P::Ambiguous { at, candidates, taken_as } => {
            with(&[("move", &at.text), ("text", &candidates.join(", ")), ("piece", taken_as)])
        }
        P::Illegal { at, reason, .. } => with(&[("move", &at.text), ("text", &lang.rejection(reason))]),
        P::NotUtf8
        | P::OneGameALine
        | P::UnknownMove
        | P::BadTag
        | P::TagNotClosed
        | P::TagWithoutQuotes
        | P::QuoteInTag
        | P::CommentNotClosed
        | P::CommentNotOpened
        | P::CommentTooLong
        | P::VariationNotClosed
        | P::VariationNotOpened
        | P::VariationBeforeMove
        | P::VariationTooDeep
        | P::GameTooLong
        | P::TooManyProblems
        | P::SpaceInMove
        | P::CrownLetter
        | P::StarForForced
        | P::ResultInVariation
        | P::NoResult
        | P::ResultTwice
        | P::FenWithoutTurn => with(&[]),
    }
}

fn missing(read_as: Variant, others: &[Variant], lang: Lang) -> String {
    let mut told = say(lang, "pdn-game-type-missing", &[("text", &game(read_as, lang))]);
    if !others.is_empty() {
        let others: Vec<_> = others.iter().map(|&other| game(other, lang)).collect();
        told.push(' ');
        told.push_str(&say(lang, "pdn-game-type-others", &[("text", &others.join(", "))]));
    }
    told
}
