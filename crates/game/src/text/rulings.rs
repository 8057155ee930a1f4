//! What the arbiter says: ends, counts, verdicts, refusals and rulings.

use damiera_rules::{Illegal, Irregularity, Rank, Side, Square};

use super::keys::{irregularity_key, plain_refusal_key, untold_key};
use super::{Lang, Value};
use crate::classify::{Finding, Verdict};
use crate::command::{Actor, Doubt, Fault};
use crate::count::{Count, Counted};
use crate::end::{End, How};
use crate::event::{Fact, Touch};
use crate::refusal::{Refusal, Why};

impl Lang {
    /// How a game ended.
    #[must_use]
    pub fn end(self, end: &End) -> String {
        let lost = |key: &str, side: Side| {
            let who = |side| Value::Who(Actor::Player(side));
            self.say(key, &[("loser", who(side)), ("winner", who(!side))])
        };
        match end.how {
            How::Resignation(side) => lost("end-resignation", side),
            How::NoMove(side) => lost("end-no-move", side),
            How::NoPieces(side) => lost("end-no-pieces", side),
            How::TimeUp(side) => lost("end-time-up", side),
            How::RefusesRules(side) => lost("end-refuses-rules", side),
            How::BothFlags => self.say("end-both-flags", &[]),
            How::Agreement => self.say("end-agreement", &[]),
            How::ByArbiter => self.say("end-by-arbiter", &[]),
            How::KingMoves(limit) => self.say("end-king-moves", &[("limit", limit.into())]),
            How::ListedEnding { limit, .. } => self.say("end-listed-ending", &[("limit", limit.into())]),
            How::Repetition => self.say("end-repetition", &[]),
            How::Destroyed => self.say("end-destroyed", &[]),
        }
    }

    /// How far a count has come.
    #[must_use]
    pub fn count(self, count: &Count) -> String {
        let mut values = vec![("made", count.by_each().into()), ("limit", count.limit.into())];
        match (count.kind, count.asked) {
            (Counted::ListedEnding, _) => self.say("count-listed-ending", &values),
            (Counted::KingMoves, None) => self.say("count-king-moves", &values),
            (Counted::KingMoves, Some((by, at))) => {
                values.extend([("by", Value::Who(by)), ("at", at.into())]);
                self.say("count-king-moves-asked", &values)
            }
        }
    }

    /// An irregularity.
    #[must_use]
    pub fn irregularity(self, kind: Irregularity) -> String {
        self.say(irregularity_key(kind), &[])
    }

    /// What the classifier says.
    #[must_use]
    pub fn verdict(self, verdict: &Verdict) -> String {
        match verdict {
            Verdict::Legal { notation, uncrowned, .. } => {
                let key = if uncrowned.is_some() { "verdict-legal-uncrowned" } else { "verdict-legal" };
                self.say(key, &[("move", Value::Text(notation.clone()))])
            }
            Verdict::Irregular(finding) => self.finding(finding),
            Verdict::Unknown(why) => self.say(untold_key(*why), &[]),
        }
    }

    fn finding(self, finding: &Finding) -> String {
        let mut text = self.irregularity(finding.kind);
        // That a capture was due says the same again.
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
                let side = Value::Who(Actor::Player(*turn));
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
            _ => self.say("illegal-other", &[]),
        }
    }

    fn way(self, key: &str, from: Square, to: Square) -> String {
        self.say(key, &[("from", from.number().into()), ("to", to.number().into())])
    }

    /// Why something asked is not done.
    #[must_use]
    pub fn refusal(self, refusal: &Refusal) -> String {
        let side = |key: &str, side: Side| self.say(key, &[("side", Value::Who(Actor::Player(side)))]);
        let at = |key: &str, square: Square| self.say(key, &[("square", square.number().into())]);
        match &refusal.why {
            Why::Illegal(reason) => self.illegal(reason),
            Why::Irregular(kind) => self.irregularity(*kind),
            Why::CannotTell(why) => self.say(untold_key(*why), &[]),
            Why::NotYourTurn(turn) => side("refusal-not-your-turn", *turn),
            Why::FlagUp(whose) => side("refusal-flag-up", *whose),
            Why::TouchedFirst(square) => at("refusal-touched-first", *square),
            Why::NoPiece(square) => at("refusal-no-piece", *square),
            Why::NotCrowned(square) => at("refusal-not-crowned", *square),
            Why::Occupied(square) => at("refusal-occupied", *square),
            Why::OfferTooEarly(from) => self.say("refusal-offer-too-early", &[("from", (*from).into())]),
            Why::NeedsKings(sides) => match sides.as_slice() {
                [one] => side("refusal-needs-kings", *one),
                _ => self.say("refusal-needs-kings-both", &[]),
            },
            Why::CountLimit { least, most } => {
                let key = if least == most { "refusal-count-fixed" } else { "refusal-count-limit" };
                self.say(key, &[("least", (*least).into()), ("most", (*most).into())])
            }
            Why::TooLateToAnnul { moves, minutes: None } => {
                self.say("refusal-too-late-to-annul", &[("moves", (*moves).into())])
            }
            Why::TooLateToAnnul { moves, minutes: Some(minutes) } => {
                let values = [("moves", (*moves).into()), ("minutes", (*minutes).into())];
                self.say("refusal-too-late-to-annul-minutes", &values)
            }
            plain => self.say(plain_refusal_key(plain), &[]),
        }
    }

    /// What the arbiter says to something that happened; nothing where it speaks for itself.
    #[must_use]
    pub fn ruling(self, fact: &Fact) -> Option<String> {
        let who = |side: Side| Value::Who(Actor::Player(side));
        Some(match fact {
            Fact::Touched { by, square, touch } => {
                let key = match touch {
                    Touch::Binds => "ruling-touch-binds",
                    Touch::AfterAnother => "ruling-touch-after-another",
                    Touch::Unplayable => "ruling-touch-unplayable",
                    Touch::OutOfTurn => "ruling-touch-out-of-turn",
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
                self.say("ruling-count-asked", &[("by", Value::Who(*by)), ("limit", (*limit).into())])
            }
            Fact::CountLowered { limit } => self.say("ruling-count-lowered", &[("limit", (*limit).into())]),
            Fact::CountCancelled => self.say("ruling-count-cancelled", &[]),
            Fact::FlagFell { side } => self.say("ruling-flag-fell", &[("side", who(*side))]),
            Fact::Annulled { fault: Fault::BoardTurned, .. } => self.say("ruling-annulled-board", &[]),
            Fact::Annulled { fault: Fault::ColoursSwapped, .. } => self.say("ruling-annulled-colours", &[]),
            Fact::Restored => self.say("ruling-restored", &[]),
            Fact::Settled { doubt, .. } => {
                let key = match doubt {
                    Doubt::Inactive => "ruling-settled-inactive",
                    Doubt::Astride => "ruling-settled-astride",
                    Doubt::TwoSquares => "ruling-settled-two-squares",
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
