//! Endings, counts, classifications, illegal moves and rulings in words.

use damiera_notation::moves::RejectionReason;
use damiera_rules::{Illegal, Irregularity, Rank, Side, Square};

use super::keys::{irregularity_key, untold_key};
use super::{Lang, TextValue};
use crate::classify::{Classification, IrregularFinding};
use crate::command::{Actor, PlacementDoubt, StartFault};
use crate::count::{DrawCount, DrawCountKind};
use crate::end::{EndReason, GameEnding};
use crate::event::{Fact, TouchEffect};

impl Lang {
    /// How a game ended.
    #[must_use]
    pub fn end(self, end: &GameEnding) -> String {
        let lost = |key: &str, side: Side| {
            let who = |side| TextValue::Who(Actor::Player(side));
            self.say(key, &[("loser", who(side)), ("winner", who(!side))])
        };
        match end.how {
            EndReason::Resignation(side) => lost("end-resignation", side),
            EndReason::NoMove(side) => lost("end-no-move", side),
            EndReason::NoPieces(side) => lost("end-no-pieces", side),
            EndReason::TimeUp(side) => lost("end-time-up", side),
            EndReason::RefusesRules(side) => lost("end-refuses-rules", side),
            EndReason::BothFlags => self.say("end-both-flags", &[]),
            EndReason::Agreement => self.say("end-agreement", &[]),
            EndReason::ByArbiter => self.say("end-by-arbiter", &[]),
            EndReason::KingMoves(limit) => self.say("end-king-moves", &[("limit", limit.into())]),
            EndReason::ListedEnding { limit, .. } => {
                self.say("end-listed-ending", &[("limit", limit.into())])
            }
            EndReason::Repetition => self.say("end-repetition", &[]),
            EndReason::Destroyed => self.say("end-destroyed", &[]),
        }
    }

    /// The progress of a count.
    #[must_use]
    pub fn count(self, count: &DrawCount) -> String {
        let mut values = vec![("made", count.by_each().into()), ("limit", count.limit.into())];
        match (count.kind, count.asked) {
            (DrawCountKind::ListedEnding, _) => self.say("count-listed-ending", &values),
            (DrawCountKind::KingMoves, None) => self.say("count-king-moves", &values),
            (DrawCountKind::KingMoves, Some((by, at))) => {
                values.extend([("by", TextValue::Who(by)), ("at", at.into())]);
                self.say("count-king-moves-asked", &values)
            }
        }
    }

    /// An irregularity.
    #[must_use]
    pub fn irregularity(self, kind: Irregularity) -> String {
        self.say(irregularity_key(kind), &[])
    }

    /// The result of the classifier.
    #[must_use]
    pub fn verdict(self, verdict: &Classification) -> String {
        match verdict {
            Classification::Legal { notation, uncrowned, .. } => {
                let key = if uncrowned.is_some() { "verdict-legal-uncrowned" } else { "verdict-legal" };
                self.say(key, &[("move", TextValue::Text(notation.clone()))])
            }
            Classification::Irregular(finding) => self.finding(finding),
            Classification::Unknown(why) => self.say(untold_key(*why), &[]),
        }
    }

    fn finding(self, finding: &IrregularFinding) -> String {
        let mut text = self.irregularity(finding.kind);
        // "A capture was compulsory" would repeat the irregularity.
        let reason = finding.reason.as_ref().filter(|reason| !matches!(reason, Illegal::MustCapture { .. }));
        if let Some(reason) = reason {
            text.push(' ');
            text.push_str(&self.illegal(reason));
        }
        text
    }

    /// Why a move is not legal.
    #[must_use]
    pub fn illegal(self, reason: &Illegal) -> String {
        use Illegal as I;
        let at = |key: &str, square: Square| self.say(key, &[("square", square.number().into())]);
        match reason {
            I::OffBoard { square } => at("illegal-off-board", *square),
            I::NoPiece { at: square } => at("illegal-no-piece", *square),
            I::NotYours { at, turn } => {
                let side = TextValue::Who(Actor::Player(*turn));
                self.say("illegal-not-yours", &[("square", at.number().into()), ("side", side)])
            }
            I::MustCapture { .. } => self.say("illegal-must-capture", &[]),
            I::TakesFewer { taken, must, .. } => {
                self.say("illegal-takes-fewer", &[("taken", (*taken).into()), ("must", (*must).into())])
            }
            I::KingMustTake { .. } => self.say("illegal-king-must-take", &[]),
            I::TakesFewerKings { taken, must, .. } => {
                self.say("illegal-takes-fewer-kings", &[("taken", (*taken).into()), ("must", (*must).into())])
            }
            I::MeetsKingLater { .. } => self.say("illegal-meets-king-later", &[]),
            I::GoesOn { at: square, .. } => at("illegal-goes-on", *square),
            I::MenGoForward { .. } => self.say("illegal-men-go-forward", &[]),
            I::MenTakeForward { over } => at("illegal-men-take-forward", *over),
            I::ManTakesKing { over } => at("illegal-man-takes-king", *over),
            I::CrownedTooSoon { at: square } => at("illegal-crowned-too-soon", *square),
            I::NotDiagonal { .. } => self.say("illegal-not-diagonal", &[]),
            I::TooFar { rank: Rank::Man } => self.say("illegal-too-far-man", &[]),
            I::TooFar { rank: Rank::King } => self.say("illegal-too-far-king", &[]),
            I::LandsTooFar { over, .. } => at("illegal-lands-too-far", *over),
            I::Occupied { at: square, .. } => at("illegal-occupied", *square),
            I::OverOwn { over } => at("illegal-over-own", *over),
            I::NoFreeSquareBehind { over } => at("illegal-no-free-square-behind", *over),
            I::OverTwice { over } => at("illegal-over-twice", *over),
            I::NothingToTake { from, to } => self.way("illegal-nothing-to-take", *from, *to),
            I::NoSuchRoute { from, to } => self.way("illegal-no-such-route", *from, *to),
            I::Ambiguous { .. } => self.say("illegal-ambiguous", &[]),
        }
    }

