//! The app's own words, from Fluent files. Rulings have theirs in the game crate.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use damiera_game::Lang;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};

/// Values that the page's scripts fill in: a text keeps their names in braces.
const FILLED_IN: [&str; 7] = ["square", "piece", "side", "level", "move", "made", "limit"];

const fn source(lang: Lang) -> &'static str {
    match lang {
        Lang::English => include_str!("../texts/en/app.ftl"),
        Lang::Italian => include_str!("../texts/it/app.ftl"),
        Lang::Portuguese => include_str!("../texts/pt/app.ftl"),
    }
}

/// The texts of a language by key.
fn texts(lang: Lang) -> &'static BTreeMap<String, String> {
    static TEXTS: [OnceLock<BTreeMap<String, String>>; 3] =
        [OnceLock::new(), OnceLock::new(), OnceLock::new()];
    TEXTS[lang as usize].get_or_init(|| {
        let resource = FluentResource::try_new(source(lang).to_owned()).unwrap_or_else(|(partly, _)| partly);
        let keys: Vec<String> = source(lang)
            .lines()
            .filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()))
            .filter_map(|line| Some(line.split_once('=')?.0.trim().to_owned()))
            .collect();
        let locale = lang.code().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![locale]);
        bundle.set_use_isolating(false);
        bundle.add_resource_overriding(resource);
        let mut args = FluentArgs::new();
        for name in FILLED_IN {
            args.set(name, format!("{{{name}}}"));
        }
        let text = |key: &String| {
            let pattern = bundle.get_message(key)?.value()?;
            Some(bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned())
        };
        keys.iter().filter_map(|key| Some((key.clone(), text(key)?))).collect()
    })
}

/// A text; its key if it is missing, which a test rules out.
pub(crate) fn text(lang: Lang, key: &str) -> String {
    texts(lang).get(key).cloned().unwrap_or_else(|| key.to_owned())
}

/// All texts for the page's scripts.
pub(crate) fn as_json(lang: Lang) -> String {
    // `<` would end the script element early.
    serde_json::to_string(texts(lang)).unwrap_or_default().replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_text() {
        let keys = |lang| texts(lang).keys().cloned().collect::<Vec<_>>();
        for lang in Lang::ALL {
            assert_eq!(keys(lang), keys(Lang::English), "{lang:?}");
        }
    }

    #[test]
    fn the_files_have_no_fault() {
        for lang in Lang::ALL {
            assert!(FluentResource::try_new(source(lang).to_owned()).is_ok(), "{lang:?}");
        }
    }
}
