//! Problems of records, positions and written moves in words.

use damiera_notation::pdn::PdnProblemKind;
use damiera_rules::{
    AttemptError, AttemptProblem, FenError, FenProblem, MoveError, PositionError, SetupFault, SetupFaults,
    Side, Variant,
};

use super::{Lang, TextValue};
use crate::command::Actor;
use crate::pace::INCREMENTS_COUNTED;
use crate::pdn::BadRecord;
use crate::terms::BadTerms;

impl Lang {
    /// A game's name.
    #[must_use]
    pub fn game(self, variant: Variant) -> String {
        self.say(&format!("game-{}", variant.name()), &[])
    }

    /// A fault of a set-up.
    #[must_use]
    pub fn setup_fault(self, fault: &SetupFault) -> String {
        let who = |side: Side| ("side", TextValue::Who(Actor::Player(side)));
        let at = |square: &dyn std::fmt::Display| ("square", square.to_string().into());
        match fault {
            SetupFault::UnknownSquare(place) => self.say("fault-unknown-square", &[at(place)]),
            SetupFault::SquareTwice(square) => self.say("fault-square-twice", &[at(square)]),
            SetupFault::ManOnCrownRow(side, square) => {
                self.say("fault-man-on-crown-row", &[who(*side), at(square)])
            }
            SetupFault::TooManyPieces { side, count, most } => {
                let made = ("made", count.to_string().into());
                self.say("fault-too-many-pieces", &[who(*side), made, ("limit", (*most).into())])
            }
            SetupFault::NoPieces(side) => self.say("fault-no-pieces", &[who(*side)]),
            SetupFault::NoTurn => self.say("fault-no-turn", &[]),
        }
    }

    /// All faults of a set-up.
    #[must_use]
    pub fn setup_faults(self, faults: &SetupFaults) -> String {
        faults.all().iter().map(|fault| self.setup_fault(fault)).collect::<Vec<_>>().join(" ")
    }

    /// Why a FEN cannot be read.
    #[must_use]
    pub fn fen_error(self, error: &FenError) -> String {
        let key = match &error.problem {
            FenProblem::Empty => return self.say("fen-empty", &[]),
            FenProblem::TurnExpected => "fen-turn-expected",
            FenProblem::ColourExpected => "fen-colour-expected",
            FenProblem::ColourTwice(_) => "fen-colour-twice",
            FenProblem::SquareExpected => "fen-square-expected",
            FenProblem::SeparatorExpected => "fen-separator-expected",
            FenProblem::NumberTooLong => "fen-number-too-long",
            FenProblem::RangeBackwards => "fen-range-backwards",
        };
        let column = error.column.to_string().into();
        self.say("fen-unread", &[("column", column), ("text", self.say(key, &[]).into())])
    }

    /// Why a text is not a position.
    #[must_use]
    pub fn position_error(self, error: &PositionError) -> String {
        match error {
            PositionError::Syntax(error) => self.fen_error(error),
            PositionError::Faults(faults) => {
                self.say("pdn-bad-fen", &[("text", self.setup_faults(faults).into())])
            }
        }
    }

    /// Why a text cannot be read as a move.
    #[must_use]
    pub fn attempt_error(self, error: &AttemptError) -> String {
        match error.problem {
            AttemptProblem::SquareExpected => {
                self.say("attempt-square-expected", &[("column", error.column.to_string().into())])
            }
            AttemptProblem::UnknownSquare(place) => {
                self.say("illegal-unknown-square", &[("square", place.to_string().into())])
            }
            AttemptProblem::OneSquare => self.say("attempt-one-square", &[]),
        }
    }

    /// Why a written move cannot be read or is not legal.
    #[must_use]
    pub fn move_error(self, error: &MoveError) -> String {
        match error {
            MoveError::Syntax(error) => self.attempt_error(error),
            MoveError::Illegal(reason) => self.illegal(reason),
        }
    }

