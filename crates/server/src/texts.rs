//! The app's own words, from Fluent files. Rulings have theirs in the game crate.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use damiera_game::Lang;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};

/// Values that the page's scripts fill in: a text keeps their names in braces.
const FILLED_IN: [&str; 9] = ["square", "piece", "side", "level", "move", "made", "limit", "text", "column"];

/// The value that Fluent's plurals depend on.
const COUNTED: &str = "made";

/// Who says a text.
#[derive(Clone, Copy)]
enum Voice {
    /// Pages and their scripts.
    Page,
    /// The server alone: scripts need not carry it.
    Server,
}

const fn source(voice: Voice, lang: Lang) -> &'static str {
    match (voice, lang) {
        (Voice::Page, Lang::English) => {
            concat!(
                include_str!("../texts/en/app.ftl"),
                include_str!("../texts/en/consultation.ftl"),
                include_str!("../texts/en/correspondence.ftl"),
                include_str!("../texts/en/players.ftl"),
                include_str!("../texts/en/study.ftl"),
                include_str!("../texts/en/simultaneous.ftl")
            )
        }
        (Voice::Page, Lang::Italian) => {
            concat!(
                include_str!("../texts/it/app.ftl"),
                include_str!("../texts/it/consultation.ftl"),
                include_str!("../texts/it/correspondence.ftl"),
                include_str!("../texts/it/players.ftl"),
                include_str!("../texts/it/study.ftl"),
                include_str!("../texts/it/simultaneous.ftl")
            )
        }
        (Voice::Page, Lang::Portuguese) => {
            concat!(
                include_str!("../texts/pt/app.ftl"),
                include_str!("../texts/pt/consultation.ftl"),
                include_str!("../texts/pt/correspondence.ftl"),
                include_str!("../texts/pt/players.ftl"),
                include_str!("../texts/pt/study.ftl"),
                include_str!("../texts/pt/simultaneous.ftl")
            )
        }
        (Voice::Server, Lang::English) => {
            concat!(
                include_str!("../texts/en/records.ftl"),
                include_str!("../texts/en/events.ftl"),
                include_str!("../texts/en/letters.ftl"),
                include_str!("../texts/en/requests.ftl"),
                include_str!("../texts/en/exhibitions.ftl")
            )
        }
        (Voice::Server, Lang::Italian) => {
            concat!(
                include_str!("../texts/it/records.ftl"),
                include_str!("../texts/it/events.ftl"),
                include_str!("../texts/it/letters.ftl"),
                include_str!("../texts/it/requests.ftl"),
                include_str!("../texts/it/exhibitions.ftl")
            )
        }
        (Voice::Server, Lang::Portuguese) => {
            concat!(
                include_str!("../texts/pt/records.ftl"),
                include_str!("../texts/pt/events.ftl"),
                include_str!("../texts/pt/letters.ftl"),
                include_str!("../texts/pt/requests.ftl"),
                include_str!("../texts/pt/exhibitions.ftl")
            )
        }
    }
}

/// The texts of a voice and a language by key.
fn texts(voice: Voice, lang: Lang) -> &'static BTreeMap<String, String> {
    static TEXTS: [[OnceLock<BTreeMap<String, String>>; 3]; 2] =
        [const { [const { OnceLock::new() }; 3] }; 2];
    TEXTS[voice as usize][lang as usize].get_or_init(|| {
        let source = source(voice, lang);
        let resource = FluentResource::try_new(source.to_owned()).unwrap_or_else(|(partly, _)| partly);
        let keys: Vec<String> = source
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
        let text = |key: &String, args: &FluentArgs<'_>| {
            let pattern = bundle.get_message(key)?.value()?;
            Some(bundle.format_pattern(pattern, Some(args), &mut Vec::new()).into_owned())
        };
        let mut found: BTreeMap<String, String> =
            keys.iter().filter_map(|key| Some((key.clone(), text(key, &args)?))).collect();
        args.set(COUNTED, 1);
        for key in &keys {
            let plural = found.get(key).map(|text| text.replace(&format!("{{{COUNTED}}}"), "1"));
            if let Some(one) = text(key, &args).filter(|one| Some(one) != plural.as_ref()) {
                found.insert(one_of(key), one);
            }
        }
        found
    })
}

/// The key of a text for one, beside that for other numbers.
fn one_of(key: &str) -> String {
    format!("{key}[one]")
}

/// A text; its key if it is missing, which a test rules out.
pub(crate) fn text(lang: Lang, key: &str) -> String {
    find(lang, key).unwrap_or_else(|| key.to_owned())
}

fn find(lang: Lang, key: &str) -> Option<String> {
    [Voice::Page, Voice::Server].into_iter().find_map(|voice| texts(voice, lang).get(key)).cloned()
}

