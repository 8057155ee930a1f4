//! Problems of PDN files and their locations.

use std::fmt;

use damiera_rules::{Article, PositionError, Variant};

use crate::moves::RejectionReason;

/// A location in a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SourceLocation {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl Default for SourceLocation {
    fn default() -> Self {
        Self { line: 1, column: 1 }
    }
}

impl fmt::Display for SourceLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The severity of a problem.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The text was read although it is not standard.
    Warning,
    /// A rule is broken, or text was lost.
    Error,
}

/// A problem and its location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnProblem {
    /// The location.
    pub location: SourceLocation,
    /// The problem.
    pub kind: PdnProblemKind,
}

impl fmt::Display for PdnProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.location, self.kind)
    }
}

/// A reference to a ply of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlyRef {
    /// The ply number from 1; in a variation, counted along it.
    pub ply: u32,
    /// The nesting depth of its variation; 0 is the main line.
    pub depth: u32,
    /// The move as written.
    pub text: String,
}

/// The kind of a problem. `Display` gives it as an English sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // documented by the sentences of `Display`
pub enum PdnProblemKind {
    NotUtf8,
    OneGameALine,
    StrayText(String),
    UnreadMove(String),
    UnknownMove,
    ForeignTag { name: String, usual: &'static str },
    BadTag,
    TagNotClosed,
    TagWithoutQuotes,
    QuoteInTag,
    TagTwice(String),
    CommentNotClosed,
    CommentNotOpened,
    CommentTooLong,
    VariationNotClosed,
    VariationNotOpened,
    VariationBeforeMove,
    VariationTooDeep,
    GameTooLong,
    TooManyProblems,
    SpaceInMove,
    OddSeparator(char),
    NoSeparator(String),
    CrownLetter,
    NumberOutOfOrder { found: u32, due: u32 },
    NumberWithoutDot(u32),
    UnknownMark(String),
    StarForForced,
    ResultInVariation,
    NoResult,
    ResultTwice,
    ResultsDisagree { tag: String, end: &'static str },
    OddResult(String),
    OddGameType(String),
    BadGameType(String),
    UnknownGame(u16),
    GameTypeMissing { read_as: Variant, others: Vec<Variant> },
    OtherGame { said: Variant, read_as: Variant },
    OddResultForm { found: &'static str, usual: &'static str },
    BadFen(PositionError),
    FenWithoutTurn,
    BadSetup(PositionError),
    BadTimeControl(String),
    CrossOnPlainMove(PlyRef),
    HyphenOnCapture(PlyRef),
    Ambiguous { at: PlyRef, candidates: Vec<String>, taken_as: String },
    Illegal { at: PlyRef, reason: Box<RejectionReason>, article: Article, due: Vec<String> },
    ResultAgainstBoard { found: &'static str, due: &'static str },
}

impl PdnProblemKind {
    /// The severity.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        match self {
            Self::UnreadMove(_)
            | Self::BadTag
            | Self::CommentNotClosed
            | Self::CommentTooLong
            | Self::VariationTooDeep
            | Self::GameTooLong
            | Self::TooManyProblems
            | Self::BadFen(_)
            | Self::BadSetup(_)
            | Self::Illegal { .. } => Severity::Error,
            _ => Severity::Warning,
        }
    }

