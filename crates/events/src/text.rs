//! Reasons and refusals in the reader's language, from Fluent files.

mod date;
mod input;
mod log;
mod refusals;

use std::sync::OnceLock;

use damiera_game::Lang;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::colour::{ColourRule, PreferenceStrength};
use crate::double_swiss::FirstGameRule;
use crate::explain::{CitedBook, PairingReason};
use crate::outcome::PairingNumber;
use crate::pool::Float;
use crate::system::PairingSystem;
use crate::teams::CompetitorKind;

pub use date::utc;

/// The Fluent file of a language.
#[must_use]
pub const fn source(lang: Lang) -> &'static str {
    match lang {
        Lang::English => include_str!("../texts/en/events.ftl"),
        Lang::Italian => include_str!("../texts/it/events.ftl"),
        Lang::Portuguese => include_str!("../texts/pt/events.ftl"),
    }
}

fn bundle(lang: Lang) -> &'static FluentBundle<FluentResource> {
    static BUNDLES: [OnceLock<FluentBundle<FluentResource>>; 3] =
        [OnceLock::new(), OnceLock::new(), OnceLock::new()];
    BUNDLES[lang as usize].get_or_init(|| {
        let locale: LanguageIdentifier = lang.code().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![locale]);
        bundle.set_use_isolating(false);
        let resource = FluentResource::try_new(source(lang).to_owned());
        // A file with a fault still gives what can be read of it; a test reads them all without one.
        bundle.add_resource_overriding(resource.unwrap_or_else(|(partly, _)| partly));
        bundle
    })
}

/// A message with its values; its key if no file has it, which a test would have found.
fn say(lang: Lang, key: &str, values: &[(&str, String)]) -> String {
    let bundle = bundle(lang);
    let mut args = FluentArgs::new();
    for (name, value) in values {
        args.set(*name, FluentValue::from(value.as_str()));
    }
    let pattern = bundle.get_message(key).and_then(|message| message.value());
    pattern.map_or_else(
        || key.to_owned(),
        |pattern| bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned(),
    )
}

/// The heading of a round.
#[must_use]
pub fn round_heading(round: usize, lang: Lang) -> String {
    say(lang, "heading-round", &[("round", round.to_string())])
}

/// What a player without an opponent has.
#[must_use]
pub fn bye_label(lang: Lang) -> String {
    say(lang, "heading-bye", &[])
}

impl PairingReason {
    /// The reason as a sentence about players or teams.
    #[must_use]
    pub fn text(&self, lang: Lang, kind: CompetitorKind) -> String {
        let say = |key: &str, values: &[(&str, String)]| say(lang, key, values);
        let [who_key, white_key, members_key] = match kind {
            CompetitorKind::Player => ["who-player", "white-player", "members-players"],
            CompetitorKind::Team => ["who-team", "white-team", "members-teams"],
        };
        let who = |number: &PairingNumber| ("who", say(who_key, &[("number", number.to_string())]));
        match self {
            Self::SameScore(score) => say("reason-same-score", &[("score", score.text(lang))]),
            Self::MovedDown { number, from, to } => {
                say("reason-moved-down", &[who(number), ("from", from.text(lang)), ("to", to.text(lang))])
            }
            Self::NotMet(CitedBook::Own) => say("reason-not-met", &[]),
            Self::NotMet(CitedBook::Dutch) => say("reason-not-met-plain", &[]),
            Self::Colours { rule, white, book } => {
                let white = say(white_key, &[("number", white.to_string())]);
                let article = match book {
                    CitedBook::Own => rule.article().to_owned(),
                    CitedBook::Dutch => format!("FIDE C.04.3, {}", rule.article()),
                };
                say(colour_key(*rule), &[("white", white), ("article", article)])
            }
            Self::ColourRefused { number, strength } => {
                let key = match strength {
                    PreferenceStrength::Mild => "reason-colour-refused-mild",
                    PreferenceStrength::Strong => "reason-colour-refused-strong",
                    PreferenceStrength::Absolute => "reason-colour-refused-absolute",
                };
                say(key, &[who(number)])
            }
            Self::FloatRepeated { number, float, back } => {
                let key = match (float, back) {
                    (Float::Down, 1) => "reason-down-again",
                    (Float::Down, _) => "reason-down-again-two",
                    (Float::Up, 1) => "reason-up-again",
                    (Float::Up, _) => "reason-up-again-two",
                };
                say(key, &[who(number)])
            }
            Self::Unavoidable { criterion, times } => {
                let members = ("members", say(members_key, &[]));
                let values = [("criterion", format!("C{criterion}")), ("times", times.to_string()), members];
                say(criterion_key(*criterion), &values)
            }
            Self::FirstInOrder => say("reason-first-in-order", &[]),
            Self::Bye { score, unplayed, system } => {
                let key = match system {
                    PairingSystem::Rotation => "reason-bye-rotation",
                    PairingSystem::Double => "reason-bye-double",
                    _ => "reason-bye",
                };
                say(key, &[("score", score.text(lang)), ("unplayed", unplayed.to_string())])
            }
            Self::BergerTable { round } => say("reason-berger", &[("round", round.to_string())]),
            Self::Called(number) => say("reason-called", &[who(number)]),
            Self::FirstGame { rule, white } => {
                let white = say(white_key, &[("number", white.to_string())]);
                say(first_game_key(*rule), &[("white", white)])
            }
            Self::Rotation => say("reason-rotation", &[]),
            Self::SmallestIdentifier => say("reason-identifier", &[]),
            Self::Draw => say("reason-draw", &[]),
        }
    }
}

const fn colour_key(rule: ColourRule) -> &'static str {
    match rule {
        ColourRule::Fixed => "colour-fixed",
        ColourRule::BothGranted => "colour-both-granted",
        ColourRule::Stronger => "colour-stronger",
        ColourRule::WiderDifference => "colour-wider",
        ColourRule::Alternated => "colour-alternated",
        ColourRule::HigherRanked => "colour-higher-ranked",
        ColourRule::InitialColour => "colour-initial",
    }
}

const fn first_game_key(rule: FirstGameRule) -> &'static str {
    match rule {
        FirstGameRule::Fixed => "colour-fixed",
        FirstGameRule::Initial => "first-game-initial",
        FirstGameRule::FewerWhites => "first-game-fewer-whites",
        FirstGameRule::Alternated => "first-game-alternated",
    }
}

/// What could not be met (C.04.3, 2.4).
const fn criterion_key(criterion: u8) -> &'static str {
    match criterion {
        6 => "criterion-floaters",
        10 => "criterion-colour-difference",
        11 => "criterion-third-colour",
        12 => "criterion-colour",
        13 => "criterion-strong-colour",
        14 | 16 => "criterion-down-again",
        15 | 17 => "criterion-up-again",
        _ => "criterion-score-difference",
    }
}
