//! Texts of the subcommands, from Fluent files.

use std::io;
use std::path::Path;
use std::sync::OnceLock;

use damiera_engine::Score;
use damiera_game::Lang;
use damiera_notation::diagram::{Diagram, DiagramWords};
use damiera_rules::{Rules, Side};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use crate::failure::Failure;

const fn source(lang: Lang) -> &'static str {
    match lang {
        Lang::English => include_str!("../texts/en/commands.ftl"),
        Lang::Italian => include_str!("../texts/it/commands.ftl"),
        Lang::Portuguese => include_str!("../texts/pt/commands.ftl"),
    }
}

fn bundle(lang: Lang) -> &'static FluentBundle<FluentResource> {
    static BUNDLES: [OnceLock<FluentBundle<FluentResource>>; 3] = [const { OnceLock::new() }; 3];
    BUNDLES[lang as usize].get_or_init(|| {
        let mut bundle = FluentBundle::new_concurrent(vec![lang.code().parse().unwrap_or_default()]);
        bundle.set_use_isolating(false);
        let resource = FluentResource::try_new(source(lang).to_owned());
        bundle.add_resource_overriding(resource.unwrap_or_else(|(partly, _)| partly));
        bundle
    })
}

/// A value of a text; numbers choose between singular and plural.
pub(crate) type TextArg<'a> = (&'static str, FluentValue<'a>);

/// A text with its values; its key if it is missing, which a test rules out.
pub(crate) fn say(lang: Lang, key: &str, values: &[TextArg<'_>]) -> String {
    let bundle = bundle(lang);
    let mut args = FluentArgs::new();
    for (name, value) in values {
        args.set(*name, value.clone());
    }
    let pattern = bundle.get_message(key).and_then(|message| message.value());
    pattern.map_or_else(
        || key.to_owned(),
        |pattern| bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned(),
    )
}

/// A text without values.
pub(crate) fn word(lang: Lang, key: &str) -> String {
    say(lang, key, &[])
}

/// A file that cannot be written, with the operating system's reason.
pub(crate) fn not_written(lang: Lang, path: &Path, error: &io::Error) -> Failure {
    let values = [("file", path.display().to_string().into()), ("why", error.to_string().into())];
    Failure::input(say(lang, "file-not-written", &values))
}

/// A diagram as text, with the letters of the language: in Italian b is White (bianco), n Black.
pub(crate) fn diagram<R: Rules>(lang: Lang, drawn: &Diagram<'_, R>, turn: Side) -> String {
    let men = ["diagram-white-man", "diagram-black-man"].map(|key| word(lang, key));
    let men = men.map(|letter| letter.chars().next().unwrap_or('?'));
    drawn.text(&DiagramWords { men, turn: &to_move(lang, turn) })
}

/// Whose move it is.
pub(crate) fn to_move(lang: Lang, turn: Side) -> String {
    let side = match turn {
        Side::White => "white",
        Side::Black => "black",
    };
    say(lang, "diagram-turn", &[("side", side.into())])
}

/// A number of plies.
pub(crate) fn plies(lang: Lang, count: u32) -> String {
    say(lang, "plies", &[("count", count.into())])
}

/// An evaluation: in men, or when the game is decided.
pub(crate) fn score(lang: Lang, score: Score) -> String {
    let moves = |plies: u32| [("moves", plies.div_ceil(2).into())];
    match score {
        Score::Estimate(_) => lang.decimal(score),
        Score::WinIn(plies) => say(lang, "score-wins-in", &moves(plies)),
        Score::LossIn(plies) => say(lang, "score-loses-in", &moves(plies)),
        Score::TableWin => word(lang, "score-wins"),
        Score::TableLoss => word(lang, "score-loses"),
        Score::TableDraw => word(lang, "score-draw"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn keys(lang: Lang) -> Vec<&'static str> {
        let lines = source(lang).lines().filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
        lines.filter_map(|line| Some(line.split_once(" = ")?.0)).collect()
    }

    #[test]
    fn the_files_have_no_fault_and_the_same_keys_once() {
        for lang in Lang::ALL {
            assert!(FluentResource::try_new(source(lang).to_owned()).is_ok(), "{lang:?}");
            assert_eq!(keys(lang), keys(Lang::English), "{lang:?}");
        }
        assert_eq!(keys(Lang::English).len(), keys(Lang::English).iter().collect::<BTreeSet<_>>().len());
    }

    fn read_all(folder: &Path, text: &mut String) {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                read_all(&path, text);
            } else {
                text.push_str(&std::fs::read_to_string(&path).expect("a source file"));
            }
        }
    }

    #[test]
    fn every_key_is_used() {
        let mut code = String::new();
        read_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut code);
        for key in keys(Lang::English) {
            let made =
                ["value-", "stats-game-", "event-supplied-"].iter().any(|start| key.starts_with(start));
            assert!(made || code.contains(&format!("\"{key}\"")), "nothing says {key}");
        }
    }

    #[test]
    fn numbers_choose_the_plural() {
        assert_eq!(
            (plies(Lang::Italian, 1), plies(Lang::Italian, 2)),
            ("1 semimossa".into(), "2 semimosse".into())
        );
        assert_eq!(plies(Lang::Portuguese, 5), "5 meios-lances");
        let summary = |rounds: u32| [("rounds", rounds.into()), ("differences", 0.into())];
        assert_eq!(say(Lang::English, "event-check-summary", &summary(1)), "1 round, 0 differences");
        assert_eq!(say(Lang::Italian, "event-check-summary", &summary(5)), "5 turni, 0 differenze");
        assert_eq!(say(Lang::Portuguese, "event-check-summary", &summary(0)), "0 rodadas, 0 diferenças");
    }
}