    /// A stable identifier for programs.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NotUtf8 => "not-utf-8",
            Self::OneGameALine => "one-game-a-line",
            Self::StrayText(_) => "stray-text",
            Self::UnreadMove(_) => "unread-move",
            Self::UnknownMove => "unknown-move",
            Self::ForeignTag { .. } => "foreign-tag",
            Self::BadTag => "bad-tag",
            Self::TagNotClosed => "tag-not-closed",
            Self::TagWithoutQuotes => "tag-without-quotes",
            Self::QuoteInTag => "quote-in-tag",
            Self::TagTwice(_) => "tag-twice",
            Self::CommentNotClosed => "comment-not-closed",
            Self::CommentNotOpened => "comment-not-opened",
            Self::CommentTooLong => "comment-too-long",
            Self::VariationNotClosed => "variation-not-closed",
            Self::VariationNotOpened => "variation-not-opened",
            Self::VariationBeforeMove => "variation-before-move",
            Self::VariationTooDeep => "variation-too-deep",
            Self::GameTooLong => "game-too-long",
            Self::TooManyProblems => "too-many-problems",
            Self::SpaceInMove => "space-in-move",
            Self::OddSeparator(_) => "odd-separator",
            Self::NoSeparator(_) => "no-separator",
            Self::CrownLetter => "crown-letter",
            Self::NumberOutOfOrder { .. } => "number-out-of-order",
            Self::NumberWithoutDot(_) => "number-without-dot",
            Self::UnknownMark(_) => "unknown-mark",
            Self::StarForForced => "star-for-forced",
            Self::ResultInVariation => "result-in-variation",
            Self::NoResult => "no-result",
            Self::ResultTwice => "result-twice",
            Self::ResultsDisagree { .. } => "results-disagree",
            Self::OddResult(_) => "odd-result",
            Self::OddGameType(_) => "odd-game-type",
            Self::BadGameType(_) => "bad-game-type",
            Self::UnknownGame(_) => "unknown-game",
            Self::GameTypeMissing { .. } => "game-type-missing",
            Self::OtherGame { .. } => "other-game",
            Self::OddResultForm { .. } => "odd-result-form",
            Self::BadFen(_) => "bad-fen",
            Self::FenWithoutTurn => "fen-without-turn",
            Self::BadSetup(_) => "bad-setup",
            Self::BadTimeControl(_) => "bad-time-control",
            Self::CrossOnPlainMove(_) => "cross-on-plain-move",
            Self::HyphenOnCapture(_) => "stroke-on-capture",
            Self::Ambiguous { .. } => "ambiguous",
            Self::Illegal { .. } => "illegal",
            Self::ResultAgainstBoard { .. } => "result-against-board",
        }
    }

    /// The ply it is about, if any.
    #[must_use]
    pub const fn ply(&self) -> Option<&PlyRef> {
        match self {
            Self::CrossOnPlainMove(at)
            | Self::HyphenOnCapture(at)
            | Self::Ambiguous { at, .. }
            | Self::Illegal { at, .. } => Some(at),
            _ => None,
        }
    }

    /// The article that is broken, if any.
    #[must_use]
    pub const fn article(&self) -> Option<Article> {
        match self {
            Self::Illegal { article, .. } => Some(*article),
            _ => None,
        }
    }
}