    /// Why no game can be created with some terms.
    #[must_use]
    pub fn bad_terms(self, terms: &BadTerms) -> String {
        match terms {
            BadTerms::Start(faults) => self.say("terms-start", &[("text", self.setup_faults(faults).into())]),
            BadTerms::MoveGiven(from, to) => {
                self.say("terms-move-given", &[("move", format!("{from}-{to}").into())])
            }
            BadTerms::Odds(square) => self.say("terms-odds", &[("square", square.number().into())]),
            BadTerms::Opening { number, why } => {
                let values = [("made", number.to_string().into()), ("text", self.move_error(why).into())];
                self.say("terms-opening", &values)
            }
            BadTerms::Tries { most } => self.say("terms-tries", &[("most", (*most).into())]),
            BadTerms::NoTime => self.say("terms-no-time", &[]),
            BadTerms::VotingTime => self.say("terms-voting-time", &[]),
            BadTerms::Vacation => self.say("terms-vacation", &[]),
            BadTerms::Rated => self.say("terms-rated", &[]),
            BadTerms::TooMuchTime => self.say("terms-too-much-time", &[]),
            BadTerms::NoPromotional => self.say("terms-no-promotional", &[]),
            BadTerms::NoRecording => self.say("terms-no-recording", &[]),
            BadTerms::NoPace => self.say("terms-no-pace", &[]),
            BadTerms::PaceAgainstClocks { limit } => {
                let minutes = u32::try_from(limit.as_secs() / 60).unwrap_or(u32::MAX);
                let values = [("minutes", minutes.into()), ("increments", INCREMENTS_COUNTED.into())];
                self.say("terms-pace-against-clocks", &values)
            }
            BadTerms::CountLimit { least: None, most } => {
                self.say("terms-count-fixed", &[("most", (*most).into())])
            }
            BadTerms::CountLimit { least: Some(least), most } => {
                let values = [("least", (*least).into()), ("most", most.saturating_sub(1).into())];
                self.say("terms-count-limit", &values)
            }
        }
    }

    /// Why a record cannot be replayed.
    #[must_use]
    pub fn bad_record(self, record: &BadRecord) -> String {
        match record {
            BadRecord::Against(problem) => self.pdn_problem_cited(problem),
            BadRecord::Start(terms) => self.bad_terms(terms),
        }
    }

    /// A problem of a record, with the article that is broken and the moves that were due.
    #[must_use]
    pub fn pdn_problem_cited(self, kind: &PdnProblemKind) -> String {
        let mut text = self.pdn_problem(kind);
        if let Some(article) = kind.article() {
            text = format!("{text} ({article})");
        }
        if let PdnProblemKind::Illegal { due, .. } = kind
            && !due.is_empty()
        {
            text = format!("{text}; {}", self.explain_due(due));
        }
        text
    }

    /// A problem of a record.
    #[must_use]
    pub fn pdn_problem(self, kind: &PdnProblemKind) -> String {
        use PdnProblemKind as P;
        let key = format!("pdn-{}", kind.name());
        let with = |values: &[(&str, TextValue)]| self.say(&key, values);
        let text = |text: &str| ("text", TextValue::from(text));
        let other = |text: &str| ("move", TextValue::from(text));
        match kind {
            P::StrayText(said)
            | P::UnreadMove(said)
            | P::TagTwice(said)
            | P::NoSeparator(said)
            | P::UnknownMark(said)
            | P::OddResult(said)
            | P::OddGameType(said)
            | P::BadGameType(said)
            | P::BadTimeControl(said) => with(&[text(said)]),
            P::BadFen(error) => self.position_error(error),
            P::BadSetup(PositionError::Syntax(error)) => with(&[text(&self.fen_error(error))]),
            P::BadSetup(PositionError::Faults(faults)) => with(&[text(&self.setup_faults(faults))]),
            P::ForeignTag { name, usual } => with(&[text(name), other(usual)]),
            P::OddSeparator(sign) => with(&[text(&sign.to_string())]),
            P::NumberOutOfOrder { found, due } => {
                with(&[("made", (*found).into()), ("limit", (*due).into())])
            }
            P::NumberWithoutDot(number) => with(&[("made", (*number).into())]),
            P::UnknownGame(number) => with(&[("made", (*number).into())]),
            P::ResultsDisagree { tag, end } => with(&[text(tag), other(end)]),
            P::GameTypeMissing { read_as, others } => self.game_type_missing(*read_as, others),
            P::OtherGame { said, read_as } => with(&[text(&self.game(*said)), other(&self.game(*read_as))]),
            P::OddResultForm { found, usual } => with(&[text(found), other(usual)]),
            P::ResultAgainstBoard { found, due } => with(&[text(found), other(due)]),
            P::CrossOnPlainMove(at) | P::HyphenOnCapture(at) => with(&[other(&at.text)]),
            P::Ambiguous { at, candidates, taken_as } => {
                with(&[other(&at.text), text(&candidates.join(", ")), ("taken", taken_as.as_str().into())])
            }
            P::Illegal { at, reason, .. } => with(&[other(&at.text), text(&self.rejection(reason))]),
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

    fn game_type_missing(self, read_as: Variant, others: &[Variant]) -> String {
        let missing = self.say("pdn-game-type-missing", &[("text", self.game(read_as).into())]);
        if others.is_empty() {
            return missing;
        }
        let others: Vec<_> = others.iter().map(|&other| self.game(other)).collect();
        format!("{missing} {}", self.say("pdn-game-type-others", &[("text", others.join(", ").into())]))
    }
}