/// A text with values in its gaps.
pub(crate) fn say(lang: Lang, key: &str, values: &[(&str, &str)]) -> String {
    let mut said = String::new();
    let is_one = values.contains(&(COUNTED, "1"));
    let pattern = is_one.then(|| find(lang, &one_of(key))).flatten().unwrap_or_else(|| text(lang, key));
    let mut rest = pattern.as_str();
    // One pass from left to right, so that a value with braces in it stays as it is.
    while let Some((before, after)) = rest.split_once('{') {
        said.push_str(before);
        let filled = after.split_once('}').and_then(|(name, after)| {
            values.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value, after))
        });
        match filled {
            Some((value, after)) => {
                said.push_str(value);
                rest = after;
            }
            None => {
                said.push('{');
                rest = after;
            }
        }
    }
    said.push_str(rest);
    said
}

/// All texts for the page's scripts.
pub(crate) fn as_json(lang: Lang) -> String {
    json_for_script(texts(Voice::Page, lang))
}

/// JSON that can stand in a script element, which `<` could end early.
pub(crate) fn json_for_script(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default().replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_text() {
        for voice in [Voice::Page, Voice::Server] {
            let keys = |lang| texts(voice, lang).keys().cloned().collect::<Vec<_>>();
            for lang in Lang::ALL {
                assert_eq!(keys(lang), keys(Lang::English), "{lang:?}");
            }
        }
    }

    #[test]
    fn the_files_have_no_fault() {
        for lang in Lang::ALL {
            for voice in [Voice::Page, Voice::Server] {
                assert!(FluentResource::try_new(source(voice, lang).to_owned()).is_ok(), "{lang:?}");
            }
        }
    }

    #[test]
    fn values_are_filled_in_once_and_never_read_as_gaps() {
        let said = say(Lang::English, "import-too-many", &[("limit", "{limit} and {move}")]);
        assert_eq!(said, "The file has more than {limit} and {move} games; the rest was left out.");
    }

    #[test]
    fn one_is_not_many() {
        let days = |count: &str| Lang::ALL.map(|lang| say(lang, "days-each", &[("made", count)]));
        assert_eq!(days("1"), ["1 day per move", "1 giorno a mossa", "1 dia por lance"]);
        assert_eq!(days("3"), ["3 days per move", "3 giorni a mossa", "3 dias por lance"]);
        assert_eq!(say(Lang::English, "minutes-each", &[("made", "1")]), "1 min");
    }

    /// The keys of a language's files, in their order.
    fn keys(lang: Lang) -> Vec<&'static str> {
        let sources = [Voice::Page, Voice::Server].map(|voice| source(voice, lang));
        let lines = sources.into_iter().flat_map(str::lines);
        lines
            .filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()))
            .filter_map(|line| Some(line.split_once('=')?.0.trim()))
            .collect()
    }

    #[test]
    fn no_key_is_defined_twice() {
        for lang in Lang::ALL {
            let mut seen = std::collections::BTreeSet::new();
            let twice: Vec<_> = keys(lang).into_iter().filter(|key| !seen.insert(*key)).collect();
            assert!(twice.is_empty(), "{lang:?}: {twice:?}");
        }
    }

    /// All files below a folder with one of these endings.
    fn read_all(folder: &std::path::Path, endings: &[&str], text: &mut String) {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                read_all(&path, endings, text);
            } else if endings.iter().any(|ending| path.to_string_lossy().ends_with(ending)) {
                text.push_str(&std::fs::read_to_string(&path).expect("a text"));
            }
        }
    }

    /// Whether a quoted text with gaps in braces, such as `level-{level}`, can become this key.
    fn becomes(quoted: &str, key: &str) -> bool {
        let Some((head, rest)) = quoted.split_once('{') else { return quoted == key };
        let tail = rest.rsplit_once('}').map_or("", |(_, tail)| tail);
        let head = head.trim_end_matches('$');
        head.len() + tail.len() > 3
            && key.len() > head.len() + tail.len()
            && key.starts_with(head)
            && key.ends_with(tail)
    }

    #[test]
    fn every_key_is_used() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut text = String::new();
        for (folder, endings) in
            [("src", [".rs"]), ("templates", [".html"]), ("learn", [".tsv"]), ("../../web", [".js"])]
        {
            read_all(&root.join(folder), &endings, &mut text);
        }
        let quoted: Vec<_> =
            text.split(['"', '\'', '`', '\t', '\n']).filter(|part| part.len() < 60).collect();
        let is_game = |key: &str| damiera_rules::Variant::ALL.iter().any(|variant| variant.name() == key);
        let used = |key: &&str| is_game(key) || quoted.iter().any(|quoted| becomes(quoted, key));
        let unused: Vec<_> = keys(Lang::English).into_iter().filter(|key| !used(key)).collect();
        assert!(unused.is_empty(), "{unused:?}");
    }
}