impl fmt::Display for PdnProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUtf8 => f.write_str("the text is not UTF-8; it was read as Latin-1"),
            Self::OneGameALine => f.write_str("the lines are bare moves; each was read as a game of its own"),
            Self::StrayText(text) => write!(f, "\"{text}\" stands outside a comment and was left out"),
            Self::UnreadMove(text) => write!(f, "\"{text}\" cannot be read as a move"),
            Self::UnknownMove => f.write_str("a stroke stands for a move that is not known"),
            Self::ForeignTag { name, usual } => write!(f, "the tag {name} was read as {usual}"),
            Self::BadTag => f.write_str("the bracket begins no tag, and its line was left out"),
            Self::TagNotClosed => f.write_str("the tag is not closed on its line"),
            Self::TagWithoutQuotes => f.write_str("the tag's value has no quotes"),
            Self::QuoteInTag => f.write_str("a quote inside the tag's value should be written \\\""),
            Self::TagTwice(name) => write!(f, "the tag {name} is given twice; the first was kept"),
            Self::CommentNotClosed => {
                f.write_str("the comment is not closed; it was ended where a tag begins")
            }
            Self::CommentNotOpened => f.write_str("a brace closes no comment"),
            Self::CommentTooLong => f.write_str("the comment is longer than a mebibyte and was cut"),
            Self::VariationNotClosed => f.write_str("a variation is not closed"),
            Self::VariationNotOpened => f.write_str("a parenthesis closes no variation"),
            Self::VariationBeforeMove => f.write_str("a variation stands before any move"),
            Self::VariationTooDeep => {
                f.write_str("variations are nested too deep; the inner ones were left out")
            }
            Self::GameTooLong => f.write_str("the game is too long; the rest of it was left out"),
            Self::TooManyProblems => f.write_str("there is more wrong with this game than can be told"),
            Self::SpaceInMove => f.write_str("there is a space inside the move"),
            Self::OddSeparator(c) => write!(f, "\"{c}\" joins the squares of the move; it should be - or x"),
            Self::NoSeparator(text) => write!(f, "nothing joins the squares of {text}"),
            Self::CrownLetter => f.write_str("the letter for a king is not part of a move and was left out"),
            Self::NumberOutOfOrder { found, due } => write!(f, "move {found} stands where {due} is due"),
            Self::NumberWithoutDot(number) => write!(f, "the move number {number} has no dot"),
            Self::UnknownMark(text) => write!(f, "\"{text}\" is not a known mark; it was kept as a comment"),
            Self::StarForForced => f.write_str("the star was read as the mark of a forced move"),
            Self::ResultInVariation => {
                f.write_str("a result stands in a variation; it was kept as a comment")
            }
            Self::NoResult => f.write_str("the game has no result at its end"),
            Self::ResultTwice => f.write_str("a second result follows the end of the game"),
            Self::ResultsDisagree { tag, end } => {
                write!(f, "the Result tag says {tag}, the end of the game {end}")
            }
            Self::OddResult(text) => write!(f, "\"{text}\" is not a usual result"),
            Self::OddGameType(text) => {
                write!(f, "the details of GameType {text} are not the standard's; the usual board was taken")
            }
            Self::BadGameType(text) => write!(f, "the GameType \"{text}\" cannot be read"),
            Self::UnknownGame(number) => {
                write!(f, "GameType {number} is not a game known here; its moves were not checked")
            }
            Self::GameTypeMissing { read_as, others } => {
                write!(f, "no GameType; the game was read as {read_as}")?;
                for (i, other) in others.iter().enumerate() {
                    write!(f, "{}{other}", if i == 0 { ", but it also fits " } else { " and " })?;
                }
                Ok(())
            }
            Self::OtherGame { said, read_as } => {
                write!(f, "the GameType says {said}; the game was read as {read_as}, as asked")
            }
            Self::OddResultForm { found, usual } => {
                write!(f, "the result {found} is of another game's form; here it is {usual}")
            }
            Self::BadFen(error) => error.fmt(f),
            Self::FenWithoutTurn => {
                f.write_str("the FEN does not say whose move it is; the first move tells, if there is one")
            }
            Self::BadSetup(PositionError::Syntax(error)) => {
                write!(f, "the set-up in mid-game cannot be used: {error}")
            }
            Self::BadSetup(PositionError::Faults(faults)) => {
                write!(f, "the set-up in mid-game cannot be used: {faults}")
            }
            Self::BadTimeControl(text) => {
                write!(f, "the TimeControl \"{text}\" is not of the standard's form")
            }
            Self::CrossOnPlainMove(at) => write!(f, "{} is written as a capture, but takes nothing", at.text),
            Self::HyphenOnCapture(at) => write!(f, "{} takes, but is written with a stroke", at.text),
            Self::Ambiguous { at, candidates, taken_as } => {
                let all = candidates.join(" or ");
                write!(f, "{} can mean {all}; it was read as {taken_as}", at.text)
            }
            Self::Illegal { at, reason, article, due } => {
                write!(f, "{} is not legal: {reason} ({article})", at.text)?;
                if !due.is_empty() {
                    write!(f, "; to be played: {}", due.join(", "))?;
                }
                Ok(())
            }
            Self::ResultAgainstBoard { found, due } => {
                write!(f, "the side to move cannot move and has lost, {due}, but the result is {found}")
            }
        }
    }
}