    /// Why a written move of a record is not legal.
    #[must_use]
    pub fn rejection(self, reason: &RejectionReason) -> String {
        match reason {
            RejectionReason::Illegal { illegal, .. } => self.illegal(illegal),
            RejectionReason::NoSuchSquare(name) => {
                self.say("illegal-unknown-square", &[("square", TextValue::Text(name.to_string()))])
            }
            RejectionReason::EmptyColumn { side, column } => {
                let column = TextValue::Text(char::from(b'a' + column).to_string());
                let side = TextValue::Who(Actor::Player(*side));
                self.say("illegal-empty-column", &[("side", side), ("column", column)])
            }
        }
    }

    fn way(self, key: &str, from: Square, to: Square) -> String {
        self.say(key, &[("from", from.number().into()), ("to", to.number().into())])
    }

    /// The arbiter's ruling on an event; `None` if the event needs no ruling.
    #[must_use]
    pub fn ruling(self, fact: &Fact) -> Option<String> {
        let who = |side: Side| TextValue::Who(Actor::Player(side));
        Some(match fact {
            Fact::Touched { by, square, touch } => {
                let key = match touch {
                    TouchEffect::Binds => "ruling-touch-binds",
                    TouchEffect::AfterAnother => "ruling-touch-after-another",
                    TouchEffect::Unplayable => "ruling-touch-unplayable",
                    TouchEffect::OutOfTurn => "ruling-touch-out-of-turn",
                };
                self.say(key, &[("side", who(*by)), ("square", square.number().into())])
            }
            Fact::Adjusted { by, square } => {
                self.say("ruling-adjusted", &[("side", who(*by)), ("square", square.number().into())])
            }
            Fact::Irregular { kind, .. } => self.irregularity(*kind),
            Fact::Corrected => self.say("ruling-corrected", &[]),
            Fact::Kept => self.say("ruling-kept", &[]),
            Fact::Lapsed => self.say("ruling-lapsed", &[]),
            Fact::CountAsked { by, limit } => {
                self.say("ruling-count-asked", &[("by", TextValue::Who(*by)), ("limit", (*limit).into())])
            }
            Fact::CountLowered { limit } => self.say("ruling-count-lowered", &[("limit", (*limit).into())]),
            Fact::CountCancelled => self.say("ruling-count-cancelled", &[]),
            Fact::FlagFell { side } => self.say("ruling-flag-fell", &[("side", who(*side))]),
            Fact::Annulled { fault: StartFault::BoardTurned, .. } => self.say("ruling-annulled-board", &[]),
            Fact::Annulled { fault: StartFault::ColoursSwapped, .. } => {
                self.say("ruling-annulled-colours", &[])
            }
            Fact::Restored => self.say("ruling-restored", &[]),
            Fact::Settled { doubt, .. } => {
                let key = match doubt {
                    PlacementDoubt::Inactive => "ruling-settled-inactive",
                    PlacementDoubt::Astride => "ruling-settled-astride",
                    PlacementDoubt::TwoSquares => "ruling-settled-two-squares",
                };
                self.say(key, &[])
            }
            Fact::Started
            | Fact::Moved { .. }
            | Fact::DrawOffered { .. }
            | Fact::DrawDeclined
            | Fact::TakebackAsked { .. }
            | Fact::TakebackDeclined
            | Fact::TakenBack { .. }
            | Fact::Paused
            | Fact::Resumed
            | Fact::ClocksSet { .. }
            | Fact::Credited { .. }
            | Fact::Disturbed
            | Fact::Ended { .. } => return None,
        })
    }
}
