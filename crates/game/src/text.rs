//! Rulings in the user's language, from Fluent files.
//!
//! Every text is a message with named values. A test checks that every language has every message and every value.

mod command_line;
mod keys;
mod records;
mod refusals;
mod rulings;

use std::str::FromStr;
use std::sync::OnceLock;

use damiera_rules::Side;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::command::Actor;

/// A language of the texts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    English,
    /// Italian.
    Italian,
    /// Brazilian Portuguese.
    Portuguese,
}

impl Lang {
    /// All languages.
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

    /// Decimal numbers as people write them in this language: `1.5` or `1,5`. Machine-readable output keeps the point.
    #[must_use]
    pub fn decimal(self, number: impl std::fmt::Display) -> String {
        let number = number.to_string();
        match self {
            Self::English => number,
            Self::Italian | Self::Portuguese => number.replace('.', ","),
        }
    }

    /// The Fluent files of a language: the rulings, the digest of the rulebooks, and the problems of records.
    #[must_use]
    pub const fn sources(self) -> [&'static str; 3] {
        match self {
            Self::English => [
                include_str!("../texts/en/rulings.ftl"),
                include_str!("../texts/en/rulebook.ftl"),
                include_str!("../texts/en/records.ftl"),
            ],
            Self::Italian => [
                include_str!("../texts/it/rulings.ftl"),
                include_str!("../texts/it/rulebook.ftl"),
                include_str!("../texts/it/records.ftl"),
            ],
            Self::Portuguese => [
                include_str!("../texts/pt/rulings.ftl"),
                include_str!("../texts/pt/rulebook.ftl"),
                include_str!("../texts/pt/records.ftl"),
            ],
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
                // After a syntax error the valid messages remain usable; a test checks that there is no error.
                let resource = FluentResource::try_new(source.to_owned());
                bundle.add_resource_overriding(resource.unwrap_or_else(|(partly, _)| partly));
            }
            bundle
        })
    }

    /// The message with this key, without values; `None` if there is none.
    #[must_use]
    pub fn message(self, key: &str) -> Option<String> {
        self.format(key, None)
    }

    fn format(self, key: &str, args: Option<&FluentArgs<'_>>) -> Option<String> {
        let bundle = self.bundle();
        let pattern = bundle.get_message(key)?.value()?;
        Some(bundle.format_pattern(pattern, args, &mut Vec::new()).into_owned())
    }

    fn say(self, key: &str, values: &[(&str, TextValue)]) -> String {
        let mut args = FluentArgs::new();
        for (name, value) in values {
            match value {
                TextValue::Number(number) => args.set(*name, FluentValue::from(*number)),
                TextValue::Text(text) => args.set(*name, FluentValue::from(text.as_str())),
                TextValue::Who(actor) => {
                    let (word, key) = who(*actor);
                    args.set(*name, FluentValue::from(word));
                    args.set(
                        format!("{name}-name"),
                        FluentValue::from(self.message(key).unwrap_or_default()),
                    );
                }
            }
        }
        // An unknown key is shown as it is; a test checks that there is none.
        self.format(key, Some(&args)).unwrap_or_else(|| key.to_owned())
    }
}

/// A value in a message.
enum TextValue {
    Number(u32),
    Text(String),
    /// Passed twice: as a selector under the given name, and as a translated name under the name with `-name` added.
    Who(Actor),
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for TextValue {
            fn from(number: $number) -> Self {
                Self::Number(number.into())
            }
        }
    )*};
}

numbers!(u8, u16, u32);

impl From<&str> for TextValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for TextValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// The selector of an actor, and the key of its translated name.
const fn who(actor: Actor) -> (&'static str, &'static str) {
    match actor {
        Actor::Player(Side::White) => ("white", "white"),
        Actor::Player(Side::Black) => ("black", "black"),
        Actor::Arbiter => ("arbiter", "the-arbiter"),
    }
}

/// A language code that is not known.
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

    /// Parses a code with or without a region: `pt`, `pt-BR`.
    fn from_str(code: &str) -> Result<Self, UnknownLang> {
        let short = code.split(['-', '_']).next().unwrap_or_default();
        Self::ALL
            .into_iter()
            .find(|lang| lang.code().eq_ignore_ascii_case(short))
            .ok_or_else(|| UnknownLang(code.to_owned()))
    }
}
