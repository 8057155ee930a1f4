//! Rulings in the player's language: our own words, from Fluent files.
//!
//! Every text is a message with named values. A test sees to it that no language lacks a message or a value.

use std::str::FromStr;
use std::sync::OnceLock;

use damiera_rules::{Illegal, Irregularity, Rank, Side};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::classify::{Finding, Untold, Verdict};
use crate::command::{Actor, Doubt, Fault};
use crate::count::{Count, Counted};
use crate::end::{End, How};
use crate::event::{Fact, Touch};
use crate::refusal::{Refusal, Why};

/// A language we speak.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    English,
    /// Italian.
    Italian,
    /// Portuguese as in Brazil.
    Portuguese,
}

impl Lang {
    /// Every language.
    pub const ALL: [Self; 3] = [Self::English, Self::Italian, Self::Portuguese];

    /// Its code: `en`, `it` or `pt`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Italian => "it",
            Self::Portuguese => "pt",
        }
    }

    /// The Fluent files of a language: the rulings and the digest of the rulebooks.
    #[must_use]
    pub const fn sources(self) -> [&'static str; 2] {
        match self {
            Self::English => {
                [include_str!("../texts/en/rulings.ftl"), include_str!("../texts/en/rulebook.ftl")]
            }
            Self::Italian => {
                [include_str!("../texts/it/rulings.ftl"), include_str!("../texts/it/rulebook.ftl")]
            }
            Self::Portuguese => {
                [include_str!("../texts/pt/rulings.ftl"), include_str!("../texts/pt/rulebook.ftl")]
            }
        }
    }

    fn bundle(self) -> &'static FluentBundle<FluentResource> {
        static BUNDLES: [OnceLock<FluentBundle<FluentResource>>; 3] =
            [OnceLock::new(), OnceLock::new(), OnceLock::new()];
        BUNDLES[self as usize].get_or_init(|| {
            let tag = match self {
                Self::Portuguese => "pt-BR",
                _ => self.code(),
            };
            let locale: LanguageIdentifier = tag.parse().unwrap_or_default();
            let mut bundle = FluentBundle::new_concurrent(vec![locale]);
            bundle.set_use_isolating(false);
            for source in self.sources() {
                // A file with a fault still gives what can be read of it; a test reads them all without one.
                let resource = FluentResource::try_new(source.to_owned());
                bundle.add_resource_overriding(resource.unwrap_or_else(|(partly, _)| partly));
            }
            bundle
        })
    }

    /// A message by its key, without values; nothing if there is no such message.
    #[must_use]
    pub fn message(self, key: &str) -> Option<String> {
        self.format(key, None)
    }

    fn format(self, key: &str, args: Option<&FluentArgs<'_>>) -> Option<String> {
        let bundle = self.bundle();
        let pattern = bundle.get_message(key)?.value()?;
        Some(bundle.format_pattern(pattern, args, &mut Vec::new()).into_owned())
    }

    fn say(self, key: &str, values: &[(&str, Value)]) -> String {
        let mut args = FluentArgs::new();
        for (name, value) in values {
            match value {
                Value::Number(number) => args.set(*name, FluentValue::from(*number)),
                Value::Text(text) => args.set(*name, FluentValue::from(text.as_str())),
                Value::Who(actor) => {
                    let (word, key) = who(*actor);
                    args.set(*name, FluentValue::from(word));
                    args.set(
                        format!("{name}-name"),
                        FluentValue::from(self.message(key).unwrap_or_default()),
                    );
                }
            }
        }
        // A key that no file has shows itself: better than nothing, and a test would have found it.
        self.format(key, Some(&args)).unwrap_or_else(|| key.to_owned())
    }

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
        if let Some(reason) = &finding.reason {
            text.push(' ');
            text.push_str(&self.illegal(reason));
        }
        text
    }

    /// Why a move is not legal.
    #[must_use]
    pub fn illegal(self, reason: &Illegal) -> String {
        use Illegal as I;
        let at =
            |key: &str, square: damiera_rules::Square| self.say(key, &[("square", square.number().into())]);
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

    fn way(self, key: &str, from: damiera_rules::Square, to: damiera_rules::Square) -> String {
        self.say(key, &[("from", from.number().into()), ("to", to.number().into())])
    }

    /// Why something asked is not done.
    #[must_use]
    pub fn refusal(self, refusal: &Refusal) -> String {
        let side = |key: &str, side: Side| self.say(key, &[("side", Value::Who(Actor::Player(side)))]);
        let at =
            |key: &str, square: damiera_rules::Square| self.say(key, &[("square", square.number().into())]);
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
            | Fact::Disturbed
            | Fact::Ended { .. } => return None,
        })
    }
}

/// A value in a message.
enum Value {
    Number(u32),
    Text(String),
    /// Given as a word to choose by, and as a name in the language under the same name with `-name`.
    Who(Actor),
}

impl<N: Into<u32>> From<N> for Value {
    fn from(number: N) -> Self {
        Self::Number(number.into())
    }
}

/// The word messages choose by, and the key of the name.
const fn who(actor: Actor) -> (&'static str, &'static str) {
    match actor {
        Actor::Player(Side::White) => ("white", "white"),
        Actor::Player(Side::Black) => ("black", "black"),
        Actor::Arbiter => ("arbiter", "the-arbiter"),
    }
}

const fn irregularity_key(kind: Irregularity) -> &'static str {
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

const fn untold_key(why: Untold) -> &'static str {
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
const fn plain_refusal_key(why: &Why) -> &'static str {
    match why {
        Why::GameOver => "refusal-game-over",
        Why::Paused => "refusal-paused",
        Why::NotPaused => "refusal-not-paused",
        Why::Begun => "refusal-begun",
        Why::OnlyPlayer => "refusal-only-player",
        Why::OnlyArbiter => "refusal-only-arbiter",
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

/// The code of a language we do not speak.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownLang(String);

impl std::fmt::Display for UnknownLang {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no language \"{}\"; choose one of it, pt, en", self.0)
    }
}

impl std::error::Error for UnknownLang {}

impl FromStr for Lang {
    type Err = UnknownLang;

    /// Reads a code, with or without a region: `pt`, `pt-BR`.
    fn from_str(code: &str) -> Result<Self, UnknownLang> {
        let short = code.split(['-', '_']).next().unwrap_or_default();
        Self::ALL
            .into_iter()
            .find(|lang| lang.code().eq_ignore_ascii_case(short))
            .ok_or_else(|| UnknownLang(code.to_owned()))
    }
}
