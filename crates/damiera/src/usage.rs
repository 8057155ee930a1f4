//! Errors in the arguments of a command, in the language that `--lang` asks for.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use damiera_game::Lang;

use crate::texts::say;

/// The language after `--lang` among the arguments; English if there is none that is known.
pub(crate) fn asked_lang(args: impl IntoIterator<Item = OsString>) -> Lang {
    let mut args = args.into_iter().map(|arg| arg.to_string_lossy().into_owned());
    while let Some(arg) = args.next() {
        let code = match arg.strip_prefix("--lang") {
            Some("") => args.next(),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        if let Some(code) = code {
            return code.parse().unwrap_or(Lang::English);
        }
    }
    Lang::English
}

/// What is wrong with the arguments, as one sentence.
pub(crate) fn sentence(error: &clap::Error, lang: Lang) -> String {
    if lang == Lang::English { english(error) } else { translated(error, lang) }
}

/// Clap's own sentence, without its usage and hints.
fn english(error: &clap::Error) -> String {
    let text = error.to_string();
    let message = text.strip_prefix("error: ").unwrap_or(&text);
    let lines: Vec<_> =
        message.lines().take_while(|line| !line.starts_with("Usage:")).map(str::trim).collect();
    let sentence = lines.join(" ");
    sentence.split(" For more information").next().unwrap_or_default().trim().to_owned()
}

fn translated(error: &clap::Error, lang: Lang) -> String {
    let part = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    };
    let (argument, value) = (part(ContextKind::InvalidArg), part(ContextKind::InvalidValue));
    let known = part(ContextKind::ValidValue);
    let values = |more: &str| {
        [
            ("argument", argument.clone().into()),
            ("value", value.clone().into()),
            ("more", more.to_owned().into()),
        ]
    };
    match error.kind() {
        ErrorKind::MissingRequiredArgument => say(lang, "usage-missing", &values("")),
        ErrorKind::InvalidValue if value.is_empty() => say(lang, "usage-no-value", &values(&known)),
        ErrorKind::InvalidValue if !known.is_empty() => say(lang, "usage-value", &values(&known)),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => say(lang, "usage-bad-value", &values("")),
        ErrorKind::UnknownArgument => say(lang, "usage-unknown", &values("")),
        ErrorKind::InvalidSubcommand => {
            say(lang, "usage-command", &values(&part(ContextKind::InvalidSubcommand)))
        }
        ErrorKind::ArgumentConflict => say(lang, "usage-conflict", &values(&part(ContextKind::PriorArg))),
        _ => say(lang, "usage-other", &values("")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_found_among_the_arguments() {
        let asked = |args: &[&str]| asked_lang(args.iter().map(OsString::from));
        assert_eq!(asked(&["explain", "--lang", "it"]), Lang::Italian);
        assert_eq!(asked(&["explain", "--lang=pt", "italian"]), Lang::Portuguese);
        assert_eq!(asked(&["explain", "--lang"]), Lang::English);
        assert_eq!(asked(&["explain", "--lang", "xx"]), Lang::English);
        assert_eq!(asked(&["explain", "--language", "it"]), Lang::English);
    }
}
