//! Parsers for arguments whose values are listed in another crate: games, languages, sides and mark conventions.
//!
//! Each parser takes its names from that list, so help texts, error messages and shell completions need no list of
//! their own.

use std::ffi::{OsStr, OsString};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, ValueEnum};
use damiera_game::Lang;
use damiera_notation::marks::MarkConvention;
use damiera_rules::{Pace, Side, Variant};

/// Parses with [`FromStr`], which may be lenient (`Italian`, `pt-BR`), and shows the list of exact names.
#[derive(Clone)]
struct NameParser<T> {
    names: PossibleValuesParser,
    value: PhantomData<fn() -> T>,
}

fn one_of<T>(names: impl Iterator<Item = &'static str>) -> NameParser<T> {
    NameParser { names: PossibleValuesParser::new(names), value: PhantomData }
}

impl<T: FromStr + Clone + Send + Sync + 'static> TypedValueParser for NameParser<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        if let Some(parsed) = value.to_str().and_then(|text| text.parse().ok()) {
            return Ok(parsed);
        }
        // Not a name: this is the error that lists the names.
        self.names.parse_ref(command, arg, value)?;
        Err(clap::Error::new(ErrorKind::InvalidValue).with_cmd(command))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.names.possible_values()
    }
}

/// The games of the registry of rule sets.
pub(crate) fn variant() -> impl TypedValueParser<Value = Variant> {
    one_of(Variant::ALL.iter().map(|variant| variant.name()))
}

/// The languages of the texts.
pub(crate) fn lang() -> impl TypedValueParser<Value = Lang> {
    one_of(Lang::ALL.iter().map(|lang| lang.code()))
}

/// The language of a command's output.
#[derive(Args, Clone, Copy)]
pub(crate) struct LangArg {
    /// Language of the texts
    #[arg(long, default_value = "en", value_parser = lang())]
    pub(crate) lang: Lang,
}

/// A directory, or an empty text for none, which the parser of paths would refuse.
pub(crate) fn folder_or_none() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(|text: OsString| PathBuf::from(text))
}

/// The conventions for `?!` and `!?`.
pub(crate) fn marks() -> impl TypedValueParser<Value = MarkConvention> {
    one_of(MarkConvention::ALL.iter().map(|convention| convention.name()))
}

/// The name of a file in messages; `-` is standard input.
pub(crate) fn file_name(path: &Path, lang: Lang) -> String {
    if path == Path::new("-") { lang.standard_input() } else { path.display().to_string() }
}

/// A side of the board.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum SideChoice {
    White,
    Black,
}

impl From<SideChoice> for Side {
    fn from(choice: SideChoice) -> Self {
        match choice {
            SideChoice::White => Self::White,
            SideChoice::Black => Self::Black,
        }
    }
}

/// The pace of a game.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum PaceChoice {
    /// Classical time control
    Classical,
    /// Rapid or blitz
    Fast,
}

impl From<PaceChoice> for Pace {
    fn from(choice: PaceChoice) -> Self {
        match choice {
            PaceChoice::Classical => Self::Classical,
            PaceChoice::Fast => Self::Fast,
        }
    }
}
