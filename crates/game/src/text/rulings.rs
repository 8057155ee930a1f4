//! Endings, counts, classifications, illegal moves and rulings in words.

use std::time::Duration;

use damiera_notation::moves::{RejectionReason, square_name};
use damiera_rules::{Article, Illegal, Irregularity, Pace, Provision, Rank, Side, Square};

use super::keys::{irregularity_key, untold_key};
use super::{Lang, TextValue};
use crate::classify::{Classification, IrregularFinding};
use crate::command::{AbsentPlayers, Actor, CaptureObjection, Placement, PlacementDoubt, StartFault};
use crate::count::{DrawCount, DrawCountKind};
use crate::end::{EndReason, GameEnding};
use crate::event::{Adjustment, Fact, TimeCharge, TouchEffect};
use crate::pace::INCREMENTS_COUNTED;
use crate::rule_set::RuleSet;
use crate::view::DrawClaim;

impl Lang {
    /// How a game ended, as a headline. [`Lang::ruling`] says the same to those who ask for its article.
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
            EndReason::IllegalTries(side) => lost("end-illegal-tries", side),
            EndReason::BothFlags => self.say("end-both-flags", &[]),
            EndReason::Agreement => self.say("end-agreement", &[]),
            EndReason::ByArbiter => self.say("end-by-arbiter", &[]),
            EndReason::KingMoves(limit) => self.say("end-king-moves", &[("limit", limit.into())]),
            EndReason::ListedEnding { limit, .. } => {
                self.say("end-listed-ending", &[("limit", limit.into())])
            }
            EndReason::Repetition => self.say("end-repetition", &[]),
            EndReason::Destroyed => self.say("end-destroyed", &[]),
            EndReason::Aborted(side) => lost("end-aborted", side),
            EndReason::NoShow(AbsentPlayers::One(side)) => lost("end-no-show", side),
            EndReason::NoShow(AbsentPlayers::Both) => self.say("end-no-show-both", &[]),
        }
    }

    /// A draw that may be claimed.
    #[must_use]
    pub fn claim(self, claim: &DrawClaim, rule_set: &RuleSet) -> String {
        match claim.how {
            EndReason::Repetition => self.say("claim-repetition", &[]),
            how => self.end(&GameEnding::new(how, rule_set)),
        }
    }

    /// A ruling, with a note that it is a house rule if the rulebook has no article on it.
    pub(super) fn with_house_rule(self, text: String, article: Option<Article>) -> String {
        match article {
            Some(_) => text,
            None => format!("{text} {}", self.say("house-rule", &[])),
        }
    }

    /// The progress of a count.
    #[must_use]
    pub fn count(self, count: &DrawCount) -> String {
        let mut values = vec![("made", count.by_each().into()), ("limit", count.limit.into())];
        match (count.kind, count.asked) {
            (DrawCountKind::ListedEnding, _) => {
                let minutes = count.fast_limit.map_or(0, |limit| limit.as_secs() / 60);
                let minutes = u32::try_from(minutes).unwrap_or_default();
                values.extend([("minutes", minutes.into()), ("increments", INCREMENTS_COUNTED.into())]);
                let key = match count.pace {
                    None => "count-listed-ending",
                    Some(Pace::Fast) => "count-listed-ending-fast",
                    Some(Pace::Classical) => "count-listed-ending-classical",
                };
                self.say(key, &values)
            }
            (DrawCountKind::KingMoves, None) => self.say("count-king-moves", &values),
            (DrawCountKind::KingMoves, Some((by, at))) => {
                values.extend([("by", TextValue::Who(by)), ("at", at.into())]);
                self.say("count-king-moves-asked", &values)
            }
        }
    }

    /// The progress of a count in a game that goes on: who may declare the draw, once it is due.
    #[must_use]
    pub fn running_count(self, count: &DrawCount) -> String {
        let text = self.count(count);
        if count.is_full() { format!("{text}. {}", self.say("count-due", &[])) } else { text }
    }

    /// An irregularity.
    #[must_use]
    pub fn irregularity(self, kind: Irregularity) -> String {
        self.say(irregularity_key(kind), &[])
    }

    /// An irregularity under the article that it breaks, if the rulebook has one.
    #[must_use]
    pub fn irregularity_under(self, kind: Irregularity, article: Option<Article>) -> String {
        self.with_house_rule(self.irregularity(kind), article)
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
        let mut text = self.irregularity_under(finding.kind, finding.article);
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
        self.illegal_naming(reason, &|square| square.number().to_string())
    }

    /// [`Lang::illegal`] with squares as `name` writes them.
    fn illegal_naming(self, reason: &Illegal, name: &dyn Fn(Square) -> String) -> String {
        use Illegal as I;
        let at = |key: &str, square: Square| self.say(key, &[("square", name(square).into())]);
        let way = |key: &str, from: Square, to: Square| {
            self.say(key, &[("from", name(from).into()), ("to", name(to).into())])
        };
        match reason {
            I::OffBoard { square } => at("illegal-off-board", *square),
            I::NoPiece { at: square } => at("illegal-no-piece", *square),
            I::NotYours { at, turn } => {
                let side = TextValue::Who(Actor::Player(*turn));
                self.say("illegal-not-yours", &[("square", name(*at).into()), ("side", side)])
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
            I::NothingToTake { from, to } => way("illegal-nothing-to-take", *from, *to),
            I::NoSuchRoute { from, to } => way("illegal-no-such-route", *from, *to),
            I::Ambiguous { .. } => self.say("illegal-ambiguous", &[]),
        }
    }

    /// Why a written move of a record is not legal.
    #[must_use]
    pub fn rejection(self, reason: &RejectionReason) -> String {
        match reason {
            RejectionReason::Illegal { illegal, board, style } => {
                self.illegal_naming(illegal, &|square| square_name(*board, square, *style).to_string())
            }
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

    /// The arbiter's ruling on an event under a game's rules; `None` if the event needs no ruling.
    #[must_use]
    pub fn ruling(self, fact: &Fact, rule_set: &RuleSet) -> Option<String> {
        let text = self.ruling_text(fact, rule_set)?;
        Some(match fact {
            // The arbiter's clocks and corrected entries are no matter for a rulebook.
            Fact::Paused | Fact::Resumed | Fact::ClocksSet { .. } | Fact::Withdrawn { .. } => text,
            // Not rulings, so nobody looks for their article.
            Fact::Ended { how: EndReason::Aborted(_) | EndReason::NoShow(_) } => text,
            _ => self.with_house_rule(text, rule_set.article_of(fact)),
        })
    }

    fn ruling_text(self, fact: &Fact, rule_set: &RuleSet) -> Option<String> {
        let who = |side: Side| TextValue::Who(Actor::Player(side));
        let of = |key: &str, side: Side, square: Square| {
            self.say(key, &[("side", who(side)), ("square", square.number().into())])
        };
        Some(match fact {
            Fact::Touched { by, square, touch } => {
                let key = match touch {
                    TouchEffect::Binds => "ruling-touch-binds",
                    TouchEffect::AfterAnother => "ruling-touch-after-another",
                    TouchEffect::Unplayable => "ruling-touch-unplayable",
                    TouchEffect::OutOfTurn => "ruling-touch-out-of-turn",
                };
                of(key, *by, *square)
            }
            Fact::Adjusted { by, square, adjustment } => match adjustment {
                Adjustment::Announced => of("ruling-adjusted", *by, *square),
                Adjustment::OutOfTurn => of("ruling-adjusted-out-of-turn", *by, *square),
            },
            Fact::LeftUnmarked { by, square } => of("ruling-left-unmarked", *by, *square),
            Fact::Crowned { by, square } if rule_set.crowns(*by, *square) => {
                let touches = rule_set.cite(Provision::Touched).is_some(); // FID-IT 4.4; the CBD does not say it
                of(if touches { "ruling-crowned" } else { "ruling-crowned-late" }, *by, *square)
            }
            Fact::Crowned { by, square } => of("ruling-crowned-courtesy", *by, *square),
            Fact::Objected { by, objection } => {
                let key = match objection {
                    CaptureObjection::Unclear => "ruling-objected-unclear",
                    CaptureObjection::RemovalOrder => "ruling-objected-order",
                };
                self.say(key, &[("side", who(*by))])
            }
            Fact::PlacementProposed { by, placement } => self.proposed(*by, placement),
            Fact::Withdrawn { .. } => self.say("ruling-withdrawn", &[]),
            Fact::Disturbed => self.say("ruling-disturbed", &[]),
            Fact::Paused => self.say("ruling-paused", &[]),
            Fact::Resumed => self.say("ruling-resumed", &[]),
            Fact::ClocksSet { left: [white, black] } => {
                let time = |left: &Duration| TextValue::Text(clock_time(*left));
                self.say("ruling-clocks-set", &[("white", time(white)), ("black", time(black))])
            }
            Fact::Ended { how } => self.end(&GameEnding::new(*how, rule_set)),
            Fact::Irregular { by, kind, .. } => {
                let text = TextValue::Text(self.irregularity(*kind));
                self.say("ruling-irregular", &[("side", who(*by)), ("text", text)])
            }
            Fact::Corrected => self.say("ruling-corrected", &[]),
            Fact::Kept => self.say("ruling-kept", &[]),
            Fact::Lapsed => self.say("ruling-lapsed", &[]),
            Fact::CountAsked { by, limit } => {
                self.say("ruling-count-asked", &[("by", TextValue::Who(*by)), ("limit", (*limit).into())])
            }
            Fact::CountLowered { limit } => self.say("ruling-count-lowered", &[("limit", (*limit).into())]),
            Fact::CountCancelled { .. } => self.say("ruling-count-cancelled", &[]),
            Fact::FlagFell { side } => self.say("ruling-flag-fell", &[("side", who(*side))]),
            Fact::Annulled { fault, charge } => {
                let fault = match fault {
                    StartFault::BoardTurned => self.say("ruling-annulled-board", &[]),
                    StartFault::ColoursSwapped => self.say("ruling-annulled-colours", &[]),
                };
                format!("{fault} {}", self.charge(*charge))
            }
            Fact::Restored => self.say("ruling-restored", &[]),
            Fact::Settled { doubt, from, to, .. } => self.settled(*doubt, *from, *to),
            Fact::Started
            | Fact::Moved { .. }
            | Fact::DrawOffered { .. }
            | Fact::DrawDeclined
            | Fact::TakebackAsked { .. }
            | Fact::TakebackDeclined
            | Fact::VacationStarted { .. }
            | Fact::VacationEnded { .. }
            | Fact::TriedInVain { .. }
            | Fact::TakenBack { .. }
            | Fact::Credited { .. } => return None,
        })
    }

    /// How the time of an annulled game is charged (FID 7.4).
    fn charge(self, charge: TimeCharge) -> String {
        match charge {
            TimeCharge::AsShown => self.say("ruling-charge-as-shown", &[]),
            TimeCharge::Nothing => self.say("ruling-charge-nothing", &[]),
            TimeCharge::Split(each) => {
                let time = |span: Duration| TextValue::Text(clock_time(span));
                let values = [("whole", time(each.saturating_mul(2))), ("each", time(each))];
                self.say("ruling-charge-split", &values)
            }
        }
    }

    /// The decision on a piece whose square was in doubt (FID 7.5 to 7.7). Older events do not say which squares.
    fn settled(self, doubt: PlacementDoubt, from: Option<Square>, to: Option<Square>) -> String {
        let key = match (doubt, from, to) {
            (PlacementDoubt::Inactive, None, None) => "ruling-settled-inactive",
            (PlacementDoubt::Inactive, Some(_), None) => "ruling-inactive-removed",
            (PlacementDoubt::Inactive, _, Some(_)) => "ruling-inactive-placed",
            (PlacementDoubt::Astride, _, _) => "ruling-settled-astride",
            (PlacementDoubt::TwoSquares, _, _) => "ruling-settled-two-squares",
        };
        let text = self.say(key, &[]);
        match (from, to) {
            (None, None) => text,
            (from, to) => {
                let name =
                    |square: Option<Square>| square.map_or("–".to_owned(), |square| square.to_string());
                format!("{text} ({} → {})", name(from), name(to))
            }
        }
    }

    fn proposed(self, by: Side, placement: &Placement) -> String {
        let side = ("side", TextValue::Who(Actor::Player(by)));
        match (placement.from, placement.to) {
            (_, Some(to)) => self.say("ruling-placement-proposed", &[side, ("square", to.number().into())]),
            (_, None) => self.say("ruling-removal-proposed", &[side]),
        }
    }
}

/// Minutes and seconds, or hours, minutes and seconds.
fn clock_time(span: Duration) -> String {
    let seconds = span.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}
